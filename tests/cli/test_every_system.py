"""Every pairing system has the same five tools on the command line: generate, check, pair, explain, why not."""

from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest

from domain.pairing import SYSTEMS, systems_for
from domain.words.regulations import Entrants
from tests.cli.conftest import CASES, Tablo
from tests.files.lines import file, player
from tests.pairing.whole import task_of
from web.wording import language
from web.wording.pairing import step_in_words

Trf = Callable[[bytes], Path]
EVERY_SYSTEM = pytest.mark.parametrize("system", sorted(systems_for(Entrants.PLAYERS)))


@EVERY_SYSTEM
@pytest.mark.parametrize("seed", [1, 2])
def test_a_made_up_event_checks_as_it_was_paired(tablo: Tablo, tmp_path: Path, system: str, seed: int) -> None:
    path = tmp_path / "made.trf"
    wishes = ("--players", 23, "--rounds", 7, "--seed", seed)
    assert tablo("generate", *wishes, "--system", system, "--output", path).code == 0
    answer = tablo("check", path, "--system", system)
    assert answer.code == 0
    assert f"7 of 7 rounds are as {system} pairs them." in answer.lines


@EVERY_SYSTEM
def test_a_round_is_paired_and_explained(tablo: Tablo, trf: Trf, system: str) -> None:
    players = [player(n, "0.0", rating=2400 - n) for n in range(1, 7)]
    answer = tablo(
        "pair", trf(file("XXC white1", *players, rounds=6)), "--system", system, "--explain", "--why-not", 1, 2
    )
    assert (answer.code, answer.lines[0]) == (0, "3")
    assert any(line.startswith("Board 1: ") for line in answer.lines)
    assert answer.lines[-1].startswith("1 and 2: ")


def test_dubov_pairs_nobody_without_a_rating(tablo: Tablo, trf: Trf) -> None:
    players = [player(n, "0.0", rating=0 if n > 4 else 2000) for n in range(1, 7)]
    answer = tablo("pair", trf(file("XXC white1", *players)), "--system", "dubov-2026")
    assert answer.code == 2
    assert "dubov-2026 needs a rating of everybody, and these starting ranks have none: 5, 6." in answer.err
    assert "columns 49 to 52" in answer.err


@pytest.mark.parametrize("system", sorted(SYSTEMS))
@pytest.mark.parametrize("seed", range(3))
def test_every_question_why_two_do_not_meet_has_an_answer_about_entrants_who_are_there(system: str, seed: int) -> None:
    task = task_of(system, seed)
    names = {number: f"<{number}>" for number in task.cards}
    for a, b in permutations(task.cards, 2):
        answer = SYSTEMS[system].why_not(task, a, b)
        said = step_in_words(system, answer, names.__getitem__, language("en")).sentence
        assert f"<{a}>" in said, said
        assert "{" not in said


def test_a_question_that_no_turn_answers_is_answered(tablo: Tablo) -> None:
    answer = tablo("pair", CASES / "adjudged" / "lim-why-not.trf", "--system", "lim", "--why-not", 1, 3)
    assert (answer.code, answer.lines[-1]) == (0, "1 and 3: they do meet.")


@pytest.mark.parametrize(
    ("file", "system", "pair", "said"),
    [
        ("why-not-c5", "dutch-2026", (2, 6), "worse: C5 (the bye goes to the lowest score possible)."),
        (
            "why-not-c4",
            "dubov-2026",
            (5, 4),
            "with this pair, of those left after the bye and the brackets above, not all others can be paired (C4).",
        ),
    ],
)
def test_the_criterion_in_the_way_is_the_one_that_no_pairing_with_the_two_meets(
    tablo: Tablo, file: str, system: str, pair: tuple[int, int], said: str
) -> None:
    answer = tablo("pair", CASES / "adjudged" / f"{file}.trf", "--system", system, "--why-not", *pair)
    assert answer.lines[-1].endswith(said)


@pytest.mark.parametrize(
    ("system", "criterion"), [("dutch-2026", "C12"), ("dubov-2026", "C7"), ("burstein-2026", "C8")]
)
def test_the_criterion_of_colours_names_the_player_who_goes_without(tablo: Tablo, system: str, criterion: str) -> None:
    lines = tablo("pair", CASES / "adjudged" / "colour-criterion.trf", "--system", system, "--explain").lines
    board = next(line for line in lines if line.startswith("Board 2: 3 - 4, "))
    assert board.endswith(f"not satisfied: {criterion} (the colour preferred) for 4.")
