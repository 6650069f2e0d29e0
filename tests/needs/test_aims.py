"""What there is to reach: prizes of every kind, and places that go on, with their chances and what they need."""

from datetime import UTC, datetime
from random import Random

import pytest

from domain.events import Prize, PrizesAnnounced
from domain.festival.events import SectionsLinked
from domain.tournament import Tournament, replay
from domain.words.options import PlayoffOptions
from domain.words.players import PairingNumber
from domain.words.regulations import Regulations
from projections.chances.lots import EndsByLot
from projections.chances.needs import needs_of
from projections.chances.rest import RestOfEvent, rest_of_event
from projections.chances.tally import played_out
from projections.chances.worked_out import chances
from projections.moment.chances_found import FIRST, FIRST_THREE, Aim, AimKind, NeedKind
from projections.moment.snapshot import snapshot
from projections.table.prize_list import prize_list
from tests import crosstable
from tests.needs.ends import endings


def event(prizes: PrizesAnnounced | None = None) -> Tournament:
    text = "A 2300 +w2 ?w3\nB 2200 -b1 +w4\nC 2100 +w4 ?b1\nD 1900 -b3 -b2\nE 1800 U ."
    t = crosstable.tournament(text, regulations=Regulations(rounds=2))
    return replay([prizes], t) if prizes else t


def of(rest: RestOfEvent, aim: Aim) -> dict[int, NeedKind]:
    at = rest.aims.aims.index(aim)
    return {int(number): needs[at].kind for number, needs in needs_of(rest).items()}


PRIZES = (Prize("First", 500), Prize("Second", 300, place=2), Prize("Best under 2000", 100, "U2000"))


def test_an_event_without_prizes_and_links_has_places_alone() -> None:
    assert rest_of_event(event()).aims.aims == (FIRST, FIRST_THREE)


def test_a_prize_of_a_category_is_certain_where_nobody_else_can_have_it() -> None:
    rest = rest_of_event(event(PrizesAnnounced(PRIZES, one_per_player=False)))
    assert rest.aims.aims == (FIRST, FIRST_THREE, Aim(AimKind.PRIZE, 2))
    found = of(rest, Aim(AimKind.PRIZE, 2))
    assert found[5] is NeedKind.CERTAIN
    assert found[4] is NeedKind.OUT
    assert found[1] is NeedKind.CERTAIN


def test_with_one_prize_each_somebody_may_move_up_when_the_winner_has_a_greater_one() -> None:
    rest = rest_of_event(event(PrizesAnnounced(PRIZES)))
    assert of(rest, Aim(AimKind.PRIZE, 2))[4] is NeedKind.OTHERS


def test_money_shared_among_equals_asks_for_no_tiebreak() -> None:
    text = "A 2300 +w2\nB 2200 -b1\nC 2100 +w4\nD 1900 -b3\nE 1800 =w6\nG 1700 =b5"
    t = crosstable.tournament(text, regulations=Regulations(rounds=2))
    by_place = rest_of_event(replay([PrizesAnnounced(PRIZES[:2], sharing="none")], t))
    shared = rest_of_event(replay([PrizesAnnounced(PRIZES[:2], sharing="equal")], t))
    at = by_place.aims.aims.index(Aim(AimKind.PRIZE, 2))
    assert needs_of(by_place)[PairingNumber(2)][at].tiebreak
    assert not needs_of(shared)[PairingNumber(2)][at].tiebreak


@pytest.mark.parametrize("sharing", ["equal", "hort", "none"])
def test_the_chance_of_a_prize_is_that_of_all_endings(sharing: str) -> None:
    t = event(PrizesAnnounced(PRIZES, sharing=sharing))
    rest = rest_of_event(t)
    at = rest.aims.aims.index(Aim(AimKind.PRIZE, 2))
    tally = played_out(rest, EndsByLot(Random(1).random), 400)
    lists = [found for ending in endings(t) if (found := prize_list(snapshot(ending)))]
    winners = [{row.person.number for row in found.rows} for found in lists]
    always, sometimes = set.intersection(*winners), set.union(*winners)
    for number in rest.table:
        share = tally.fulfilled(number, rest.aims, at)
        assert (share.chance > 0) == (number in sometimes)
        assert (share.chance == pytest.approx(1)) == (number in always)


def test_places_that_go_on_are_those_of_players_who_stay_and_have_played_enough() -> None:
    link = SectionsLinked(("here",), 1, "there", least_games=2)
    rest = rest_of_event(event(), [link])
    assert rest.aims.aims == (FIRST, FIRST_THREE, Aim(AimKind.QUALIFY, 1))
    found = of(rest, Aim(AimKind.QUALIFY, 1))
    assert found[5] is NeedKind.OUT
    assert found[1] is NeedKind.DRAW  # by the tables of all endings: level on points it would be ahead
    shares = played_out(rest, EndsByLot(Random(1).random), 200)
    assert sum(shares.fulfilled(number, rest.aims, 2).chance for number in rest.table) == pytest.approx(1, abs=0.05)


def test_a_play_off_for_several_places_is_something_to_reach() -> None:
    laws = Regulations(rounds=3, order=("BH", "PLAYOFF"), playoff=PlayoffOptions(places=2))
    rest = rest_of_event(crosstable.tournament("A +w2\nB -b1\nC +w4\nD -b3", regulations=laws))
    assert Aim(AimKind.QUALIFY, 2) in rest.aims.aims


def test_the_rows_have_a_chance_and_a_need_for_each_aim() -> None:
    t = event(PrizesAnnounced(PRIZES))
    rest = rest_of_event(t)
    found = chances(rest, t.version, datetime.now(UTC), played_out(rest, EndsByLot(Random(1).random), 20))
    assert found.aims == rest.aims.aims
    assert all(len(one.aims) == len(one.needs) == 3 for one in found.entrants.values())
