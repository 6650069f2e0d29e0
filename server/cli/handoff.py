"""`tablo handoff`: a tournament is played on another machine for a time, and comes back.

The server may be running meanwhile, on either machine: it follows what is written here. Only the machine that takes a
tournament must not serve its journal then: a server at work does not look for tournaments that another process makes.
"""

import argparse
import asyncio
import uuid
from base64 import b64decode, b64encode
from collections.abc import Mapping
from getpass import getuser
from http.client import HTTPException
from os import environ
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request as Call
from urllib.request import urlopen

import msgspec

from domain.decisions.setup.handing_off import hand_off
from server.care import handoffs
from server.cli.boards import TOURNAMENT_ADDRESS
from server.cli.journal_office import carried_through, tournament_called
from server.cli.journal_place import add_place, make_folder, settings_of_journal
from server.cli.terminal import OK, Parser, Steps, bad_input, reason_of, say, subparser
from server.notifying.waiting import REQUEST_TIMEOUT_SECONDS, why_unreached
from server.office.tournaments import Office
from web.wording import N_

HANDOFF_KEY = "TABLO_HANDOFF_KEY"


class HandoffAnswer(msgspec.Struct):
    """What the server says, as far as it is read here."""

    file: str = ""
    handed_to: str = ""
    """Who has the copy; empty = nobody."""
    detail: str = ""


def add(parser: Parser) -> None:
    steps = parser.add_subparsers(metavar="give|take|return", required=True)
    give = _step(steps, "give", N_("hand a tournament of this machine off, as a file for another one"))
    give.option("tournament", "the tournament's address")
    give.option("--to", "the machine, or whoever takes it, as the desk will call them", required=True, metavar="NAME")
    give.option("--output", "the file for the other machine", type=Path, required=True, metavar="FILE")
    give.set_defaults(run=run_give)
    take = _step(steps, "take", N_("play a tournament of another machine on this one"))
    take.option("file", "the file that the other machine has made", type=Path, nargs="?", metavar="FILE")
    take.option("--from", "or the address of the tournament there, as in a browser", metavar="URL", dest="server")
    take.option("--to", "with --from: this machine, as the desk there will call it", metavar="NAME")
    take.option("--key", "with --from: a key for everything ({name})", {"name": HANDOFF_KEY})
    take.set_defaults(run=run_take)
    back = _step(steps, "return", N_("give the tournament back to the machine that handed it off"))
    back.option("tournament", "the tournament's address")
    back.option("--output", "the file for the other machine", type=Path, metavar="FILE")
    back.option("--to", "or the address of the tournament there, as in a browser", metavar="URL", dest="server")
    back.option("--key", "with --to: a key for everything ({name})", {"name": HANDOFF_KEY})
    back.flag("--keep", "only send what there is until now, and go on here")
    back.set_defaults(run=run_return)


def _step(steps: Steps, name: str, text: str) -> Parser:
    parser = subparser(steps, name, text)
    add_place(parser)
    return parser


def run_give(arguments: argparse.Namespace) -> int:
    async def give(office: Office) -> bytes:
        tournament = await tournament_called(office, arguments.tournament)
        id = await handoffs.prepared(tournament)
        await tournament.command(str(uuid.uuid4()), getuser(), lambda t: hand_off(t, arguments.to, id))
        return await handoffs.outward(tournament)

    _write(arguments.output, carried_through(settings_of_journal(arguments), give))
    say("{tournament} is handed off to {to}: nothing is entered here until it comes back", **_named(arguments))
    return OK


def run_take(arguments: argparse.Namespace) -> int:
    """Of a file, or of a server that is asked for it."""
    if bool(arguments.file) == bool(arguments.server):
        raise bad_input("Say a file, or with --from the address of the tournament")
    settings = settings_of_journal(arguments)
    if not settings.database:
        make_folder(settings.data)

    async def take(office: Office) -> str:
        octets = await asyncio.to_thread(_octets, arguments)
        name = str(arguments.file or arguments.server)
        return (await handoffs.taken_here(office, handoffs.read_handoff(name, octets))).id

    tournament = carried_through(settings, take, "tablo handoff")
    say("{tournament} is played on this machine from now on", tournament=tournament)
    return OK


def run_return(arguments: argparse.Namespace) -> int:
    """Exit code 2 where the other machine does not take it; it can be sent again as it is."""
    if bool(arguments.output) == bool(arguments.server):
        raise bad_input("Say a file with --output, or with --to the address of the tournament")

    async def give_back(office: Office) -> bytes:
        tournament = await tournament_called(office, arguments.tournament)
        if not arguments.keep:
            await handoffs.given_back(tournament)
        return await handoffs.homeward(tournament)

    octets = carried_through(settings_of_journal(arguments), give_back)
    if arguments.output:
        _write(arguments.output, octets)
    else:
        _called(arguments, "/handoff/return", {"file": b64encode(octets).decode()})
    say("{tournament} is sent with everything that was written here", tournament=arguments.tournament)
    return OK


def _named(arguments: argparse.Namespace) -> Mapping[str, object]:
    return {"tournament": arguments.tournament, "to": arguments.to}


def _octets(arguments: argparse.Namespace) -> bytes:
    """The file for this machine. Raises BadInput."""
    return _fetched(arguments) if arguments.server else _read(arguments.file)


def _fetched(arguments: argparse.Namespace) -> bytes:
    """Hand it off there, unless it was handed to this machine before, and fetch the file. Raises BadInput."""
    there = _called(arguments, "/handoff", None)
    if arguments.to and arguments.to.strip() != there.handed_to:
        _called(arguments, "/handoff", {"handed_to": arguments.to})
        there = _called(arguments, "/handoff", None)
    if not there.file:
        raise bad_input("{tournament} is not handed off: say with --to who takes it", tournament=arguments.server)
    return b64decode(there.file)


def _called(arguments: argparse.Namespace, path: str, body: Mapping[str, str] | None) -> HandoffAnswer:
    """Raises BadInput, with the sentence of the server."""
    found, key = TOURNAMENT_ADDRESS.match(arguments.server), arguments.key or environ.get(HANDOFF_KEY, "")
    if found is None or not key:
        raise bad_input(
            "Say the address of the tournament in a browser, and a key for everything ({name})", name=HANDOFF_KEY
        )
    address = f"{found['server']}/api/t/{found['slug']}{path}"
    call = Call(address, data=msgspec.json.encode(body) if body is not None else None)
    call.add_header("Authorization", f"Bearer {key.strip()}")
    call.add_header("Content-Type", "application/json")
    call.add_header("Idempotency-Key", str(uuid.uuid4()))
    try:
        with urlopen(call, timeout=REQUEST_TIMEOUT_SECONDS) as answer:
            return msgspec.json.decode(answer.read(), type=HandoffAnswer)
    except HTTPError as error:
        with error:
            raise bad_input("{address}: {why}", address=address, why=_said(error.read()) or error.reason) from error
    except (URLError, HTTPException, TimeoutError, ConnectionError) as error:
        raise bad_input("{address}: {why}", address=address, why=why_unreached(error)) from error
    except msgspec.DecodeError as error:
        raise bad_input("{address} is no server of Tablo", address=address) from error


def _said(body: bytes) -> str:
    try:
        return msgspec.json.decode(body, type=HandoffAnswer).detail
    except msgspec.DecodeError:
        return ""


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise bad_input("{path} cannot be read: {why}", path=path, why=reason_of(error)) from None


def _write(path: Path, octets: bytes) -> None:
    try:
        path.write_bytes(octets)
    except OSError as error:
        raise bad_input("{path} cannot be written: {why}", path=path, why=reason_of(error)) from None
