"""A new tie-break takes three files: its rule, its row and its name. Everything else knows it then."""

from pathlib import Path

import pytest

from domain.decisions.setup.announcing import announce_tournament
from domain.ranking.tiebreaks import HANDBOOK, Best, Rule, TiebreakGroup, Type
from domain.tournament import Tournament
from domain.words.regulations import Details, Regulations
from projections.moment.snapshot import snapshot
from projections.table.standings import standings
from server import cli
from tests.crosstable import tournament
from tests.ranking.made_up_tiebreak import DRAWS
from web.api import tables
from web.links import Site
from web.public.pages import pieces
from web.rendering import printed
from web.wording import language
from web.wording.chess.tiebreaks import TIEBREAK_NAMES, long_name

REPORT = Path(__file__).parents[1] / "cases" / "2020_06.trf"
ROW = Rule("DRAWS", "games drawn", (), Type.OWN, Best.HIGH, TiebreakGroup.OWN, "R", DRAWS)
LEVEL = """
    Alice 2500  +w4 -b2 =w3
    Bruno 2400  =b3 +w1 =b4
    Carla 2300  =w2 +b4 =b1
    David 2200  -b1 -w3 =w2
"""
LAWS = Regulations(rounds=3, order=("DRAWS",), ruleset="c07_2026")


@pytest.fixture(autouse=True)
def new_tiebreak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HANDBOOK, "DRAWS", ROW)  # type: ignore[arg-type]
    monkeypatch.setitem(TIEBREAK_NAMES, "DRAWS", "games drawn")


def event() -> Tournament:
    return tournament(LEVEL, regulations=LAWS)


def test_regulations_may_name_it() -> None:
    [announced, *_] = announce_tournament(Details("Made up"), LAWS)
    assert announced.regulations.order == ("DRAWS",)  # type: ignore[union-attr]


def test_it_decides_between_equals() -> None:
    rows = standings(snapshot(event())).rows
    assert [(row.person.name, row.points, row.values) for row in rows] == [
        ("Bruno", 4, (2,)),
        ("Carla", 4, (2,)),
        ("Alice", 3, (1,)),
        ("David", 1, (1,)),
    ]


def test_reversed_it_decides_the_other_way() -> None:
    laws = Regulations(rounds=3, order=("DRAWS/R", "TPN"), ruleset="c07_2026")
    assert standings(snapshot(tournament(LEVEL, regulations=laws))).columns[0].text == "DRAWS/R"


def test_its_column_has_its_name_and_its_value() -> None:
    view = standings(snapshot(event()))
    assert long_name(view.columns[0].text, language("en")) == "games drawn"
    assert tables.standing(view.rows[0])["tiebreaks"] == ["2"]
    assert ">2<" in printed("standings", "row", "p2", view.rows[0], Site("made-up-tiebreak"))


def test_a_players_page_has_its_working() -> None:
    found = pieces(snapshot(event()), "player/2")
    assert found is not None
    parts = {
        name: form.html(name, value, Site("made-up"), "en") for form, group in found for name, value in group.items()
    }
    assert "games drawn" in parts["workings/DRAWS"]
    assert parts["workings/DRAWS"].count("<tr>") == 3


def test_the_command_line_ranks_by_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["standings", str(REPORT), "--tiebreaks", "DRAWS", "--ruleset", "c07_2026"]) == 0
    assert "DRAWS" in capsys.readouterr().out
