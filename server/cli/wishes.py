"""The wishes of `tablo generate` that nobody has said, filled with likely values by the seed."""

from argparse import Namespace
from collections.abc import Callable, Mapping
from random import Random

from domain.words.options import McMahonOptions
from domain.words.regulations import Acceleration

SHARES: Mapping[str, tuple[float, float]] = {
    "draws": (0.15, 0.5),
    "forfeits": (0.0, 0.04),
    "byes": (0.0, 0.04),
    "full-byes": (0.0, 0.01),
    "zero-byes": (0.0, 0.03),
    "withdrawals": (0.0, 0.1),
    "odd-results": (0.0, 0.02),
}
"""Each share of the command line, and between what it is drawn."""

STARTING_OPTIONS = ("bar", "band", "floor")

LISTS = ("BH/C1,BH,SB", "DE,WIN,BPG", "BH/C1,DE,WON,SB", "PS,BH,ARO", "BH,SB,PS")
"""Tie-breaks of which one list is drawn."""

FEWEST_PLAYERS, MOST_PLAYERS = 8, 80
FEWEST_ROUNDS, MOST_ROUNDS = 4, 11
LOWEST, HIGHEST = (1000, 1900), (2000, 2750)
"""Between these the lowest and the highest rating are drawn."""
BARS, BANDS, FLOORS = (1700, 2300), (50, 100, 150, 200), (0, 0, 1400, 1600)
"""McMahon: between these the bar is drawn, and of those the band and the floor (0 = the lowest rating)."""


def complete(arguments: Namespace, seed: str) -> Namespace:
    """The arguments with a value for each that was left out; the same seed gives the same ones.

    Every value is drawn, whether it is wanted or not: so that a value which is given changes none of the others.
    """
    dice = Random(f"tablo wishes {seed}")
    players, rounds = dice.randint(FEWEST_PLAYERS, MOST_PLAYERS), dice.randint(FEWEST_ROUNDS, MOST_ROUNDS)
    drawn: dict[str, object] = {"players": players}
    drawn |= {name.replace("-", "_"): round(dice.uniform(*between), 4) for name, between in SHARES.items()}
    drawn["ratings"] = dice.randint(*LOWEST), dice.randint(*HIGHEST)
    drawn["tiebreaks"] = dice.choice(LISTS)
    drawn |= {"bar": dice.randint(*BARS), "band": dice.choice(BANDS), "floor": dice.choice(FLOORS)}
    wanted = {name: value for name, value in vars(arguments).items() if value is not None}
    full = drawn | wanted
    full.setdefault("rounds", _fitting(rounds, int(str(full["players"]))))
    return Namespace(**(vars(arguments) | full))


def _fitting(rounds: int, players: int) -> int:
    """Not more than half of the field, so that somebody is always left to meet."""
    return max(1, min(rounds, players // 2))


def command_line(arguments: Namespace, seed: str, field: str, options: str = "") -> str:
    """The command line that makes the same file again: its field of players or teams, and options of the system."""
    shares = " ".join(f"--{name} {100 * getattr(arguments, name.replace('-', '_')):g}" for name in SHARES)
    accelerated = Acceleration(arguments.acceleration).value
    return (
        f"tablo generate {field} --system {arguments.system} "
        f"--acceleration {accelerated} --seed {seed} {shares} --ratings {_ratings(arguments.ratings)}"
        + (f" --tiebreaks {arguments.tiebreaks}" if arguments.tiebreaks else "")
        + options
    )


def starting_line(options: McMahonOptions | None) -> str:
    """The options of the starting points; nothing for a system without them."""
    return f" --bar {options.bar} --band {options.band} --floor {options.floor}" if options else ""


def _ratings(ratings: tuple[int, ...] | list[int]) -> str:
    """A range is a pair, a list is a list."""
    return ",".join(map(str, ratings)) if isinstance(ratings, list) else "-".join(map(str, ratings))


def read_ratings(text: str, whole: Callable[[str, int, int], int], highest: int) -> tuple[int, int] | list[int] | None:
    """`1200-2600`, or one for each player with commas between; None for what is neither."""
    if "," in text:
        return sorted((whole(part.strip(), 0, highest) for part in text.split(",")), reverse=True)
    low, dash, high = text.partition("-")
    return (whole(low, 0, highest), whole(high, 0, highest)) if dash else None
