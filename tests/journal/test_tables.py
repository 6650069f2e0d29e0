"""Journals of round robins and Scheveningen matches come back from their rows byte for byte, and fold to the same."""

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.decisions.players.attendance import readmit, withdraw
from domain.decisions.players.numbering import draw_numbers
from domain.decisions.rounds.results import record_result
from domain.decisions.undoing import undo
from domain.events import Event
from domain.refusals import Refusal
from domain.tournament import Tournament, replay
from domain.words.games import Result
from domain.words.options import NumbersBy, RoundRobinOptions
from server.journal.chain import GENESIS
from server.journal.codec import Codec
from server.journal.entries import Append
from tests.formats.tables import entered, laws, published

AT = datetime(2026, 11, 22, 9, 0, tzinfo=UTC)
PLAYED = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def rows_of(history: list[Event]) -> list[tuple[str, bytes]]:
    codec, head, rows = Codec(), GENESIS, []
    for version, event in enumerate(history, 1):
        written = codec.write(Append("open", None, "Anna", "c", (event,)), event, version, AT, head)
        rows.append((written.name, written.row))
        head = written.entry.hash
    return rows


def something_happens(t: Tournament, data: st.DataObject) -> list[Event]:
    """A result, a withdrawal, a return or an undo."""
    match data.draw(st.sampled_from(["result", "result", "result", "leave", "back", "undo"])):
        case "leave":
            return withdraw(t, [data.draw(st.sampled_from(t.numbers))])
        case "back":
            return readmit(t, data.draw(st.sampled_from(t.numbers)))
        case "undo":
            return undo(t, t.version, "typed wrongly")
    round = data.draw(st.sampled_from(t.rounds))
    game = data.draw(st.sampled_from(round.games))
    return record_result(t, round.number, game.board, data.draw(st.sampled_from(PLAYED)), game.result)


@settings(deadline=None)
@given(st.data())
def test_what_happened_comes_back_from_its_rows(data: st.DataObject) -> None:
    numbers = data.draw(st.sampled_from([NumbersBy.RATING, NumbersBy.LOT]))
    t = entered(data.draw(st.integers(3, 7)), laws(RoundRobinOptions(data.draw(st.integers(1, 2)), numbers)))
    if numbers is NumbersBy.LOT:
        replay(draw_numbers(t, "seed"), t)
    t = published(t)
    for _ in range(data.draw(st.integers(0, 10))):
        try:
            replay(something_happens(t, data), t)
        except Refusal:
            continue
    rows = rows_of(t.history)
    read = [entry.event for entry in Codec().read_all(rows, "open", 1)]
    assert read == t.history
    assert rows_of(read) == rows
    again = replay(read)
    assert (again.rounds, again.absences, again.numbers) == (t.rounds, t.absences, t.numbers)
