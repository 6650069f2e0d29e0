"""Worth of a result in the three ways a file can say it, and the task of an engine for a file."""

from dataclasses import replace

import pytest

from domain.files.trf import PointSystem, Report, parse
from domain.files.trf import problems as p
from domain.files.trf.points import write_bbx, write_point_system
from domain.files.trf.report import ForbiddenPairs, Header
from domain.files.trf.tasks import absent, cards, is_baku, report_initial_colour, report_task, starting_ranks
from domain.files.trf.writing import from_cards
from domain.words.games import Code, Colour, Scoring
from tests.files.lines import TWO_ROUNDS, file, player

NOBODY = player(1, "0.0")


def worth(*lines: str) -> PointSystem:
    return parse(file(*lines, NOBODY)).point_system


OLD = PointSystem()
READ: dict[str, tuple[tuple[str, ...], PointSystem]] = {
    "nothing": ((), OLD),
    "a win": (("162  W 3.0",), replace(OLD, ww=6, bw=6, fw=6, fpb=6, pab=6)),
    "a win and a bye": (("162  W 3.0    P 1.0",), replace(OLD, ww=6, bw=6, fw=6, fpb=6, pab=2)),
    "a draw": (("162  D 1.0",), replace(OLD, wd=2, bd=2, hpb=2, unknown=2)),
    "a draw and an unknown result": (("162  D 1.0    X 0.0",), replace(OLD, wd=2, bd=2, hpb=2, unknown=0)),
    "a loss": (("162  L 0.5",), replace(OLD, wl=1, bl=1)),
    "an absence": (("162  A 0.5",), replace(OLD, zpb=1, fl=1)),
    "an absence as one engine says it": (("162  Z 0.5",), replace(OLD, zpb=1, fl=1)),
    "a third entry": (("162  L 0.5    A 1.0    P 2.5",), replace(OLD, wl=1, bl=1, zpb=2, fl=2, pab=5)),
    "XXS by colour": (("XXS WW=3.0 BW=3.5 PAB=1",), replace(OLD, ww=6, bw=7, pab=2)),
    "XXS for all": (("XXS W=3 D=1",), replace(OLD, ww=6, bw=6, fw=6, fpb=6, wd=2, bd=2, hpb=2, unknown=2)),
    "XXS twice": (("XXS W=3 WW=2",), replace(OLD, ww=4, bw=6, fw=6, fpb=6)),
    "BBW, and the bye with it": (("BBW  3.0",), replace(OLD, ww=6, bw=6, fw=6, fpb=6, pab=6)),
    "BBW after BBU": (("BBU  1.0", "BBW  3.0"), replace(OLD, ww=6, bw=6, fw=6, fpb=6, pab=2)),
    "BBD": (("BBD  1.0",), replace(OLD, wd=2, bd=2, hpb=2, unknown=2)),
    "BBL": (("BBL  0.5",), replace(OLD, wl=1, bl=1)),
    "BBZ": (("BBZ  0.5",), replace(OLD, zpb=1)),
    "BBF": (("BBF  0.5",), replace(OLD, fl=1)),
    "BBU": (("BBU  0.5",), replace(OLD, pab=1)),
}


@pytest.mark.parametrize("what", READ)
def test_each_record_says_what_it_is_about_and_nothing_else(what: str) -> None:
    lines, expected = READ[what]
    assert worth(*lines) == expected


WRITTEN: list[tuple[PointSystem, list[str], list[str]]] = [
    (OLD, [], []),
    (
        PointSystem.of(Scoring(6, 2, 0, 6, 0)),
        ["BBW  3.0", "BBD  1.0", "BBU  3.0"],
        ["162  W 3.0    D 1.0"],
    ),
    (
        PointSystem.of(Scoring(6, 2, 0, 2, 0)),
        ["BBW  3.0", "BBD  1.0", "BBU  1.0"],
        ["162  W 3.0    D 1.0    P 1.0"],
    ),
    (PointSystem.of(Scoring(2, 1, 0, 1, 0)), ["BBU  0.5"], ["162  W 1.0    D 0.5    P 0.5"]),
    (
        PointSystem.of(Scoring(6, 4, 2, 6, 1)),
        ["BBW  3.0", "BBD  2.0", "BBL  1.0", "BBZ  0.5", "BBF  0.5", "BBU  3.0"],
        ["162  W 3.0    D 2.0    L 1.0    A 0.5"],
    ),
    (replace(OLD, bw=3), ["BBW  1.0", "XXS BW=1.5"], ["162  W 1.0    D 0.5", "XXS BW=1.5"]),
    (replace(OLD, unknown=0), [], ["162  W 1.0    D 0.5    X 0.0"]),
]


