"""From the arbiter's key to the row on the screen: the whole server, its journal on the disk, a full hall.

A tournament is written into a fresh journal, `tablo serve` runs on it, televisions follow their own screens and
phones the public pages; then results are typed at the desk, one after the other, as a browser would send them.
"""

import argparse
import asyncio
import os
import re
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from http.cookiejar import CookieJar
from pathlib import Path
from random import Random

from domain import events as e
from domain.decisions.players.registering import NewPlayer, register_many
from domain.decisions.rounds.pairing import pair_round, publish_round
from domain.decisions.setup.announcing import announce_tournament
from domain.screens import decisions
from domain.screens.events import Content, ContentKind, ScreenEvent
from domain.screens.state import Screens
from domain.screens.state import evolve_screens as evolve_hall
from domain.tournament import Tournament, evolve
from domain.words.games import Colour, Result
from domain.words.regulations import Details, Regulations
from server.cli.bench.measuring import Process, free_port, middle_and_worst, running, wait_for
from server.cli.options import said
from server.journal import AsyncJournal, open_journal
from server.office.stream import ScreenOffice
from server.office.tournaments import Office
from server.settings import from_environment

PASSWORD = "only for this measurement"
ENVIRONMENT = {"TABLO_PASSWORD": PASSWORD, "TABLO_FEED_SOCKETS_PER_ADDRESS": "0"}
"""All phones of the measurement come from one address."""
FINISHED_ROUNDS = 2
"""Rounds that are finished before the one whose results are typed."""
OUTCOMES = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
SCREEN_CONTENTS = (
    (ContentKind.PAIRINGS,),
    (ContentKind.BOARDS,),
    (ContentKind.PAIRINGS, ContentKind.STANDINGS),
    (ContentKind.BOARDS, ContentKind.LATEST),
)
"""Contents of the screens: all of them the boards, some in turn with something that every result changes."""
KEY_PAUSE_SECONDS = 0.12
"""Seconds between two keys."""

SayLine = Callable[[str], None]


def measure(arguments: argparse.Namespace, say: SayLine) -> None:
    phones, screens = arguments.sockets, arguments.screens
    say(said("from-desk-to-screens-players", screens=screens, players=arguments.players, phones=phones))
    with tempfile.TemporaryDirectory(prefix="tablo-bench-") as folder:
        asyncio.run(write_bench_journal(Path(folder), arguments.players, screens))
        port = free_port()
        words = ["server.cli", "serve", "--data", folder, "--port", str(port)]
        with (
            running(words, 0, ENVIRONMENT, quiet=True) as server,
            running(["server.cli.bench.crowd"], 1) as crowd,
        ):
            wait_for(port)
            desk = Desk(port)  # whose page is there when the tournament has been read
            crowd.ask({"open": list(_followers(screens, phones)), "port": port})
            _enter(arguments.results, server, crowd, desk, say)


def _followers(screens: int, phones: int) -> Iterator[tuple[str, int]]:
    """Every television shows the boards; the phones are where people are: pairings mostly."""
    for number in range(screens):
        yield f"/live?topic=screen/s{number}&form=html&screen=s{number}", 1
    yield "/live?topic=t/bench/pairings&form=html", phones


class Desk:
    """A browser that has logged in: its cookie and the token of its forms."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.base = f"http://127.0.0.1:{port}"
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self.jar)
        )
        token = self._token("/desk/login")
        form = {"form_token": token, "name": "Bench", "password": PASSWORD}
        self.opener.open(self.base + "/desk/login", urllib.parse.urlencode(form).encode()).close()
        self.token = self._token("/desk/t/bench")

    def result(self, board: int, key: str, seen: str = "", command_id: str = "") -> str:
        """The request that types a result; `seen` is what the board showed."""
        command_id = command_id or f"bench-{board:06}"
        form = {"form_token": self.token, "board": board, "result": key, "seen": seen, "command_id": command_id}
        body = urllib.parse.urlencode(form)
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)
        head = [
            f"POST /desk/t/bench/rounds/{FINISHED_ROUNDS + 1}/results HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Origin: {self.base}",
            "Accept: application/json",
            f"Cookie: {cookies}",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
        ]
        return "\r\n".join([*head, "", body])

    def _token(self, path: str) -> str:
        with self.opener.open(self.base + path) as page:
            found = re.search(r'name="form_token" value="([^"]+)"', page.read().decode())
        if found is None:
            raise LookupError(said("no-form", path=path))
        return found.group(1)


def _enter(results: int, server: Process, crowd: Process, desk: Desk, say: SayLine) -> None:
    answered, screen, phone = [], [], []
    began = server.worked()
    for board in range(1, results + 1):
        time.sleep(KEY_PAUSE_SECONDS)
        answer = crowd.ask({"post": desk.result(board, "1=0"[board % 3]), "marker": f'b{board}","'})
        answered.append(answer["answered"])
        screen.append(max(last for _, last in answer["groups"][:-1]))
        phone.append(answer["groups"][-1][1])
    say(said("desk-has-answer", answered=middle_and_worst(answered)))
    say(said("last-screen-has-row", screen=middle_and_worst(screen)))
    say(said("last-phone-has-row", phone=middle_and_worst(phone)))
    say(said("cpu-server-result-ms", server=f"{(server.worked() - began) / results / 1000:.1f}"))


async def write_bench_journal(folder: Path, players: int, screens: int) -> None:
    """A journal with the tournament `bench` in its third round, and televisions s0, s1, ..."""
    settings = from_environment({"TABLO_DATA": str(folder), **_clean()})
    journal = AsyncJournal(open_journal(settings.journal_url))
    try:
        await Office(journal).create("bench", "bench-tournament", "Bench", lambda _: list(_history(players)))
        async with ScreenOffice(journal).running() as office:
            for number in range(screens):
                contents = [Content(kind, "bench") for kind in SCREEN_CONTENTS[number % len(SCREEN_CONTENTS)]]
                await office.command(f"bench-{number}", "Bench", partial(_television, f"s{number}", contents))
    finally:
        await journal.close()


def _television(name: str, contents: list[Content], screens: Screens) -> list[ScreenEvent]:
    """A new screen and what it shows, decided in one."""
    named = decisions.name_screen(screens, name)
    ahead = Screens()
    for event in named:
        evolve_hall(ahead, event)
    return [*named, *decisions.show_contents(ahead, name, contents)]


def _clean() -> dict[str, str]:
    """Nothing of the real server's surroundings."""
    return {name: value for name, value in os.environ.items() if not name.startswith("TABLO_")}


def _history(players: int) -> Iterator[e.Event]:
    """The events of a tournament of so many players: some rounds played, one published."""
    dice = Random(6)
    t = Tournament()

    def happened(events: list[e.Event]) -> Iterator[e.Event]:
        for event in events:
            evolve(t, event)
            yield event

    yield from happened(announce_tournament(Details("Bench"), Regulations(rounds=9)))
    people = [
        NewPlayer(f"Player {number:04}, Given", rating=2700 - number * 2 // 3, fide_id=1_000_000 + number)
        for number in range(players)
    ]
    yield from happened(register_many(t, people))
    yield from happened([e.InitialColourDrawn(Colour.WHITE)])
    for round in range(1, FINISHED_ROUNDS + 2):
        yield from happened(pair_round(t))
        yield from happened(publish_round(t, round))
        if round <= FINISHED_ROUNDS:
            boards = range(1, len(t.round(round).matches) + 1)
            yield from happened([e.ResultRecorded(round, board, dice.choice(OUTCOMES)) for board in boards])
