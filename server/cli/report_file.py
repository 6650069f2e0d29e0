"""Report files that come in from the command line, and the systems and formats that commands pair by."""

import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from domain.decisions.setup.regulations import IN_FORCE, SYSTEM_OF_TEAMS
from domain.files.encodings import ENCODING_NAMES, Encoding, found_encoding, telling_names
from domain.files.header import system_in
from domain.files.rechecking import TeamsOfFile, teams_of_file
from domain.files.teams.regulations import is_of_teams
from domain.files.trf import Mode, RepairKind, Report, Unreadable, is_of_swiss_manager, parse
from domain.pairing import SYSTEMS
from domain.refusals import Refusal
from domain.words.options import RoundRobinOptions
from domain.words.regulations import Entrants, Format, Regulations
from server.cli.terminal import BadInput, Parser, bad_input, note, notes, own_language, positive, reason_of, said
from web.wording.trf import every_sentence, report_sentence, sentences

DEFAULT_SYSTEM = IN_FORCE.system

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


def add_report(parser: Parser) -> None:
    parser.option("file", "a FIDE report file (TRF16 or TRF26); - is standard input", metavar="FILE.trf")
    parser.flag("--strict", "refuse a file that needs any repair")
    parser.flag("--repairs", "list every repair, those that change nothing here too")
    add_full_byes(parser)
    add_encoding(parser)


def add_encoding(parser: Parser) -> None:
    parser.option(
        "--encoding",
        "the encoding of a file whose letters look wrong (default: found by its letters)",
        type=Encoding,
        choices=list(Encoding),
    )


def note_letters(data: bytes, chosen: Encoding | None, names: Iterable[str]) -> None:
    """On standard error, some names as they were read, where they depend on the encoding."""
    read_as = chosen or found_encoding(data)
    if is_of_swiss_manager(data):
        return
    if read_as is not Encoding.UTF_8:
        shown = "; ".join(telling_names(names))
        note(
            "letters were read as {encoding}: {names}. If they look wrong, say --encoding.",
            encoding=ENCODING_NAMES[read_as],
            names=shown,
        )


def add_full_byes(parser: Parser) -> None:
    parser.flag("--f-is-u", "the only full-point bye (F) of a round is its pairing bye (U)")


def shown(name: str) -> str:
    return said("standard input") if name == "-" else name


def read_bytes(name: str) -> bytes:
    """The file's content; `-` is standard input. Raises BadInput."""
    try:
        with sys.stdin.buffer if name == "-" else Path(name).open("rb") as stream:
            data = stream.read(MAX_REPORT_BYTES + 1)
    except OSError as error:
        raise bad_input("{name} cannot be read: {why}", name=name, why=reason_of(error)) from None
    if len(data) > MAX_REPORT_BYTES:
        largest = MAX_REPORT_BYTES // 1024 // 1024
        raise bad_input("{name} is larger than {largest} MB, which no report file is", name=name, largest=largest)
    return data


def write_text(text: str, path: Path | None) -> None:
    """To the file, or to standard output. Raises BadInput."""
    if path is None:
        sys.stdout.write(text)
        return
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise bad_input("{path} cannot be written: {why}", path=path, why=reason_of(error)) from None


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
        raise BadInput(
            "\n".join(f"{shown(name)}: {line}" for line in every_sentence(problem, own_language()))
        ) from None
    note_letters(data, arguments.encoding, (player.name for player in report.players))
    notes(
        sentences((r for r in report.repairs if arguments.repairs or r.kind not in UNMENTIONED_REPAIRS), own_language())
    )
    return report


@contextmanager
def refusals_told(name: str) -> Iterator[None]:
    """Turn what the file does not allow into a sentence that names it. Raises BadInput."""
    try:
        yield
    except Unreadable as problem:
        raise BadInput(f"{shown(name)}: {report_sentence(problem, own_language())}") from None
    except Refusal as problem:
        raise BadInput(f"{shown(name)}: {refusal_said(problem)}") from None


def refusal_said(refusal: Refusal) -> str:
    """Its sentence; all of them are imported where one is needed, a tenth of what a command imports."""
    from web.wording.refusals import sentence

    return sentence(refusal, None, own_language())


def read_teams(report: Report, arguments: Namespace, planned: int | None) -> TeamsOfFile:
    """The event of teams in the report file of such a command. Raises as `teams_of_file`, and BadInput."""
    teams = teams_of_file(report, planned)
    if teams is None:
        facts = {"file": shown(arguments.file), "system": arguments.system}
        raise bad_input("{file} has no teams (record 310 or 013), and {system} pairs nobody else.", **facts)
    return teams


def system_for_file(report: Report, arguments: Namespace) -> str:
    """The system that was asked for, else the one that the file names, else the default for players or for teams.

    Raises as `is_of_teams`.
    """
    if arguments.system is not None:
        return str(arguments.system)
    usual = SYSTEM_OF_TEAMS if is_of_teams(report) else DEFAULT_SYSTEM
    named = system_in(report)
    if not named or named == usual or (SYSTEMS[named].entrants is Entrants.TEAMS) != is_of_teams(report):
        return usual
    note("the file names {system}, so it pairs; --system takes another one.", system=named)
    return named


def add_system(parser: Parser, formats: Sequence[str] = (), *, of_file: bool = False) -> None:
    """`formats`: further words, which name no Swiss system. `of_file`: a file of teams has another default."""
    choices = [*sorted(SYSTEMS), *formats]
    text = said("system and edition (default: {system}, in force since 1 February 2026)", system=DEFAULT_SYSTEM)
    if of_file:
        by_kind = {"system": DEFAULT_SYSTEM, "teams": SYSTEM_OF_TEAMS}
        text = said("system and edition (default: what the file names, else {system}, for teams {teams})", **by_kind)
    parser.add_argument("--system", choices=choices, default=None if of_file else DEFAULT_SYSTEM, help=text)


def add_format(parser: Parser) -> None:
    parser.option(
        "--format",
        "what decides who meets whom (default: what the file says in its record 192 or 092, else swiss)",
        choices=[format.value for format in Format],
    )


def add_planned(parser: Parser) -> None:
    parser.option("--rounds", "rounds planned, if the file does not say it", type=positive, metavar="R")


# Formats on the command line: `tablo pair --system round-robin`, and which words name a format.

CYCLES: Mapping[str, int] = {"round-robin": 1, "double-round-robin": 2}
"""Round robins by what `--system` calls them: how often each meets each."""

TABLE_FORMATS = (*CYCLES, Format.SCHEVENINGEN.value)
BRACKET_FORMATS = (Format.KNOCKOUT.value, Format.DOUBLE_ELIMINATION.value)
PAIRED_BY_FORMAT = (*TABLE_FORMATS, *BRACKET_FORMATS)
"""Words of `--system` that name a format, not an edition of a Swiss system."""


def regulations_named(name: str, before: Regulations) -> Regulations:
    if name in CYCLES:
        return replace(before, format=Format.ROUND_ROBIN, round_robin=RoundRobinOptions(CYCLES[name]))
    return replace(before, format=Format(name))