@pytest.mark.parametrize(("system", "old", "modern"), WRITTEN)
def test_a_point_system_is_written_in_both_formats_and_read_again(
    system: PointSystem, old: list[str], modern: list[str]
) -> None:
    assert write_bbx(system) == old
    assert write_point_system(system) == modern
    assert worth(*modern) == system
    assert worth(*old) == system or system.unknown != system.wd


def test_each_code_is_worth_what_its_field_says() -> None:
    """Every field has a number of its own."""
    system = PointSystem(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
    white = [system.points(code, Colour.WHITE) for code in Code]
    black = [system.points(code, Colour.BLACK) for code in Code]
    assert white == [1, 3, 5, 1, 3, 5, 11, 12, 10, 9, 8, 7, 13, 0]
    assert black == [2, 4, 6, 2, 4, 6, 11, 12, 10, 9, 8, 7, 13, 0]


@pytest.fixture
def two_rounds() -> Report:
    return parse(file(*TWO_ROUNDS))


@pytest.mark.parametrize("round", [0, 4, 9])
def test_a_round_out_of_reach_is_refused_with_the_last_one(two_rounds: Report, round: int) -> None:
    with pytest.raises(p.RoundOutOfReach) as refused:
        report_task(two_rounds, round)
    assert vars(refused.value) == vars(p.RoundOutOfReach(0, 0, round, 3))


@pytest.mark.parametrize("rounds", [-1, 3])
def test_there_are_no_cards_before_the_start_and_after_the_end(two_rounds: Report, rounds: int) -> None:
    with pytest.raises(p.RoundOutOfReach) as refused:
        cards(two_rounds, rounds)
    assert vars(refused.value) == vars(p.RoundOutOfReach(0, 0, rounds, 2))


@pytest.mark.parametrize(("round", "wanted", "lines"), [(None, 3, 2), (1, 1, 0), (2, 2, 1), (3, 3, 2)])
def test_a_task_is_of_its_round(two_rounds: Report, round: int | None, wanted: int, lines: int) -> None:
    task = report_task(two_rounds, round)
    assert (task.round, task.rounds, {len(card.lines) for card in task.cards.values()}) == (wanted, 5, {lines})


def test_after_the_last_round_nothing_is_paired() -> None:
    with pytest.raises(p.RoundOutOfReach) as refused:
        report_task(parse(file(*TWO_ROUNDS, rounds=2)))
    assert vars(refused.value) == vars(p.RoundOutOfReach(0, 0, 3, 2))


def test_teams_are_not_paired_from_the_players_lines(two_rounds: Report) -> None:
    with pytest.raises(p.TeamFile) as refused:
        report_task(replace(two_rounds, team_line=7))
    assert vars(refused.value) == vars(p.TeamFile(7, 1))


def test_cards_become_a_report_by_points_and_then_by_number(two_rounds: Report) -> None:
    """2 and 1 have a point and a half, 3 one, 4 none."""
    made = from_cards(cards(two_rounds, 2), Header(), 5, Colour.WHITE)
    assert [(player.number, player.rank) for player in made.players] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert [player.name for player in made.players] == [f"Player {n}" for n in (1, 2, 3, 4)]
    nameless = {n: replace(card, name="") for n, card in cards(two_rounds, 2).items()}
    assert from_cards(nameless, Header(), 5, Colour.WHITE).players == made.players
    tal = {n: replace(card, name="Tal") for n, card in nameless.items()}
    assert {player.name for player in from_cards(tal, Header(), 5, Colour.WHITE).players} == {"Tal"}
    turned = from_cards(cards(two_rounds, 2), Header(), 5, Colour.WHITE, rank={1: 4, 2: 3, 3: 2, 4: 1})
    assert [(player.number, player.rank) for player in turned.players] == [(1, 4), (2, 3), (3, 2), (4, 1)]


def test_baku_goes_by_those_who_are_there_in_round_1() -> None:
    """Of six players two are away in round 1: half of four are 1 and 4. In round 2 everybody is there."""
    lines = (
        player(1, "1.0", "4 w 1"),
        player(2, "0.0", "0000 - Z"),
        player(3, "0.0", "0000 - Z"),
        player(4, "0.0", "1 b 0"),
        player(5, "1.0", "6 w 1"),
        player(6, "0.0", "5 b 0"),
    )
    report = parse(file("192 FIDE_DUTCH_2026_BAKU", *lines, rounds=9))
    assert dict(report_task(report, 2).virtual) == dict.fromkeys((1, 2, 3, 4), (2, 2, 2, 1, 1))


@pytest.mark.parametrize(("rounds", "baku"), [(2, False), (3, True), (5, True)])
def test_points_of_the_round_to_come_must_be_there_to_be_those_of_baku(rounds: int, baku: bool) -> None:
    """Nine rounds, two of them paired: a point in rounds 1 to 3, half a point in 4 and 5, for 1 and 2 of four."""
    points = "".join(f" {half / 2:>4}" for half in (2, 2, 2, 1, 1)[:rounds])
    report = parse(file(*(f"XXA {n:>4}{points}" for n in (1, 2)), *TWO_ROUNDS, rounds=9))
    assert is_baku(report, 9) is baku


def test_without_planned_rounds_somebody_has_to_say_them() -> None:
    report = parse(file(*TWO_ROUNDS, rounds=None))
    with pytest.raises(p.RoundsUnknown):
        report_task(report)
    assert report_task(report, planned=7).rounds == 7
    assert report_task(report, 1, planned=1).rounds == 2


def test_a_missing_result_is_named_with_its_place() -> None:
    lines = (player(1, "0.0", "2 w 1", "3 b"), player(2, "0.0", "1 b 0", "4 w 1"))
    more = (player(3, "0.0", "4 w 1", "1 w"), player(4, "0.0", "3 b 0", "2 b 0"))
    with pytest.raises(p.ResultMissing) as refused:
        report_task(parse(file(*lines, *more)), trust_results=True)
    assert vars(refused.value) == vars(p.ResultMissing(2, 109, 1, 3, 2))


def test_points_that_contradict_the_results_are_named_with_their_place() -> None:
    report = parse(file(player(1, "2.0", "2 w 1"), player(2, "0.0", "1 b 0")))
    with pytest.raises(p.PointsContradict) as refused:
        report_task(report)
    assert vars(refused.value) == vars(p.PointsContradict(2, 81, 1, "2.0", "1.0"))
    assert report_task(report, trust_results=True).cards[1].score == 2


@pytest.mark.parametrize(
    ("first", "second", "colour"),
    [("2 w 1", "1 b 0", Colour.WHITE), ("2 b 1", "1 w 0", Colour.BLACK), ("2   +", "1   -", None)],
)
def test_the_first_colour_is_seen_in_round_1(first: str, second: str, colour: Colour | None) -> None:
    blocks = [line if line[2] != " " else f"     {line[0]}   {line[-1]}" for line in (first, second)]
    report = parse(file(player(1, "1.0", blocks[0]), player(2, "0.0", blocks[1])))
    assert report_initial_colour(report) is colour


def test_an_even_number_has_the_other_colour() -> None:
    report = parse(file(player(1, "0.0", "0000 - Z"), player(2, "1.0", "3 w 1"), player(3, "0.0", "2 b 0")))
    assert report_initial_colour(report) is Colour.BLACK
    assert report_initial_colour(report, parity_of_arrived=True) is Colour.WHITE


def test_who_is_absent_in_which_round() -> None:
    lines = (
        player(1, "1.0", "2 w 1", "0000 - Z"),
        player(2, "0.0", "1 b 0", "3 w 1"),
        player(3, "0.5", "0000 - H", "2 b 0"),
        player(4, "1.0", "0000 - U", "0000 - U", "0000 - H"),
    )
    report = parse(file("XXZ 2", "240 F   3    3", "240 H   4    1", *lines))
    assert {round: absent(report, round) for round in range(1, 6)} == {1: {3}, 2: {1}, 3: {2, 3, 4}, 4: {1}, 5: set()}


def test_the_order_of_the_lines_counts_where_the_file_says_so() -> None:
    lines = (player(7, "0.0"), player(3, "0.0"))
    assert starting_ranks(parse(file("XXC rank", *lines))) == {1: 7, 2: 3}
    assert starting_ranks(parse(file(*lines))) == {3: 3, 7: 7}


@pytest.mark.parametrize(("round", "apart"), [(1, set()), (2, {frozenset((1, 2))}), (3, {frozenset((1, 2))})])
def test_pairs_are_kept_apart_in_their_rounds(round: int, apart: set[frozenset[int]]) -> None:
    report = parse(file("260   2   3    1    2", *TWO_ROUNDS))
    assert report.forbidden == (ForbiddenPairs((1, 2), 2, 3),)
    assert report_task(report, round).forbidden == apart
