"""Round robins: Koya, Sonneborn-Berger and the direct encounter against a reckoning of their own."""

from fractions import Fraction

import pytest

from domain.files.trf import cards
from domain.files.trf import parse as read
from domain.files.trf.report import Header, declared_format
from domain.ranking.order import rank
from domain.ranking.tiebreaks import (
    UNDEFINED,
    Context,
    Fact,
    Ruleset,
    Value,
    parse_list,
    parse_tiebreak,
    values,
    working,
)
from domain.words.regulations import Format
from tests.ranking.crosstables import cards_of
from tests.ranking.literal_round_robin import RoundRobin, random_round_robin

EVENTS = [
    random_round_robin(players, 100 * players + seed, forfeits)
    for players in range(4, 12)
    for seed in range(3)
    for forfeits in (0.0, 0.15)
]
RULESETS = [Ruleset.VO2009, Ruleset.C07_2024, Ruleset.C07_2026]


def _values(event: RoundRobin, text: str, ruleset: Ruleset) -> dict[int, Value]:
    report = read(event.report())
    return values(cards(report, report.rounds_paired), parse_tiebreak(text), Context(ruleset, predetermined=True))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_sonneborn_berger_knows_neither_rest_nor_forfeits(ruleset: Ruleset) -> None:
    for event in EVENTS:
        assert _values(event, "SB", ruleset) == {a: event.sonneborn(a) for a in range(1, event.players + 1)}


@pytest.mark.parametrize("moved", [0, 1, -1, 2])
def test_koya_counts_half_of_the_games(moved: int) -> None:
    text = f"KS/L{moved:+d}" if moved else "KS"
    for event in EVENTS:
        assert _values(event, text, Ruleset.C07_2026) == {a: event.koya(a, moved) for a in range(1, event.players + 1)}


@pytest.mark.parametrize("ruleset", [Ruleset.C07_2024, Ruleset.C07_2026])
def test_the_direct_encounter_counts_forfeits_too(ruleset: Ruleset) -> None:
    for event in EVENTS:
        expected = {a: event.direct(a, event.tied(a)) for a in range(1, event.players + 1)}
        assert _values(event, "DE", ruleset) == expected


def test_a_round_of_rest_is_no_unplayed_round() -> None:
    """Seven players, no forfeit: as a Swiss the rest would be a bye with an opponent of its own."""
    event = random_round_robin(7, 1, 0.0)
    report = read(event.report())
    table = cards(report, report.rounds_paired)
    as_swiss = values(table, parse_tiebreak("SB"), Context(Ruleset.VO2009))
    as_it_is = values(table, parse_tiebreak("SB"), Context(Ruleset.VO2009, predetermined=True))
    assert (as_swiss == as_it_is, as_it_is) == (False, {a: event.sonneborn(a) for a in range(1, 8)})


def test_the_limit_is_half_of_the_most_games_of_anybody() -> None:
    """Player 2 has played twice: a point is half of what could be won, half a point is not."""
    cards = cards_of({1: ["+w2", "Z"], 2: ["-b1", "=w3"], 3: ["Z", "=b2"]})
    assert values(cards, parse_tiebreak("KS"), Context(predetermined=True)) == {1: 0, 2: 0, 3: 0}


def test_the_working_of_koya_has_the_games_that_count() -> None:
    cards = cards_of({1: ["+w2", "=b3", "Z"], 2: ["-b1", "Z", "+w3"], 3: ["Z", "=w1", "-b2"]})
    shown = working(cards, 3, parse_tiebreak("KS"), Context(predetermined=True))
    assert [(row.opponent, row.amount) for row in shown.contributions] == [(1, Fraction(1, 2)), (2, 0)]
    assert shown.facts == {Fact.LIMIT: 1}
    assert not working(cards, 3, parse_tiebreak("KS"), Context()).contributions


def test_koya_has_no_value_in_a_swiss() -> None:
    report = read(random_round_robin(6, 1, 0.0).report())
    rows = rank(cards(report, report.rounds_paired), parse_list("KS"), Context())
    assert {row.values[1] for row in rows} == {UNDEFINED}


@pytest.mark.parametrize(
    ("encoded", "text", "expected"),
    [
        ("FIDE_ROUNDROBIN", "", Format.ROUND_ROBIN),
        ("BERGER_DOUBLEROUNDROBIN", "", Format.ROUND_ROBIN),
        ("FIDE_DOUBLESCHEVENINGEN", "", Format.SCHEVENINGEN),
        ("FIDE_SCHILLER", "", Format.SCHEVENINGEN),
        ("FIDE_DUTCH_2026", "Individual: Round-Robin", Format.SWISS),
        ("", "Individual: Round-Robin", Format.ROUND_ROBIN),
        ("", "Round robin tournament", Format.ROUND_ROBIN),
        ("", "Круговая система", Format.ROUND_ROBIN),
        ("", "Кръгов турнир", Format.ROUND_ROBIN),
        ("", "Individual: Swiss-System", None),
        ("", "Standard", None),
        ("", "", None),
    ],
)
def test_a_file_says_what_kind_of_event_it_is(encoded: str, text: str, expected: Format | None) -> None:
    assert declared_format(Header(type=text, encoded_type=encoded)) is expected
