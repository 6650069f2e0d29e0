"""`tablo generate`: a made-up event, every round paired, as a report file."""

import argparse
import random
import secrets
import sys
from pathlib import Path

from domain.files.header import encoded_type_of, type_of
from domain.files.trf import Header, write
from domain.files.trf.columns import Ladder
from domain.files.trf.tasks import from_cards
from domain.pairing import SYSTEMS
from domain.pairing.generator import Generated, Wishes, generate
from domain.pairing.planned_rounds import PlannedEntry, rounds_outlook
from domain.words.cautions import TooManyRounds
from domain.words.games import Colour
from domain.words.regulations import Acceleration, Regulations
from server.cli.exits import NO, OK, BadInput
from server.cli.language import said, terminal
from server.cli.options import Words, add_system, whole_option
from server.cli.report_file import note
from web.wording.cautions import caution
from web.wording.pairing import cannot_all_be_paired

MAX_GENERATED_PLAYERS = 9_999
MAX_GENERATED_ROUNDS = 99
SHARES = ("draws", "forfeits", "byes", "withdrawals")


def add(words: Words) -> None:
    parser = words.add_parser(
        "generate",
        help=said("make-up-event-pair-all"),
        description=said("make-up-event-results-by"),
        epilog=said("exit-codes-done-stopped-early"),
    )
    parser.add_argument(
        "--players",
        type=_players,
        required=True,
        metavar="N",
        help=said("up-to-players", most_players=MAX_GENERATED_PLAYERS),
    )
    parser.add_argument(
        "--rounds",
        type=_rounds,
        required=True,
        metavar="R",
        help=said("up-to-rounds", most_rounds=MAX_GENERATED_ROUNDS),
    )
    add_system(parser)
    parser.add_argument("--seed", metavar="K", help=said("same-seed-gives-same-event"))
    parser.add_argument("--draws", type=_percent, default=0.3, metavar="%", help=said("draws-default"))
    parser.add_argument("--forfeits", type=_percent, default=0.0, metavar="%", help=said("forfeits-default"))
    parser.add_argument("--byes", type=_percent, default=0.0, metavar="%", help=said("half-point-byes-players-round"))
    parser.add_argument("--withdrawals", type=_percent, default=0.0, metavar="%", help=said("players-all"))
    parser.add_argument("--ratings", type=_ratings, default=(1200, 2600), metavar="LOW-HIGH", help="default 1200-2600")
    accelerations = [one.value for one in Acceleration]
    parser.add_argument("--acceleration", choices=accelerations, default="none", help=said("acceleration-baku"))
    parser.add_argument("--format", choices=[ladder.value for ladder in Ladder], default="trf16")
    parser.add_argument("--output", type=Path, metavar="FILE", help=said("where-to-write-default-standard"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    acceleration = Acceleration(arguments.acceleration)
    laws = Regulations(system=arguments.system, acceleration=acceleration)
    if acceleration is not Acceleration.NONE and not SYSTEMS[laws.system].accelerates:
        raise BadInput(said("system-without-acceleration", system=laws.system))
    note(unplayable(arguments.players, arguments.rounds))
    seed = arguments.seed if arguments.seed is not None else str(secrets.randbits(48))
    made = invented(arguments, seed)
    encoded = encoded_type_of(laws) if arguments.format == Ladder.TRF26.value else ""
    header = Header(f"Made-up event, seed {seed}", type=type_of(laws), encoded_type=encoded)
    report = from_cards(made.cards, header, arguments.rounds, made.initial_colour, made.virtual)
    _put(write(report, Ladder(arguments.format), comments=[command(arguments, seed)]), arguments.output)
    note([said("seed", seed=seed)])
    if made.stopped is None:
        return OK
    why = cannot_all_be_paired(list(map(str, made.stopped.conflict)), terminal())
    sys.stderr.write(
        said("tablo-stopped-after-rounds-because", pairings=len(made.pairings), rounds=arguments.rounds, why=why) + "\n"
    )
    return NO


def unplayable(players: int, rounds: int) -> list[str]:
    """That so many players cannot play so many rounds, if so."""
    seen = rounds_outlook(rounds, [PlannedEntry(rounds)] * players)
    return [] if seen.possible else [caution(TooManyRounds(players, rounds, seen.most), terminal())]


def invented(arguments: argparse.Namespace, seed: str) -> Generated:
    """The event of a seed: the same on every machine."""
    dice = random.Random(f"tablo {seed}")
    shares = {name: getattr(arguments, name) for name in SHARES}
    colour = Colour.WHITE if dice.random() < 0.5 else Colour.BLACK
    wishes = Wishes(
        arguments.players,
        arguments.rounds,
        **shares,
        ratings=arguments.ratings,
        initial_colour=colour,
        acceleration=Acceleration(arguments.acceleration),
    )
    return generate(wishes, SYSTEMS[arguments.system], dice.random)


def command(arguments: argparse.Namespace, seed: str) -> str:
    """The command line that makes the same file again."""
    shares = " ".join(f"--{name} {100 * getattr(arguments, name):g}" for name in SHARES)
    low, high = arguments.ratings
    return (
        f"tablo generate --players {arguments.players} --rounds {arguments.rounds} --system {arguments.system} "
        f"--acceleration {arguments.acceleration} --seed {seed} {shares} --ratings {low}-{high}"
    )


def _put(text: str, path: Path | None) -> None:
    if path is None:
        sys.stdout.write(text)
        return
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise BadInput(said("cannot-be-written", path=path, why=(error.strerror or str(error)).lower())) from None


def _players(text: str) -> int:
    return whole_option(text, 1, MAX_GENERATED_PLAYERS)


def _rounds(text: str) -> int:
    return whole_option(text, 1, MAX_GENERATED_ROUNDS)


def _percent(text: str) -> float:
    digits = text.removesuffix("%").replace(".", "", 1)
    share = float(text.removesuffix("%")) if digits.isascii() and digits.isdigit() and len(digits) < 10 else -1.0
    if not 0 <= share <= 100:
        raise argparse.ArgumentTypeError(said("is-not-percentage-from-to", text=text))
    return share / 100


def _ratings(text: str) -> tuple[int, int]:
    low, dash, high = text.partition("-")
    if not dash:
        raise argparse.ArgumentTypeError(said("is-not-range-such", text=text))
    limits = whole_option(low, 0, 4000), whole_option(high, 0, 4000)
    if limits[0] > limits[1]:
        raise argparse.ArgumentTypeError(said("ends-before-begins", text=text))
    return limits
