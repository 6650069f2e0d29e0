"""McMahon beside the literal twin in the rounds of random events: starting points and pairings.

    python -m tests.pairing.compare_mcmahon --events 2000 --seed 1 --profile messy

Events are those of the rules of 2026 (byes of every kind, forfeits, late entries, withdrawals, players kept apart,
other point systems) with ratings, a bar, a band and sometimes a floor. Starting points, pairs, colours, the order
of boards, the bye and refusals are compared.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from random import Random

from domain.cards.card import PairingTask, RoundPairing
from domain.pairing.generator import start_by_ratings
from domain.words.options import McMahonOptions
from tests.pairing import to_the_letter_mcmahon as literal
from tests.pairing.comparing import answer_of, compare_events, described_2026
from tests.pairing.random_events import PROFILES, Profile, Round
from tests.pairing.random_events_2026 import MadeUpEvent

UNRATED_SHARE = 0.1


class McMahonEvent(MadeUpEvent):
    """With ratings that fall with the numbers, the unrated ones last, and starting points by them."""

    def __init__(self, profile: Profile, dice: Random) -> None:
        super().__init__(profile, dice)
        step = dice.choice((5, 25, 50, 100))
        ratings = sorted((2200 - dice.randint(0, step * len(self.cards)) for _ in self.cards), reverse=True)
        unrated = sum(dice.random() < UNRATED_SHARE for _ in self.cards)
        ratings[len(ratings) - unrated :] = [0] * unrated
        self.cards = {n: replace(card, rating=ratings[n - 1]) for n, card in self.cards.items()}
        self.options = drawn_options(dice, ratings)
        start = start_by_ratings(self.options, self.cards)
        self.virtual = start.of_all(self.planned)
        self.top = start.top

    def rounds_of_event(self) -> Iterator[Round]:
        """Paired by the engine."""
        return self.rounds(lambda task: by_engine(replace(task, top_start=self.top)))


def drawn_options(dice: Random, ratings: list[int]) -> McMahonOptions:
    """The bar at somebody's rating or near it; a floor in a third of the events."""
    bar = (dice.choice(ratings) or 1800) + dice.choice((0, 0, -1, 1, 40))
    floor = bar - dice.randint(1, 600) if dice.random() < 0.33 else 0
    return McMahonOptions(bar, dice.choice((1, 25, 50, 100, 100, 200)), floor)


def by_engine(task: PairingTask) -> RoundPairing | None:
    return answer_of("mcmahon", task)


def events(profile: str, seed: str) -> Iterator[McMahonEvent]:
    for number in count(1):
        yield McMahonEvent(PROFILES[profile], Random(f"mcmahon-{profile}-{seed}-{number}"))


def compared(profile: str, seed: str, size: int) -> Iterator[tuple[int, str]]:
    """The number of the event, and how the two differ in each of its rounds; an empty text where they agree."""
    for number, event in enumerate(islice(events(profile, seed), size), 1):
        for task, answer in event.rounds_of_event():
            yield number, difference(event, task, answer)


def difference(event: McMahonEvent, task: PairingTask, answer: RoundPairing | None) -> str:
    """The round as a table with both answers; empty if they are the same."""
    options, ratings = event.options, {n: card.rating for n, card in task.cards.items()}
    steps = literal.ladder(options.bar, options.band, options.floor or None, ratings.values())
    starts = {n: steps.start(rating) for n, rating in ratings.items()}
    doubled = {n: (literal.POINT * points,) * event.planned for n, points in starts.items() if points}
    other = literal.pair(replace(task, virtual={}), starts, steps.top)
    if (answer, event.virtual, event.top) == (other, doubled, literal.POINT * steps.top):
        return ""
    told = (f"{options}", f"{ratings}", f"engine  {answer}", f"literal {other}, {starts}, top {steps.top}")
    return "\n".join((*described_2026(task), *told))


if __name__ == "__main__":
    compare_events("tests.pairing.compare_mcmahon", __doc__, compared, PROFILES, "messy")
