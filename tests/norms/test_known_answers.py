"""Title norms with known answers (FIDE B.01 of 2024): figures of `tests/cases/norms.json`."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from domain.norms.judging import REQUIREMENTS, USUAL_GAMES, Norm, NormCheck, NormGame, judge, limits
from domain.ranking.elo import DP, half_up, percentage
from domain.words.players import PairingNumber, Title

KNOWN = json.loads((Path(__file__).parents[1] / "cases" / "norms.json").read_text())
FAILS = {check.value: check for check in NormCheck}


def games(opponents: list[dict[str, Any]], score: float) -> list[NormGame]:
    """The opponents in this order; points go to the first of them."""
    left = int(2 * score)
    found = []
    for at, opponent in enumerate(opponents, 1):
        points = min(2, left)
        left -= points
        title, federation = Title(opponent["title"]), opponent["fed"]
        found.append(NormGame(at, PairingNumber(at), opponent["rating"], title, federation, points))
    assert not left
    return found


@pytest.mark.parametrize("case", KNOWN["cases"], ids=lambda case: str(case["id"]))
def test_a_judgement_agrees_with_the_known_answer(case: dict[str, Any]) -> None:
    verdict = judge(
        Norm(case["norm"]), games(case["opponents"], case["score"]), case["applicant_federation"], USUAL_GAMES
    )
    known = {**case.get("derived", {}), **case["expect"]}
    ours = {"games": len(verdict.games), "ra": verdict.average, "rp": verdict.performance, "p": verdict.percent}
    ours |= {"dp": DP[verdict.percent], "achieved": verdict.achieved, "fails": [*map(str, verdict.failed)]}
    assert {key: ours[key] for key in known if key in ours} == {key: known[key] for key in known if key in ours}
    assert {*known.get("fails_include", ())} <= {*ours["fails"]}


@pytest.mark.parametrize("row", KNOWN["limits"], ids=lambda row: str(row["games"]))
def test_the_limits_go_with_the_number_of_games(row: dict[str, Any]) -> None:
    found = limits(row["games"])
    assert (found.title_holders, found.required_titles) == (row["min_title_holders"], row["min_required_titles"])
    assert (found.own_federation, found.one_federation) == (row["max_own_federation"], row["max_one_federation"])
    fewest_points = next(n for n in range(100) if Fraction(n, 2) >= Fraction(35 * row["games"], 100))
    assert fewest_points / 2 == row["min_score"]


@pytest.mark.parametrize("norm", Norm)
def test_the_average_that_a_score_needs(norm: Norm) -> None:
    for games_played, rows in KNOWN["min_average_for_score"].items():
        for row in rows:
            percent = percentage(int(2 * row["score"]), int(games_played))
            required = REQUIREMENTS[norm]
            assert percent == row["p"]
            assert max(required.average, required.performance - DP[percent]) == row[norm]


def test_averages_are_rounded_with_a_half_up() -> None:
    for exact, rounded in KNOWN["average_rounding"]:
        value = Fraction(exact)
        assert half_up(value.numerator, value.denominator) == rounded
