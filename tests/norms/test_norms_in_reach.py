"""Norms that can still be made: the score needed is judged by completing the event with it."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from domain import events as e
from domain.norms.judging import Norm
from domain.tournament import Tournament, replay
from domain.words.players import EntrantId, PlayerId
from domain.words.regulations import Details, Regulations
from projections.moment.snapshot import snapshot
from projections.table.norms import norms
from projections.table.norms_in_reach import NormInReach, norms_in_reach
from tests.crosstable import history

SIGNS = ("-", "=", "+")
MIRRORED = {"+": "-", "-": "+", "=": "=", "?": "?"}
FEDERATIONS = ("GER", "USA", "FRA", "NED")
APPLICANT, LAST = PlayerId(EntrantId(1)), EntrantId(10)


def met(results: str, others: list[str], clock: str = "") -> Tournament:
    """A Bulgarian IM meets one of nine others a round; the last of them waits where no result is given for round 9."""
    rows = [f"Applicant IM 2450 {' '.join(f'{sign}w{n}' for n, sign in enumerate(results, 2))}"]
    for n, title in enumerate(others):
        cells = ["Z"] * len(results)
        if n < len(results):
            cells[n] = f"{MIRRORED[results[n]]}b1"
        rows.append(f"P{n} {title} {' '.join(cells)}")
    details, changed = Details("Open", federation="GER", clock=clock), list[e.Event]()
    for one in history("\n".join(rows), details=details, regulations=Regulations(rounds=9)):
        if isinstance(one, e.PlayerRegistered):
            of = "BUL" if one.player.id == APPLICANT else FEDERATIONS[one.player.id % len(FEDERATIONS)]
            one = replace(one, player=replace(one.player, federation=of))
        changed.append(one)
    return replay([one for one in changed if not isinstance(one, e.ByeGranted) or one.round <= len(results)])


GRANDMASTERS = ["GM 2400"] * 9


def in_reach(t: Tournament, *likely: EntrantId) -> tuple[NormInReach, ...]:
    return norms_in_reach(snapshot(t), APPLICANT, likely)


def test_the_score_needed_of_a_paired_game() -> None:
    assert in_reach(met("+++++===?", GRANDMASTERS)) == (NormInReach(Norm.GM, 1, 1, 2400, known=True),)


def test_a_norm_that_no_result_can_spoil_needs_nothing() -> None:
    assert in_reach(met("++++++==?", GRANDMASTERS)) == (NormInReach(Norm.GM, 0, 1, 2400, known=True),)


def test_a_norm_that_no_result_can_make_is_not_told() -> None:
    assert in_reach(met("+++=====?", GRANDMASTERS)) == ()


def test_a_likely_opponent_stands_for_one_whom_nobody_knows() -> None:
    t = met("+++++==?", [*["GM 2400"] * 8, "GM 2500"])
    assert in_reach(t, LAST) == (NormInReach(Norm.GM, 2, 2, 2450, known=False),)
    assert in_reach(t) == ()


def test_rapid_games_make_no_norm() -> None:
    assert in_reach(met("+++++===?", GRANDMASTERS, clock="900+10")) == ()


@pytest.mark.parametrize("seed", range(12))
def test_what_is_told_is_what_the_rules_give_the_completed_event(seed: int) -> None:
    dice = Random(seed)
    others = [f"{dice.choice(('GM', 'GM', 'IM', 'FM', ''))} {2350 + dice.randrange(150)}" for _ in range(9)]
    played = "".join(dice.choices(SIGNS, weights=(1, 3, 4), k=7))
    found = {one.norm: one.half_points for one in in_reach(met(f"{played}?", others), LAST)}
    made = {
        ways: {
            claim.judgement.norm
            for one in norms(snapshot(met(played + "".join(ways), others))).players
            if one.person.id == APPLICANT
            for claim in one.claims
            if claim.achieved
        }
        for ways in product(SIGNS, repeat=2)
    }
    for ways, achieved in made.items():
        points = sum(map(SIGNS.index, ways))
        assert (points >= found.get(Norm.GM, 9)) <= (Norm.GM in achieved)
    enough = [n for n in range(5) if all(Norm.GM in made[w] for w in made if sum(map(SIGNS.index, w)) >= n)]
    assert found.get(Norm.GM) == (min(enough) if enough else None)
