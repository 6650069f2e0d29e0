"""Files that come in from the command line: read whole, refused in one sentence."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from domain.decisions.setup.regulations import SYSTEM_OF_TEAMS
from domain.files.encodings import ENCODING_NAMES, Encoding, found_encoding, telling_names
from domain.files.tasks import TeamsOfFile, teams_of_file
from domain.files.team_regulations import is_of_teams
from domain.files.trf import Mode, RepairKind, Report, Unreadable, parse
from domain.refusals import Refusal
from server.cli.options import DEFAULT_SYSTEM, BadInput, said, terminal
from web.wording.refusals import sentence
from web.wording.trf import every_sentence, report_sentence, sentences

UNMENTIONED_REPAIRS = frozenset(
    {
        RepairKind.EXTENSION,
        RepairKind.UNKNOWN_RECORD,
        RepairKind.BYE_WITHOUT_ZEROS,
        RepairKind.RANK_MISSING,
        RepairKind.DATE_FORM,
        RepairKind.NOT_A_FEDERATION,
        RepairKind.BYTE_ORDER_MARK,
        RepairKind.MIXED_LINE_ENDS,
    }
)
"""Repairs that cannot touch a pairing or a table: said only if every repair is asked for."""

MAX_REPORT_BYTES = 64 * 1024 * 1024
"""A report of ten thousand players over thirty rounds is 4 MB."""


def add_report(parser: ArgumentParser) -> None:
    """The arguments of every command that reads a report file."""
    parser.add_argument("file", metavar="FILE.trf", help=said("fide-report-file-trf-trf"))
    parser.add_argument("--strict", action="store_true", help=said("refuse-file-needs-any-repair"))
    parser.add_argument("--repairs", action="store_true", help=said("list-every-repair-those-change"))
    add_full_byes(parser)
    add_encoding(parser)


def add_encoding(parser: ArgumentParser) -> None:
    parser.add_argument("--encoding", type=Encoding, choices=list(Encoding), help=said("encoding-of-file"))


def note_letters(data: bytes, chosen: Encoding | None, names: Iterable[str]) -> None:
    """On standard error, some names as they were read, where they depend on the encoding."""
    read_as = chosen or found_encoding(data)
    if read_as is not Encoding.UTF_8:
        shown = "; ".join(telling_names(names))
        note([said("letters-read-as", encoding=ENCODING_NAMES[read_as], names=shown)])


def add_full_byes(parser: ArgumentParser) -> None:
    parser.add_argument("--f-is-u", action="store_true", help=said("only-full-point-bye-f"))


def shown(name: str) -> str:
    return said("standard-input") if name == "-" else name


def read_bytes(name: str) -> bytes:
    """The file's content; `-` is standard input. Raises BadInput."""
    try:
        with sys.stdin.buffer if name == "-" else Path(name).open("rb") as stream:
            data = stream.read(MAX_REPORT_BYTES + 1)
    except OSError as error:
        raise BadInput(said("cannot-be-read", name=name, why=(error.strerror or str(error)).lower())) from None
    if len(data) > MAX_REPORT_BYTES:
        raise BadInput(said("is-larger-than-mb-which", name=name, largest=MAX_REPORT_BYTES // 1024 // 1024))
    return data


def read_report(arguments: Namespace) -> Report:
    """The report file of a command that has the options of `add_report`, its repairs on standard error.

    Raises BadInput.
    """
    name = arguments.file
    mode = Mode.STRICT if arguments.strict else Mode.LENIENT
    try:
        data = read_bytes(name)
        report = parse(data, mode, full_byes_are_pairing_byes=arguments.f_is_u, encoding=arguments.encoding)
    except Unreadable as problem:
        raise BadInput("\n".join(f"{shown(name)}: {line}" for line in every_sentence(problem, terminal()))) from None
    note_letters(data, arguments.encoding, (player.name for player in report.players))
    note(sentences((r for r in report.repairs if arguments.repairs or r.kind not in UNMENTIONED_REPAIRS), terminal()))
    return report


@contextmanager
def refusals_told(name: str) -> Iterator[None]:
    """What cannot be done with the file is said in a sentence that names it. Raises BadInput."""
    try:
        yield
    except Unreadable as problem:
        raise BadInput(f"{shown(name)}: {report_sentence(problem, terminal())}") from None
    except Refusal as problem:
        raise BadInput(f"{shown(name)}: {sentence(problem, None, terminal())}") from None


def read_teams(report: Report, arguments: Namespace, planned: int | None) -> TeamsOfFile:
    """The event of teams in the report file of such a command. Raises as `teams_of_file`, and BadInput."""
    teams = teams_of_file(report, planned)
    if teams is None:
        raise BadInput(said("file-has-no-teams", file=shown(arguments.file), system=arguments.system))
    return teams


def system_for_file(report: Report, arguments: Namespace) -> str:
    """The system asked for, else the one of teams or of players as the file is of either. Raises as `is_of_teams`."""
    if arguments.system is not None:
        return str(arguments.system)
    return SYSTEM_OF_TEAMS if is_of_teams(report) else DEFAULT_SYSTEM


def note(lines: Iterable[str]) -> None:
    """Remarks on standard error; standard output belongs to the answer."""
    for line in lines:
        sys.stderr.write(said("note", line=line) + "\n")
