"""Each limit at its last possible value and one beyond, and each refusal with all that it says."""

from collections.abc import Callable, Sequence

import pytest

from domain import events as e
from domain.decisions.integrity import LEVEL_OF, guarded, level_of
from domain.decisions.players.attendance import grant_bye, readmit, revoke_bye, withdraw
from domain.decisions.players.lineups import give_lineup
from domain.decisions.players.registering import NewPlayer, amend_player, correct_rating, register, register_many
from domain.decisions.players.teams import register_team
from domain.decisions.rounds.pairing import alter_boards, discard_draft, pair_round, publish_round, withdraw_round
from domain.decisions.rounds.results import adjourn, clear_result, finish_adjourned, record_result, settle_dispute
from domain.decisions.setup.announcing import amend_details, amend_regulations, announce_prizes, announce_tournament
from domain.decisions.setup.prohibited_pairs import prohibit
from domain.decisions.undoing import undo
from domain.events import Integrity, Prize
from domain.festival.decisions import announce_festival, rename_section
from domain.festival.events import FestivalDetails, SectionAdded
from domain.festival.state import replay_festival
from domain.fields import federation, iso_day, text
from domain.refusals import (
    AllRoundsPaired,
    AlreadyAway,
    AlreadyPaired,
    BadField,
    CannotUndo,
    NeedsConfirmation,
    NeedsCorrection,
    NoDraft,
    NoSuchBoard,
    NoSuchGame,
    NoSuchRound,
    NotAdjourned,
    NotAway,
    NotDisputed,
    NotTheNewestRound,
    ReasonMissing,
    Refusal,
    ResultDiffers,
    RoundHasBegun,
    RoundNotPublished,
    SameAsBefore,
)
from domain.tournament import Tournament, replay
from domain.words import cautions as c
from domain.words.games import Bye, Colour, Result, Scoring
from domain.words.players import PlayerId
from domain.words.regulations import Details, Entrants, Regulations
from domain.words.rounds import RoundSpan
from domain.words.teams import Team, TeamId
from tests.crosstable import announced, tournament
from tests.decisions.test_rounds import drafted, played, published, ready

ONE, TWO, THREE = PlayerId(1), PlayerId(2), PlayerId(3)
FOUR = "Alice GM 2500  +w3\nBruno    2400  =b4\nCarla    2300  -b1\nDavid    2200  =w2"


def fresh() -> Tournament:
    return announced(Regulations(rounds=5))


def four() -> Tournament:
    """Round 1 of 5 is played."""
    return tournament(FOUR, rounds=5)


def named(**fields: object) -> Callable[[], Sequence[object]]:
    return lambda: register(fresh(), NewPlayer(**{"name": "Anna", **fields}))  # type: ignore[arg-type]


