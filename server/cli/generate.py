"""`tablo generate`: a made-up event, every round paired, as a report file."""

import argparse
import random
import secrets
import sys
from dataclasses import replace
from pathlib import Path

from domain.cards.card import Card
from domain.files.header import encoded_type_of, first_keyword, type_of
from domain.files.trf import Header, Report, write
from domain.files.trf.columns import Ladder
from domain.files.trf.comments import rules
from domain.files.trf.event_format import RULES_IN_FORCE
from domain.files.trf.tasks import starting_rules
from domain.files.trf.writing import from_cards
from domain.pairing import SYSTEMS, systems_for
from domain.pairing.generator import Generated, Wishes, generate
from domain.pairing.planned_rounds import PlannedEntry, rounds_outlook
from domain.ranking.lists import items_of, read_new_list
from domain.ranking.order import rank as ranked
from domain.ranking.tiebreaks import BadTiebreak, Context
from domain.tournament import Tournament
from domain.words.cautions import TooManyRounds
from domain.words.games import Colour
from domain.words.options import McMahonOptions
from domain.words.players import PairingNumber
from domain.words.regulations import Acceleration, Entrants, Regulations
from server.cli.made_up import (
    SHARES,
    STARTING_OPTIONS,
    as_format,
    as_teams,
    bracket_file,
    command_line,
    complete,
    completed_teams,
    made_up_teams,
    played_bracket,
    read_ratings,
    starting_line,
    table_of,
    teams_file,
    with_rounds,
)
from server.cli.options import (
    BRACKET_FORMATS,
    NO,
    OK,
    PAIRED_BY_FORMAT,
    TABLE_FORMATS,
    BadInput,
    Subcommands,
    add_system,
    regulations_named,
    said,
    terminal,
    whole_option,
)
from server.cli.report_file import note
from web.wording.chess.tiebreaks import bad_tiebreak
from web.wording.integrity import caution
from web.wording.pairing import cannot_all_be_paired

MAX_GENERATED_PLAYERS = 9_999
MAX_GENERATED_ROUNDS = 99
MAX_GENERATED_TEAMS, MAX_GENERATED_BOARDS = 500, 12
MAX_GENERATED_EVENTS = 100_000
MAX_MADE_UP_RATING = 4000
TWO_PLAYERS = (PairingNumber(1), PairingNumber(2))


