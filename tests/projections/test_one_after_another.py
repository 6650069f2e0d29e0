"""Sheets made one from the other: every view is the one made afresh, and what nothing touched is the same object."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as e
from domain.cards.card import Float
from domain.ranking.tiebreaks import Ruleset
from domain.tournament import Tournament, evolve, replay
from domain.words.games import Result
from domain.words.players import PlayerId
from domain.words.regulations import Regulations
from projections.moment.overview import overview
from projections.moment.snapshot import Rows, Snapshot, snapshot
from projections.player.card import player_card
from projections.round.pairings import pairings
from projections.round.results import latest_results
from projections.round.seats import seats
from projections.table.crosstable import crosstable
from projections.table.rating_report import rating_report
from projections.table.standings import standings, standings_then
from tests.crosstable import history
from tests.strategies import histories
from tests.tiers import tries

PRESETS = st.sampled_from(["F10", "33.3.3", "33.3.4", "S003-SWISS", "S003-SOLKOFF", "C07-SWISS", "C07-RR"]).map(
    lambda name: (name,)
)
LISTED = """
    BH/C1 BH/M1 BH/P FB AOB SOB SB SB/C1 SBX2 DE DE/P DE1 PS PS/C1 WIN WON BPG BWG REP STD KASHDAN
    ARO/C1 TPR PTP APRO APPO TPN
"""
ORDERS = PRESETS | st.lists(st.sampled_from(LISTED.split()), min_size=1, max_size=5).map(tuple)
GLANCES = st.lists(st.sampled_from(["all", "standings", "none"]), min_size=1, max_size=6)
"""The views asked for, event by event, again and again: what nobody asked for is not there for the next snapshot."""


def views(made: Snapshot) -> dict[str, object]:
    """All that anybody could ask of a sheet."""
    t, rounds = made.tournament, range(1, made.round + 1)
    shown = {r: view for r in rounds if (view := pairings(made, r))}
    return {
        "people": made.people,
        "cards": made.cards,
        "overview": overview(t),
        "latest": latest_results(made),
        "standings": [standings(made, r) for r in range(made.round + 1)],
        "then": [standings_then(made, r) for r in rounds],
        "pairings": shown,
        "seats": [seats(made, view) for view in shown.values()],
        "drafts": [pairings(made, r, drafts=True) for r in range(1, t.paired + 1)],
        "crosstable": [crosstable(made), crosstable(made, by_place=False)],
        "ratings": rating_report(made),
        "players": [player_card(made, player) for player in made.people],
    }


def test_games_that_others_played_in_the_newest_round_are_seen_at_once() -> None:
    live = replay(history("A +w3\nB +b4\nC -b1\nD -w2"))
    before = snapshot(live)
    assert views(before)
    swapped = (
        e.PlayedGame(1, PlayerId(1), PlayerId(4), Result.DRAW),
        e.PlayedGame(2, PlayerId(3), PlayerId(2), Result.DRAW),
    )
    for counts_from in (2, 0):
        after = replay([e.GamesReseated(1, swapped, counts_from, "boards confused")], live.copy())
        assert views(snapshot(after, before)) == views(snapshot(after))


def test_players_who_float_do_so_with_the_other_colour_too() -> None:
    events = history("A +w2 ?w3\nB -b1 ?b4\nC =w4 ?b1\nD =b3 ?w2", regulations=Regulations(rounds=3))
    live = replay([*events, e.ResultRecorded(2, 1, Result.DRAW)])
    before = snapshot(live)
    assert views(before)
    after = replay([e.ColoursCorrected(2, 1, 3, "colours confused", 2)], live.copy())
    white, black = pairings(snapshot(after, before), 2).boards[0][1:3]
    assert (white.floated, black.floated) == (Float.UP, Float.DOWN)


@settings(deadline=None, max_examples=tries(60))
@given(histories(), ORDERS, st.sampled_from(Ruleset), GLANCES)
def test_every_view_of_every_moment_is_the_one_made_afresh(
    events: list[e.Event], order: tuple[str, ...], ruleset: Ruleset, glances: list[str]
) -> None:
    live, made = Tournament(), None
    for n, event in enumerate(_under(events, order, ruleset)):
        evolve(live, event)
        made = snapshot(live, made)
        glance = glances[n % len(glances)]
        if glance == "all":
            assert views(made) == views(snapshot(live))
        elif glance == "standings":
            assert standings(made) == standings(snapshot(live))
    assert made is not None
    assert views(made) == views(snapshot(replay(live.history)))


def _under(events: list[e.Event], order: tuple[str, ...], ruleset: Ruleset) -> list[e.Event]:
    """The history under other tie-breaks."""
    announced = events[0]
    assert isinstance(announced, e.TournamentAnnounced)
    laws = replace(announced.regulations, order=order, ruleset=ruleset.value)
    return [replace(announced, regulations=laws), *events[1:]]


EIGHT = """
    Alice 2500  +w5 ?b2
    Bruno 2400  +b6 ?w1
    Carla 2300  +w7 ?b4
    David 2200  +b8 ?w3
    Eva   2100  -b1 ?w6
    Finn  2000  -w2 ?b5
    Gina  1900  -b3 ?w8
    Hugo  1800  -w4 ?b7
