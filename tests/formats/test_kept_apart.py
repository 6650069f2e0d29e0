"""Players of one federation or club are kept apart in the first rounds, where the system allows it."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from domain import events as e
from domain.decisions.rounds.pairing import close_round, pair_round
from domain.decisions.rounds.results import record_result
from domain.decisions.rounds.why import reasons
from domain.decisions.setup.announcing import amend_regulations
from domain.decisions.setup.regulations import IN_FORCE
from domain.files.exporting import report_of
from domain.files.trf.reading import parse
from domain.files.trf.tasks import report_task
from domain.files.trf.writing import write
from domain.pairing import SYSTEMS, system_of
from domain.pairing.kept_apart import ApartByRule, KeptApart
from domain.refusals import BadField
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import pairing_task
from domain.words.games import Result
from domain.words.options import ApartBy, SwissOptions
from domain.words.players import Player, PlayerId
from projections.chances.rest import rest_of_event
from tests.crosstable import drawn, published
from web.wording import language
from web.wording.pairing import step_in_words

RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
SYSTEMS_TRIED = ("dutch-1998", "dutch-2026", "dubov-2026", "burstein-2026", "lim")


def begun(federations: str, rounds: int = 5, system: str = "dutch-2026", **options: object) -> Tournament:
    """One letter for each player, the strongest first: the federation AAA and the club a."""
    laws = replace(IN_FORCE, system=system, rounds=rounds, swiss=replace(SwissOptions(), **options))  # type: ignore[arg-type]
    everybody = [
        Player(PlayerId(n), f"Player {n:02}", 2500 - 10 * n, federation=(3 * one).strip(), club=one.strip())
        for n, one in enumerate(federations, 1)
    ]
    return drawn(laws, players=everybody)


def meetings(t: Tournament, round: int) -> list[str]:
    """Federations that met each other within themselves."""
    games = [game for match in t.round(round).matches.values() for game in match]
    pairs = [(t.players[game.white].federation, t.players[game.black].federation) for game in games]
    return [one for one, other in pairs if one == other]


def played(t: Tournament, dice: Random) -> Tournament:
    for board in t.round(t.paired).matches:
        t = replay(record_result(t, t.paired, board, dice.choice(RESULTS), None), t)
    return replay(close_round(t, t.paired), t)


@pytest.mark.parametrize("system", SYSTEMS_TRIED)
def test_they_do_not_meet_in_the_first_rounds(system: str) -> None:
    t, dice = begun("AABBCCDDAABBCCDD", system=system, apart_by=ApartBy.FEDERATION, apart_rounds=3), Random(1)
    for round in (1, 2, 3):
        t = published(t)
        assert meetings(t, round) == []
        t = played(t, dice)


def test_without_the_rule_they_do() -> None:
    assert meetings(published(begun("AABBAABB")), 1)


def test_later_rounds_are_paired_as_without_the_rule() -> None:
    plain, apart = (begun("AABBCCDD", apart_by=by, apart_rounds=1) for by in (ApartBy.NOTHING, ApartBy.FEDERATION))
    task = pairing_task(played(published(apart), Random(2)), 2)
    assert task.avoided == frozenset()
    assert system_of(apart).pair(task) == system_of(plain).pair(task)


def test_capitals_do_not_count_nor_players_who_say_nothing() -> None:
    assert len(pairing_task(published(begun("AABBaabb", apart_by=ApartBy.FEDERATION)), 1).avoided) == 2 * 6
    assert pairing_task(published(begun("    BBbb", apart_by=ApartBy.CLUB)), 1).avoided == {
        frozenset(pair) for pair in combinations((5, 6, 7, 8), 2)
    }


def test_club_and_federation_count_at_once() -> None:
    t = begun("AABBCCDD", apart_by=ApartBy.EITHER)
    t.players[PlayerId(1)] = replace(t.players[PlayerId(1)], club="d")
    both = {frozenset(pair) for pair in ((1, 2), (3, 4), (5, 6), (7, 8), (1, 7), (1, 8))}
    t = published(t)
    assert pairing_task(t, 1).avoided == both
    written = [frozenset(pair) for one in report_of(t).forbidden for pair in combinations(one.players, 2)]
    assert (len(written), {*written}) == (len(both), both)


def test_where_it_cannot_be_helped_as_few_meet_as_must() -> None:
    """Six of eight are of one federation: two of them have somebody else, and four meet each other."""
    t = published(begun("AAAAAABB", apart_by=ApartBy.FEDERATION))
    assert Counter(meetings(t, 1))["AAA"] <= 3
    told = reasons(t, 1).account.way[0].facts
    assert isinstance(told, KeptApart)
    assert len(told.meeting) == len(meetings(t, 1))


@pytest.mark.parametrize("system", SYSTEMS_TRIED)
def test_no_more_meet_than_must(system: str) -> None:
    """Of n players k of one federation: 2k - n of them cannot have somebody else."""
    dice = Random(f"least {system}")
    for _ in range(12):
        others = dice.randrange(3, 8)
        more = others + 2 * dice.randrange(1, 3)
        letters = list("A" * more + "BCDEFGH"[:others])
        dice.shuffle(letters)
        t = published(begun("".join(letters), system=system, apart_by=ApartBy.FEDERATION))
        assert meetings(t, 1) == ["AAA"] * ((more - others) // 2)


def test_the_flag_of_fide_makes_no_compatriots() -> None:
    t = begun("AABB", apart_by=ApartBy.FEDERATION)
    fide = [replace(player, federation="FID") for player in t.players.values()]
    t = published(drawn(t.regulations, players=fide))
    assert pairing_task(t, 1).avoided == frozenset()


def test_rounds_played_out_keep_apart_in_their_own_rounds_alone() -> None:
    t = published(begun("AABBCC", rounds=3, apart_by=ApartBy.FEDERATION, apart_rounds=2))
    rest = rest_of_event(t)
    assert [bool(avoided) for _, avoided in rest.apart.values()] == [True, False]


def test_everybody_of_one_federation_is_paired_as_without_the_rule() -> None:
    plain, apart = (begun("AAAAAAAA", apart_by=by) for by in (ApartBy.NOTHING, ApartBy.FEDERATION))
    pairs = [{(m[0].white, m[0].black) for m in published(t).round(1).matches.values()} for t in (plain, apart)]
    assert pairs[0] == pairs[1]


def test_the_account_says_the_rule_and_why_two_do_not_meet() -> None:
    t = published(begun("AABBAABB", apart_by=ApartBy.FEDERATION))
    account = reasons(t, 1)
    said = step_in_words(account.system, account.account.way[0], str, language("en")).sentence
    assert said == "Players of one federation are kept apart in this round where the system allows it."
    step = system_of(t).why_not(pairing_task(t, 1), *sorted(next(iter(pairing_task(t, 1).avoided))))
    assert isinstance(step.facts, ApartByRule)
    assert (
        "kept apart in this round, as both are of one federation"
        in step_in_words("x", step, str, language("en")).sentence
    )


def test_the_pairing_says_that_it_was_kept() -> None:
    drafted = pair_round(begun("AABBAABB", apart_by=ApartBy.CLUB, apart_rounds=2))[-1]
    assert isinstance(drafted, e.RoundPaired)
    assert drafted.engine_version.endswith("+apart-club-2")


def test_a_report_file_says_who_was_kept_apart_and_its_round_is_paired_alike() -> None:
    t = published(begun("AABBCCAAAA", apart_by=ApartBy.FEDERATION, apart_rounds=2))
    report = parse(write(report_of(t)).encode())
    task = report_task(report, 1)
    assert task.forbidden
    made = SYSTEMS["dutch-2026"].pair(task)
    assert {(p.white, p.black) for p in made.pairs} == {
        (t.numbers.index(m[0].white) + 1, t.numbers.index(m[0].black) + 1) for m in t.round(1).matches.values()
    }


def test_the_number_of_rounds_is_nought_or_more() -> None:
    t = begun("AABB", apart_by=ApartBy.CLUB)
    with pytest.raises(BadField) as refused:
        amend_regulations(t, replace(t.regulations, swiss=SwissOptions(apart_by=ApartBy.CLUB, apart_rounds=-1)))
    assert refused.value.field == "apart_rounds"
