"""Events that were held, read from games (PGN, CSV) or report files: who met whom with which result; no names are kept.

An event is taken if it is whole: nobody plays twice in a round, and either all meet equally often (a round robin), or
no two meet twice, nine seats in ten are filled and there are two players a round at least (a Swiss system). Nine
players in ten have a rating.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from domain.cards.card import Pair, RoundPairing
from domain.decisions.setup.regulations import IN_FORCE
from domain.files.trf import Mode, Report, Unreadable, parse
from domain.words.games import Code
from domain.words.options import RoundRobinOptions
from domain.words.players import PairingNumber
from domain.words.regulations import Format, Regulations
from projections.chances.rest import RestOfEvent, rest_of_event
from tests import crosstable

TAG = re.compile(r'\[(\w+) "([^"]*)"\]')
SIGNS = {"1-0": "+-", "0-1": "-+", "1/2-1/2": "=="}
SIGN_OF_CODE = {Code.WIN: "+", Code.DRAW: "=", Code.LOSS: "-"}
FEWEST_ROUNDS, FEWEST_PLAYERS, FEWEST_OF_SWISS = 5, 6, 16
LEAST_SHARE = 0.9
"""Of seats that are filled, and of players who have a rating."""
LEAST_DECIDED = 0.99
"""Of the games that are written down; one that never began counts as an empty seat."""
TIEBREAKS_OF_TABLES = ("C07-RR",)


class Game(NamedTuple):
    round: int
    white: str
    black: str
    signs: str
    """Of White and of Black, as in a crosstable."""
    ratings: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Held:
    """An event as it was held."""

    name: str
    ratings: tuple[int, ...]
    """In the order of the pairing numbers."""
    tokens: tuple[tuple[str, ...], ...]
    """By player and round, as `tests.crosstable` writes them."""
    cycles: int
    """Of a round robin; 0 = a Swiss system."""

    @property
    def rounds(self) -> int:
        return len(self.tokens[0])

    def rest(self, after: int) -> RestOfEvent:
        """What was left after so many rounds; of a round robin its pairings are known."""
        rows = zip(self.ratings, self.tokens, strict=True)
        text = "\n".join(f"P {rating} {' '.join(tokens[:after])}" for rating, tokens in rows)
        rest = rest_of_event(crosstable.tournament(text, regulations=self._laws(), close_last=True))
        if not self.cycles:
            return rest
        return replace(rest, known={round: self._seated(round) for round in rest.rounds_to_pair})

    def _laws(self) -> Regulations:
        laws = replace(IN_FORCE, rounds=self.rounds)
        if not self.cycles:
            return laws
        table = RoundRobinOptions(cycles=self.cycles, one_by_one=True)
        return replace(laws, format=Format.ROUND_ROBIN, round_robin=table, order=TIEBREAKS_OF_TABLES)

    def _seated(self, round: int) -> RoundPairing:
        told = ((number, tokens[round - 1]) for number, tokens in enumerate(self.tokens, 1))
        return RoundPairing(
            tuple(Pair(PairingNumber(number), PairingNumber(int(one[2:]))) for number, one in told if one[1:2] == "w")
        )


def events_in(folder: Path) -> Iterator[Held]:
    """The whole events among the files of a folder, each once; a table has the name of its folders."""
    seen = set[tuple[tuple[str, ...], ...]]()
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".pgn":
            found = held_of_games(path.stem, pgn_games(path.read_text(encoding="latin-1")))
        elif path.suffix == ".csv":
            found = held_of_games("_".join(path.relative_to(folder).parts[:-1]).replace(" ", "_"), table_games(path))
        elif path.suffix in (".trf", ".tab"):
            found = held_of_report(path.stem, path.read_bytes())
        else:
            continue
        if found is not None and found.tokens not in seen:
            seen.add(found.tokens)
            yield found


def pgn_games(text: str) -> Iterator[Game]:
    for told in re.split(r"\n(?=\[Event )", text):
        yield _game(dict(TAG.findall(told)))


def table_games(path: Path) -> Iterator[Game]:
    """The games of a table with a line a game, its columns named as the tags of PGN."""
    csv.field_size_limit(1 << 30)
    with path.open(encoding="utf-8") as lines:
        rows = csv.DictReader(lines)
        for row in rows if "WhiteResult" in (rows.fieldnames or ()) else ():
            score = {"1.0": "1-0", "0.0": "0-1", "0.5": "1/2-1/2"}.get(row["WhiteResult"], "")
            yield _game(row | {"Result": score})


def _game(tags: Mapping[str, str]) -> Game:
    round = tags.get("Round", "").split(".")[0]
    white, black = (int(tags[key]) if tags.get(key, "").isdigit() else 0 for key in ("WhiteElo", "BlackElo"))
    signs, number = SIGNS.get(tags.get("Result", ""), ""), int(round) if round.isdigit() else 0
    return Game(number, tags.get("White", ""), tags.get("Black", ""), signs, (white, black))


def held_of_games(name: str, told: Iterable[Game]) -> Held | None:
    written = list(told)
    games = [game for game in written if game.signs]
    ratings: dict[str, int] = {}
    for game in games:
        for player, rating in zip((game.white, game.black), game.ratings, strict=True):
            ratings.setdefault(player, rating)
    rounds = max((game.round for game in games), default=0)
    if not all(game.round for game in games) or len(games) < LEAST_DECIDED * len(written):
        return None
    order = sorted(ratings, key=lambda player: (-ratings[player], player))
    number = {player: at for at, player in enumerate(order, 1)}
    cells: dict[tuple[str, int], str] = {}
    for game in games:
        cells[game.white, game.round] = f"{game.signs[0]}w{number[game.black]}"
        cells[game.black, game.round] = f"{game.signs[1]}b{number[game.white]}"
    if len(cells) != 2 * len(games):
        return None
    table = tuple(tuple(cells.get((player, round), "") for round in range(1, rounds + 1)) for player in order)
    return _whole(name, tuple(ratings[player] for player in order), table)


def held_of_report(name: str, data: bytes) -> Held | None:
    try:
        report = parse(data, Mode.LENIENT)
    except Unreadable:
        return None
    order = sorted(report.players, key=lambda player: (-player.rating, player.number))
    number = {player.number: at for at, player in enumerate(order, 1)}
    rounds = report.rounds_paired
    table = tuple(
        tuple(_token(report, number, player.number, round) for round in range(1, rounds + 1)) for player in order
    )
    return _whole(name, tuple(player.rating for player in order), table)


def _token(report: Report, number: Mapping[int, int], player: int, round: int) -> str:
    entry = next(one for one in report.players if one.number == player).entry(round)
    if entry is None:
        return ""
    if entry.opponent is None or entry.colour is None:
        return {Code.PAIRING_BYE: "U", Code.HALF_BYE: "H", Code.FULL_BYE: "F"}.get(entry.code, "")
    if entry.code not in SIGN_OF_CODE:
        sign = "+" if entry.code is Code.FORFEIT_WIN else "-"
        return f"{sign}f{number[entry.opponent]}"
    return f"{SIGN_OF_CODE[entry.code]}{entry.colour.value}{number[entry.opponent]}"


def _whole(name: str, ratings: tuple[int, ...], table: tuple[tuple[str, ...], ...]) -> Held | None:
    rounds = max(map(len, table), default=0)
    rated = sum(map(bool, ratings))
    if rounds < FEWEST_ROUNDS or len(ratings) < FEWEST_PLAYERS or rated < LEAST_SHARE * len(ratings):
        return None
    met = Counter(
        frozenset((one, int(token[2:]))) for one, tokens in enumerate(table, 1) for token in tokens if token[1:]
    )
    times = {met[frozenset(pair)] // 2 for pair in combinations(range(1, len(ratings) + 1), 2)}
    cycles = times.pop() if len(times) == 1 else 0
    if cycles:
        fits = rounds == cycles * (len(ratings) - 1 + len(ratings) % 2)
    else:
        seats = sum(token != "" for tokens in table for token in tokens)
        enough = seats >= LEAST_SHARE * len(ratings) * rounds and len(ratings) >= max(FEWEST_OF_SWISS, 2 * rounds)
        fits = enough and max(met.values()) == 2
    return Held(name, ratings, _with_byes(table, bool(cycles)), cycles) if fits else None


def _with_byes(table: tuple[tuple[str, ...], ...], of_tables: bool) -> tuple[tuple[str, ...], ...]:
    """Empty seats filled: the only one of a round of an odd field is the bye; those who never play again have left."""
    rows = [list(tokens) for tokens in table]
    for round in range(len(rows[0])):
        empty = [row for row in rows if not row[round]]
        for row in empty:
            alone = len(empty) == 1 and not any(one[round] == "U" for one in rows)
            last = not any(row[round:])
            row[round] = "Z" if of_tables else "U" if alone else "." if last or not any(row[:round]) else "Z"
    return tuple(map(tuple, rows))