def add(subcommands: Subcommands) -> None:
    parser = subcommands.add_parser(
        "generate",
        description=said("make-up-event-results-by"),
        epilog=said("exit-codes-done-stopped-early"),
    )
    parser.add_argument(
        "--players", type=_players, metavar="N", help=said("up-to-players", most_players=MAX_GENERATED_PLAYERS)
    )
    parser.add_argument(
        "--rounds", type=_rounds, metavar="R", help=said("up-to-rounds", most_rounds=MAX_GENERATED_ROUNDS)
    )
    parser.add_argument("--teams", type=_teams, metavar="N", help=said("made-up-teams", most=MAX_GENERATED_TEAMS))
    parser.add_argument("--boards", type=_boards, metavar="N", help=said("made-up-boards", most=MAX_GENERATED_BOARDS))
    add_system(parser, PAIRED_BY_FORMAT)
    parser.add_argument("--seed", metavar="K", help=said("same-seed-gives-same-event"))
    for name in SHARES:
        parser.add_argument(f"--{name}", type=_percent, metavar="%", help=said(f"made-up-{name}"))
    parser.add_argument("--ratings", type=_ratings, metavar="LOW-HIGH", help=said("made-up-ratings"))
    parser.add_argument("--tiebreaks", type=_tiebreaks, metavar="LIST", help=said("made-up-tiebreaks"))
    parser.add_argument("--count", type=_events, metavar="N", help=said("made-up-count"))
    accelerations = [one.value for one in Acceleration]
    parser.add_argument("--acceleration", choices=accelerations, default="none", help=said("acceleration-baku"))
    for name in STARTING_OPTIONS:
        parser.add_argument(f"--{name}", type=_rating, metavar="N", help=said(f"made-up-{name}"))
    formats = [*(ladder.value for ladder in Ladder), *PAIRED_BY_FORMAT]
    parser.add_argument("--format", choices=formats, default=Ladder.TRF26.value)
    parser.add_argument("--output", type=Path, metavar="FILE", help=said("where-to-write-default-standard"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    if arguments.format in PAIRED_BY_FORMAT:
        arguments.system, arguments.format = arguments.format, Ladder.TRF26.value
    acceleration = Acceleration(arguments.acceleration)
    by_format = arguments.system in PAIRED_BY_FORMAT
    if acceleration is not Acceleration.NONE and (by_format or not SYSTEMS[arguments.system].accelerates):
        raise BadInput(said("system-without-acceleration", system=arguments.system))
    arguments.of_teams = arguments.system in systems_for(Entrants.TEAMS) or arguments.teams is not None
    if arguments.of_teams:
        arguments = as_teams(arguments)
    elif by_format:
        arguments = as_format(arguments)
    seed = arguments.seed if arguments.seed is not None else str(secrets.randbits(48))
    if arguments.count is None:
        return _one(complete(arguments, seed), seed, arguments.output)
    if arguments.output is None or not arguments.output.is_dir():
        raise BadInput(said("made-up-folder"))
    digits = len(str(arguments.count))
    seeds = ((f"{seed}-{number}", f"{number:0{digits}}.trf") for number in range(1, arguments.count + 1))
    return max([_one(complete(arguments, one), one, arguments.output / name) for one, name in seeds])


def _one(arguments: argparse.Namespace, seed: str, path: Path | None) -> int:
    """One event; exit code NO if it ended early."""
    if arguments.of_teams:
        return _one_of_teams(completed_teams(arguments, seed), seed, path)
    if arguments.system in PAIRED_BY_FORMAT:
        arguments = with_rounds(arguments)
    if isinstance(arguments.ratings, list) and len(arguments.ratings) != arguments.players:
        raise BadInput(said("made-up-ratings-each", players=arguments.players, ratings=len(arguments.ratings)))
    if arguments.system not in PAIRED_BY_FORMAT:
        note(unplayable(arguments.players, arguments.rounds))
    options = _starting_options(arguments)
    ladder, first_lines = Ladder(arguments.format), [_command(arguments, seed, options)]
    made = None
    if arguments.system in BRACKET_FORMATS:
        _put(bracket_file(invented_bracket(arguments, seed), ladder, first_lines), path)
    else:
        made = invented(arguments, seed)
        first_lines += [rules(starting_rules(options, made.start.top))] if options else []
        _put(write(_report(arguments, seed, made), ladder, comments=first_lines), path)
    note([said("seed", seed=seed)])
    if made is None or made.stopped is None:
        return OK
    why = cannot_all_be_paired(list(map(str, made.stopped.conflict)), terminal(), of_teams=False)
    sys.stderr.write(
        said("tablo-stopped-after-rounds-because", pairings=len(made.pairings), rounds=arguments.rounds, why=why) + "\n"
    )
    return NO


def _command(arguments: argparse.Namespace, seed: str, options: McMahonOptions | None) -> str:
    field = f"--players {arguments.players} --rounds {arguments.rounds}"
    return command_line(arguments, seed, field, starting_line(options))


def _one_of_teams(arguments: argparse.Namespace, seed: str, path: Path | None) -> int:
    made = made_up_teams(arguments, seed, _title(seed))
    _put(teams_file(made.tournament, arguments, seed), path)
    note([said("seed", seed=seed)])
    if not made.stopped:
        return OK
    why = cannot_all_be_paired(list(map(str, made.stopped)), terminal(), of_teams=True)
    paired = made.tournament.published
    text = said("tablo-stopped-after-rounds-because", pairings=paired, rounds=arguments.rounds, why=why)
    sys.stderr.write(text + "\n")
    return NO


def _report(arguments: argparse.Namespace, seed: str, made: Generated) -> Report:
    """With the tie-breaks that rank it (records 202 and 212)."""
    laws = Regulations(acceleration=Acceleration(arguments.acceleration))
    if arguments.system in TABLE_FORMATS:
        laws = regulations_named(arguments.system, laws)
    else:
        laws = replace(laws, system=arguments.system, match_games=_match_games(arguments))
    listed = read_new_list(items_of(arguments.tiebreaks))
    ranked_by = listed.from_the_start() if made.start.points else listed
    scoring, start = laws.round_scoring, made.start.points
    context = Context(RULES_IN_FORCE, scoring, arguments.rounds, predetermined=laws.from_tables, start=start)
    rows = ranked(made.cards, ranked_by.order, listed.rules(context))
    rank = {row.number: place for place, row in enumerate(rows, 1)}
    names = tuple(str(tiebreak) for tiebreak in listed.order)
    header = Header(
        _title(seed),
        type=type_of(laws),
        encoded_type=encoded_type_of(laws) if arguments.format == Ladder.TRF26.value else "",
        tiebreaks=",".join(names),
        standings_order=",".join((first_keyword(laws), *names)),
    )
    return from_cards(
        made.cards, header, arguments.rounds, made.initial_colour, made.virtual, rank, _match_games(arguments)
    )


def _match_games(arguments: argparse.Namespace) -> int:
    """Games of a round's match by the pairing system; those of a table or a bracket are the format's."""
    return SYSTEMS[arguments.system].games_of_match if arguments.system in SYSTEMS else 1


def _title(seed: str) -> str:
    return f"Made-up event, seed {seed}"


def unplayable(players: int, rounds: int) -> list[str]:
    """A warning where so many players cannot play so many rounds; else nothing."""
    seen = rounds_outlook(rounds, [PlannedEntry(rounds)] * players)
    return [] if seen.possible else [caution(TooManyRounds(players, rounds, seen.most), terminal())]


def invented(arguments: argparse.Namespace, seed: str) -> Generated:
    """The event of a seed: the same on every machine."""
    dice = random.Random(f"tablo {seed}")
    wishes = _wishes(arguments, dice)
    table = arguments.system in TABLE_FORMATS
    system = table_of(arguments.system, arguments.players) if table else SYSTEMS[arguments.system]
    return generate(wishes, system, dice.random)


def invented_bracket(arguments: argparse.Namespace, seed: str) -> Tournament:
    """The same, of a knock-out or a double elimination."""
    dice = random.Random(f"tablo {seed}")
    return played_bracket(arguments.system, _wishes(arguments, dice), dice, seed, _title(seed))


def _wishes(arguments: argparse.Namespace, dice: random.Random) -> Wishes:
    shares = {name: getattr(arguments, name) for name in (word.replace("-", "_") for word in SHARES)}
    given = arguments.ratings
    ratings = {"listed_ratings": tuple(given)} if isinstance(given, list) else {"ratings": given}
    return Wishes(
        arguments.players,
        arguments.rounds,
        **shares,
        **ratings,
        initial_colour=Colour.WHITE if dice.random() < 0.5 else Colour.BLACK,
        acceleration=Acceleration(arguments.acceleration),
        mcmahon=_starting_options(arguments),
        match_games=_match_games(arguments),
    )


def _starting_options(arguments: argparse.Namespace) -> McMahonOptions | None:
    """None: the system has no starting points."""
    if arguments.system in PAIRED_BY_FORMAT or not SYSTEMS[arguments.system].starting_points:
        return None
    options = McMahonOptions(arguments.bar, max(1, arguments.band), arguments.floor)
    return options if options.floor < options.bar else replace(options, floor=0)


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


def _teams(text: str) -> int:
    return whole_option(text, 2, MAX_GENERATED_TEAMS)


def _boards(text: str) -> int:
    return whole_option(text, 1, MAX_GENERATED_BOARDS)


def _rounds(text: str) -> int:
    return whole_option(text, 1, MAX_GENERATED_ROUNDS)


def _percent(text: str) -> float:
    digits = text.removesuffix("%").replace(".", "", 1)
    share = float(text.removesuffix("%")) if digits.isascii() and digits.isdigit() and len(digits) < 10 else -1.0
    if not 0 <= share <= 100:
        raise argparse.ArgumentTypeError(said("is-not-percentage-from-to", text=text))
    return share / 100


def _ratings(text: str) -> tuple[int, int] | list[int]:
    found = read_ratings(text, whole_option, MAX_MADE_UP_RATING)
    if found is None:
        raise argparse.ArgumentTypeError(said("is-not-range-such", text=text))
    if isinstance(found, tuple) and found[0] > found[1]:
        raise argparse.ArgumentTypeError(said("ends-before-begins", text=text))
    return found


def _tiebreaks(text: str) -> str:
    """Tried on a table of two."""
    try:
        ranked({n: Card(n) for n in TWO_PLAYERS}, read_new_list(items_of(text)).order, Context(RULES_IN_FORCE))
    except BadTiebreak as problem:
        raise argparse.ArgumentTypeError(bad_tiebreak(problem, terminal())) from None
    return text


def _rating(text: str) -> int:
    return whole_option(text, 0, MAX_MADE_UP_RATING)


def _events(text: str) -> int:
    return whole_option(text, 1, MAX_GENERATED_EVENTS)
