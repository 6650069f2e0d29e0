"""The engine of C.04.6 beside the literal twin in random rounds of teams.

    python -m tests.pairing.compare_team_swiss --count 10000 --seed 1

Pairs, colours, the bye and refusals are compared.
"""

from collections.abc import Iterator

from domain.cards.card import PairingTask, RoundPairing
from tests.pairing import by_the_article_team as literal
from tests.pairing.comparing import answer_of, by_turns, compare_rounds, difference
from tests.pairing.random_rounds import described
from tests.pairing.random_team_rounds import KINDS


def by_engine(task: PairingTask) -> RoundPairing | None:
    return answer_of("team-swiss-2026", task)


def differ(task: PairingTask) -> str:
    """The two answers, where they are not the same."""
    return difference(task, by_engine(task), literal.pair(task), described_teams)


def described_teams(task: PairingTask) -> Iterator[str]:
    """As `described`, with the other score of each team."""
    yield from described(task)
    yield f"secondary { ({number: card.secondary_score for number, card in task.cards.items()}) }"
    yield f"virtual {dict(task.virtual)}, {task.teams}"


compared = by_turns(KINDS, literal.pair, differ)

if __name__ == "__main__":
    compare_rounds("tests.pairing.compare_team_swiss", __doc__, compared)
