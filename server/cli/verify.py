"""`tablo verify`: whether the journal is what was written, to its end."""

import argparse
import re
from collections.abc import Iterable, Iterator, Sequence

from server.cli.journal_place import add_place, opened, streams_of
from server.cli.terminal import NO, OK, Parser, bad_input, print_lines, said, say, trouble_said
from server.journal import Broken, BrokenChain, Entry, Head, Journal
from server.journal.errors import DamagedFile
from server.journal.jsonl import check_story
from server.journal.sqlite.backup import check_file
from server.journal.sqlite.journal import SQLiteJournal
from web.wording import N_

HEAD = re.compile("[0-9a-f]{8,64}")
"""A page prints the first eight digits, `tablo verify` and the export all sixty-four."""


def add(parser: Parser) -> None:
    add_place(parser)
    parser.option("tournament", "only these (default: every stream of the journal)", nargs="*")
    parser.option(
        "--head",
        "a head that was printed once: its entry must still be there (several times, for several heads)",
        action="append",
        default=[],
        metavar="HASH",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Exit code 1 if anything is not what was written, or a head is not there."""
    heads = Heads(arguments.head)
    with opened(arguments) as journal:
        sound = [_verify(journal, stream, heads) for stream in streams_of(journal, arguments.tournament)]
        if isinstance(journal, SQLiteJournal):
            sound.append(_verify_file(journal))
    print_lines(heads.lines())
    return OK if all(sound) and not heads.missing else NO


class Heads:
    """Printed heads, and where each stands in the journal. A chain alone does not show that its end was cut off."""

    def __init__(self, printed: Sequence[str]) -> None:
        """Raises BadInput."""
        for head in printed:
            if not HEAD.fullmatch(head.lower()):
                raise bad_input("{head} is no head: it has 8 to 64 digits of 0-9 and a-f", head=head)
        self._found: dict[str, str] = {head.lower(): "" for head in printed}

    @property
    def missing(self) -> list[str]:
        return [head for head, where in self._found.items() if not where]

    def looked_for(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Pass the entries on, each compared with the heads."""
        for entry in entries:
            for head in self.missing:
                if entry.hash.startswith(head):
                    facts = {"version": entry.version, "stream": entry.stream}
                    when = f"{entry.recorded_at:%Y-%m-%d %H:%M} UTC"
                    self._found[head] = said("entry {version} of {stream}, written {when}", **facts, when=when)
            yield entry

    def lines(self) -> list[str]:
        there = N_("head {head}: {where}")
        missing = N_("head {head}: NOT THERE, the journal was cut off or is another one")
        return [said(there if where else missing, head=head, where=where) for head, where in self._found.items()]


def _verify_file(journal: SQLiteJournal) -> bool:
    try:
        check_file(journal.where, journal.uri)
    except DamagedFile as damage:
        print_lines([trouble_said(damage)])
        return False
    return True


def _verify(journal: Journal, stream: str, heads: Heads) -> bool:
    found: Broken | BrokenChain | Head = journal.verify(stream)
    if not isinstance(found, Broken):
        try:
            check_story(stream, heads.looked_for(journal.read(stream, 0, found.version)))
        except BrokenChain as broken:
            found = broken
    if isinstance(found, Broken | BrokenChain):
        say("{stream}: BROKEN at entry {version}: {why}", stream=stream, version=found.version, why=found.why)
        return False
    say("{stream}: {version} entries, head {hash}", stream=stream, version=found.version, hash=found.hash)
    return True