POSSIBLE: dict[str, Callable[[], Sequence[object]]] = {
    "a name of 120": named(name="x" * 120),
    "a rating of 4000": named(rating=4000),
    "a FIDE number of ten digits": named(fide_id=9_999_999_999),
    "born in 1880": named(birth_year=1880),
    "born in 2100": named(birth_year=2100),
    "born nobody knows when": named(birth_year=0),
    "a club of 120": named(club="c" * 120),
    "a national rating of 4000": named(national_rating=4000),
    "K of 60": named(k=60),
    "K of 0": named(k=0),
    "one round": lambda: announce_tournament(Details("Open"), Regulations(rounds=1)),
    "a hundred rounds": lambda: announce_tournament(Details("Open"), Regulations(rounds=100)),
    "a title of 200": lambda: announce_tournament(Details("x" * 200), Regulations()),
    "a city of 120": lambda: announce_tournament(Details("x", city="c" * 120), Regulations()),
    "a draw worth half of win and loss": lambda: announce_tournament(
        Details("x"), Regulations(scoring=Scoring(win=6, draw=4, loss=2))
    ),
    "a bye worth a win": lambda: announce_tournament(
        Details("x"), Regulations(scoring=Scoring(pairing_bye=2, absence=2))
    ),
    "everything worth nothing": lambda: announce_tournament(
        Details("x"), Regulations(scoring=Scoring(win=0, draw=0, pairing_bye=0))
    ),
    "as many rounds as are paired": lambda: amend_regulations(four(), Regulations(rounds=1)),
    "two kept apart": lambda: prohibit(four(), [[ONE, TWO]]),
    "kept apart in one round": lambda: prohibit(four(), [[ONE, TWO]], rounds=[RoundSpan(3, 3)]),
    "kept apart from a round on": lambda: prohibit(four(), [[ONE, TWO]], rounds=[RoundSpan(3, 0)]),
    "an entry for the last round": lambda: register(four(), NewPlayer("Late"), from_round=5),
    "an entry for the next round": lambda: register(four(), NewPlayer("Late"), from_round=2),
    "leave in the last round": lambda: grant_bye(four(), TWO, 5, Bye.HALF),
    "leave in the next round": lambda: grant_bye(four(), TWO, 2, Bye.HALF),
    "a withdrawal from the last round on": lambda: withdraw(four(), [ONE], 5),
    "a prize named in 80": lambda: announce_prizes(four(), [Prize("p" * 80, 1)]),
    "the dearest prize": lambda: announce_prizes(four(), [Prize("p", 10**12)]),
    "a cup": lambda: announce_prizes(four(), [Prize("p", 0)]),
    "a prize for place 1000": lambda: announce_prizes(four(), [Prize("p", 1, place=1000)]),
    "a festival of 120": lambda: announce_festival(FestivalDetails("f" * 120)),
}


@pytest.mark.parametrize("what", POSSIBLE)
def test_the_last_possible_value_is_possible(what: str) -> None:
    assert POSSIBLE[what]()


def late_rating() -> Tournament:
    state = four()
    return replay(correct_rating(state, ONE, 2550, "list", counts_from=0), state)


def away() -> Tournament:
    state = four()
    return replay(withdraw(state, [ONE], 3), state)


def away_on_the_boards() -> Tournament:
    """Away in round 2, which is published."""
    state = played(ready())
    replay(withdraw(state, [ONE], 2), state)
    return published(state)


def with_bye() -> Tournament:
    state = four()
    return replay(grant_bye(state, TWO, 3, Bye.HALF), state)


def teams() -> Tournament:
    laws = Regulations(rounds=3, entrants=Entrants.TEAMS, match_games=2, order=("C07-TEAM-SWISS",))
    state = announced(laws, Details("Cup"))
    return replay(register_many(state, [NewPlayer(f"P{n}") for n in range(4)]), state)


def team() -> Tournament:
    state = teams()
    return replay(register_team(state, Team(TeamId(PlayerId(0)), "Varna", squad=(ONE, TWO, THREE))), state)


VARNA = TeamId(PlayerId(5))

