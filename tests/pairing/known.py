"""Known answers: whole small events from `tests/cases`, as cards before each round and what was paired."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from domain.cards.card import Card, CardLine, Pair, PairingTask, RoundPairing
from domain.files.trf import parse, report_task
from domain.words.games import Code, Colour, Result, Scoring

CASES = Path(__file__).parents[1] / "cases"
EVENTS = (
    "held_2014_14p_2012rules",
    "cpan1998_3p_variant1",
    "cpan1998_3p_variant2",
    "cpan1998_3p_variant3",
    "cpan1998_4p_all_draws",
    "cpan1998_4p_white_wins",
    "cpan1998_7p_all_draws",
)
RESULTS = {
    ("1-0", False): Result.WHITE_WINS,
    ("0-1", False): Result.BLACK_WINS,
    ("1/2", False): Result.DRAW,
    ("1-0", True): Result.WHITE_WINS_BY_FORFEIT,
    ("0-1", True): Result.BLACK_WINS_BY_FORFEIT,
}
SCORING = Scoring()


@dataclass(frozen=True)
class KnownRound:
    event: str
    task: PairingTask
    answer: RoundPairing

    def __str__(self) -> str:
        return f"{self.event}-round-{self.task.round}"


def rounds_of(event: str) -> Iterator[KnownRound]:
    facts = json.loads((CASES / f"{event}.json").read_text())
    lines: dict[int, list[CardLine]] = {player["no"]: [] for player in facts["players"]}
    for facts_of_round in facts["rounds"]:
        away = facts_of_round.get("absent", [])
        cards = {n: Card(n, lines=tuple(mine), present=n not in away) for n, mine in lines.items()}
        task = PairingTask(cards, facts_of_round["round"], facts["total_rounds"], Colour.WHITE)
        pairs = tuple(Pair(game["white"], game["black"]) for game in facts_of_round["pairings"])
        yield KnownRound(event, task, RoundPairing(pairs, facts_of_round["bye"]))
        for number, line in _lines(facts_of_round, cards).items():
            lines[number].append(line)


def _lines(facts: dict[str, Any], cards: dict[int, Card]) -> dict[int, CardLine]:
    lines = {number: CardLine(Code.ZERO_BYE, 0) for number in cards}
    if facts["bye"]:
        lines[facts["bye"]] = CardLine(Code.PAIRING_BYE, 2)
    for game in facts["pairings"]:
        if game["result"] is None:
            continue
        result = RESULTS[game["result"], game.get("forfeit", False)]
        white, black = game["white"], game["black"]
        lines[white] = _line(result.white, black, Colour.WHITE, cards[white].score - cards[black].score)
        lines[black] = _line(result.black, white, Colour.BLACK, cards[black].score - cards[white].score)
    return lines


def _line(code: Code, opponent: int, colour: Colour, ahead: int) -> CardLine:
    return CardLine(code, SCORING.points(code), opponent, colour, ahead)


KNOWN_ROUNDS = [known for event in EVENTS for known in rounds_of(event)]


def pairing_tables() -> Iterator[KnownRound]:
    """Rounds known by a pairing table: opponents, colours, the last two floats and scores, but no results."""
    for case in json.loads((CASES / "pairing_tables_1998.json").read_text())["cases"]:
        cards = {int(number): _card_of(int(number), row) for number, row in case["players"].items()}
        task = PairingTask(cards, case["round"], case["round"] + 4)
        yield KnownRound(case["id"], task, RoundPairing(tuple(Pair(*pair) for pair in case["pairs"])))


def _card_of(number: int, row: dict[str, Any]) -> Card:
    floats = row["floats"].rjust(len(row["opponents"]), "-")
    rounds = zip(row["opponents"], row["colours"].lower(), floats, strict=True)
    lines = [CardLine(Code.DRAW, 0, o, Colour(c), {"u": -1, "d": 1}.get(f, 0)) for o, c, f in rounds]
    return Card(number, lines=(*lines[:-1], replace(lines[-1], points=int(2 * row["score"]))))


KNOWN_ROUNDS += pairing_tables()


def reopened() -> Iterator[KnownRound]:
    """Rounds in which a bracket above is opened again, with the answer of the articles (C.12, A.5, C.13)."""
    for case in json.loads((CASES / "dutch1998_reopening.json").read_text())["cases"]:
        pairs = tuple(Pair(white, black) for white, black in case["expected"] if black)
        bye = next((number for number, nobody in case["expected"] if not nobody), None)
        yield KnownRound(case["id"], report_task(parse(case["trf"].encode()), case["round"]), RoundPairing(pairs, bye))


REOPENED_ROUNDS = list(reopened())
