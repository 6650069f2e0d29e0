"""The Swiss of teams (C.04.6 of 2026) as a system: from cards of teams to matches, their reasons and their words."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.cards.card import Card, CardLine, Pair, PairingTask, RoundPairing
from domain.decisions.rounds.pairing import close_round, pair_round
from domain.decisions.rounds.why import reasons
from domain.pairing import SYSTEMS, engine_signature, systems_for
from domain.pairing.swiss.account import NotMet, Reason, WhyNot
from domain.pairing.top_scoregroup.account import PairingBracket
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import pairing_task
from domain.words.games import Code, Colour
from domain.words.players import PairingNumber
from domain.words.regulations import Entrants, Regulations
from domain.words.rounds import Fault
from domain.words.teams import ColourPreferences, PrimaryScore, TeamOptions
from tests.pairing.compare_team_swiss import by_engine
from tests.pairing.random_team_rounds import KINDS, MATCH_POINTS
from tests.team_events import MATCH, team_id, team_tournament
from tests.tiers import tries
from web.wording import language
from web.wording.pairing import account_lines, breach_pattern, step_in_words, system_name, system_purpose

SYSTEM = SYSTEMS["team-swiss-2026"]
ENGLISH = language("en")
TYPE_B = TeamOptions(preferences=ColourPreferences.TYPE_B)
AWAY = 90
ROUNDS = st.builds(
    lambda kind, seed: kind(str(seed), by_engine), st.sampled_from(KINDS), st.integers(min_value=0, max_value=10**9)
)
EXAMPLES = settings(max_examples=tries(80), deadline=None, suppress_health_check=[HealthCheck.too_slow])


def team(number: int, score: int, colours: str = "", *foes: int, floated: bool = False) -> Card:
    """A team that has drawn matches with these colours, against these opponents or strangers."""
    met = [*foes, *range(AWAY, AWAY + len(colours) - len(foes))]
    lines = [
        CardLine(Code.DRAW, 2, foe, Colour(colour), int(floated)) for foe, colour in zip(met, colours, strict=True)
    ]
    return Card(number, lines=tuple(lines), carried=score - 2 * len(lines))


def task(*cards: Card, rounds: int = 9, options: TeamOptions | None = None) -> PairingTask:
    lines = max(len(card.lines) for card in cards)
    none = CardLine(Code.ZERO_BYE, 0)
    level = {c.number: replace(c, lines=(*[none] * (lines - len(c.lines)), *c.lines)) for c in cards}
    strangers = {n: Card(n, lines=(none,) * lines, present=False) for n in range(AWAY, AWAY + lines)}
    everybody = strangers | level
    return PairingTask(everybody, lines + 1, rounds, scoring=MATCH_POINTS, teams=options or TeamOptions())


FOUR = task(team(1, 8, "ww"), team(2, 8, "wb"), team(3, 8, "ww"), team(4, 8, "wb"))


# Asked and answered


def why(asked: PairingTask, a: int, b: int) -> WhyNot:
    facts = SYSTEM.why_not(asked, a, b).facts
    assert isinstance(facts, WhyNot)
    return facts


def test_two_that_prefer_the_same_colour_do_not_meet_if_others_can() -> None:
    assert SYSTEM.pair(FOUR) == RoundPairing((Pair(4, 1), Pair(2, 3)))
    assert why(FOUR, 1, 3).reason is Reason.WORSE
    assert [(step.article and step.article.number, step.facts) for step in SYSTEM.why_not(FOUR, 1, 3).children] == [
        ("C8", NotMet(1))
    ]
    assert step_in_words(SYSTEM.name, SYSTEM.why_not(FOUR, 1, 3), str, ENGLISH).sentence == (
        "1 and 3: with this pair bracket 1 would meet a criterion worse: C8 (the colour that a team prefers)."
    )


def test_the_other_reasons_for_not_meeting() -> None:
    plain = task(*(team(n, 8, "wb") for n in range(1, 5)))
    assert [why(plain, 1, 3).reason, why(plain, 1, 4).reason, why(plain, 1, 7).reason] == [
        Reason.THEY_DO,
        Reason.LATER,
        Reason.ABSENT,
    ]
    met = task(team(1, 8, "w"), team(2, 8, "w", 4), team(3, 8, "b"), team(4, 8, "b", 2))
    assert [why(met, 1, 3).reason, why(met, 2, 4).reason] == [Reason.NOT_COMPLETED, Reason.FORBIDDEN]
    assert why(task(team(1, 8), team(2, 8), team(3, 4), team(4, 4)), 1, 3).reason is Reason.OTHER_BRACKETS
    assert why(task(team(1, 8), team(2, 8), team(3, 4)), 1, 3).reason is Reason.BYE


def test_the_account_tells_what_could_not_be_met() -> None:
    asked = task(team(1, 8, "ww"), team(2, 8, "bw"), team(3, 8, "ww"), team(4, 6, "bw", floated=True), options=TYPE_B)
    account = SYSTEM.explain(asked)
    assert account_lines(SYSTEM.name, account, str, ENGLISH) == [
        "Bracket 1 (4 points): residents 1 2 3, upfloaters 4 (3.5).",
        "  Floating up: 4, the first in the order (3.5).",
        "  Not met: C7 (no upfloater that floated in the last round).",
        "  Not met 2 times: C8 (the colour that a team prefers).",
        "  Top members 1 2, their opponents 4 3: the first identifier (3.6).",
        "Match 1: 2 - 3, bracket 1; colours of board 1 by 4.3.4.",
        "Match 2: 4 - 1, bracket 1, 4 floated up; colours of board 1 by 4.3.4.",
    ]


def test_the_bye_is_told_with_those_that_could_not_have_it() -> None:
    barred = Card(4, lines=(CardLine(Code.FORFEIT_WIN, 0, AWAY, Colour.WHITE),))
    account = SYSTEM.explain(task(team(1, 8, "w"), team(2, 6, "b"), team(3, 4, "b"), team(5, 2, "w"), barred))
    assert account_lines(SYSTEM.name, account, str, ENGLISH)[-1] == (
        "Bye: 5, 1 point (3.4); could not have it: 4 (C2)."
    )


def test_matches_made_by_hand_are_held_against_the_criteria() -> None:
    field = task(team(1, 8, "w", 2), team(2, 8, "b", 1), team(3, 8, "w"), team(4, 8, "b"))
    assert [breach.number for breach in SYSTEM.check(field, [Pair(1, 2), Pair(3, 4)])] == ["C1"]
    assert "(C1)" in breach_pattern(Fault.RULE, SYSTEM.name, "C1")
    assert SYSTEM.both_colours_wrong(FOUR, [Pair(1, 2), Pair(3, 4)]) == ()
    due = task(team(1, 8, "ww"), team(2, 8, "bb"))
    assert SYSTEM.both_colours_wrong(due, [Pair(1, 2)]) == (Pair(1, 2),)
    assert SYSTEM.both_colours_wrong(due, [Pair(2, 1)]) == ()


def test_the_system_has_a_name_and_a_purpose_and_is_one_of_teams() -> None:
    assert "C.04.6" in system_name(SYSTEM.name, ENGLISH)
    assert "teams" in system_purpose(SYSTEM.name, ENGLISH)
    assert list(systems_for(Entrants.TEAMS)) == [SYSTEM.name]


# From the journal


def league(rounds: Sequence[str], **choices: object) -> Tournament:
    laws = Regulations(system=SYSTEM.name, scoring=MATCH, rounds=7, teams=TeamOptions(**choices))  # type: ignore[arg-type]
    return team_tournament(5, rounds, regulations=laws)


ROUND_ONE = "1-3 =100  4-2 1110 bye:5"
"""3 wins by 2½ game points, 4 by 3; 5 has one match point and two game points."""


@pytest.mark.parametrize(
    ("primary", "brackets"),
    [
        (PrimaryScore.MATCH_POINTS, [(4, (3, 4), ()), (2, (5,), (1,))]),
        (PrimaryScore.GAME_POINTS, [(6, (4,), (3,)), (4, (5,), (1,))]),
    ],
)
def test_teams_of_a_tournament_are_paired_by_the_primary_score(
    primary: PrimaryScore, brackets: list[tuple[int, tuple[int, ...], tuple[int, ...]]]
) -> None:
    t = league([ROUND_ONE, ""], primary=primary)
    account = SYSTEM.explain(pairing_task(t, 2))
    facts = [step.facts for step in account.way]
    assert [(f.score, f.residents, f.upfloaters) for f in facts if isinstance(f, PairingBracket)] == brackets
    assert account.bye is not None
    assert account.bye[0] == 2


def test_the_next_round_of_a_league_is_paired_and_explained() -> None:
    t = league([ROUND_ONE])
    t = replay(close_round(t, 1), t)
    t = replay(pair_round(t), t)
    assert [(board.white, board.black) for board in t.rounds[1].boards] == [
        (team_id(3), team_id(4)),
        (team_id(5), team_id(1)),
    ]
    told = reasons(t, 2, about=(PairingNumber(1), PairingNumber(3)))
    assert (told.system, told.foreign, told.other_bye) == (SYSTEM.name, (), False)
    assert told.answer is not None
    assert isinstance(told.answer.facts, WhyNot)
    assert told.answer.facts.reason is Reason.FORBIDDEN


def test_the_signature_of_the_engine_names_the_options_that_change_its_answers() -> None:
    assert engine_signature(league([""])) == SYSTEM.version
    assert engine_signature(
        league(
            [""],
            primary=PrimaryScore.GAME_POINTS,
            preferences=ColourPreferences.TYPE_B,
            primary_alone=True,
        )
    ) == (f"{SYSTEM.version}+game-points+preferences-type-b+primary-alone")


# In any event


@EXAMPLES
@given(asked=ROUNDS)
def test_no_round_breaks_an_absolute_criterion_and_nobody_is_forgotten(asked: PairingTask) -> None:
    made = by_engine(asked)
    assert made is None or SYSTEM.check(asked, made.pairs, made.bye) == ()


@EXAMPLES
@given(asked=ROUNDS)
def test_the_account_has_the_matches_and_the_bye_of_the_pairing(asked: PairingTask) -> None:
    if made := by_engine(asked):
        account = SYSTEM.explain(asked)
        assert tuple(pair for pair, _ in account.boards) == made.pairs
        assert (account.bye and account.bye[0]) == made.bye
        assert account_lines(SYSTEM.name, account, str, ENGLISH)


@EXAMPLES
@given(asked=ROUNDS)
def test_with_all_colours_exchanged_the_same_teams_meet_with_colours_exchanged(asked: PairingTask) -> None:
    """Articles 1.7 and 4.3 have no favourite colour."""
    mirrored = replace(
        asked,
        initial_colour=asked.initial_colour.opposite,
        cards={n: replace(card, lines=tuple(map(turned, card.lines))) for n, card in asked.cards.items()},
    )
    here, there = by_engine(asked), by_engine(mirrored)
    expected = here and RoundPairing(tuple(Pair(pair.black, pair.white) for pair in here.pairs), here.bye)
    assert there == expected


def turned(line: CardLine) -> CardLine:
    return replace(line, colour=line.colour and line.colour.opposite)


@EXAMPLES
@given(asked=ROUNDS)
def test_the_secondary_score_changes_nothing_but_colours(asked: PairingTask) -> None:
    other = replace(asked, teams=replace(asked.teams, primary_alone=not asked.teams.primary_alone))
    assert met_by(by_engine(asked)) == met_by(by_engine(other))


@EXAMPLES
@given(asked=ROUNDS)
def test_without_preferences_earlier_colours_do_not_say_who_meets_whom(asked: PairingTask) -> None:
    without = replace(asked, teams=replace(asked.teams, preferences=ColourPreferences.NONE))
    all_white = {
        n: replace(card, lines=tuple(replace(line, colour=line.colour and Colour.WHITE) for line in card.lines))
        for n, card in without.cards.items()
    }
    assert met_by(by_engine(without)) == met_by(by_engine(replace(without, cards=all_white)))


def met_by(made: RoundPairing | None) -> tuple[set[frozenset[int]], int | None] | None:
    return made and ({frozenset((pair.white, pair.black)) for pair in made.pairs}, made.bye)
