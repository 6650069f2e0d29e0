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
