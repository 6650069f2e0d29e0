"""The journal as text: one canonical row per line, out of one store and into another.

A file holds whole streams, one after the other. Personal data come last, and only if they were asked for:
`{"personal":{"stream":...,"player":...,...}}`.
"""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

import msgspec

from domain.festival.state import replay_festival
from domain.games.state import replay_games
from domain.organisers.state import replay_organisers
from domain.pictures import kept_file
from domain.records import dataclass
from domain.screens.state import replay_screens
from domain.stewards.state import replay_stewards
from domain.tournament import replay
from domain.words.streams import (
    ORGANISERS,
    SCREENS,
    STEWARDS,
    is_festival,
    is_stream,
    owner_of_picture,
    tournament_of_games,
)
from server.journal.chain import GENESIS, verified_hash
from server.journal.codec import Codec, row_claims
from server.journal.entries import Broken, Entry, Head
from server.journal.errors import BrokenChain, JournalDiffers, JournalTrouble, NotAJournal
from server.journal.side.personal import PersonalData, SideStore
from server.journal.store import Journal, in_commands
from server.notice import notice

ROWS_PER_TRANSACTION = 5000
BEFORE_FIRST = Head(0, GENESIS)
PERSONAL = b'{"personal":'
NO_TIME = datetime.min.replace(tzinfo=UTC)
"""Where a history is checked, times of moves do not matter."""


class Personal(msgspec.Struct):
    stream: str
    player: int
    birth_date: str = ""
    email: str = ""
    phone: str = ""
    photo: str = ""
    """In base64."""


class PersonalLine(msgspec.Struct):
    personal: Personal


@dataclass(frozen=True, slots=True)
class Imported:
    """A stream after the import, and how many of its entries were new."""

    stream: str
    head: Head
    new: int


def export(journal: Journal, streams: Sequence[str], personal: bool = False) -> Iterator[bytes]:
    """The lines of streams without their ends. Raises `BrokenChain` before the first line of a damaged stream."""
    for stream in streams:
        found = journal.verify(stream)
        if isinstance(found, Broken):
            raise BrokenChain(stream, found.version, found.why)
        yield from journal.lines(stream, 0, found.version)
    for stream in streams if personal else ():
        yield from personal_lines(journal.side, stream)


def personal_lines(side: SideStore, stream: str) -> Iterator[bytes]:
    known, photos = side.of_stream(stream), side.photos(stream)
    for player in sorted({*known, *photos}):
        data, photo = known.get(player, PersonalData()), b64encode(photos.get(player, b"")).decode()
        one = Personal(stream, player, data.birth_date, data.email, data.phone, photo)
        yield msgspec.json.encode(PersonalLine(one))


def keep_personal(side: SideStore, one: Personal) -> None:
    """In the place of what was known here. A photo stays where none came: a file of before has none."""
    side.keep(one.stream, one.player, PersonalData(one.birth_date, one.email, one.phone))
    if one.photo:
        side.keep_photo(one.stream, one.player, b64decode(one.photo))


def import_lines(journal: Journal, lines: Callable[[], Iterable[bytes]], where: str) -> list[Imported]:
    """Everything is checked before anything is stored; entries that are there already are compared, not stored.

    `lines` gives the same lines each time it is called. Raises `NotAJournal`, `BrokenChain`, `UnknownEvent`.
    """
    known = {info.stream: Head(info.version, info.hash) for info in journal.streams()}
    heads = inspect(lines(), where, known)
    _same_beginnings(journal, heads, known)
    for stream, rows in groupby(lines(), _stream_of):
        if stream:
            have = known.get(stream, BEFORE_FIRST).version
            for chunk in in_commands((row for row in rows if row_claims(row).version > have), ROWS_PER_TRANSACTION):
                journal.adopt(stream, chunk)
            continue
        for row in rows:
            found = msgspec.json.decode(row, type=PersonalLine).personal
            keep_personal(journal.side, found)
    new = {stream: head.version - known.get(stream, BEFORE_FIRST).version for stream, head in heads.items()}
    return [Imported(stream, head, max(0, new[stream])) for stream, head in heads.items()]


