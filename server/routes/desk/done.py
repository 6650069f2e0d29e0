"""What was done, as pages of the desk tell it: by the command just now, on a board, in the pairing by hand."""

from collections.abc import Iterable, Sequence
from itertools import islice, takewhile

from domain.events import HandPairingBegun, PlayerRegistered, boards_of
from domain.tournament import Tournament
from projections.lists.day import FEWEST_TOGETHER
from projections.lists.history import History, HistoryRow
from projections.moment.people import PeopleByNeed
from server.journal import Entry
from server.office.tournaments import TournamentOffice
from web.wording import Language
from web.wording.chess.telling import EventInWords
from web.wording.events import event_in_words


def in_words(
    history: History, t: Tournament, versions: Iterable[int], words: Language
) -> list[tuple[HistoryRow, EventInWords]]:
    rows, known = [history.row(version) for version in versions], PeopleByNeed(t)
    return [(row, event_in_words(row, known, words)) for row in rows]


def done_by(name: str, office: TournamentOffice, did: str) -> list[int]:
    """Versions of what somebody's command before the redirect did, from `?did=` (the first of them)."""
    entries = office.entries
    if not (did.isascii() and did.isdigit() and len(did) < 10 and 1 <= int(did) <= len(entries)):
        return []
    first = entries[int(did) - 1]
    return _as_far_as_it_goes(islice(entries, int(did) - 1, None), first) if first.by == name else []


def registered_together(office: TournamentOffice, done: Sequence[int]) -> int:
    """How many players a command registered that did nothing else; 0 where they are few enough to be named."""
    alone = all(isinstance(office.entries[version - 1].event, PlayerRegistered) for version in done)
    return len(done) if alone and len(done) >= FEWEST_TOGETHER else 0


def written_with(office: TournamentOffice, version: int) -> list[int]:
    """Versions of all that the same command wrote."""
    entries, at = office.entries, version - 1
    before = _as_far_as_it_goes((entries[i] for i in range(at, -1, -1)), entries[at])
    return [*reversed(before), *_as_far_as_it_goes(islice(entries, at + 1, None), entries[at])]


def _as_far_as_it_goes(entries: Iterable[Entry], of: Entry) -> list[int]:
    return [entry.version for entry in takewhile(lambda entry: entry.command_id == of.command_id, entries)]


def hand_pairing(office: TournamentOffice) -> Entry | None:
    """The beginning of the pairing by hand that is going on, with its author and time; None = there is none."""
    if not office.tournament.by_hand:
        return None
    return next((e for e in reversed(office.entries) if isinstance(e.event, HandPairingBegun)), None)


def last_entry(office: TournamentOffice, round: int, board: int) -> Entry | None:
    """The newest entry about a board, with its author and time."""
    return next((e for e in reversed(office.entries) if (round, board) in boards_of(e.event)), None)
