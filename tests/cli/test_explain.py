"""`tablo pair --explain` and `--why-not`: the pairing in the words of its articles."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from domain.pairing.dutch_1998.account import (
    FewerPairs,
    GivenUp,
    Reopening,
    Treatment,
    article,
)
from domain.pairing.swiss.account import PairRole, Reason, WhyNot
from domain.pairing.system import Step
from tests.cli.conftest import CASES, Tablo
from tests.files.lines import file, player
from web.wording import language
from web.wording.pairing import dutch_1998
from web.wording.pairing.told import BOARDS

Trf = Callable[[bytes], Path]
HELD = CASES / "held_2014.trf"
OF_1998 = ("--system", "dutch-1998")


def explained(tablo: Tablo, round: int, *more: object) -> list[str]:
    answer = tablo("pair", HELD, *OF_1998, "--round", round, "--explain", *more)
    assert answer.code == 0, answer.err
    return answer.lines[answer.lines.index("") + 1 :]


def test_the_pairs_come_first_as_without_explanation(tablo: Tablo) -> None:
    plain = tablo("pair", HELD, *OF_1998, "--round", 2).lines
    assert tablo("pair", HELD, *OF_1998, "--round", 2, "--explain").lines[: len(plain)] == plain


def test_every_board_and_the_bye_are_explained(tablo: Tablo) -> None:
    lines = explained(tablo, 2)
    assert [line.split(",")[0] for line in lines if line.startswith(("Board", "Bye"))] == [
        "Board 1: 5 - 1", "Board 2: 2 - 7", "Board 3: 6 - 3", "Board 4: 4 - 9", "Board 5: 8 - 11",
        "Board 6: 10 - 13", "Bye: 14",
    ]  # fmt: skip


def test_the_transposition_of_a_bracket_is_named(tablo: Tablo) -> None:
    assert "  S1 1 2 3 against S2 5 6 7: transposition 1 (D.1)." in explained(tablo, 2)


def test_the_exchange_of_a_bracket_is_named(tablo: Tablo) -> None:
    assert "  S1 10 against S2 9 14: exchange 1 (D.2), 9 for 10; transposition 1 (D.1)." in explained(tablo, 4)


def test_what_was_given_up_is_named(tablo: Tablo) -> None:
    assert "  C.10 gave up B.6 (no float of the same kind as two rounds ago)." in explained(tablo, 4)


def test_who_had_no_opponent_is_named(tablo: Tablo) -> None:
    assert "  Without an opponent here (C.1): 4 11." in explained(tablo, 2)


@pytest.mark.parametrize(
    ("round", "players", "said"),
    [
        (4, (1, 3), "1 and 3: they do meet."),
        (5, (1, 3), "1 and 3: they must not meet: B.1a (they have met before) for 1 and 3."),
        (2, (12, 1), "12 and 1: one of them is not paired in this round."),
    ],
)
def test_two_who_do_not_meet(tablo: Tablo, round: int, players: tuple[int, int], said: str) -> None:
    answer = tablo("pair", HELD, *OF_1998, "--round", round, "--why-not", *players)
    assert answer.lines[-1] == said


def test_starting_ranks_are_named_where_the_lines_order_counts(tablo: Tablo, trf: Trf) -> None:
    lines = [player(n, "0.0") for n in (40, 30, 20, 10)]
    answer = tablo("pair", trf(file("XXC rank white1", *lines)), "--explain", *OF_1998)
    assert "  S1 40 30 against S2 20 10: S2 as it stood." in answer.lines


@pytest.mark.parametrize("players", [(1, 99), (1, 1), ("x", 1), (1,)])
def test_players_that_cannot_be_asked_about(tablo: Tablo, players: tuple[object, ...]) -> None:
    assert tablo("pair", HELD, *OF_1998, "--round", 2, "--why-not", *players).complaint


def test_every_kind_of_answer_has_words() -> None:
    assert set(dutch_1998.WORDS.reasons) == set(Reason) - {Reason.BYE}
    assert set(BOARDS) == set(PairRole)
    assert set(dutch_1998.HEADINGS) == set(Treatment)
    assert set(dutch_1998.REOPENINGS) == set(Reopening)


def test_what_a_pair_would_cost_is_named() -> None:
    costs = Step(article("C.9"), GivenUp(article("B.5"))), Step(article("C.14"), FewerPairs(2))
    answer = Step(None, WhyNot((3, 5), Reason.WORSE), costs)
    assert dutch_1998.WORDS.told(answer, str, language("en")).sentence == (
        "3 and 5: a pairing with this pair gives up more: C.9 gave up B.5 (no float of the same kind as in the last "
        "round); C.14: one pair fewer than wanted, 2 times."
    )


def test_a_bracket_paired_again_is_told_as_such(tablo: Tablo, trf: Trf) -> None:
    answer = tablo("pair", trf(reopened("defect_K1_min")), "--explain", *OF_1998)
    assert "  C.13: paired again, so that the last bracket can be completed." in answer.lines
    assert "joined" not in answer.out


def test_a_pair_undone_by_c13_is_said_to_be_undone(tablo: Tablo, trf: Trf) -> None:
    answer = tablo("pair", trf(reopened("defect_K1_min")), "--why-not", 4, 5, *OF_1998)
    assert "the bracket below could not be completed with those it moves down (C.12, C.13)" in answer.lines[-1]


def test_one_player_without_an_opponent_is_one_player(tablo: Tablo, trf: Trf) -> None:
    lines = [player(1, "1.0", "2 w 1"), player(2, "0.0", "1 b 0"), player(3, "1.0", "0000 - U")]
    answer = tablo("pair", trf(file("XXC white1", *lines, "XXP 1 3", "XXP 2 3")))
    assert answer.code == 1
    assert "player 3 has no legal opponent left" in answer.err


def reopened(name: str) -> bytes:
    cases = json.loads((CASES / "dutch1998_reopening.json").read_text())["cases"]
    return next(str(case["trf"]).encode() for case in cases if case["id"] == name)
