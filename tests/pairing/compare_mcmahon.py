"""McMahon beside the literal twin in the rounds of random events: starting points and pairings.

    python -m tests.pairing.compare_mcmahon --events 2000 --seed 1 --profile messy

Events are those of the rules of 2026 (byes of every kind, forfeits, late entries, withdrawals, players kept apart,
other point systems) with ratings, a bar, a band and sometimes a floor. Starting points, pairs, colours, the order
of boards, the bye and refusals are compared.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from random import Random

from domain.cards.card import PairingTask, RoundPairing
from domain.cards.starting_points import start_by_ratings
from domain.pairing import SYSTEMS, NoLegalPairing
from domain.words.formats.mcmahon import McMahonOptions
from tests.pairing import to_the_letter_mcmahon as literal
from tests.pairing.compare_2026 import described_2026
from tests.pairing.random_events import PROFILES, Profile, Round
from tests.pairing.random_events_2026 import MadeUpEvent

EVENTS_BETWEEN_REPORTS = 100
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
    try:
        return SYSTEMS["mcmahon"].pair(task)
    except NoLegalPairing:
        return None


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


def main() -> None:
    asked = _arguments()
    started, rounds, differences, reported = time.monotonic(), 0, 0, 0
    for number, told in compared(asked.profile, asked.seed, asked.events):
        rounds += 1
        if told:
            differences += 1
            print(f"profile {asked.profile}, seed {asked.seed}, event {number}\n{told}\n", flush=True)
        if number // EVENTS_BETWEEN_REPORTS > reported:
            reported = number // EVENTS_BETWEEN_REPORTS
            print(f"{number} events, {rounds} rounds, {differences} differences", flush=True)
    seconds = time.monotonic() - started
    print(
        f"{asked.profile}, seed {asked.seed}: {asked.events} events, {rounds} rounds, "
        f"{differences} differences, {seconds:.0f} s"
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.pairing.compare_mcmahon", description=__doc__)
    parser.add_argument("--events", type=int, default=100, help="how many events")
    parser.add_argument("--seed", default="1", help="the same seed plays the same events with the same engine")
    parser.add_argument("--profile", choices=list(PROFILES), default="messy", help="what the events are like")
    return parser.parse_args()


if __name__ == "__main__":
    main()