def inspect(lines: Iterable[bytes], where: str, known: Mapping[str, Head]) -> dict[str, Head]:
    """The heads of the streams in a file whose every line is what was written once and can be understood.

    Raises `JournalDiffers` where a `known` head is not that of the file at the same place.
    """
    heads: dict[str, Head] = {}
    codec, current = Codec(), ""
    for number, line in enumerate(lines, 1):
        try:
            if line.startswith(PERSONAL):
                _belongs(msgspec.json.decode(line, type=PersonalLine).personal, heads, known, where, number)
                continue
            row = row_claims(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise NotAJournal(where, number, notice("is-no-entry-journal")) from error
        if not is_stream(row.stream) or (row.stream != current and row.stream in heads):
            raise NotAJournal(where, number, notice("no-tournament-can-begin-here", stream=repr(row.stream[:80])))
        current, last = row.stream, heads.get(row.stream, BEFORE_FIRST)
        if row.version != last.version + 1:
            why = notice("entry-follows-entry", version=row.version, stream=row.stream, version2=last.version)
            raise NotAJournal(where, number, why)
        if verified_hash(last.hash, line) is None:
            raise NotAJournal(where, number, notice("entry-was-changed", version=row.version, stream=row.stream))
        codec.read(row.name, line, row.stream, row.version)
        check_understood(codec, line, row.stream, row.version)
        heads[row.stream] = Head(row.version, row.hash)
        if row.version == known.get(row.stream, BEFORE_FIRST).version and heads[row.stream] != known[row.stream]:
            raise JournalDiffers(row.stream)
    if not heads:
        raise NotAJournal(where, 1, notice("there-is-no-entry"))
    return heads


def check_stories(lines: Iterable[bytes]) -> None:
    """Checks that each history of a file that `inspect` has seen can have happened. Raises `BrokenChain`."""
    codec = Codec()
    for stream, rows in groupby(lines, _stream_of):
        if stream:
            check_story(stream, (codec.read(row_claims(row).name, row, stream, n) for n, row in enumerate(rows, 1)))


def _belongs(personal: Personal, heads: Mapping[str, Head], known: Mapping[str, Head], where: str, number: int) -> None:
    if personal.stream not in heads and personal.stream not in known:
        raise NotAJournal(where, number, notice("personal-data-of-nobody", stream=repr(personal.stream[:80])))


def _stream_of(line: bytes) -> str:
    """Empty for personal data."""
    return "" if line.startswith(PERSONAL) else row_claims(line).stream


def _same_beginnings(journal: Journal, heads: Mapping[str, Head], known: Mapping[str, Head]) -> None:
    """Checks streams with more entries in the journal than in the file: the last seal in common says it all."""
    for stream, head in heads.items():
        if head.version < known.get(stream, BEFORE_FIRST).version:
            [mine] = journal.lines(stream, head.version - 1, head.version)
            if row_claims(mine).hash != head.hash:
                raise JournalDiffers(stream)


# Entries from elsewhere: sealed by whoever sent them, so the seals alone do not say that they can be read and shown.
# An entry once stored is read by every process at every start. An entry that cannot follow those before it, or says
# more than this program understands, is refused while it is still somebody else's.


def _replay_of(stream: str) -> Any:
    replays: dict[str, Any] = {
        SCREENS: replay_screens,
        STEWARDS: replay_stewards,
        ORGANISERS: replay_organisers,
    }
    if is_festival(stream):
        return replay_festival
    if owner_of_picture(stream):
        return lambda events, _: kept_file(stream, events)
    if tournament_of_games(stream):
        return lambda events, into: replay_games(((event, NO_TIME) for event in events), into)
    return replays.get(stream, replay)


def check_story(stream: str, entries: Iterable[Entry], into: Any = None) -> None:
    """Folds from nothing, or from where `into` stands. Raises `BrokenChain` where it cannot go on."""
    last = 0

    def events() -> Iterable[Any]:
        nonlocal last
        for entry in entries:
            last = entry.version
            yield entry.event

    try:
        _replay_of(stream)(events(), into)
    except JournalTrouble:
        raise
    except Exception as error:  # a fold may stumble over anything in a history that never was
        why = notice("does-not-follow", kind=type(error).__name__, why=error)
        raise BrokenChain(stream, last, why) from error


def check_understood(codec: Codec, row: bytes, stream: str, version: int) -> None:
    """Raises `BrokenChain` for fields that this program would silently leave out."""
    if unknown := codec.unknown_fields(row):
        why = notice("newer-tablo-wrote-fields-does", unknown=", ".join(sorted(unknown)))
        raise BrokenChain(stream, version, why)
