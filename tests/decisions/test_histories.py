"""Invariants of every history that the desk can write, corrections at any time included (F.6, F.7)."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domain import events as e
from domain.decisions.undoing import dependents, undo
from domain.refusals import CannotUndo
from domain.tournament import Tournament, in_force, replay
from domain.tournament_cards.cards import pairing_cards, table_cards
from domain.words.players import PairingNumber
from tests.strategies import histories
from tests.tiers import tries

many = settings(deadline=None, max_examples=tries(60))


def facts(tournament: Tournament) -> tuple[object, ...]:
    """Everything but the history itself."""
    return tuple(getattr(tournament, name) for name in Tournament.__slots__ if name != "history")


@many
@given(histories())
def test_published_boards_change_only_by_events_that_say_so(events: list[e.Event]) -> None:
    """F.6: nothing but an alteration, a withdrawal or an undo touches a published pairing."""
    state = Tournament()
    for event in events:
        before = {r.number: r.boards for r in state.rounds if r.published}
        replay([event], state)
        if not isinstance(event, e.BoardsAltered | e.RoundWithdrawn | e.EventUndone):
            assert {n: state.round(n).boards for n in before} == before


@many
@given(histories())
def test_the_rating_report_differs_from_the_table_exactly_where_an_event_says_so(events: list[e.Event]) -> None:
    state = replay(events)
    said: set[int] = set()
    for _, event in in_force(events):
        if isinstance(event, e.ResultCorrectedForRating) or (
            isinstance(event, e.ColoursCorrected | e.GamesReseated) and not event.counts_from
        ):
            said.add(event.round)
    table, report = table_cards(state), table_cards(state, for_rating=True)
    differ = {
        round
        for number, card in table.items()
        for round, (line, rated) in enumerate(zip(card.lines, report[number].lines, strict=True), 1)
        if (line.code, line.colour) != (rated.code, rated.colour)
    }
    assert differ <= said


@many
@given(histories())
def test_standings_ignore_what_is_for_the_rating_report_only(events: list[e.Event]) -> None:
    """FIDE checklist, 192: the table of the stream is the table without those events."""
    void = any(isinstance(event, e.EventUndone) for event in events)
    assume(not void)
    without = [event for event in events if not isinstance(event, e.ResultCorrectedForRating)]
    assert table_cards(replay(events)) == table_cards(replay(without))


@many
@given(histories())
def test_in_every_reading_each_game_has_two_who_met_each_other(events: list[e.Event]) -> None:
    state = replay(events)
    for cards in (
        table_cards(state),
        table_cards(state, for_rating=True),
        *(pairing_cards(state, n) for n in range(2, state.published + 2)),
    ):
        for number, card in cards.items():
            for round, line in enumerate(card.lines):
                assert line.opponent is None or cards[PairingNumber(line.opponent)].lines[round].opponent == number


@many
@given(histories())
def test_every_beginning_of_a_history_is_a_state(events: list[e.Event]) -> None:
    state = Tournament()
    for length, event in enumerate(events, 1):
        replay([event], state)
        assert facts(state) == facts(replay(events[:length]))


@many
@given(histories(), st.data())
def test_undo_of_any_allowed_event_then_redo_returns_to_the_same_state(
    events: list[e.Event], data: st.DataObject
) -> None:
    before = replay(events)
    version = data.draw(st.integers(1, len(events)))
    also = dependents(before, version)
    try:
        undos = undo(before, version, "", also=also)
    except CannotUndo:
        return
    gone = replay(undos, before.copy())
    back = gone.copy()
    for undo_version in range(gone.version, before.version, -1):
        replay(undo(back, undo_version, "", also=dependents(back, undo_version)), back)
    assert facts(back) == facts(before)


@many
@given(histories(), st.lists(st.integers(0, 12), min_size=2, max_size=8))
def test_whatever_chain_of_undos_everybody_on_a_board_has_a_number_and_a_card(
    events: list[e.Event], steps_back: list[int]
) -> None:
    state = replay(events)
    for back in steps_back:
        version = max(2, state.version - back)
        try:
            undos = undo(state, version, "", also=dependents(state, version))
        except CannotUndo:
            continue
        for event in undos:
            replay([event], state)
        assert {player for round in state.rounds for player in round.seated} <= set(state.numbers)
        assert len(pairing_cards(state, state.paired + 1)) == len(state.numbers)
