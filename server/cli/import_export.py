"""`tablo import` and `tablo export`: files into the journal and out of it, without a browser.

The server may be running meanwhile: it follows what is written here.
"""

import argparse
import re
import uuid
from dataclasses import replace
from getpass import getuser
from pathlib import Path

from domain.decisions.players.registering import register_many
from domain.decisions.setup.announcing import announce_tournament
from domain.decisions.setup.regulations import IN_FORCE
from domain.files.chess_results import without_frame
from domain.files.lists.rows import BadRoster
from domain.files.trf import Unreadable
from domain.pairing import systems_for
from domain.refusals import FileKind
from domain.tournament import Tournament
from domain.words.players import NamesakeAnswers
from domain.words.regulations import Details, Entrants
from projections.moment.snapshot import snapshot
from server.cli import terminal
from server.cli.journal_office import carried_through, tournament_called
from server.cli.journal_place import add_place, make_folder, must_be_there, only_readable, settings_of_journal
from server.cli.report_file import add_encoding, add_format, add_full_byes, note_letters, read_bytes, write_text
from server.journal.sqlite.journal import sqlite_uri
from server.office import report_files
from server.office.tournaments import Office
from server.rating_lists.sheets import is_book, refuse_false_book, rows_at_desk
from server.workers.pool import Workers
from web.wording import N_, imports, trf
from web.wording.federations import federations_kept
from web.wording.imports import mended_sentences

LIST_SUFFIXES = {".csv", ".tsv", ".txt", ".xlsx", ".ods", ".xls"}
"""Endings of player lists; everything else is taken for a report file."""
REPORT_LINE = re.compile(rb"(?:^|[\r\n])001 [ 0-9]{4}.{75,}")
"""A player of a report file, whose name may end in `.txt`."""


def add_import(parser: terminal.Parser) -> None:
    add_place(parser)
    parser.option("file", "a report file (TRF), or a list that ends in .csv", type=Path, metavar="FILE")
    parser.option("--name", "name of the new tournament (default: what the file says)")
    parser.option(
        "--namesakes",
        "what players of a list are whose name stands there or in the tournament already: the same person (only what "
        "is missing is added) or another one",
        choices=("same", "another"),
    )
    add_format(parser)
    add_full_byes(parser)
    add_encoding(parser)
    parser.option(
        "--system",
        "pairing system of its rounds, if not that of the file (192) or the one in force when the event began",
        choices=sorted(systems_for(Entrants.PLAYERS)),
    )
    parser.flag("--accept-rounds", "import also if the system pairs rounds of the file otherwise")
    parser.option("--into", "register the list's players in this tournament", metavar="TOURNAMENT")
    parser.json_flag()
    parser.set_defaults(run=run_import)


def add_export(parser: terminal.Parser) -> None:
    add_place(parser)
    parser.option("tournament", "its word in addresses, as in /t/<tournament>")
    parser.option("--format", "form of the file (default: trf16)", choices=("trf16", "trf26"), default="trf16")
    parser.option(
        "--round", "after this round (default: the newest published)", type=terminal.not_negative, metavar="N"
    )
    parser.flag("--rating", "with the corrections that came too late for the table")
    parser.option("--output", "where (default: standard output)", type=Path, metavar="FILE")
    parser.set_defaults(run=run_export)


def run_import(arguments: argparse.Namespace) -> int:
    """Prints the tournament's word in addresses, and on standard error what had to be repaired."""
    settings, name = settings_of_journal(arguments), str(arguments.file)
    data = read_bytes(name)
    is_list = Path(name).suffix.lower() in LIST_SUFFIXES and not REPORT_LINE.search(data)
    work = _players if is_list else _report
    if not settings.database:
        make_folder(settings.data)
    slug = carried_through(settings, lambda office: work(office, name, data, arguments), "tablo import")
    terminal.print_answer(arguments, {"tournament": slug}, [slug])
    return terminal.OK


def run_export(arguments: argparse.Namespace) -> int:
    settings = settings_of_journal(arguments)
    if not settings.journal_url.startswith("postgres"):
        must_be_there(Path(sqlite_uri(settings.journal_url)[0]))
        settings = replace(settings, read_only=only_readable(settings.journal_url))
    text = carried_through(settings, lambda office: _text(office, arguments))
    write_text(text, arguments.output)
    return terminal.OK


