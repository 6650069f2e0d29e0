"""Lines of a bank statement beside what is owed: which of them can be noted as paid, and why the others cannot."""

from collections.abc import Iterable, Iterator
from enum import StrEnum

from domain.decisions.players.fees import owed
from domain.decisions.players.paying import references
from domain.files.lists.statements import StatementLine
from domain.records import dataclass
from domain.tournament import Tournament
from domain.words.choices.fees import Transfer
from domain.words.players import EntrantId
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot


class Unpaid(StrEnum):
    """Why a line is not offered. The order is that in which it is asked."""

    NO_REFERENCE = "no-reference"
    OTHER_REFERENCE = "other-reference"
    """It begins as ours do, or is one of another tournament."""
    SEVERAL = "several"
    """References of more than one entrant."""
    WENT_OUT = "went-out"
    NO_SUM = "no-sum"
    NOT_BOOKED = "not-booked"
    CURRENCY = "currency"
    SETTLED = "settled"
    """Nothing is owed: it was noted before, for example."""
    TWICE = "twice"
    """A line before this one pays it."""
    OTHER_SUM = "other-sum"


@dataclass(frozen=True, slots=True)
class StatementRow:
    line: StatementLine
    person: Person | None
    owed: int
    unpaid: Unpaid | None
    """None = it is offered."""
    transfer: Transfer | None = None


def read_off(snapshot: Snapshot, lines: Iterable[StatementLine], today: str) -> tuple[StatementRow, ...]:
    """Every line in its order; `today` stands for the day of a line that names none."""
    t, known, taken = snapshot.tournament, references(snapshot.tournament), set[EntrantId]()
    return tuple(_row(snapshot, t, line, known, taken, today) for line in lines)


def _row(
    snapshot: Snapshot, t: Tournament, line: StatementLine, known: dict[str, EntrantId], taken: set[EntrantId], day: str
) -> StatementRow:
    letters = "".join(filter(str.isalnum, line.words)).upper()
    found = {*_named(letters, known)}
    id = next(iter(found)) if len(found) == 1 else None
    still = owed(t, id) if id is not None else 0
    why = _why(t, line, len(found), letters, still)
    if why is None and id in taken:
        why = Unpaid.TWICE
    person = snapshot.people.get(id) if id is not None else None
    if id is None or why is not None:
        return StatementRow(line, person, still, why)
    taken.add(id)
    return StatementRow(line, person, still, None, Transfer(id, still, line.day or day))


def _why(t: Tournament, line: StatementLine, found: int, letters: str, still: int) -> Unpaid | None:
    came = [cents for cents in line.hundredths if cents > 0]
    return next(
        (
            why
            for why, holds in (
                (Unpaid.NO_REFERENCE, not found and not (t.fees.mark and t.fees.mark in letters)),
                (Unpaid.OTHER_REFERENCE, not found),
                (Unpaid.SEVERAL, found > 1),
                (Unpaid.WENT_OUT, bool(line.hundredths) and not came),
                (Unpaid.NO_SUM, not came),
                (Unpaid.NOT_BOOKED, line.announced),
                (Unpaid.CURRENCY, line.currency not in ("", t.fees.currency)),
                (Unpaid.SETTLED, still <= 0),
                (Unpaid.OTHER_SUM, still not in came),
            )
            if holds
        ),
        None,
    )


def _named(letters: str, known: dict[str, EntrantId]) -> Iterator[EntrantId]:
    """Those whose references stand in the text of letters and digits; of two that begin alike the longer."""
    longest = max(map(len, known), default=0)
    at = letters.find("RF")
    while at >= 0:
        here = (letters[at : at + size] for size in range(longest, 4, -1))
        if one := next((word for word in here if word in known), None):
            yield known[one]
        at = letters.find("RF", at + 1)
