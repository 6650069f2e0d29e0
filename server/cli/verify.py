"""`tablo verify`: whether the journal is what was written, to its end."""

import argparse
import re
from collections.abc import Iterable, Iterator, Sequence

from server.cli.journal_place import add_place, head_facts, head_line, opened, streams_of
from server.cli.terminal import NO, OK, Parser, bad_input, print_answer, said, trouble_said, watched
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
    parser.json_flag()
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Exit code 1 if anything is not what was written, or a head is not there."""
    heads = Heads(arguments.head)
    with opened(arguments) as journal:
        wanted = streams_of(journal, arguments.tournament)
        shown = watched(wanted, len(wanted), N_("Checking the journal"))
        found = {stream: _verified(journal, stream, heads) for stream in shown}
        damage = _damage(journal)
    facts = {"streams": [_facts(*one) for one in found.items()], "heads": heads.facts(), "damage": damage}
    lines = [*(_line(*one) for one in found.items()), *([damage] if damage else ()), *heads.lines()]
    print_answer(arguments, facts, lines or [said("The journal is empty and well.")])
    broken = damage or heads.missing or any(isinstance(one, BrokenChain) for one in found.values())
    return NO if broken else OK


class Heads:
    """Printed heads, and where each stands in the journal. A chain alone does not show that its end was cut off."""

    def __init__(self, printed: Sequence[str]) -> None:
        """Raises BadInput."""
        for head in printed:
            if not HEAD.fullmatch(head.lower()):
                raise bad_input("{head} is no head: it has 8 to 64 digits of 0-9 and a-f", head=head)
        self._found: dict[str, Entry | None] = {head.lower(): None for head in printed}

    @property
    def missing(self) -> list[str]:
        return [head for head, entry in self._found.items() if entry is None]

    def looked_for(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Pass the entries on, each compared with the heads."""
        for entry in entries:
            for head in self.missing:
                if entry.hash.startswith(head):
                    self._found[head] = entry
            yield entry

    def lines(self) -> Iterator[str]:
        for head, entry in self._found.items():
            if entry is None:
                yield said("head {head}: NOT THERE, the journal was cut off or is another one", head=head)
                continue
            facts = {"version": entry.version, "stream": entry.stream}
            when = f"{entry.recorded_at:%Y-%m-%d %H:%M} UTC"
            where = said("entry {version} of {stream}, written {when}", **facts, when=when)
            yield said("head {head}: {where}", head=head, where=where)

    def facts(self) -> list[dict[str, object]]:
        """An entry that is not there is null."""
        return [
            {"head": head, "entry": None if entry is None else _place(entry)} for head, entry in self._found.items()
        ]


def _place(entry: Entry) -> dict[str, object]:
    return {"stream": entry.stream, "number": entry.version, "written": entry.recorded_at.isoformat()}


def _damage(journal: Journal) -> str | None:
    """What is wrong with the file of the journal, if it is one."""
    try:
        if isinstance(journal, SQLiteJournal):
            check_file(journal.where, journal.uri)
    except DamagedFile as damage:
        return trouble_said(damage)
    return None


def _verified(journal: Journal, stream: str, heads: Heads) -> Head | BrokenChain:
    found = journal.verify(stream)
    if isinstance(found, Broken):
        return BrokenChain(stream, found.version, found.why)
    try:
        check_story(stream, heads.looked_for(journal.read(stream, 0, found.version)))
    except BrokenChain as broken:
        return broken
    return found


def _line(stream: str, found: Head | BrokenChain) -> str:
    if isinstance(found, BrokenChain):
        return said("{stream}: BROKEN at entry {version}: {why}", stream=stream, version=found.version, why=found.why)
    return head_line(stream, found.version, found.hash)


def _facts(stream: str, found: Head | BrokenChain) -> dict[str, object]:
    if isinstance(found, BrokenChain):
        return {"stream": stream, "broken_at": found.version, "why": trouble_said(found.why)}
    return head_facts(stream, found.version, found.hash)