IMPOSSIBLE: dict[str, tuple[Callable[[], object], Refusal]] = {
    "no name": (named(name=" "), BadField("name", " ", "required")),
    "a name of 121": (named(name="x" * 121), BadField("name", "x" * 121, "longest:120")),
    "a rating of 4001": (named(rating=4001), BadField("rating", "4001", "whole:0:4000")),
    "a rating below 0": (named(rating=-1), BadField("rating", "-1", "whole:0:4000")),
    "a FIDE number of twelve digits": (
        named(fide_id=100_000_000_000),
        BadField("fide_id", "100000000000", "whole:0:99999999999"),
    ),
    "born in 1879": (named(birth_year=1879), BadField("birth_year", "1879", "whole:1880:2100")),
    "born in 2101": (named(birth_year=2101), BadField("birth_year", "2101", "whole:1880:2100")),
    "a club of 121": (named(club="c" * 121), BadField("club", "c" * 121, "longest:120")),
    "a national rating of 4001": (
        named(national_rating=4001),
        BadField("national_rating", "4001", "whole:0:4000"),
    ),
    "K of 61": (named(k=61), BadField("k", "61", "whole:0:60")),
    "no rounds": (
        lambda: announce_tournament(Details("x"), Regulations(rounds=0)),
        BadField("rounds", "0", "whole:1:100"),
    ),
    "101 rounds": (
        lambda: announce_tournament(Details("x"), Regulations(rounds=101)),
        BadField("rounds", "101", "whole:1:100"),
    ),
    "a title of 201": (
        lambda: amend_details(four(), Details("x" * 201)),
        BadField("tournament_name", "x" * 201, "longest:200"),
    ),
    "a city of 121": (
        lambda: announce_tournament(Details("x", city="c" * 121), Regulations()),
        BadField("city", "c" * 121, "longest:120"),
    ),
    "a draw below a loss": (
        lambda: announce_tournament(Details("x"), Regulations(scoring=Scoring(win=6, draw=1, loss=2))),
        BadField("scoring", "3, 0.5, 1", "loss-draw-win-ascending"),
    ),
    "two draws above win and loss": (
        lambda: announce_tournament(Details("x"), Regulations(scoring=Scoring(win=6, draw=5, loss=3))),
        BadField("scoring", "3, 2.5, 1.5", "two-draws-not-above-win-and-loss"),
    ),
    "a bye above a win": (
        lambda: announce_tournament(Details("x"), Regulations(scoring=Scoring(pairing_bye=3))),
        BadField("scoring", "1.5", "bye-not-above-win"),
    ),
    "absence above a win": (
        lambda: announce_tournament(Details("x"), Regulations(scoring=Scoring(absence=4))),
        BadField("scoring", "2", "bye-not-above-win"),
    ),
    "another system after round 1": (
        lambda: amend_regulations(four(), Regulations(rounds=5, system="dutch-2026")),
        ReasonMissing("change-system"),
    ),
    "one kept apart": (
        lambda: prohibit(four(), [[ONE, ONE]]),
        BadField("group", "1", "at-least-two-players"),
    ),
    "kept apart backwards": (
        lambda: prohibit(four(), [[ONE, TWO]], rounds=[RoundSpan(4, 3)]),
        BadField("groups", "4-3", "rounds-in-order"),
    ),
    "an entry beyond the last round": (
        lambda: register(four(), NewPlayer("Late"), from_round=6),
        BadField("from_round", "6", "whole:2:5"),
    ),
    "an entry for a published round": (
        lambda: register(four(), NewPlayer("Late"), from_round=1),
        BadField("from_round", "1", "whole:2:5"),
    ),
    "an entry after the last round": (
        lambda: register(tournament(FOUR, rounds=1), NewPlayer("Late")),
        AllRoundsPaired(1),
    ),
    "a rating that it was": (lambda: correct_rating(four(), ONE, 2500, "x"), SameAsBefore(0, 0)),
    "a rating that it was in the report": (
        lambda: correct_rating(late_rating(), ONE, 2550, "x", counts_from=0),
        SameAsBefore(0, 0),
    ),
    "a rating of nobody's": (
        lambda: correct_rating(four(), ONE, 4001, "x"),
        BadField("rating", "4001", "whole:0:4000"),
    ),
    "a withdrawal beyond the last round": (
        lambda: withdraw(four(), [ONE], 6),
        BadField("from_round", "6", "whole:1:5"),
    ),
    "a withdrawal from no round": (
        lambda: withdraw(four(), [ONE], 0),
        BadField("from_round", "0", "whole:1:5"),
    ),
    "a withdrawal from a published round": (lambda: withdraw(four(), [ONE], 1), AlreadyPaired(ONE, 1)),
    "a second withdrawal": (lambda: withdraw(away(), [ONE], 3), AlreadyAway(ONE, 3)),
    "a tournament without a name": (
        lambda: announce_tournament(Details(" "), Regulations()),
        BadField("tournament_name", " ", "required"),
    ),
    "coming back from nowhere": (lambda: readmit(four(), ONE, 3), NotAway(ONE, 3)),
    "coming back before going": (lambda: readmit(away(), ONE, 2), BadField("from_round", "2", "at-least:3")),
    "coming back into a round on the boards": (
        lambda: readmit(away_on_the_boards(), ONE, 2),
        BadField("from_round", "2", "at-least:3"),
    ),
    "coming back into a published round": (
        lambda: readmit(replay(withdraw(fresh_four(), [ONE], 1), fresh_four()), ONE, 6),
        BadField("from_round", "6", "whole:1:5"),
    ),
    "leave for no round": (
        lambda: grant_bye(four(), TWO, 0, Bye.HALF),
        BadField("round", "0", "whole:1:5"),
    ),
    "leave beyond the last round": (
        lambda: grant_bye(four(), TWO, 6, Bye.HALF),
        BadField("round", "6", "whole:1:5"),
    ),
    "leave for somebody away": (lambda: grant_bye(away(), ONE, 4, Bye.HALF), AlreadyAway(ONE, 4)),
    "leave for a published round": (lambda: grant_bye(four(), TWO, 1, Bye.HALF), AlreadyPaired(TWO, 1)),
    "leave taken from somebody without": (lambda: revoke_bye(with_bye(), TWO, 4), NotAway(TWO, 4)),
    "a prize named in 81": (
        lambda: announce_prizes(four(), [Prize("p", 1), Prize("p" * 81, 1)]),
        BadField("prizes, line 2", "p" * 81, "longest:80"),
    ),
    "a dearer prize": (
        lambda: announce_prizes(four(), [Prize("p", 10**12 + 1)]),
        BadField("prizes, line 1", str(10**12 + 1), f"whole:0:{10**12}"),
    ),
    "a prize below 0": (
        lambda: announce_prizes(four(), [Prize("p", -1)]),
        BadField("prizes, line 1", "-1", f"whole:0:{10**12}"),
    ),
    "a prize for place 0": (
        lambda: announce_prizes(four(), [Prize("p", 1, place=0)]),
        BadField("prizes, line 1", "0", "whole:1:1000"),
    ),
    "a prize for place 1001": (
        lambda: announce_prizes(four(), [Prize("p", 1, place=1001)]),
        BadField("prizes, line 1", "1001", "whole:1:1000"),
    ),
    "a currency of two letters": (
        lambda: announce_prizes(four(), [], currency="EU"),
        BadField("currency", "EU", "three-letters:EUR"),
    ),
    "a currency of digits": (
        lambda: announce_prizes(four(), [], currency="123"),
        BadField("currency", "123", "three-letters:EUR"),
    ),
    "a currency of other letters": (
        lambda: announce_prizes(four(), [], currency="лев"),
        BadField("currency", "лев", "three-letters:EUR"),
    ),
    "an unknown way of sharing": (
        lambda: announce_prizes(four(), [], sharing="fair"),
        BadField("sharing", "fair", "one-of:equal,hort,none"),
    ),
    "a team without a name": (
        lambda: register_team(teams(), Team(TeamId(PlayerId(0)), " ", squad=(ONE,))),
        BadField("team", " ", "required"),
    ),
    "a prize without a name": (
        lambda: announce_prizes(four(), [e.Prize(" ", 100)]),
        BadField("prizes, line 1", " ", "required"),
    ),
    "a festival without a name": (
        lambda: announce_festival(FestivalDetails(" ")),
        BadField("name", " ", "required"),
    ),
    "a section without a title": (
        lambda: rename_section(
            replay_festival([*announce_festival(FestivalDetails("f")), SectionAdded("a", "A")]), "a", " "
        ),
        BadField("title", " ", "required"),
    ),
    "a team of 81": (
        lambda: register_team(teams(), Team(TeamId(PlayerId(0)), "t" * 81, squad=(ONE,))),
        BadField("team", "t" * 81, "longest:80"),
    ),
    "more players than boards": (
        lambda: give_lineup(team(), 1, VARNA, (ONE, TWO, THREE)),
        BadField("players", "3", "at-most:2"),
    ),
    "one player on two boards": (
        lambda: give_lineup(team(), 1, VARNA, (ONE, ONE)),
        BadField("players", "1 1", "each-once"),
    ),
    "a festival of 121": (
        lambda: announce_festival(FestivalDetails("f" * 121)),
        BadField("name", "f" * 121, "longest:120"),
    ),
    "a section of 61": (
        lambda: rename_section(
            replay_festival([*announce_festival(FestivalDetails("f")), SectionAdded("a", "A")]), "a", "s" * 61
        ),
        BadField("title", "s" * 61, "longest:60"),
    ),
    "a board that there is not": (lambda: record_result(four(), 1, 3, Result.DRAW, None), NoSuchBoard(1, 3, 2)),
    "board 0": (lambda: record_result(four(), 1, 0, Result.DRAW, None), NoSuchBoard(1, 0, 2)),
    "a second game": (
        lambda: record_result(four(), 1, 1, Result.DRAW, None, game=2),
        NoSuchGame(1, 1, 2, 1),
    ),
    "game 0": (lambda: record_result(four(), 1, 1, Result.DRAW, None, game=0), NoSuchGame(1, 1, 0, 1)),
    "round 0": (lambda: record_result(four(), 0, 1, Result.DRAW, None), NoSuchRound(0)),
    "round 2 of one": (lambda: record_result(four(), 2, 1, Result.DRAW, None), NoSuchRound(2)),
    "a draft": (lambda: record_result(drafted(ready()), 1, 1, Result.DRAW, None), RoundNotPublished(1)),
    "another result than was seen": (
        lambda: record_result(played(ready()), 1, 1, Result.BLACK_WINS, Result.WHITE_WINS),
        ResultDiffers(1, 1, Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS),
    ),
    "a clearing of another result than was seen": (
        lambda: clear_result(played(ready()), 1, 1, Result.WHITE_WINS),
        ResultDiffers(1, 1, Result.WHITE_WINS, Result.DRAW, Result.DRAW),
    ),
    "a result of a round gone by": (
        lambda: record_result(published(played(ready())), 1, 1, Result.BLACK_WINS, Result.DRAW),
        NeedsCorrection(1, 1, Result.DRAW),
    ),
    "an adjournment of a round gone by": (
        lambda: adjourn(published(played(ready())), 1, 1),
        NeedsCorrection(1, 1, Result.DRAW),
    ),
    "a game that was not adjourned": (
        lambda: finish_adjourned(played(ready()), 1, 2, Result.DRAW),
        NotAdjourned(1, 2),
    ),
    "a dispute that is none": (lambda: settle_dispute(played(ready()), 1, 2, Result.DRAW), NotDisputed(1, 2)),
    "no draft to publish": (lambda: publish_round(played(ready()), 2), NoDraft(2)),
    "no draft to throw away": (lambda: discard_draft(published(ready()), 1), NoDraft(1)),
    "an older round taken back": (
        lambda: withdraw_round(published(played(ready())), 1, "x"),
        NotTheNewestRound(1, 2),
    ),
    "a begun round taken back": (
        lambda: withdraw_round(played(ready()), 1, "x"),
        RoundHasBegun(1, (1, 2, 3)),
    ),
    "an older round altered": (
        lambda: alter_boards(drafted(played(ready())), 1, [], None),
        NotTheNewestRound(1, 2),
    ),
    "a round altered that there is not": (lambda: alter_boards(ready(), 1, [], None), NoSuchRound(1)),
    "an undo of nothing": (lambda: undo(ready(), 0, ""), CannotUndo(0, "unknown")),
    "an undo of what is to come": (lambda: undo(ready(), 9, ""), CannotUndo(9, "unknown")),
    "an undo of the announcement": (lambda: undo(ready(), 1, ""), CannotUndo(1, "permanent")),
    "no three letters": (lambda: federation("BU"), BadField("federation", "BU", "three-letters:BUL")),
    "three digits": (lambda: federation("B12"), BadField("federation", "B12", "three-letters:BUL")),
    "no day": (lambda: iso_day("start", "2026-02-30"), BadField("start", "2026-02-30", "date")),
    "a letter nobody can see": (lambda: text("name", "a\u202eb", 9), BadField("name", "a\u202eb", "printable")),
}