"""
LAWS = Regulations(rounds=5, order=("WIN",))


def after_a_result() -> tuple[Snapshot, Snapshot]:
    """Two sheets, the second after Gina and Hugo have drawn on board 4."""
    state = replay(history(EIGHT, regulations=LAWS))
    before = snapshot(state)
    views(before)
    evolve(state, e.ResultRecorded(2, 4, Result.DRAW))
    return before, snapshot(state, before)


def test_a_result_leaves_the_rows_of_those_it_does_not_reach() -> None:
    before, after = after_a_result()
    known = {row.person.name: row for row in standings(before).rows}
    assert {row.person.name for row in standings(after).rows if row is known[row.person.name]} == {
        "Alice",
        "Bruno",
        "Carla",
        "David",
    }


def test_a_result_leaves_the_other_boards_and_seats() -> None:
    before, after = after_a_result()
    old, new = pairings(before, 2), pairings(after, 2)
    assert old is not None
    assert new is not None
    assert [a is b for a, b in zip(old.boards, new.boards, strict=True)] == [True, True, True, False]
    kept = [a is b for a, b in zip(seats(before, old), seats(after, new), strict=True)]
    assert kept == [True, True, True, True, True, True, False, False]


def test_a_result_leaves_the_rating_and_the_workings_of_those_it_does_not_reach() -> None:
    before, after = after_a_result()
    first, then = player_card(before, PlayerId(1)), player_card(after, PlayerId(1))
    assert first is not None
    assert then is not None
    assert then.rating is first.rating
    assert then.workings is first.workings


def test_a_row_is_made_again_only_where_its_line_says_something_else() -> None:
    rows = Rows(lambda *made_of: [*made_of])
    first = rows(["a", "b", "c", "d"], [1, 2, 3, 4])
    second = rows(["a", "B", "c", "d"], [1, 2, 3, 5])
    assert second == (["a", 1], ["B", 2], ["c", 3], ["d", 5])
    assert [one is other for one, other in zip(first, second, strict=True)] == [True, False, True, False]


def test_a_longer_or_shorter_list_has_its_rows() -> None:
    rows = Rows(str)
    assert [rows(made_of) for made_of in ([], [1], [1, 2], [2], [])] == [(), ("1",), ("1", "2"), ("2",), ()]


def test_a_result_leaves_the_crosstable_of_the_others() -> None:
    before, after = after_a_result()
    known = {row.person.name: row for row in crosstable(before).rows}
    assert {row.person.name for row in crosstable(after).rows if row is not known[row.person.name]} == {
        "Gina",
        "Hugo",
    }
