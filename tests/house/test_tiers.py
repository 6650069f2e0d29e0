"""Each test is in one tier, and the fast one has no browser, no database server and no process beside its own."""

import subprocess
import sys
from multiprocessing import get_context

import pytest

from tests.tiers import FIXTURES, LONG, ROOMS, TESTS, Tier, seen_since, tier_of


def test_every_collected_test_is_in_exactly_one_tier(request: pytest.FixtureRequest) -> None:
    found = {item.nodeid: [tier.value for tier in Tier if item.get_closest_marker(tier)] for item in items(request)}
    assert {test: tiers for test, tiers in found.items() if len(tiers) != 1} == {}


def test_no_fast_test_asks_for_a_browser_or_a_database_server(request: pytest.FixtureRequest) -> None:
    fast = [item for item in items(request) if item.get_closest_marker(Tier.FAST)]
    assert fast
    assert [item.nodeid for item in fast if FIXTURES.keys() & set(getattr(item, "fixturenames", ()))] == []


def items(request: pytest.FixtureRequest) -> list[pytest.Item]:
    return request.session.items


@pytest.mark.process
def test_a_process_that_a_test_starts_is_seen() -> None:
    seen_since()
    subprocess.run([sys.executable, "-c", ""], check=True)
    assert seen_since() == ["subprocess.Popen"]
    worker = get_context("spawn").Process(target=print)
    worker.start()
    worker.join()
    assert seen_since() == ["multiprocessing.Process.start"]


@pytest.mark.parametrize(
    ("fixtures", "marked", "tier"),
    [
        ([], [], Tier.FAST),
        (["page", "playwright"], [], Tier.BROWSER),
        (["cluster", "postgres_server"], [], Tier.DATABASE),
        ([], [Tier.PROCESS], Tier.PROCESS),
        (["playwright"], [Tier.PROCESS], Tier.BROWSER),
    ],
)
def test_a_test_of_a_fast_room_is_fast_unless_it_uses_more(fixtures: list[str], marked: list[Tier], tier: Tier) -> None:
    assert tier_of("pairing/test_lim.py", fixtures, marked) is tier


def test_every_room_has_a_tier_and_every_long_file_is_in_a_fast_one() -> None:
    assert {path.parent.relative_to(TESTS).parts[0] for path in TESTS.glob("*/**/test_*.py")} == set(ROOMS)
    assert {
        file for file in LONG if not (TESTS / file).is_file() or ROOMS[file.partition("/")[0]] != Tier.FAST
    } == set()


def test_of_a_large_sample_the_first_cases_are_fast() -> None:
    tiers = [tier_of("pairing/test_literal_twin.py", (), (), case) for case in range(4)]
    assert tiers == [Tier.FAST, Tier.FAST, Tier.LONG, Tier.LONG]
    assert tier_of("pairing/test_lim.py", (), (), 3) is Tier.FAST