def fresh_four() -> Tournament:
    state = fresh()
    return replay(register_many(state, [NewPlayer(f"P{n}") for n in range(4)]), state)


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_one_beyond_is_refused_and_says_what_is_possible(what: str) -> None:
    attempt, refusal = IMPOSSIBLE[what]
    with pytest.raises(type(refusal)) as refused:
        attempt()
    assert vars(refused.value) == vars(refusal)


def test_only_what_moves_a_number_issues_numbers() -> None:
    kinds = [type(event) for event in amend_player(four(), PlayerId(4), NewPlayer("David", rating=2200, club="Ruse"))]
    assert kinds == [e.PlayerDetailsAmended]
    kinds = [type(event) for event in amend_player(four(), PlayerId(4), NewPlayer("David", rating=2450))]
    assert kinds == [e.RatingCorrected, e.PairingNumbersIssued]


def test_the_confirmation_of_each_kind_of_step_is_that_of_the_checklist() -> None:
    assert {kind.name: LEVEL_OF[kind] for kind in Integrity} == {
        "NONE": 0,
        "BYE": 2,
        "ADJOURNMENT": 3,
        "ALTERATION": 3,
        "IMPORT": 3,
        "NUMBERING": 3,
        "CORRECTION": 3,
        "CONFIGURATION": 4,
    }


