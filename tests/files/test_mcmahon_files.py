"""McMahon in a report file: starting points there and back, and those that no rating explains."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.setup.regulations import IN_FORCE
from domain.files.exporting import report_of
from domain.files.header import regulations_of, rules_comment
from domain.files.importing import import_report
from domain.files.rechecking import rechecked
from domain.files.trf import Ladder, parse, write
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import pairing_task
from domain.tournament_cards.starting_points import start_at_the_bar, starting_points
from domain.words.options import McMahonOptions
from domain.words.players import PlayerId
from tests.crosstable import tournament
from tests.files.lines import file, player
from web.wording.report_comments import comment_lines

BOTH = pytest.mark.parametrize("ladder", list(Ladder))
LAWS = replace(IN_FORCE, system="mcmahon", rounds=4, order=("MCMAHON",), mcmahon=McMahonOptions(2000, 100, 1500))
PLAYED = "Ann 2300 +w2\nBen 2100 -b1\nCal 1950 =w4\nDan 1940 =b3\nEve 1740 +w6\nFay 1510 -b5"


def held(**options: object) -> Tournament:
    laws = replace(LAWS, mcmahon=replace(LAWS.mcmahon, **options))  # type: ignore[arg-type]
    return tournament(PLAYED, regulations=laws)


def sent(t: Tournament, ladder: Ladder = Ladder.TRF26) -> str:
    return write(report_of(t), ladder, comments=[rules_comment(t), *comment_lines(t)])


def taken(text: str, system: str = "") -> Tournament:
    report = parse(text.encode())
    laws = regulations_of(report, system)
    return replay(import_report(report, file_name="club.trf", sha256="0" * 64, regulations=laws))


@BOTH
@pytest.mark.parametrize("options", [{}, {"floor": 0}, {"band": 150}, {"bar": 2400}])
def test_starting_points_and_what_they_follow_from_come_back(ladder: Ladder, options: dict[str, int]) -> None:
    t = held(**options)
    again = taken(sent(t, ladder))
    assert (again.regulations.system, again.regulations.mcmahon) == ("mcmahon", t.regulations.mcmahon)
    assert starting_points(again) == starting_points(t)
    assert start_at_the_bar(again) == start_at_the_bar(t)
    assert not [event for event in again.history if isinstance(event, e.StartingPointsCorrected)]


@BOTH
def test_the_list_of_the_event_comes_back(ladder: Ladder) -> None:
    text = sent(held(), ladder)
    assert "202 SOS,SOSOS" in text
    assert taken(text).regulations.order == ("MCMAHON",)


def test_corrected_starting_points_come_back_from_their_round_on() -> None:
    t = replay([e.StartingPointsCorrected(PlayerId(6), 9, 0, 2, "abroad", 1)], held())
    again = taken(sent(t))
    assert pairing_task(again, 2).virtual == pairing_task(t, 2).virtual
    assert pairing_task(t, 2).virtual[6] == (0, 9, 9, 9)


def test_a_round_of_the_file_is_paired_again_with_them() -> None:
    report = parse(sent(held()).encode())
    assert rechecked(report, regulations_of(report)).system == "mcmahon"


def test_a_file_of_another_program_shows_the_bar_by_its_points() -> None:
    lines = [player(n, "0.0", rating=rating) for n, rating in enumerate((2300, 2210, 1800, 1790), 1)]
    text = file("XXR 4", "XXA 0001  3.0  3.0  3.0  3.0", "XXA 0002  3.0  3.0  3.0  3.0", *lines).decode()
    t = taken(text, "mcmahon")
    assert t.regulations.mcmahon == McMahonOptions(2210, 100, 1910)
    assert [points for _, points in sorted(starting_points(t).items())] == [6, 6, 0, 0]


def test_points_that_the_ratings_do_not_explain_are_kept_as_corrections() -> None:
    lines = [player(n, "0.0", rating=rating) for n, rating in enumerate((2300, 2210, 1800, 1790), 1)]
    points = (f"XXA {n:04} {half:4} {half:4} {half:4} {half:4}" for n, half in ((1, 3.0), (2, 1.0), (3, 2.0), (4, 0.5)))
    t = taken(file("XXR 4", *points, *lines).decode(), "mcmahon")
    assert [points for _, points in sorted(starting_points(t).items())] == [6, 2, 4, 1]
