"""`tablo standings`: exact values for anybody who wants to compare."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import CASES, Tablo
from tests.tiebreaks.literal_round_robin import RoundRobin, random_round_robin
from tests.trf.lines import TWO_ROUNDS, file, player

Trf = Callable[[bytes], Path]
MAY = CASES / "2020_06.trf"


def table(tablo: Tablo, *arguments: object) -> Any:
    answer = tablo("standings", *arguments, "--json")
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


def test_points_and_places_of_a_real_event(tablo: Tablo) -> None:
    rows = table(tablo, MAY, "--tiebreaks", "BH,SB")["standings"]
    assert [(r["place"], r["number"], r["points"]) for r in rows[:4]] == [
        (1, 1, "8"), (2, 2, "15/2"), (3, 4, "13/2"), (4, 3, "13/2"),
    ]  # fmt: skip


def test_values_are_exact_fractions_as_strings(tablo: Tablo) -> None:
    row = next(r for r in table(tablo, MAY, "--tiebreaks", "SB")["standings"] if r["number"] == 6)
    assert row["tiebreaks"]["SB"] == "93/4"


def test_another_ruleset_gives_another_table(tablo: Tablo) -> None:
    values = {
        ruleset: [
            r["tiebreaks"]["BH"] for r in table(tablo, MAY, "--tiebreaks", "BH", "--ruleset", ruleset)["standings"]
        ]
        for ruleset in ("raw", "vo2009", "c07_2026")
    }
    assert len({tuple(v) for v in values.values()}) == 3


def test_the_ruleset_is_by_default_that_of_the_day_the_event_ended(tablo: Tablo, trf: Trf) -> None:
    assert table(tablo, trf(file("052 2025/06/01", *TWO_ROUNDS)))["ruleset"] == "c07_2024"


def test_between_two_rules_somebody_has_to_say(tablo: Tablo, trf: Trf) -> None:
    assert "--ruleset" in tablo("standings", trf(file("052 2023/12/01", *TWO_ROUNDS))).complaint


def test_an_earlier_round(tablo: Tablo) -> None:
    answer = table(tablo, MAY, "--round", 1)
    assert (answer["round"], {r["points"] for r in answer["standings"]}) == (1, {"0", "1/2", "1"})


def test_before_round_one_nobody_has_points(tablo: Tablo) -> None:
    assert {r["points"] for r in table(tablo, MAY, "--round", 0)["standings"]} == {"0"}


def test_the_list_of_the_file_is_used_if_none_is_given(tablo: Tablo, trf: Trf) -> None:
    assert table(tablo, trf(file("202 BH/C1,SB", *TWO_ROUNDS)))["order"] == ["PTS", "BH/C1", "SB"]


def test_a_list_may_be_given_by_name(tablo: Tablo) -> None:
    assert table(tablo, MAY, "--tiebreaks", "F10")["order"][:2] == ["PTS", "DE1"]


def test_equals_share_the_place_without_lots(tablo: Tablo, trf: Trf) -> None:
    lines = (player(1, "0.5", "2 w ="), player(2, "0.5", "1 b ="))
    assert [r["place"] for r in table(tablo, trf(file(*lines)), "--tiebreaks", "BH")["standings"]] == [1, 1]


def test_lots_are_the_same_for_the_same_seed(tablo: Tablo, trf: Trf) -> None:
    path = trf(file(*[player(n, "0.0") for n in range(1, 9)]))
    orders = [[r["number"] for r in table(tablo, path, "--lots", seed)["standings"]] for seed in ("a", "a", "b")]
    assert orders[0] == orders[1] != orders[2]


def test_a_table_for_people(tablo: Tablo) -> None:
    lines = tablo("standings", MAY, "--tiebreaks", "BH,SB").lines
    assert lines[0] == "After round 10, unplayed rounds by vo2009."
    assert lines[2].split() == ["1", "1", "mattderkuerschner", "8", "53.5", "42.5"]


@pytest.mark.parametrize("name", ["Иванов, Пётр", "محمد", "<script>alert(1)</script>"])
def test_any_name_is_printed_as_it_is(tablo: Tablo, trf: Trf, name: str) -> None:
    assert table(tablo, trf(file(player(1, "0.0", name=name))))["standings"][0]["name"] == name


def test_five_thousand_players(tablo: Tablo, trf: Trf) -> None:
    lines = [player(n, "1.0", f"{n + 1} w 1") if n % 2 else player(n, "0.0", f"{n - 1} b 0") for n in range(1, 5001)]
    assert len(table(tablo, trf(file(*lines)), "--tiebreaks", "BH")["standings"]) == 5000


@pytest.mark.parametrize("text", ["FOO", "BH/Q9", "BH,,SB,?", "DE/C1"])
def test_a_tiebreak_that_cannot_be(tablo: Tablo, text: str) -> None:
    assert "tie-break" in tablo("standings", MAY, "--tiebreaks", text).complaint


def test_a_team_tiebreak_for_players(tablo: Tablo) -> None:
    assert "for teams" in tablo("standings", MAY, "--tiebreaks", "MP").complaint


def test_a_round_that_was_not_played(tablo: Tablo) -> None:
    assert "round 11 is out of reach" in tablo("standings", MAY, "--round", 11).complaint


def test_a_ruleset_nobody_knows(tablo: Tablo) -> None:
    assert "vo2009" in tablo("standings", MAY, "--ruleset", "old").complaint


ROUND_ROBINS = [random_round_robin(n, 7 * n + forfeits, forfeits / 100) for n in range(5, 10) for forfeits in (0, 15)]


def _reckoned(event: RoundRobin) -> dict[int, dict[str, str | None]]:
    return {
        a: {
            "PTS": str(event.score(a)),
            "DE": str(event.direct(a, event.tied(a))) if len(event.tied(a)) > 1 else None,
            "SB": str(event.sonneborn(a)),
            "KS": str(event.koya(a)),
            "KS/L+1": str(event.koya(a, 1)),
        }
        for a in range(1, event.players + 1)
    }


@pytest.mark.parametrize("head", ["192 FIDE_ROUNDROBIN", "092 Individual: Round-Robin", ""])
def test_a_round_robin_is_ranked_as_one(tablo: Tablo, trf: Trf, head: str) -> None:
    """The file says it, or whoever runs the command."""
    told = () if head else ("--format", "round-robin")
    for event in ROUND_ROBINS:
        path = trf(event.report(*[head] if head else []))
        found = table(tablo, path, "--ruleset", "c07_2026", "--tiebreaks", "DE,SB,KS,KS/L+1", *told)
        assert found["format"] == "round-robin"
        assert {row["number"]: row["tiebreaks"] for row in found["standings"]} == _reckoned(event)


def test_who_runs_the_command_knows_better_than_the_file(tablo: Tablo, trf: Trf) -> None:
    path = trf(file("092 Individual: Round-Robin", *TWO_ROUNDS))
    assert table(tablo, path, "--format", "swiss")["format"] == "swiss"


def test_the_heading_names_the_format(tablo: Tablo, trf: Trf) -> None:
    answer = tablo("standings", trf(file("192 FIDE_ROUNDROBIN", *TWO_ROUNDS)), "--ruleset", "c07_2026")
    assert answer.lines[0] == "After round 2 of a round robin, unplayed rounds by c07_2026."
