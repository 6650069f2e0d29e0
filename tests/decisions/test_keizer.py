"""A tournament by Keizer: absences, somebody who comes late, a correction, and the rest of the season by lot."""

from dataclasses import replace
from random import Random

from domain.cards.card import Pair
from domain.decisions.rounds.correcting import correct_result
from domain.decisions.rounds.late_boards import seat_latecomer
from domain.decisions.setup.regulations import IN_FORCE
from domain.pairing import SYSTEMS
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import pairing_task
from domain.words.games import Code, Result
from domain.words.options import SwissOptions
from domain.words.players import EntrantId
from projections.chances.lots import EndsByLot
from projections.chances.playing_out import play_out
from projections.chances.rest import rest_of_event
from projections.moment.snapshot import snapshot
from projections.round.reprojection import pairing_effects
from projections.table.standings import standings
from tests.crosstable import entered, published, tournament, with_results

LAWS = replace(IN_FORCE, system="keizer", rounds=9, order=("KEIZER",), swiss=SwissOptions(rounds_between=2))


def after(rounds: int, players: int = 6) -> Tournament:
    """White wins every game; the last round stands with its results."""
    t = entered(players, LAWS)
    for _ in range(rounds):
        t = with_results(published(t))
    return t


def pairs(t: Tournament, round: int) -> list[tuple[EntrantId, EntrantId]]:
    return [(match[0].white, match[0].black) for match in t.round(round).matches.values()]


def test_a_round_is_paired_from_the_top_of_the_table() -> None:
    t = after(1)
    table = [row.person.id for row in standings(snapshot(t)).rows]
    first, *_ = pairs(published(t), 2)
    assert set(first) == {table[0], next(id for id in table[1:] if {id, table[0]} not in map(set, pairs(t, 1)))}


def test_more_rounds_are_paired_than_there_are_opponents() -> None:
    assert after(9, 4).published == 9


def test_a_corrected_result_shows_the_next_pairing_that_it_would_make() -> None:
    t = published(after(1))
    events = correct_result(t, 1, 1, Result.BLACK_WINS, "scoresheet")
    found = pairing_effects(snapshot(t), events, 1)
    assert [effect.round for effect in found if effect.differs] == [2]


def test_the_rest_of_the_season_is_played_out_with_the_same_two_again() -> None:
    """Four players, nine rounds: whoever has met everybody meets them again, after two rounds and no sooner."""
    t = published(after(2, 4))
    rest = rest_of_event(t)
    *_, ending = play_out(rest, EndsByLot(Random(1).random), last_rounds=7)
    for card in ending.cards.values():
        met = [line.opponent for line in card.lines if line.code.played]
        assert len(met) == 9
        assert all(len({*met[at : at + 3]}) == 3 for at in range(7))


def test_somebody_who_comes_late_plays_the_one_with_the_bye_without_a_reason() -> None:
    t = tournament(
        """
        Alice 2400  ?w2
        Bruno 2300  ?b1
        Carla 2200  U
        David 2100  Z
        """,
        regulations=LAWS,
    )
    t = replay(seat_latecomer(t, 1, EntrantId(4)), t)
    assert (EntrantId(4), EntrantId(3)) in pairs(t, 1)
    assert all(line.code is not Code.PAIRING_BYE for card in pairing_task(t, 2).cards.values() for line in card.lines)


def test_boards_by_hand_are_named_that_meet_too_soon() -> None:
    task = pairing_task(after(1), 2)
    ((white, black), *_) = [(card.number, card.lines[0].opponent) for card in task.cards.values()]
    assert black is not None
    assert [breach.number for breach in SYSTEMS["keizer"].check(task, (Pair(white, black),))][-1:] == ["K3"]
