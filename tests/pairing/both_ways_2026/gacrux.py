"""Gacrux (PyPI `gacrux`), a program that stands beside ours: it makes events up, pairs and ranks them.

It is called in this process; its modules are not installed with the project.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from unittest import mock

from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingchecker import pairingchecker
from gacrux.tiebreak import tiebreak
from gacrux.tournamentgenerator import tournamentgenerator
from gacrux.trf2json import trf2json

from domain.files.trf import parse
from domain.ranking.order import Ranked
from domain.ranking.tiebreaks import Tiebreak, Value
from domain.words.games import Code
from server.cli.standings import StandingsOptions, ranked_report
from tests.pairing.both_ways_2026.events import ROUNDS, list_of_chance, size_up_to

PLACES = frozenset({"DE"})
"""Tie-breaks whose value is a place among equals for us, and points for them."""
ROUNDED = Fraction(1, 200)
"""They print two decimals."""
STANDARD = "STD compares the points of both, also in 1/2-0 and 0-0; theirs goes by the own result"
SPREAD = 900
"""Between the ratings of the first player and of the last: theirs cannot write a rating below 0."""
MOST_SEED = 2**31
Table = dict[int, tuple[int, list[object]]]
"""The place and the values of each player, by number."""


@dataclass(frozen=True, slots=True)
class Gacrux:
    most: int
    """Players of an event of its generator, at most."""

    def differences(self, file: str) -> list[str]:
        """A line for each round that it pairs otherwise, and for each player whom it ranks or values otherwise."""
        return [*_rounds(file), *_tables(file)]

    def ranked_otherwise(self, file: str) -> list[str]:
        """The differences of the tables alone."""
        return _tables(file)

    def settled(self, file: str) -> str:
        """The article by which ours is right in all that differs; empty = nothing is known."""
        without = re.sub(r"(?<=,)STD,|,STD$", "", file, flags=re.MULTILINE)
        differs = without == file or not _has_odd_scores(file) or self.differences(without)
        return "" if differs else STANDARD

    def event(self, seed: str) -> str:
        """An event of its own generator, ranked by its own tie-breaks."""
        dice = Random(f"gacrux-2026-{seed}")
        while True:
            try:
                made = self._generated(dice)
            except GacruxNoLegalPairing:
                continue  # it writes no file of an event that stops early
            return _ranked(made, list_of_chance(dice))

    def _generated(self, dice: Random) -> str:
        players = size_up_to(self.most, dice)
        rounds = min(dice.randint(*ROUNDS), players // 2)
        shares = [str(dice.choice((0, 0.01, 0.03, 0.1))) for _ in ("zero-point byes", "half-point byes", "forfeits")]
        spread = [
            str(dice.randint(1900, 2700)),
            str(dice.randint(0, SPREAD // players)),
            str(dice.choice((0, 50, 200))),
        ]
        command = ["-p", str(players), "-N", str(rounds), "-S", *shares, "-R", *spread, *dice.choice((["-a"], [], []))]
        generator = _asked(tournamentgenerator(), command)
        generator.statistics.set_seed(dice.randrange(1, MOST_SEED))
        text: str = trf2json().output_file(generator.gen_tournament(dice.randrange(2)), 1, 0)
        return text


def _asked(program, command: list[str]):  # type: ignore[no-untyped-def]
    """One of their programs with the arguments of a command line."""
    with mock.patch("sys.argv", ["", *command]):
        program.read_command_line()
    return program


def _read(file: str):  # type: ignore[no-untyped-def]
    read = trf2json()
    read.parse_file(file, 0)
    if read.get_status():
        raise ValueError(read.chessjson["status"])
    return read


def _rounds(file: str) -> list[str]:
    checker = _asked(pairingchecker(), ["-c", "-m", "dutch"])
    checker.chessfile = _read(file)
    checker.do_checker()
    return [
        f"round {round['round']}: {round['current']} is {round['pairs']}"
        for round in checker.chessfile.result["roundpairing"]
        if not round["check"]
    ]


def _ranked(file: str, order: tuple[str, ...]) -> str:
    """Their file with the tie-breaks and the places."""
    read = _read(file)
    tournament = read.get_tournament(1)
    table = _computed(tournament, ["PTS", *order])
    tournament["rankOrder"] = ["PTS", *order]
    for player in tournament["competitors"]:
        player["rank"], _ = table[player["cid"]]
    text: str = trf2json().output_file(read.chessjson["event"], 1, 0)
    return "".join(map(_without_identity, text.splitlines(keepends=True)))


def _without_identity(line: str) -> str:
    """They write a second rating where the FIDE number belongs, and two players may have the same."""
    return line[:57] + " " * 11 + line[68:] if line.startswith("001") else line


def _computed(tournament, order: list[str]) -> Table:  # type: ignore[no-untyped-def]
    """Each tie-break from a fresh start: those after FB would see the scores that FB has made otherwise."""
    places: dict[int, int] = dict.fromkeys((player["cid"] for player in tournament["competitors"]), 1)
    values: dict[int, list[object]] = {number: [] for number in places}
    for wanted in order:
        params = {"tiebreak": [wanted], "check": False}
        fresh = tiebreak(tournament, tournament["currentRound"], params)
        fresh.find_tmversion(tournament)
        for number, player in fresh.cmps.items():
            player["rank"] = places[number]
        fresh.rankorder.sort(key=lambda player: player["rank"])
        fresh.compute_single_tiebreak(fresh.parse_tiebreak(1, wanted))
        for number, player in fresh.cmps.items():
            places[number] = player["rank"]
            values[number] += player["tiebreakScore"]
    return {number: (place, values[number]) for number, place in places.items()}


def _tables(file: str) -> list[str]:
    """A line for each player whose place or value is another one; ours by the list of the file."""
    ours = ranked_report(parse(file.encode()), StandingsOptions())
    theirs = _computed(_read(file).get_tournament(1), [str(tiebreak) for tiebreak in ours.order])
    return [line for row in ours.rows for line in _compared(row, *theirs[row.number])]


def _has_odd_scores(file: str) -> bool:
    """A game was played whose loser's opponent did not win."""
    lines = {player.number: player.entries for player in parse(file.encode()).players}
    games = ((mine, lines[mine.opponent][at]) for own in lines.values() for at, mine in enumerate(own) if mine.opponent)
    return any(mine.code is Code.LOSS and theirs.code is not Code.WIN for mine, theirs in games)


def _compared(row: Ranked, place: int, values: list[object]) -> list[str]:
    told = [
        f"number {row.number}: {tiebreak} is {ours}, theirs {theirs}"
        for tiebreak, ours, theirs in zip(row.order, row.values, values, strict=True)
        if not _same(tiebreak, ours, theirs)
    ]
    if row.place != place:
        told.append(f"number {row.number}: place {row.place}, theirs {place}")
    return told


def _same(tiebreak: Tiebreak, ours: Value | None, theirs: object) -> bool:
    if ours is None or tiebreak.code in PLACES:
        return True
    if not isinstance(ours, int | Fraction):
        return not theirs
    return theirs is not None and abs(Fraction(str(theirs)) - ours) <= ROUNDED
