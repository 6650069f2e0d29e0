"""Views are functions of the journal: however it is folded, they are the same."""

from hypothesis import given, settings

from domain.events import Event, ResultRecorded
from domain.tournament import Tournament, evolve, replay
from domain.words.games import Result
from projections.moment.snapshot import Snapshot, snapshot
from projections.player.card import player_card
from projections.round.pairings import pairings
from projections.round.seats import seats
from projections.table.crosstable import crosstable
from projections.table.rating_report import rating_report
from projections.table.standings import standings, standings_then
from tests.crosstable import big_open
from tests.python_calls import python_calls
from tests.strategies import histories
from tests.tiers import tries


def views(made: Snapshot) -> list[object]:
    """Everything the public pages show."""
    rounds = range(1, made.round + 1)
    shown = [view for r in rounds if (view := pairings(made, r))]
    return [
        made.people,
        made.cards,
        *shown,
        *(seats(made, view) for view in shown),
        *(standings(made, r) for r in rounds),
        *(standings_then(made, r) for r in rounds),
        crosstable(made),
        crosstable(made, by_place=False),
        rating_report(made),
        *(player_card(made, player) for player in made.people),
    ]


@settings(deadline=None, max_examples=tries(60))
@given(histories())
def test_a_sheet_made_from_the_one_before_is_the_sheet_made_afresh(events: list[Event]) -> None:
    live, earlier = Tournament(), None
    for event in events:
        evolve(live, event)
        earlier = snapshot(live, earlier)
        standings(earlier)
    assert earlier is not None
    assert views(earlier) == views(snapshot(replay(events)))


@settings(deadline=None, max_examples=30)
@given(histories())
def test_replaying_in_pieces_gives_the_same_views(events: list[Event]) -> None:
    half = len(events) // 2
    assert views(snapshot(replay(events[half:], replay(events[:half])))) == views(snapshot(replay(events)))


@settings(deadline=None, max_examples=30)
@given(histories())
def test_a_draft_is_in_no_view(events: list[Event]) -> None:
    state = replay(events)
    if state.draft is None:
        return
    made = snapshot(state)
    assert made.round == state.draft.number - 1
    assert pairings(made, state.draft.number) is None
    assert all(len(card.lines) < state.draft.number for card in made.cards.values())


def test_a_result_in_a_replay_is_two_calls() -> None:
    """Nine tenths of a long journal are results: one step, and one new version of a game."""
    paired = replay(big_open(20, 1, played=0))
    first = [ResultRecorded(1, board, Result.DRAW) for board in range(1, 11)]
    results = [*first, *(ResultRecorded(1, board, Result.WHITE_WINS) for board in range(1, 11))]
    called = python_calls(lambda: replay(results, paired))
    assert paired.round(1).results == [Result.WHITE_WINS] * 10
    assert called == 2 + 2 * len(results)


def test_a_result_leaves_the_other_rows_of_the_table_the_same_objects() -> None:
    """Pages keep what they made of those rows; a place beyond 256 is an object like any other."""
    now = replay(big_open(600, 2, played=1))
    earlier = snapshot(now)
    before = standings(earlier, 2)
    evolve(now, ResultRecorded(2, 1, Result.DRAW))
    after = standings(snapshot(now, earlier), 2)
    assert after.rows == standings(snapshot(now), 2).rows != before.rows
    assert sum(new is old for new, old in zip(after.rows, before.rows, strict=True)) == 598
