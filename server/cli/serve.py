"""`tablo serve`: the tournament server, and the text that says where it is and how to get in."""

import asyncio
import os
import re
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from domain.records import dataclass
from domain.refusals import FileKind
from server.app import NOTHING_ADDED, Addition, create_app, held_journal
from server.cli.journal_place import add_place, only_readable
from server.cli.listening import add_listening, add_nats, listen, settings_from
from server.cli.terminal import OK, BadInput, Parser, bad_input, said, say, trouble_said
from server.http.auth import LONGEST_PASSWORD, SHORTEST_PASSWORD, Access, PasswordRefused, open_access
from server.http.kept_access import CannotKeep
from server.http.lan_address import NOBODY_ELSE, lan_addresses, printed_addresses
from server.http.local_name import LocalName
from server.http.middleware import log_to_stderr
from server.http.openid import can_ask_provider
from server.http.page_cache import ReadyPages
from server.http.passkeys import can_read_passkeys
from server.http.serving import serve_forever
from server.journal import CannotOpen, JournalTrouble, open_journal
from server.journal.side.shared import AccessRows
from server.journal.sqlite.backup import check_at_start
from server.journal.sqlite.journal import SQLiteJournal
from server.services import services_of
from server.settings import Settings
from server.workers.pool import Workers
from web.codes import terminal_qr
from web.compile_ahead import compile_all, is_due


def add(parser: Parser) -> None:
    add_place(parser)
    add_listening(parser)
    add_nats(parser)
    parser.flag("--read-only", "show the journal as it is, on a read-only medium or a full disk")
    parser.flag(
        "--organisers", "several organisers share this server, each with accounts of its own (TABLO_ORGANISERS)"
    )
    parser.option(
        "--boards", "files of live boards (PGN) may be watched in this folder (TABLO_BOARDS)", type=Path, metavar="DIR"
    )
    parser.option("--password-file", "its first line is the password of the desk", type=Path, metavar="FILE")
    parser.set_defaults(run=run_serve)


def run_serve(arguments: Namespace) -> int:
    settings = settings_from(arguments)
    if settings.nats:
        check_nats(settings)
    return serve_until_stopped(settings, open_desk(settings))


def check_nats(settings: Settings) -> None:
    """Raises BadInput: several workers need a database, and somewhere to meet."""
    if not settings.journal_url.startswith("postgres"):
        raise bad_input(
            "--nats makes this process one of several, and a journal in a file serves one alone: name a PostgreSQL "
            "journal by --database, or leave --nats out"
        )
    asyncio.run(_find_bus(settings))


async def _find_bus(settings: Settings) -> None:
    try:
        from server.cluster.bus import CannotConnect, bus_address, connected
    except ModuleNotFoundError:
        raise bad_input('--nats needs the library nats-py: pip install "tablo-chess[cluster]"') from None
    try:
        async with connected(bus_address(settings.nats, settings.nats_nkey, settings.nats_ca), "start"):
            return
    except CannotConnect as trouble:
        raise BadInput(trouble_said(trouble)) from None


def open_desk(settings: Settings) -> Access:
    """The logins of the desk, when the journal behind it can be opened. Raises BadInput."""
    in_file = None if settings.journal_url.startswith("postgres") else _desk_access(settings)
    try:
        with closing(held_journal(settings)) as journal:
            if isinstance(journal, SQLiteJournal):
                check_at_start(journal)
            return in_file or _desk_access(settings, journal.access)
    except CannotOpen as trouble:
        raise BadInput(_with_hint(trouble_said(trouble), settings)) from None
    except JournalTrouble as trouble:
        raise BadInput(trouble_said(trouble)) from None


def _desk_access(settings: Settings, rows: AccessRows | None = None) -> Access:
    """Raises BadInput, JournalTrouble."""
    try:
        return open_access(settings.data, settings.password, read_only=settings.read_only, rows=rows)
    except PasswordRefused:
        problem = said(
            "the password of the desk must have {shortest_password} to {longest_password} characters",
            shortest_password=SHORTEST_PASSWORD,
            longest_password=LONGEST_PASSWORD,
        )
    except CannotKeep as kept:
        problem = said("{path} cannot be written: {why}", path=kept.path, why=kept.why)
    except OSError as error:
        why = error.strerror or error
        problem = said("the data directory {data} cannot be used: {why}", data=settings.data, why=why)
    except ValueError:
        damaged = settings.data / "access.json"
        problem = said("{data} is damaged: move it away to set a new password", data=damaged)
    raise BadInput(_with_hint(problem, settings) if only_readable(settings.journal_url) else problem)


def _with_hint(problem: str, settings: Settings) -> str:
    """The problem, and the way to show a journal that can be read only."""
    hint = said(" (`tablo serve --read-only` shows it as it is)") if _can_be_read(settings) else ""
    return f"{problem.removesuffix('.')}{hint}"


