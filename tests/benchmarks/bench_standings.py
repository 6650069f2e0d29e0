"""The time for the table of a big event: 2,000 players, 11 rounds, five tie-breaks.

    python -m tests.benchmarks.bench_standings [--players N] [--rounds N] [--repeat N]

The event is drawn with a fixed seed: neighbours in the table meet, the better is likelier to win,
and one line in fifty is a bye or a forfeit. Times depend on the machine, so each is also given
as a multiple of a floor measured in the same run: plain Python adding up the points of all cards and
sorting the players by them.
"""

import argparse
import random
from collections.abc import Callable
from time import process_time

from domain.cards.card import Card, CardLine, Cards
from domain.ranking.order import rank
from domain.ranking.tiebreaks import Context, Ruleset, parse_list
from domain.words.games import Code, Colour, Scoring

ORDER = parse_list("BH/C1, BH, SB, DE, ARO")


def big_event(players: int, rounds: int, seed: int = 1) -> Cards:
    """Cards of an event in which everybody meets a neighbour in the table each round."""
    dice = random.Random(seed)
    ratings = {n: 2600 - n * 1200 // players for n in range(1, players + 1)}
    lines: dict[int, list[CardLine]] = {n: [] for n in ratings}
    scores = dict.fromkeys(ratings, 0)
    for _ in range(rounds):
        order = sorted(ratings, key=lambda n: (-scores[n], dice.random()))
        for white, black in zip(order[::2], order[1::2], strict=False):
            for number, line in zip((white, black), _game(dice, white, black, ratings), strict=True):
                lines[number].append(line)
                scores[number] += line.points
        if players % 2:
            lines[order[-1]].append(CardLine(Code.PAIRING_BYE, 2))
    return {n: Card(n, f"player {n}", ratings[n], lines=tuple(lines[n])) for n in ratings}


def _game(dice: random.Random, white: int, black: int, ratings: dict[int, int]) -> tuple[CardLine, CardLine]:
    if dice.random() < 0.02:
        pair = dice.choice([(Code.HALF_BYE, Code.ZERO_BYE), (Code.FORFEIT_WIN, Code.FORFEIT_LOSS)])
    else:
        edge = (ratings[white] - ratings[black]) / 800
        luck = dice.random() + edge
        win, loss = (Code.WIN, Code.LOSS), (Code.LOSS, Code.WIN)
        pair = win if luck > 0.65 else loss if luck < 0.35 else (Code.DRAW, Code.DRAW)
    scoring = Scoring()
    sides = zip(pair, (black, white), Colour, strict=True)
    one, two = (
        CardLine(code, scoring.points(code), None if code.bye else foe, None if code.bye else colour)
        for code, foe, colour in sides
    )
    return one, two


def floor(cards: Cards) -> list[int]:
    """The least any table costs: add up the points, sort the players."""
    return sorted(cards, key=lambda n: -cards[n].score)


def best_of(repeat: int, run: Callable[[], object]) -> float:
    """CPU seconds of the quickest of `repeat` runs."""
    times = []
    for _ in range(repeat):
        start = process_time()
        run()
        times.append(process_time() - start)
    return min(times)


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser()
    for name, default in (("players", 2000), ("rounds", 11), ("repeat", 7)):
        options.add_argument(f"--{name}", type=int, default=default)
    asked = options.parse_args()
    cards = big_event(asked.players, asked.rounds)
    least = best_of(asked.repeat, lambda: floor(cards))
    print(f"{asked.players} players, {asked.rounds} rounds, {', '.join(map(str, ORDER))}; best of {asked.repeat}")
    print(f"{'floor':>10}  {least * 1000:8.1f} ms")
    for ruleset in (Ruleset.C07_2026, Ruleset.VO2009):
        context = Context(ruleset, rounds=asked.rounds)
        taken = best_of(asked.repeat, lambda context=context: rank(cards, ORDER, context))
        print(f"{ruleset:>10}  {taken * 1000:8.1f} ms  {taken / least:5.1f} x floor")


if __name__ == "__main__":
    main()
