"""`tablo standings`: exact values for anybody who wants to compare."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.files.trf import Header, write
from domain.files.trf.writing import from_cards
from domain.words.games import Colour
from tests.cli.conftest import CASES, Tablo
from tests.files.lines import TWO_ROUNDS, file, player
from tests.ranking.crosstables import cards_of
from tests.ranking.literal_round_robin import RoundRobin, random_round_robin

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


@pytest.mark.parametrize("head", ["042 2019/06/01", "132" + " " * 88 + "19/06/01  19/06/02"])
def test_without_a_last_day_the_last_round_or_the_first_day_decides(tablo: Tablo, trf: Trf, head: str) -> None:
    assert table(tablo, trf(file(head, *TWO_ROUNDS)))["ruleset"] == "vo2009"


def test_without_any_date_the_rules_in_force_decide_and_it_is_said(tablo: Tablo, trf: Trf) -> None:
    answer = tablo("standings", trf(file(*TWO_ROUNDS)), "--tiebreaks", "BH", "--json")
    assert json.loads(answer.out)["ruleset"] == "c07_2026"
    told = "the file has no date: unplayed rounds count by c07_2026, the rules of today (see --ruleset)."
    assert answer.err == f"note: {told}\n"
    assert json.loads(answer.out)["notes"] == [told]


def test_the_help_says_which_ruleset_is_the_default(tablo: Tablo) -> None:
    assert "by the day the event ended; c07_2026 where the file has no date" in " ".join(
        tablo("standings", "--help").out.split()
    )


def test_an_earlier_round(tablo: Tablo) -> None:
    answer = table(tablo, MAY, "--round", 1)
    assert (answer["round"], {r["points"] for r in answer["standings"]}) == (1, {"0", "1/2", "1"})


def test_before_round_one_nobody_has_points(tablo: Tablo) -> None:
    assert {r["points"] for r in table(tablo, MAY, "--round", 0)["standings"]} == {"0"}


def test_the_list_of_the_file_is_used_if_none_is_given(tablo: Tablo, trf: Trf) -> None:
    assert table(tablo, trf(file("202 BH/C1,SB", *TWO_ROUNDS)))["order"] == ["PTS", "BH/C1", "SB"]


def test_a_list_may_be_given_by_name(tablo: Tablo) -> None:
    assert table(tablo, MAY, "--tiebreaks", "F10")["order"][:2] == ["PTS", "DE1"]


def test_a_list_with_a_name_can_be_extended(tablo: Tablo) -> None:
    found = table(tablo, MAY, "--tiebreaks", "33.3.4 ARO")["order"]
    assert found == ["PTS", "BH", "PS", "SB", "DE", "WIN", "BPG", "ARO", "PLAYOFF"]


def test_the_help_names_the_lists_for_players_only(tablo: Tablo) -> None:
    told = tablo("standings", "--help").out
    assert ("33.3.4 (BH PS SB DE WIN BPG PLAYOFF)" in " ".join(told.split()), "33.3.5" in told) == (True, False)


def test_the_russian_lists_divide_the_average_rating_by_the_rounds(tablo: Tablo, trf: Trf) -> None:
    """Article 32.4.1: player 1 met 1900 in one of two rounds."""
    lines = (
        player(1, "1.0", "2 w 1", "0000 - Z", rating="2000"),
        player(2, "1.0", "1 b 0", "3 w 1", rating="1900"),
        player(3, "0.0", "0000 - Z", "2 b 0", rating="1800"),
    )
    path = trf(file("052 2020/06/01", *lines))
    found = [table(tablo, path, "--tiebreaks", items)["standings"] for items in ("33.3.4,ARO", "BH,ARO")]
    assert [row["tiebreaks"]["ARO"] for rows in found for row in rows if row["number"] == 1] == ["950", "1900"]


@pytest.mark.parametrize("text", ["", ",", " "])
def test_an_empty_list_is_points_alone(tablo: Tablo, text: str) -> None:
    assert table(tablo, MAY, "--tiebreaks", text)["order"] == ["PTS"]


def test_a_file_may_want_points_alone(tablo: Tablo, trf: Trf) -> None:
    assert table(tablo, trf(file("212 PTS", *TWO_ROUNDS)))["order"] == ["PTS"]


def test_a_list_has_at_most_twenty_tie_breaks(tablo: Tablo) -> None:
    told = tablo("standings", MAY, "--tiebreaks", "BH/C1," * 20_000).complaint
    assert told == "tablo: a list has at most 20 tie-breaks, not 20000."


def test_a_name_stands_first(tablo: Tablo) -> None:
    told = tablo("standings", MAY, "--tiebreaks", "BH,F10").complaint
    assert told == "tablo: 'F10' is the name of a whole list of tie-breaks, and a name stands first."


REPEATED = (
    player(1, "1.5", "2 w 1", "3 b =", "4 b 0"),
    player(2, "1.5", "1 b 0", "4 b =", "3 w 1"),
    player(3, "1.5", "4 w 1", "1 w =", "2 b 0"),
    player(4, "1.5", "3 b 0", "2 w =", "1 w 1"),
)
"""Four equals whom the direct encounter does not part until the games with Black have."""


def test_a_tie_break_that_stands_there_twice_has_two_values(tablo: Tablo, trf: Trf) -> None:
    """C.07, 4.3 allows it for the direct encounter; the object by name can hold one of them only."""
    found = table(tablo, trf(file(*REPEATED, rounds=3)), "--tiebreaks", "DE,BPG,DE,BH")["standings"]
    assert [(r["number"], [v["value"] for v in r["values"][1:4]]) for r in found] == [
        (1, ["1", "2", "1"]), (2, ["1", "2", "2"]), (3, ["1", "1", "1"]), (4, ["1", "1", "2"]),
    ]  # fmt: skip
    assert [v["tiebreak"] for v in found[0]["values"]] == ["PTS", "DE", "BPG", "DE", "BH"]


def test_what_cannot_be_computed_is_told_from_what_was_never_asked(tablo: Tablo, trf: Trf) -> None:
    lines = (player(1, "1.0", "2 w 1"), player(2, "0.0", "1 b 0"))
    found = table(tablo, trf(file(*lines)), "--tiebreaks", "DE,ARO,BH")["standings"][0]
    assert [(v["value"], v["state"]) for v in found["values"][1:]] == [
        (None, "not asked"), (None, "undefined"), ("0", "value"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("KS",), "KS does not fit a Swiss: Koya is for round robins"),
        (("BH", "--format", "round-robin"), "BH does not fit a round robin"),
        (("ARO",), "ARO does not fit an event with unrated players (4): nobody has a value unless the list"),
        (("ARO", "--ruleset", "vo2009"), "ARO does not fit an event with unrated players (4): who met one of them"),
        (("TPR400",), "TPR400 does not exist in C.07"),
        (
            ("STD", "--ruleset", "vo2009"),
            "STD is of C.07 of 2026, and this event counts unplayed rounds by older rules: as a virtual opponent",
        ),
        (("BH/C99",), "BH/C99 leaves nothing of 5 rounds: it decides nothing."),
        (("PLAYOFF",), "PLAYOFF decides nothing: a report file does not have its result, which is"),
        (("SB,SB",), "SB stands in the list twice: the second time it decides nothing."),
        (("PS,BH", "--one-group", "warn"), "Article 33.2: BH is of another group than the tie-breaks before."),
    ],
)
def test_a_tie_break_that_does_not_fit_says_so(tablo: Tablo, trf: Trf, options: tuple[str, ...], says: str) -> None:
    answer = tablo("standings", trf(file("052 2026/06/01", *TWO_ROUNDS)), "--tiebreaks", *options)
    assert answer.code == 0
    assert [line.startswith(f"note: {says}") for line in answer.err.splitlines()].count(True) == 1


def test_a_list_of_several_groups_can_be_refused(tablo: Tablo) -> None:
    told = tablo("standings", MAY, "--tiebreaks", "PS,BH", "--one-group", "error").complaint
    assert told == "tablo: Article 33.2: BH is of another group than the tie-breaks before."


def test_which_unplayed_round_a_cut_takes_first_can_be_chosen(tablo: Tablo, trf: Trf) -> None:
    """C.07, 16.5 leaves it open: a lost forfeit under a dummy of 3 1/2 gives nothing, a half-point bye something."""
    event = next(e for e in json.loads((CASES / "tiebreakserver.json").read_text())["events"] if e["id"] == "swiss_173")
    cards = cards_of({n: row.split() for n, row in enumerate(event["results"], 1)})
    path = trf(write(from_cards(cards, Header(end="2026/06/01"), event["rounds"], Colour.WHITE)).encode())
    found = [
        next(row for row in table(tablo, path, "--tiebreaks", "SB/C1", *more)["standings"] if row["number"] == 5)
        for more in ((), ("--lowest-voluntary", "score"))
    ]
    assert [row["tiebreaks"]["SB/C1"] for row in found] == ["10", "17/2"]


def test_equals_share_the_place_without_lots(tablo: Tablo, trf: Trf) -> None:
    lines = (player(1, "0.5", "2 w ="), player(2, "0.5", "1 b ="))
    assert [r["place"] for r in table(tablo, trf(file(*lines)), "--tiebreaks", "BH")["standings"]] == [1, 1]


def test_lots_are_the_same_for_the_same_seed(tablo: Tablo, trf: Trf) -> None:
    path = trf(file(*[player(n, "0.0") for n in range(1, 9)]))
    orders = [[r["number"] for r in table(tablo, path, "--lots", seed)["standings"]] for seed in ("a", "a", "b")]
    assert orders[0] == orders[1] != orders[2]


def test_lots_are_places_in_the_draw(tablo: Tablo, trf: Trf) -> None:
    rows = table(tablo, trf(file(*[player(n, "0.0") for n in range(1, 5)])), "--lots", "a")["standings"]
    assert [row["tiebreaks"]["LOTS"] for row in rows] == ["1", "2", "3", "4"]


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


def test_a_record_of_teams_that_cannot_be_is_said_with_its_line(tablo: Tablo, trf: Trf) -> None:
    answer = tablo("standings", trf(file("362 TW x", "310   1 A".ljust(73) + "   1    2", *TWO_ROUNDS)))
    assert (answer.code, answer.out) == (2, "")
    assert "line 2" in answer.err


def test_a_record_of_teams_that_cannot_be_is_refused_with_its_place(tablo: Tablo) -> None:
    said = tablo("standings", CASES / "adjudged" / "team-bye-of-nobody.trf").complaint
    assert said.endswith("line 11, column 15: the team must be the number of a team with a line 310, not '9'.")


def test_fore_averages_go_over_the_opponents_met_over_the_board(tablo: Tablo) -> None:
    path = CASES / "adjudged" / "aob-of-a-forfeit-in-the-last-round.trf"
    answer = tablo("standings", path, "--tiebreaks", "AOB/F,FB", "--ruleset", "c07_2026", "--json")
    values = {row["number"]: row["tiebreaks"] for row in json.loads(answer.out)["standings"]}
    assert [values[n]["FB"] for n in (4, 2, 3)] == [
        "7",
        "15/2",
        "17/2",
    ]  # 4, 2 and 3 are whom 1 has met; 6 did not play
    assert values[1]["AOB/F"] == "23/3"
