"""`tablo pair --explain` and `--why-not`: the pairing in the words of its articles."""

from collections.abc import Callable
from pathlib import Path

import pytest

from domain.pairing.explanation import Reason, Relaxation, Role, Treatment, WhyNot
from tests.cli.conftest import CASES, Tablo
from tests.trf.lines import file, player
from web.wording.pairing import dutch_1998

Trf = Callable[[bytes], Path]
HELD = CASES / "held_2014.trf"


def explained(tablo: Tablo, round: int, *more: object) -> list[str]:
    answer = tablo("pair", HELD, "--round", round, "--explain", *more)
    assert answer.code == 0, answer.err
    return answer.lines[answer.lines.index("") + 1 :]


def test_the_pairs_come_first_as_without_explanation(tablo: Tablo) -> None:
    plain = tablo("pair", HELD, "--round", 2).lines
    assert tablo("pair", HELD, "--round", 2, "--explain").lines[: len(plain)] == plain


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
    answer = tablo("pair", HELD, "--round", round, "--why-not", *players)
    assert answer.lines[-1] == said


def test_starting_ranks_are_named_where_the_lines_order_counts(tablo: Tablo, trf: Trf) -> None:
    lines = [player(n, "0.0") for n in (40, 30, 20, 10)]
    answer = tablo("pair", trf(file("XXC rank white1", *lines)), "--explain")
    assert "  S1 40 30 against S2 20 10: S2 as it stood." in answer.lines


@pytest.mark.parametrize("players", [(1, 99), (1, 1), ("x", 1), (1,)])
def test_players_that_cannot_be_asked_about(tablo: Tablo, players: tuple[object, ...]) -> None:
    assert tablo("pair", HELD, "--round", 2, "--why-not", *players).complaint


def test_every_kind_of_answer_has_words() -> None:
    assert set(dutch_1998.REASONS) == set(Reason)
    assert set(dutch_1998.ROLES) == set(Role)
    assert set(dutch_1998.TREATMENTS) == set(Treatment)


def test_what_a_pair_would_cost_is_named() -> None:
    answer = WhyNot((3, 5), Reason.WORSE, relaxed=(Relaxation("C.9", "B.5"), Relaxation("C.14", "B.3", 2)))
    assert dutch_1998.why_not(answer) == (
        "3 and 5: a pairing with this pair gives up more: C.9 gave up B.5 (no float of the same kind as in the last "
        "round); C.14: one pair fewer than wanted, 2 times."
    )
