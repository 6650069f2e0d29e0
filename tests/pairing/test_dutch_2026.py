"""The FIDE Dutch rules of 2026 beside events that another program has confirmed."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from domain.cards.card import Card, CardLine, PairingTask, RoundPairing
from domain.files.trf import parse, report_task
from domain.files.trf.tasks import pairing_made
from domain.pairing.dutch_2026 import engine as dutch_2026
from domain.words.games import Code, Colour, Scoring
from tests.trf.lines import case

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


C5_AND_C9 = json.loads(case("bbppairings_fixtures_2026.json"))["cases"]


@pytest.mark.parametrize("known", C5_AND_C9, ids=lambda known: known["id"])
def test_the_bye_follows_c5_and_c9(known: dict[str, Any]) -> None:
    played = min(len(entry["results"]) for entry in known["players"])
    cards = {entry["no"]: card(entry, played) for entry in known["players"]}
    made = dutch_2026.pair(PairingTask(cards, played + 1, known["total_rounds"]))
    pairs = {frozenset((pair.white, pair.black)) for pair in made.pairs}
    assert pairs | {frozenset((made.bye, 0))} == {frozenset(pair) for pair in known["expected"]}


def card(entry: dict[str, Any], played: int) -> Card:
    """Whoever has a result of the round to be paired already is absent."""
    lines = tuple(line(written) for written in entry["results"][:played])
    return Card(entry["no"], lines=lines, present=len(entry["results"]) == played)


def line(written: str) -> CardLine:
    opponent, colour, code = written.split()
    points = Scoring().points(Code(code))
    return CardLine(Code(code), points, int(opponent) or None, Colour(colour) if colour != "-" else None)
