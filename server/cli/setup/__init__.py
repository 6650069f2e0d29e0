"""`tablo setup`: this machine serves its hall or the world, from now on or otherwise than before."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from server.cli.listening import SETTINGS_FILE
from server.cli.setup.files import FileChange, MachineFiles, file_changes
from server.cli.setup.services import (
    kept_access,
    make_database,
    run_program,
    start_service,
    systemd_runs,
    wait_until_ready,
)
from server.cli.setup.wanted import (
    DATA,
    DATABASE,
    WantedServer,
    leads_elsewhere,
    present_server,
    refuse_wanted,
)
from server.cli.terminal import (
    NO,
    OK,
    BadInput,
    Parser,
    bad_input,
    note,
    print_lines,
    said,
    say,
    trouble_said,
    whole_option,
)
from server.http.auth import open_access, setup_code
from server.http.kept_access import read_access
from server.settings import BadSetting, of_settings_file
from web.codes import terminal_qr

START_COMMAND = f"runuser -u tablo -- tablo serve --settings {SETTINGS_FILE}"


class SetupReport(msgspec.Struct):
    """What became of it; `--json` prints this."""

    mode: str
    addresses: list[str]
    desk: str
    setup_code: str
    """Empty: a password is set, or the server has not been started yet."""
    changed: list[str]
    running: bool
    start: list[str]
    """The commands that start it, where systemd does not."""


def add(parser: Parser) -> None:
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--hall", action="store_true", help=said("for the hall's own network, without TLS"))
    world = said("for the world, by this name, with TLS by Caddy")
    place.add_argument("--world", help=world, metavar="NAME")
    store = parser.add_mutually_exclusive_group()
    store.add_argument("--postgresql", action="store_true", help=said("the journal in PostgreSQL on this machine"))
    store.add_argument("--sqlite", action="store_true", help=said("the journal in a file (default)"))
    parser.option("--port", "port of the server (default 8080)", type=_port, metavar="PORT")
    parser.flag("--yes", "write without asking")
    parser.json_flag()
    parser.option("--root", "the folder in which this machine's files lie", type=Path, default=Path("/"), metavar="DIR")
    parser.set_defaults(run=run)


def _port(text: str) -> int:
    return whole_option(text, 1, 65535)


def run(arguments: argparse.Namespace) -> int:
    places = MachineFiles(arguments.root)
    if os.geteuid() and places.root == Path("/"):
        raise bad_input("Only root may set this machine up: sudo tablo setup")
    present = _settings_of(places)
    wanted = _wished(arguments, present_server(present))
    refuse_wanted(wanted)
    planned = file_changes(wanted, places, present)
    if not _agreed(planned, arguments):
        return NO
    _note(wanted, present)
    if {**present, **wanted.settings(present)}.get("TABLO_DATABASE") == DATABASE:
        make_database()
    _write(planned, wanted, places)
    report = _started(wanted, places, planned)
    if arguments.json:
        print_lines([msgspec.json.encode(report).decode()])
    else:
        _print(report)
    return OK if report.running or report.start else NO


def _settings_of(places: MachineFiles) -> dict[str, str]:
    """Raises BadInput."""
    try:
        return of_settings_file(places.settings) if places.settings.exists() else {}
    except BadSetting as problem:
        raise BadInput(trouble_said(problem)) from None


def _wished(arguments: argparse.Namespace, present: WantedServer | None) -> WantedServer:
    """What was typed, otherwise what is there, otherwise what somebody at a terminal answers. Raises BadInput."""
    wanted = present or WantedServer()
    if arguments.hall:
        wanted = replace(wanted, world="")
    elif arguments.world is not None:
        wanted = replace(wanted, world=arguments.world.lower().rstrip("."))
    elif present is None:
        wanted = _asked_for(arguments)
    if arguments.postgresql or arguments.sqlite:
        wanted = replace(wanted, postgresql=arguments.postgresql)
    return replace(wanted, port=arguments.port or wanted.port)


def _asked_for(arguments: argparse.Namespace) -> WantedServer:
    if not sys.stdin.isatty() or arguments.json:
        raise bad_input("Say --hall (its own network) or --world NAME (TLS, for everybody)")
    say("Who is to see this server?")
    say("  1  the hall: phones and screens in its own network")
    say("  2  the world: by a name such as chess.example.org, with TLS")
    if _answer(said("1 or 2 [1]: ")) != "2":
        return WantedServer()
    world = _answer(said("The name: "))
    yes = said("y")
    postgresql = arguments.postgresql or _answer(said("The journal in PostgreSQL? y/n [n]: ")) == yes
    return WantedServer(world=world.lower().rstrip("."), postgresql=postgresql)


def _answer(question: str) -> str:
    """Raises BadInput where the terminal is closed."""
    sys.stdout.write(question)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise bad_input("Nothing was changed")
    return line.strip()


def _agreed(planned: Sequence[FileChange], arguments: argparse.Namespace) -> bool:
    """Show what would change; somebody at the terminal says yes to it."""
    if not arguments.json:
        print_lines(line for change in planned for line in change.difference())
        if not planned:
            say("Nothing changes in the files of this machine.")
    if not planned or arguments.yes:
        return True
    if not sys.stdin.isatty():
        raise bad_input("Nothing was changed: --yes writes without asking")
    return _answer(said("Write this? y/n [n]: ")) == said("y")


def _note(wanted: WantedServer, present: Mapping[str, str]) -> None:
    """Remarks on what is done all the same."""
    if wanted.world and leads_elsewhere(wanted.world):
        note(
            "{name} does not lead to an address of this machine; a router must pass the ports 80 and 443 on to it",
            name=wanted.world,
        )
    file = Path(present.get("TABLO_DATA", DATA)) / "tablo.sqlite"
    if wanted.postgresql and not present.get("TABLO_DATABASE") and file.exists():
        note("what is in {file} stays there; `tablo journal export` and `import` carry it over", file=file)


def _write(planned: Sequence[FileChange], wanted: WantedServer, places: MachineFiles) -> None:
    """All of it, or nothing where Caddy does not understand it. Raises BadInput."""
    back = [FileChange(one.path, one.before if one.path.exists() else None, one.mode) for one in planned]
    for change in planned:
        change.write()
    try:
        if wanted.world:
            run_program("caddy", "validate", "--adapter", "caddyfile", "--config", str(places.caddyfile))
    except BadInput:
        for change in back:
            change.write()
        raise


def _started(wanted: WantedServer, places: MachineFiles, planned: Sequence[FileChange]) -> SetupReport:
    systemd = systemd_runs(places.root)
    if systemd:
        caddy = bool(wanted.world) or any(change.path == places.caddy_site for change in planned)
        start_service(_further_services(places), caddy)
    running = systemd and wait_until_ready(wanted.port)
    return SetupReport(
        mode="world" if wanted.world else "hall",
        addresses=wanted.addresses,
        desk=f"{wanted.addresses[0]}/desk",
        setup_code=_code_of(_settings_of(places)) if running else "",
        changed=[str(change.path) for change in planned],
        running=running,
        start=[] if systemd else [f"{START_COMMAND} --port {wanted.port}"],
    )


def _code_of(settings: Mapping[str, str]) -> str:
    """Empty where there is a password; where the database is on another machine the log of the server has it."""
    database = settings.get("TABLO_DATABASE", "")
    if database == DATABASE:
        return setup_code(read_access(kept_access("tablo").encode()))
    return "" if database.startswith("postgres") else open_access(Path(settings.get("TABLO_DATA", DATA))).setup_token


def _further_services(places: MachineFiles) -> list[str]:
    """Processes over the same database that an earlier `tablo setup` started; one process serves a machine now."""
    wants = places("/etc/systemd/system/multi-user.target.wants")
    return sorted(path.name.removesuffix(".service") for path in wants.glob("tablo@*.service"))


def _print(report: SetupReport) -> None:
    print_lines([""])
    if report.start:
        say("systemd does not run here. This starts the server:")
        print_lines(f"  {command}" for command in report.start)
        return
    if not report.running:
        say("The server is not ready. Its log says why: journalctl -u tablo -n 40 -o cat")
        return
    base, *others = report.addresses
    say("  Desk           {base}{desk}", base=base, desk="/desk")
    say("  Public page    {base}{path}", base=base, path="/")
    for other in others:
        say("  Also           {other}", other=other)
    if report.setup_code:
        print_lines([""])
        say("  No password is set yet: the first visitor of the desk sets it.")
        say("  Setup code     {setup_token}   ({when})", setup_token=report.setup_code, when=said("asked for there"))
    print_lines(["", terminal_qr(f"{base}/")])
