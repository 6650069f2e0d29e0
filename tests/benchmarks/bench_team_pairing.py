"""Processor time of pairing a round of teams (C.04.6): every round of made-up events, then fields that are hard.

    python -m tests.benchmarks.bench_team_pairing [--teams 200] [--rounds 11] [--repeat 3]

Events have 6 boards, 20 % drawn matches, 5 % forfeits and absences, for each kind of colour preference and each primary
score. The least of the repetitions counts: processor time, so that a busy machine does not say the most.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

from domain.cards.card import Card, CardLine, PairingTask
from domain.words.games import Code, Colour
from domain.words.teams import ColourPreferences, PrimaryScore, TeamOptions
from tests.pairing.compare_team_swiss import by_engine
from tests.pairing.random_team_rounds import MATCH_POINTS, TeamEvent

PLAYED_BEFORE = 4
STRANGER = 10_000
TYPE_B = TeamOptions(preferences=ColourPreferences.TYPE_B)
LATER_OPTIONS = ", boards_by="
"""Where what came after version 0.2.0 begins. It is no part of a seed, so that every version pairs the same events."""


def processor_ms(task: PairingTask, repeat: int) -> float:
    took = []
    for _ in range(repeat):
        started = time.process_time()
        by_engine(task)
        took.append(1000 * (time.process_time() - started))
    return min(took)


def event_of(teams: int, rounds: int, options: TeamOptions) -> Iterator[PairingTask]:
    """The rounds of an event as they come up."""
    seed = f"{teams}-{str(options).partition(LATER_OPTIONS)[0]})"
    event = TeamEvent(Random(seed), teams, by_engine)
    event.boards, event.rounds, event.options, event.virtual = 6, rounds, options, {}
    event.draws, event.forfeits, event.absences, event.oddities, event.unplayed_draws = 0.2, 0.05, 0.05, 0.0, 0.0
    event.by_system, event.forbidden, event.arrival = True, [], dict.fromkeys(event.cards, 1)
    for _ in range(rounds):
        yield event.task()
        event.play()


def field(
    teams: int,
    score: Callable[[int], int],
    colours: Callable[[int], str],
    apart: Callable[[int, int], bool] = lambda a, b: False,
    floated: Callable[[int], bool] = lambda n: False,
) -> PairingTask:
    """Teams with these scores and colours so far; strangers were their opponents."""
    rest = CardLine(Code.ZERO_BYE, 0)
    cards = {STRANGER + n: Card(STRANGER + n, lines=(rest,) * PLAYED_BEFORE, present=False) for n in range(4)}
    for number in range(1, teams + 1):
        lines = [CardLine(Code.DRAW, 0, STRANGER + at, Colour(c)) for at, c in enumerate(colours(number))]
        if lines and floated(number):
            lines[-1] = replace(lines[-1], ahead=1)
        filled = (*[rest] * (PLAYED_BEFORE - len(lines)), *lines)
        cards[number] = Card(number, lines=filled, carried=score(number))
    bans = frozenset(frozenset(two) for two in combinations(range(1, teams + 1), 2) if apart(*two))
    return PairingTask(cards, PLAYED_BEFORE + 1, 11, scoring=MATCH_POINTS, teams=TYPE_B, forbidden=bans)


def hard_fields(n: int) -> dict[str, PairingTask]:
    dice = Random(5)

    def any_colours(number: int) -> str:
        return dice.choice(("wb", "bw", "w", "ww"))

    def some(number: int) -> bool:
        return dice.random() < 0.5

    return {
        "one score, all due White": field(n, lambda i: 0, lambda i: "bbwb"),
        "one score, colours by lot": field(n, lambda i: 0, lambda i: "".join(dice.choices("wb", k=4))),
        "pairs of one score that have met": field(n, lambda i: (i - 1) // 2, any_colours, lambda a, b: b == a + a % 2),
        "all scores differ": field(n, lambda i: i, any_colours),
        "all scores differ, neighbours have met": field(n, lambda i: i, any_colours, lambda a, b: b == a + 1),
        "odd groups, all floated": field(n - 1, lambda i: i // 9, any_colours, floated=lambda i: True),
        "half of all pairs kept apart": field(n, lambda i: i // 7, any_colours, lambda a, b: some(a), some),
        "clubs of a tenth kept apart": field(n, lambda i: i % 8, any_colours, lambda a, b: a % 10 == b % 10, some),
        "six at the top kept apart": field(
            n, lambda i: 6 * (i < 7) + 2 * (i < 30), any_colours, lambda a, b: b < 7, some
        ),
        "forty at the top kept apart": field(
            n, lambda i: 6 * (i < 41) + 2 * (i < 80), any_colours, lambda a, b: b < 41, some
        ),
        "two groups kept apart": field(
            n, lambda i: 6 * (i < 41) + 2 * (i < 90), any_colours, lambda a, b: b < 41 or 40 < a < b < 90, some
        ),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_team_pairing", description=__doc__)
    parser.add_argument("--teams", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--repeat", type=int, default=3)
    asked = parser.parse_args()
    for preferences in ColourPreferences:
        for primary in PrimaryScore:
            options = TeamOptions(primary, preferences=preferences)
            took = [processor_ms(task, asked.repeat) for task in event_of(asked.teams, asked.rounds, options)]
            shown = " ".join(f"{one:.0f}" for one in took)
            print(f"{preferences}, {primary}: {shown} ms", flush=True)
    for name, task in hard_fields(asked.teams).items():
        print(f"{name}: {processor_ms(task, asked.repeat):.0f} ms", flush=True)


if __name__ == "__main__":
    main()
