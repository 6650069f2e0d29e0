"""`tablo boards`: sends the games of a folder of live boards to a server, for as long as it runs.

It runs beside DGT LiveChess, or another program that writes games, on the laptop in the hall. Only games that have
changed are sent, and after a restart all of them once: the server takes what it has already as it is. While the server
does not answer nothing is lost, because what is sent is always what the folder says now.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from http.client import HTTPException
from os import environ
from pathlib import Path
from time import sleep
from urllib.error import HTTPError, URLError
from urllib.request import Request as Call
from urllib.request import urlopen

import msgspec

from domain.games.events import GameKey
from domain.moves.games import PgnGame
from domain.moves.writing import SIGN_OF_END, pgn_of
from domain.records import dataclass
from server.cli.terminal import OK, BadInput, Parser, bad_input, note, reason_of, said
from server.live_boards.watching import GamesPlace
from server.notifying.waiting import FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS, REQUEST_TIMEOUT_SECONDS, why_unreached

FOLDER_LOOK_SECONDS = 1.0
MOST_GAMES_SENT, MOST_CHARS_SENT = 64, 400_000
"""Of one request."""
SEVERAL = 8
"""New games that are named one by one; more are counted."""
TOURNAMENT_ADDRESS = re.compile(
    r"(?P<server>https?://[^/?#@\s]+(?:/[^?#\s]*?)?)/(?:(?:api|desk)/)?t/(?P<slug>[^/?#\s]+)"
)
KEY_NAME = "TABLO_BOARDS_KEY"


def add(parser: Parser) -> None:
    parser.option("--from", "the folder in which the program of the boards writes", metavar="FOLDER", dest="folder")
    parser.option("--to", "the address of the tournament, as in a browser (TABLO_BOARDS_TO)", metavar="URL")
    parser.option("--key", "the key for boards, which the desk has made (TABLO_BOARDS_KEY)")
    parser.option("--key-file", "a file with the key and nothing else", type=Path, metavar="FILE")
    parser.flag("--once", "stop when the server has everything")
    parser.set_defaults(run=run_boards)


def run_boards(arguments: argparse.Namespace) -> int:
    """Until it is interrupted; a server that goes away is waited for."""
    folder = Path(arguments.folder or "")
    if not arguments.folder or not folder.is_dir():
        raise bad_input("There is no folder {folder}: say with --from where the boards write", folder=folder)
    receiver = Receiver(_address(arguments.to or environ.get("TABLO_BOARDS_TO", "")), _key(arguments))
    try:
        Sender(GamesPlace(folder), receiver, _tell).run(arguments.once)
    except KeyboardInterrupt:
        return OK
    return OK


def _tell(text: str) -> None:
    sys.stderr.write(text + "\n")


def _address(typed: str) -> str:
    """Where the boards of the tournament are sent. Raises BadInput."""
    found = TOURNAMENT_ADDRESS.match(typed)
    if found is None or not typed.isascii():
        raise bad_input(
            "{typed} is no address of a tournament; it looks like https://chess.example.org/t/open-2026 (--to, or "
            "TABLO_BOARDS_TO)",
            typed=typed or "''",
        )
    return f"{found['server']}/api/t/{found['slug']}/boards"


def _key(arguments: argparse.Namespace) -> str:
    """Raises BadInput."""
    if arguments.key:
        note("others at this computer can see a key that is typed; {name} or --key-file hides it", name=KEY_NAME)
    try:
        kept = arguments.key_file.read_text(encoding="ascii") if arguments.key_file else environ.get(KEY_NAME, "")
    except (OSError, ValueError) as error:
        why = reason_of(error) if isinstance(error, OSError) else str(error)
        raise bad_input("{path} cannot be read: {why}", path=arguments.key_file, why=why) from None
    key: str = (arguments.key or kept).strip()
    if not key.isascii() or not key.isprintable() or not key:
        raise bad_input("The key for boards is missing: say it with --key, --key-file or {name}", name=KEY_NAME)
    return key


class GameTrouble(msgspec.Struct):
    key: object
    says: str


class GamesTaken(msgspec.Struct):
    trouble: Sequence[GameTrouble] = ()


class Problem(msgspec.Struct):
    detail: str


@dataclass(eq=False)
class ServerAway(Exception):
    """No network, no server, or a server in trouble: worth trying again."""

    why: str


@dataclass(eq=False)
class NotTaken(Exception):
    """The server has looked at these games and will not have them, now or later."""

    why: str


@dataclass(frozen=True, slots=True)
class Receiver:
    address: str
    key: str

    def take(self, games: Sequence[PgnGame]) -> GamesTaken:
        """Raises ServerAway, NotTaken, BadInput."""
        call = Call(self.address, data="\n".join(map(pgn_of, games)).encode(), method="POST")
        call.add_header("Authorization", f"Bearer {self.key}")
        call.add_header("Content-Type", "application/x-chess-pgn")
        call.add_header("Accept", "application/json")
        try:
            with urlopen(call, timeout=REQUEST_TIMEOUT_SECONDS) as answer:
                return msgspec.json.decode(answer.read(), type=GamesTaken)
        except HTTPError as error:
            with error:
                raise self._refused(error.code, error.read()) from error
        except (URLError, HTTPException, TimeoutError, ConnectionError) as error:
            raise ServerAway(said("{address}: {words}", address=self.address, words=why_unreached(error))) from error
        except msgspec.DecodeError as error:
            raise ServerAway(said("{address} is no server of Tablo", address=self.address)) from error

    def _refused(self, code: int, body: bytes) -> ServerAway | NotTaken | BadInput:
        if code in (401, 403):
            return bad_input(
                "{address} does not accept the key: it is mistyped, or of another tournament", address=self.address
            )
        if code == 404:
            return bad_input("There is no tournament at {address}", address=self.address)
        if code in (400, 413, 415, 422):
            return NotTaken(_detail(body) or said("the server answers {code}", code=code))
        return ServerAway(_detail(body) or said("the server answers {code}", code=code))


def _detail(body: bytes) -> str:
    try:
        return msgspec.json.decode(body, type=Problem).detail
    except msgspec.DecodeError:
        return ""


@dataclass(slots=True)
class Sender:
    place: GamesPlace
    receiver: Receiver
    tell: Callable[[str], object]
    sent: dict[GameKey, PgnGame] = field(default_factory=dict)
    """The games as the server has them."""
    named: dict[GameKey, bool] = field(default_factory=dict)
    """The games that were told of, and whether their end was."""
    told: set[str] = field(default_factory=set)
    """Troubles that were told: each is told once."""

    def run(self, once: bool) -> None:
        pause = 0.0
        self.tell(said("{folder} is watched.", folder=self.place.path))
        while True:
            self._look()
            try:
                self._send()
            except ServerAway as away:
                self.sent.clear()  # it may come back as an older copy
                pause = min(pause * 2, MAX_PAUSE_SECONDS) or FIRST_PAUSE_SECONDS
                self.tell(said("{why}; trying again in {pause} s", why=away.why, pause=round(pause)))
                sleep(pause)
                continue
            if pause:
                self.tell(said("The server answers again, and has all games."))
            if once:
                return
            pause = 0.0
            sleep(FOLDER_LOOK_SECONDS)

    def _look(self) -> None:
        self.place.look()
        place = self.place
        if place.trouble:
            self._tell_once(said("{folder} cannot be read: {why}.", folder=place.path, why=place.trouble))
        for name in place.unreadable:
            self._tell_once(said("{file} is no whole file of games; what was known of it stays.", file=name))
        for name in place.too_large:
            self._tell_once(said("{file} is larger than 4 MB and is not read.", file=name))

    def _tell_once(self, text: str) -> None:
        if text not in self.told:
            self.told.add(text)
            self.tell(text)

    def _send(self) -> None:
        """Whatever is other than the server has it. Raises ServerAway, BadInput."""
        for portion in _portions([game for game in self.place.games if self.sent.get(game.key) != game]):
            self._send_portion(portion)
            self.sent.update((game.key, game) for game in portion)
            self._tell_games(portion)

    def _send_portion(self, portion: Sequence[PgnGame]) -> None:
        """One after the other where the server will not have them together."""
        try:
            taken = self.receiver.take(portion)
        except NotTaken as refused:
            if len(portion) == 1:
                self._tell_once(said("{game} is not taken: {why}", game=_name(portion[0]), why=refused.why))
            else:
                for game in portion:
                    self._send_portion([game])
        else:
            for trouble in taken.trouble:
                self._tell_once(said("The server says: {what}", what=trouble.says))

    def _tell_games(self, several: Sequence[PgnGame]) -> None:
        """New ones and ended ones; only counted where they are many."""
        new = [game for game in several if game.key not in self.named]
        ended = [game for game in several if game.result and not self.named.get(game.key)]
        if len(new) > SEVERAL:
            self.tell(said("New games sent: {count}.", count=len(new)))
        else:
            for game in new:
                self.tell(said("New game sent: {game}.", game=_name(game)))
        for game in ended if len(ended) <= SEVERAL else ():
            self.tell(said("Ended {result}: {game}.", game=_name(game), result=SIGN_OF_END[game.result]))
        self.named.update((game.key, game.result is not None) for game in several)


def _name(game: PgnGame) -> str:
    where = game.tags.get("Round") or game.tags.get("Board") or "?"
    players = [game.tags.get(side, "?") for side in ("White", "Black")]
    return where if players == ["?", "?"] else f"{where} {' – '.join(players)}"


def _portions(games: Sequence[PgnGame]) -> Iterator[list[PgnGame]]:
    """As much as one request takes."""
    portion: list[PgnGame] = []
    chars = 0
    for game in games:
        own = len(pgn_of(game))
        if portion and (len(portion) == MOST_GAMES_SENT or chars + own > MOST_CHARS_SENT):
            yield portion
            portion, chars = [], 0
        portion.append(game)
        chars += own
    if portion:
        yield portion