async def _report(office: Office, name: str, data: bytes, arguments: argparse.Namespace) -> str:
    if arguments.into:
        raise terminal.bad_input("a report file becomes its own tournament: --into is for player lists")
    try:
        file = report_files.read_report_file(
            Path(name).name,
            data,
            full_byes_are_pairing_byes=arguments.f_is_u,
            system=arguments.system or "",
            encoding=arguments.encoding,
        )
        events = file.events(arguments.name or "", arguments.format or "")
    except Unreadable as problem:
        raise terminal.BadInput(
            "\n".join(f"{name}: {line}" for line in trf.every_sentence(problem, terminal.own_language()))
        ) from None
    note_letters(data, arguments.encoding, (player.name for player in file.report.players))
    terminal.notes(mended_sentences([*file.repairs, *file.remarks(arguments.format or "")], terminal.own_language()))
    _rounds_accepted(file, arguments)
    title = file.details(arguments.name or "").name
    made = await office.create(title, str(uuid.uuid4()), getuser(), lambda _: events)
    office.journal.journal.side.keep_birth_dates(made.id, file.birth_dates)
    return made.id


def _rounds_accepted(file: report_files.ReportFile, arguments: argparse.Namespace) -> None:
    """Rounds against the rules come in only when somebody accepts them (FIDE checklist, 55). Raises BadInput."""
    if not file.rechecked(arguments.format or "").differences:
        return
    terminal.notes(line for lines in file.rounds_otherwise(terminal.own_language()) for line in lines)
    if not arguments.accept_rounds:
        raise terminal.bad_input(
            "{file}: the rounds above are not as the system pairs them. Nothing was imported. If they were played so, "
            "add --accept-rounds: each gets a comment in the report file. If another system paired them, name it with "
            "--system.",
            file=file.name,
        )


async def _players(office: Office, name: str, data: bytes, arguments: argparse.Namespace) -> str:
    """Into a tournament that is there, or into a new one."""
    if arguments.format or arguments.system:
        raise terminal.bad_input(
            "a player list has no format and no system: --format and --system are for report files"
        )
    title = arguments.name or Path(name).stem
    try:
        into = await tournament_called(office, arguments.into) if arguments.into else None
        with Workers() as workers:
            refuse_false_book(Path(name).name, data)
            separator, rows = await workers.run(FileKind.TABLE, name, rows_at_desk, data, arguments.encoding)
        found = report_files.read_players(into.tournament if into else Tournament(), separator, without_frame(rows))
    except BadRoster as problem:
        raise terminal.BadInput(f"{name}: {imports.list_sentence(problem, terminal.own_language())}") from None
    if not is_book(data):
        note_letters(data, arguments.encoding, (listed.player.name for listed in found.roster.players))
    answers = _about_namesakes(name, found, arguments.namesakes)
    to = into or await office.create(
        title, str(uuid.uuid4()), getuser(), lambda _: announce_tournament(Details(title), IN_FORCE)
    )
    for known in found.known:
        terminal.note("line {line}: {name} is registered already.", line=known.line, name=known.player.name)
    terminal.notes(federations_kept(found.players, terminal.own_language()))
    outcome = await to.command(str(uuid.uuid4()), getuser(), lambda t: register_many(t, found.players, answers=answers))
    events = [entry.event for entry in outcome.entries]
    office.journal.journal.side.keep_birth_dates(to.id, found.birth_dates(events, answers))
    return to.id


def _about_namesakes(name: str, found: report_files.PlayerList, said_of_all: str | None) -> NamesakeAnswers:
    """The answer for all of them; somebody who is here with nothing different is the same. Raises BadInput."""
    asked = [one for one in found.questions if said_of_all or not one.alike]
    if asked and not said_of_all:
        there = N_("line {line}: somebody called {name} is here already.")
        lines = [terminal.said(there, line=found.new[one.index].line, name=one.player.name) for one in asked]
        question = terminal.said(
            "The same person, or another one? Say --namesakes same or --namesakes another; nothing is registered yet."
        )
        raise terminal.BadInput("\n".join([*(f"{name}: {line}" for line in lines), question]))
    places = [one.index for one in found.questions]
    if said_of_all == "another":
        return NamesakeAnswers(another=frozenset(places))
    return NamesakeAnswers(same=dict.fromkeys(places, 0))


async def _text(office: Office, arguments: argparse.Namespace) -> str:
    slug = arguments.tournament
    tournament = (await tournament_called(office, slug)).tournament
    if not tournament.numbers:
        raise terminal.bad_input("{tournament} has no pairing numbers yet: pair its first round", tournament=slug)
    ladder, born = (
        report_files.LADDERS[arguments.format],
        report_files.known_birth_dates(office.journal.journal.side, slug),
    )
    return report_files.report_text(
        snapshot(tournament), ladder, arguments.round, for_rating=arguments.rating, born=born
    )