def test_the_level_of_each_caution_is_that_of_the_checklist() -> None:
    assert {caution.__name__: caution.level for caution in (c.Caution, *c.Caution.__subclasses__())} == {
        "Caution": 2,
        "LastRoundDiffers": 3,
        "PlayoffLeftOut": 3,
        "RoundBeforeItsDay": 3,
        "TooManyRounds": 2,
        "RoundsNotCertain": 1,
        "RoundsOfPortal": 1,
        "BothColoursWrong": 2,
        "GamesStillAdjourned": 2,
        "AnotherHalfPointBye": 3,
        "UnratedPlayers": 1,
        "BarMisplaced": 1,
        "SystemChanges": 3,
        "FullPointBye": 2,
        "LatecomerPlays": 3,
        "LeftOutBefore": 2,
        "OutsideConditions": 2,
    }


def test_finishing_an_adjourned_game_is_grave_where_it_was_paired_as_a_draw() -> None:
    state = published(played(ready()))
    levels = {
        (result, during): level_of(e.AdjournedGameFinished(1, 1, result, during), state)
        for result in (Result.DRAW, Result.WHITE_WINS)
        for during in (1, 2)
    }
    assert levels == {
        (Result.DRAW, 1): 0,
        (Result.DRAW, 2): 0,
        (Result.WHITE_WINS, 1): 0,
        (Result.WHITE_WINS, 2): 3,
    }


