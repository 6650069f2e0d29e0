"""The FIDE Dutch rules of 2026 beside events that another program has confirmed."""

import json
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from domain.cards.card import Card, CardLine, PairingTask, RoundPairing
from domain.files.trf import parse, report_task
from domain.files.trf.tasks import pairing_made
from domain.pairing.dutch_2026 import engine as dutch_2026
from domain.words.games import Code, Colour, Scoring
from tests.files.lines import case

EVENTS = [text + b"\n" for text in case("dutch_2026_reference.trfs").split(b"\n\n")]


def rounds(event: bytes) -> Iterator[tuple[PairingTask, RoundPairing]]:
    report = parse(event)
    for round in range(1, report.rounds_paired + 1):
        yield report_task(report, round), pairing_made(report, round)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.splitlines()[0][4:].decode())
def test_every_round_is_paired_as_the_reference_has_it(event: bytes) -> None:
    for task, known in rounds(event):
        made = dutch_2026.pair(task)
        assert (task.round, set(made.pairs), made.bye) == (task.round, set(known.pairs), known.bye)


@pytest.mark.parametrize("name", ["exchange_of_equal_sums_2026.trf", "exchange_of_equal_sums_2026_again.trf"])
def test_of_exchanges_with_equal_sums_the_one_with_the_smallest_number_from_s2_comes_first(name: str) -> None:
    *_, (task, known) = rounds(case(name))
    made = dutch_2026.pair(task)
    assert (set(made.pairs), made.bye) == (set(known.pairs), known.bye)


C5_AND_C9 = json.loads(case("bbppairings_fixtures_2026.json"))["cases"]


@pytest.mark.parametrize("known", C5_AND_C9, ids=lambda known: known["id"])
def test_the_bye_follows_c5_and_c9(known: dict[str, Any]) -> None:
    played = min(len(entry["results"]) for entry in known["players"])
    cards = {entry["no"]: card(entry, played) for entry in known["players"]}
    made = dutch_2026.pair(PairingTask(cards, played + 1, known["total_rounds"]))
    pairs = {frozenset((pair.white, pair.black)) for pair in made.pairs}
    assert pairs | {frozenset((made.bye, 0))} == {frozenset(pair) for pair in known["expected"]}


def card(entry: dict[str, Any], played: int) -> Card:
    """The card of an entry. A player with a result of the round to be paired is absent."""
    lines = tuple(line(written) for written in entry["results"][:played])
    return Card(entry["no"], lines=lines, present=len(entry["results"]) == played)


def line(written: str) -> CardLine:
    opponent, colour, code = written.split()
    points = Scoring().points(Code(code))
    return CardLine(Code(code), points, int(opponent) or None, Colour(colour) if colour != "-" else None)


def staircase(steps: int) -> PairingTask:
    """So many players, each with a score of its own, who may not meet; as many below, the first of them the only
    opponent left to the last of the steps."""
    high, low = range(1, steps + 1), range(steps + 1, 2 * steps + 1)
    cards = {n: Card(n, lines=(CardLine(Code.HALF_BYE, steps - n), CardLine(Code.HALF_BYE, 2))) for n in high}
    cards |= {n: Card(n, lines=(CardLine(Code.ZERO_BYE, 0), CardLine(Code.ZERO_BYE, 0))) for n in low}
    apart = {frozenset(pair) for pair in combinations(high, 2)}
    apart |= {frozenset((steps, n)) for n in low[1:]}
    return PairingTask(cards, 3, 9, forbidden=frozenset(apart))


def test_criteria_longer_than_the_library_counts_are_weighed_exactly() -> None:
    steps = 45
    made = dutch_2026.pair(staircase(steps))
    opponents = {frozenset((pair.white, pair.black)) for pair in made.pairs}
    assert opponents == {frozenset((n, steps + 1 + n)) for n in range(1, steps)} | {frozenset((steps, steps + 1))}


@pytest.mark.parametrize("away", [Code.ZERO_BYE, Code.HALF_BYE])
def test_who_was_never_paired_has_no_number_for_the_colours(away: Code) -> None:
    """5.2.5: 1 to 3 are away, of whom 1 has not been paired yet; 4 and 5 play their first game."""
    games = {2: CardLine(Code.WIN, 2, 3, Colour.WHITE), 3: CardLine(Code.LOSS, 0, 2, Colour.BLACK)}
    lines = games | {n: CardLine(away, Scoring().points(away)) for n in (1, 4, 5)}

    def colours() -> tuple[int, int]:
        cards = {n: Card(n, lines=(line,), present=n > 3) for n, line in sorted(lines.items())}
        (board,) = dutch_2026.pair(PairingTask(cards, 2, 9)).pairs
        return board.white, board.black

    assert colours() == (4, 5)
    for arrived in (CardLine(Code.FORFEIT_LOSS, 0, 2, Colour.WHITE), CardLine(Code.PAIRING_BYE, 2)):
        lines[1] = arrived
        assert colours() == (5, 4)
