"""The engine of C.04.6 beside the literal twin in random rounds of teams.

    python -m tests.pairing.compare_team_swiss --count 10000 --seed 1

Pairs, colours, the bye and refusals are compared.
"""

import argparse
import time
from collections.abc import Iterator

from domain.cards.card import PairingTask, RoundPairing
from domain.pairing import SYSTEMS, NoLegalPairing
from tests.pairing import by_the_article_team as literal
from tests.pairing.compare_double_swiss import unordered
from tests.pairing.random_rounds import described
from tests.pairing.random_team_rounds import KINDS

ROUNDS_BETWEEN_REPORTS = 1000


def by_engine(task: PairingTask) -> RoundPairing | None:
    try:
        return SYSTEMS["team-swiss-2026"].pair(task)
    except NoLegalPairing:
        return None


def compared(seed: str, count: int) -> Iterator[tuple[str, str]]:
    """The seed of each round, and how the two differ in it; an empty text where they agree."""
    for number in range(count):
        one = f"{seed}-{number}"
        yield one, difference(KINDS[number % len(KINDS)](one, literal.pair))


def difference(task: PairingTask) -> str:
    """The round as a table with both answers; empty if they are the same."""
    answers = {"engine": by_engine(task), "literal": literal.pair(task)}
    if unordered(answers["engine"]) == unordered(answers["literal"]):
        return ""
    return "\n".join((*described_teams(task), *(f"{name:8}{answer}" for name, answer in answers.items())))


def described_teams(task: PairingTask) -> Iterator[str]:
    """As `described`, with the other score of each team."""
    yield from described(task)
    yield f"secondary { ({number: card.secondary_score for number, card in task.cards.items()}) }"
    yield f"virtual {dict(task.virtual)}, {task.teams}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.pairing.compare_team_swiss", description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="how many rounds")
    parser.add_argument("--seed", default="1", help="the same seed draws the same rounds")
    asked = parser.parse_args()
    started, differences = time.monotonic(), 0
    for number, (seed, told) in enumerate(compared(asked.seed, asked.count), start=1):
        if told:
            differences += 1
            print(f"seed {seed}\n{told}\n", flush=True)
        if number % ROUNDS_BETWEEN_REPORTS == 0:
            print(f"{number} rounds, {differences} differences, {time.monotonic() - started:.0f} s", flush=True)
    print(f"seed {asked.seed}: {asked.count} rounds, {differences} differences, {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