def test_each_confirmation_below_the_one_needed_is_too_low() -> None:
    state = ready()
    events = [e.InitialColourDrawn(Colour.BLACK), e.PairingNumbersIssued((TWO, ONE))]
    needed = max(level_of(event, state) for event in events)
    assert guarded(state, events, needed) == events
    if needed:
        with pytest.raises(NeedsConfirmation) as asked:
            guarded(state, events, needed - 1)
        assert (asked.value.level, asked.value.what) == (needed, "PairingNumbersIssued")


def test_a_round_is_paired_from_the_version_that_was_known() -> None:
    state = ready()
    paired = pair_round(state)[-1]
    assert isinstance(paired, e.RoundPaired)
    assert (paired.round, paired.based_on) == (1, state.version)


def test_nothing_needs_no_confirmation() -> None:
    assert guarded(ready(), [], 0) == []


@pytest.mark.parametrize(("first", "possible"), [(2, True), (3, False)])
def test_after_the_last_planned_round_one_more_may_be_left_or_come_back_to(first: int, possible: bool) -> None:
    """A round may be added; nobody plans two."""
    state = tournament(FOUR, rounds=1)
    gone = replay(withdraw(state, [ONE], 2), state.copy())
    for attempt in (lambda: withdraw(state, [TWO], first), lambda: readmit(gone, ONE, first)):
        if possible:
            assert attempt()
            continue
        with pytest.raises(BadField) as refused:
            attempt()
        assert refused.value.rule == "whole:1:2"
