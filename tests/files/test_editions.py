"""The rules of an imported file: those it names, else those in force when the event began, else today's."""

from datetime import date

import pytest

from domain import events as e
from domain.decisions.setup.announcing import OWN_RULES
from domain.decisions.setup.regulations import IN_FORCE
from domain.files.header import DUTCH_EDITIONS, TODAYS, edition_on, regulations_of
from domain.files.importing import import_report
from domain.files.remarks import About, remarks
from domain.files.trf import parse
from domain.words.regulations import CorrectionPolicy, Regulations
from tests.files.lines import TWO_ROUNDS, file


def laws(*heads: str, system: str = "") -> Regulations:
    return regulations_of(parse(file(*heads, *TWO_ROUNDS)), system)


def about(*heads: str, system: str = "") -> set[About]:
    report = parse(file(*heads, *TWO_ROUNDS))
    found = {remark.about for remark in remarks(report, regulations_of(report, system))}
    return {one for one in found if one.value.startswith("system-")}


def departures(*heads: str, system: str = "") -> list[e.Event]:
    report = parse(file(*heads, *TWO_ROUNDS))
    made = import_report(report, file_name="", sha256="", regulations=regulations_of(report, system))
    return [event for event in made if isinstance(event, e.FideModeLeft)]


@pytest.mark.parametrize(
    ("day", "system"),
    [
        (date(1999, 5, 1), "dutch-1998"),
        (date(2011, 12, 31), "dutch-1998"),
        (date(2012, 1, 1), "dutch-2012"),
        (date(2017, 6, 30), "dutch-2012"),
        (date(2017, 7, 1), "dutch-2017"),
        (date(2026, 1, 31), "dutch-2017"),
        (date(2026, 2, 1), "dutch-2026"),
    ],
)
def test_each_day_has_its_edition(day: date, system: str) -> None:
    assert edition_on(day).system == system


def test_the_newest_edition_is_that_of_a_new_tournament() -> None:
    assert (TODAYS.system, TODAYS.order, TODAYS.corrections) == (IN_FORCE.system, IN_FORCE.order, IN_FORCE.corrections)
    days = [edition.first_day for edition in DUTCH_EDITIONS]
    assert days == sorted(days, reverse=True)


def test_a_file_that_says_nothing_has_the_rules_of_today() -> None:
    found = laws()
    assert (found.system, found.order, found.corrections) == (IN_FORCE.system, IN_FORCE.order, IN_FORCE.corrections)
    assert about() == {About.SYSTEM_ASSUMED, About.SYSTEM_OF_TODAY}


def test_the_day_it_began_decides_and_not_the_day_it_ended() -> None:
    assert laws("042 2011/12/28", "052 2012/01/05").system == "dutch-1998"


def test_without_a_first_day_the_first_round_decides() -> None:
    assert laws("132".ljust(91) + "11/12/30  12/01/02").system == "dutch-1998"


def test_with_the_old_system_come_the_old_tie_breaks_and_corrections() -> None:
    found = laws("042 2005/05/01")
    assert (found.order, found.corrections) == (("F10",), CorrectionPolicy.F7_1998)
    assert about("042 2005/05/01") == {About.SYSTEM_ASSUMED, About.SYSTEM_OF_DAY}


def test_a_system_that_is_not_here_is_named_and_replaced_by_that_of_today() -> None:
    assert laws("042 2024/05/01").system == "dutch-2026"
    assert about("042 2024/05/01") == {About.SYSTEM_ASSUMED, About.SYSTEM_NOT_HERE}


def test_an_accelerated_file_has_the_system_that_accelerates() -> None:
    assert laws("042 2005/05/01", "192 FIDE_DUTCH_BAKU").system == "dutch-2026"
    assert About.SYSTEM_ACCELERATES in about("042 2005/05/01", "192 FIDE_DUTCH_BAKU")


@pytest.mark.parametrize("system", ["keizer", "lim", "mcmahon"])
def test_a_made_up_file_is_of_the_system_that_it_was_paired_by(system: str) -> None:
    assert laws(f"092 Individual: Swiss-System ({system})", "192 CUSTOM_SWISS").system == system


def test_a_system_of_others_in_the_type_is_not_taken() -> None:
    assert laws("092 Individual: Swiss-System (JaVaFo)", "192 CUSTOM_SWISS").system == IN_FORCE.system


def test_a_round_robin_without_tie_breaks_has_those_of_a_round_robin() -> None:
    assert laws("092 Round robin").order == ("C07-RR",)


def test_somebody_may_choose_another_system_and_it_is_said() -> None:
    assert laws("192 FIDE_DUTCH_2026", system="dutch-1998").system == "dutch-1998"
    assert About.SYSTEM_CHOSEN in about("192 FIDE_DUTCH_2026", system="dutch-1998")


@pytest.mark.parametrize(
    ("heads", "system"),
    [
        ((), ""),
        (("042 2005/05/01",), ""),
        (("042 2024/05/01",), ""),
        (("042 2026/05/01", "192 FIDE_DUTCH_2026"), ""),
        (("### Regulations: system dutch-1998",), ""),
        (("042 2005/05/01",), "dutch-1998"),
        (("042 2026/05/01",), "dutch-2026"),
    ],
    ids=str,
)
def test_an_imported_tournament_is_in_fide_mode(heads: tuple[str, ...], system: str) -> None:
    assert departures(*heads, system=system) == []
    assert About.SYSTEM_NOT_IN_FORCE not in about(*heads, system=system)


@pytest.mark.parametrize(
    ("heads", "system"),
    [
        (("042 2026/05/01", "### Regulations: system dutch-1998"), ""),
        (("042 2005/05/01", "192 FIDE_DUTCH_2026"), ""),
        (("042 2026/05/01",), "dutch-1998"),
        ((), "dutch-1998"),
    ],
    ids=str,
)
def test_a_system_chosen_against_the_rules_of_the_day_leaves_fide_mode(heads: tuple[str, ...], system: str) -> None:
    assert departures(*heads, system=system) == [e.FideModeLeft(0, OWN_RULES)]
    assert About.SYSTEM_NOT_IN_FORCE in about(*heads, system=system)