def _can_be_read(settings: Settings) -> bool:
    """A journal that cannot be opened for writing."""
    if settings.read_only or settings.journal_url.startswith("postgres"):
        return False
    try:
        open_journal(settings.journal_url, read_only=True).close()
    except CannotOpen:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Opening:
    """What a command says beside the addresses of the server that it starts, and adds to it."""

    page: str = ""
    """The page that is to be opened first; empty = any."""
    password: str = ""
    """To be told to whoever reads the terminal."""
    addition: Addition = NOTHING_ADDED


ORDINARY = Opening()


def serve_until_stopped(settings: Settings, access: Access, opening: Opening = ORDINARY) -> int:
    """Serve until the process is stopped."""
    os.umask(0o077)  # whatever is written beside the journal is its owner's alone
    listening = listen(settings)
    log_to_stderr()
    port: int = listening.getsockname()[1]
    sys.stdout.write(announcement(settings, port, access, opening))
    sys.stdout.flush()
    ready = ReadyPages()
    name = LocalName(port if settings.found_by_name else 0, _say_name)
    here = replace(settings, port=port)
    workers = Workers()
    if is_due():
        workers.get_ready(FileKind.PAPER, compile_all)
    app = create_app(here, access, workers, ready, opening.addition, name)
    try:
        serve_forever(app, lambda: services_of(app).hub, ready, listening)
    finally:
        workers.close()  # also where the server did not come so far as to end them
    return OK


def _say_name(address: str) -> None:
    say("  By name        {address}   (in this network)", address=address)
    sys.stdout.flush()


def announcement(settings: Settings, port: int, access: Access, opening: Opening = ORDINARY) -> str:
    """The text for the terminal: where to go, and what is needed to get in."""
    code = ""
    if settings.public_url or not settings.loopback:
        code = terminal_qr(printed_addresses(settings, port)[0] + (opening.page or "/"))
    return "\n".join([*_announced(settings, port, access, opening), "", code]) + "\n"


def _announced(settings: Settings, port: int, access: Access, opening: Opening) -> Iterator[str]:
    """The lines of the announcement; an empty one parts two paragraphs."""
    base, *others = printed_addresses(settings, port)
    yield ""
    if opening.page:
        yield said("  Demo           {base}{page}", base=base, page=opening.page)
    yield said("  Desk           {base}{desk}", base=base, desk="/desk")
    if opening.password:
        yield said("  Password       {password}   (any name)", password=opening.password)
    yield said("  Public page    {base}{path}", base=base, path="/")
    yield from (said("  Also           {other}", other=other + opening.page) for other in others)
    yield from _offered(settings, port)
    yield said("  Journal        {journal_url}", journal_url=_without_password(settings.journal_url))
    if settings.read_only:
        yield from ("", said("  The journal is open for reading only: nothing can be entered."))
    elif not access.has_password:
        yield from ("", said("  No password is set yet: the first visitor of the desk sets it."))
        elsewhere = said("asked for where this machine is reached by another name")
        when = elsewhere if settings.loopback else said("asked for there")
        yield said("  Setup code     {setup_token}   ({when})", setup_token=access.setup_token, when=when)
    if settings.organisers:
        yield from _ways_in_missing(settings)


def _ways_in_missing(settings: Settings) -> Iterator[str]:
    """The ways into an account that an installation without the extra `accounts` does not have."""
    provider = settings.openid if not can_ask_provider() else None
    if not provider and can_read_passkeys():
        return
    yield ""
    if provider:
        yield said(
            "  Nobody can log in by {provider}, because the library for OpenID Connect is not installed.",
            provider=provider.name,
        )
    if not can_read_passkeys():
        yield said("  Nobody can log in by a passkey, because the library for passkeys is not installed.")
    yield said("  pip install 'tablo-chess[accounts]' brings what is missing; then start Tablo again.")


def _offered(settings: Settings, port: int) -> Iterator[str]:
    """The addresses that phones could use, where the server listens to this machine only."""
    if settings.public_url or not settings.loopback:
        return
    offered = [address for address in lan_addresses() if address != NOBODY_ELSE]
    if offered:
        yield ""
        yield said("  Phones and other computers cannot reach this server: it listens to this computer only.")
        yield said("  With --host {host} they reach it at", host="0.0.0.0")
        yield from (f"{'':17}http://{address}:{port}" for address in offered)


def _without_password(url: str) -> str:
    """The address without its password, which PostgreSQL takes in two places of it."""
    parts = urlsplit(url)
    shown = url.replace(f":{parts.password}@", ":***@") if parts.password else url
    return re.sub(r"([?&]\w*password=)[^&]*", r"\1***", shown)
