"""`tablo verify`: whether the journal is what was written, to its end."""

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Sequence

from server.cli.journal_place import add_command, opened, streams_of
from server.cli.options import NO, OK, BadInput, Subcommands, said, trouble_said
from server.journal import Broken, BrokenChain, Entry, Journal
from server.journal.errors import DamagedFile
from server.journal.jsonl import check_story
from server.journal.sqlite.backup import check_file
from server.journal.sqlite.journal import SQLiteJournal

HEAD = re.compile("[0-9a-f]{8,64}")
"""A page prints the first eight digits, `tablo verify` and the export all sixty-four."""


def add(subcommands: Subcommands) -> None:
    verify = add_command(subcommands, "verify", run, said("read-whole-journal-check-hash"))
    verify.add_argument("tournament", nargs="*", help=said("only-these-default-every-stream"))
    verify.add_argument(
        "--head",
        action="append",
        default=[],
        metavar="HASH",
        help=said("head-was-printed-once-entry"),
    )


def run(arguments: argparse.Namespace) -> int:
    """Exit code 1 if anything is not what was written, or a head is not there."""
    heads = Heads(arguments.head)
    with opened(arguments) as journal:
        sound = [_verify(journal, stream, heads) for stream in streams_of(journal, arguments.tournament)]
        if isinstance(journal, SQLiteJournal):
            sound.append(_verify_file(journal))
    sys.stdout.writelines(f"{line}\n" for line in heads.said())
    return OK if all(sound) and not heads.missing else NO


class Heads:
    """Printed heads, and where each stands in the journal. A chain alone does not show that its end was cut off."""

    def __init__(self, printed: Sequence[str]) -> None:
        """Raises BadInput."""
        for head in printed:
            if not HEAD.fullmatch(head.lower()):
                raise BadInput(said("not-a-head", head=head))
        self._found: dict[str, str] = {head.lower(): "" for head in printed}

    @property
    def missing(self) -> list[str]:
        return [head for head, where in self._found.items() if not where]

    def looked_for(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """The same entries, each compared with the heads on the way."""
        for entry in entries:
            for head in self.missing:
                if entry.hash.startswith(head):
                    when = f"{entry.recorded_at:%Y-%m-%d %H:%M} UTC"
                    self._found[head] = said("entry-written", version=entry.version, stream=entry.stream, when=when)
            yield entry

    def said(self) -> list[str]:
        return [
            said("head-stands-at", head=head, where=where) if where else said("head-not-there-journal-was", head=head)
            for head, where in self._found.items()
        ]


def _verify_file(journal: SQLiteJournal) -> bool:
    try:
        check_file(journal.where, journal.uri)
    except DamagedFile as damage:
        sys.stdout.write(trouble_said(damage) + "\n")
        return False
    return True


def _verify(journal: Journal, stream: str, heads: Heads) -> bool:
    found = journal.verify(stream)
    if isinstance(found, Broken):
        sys.stdout.write(said("broken-entry", stream=stream, version=found.version, why=trouble_said(found.why)) + "\n")
        return False
    try:
        check_story(stream, heads.looked_for(journal.read(stream, 0, found.version)))
    except BrokenChain as broken:
        sys.stdout.write(
            said("broken-entry", stream=stream, version=broken.version, why=trouble_said(broken.why)) + "\n"
        )
        return False
    sys.stdout.write(said("entries-head", stream=stream, version=found.version, hash=found.hash) + "\n")
    return True
