"""`tablo generate`: a made-up event, every round paired, as a report file."""

import secrets
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from domain import events as e
from domain.cards.card import Card, Pair, PairingTask, RoundPairing
from domain.decisions.rounds.matches import add_further_games, draw_lots_for_match
from domain.decisions.rounds.pairing import close_round, pair_round, publish_round
from domain.decisions.rounds.results import record_result
from domain.decisions.setup.regulations import SYSTEM_OF_TEAMS
from domain.files.exporting import report_of
from domain.files.header import encoded_type_of, first_keyword, round_comments, rules_comment, type_of
from domain.files.teams.regulations import TEAM_ORDER, USUAL_MATCH
from domain.files.trf import Header, Ladder, Report, write
from domain.files.trf.comments import rules
from domain.files.trf.report import RULES_IN_FORCE
from domain.files.trf.tasks import starting_rules
from domain.files.trf.writing import from_cards
from domain.formats import rules_of
from domain.formats.from_tables import cycled_round
from domain.formats.tables.bracket import bracket_size, double_elimination_bracket, knockout_bracket
from domain.formats.tables.round_robin import BoardsByNumber, berger_rounds
from domain.formats.tables.scheveningen import FEWEST_IN_A_TEAM, MOST_IN_A_TEAM, scheveningen_round
from domain.pairing import SYSTEMS, systems_for
from domain.pairing.generator import Generated, Wishes, generate, made_up_field, made_up_result
from domain.pairing.planned_rounds import PlannedEntry, rounds_outlook
from domain.ranking.order import rank as ranked
from domain.ranking.tiebreak_lists import EventFacts, MisfitReason, items_of, misfits, read_new_list
from domain.ranking.tiebreaks import BadTiebreak, Context
from domain.records import dataclass
from domain.refusals import CannotPair
from domain.round import Match
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import numbers_of
from domain.words.cautions import TooManyRounds
from domain.words.games import Bye, Colour, Result
from domain.words.options import KnockoutOptions, LevelRule, McMahonOptions, RoundRobinOptions
from domain.words.players import EntrantId, PairingNumber, Player, PlayerId, player_id
from domain.words.regulations import Acceleration, Details, Entrants, Format, Regulations
from domain.words.teams import EMPTY_BOARD, ColourPreferences, PrimaryScore, Team, TeamId, TeamOptions
from projections.moment.snapshot import snapshot
from projections.table.standings import ranking
from server.cli import report_file, terminal
from web.wording import N_
from web.wording.cautions import caution
from web.wording.chess.tiebreaks import bad_tiebreak, misfit
from web.wording.pairing import cannot_all_be_paired

MAX_MADE_UP_RATING = 4000
TWO_PLAYERS = (PairingNumber(1), PairingNumber(2))


def add(parser: terminal.Parser) -> None:
    parser.description = terminal.said(
        "Make up an event: results by FIDE's table of expected scores, every round paired. The report file goes "
        "to standard output or to --output, the seed into the file and to standard error."
    )
    parser.epilog = terminal.said(
        "Exit codes: 0 done, 1 stopped early because a round has no legal pairing, 2 bad input."
    )
    numbers: dict[str, tuple[str, int, int]] = {
        "--players": (N_("up to {most}"), 1, 9_999),
        "--rounds": (N_("up to {most}"), 1, 99),
        "--teams": (N_("an event of so many teams, up to {most}; always with --system team-swiss-2026"), 2, 500),
        "--boards": (N_("boards of a match of teams, up to {most}"), 1, 12),
        "--count": (N_("so many events, each with a seed of its own, into the folder --output"), 1, 100_000),
        **{f"--{name}": (text, 0, MAX_MADE_UP_RATING) for name, text in STARTING_OPTIONS.items()},
    }
    for name, (text, least, most) in numbers.items():
        number = partial(terminal.whole_option, least=least, most=most)
        parser.option(name, text, {"most": most}, type=number, metavar="N")
    report_file.add_system(parser, report_file.PAIRED_BY_FORMAT)
    parser.option("--seed", "the same seed gives the same event (default: a fresh one)", metavar="K")
    for name, (text, _) in SHARES.items():
        parser.option(f"--{name}", text, type=_percent, metavar="%")
    ratings = N_("a range such as 1200-2600, or one for each player: 2500,2400,2210")
    parser.option("--ratings", ratings, type=_ratings, metavar="LOW-HIGH")
    listed = N_("what ranks the players, such as BH/C1,BH,SB; it stands in the file")
    parser.option("--tiebreaks", listed, type=_tiebreaks, metavar="LIST")
    kinds = [one.value for one in Acceleration]
    parser.option("--acceleration", "baku: virtual points in the first rounds (C.04.7)", choices=kinds, default="none")
    formats = [*(ladder.value for ladder in Ladder), *report_file.PAIRED_BY_FORMAT]
    parser.add_argument("--format", choices=formats, default=Ladder.TRF26.value)
    parser.option("--output", "where to write it (default: standard output)", type=Path, metavar="FILE")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    if arguments.format in report_file.PAIRED_BY_FORMAT:
        arguments.system, arguments.format = arguments.format, Ladder.TRF26.value
    acceleration = Acceleration(arguments.acceleration)
    by_format = arguments.system in report_file.PAIRED_BY_FORMAT
    if acceleration is not Acceleration.NONE and (by_format or not SYSTEMS[arguments.system].accelerates):
        raise terminal.bad_input("{system} knows no acceleration: choose --system dutch-2026", system=arguments.system)
    arguments.of_teams = arguments.system in systems_for(Entrants.TEAMS) or arguments.teams is not None
    if arguments.of_teams:
        arguments = as_teams(arguments)
    elif by_format:
        arguments = as_format(arguments)
    seed = arguments.seed if arguments.seed is not None else str(secrets.randbits(48))
    if arguments.count is None:
        return _one(complete(arguments, seed), seed, arguments.output)
    if arguments.output is None or not arguments.output.is_dir():
        raise terminal.bad_input("--count needs --output with a folder that is there")
    digits = len(str(arguments.count))
    seeds = ((f"{seed}-{number}", f"{number:0{digits}}.trf") for number in range(1, arguments.count + 1))
    shown = terminal.watched(seeds, arguments.count, N_("Making up events"))
    return max([_one(complete(arguments, one), one, arguments.output / name) for one, name in shown])


def _one(arguments: Namespace, seed: str, path: Path | None) -> int:
    """One event, the same on every machine; exit code NO if it ended early."""
    if arguments.of_teams:
        return _one_of_teams(completed_teams(arguments, seed), seed, path)
    if arguments.system in report_file.PAIRED_BY_FORMAT:
        arguments = with_rounds(arguments)
    if isinstance(arguments.ratings, list) and len(arguments.ratings) != arguments.players:
        counts = {"players": arguments.players, "ratings": len(arguments.ratings)}
        raise terminal.bad_input("there are {ratings} ratings for {players} players: give one for each", **counts)
    if arguments.system not in report_file.PAIRED_BY_FORMAT:
        seen = rounds_outlook(arguments.rounds, [PlannedEntry(arguments.rounds)] * arguments.players)
        too_many = TooManyRounds(arguments.players, arguments.rounds, seen.most)
        terminal.notes([] if seen.possible else [caution(too_many, terminal.own_language())])
    options, dice = _starting_options(arguments), Random(f"tablo {seed}")
    field = f"--players {arguments.players} --rounds {arguments.rounds}"
    ladder, first_lines = Ladder(arguments.format), [command_line(arguments, seed, field, options)]
    wishes = _wishes(arguments, dice)
    if arguments.system in report_file.BRACKET_FORMATS:
        t = played_bracket(arguments.system, wishes, dice, seed, _title(seed))
        report_file.write_text(event_file(t, ladder, first_lines), path)
        return _ended(arguments, seed, None, 0)
    table = arguments.system in report_file.TABLE_FORMATS
    system = table_of(arguments.system, arguments.players) if table else SYSTEMS[arguments.system]
    made = generate(wishes, system, dice.random)
    first_lines += [rules(starting_rules(options, made.start.top))] if options else []
    report_file.write_text(write(_report(arguments, seed, made), ladder, comments=first_lines), path)
    return _ended(arguments, seed, made.stopped.conflict if made.stopped else None, len(made.pairings))


def _one_of_teams(arguments: Namespace, seed: str, path: Path | None) -> int:
    made = _Event(arguments, Random(f"tablo teams {seed}"), _title(seed)).played(seed)
    field = f"--teams {arguments.teams} --boards {arguments.boards}"
    if arguments.system in SYSTEMS:
        field += f" --rounds {arguments.rounds}"
    report_file.write_text(event_file(made.tournament, Ladder.TRF26, [command_line(arguments, seed, field)]), path)
    return _ended(arguments, seed, made.stopped or None, made.tournament.published)


def _ended(arguments: Namespace, seed: str, conflict: Sequence[int] | None, paired: int) -> int:
    """Tells the seed, and what stopped the event early; returns the exit code."""
    terminal.note("seed {seed}", seed=seed)
    if conflict is None:
        return terminal.OK
    why = cannot_all_be_paired(list(map(str, conflict)), terminal.own_language(), of_teams=arguments.of_teams)
    terminal.warn(
        "tablo: stopped after {pairings} of {rounds} rounds, because the next one has no legal pairing: {why}.",
        pairings=paired,
        rounds=arguments.rounds,
        why=why,
    )
    return terminal.NO


def _report(arguments: Namespace, seed: str, made: Generated) -> Report:
    """With the tie-breaks that rank it (records 202 and 212)."""
    laws = Regulations(acceleration=Acceleration(arguments.acceleration))
    if arguments.system in report_file.TABLE_FORMATS:
        laws = report_file.regulations_named(arguments.system, laws)
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


def _match_games(arguments: Namespace) -> int:
    """Games of a round's match by the pairing system; those of a table or a bracket are the format's."""
    return SYSTEMS[arguments.system].games_of_match if arguments.system in SYSTEMS else 1


def _title(seed: str) -> str:
    return f"Made-up event, seed {seed}"


def _wishes(arguments: Namespace, dice: Random) -> Wishes:
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


def _starting_options(arguments: Namespace) -> McMahonOptions | None:
    """None: the system has no starting points."""
    if arguments.system in report_file.PAIRED_BY_FORMAT or not SYSTEMS[arguments.system].starting_points:
        return None
    options = McMahonOptions(arguments.bar, max(1, arguments.band), arguments.floor)
    return options if options.floor < options.bar else replace(options, floor=0)


def _percent(text: str) -> float:
    digits = text.removesuffix("%").replace(".", "", 1)
    share = float(text.removesuffix("%")) if digits.isascii() and digits.isdigit() and len(digits) < 10 else -1.0
    if not 0 <= share <= 100:
        raise terminal.bad_option("'{text}' is not a percentage from 0 to 100", text=text)
    return share / 100


def _ratings(text: str) -> tuple[int, int] | list[int]:
    """A pair of `1200-2600`, or a list of one for each player with commas between."""
    rating = partial(terminal.whole_option, least=0, most=MAX_MADE_UP_RATING)
    if "," in text:
        return sorted((rating(part.strip()) for part in text.split(",")), reverse=True)
    low, dash, high = text.partition("-")
    if not dash:
        raise terminal.bad_option("'{text}' is not a range such as 1200-2600", text=text)
    lowest, highest = rating(low), rating(high)
    if lowest > highest:
        raise terminal.bad_option("'{text}' ends before it begins", text=text)
    return lowest, highest


def _tiebreaks(text: str) -> str:
    """Tried on a table of two."""
    try:
        ranked({n: Card(n) for n in TWO_PLAYERS}, read_new_list(items_of(text)).order, Context(RULES_IN_FORCE))
    except BadTiebreak as problem:
        raise ArgumentTypeError(bad_tiebreak(problem, terminal.own_language())) from None
    return text


# Made-up events of the formats that are no Swiss: tables for the generator, brackets played to their end.

OFF_IN_A_FORMAT = ("byes", "full_byes", "zero_byes", "withdrawals")
"""Shares that a made-up event of such a format has none of."""
TIEBREAKS_OF_A_TABLE = "DE,WIN,SB,KS"
MOST_TABLE_ROUNDS, MOST_IN_A_BRACKET = 99, 1024
PLAYERS_OF_A_MATCH = 16
"""The number of players in a match of two teams where nobody gives another."""


@dataclass(frozen=True, slots=True)
class RoundsOfTable:
    """The rounds of a table, as a system that the generator can ask."""

    boards: Callable[[int], BoardsByNumber]

    def pair(self, task: PairingTask) -> RoundPairing:
        pairs = (Pair(PairingNumber(white), PairingNumber(black)) for white, black in self.boards(task.round))
        return RoundPairing(tuple(pairs))


def table_of(name: str, players: int) -> RoundsOfTable:
    if name in report_file.CYCLES:
        return RoundsOfTable(lambda round: cycled_round(players, report_file.CYCLES[name], round))
    return RoundsOfTable(lambda round: scheveningen_round(players // 2, round))


def as_format(arguments: Namespace) -> Namespace:
    """The arguments for a format: nobody is away, and the rounds follow from the players. Raises BadInput."""
    name, players, listed = arguments.system, arguments.players, arguments.tiebreaks
    if any(getattr(arguments, share) for share in OFF_IN_A_FORMAT):
        raise terminal.bad_input("in a {system} nobody has a bye or withdraws: leave these shares out.", system=name)
    if arguments.rounds is not None and arguments.rounds != rounds_of(name, players or 0):
        raise terminal.bad_input("the rounds of a {system} follow from its players: leave --rounds out.", system=name)
    if name in report_file.BRACKET_FORMATS and listed:
        raise terminal.bad_input(
            "the bracket alone places the players of a {system}: leave --tiebreaks out.", system=name
        )
    listed = "" if name in report_file.BRACKET_FORMATS else listed or TIEBREAKS_OF_A_TABLE
    event = EventFacts(RULES_IN_FORCE, predetermined=True)
    for one in misfits(read_new_list(items_of(listed)).order, event):  # where everybody meets everybody: C.07, 8
        if one.reason is MisfitReason.BUCHHOLZ_IN_ROUND_ROBIN:
            raise terminal.BadInput(misfit(one, terminal.own_language(), event))
    players = players or (PLAYERS_OF_A_MATCH if name == Format.SCHEVENINGEN else None)
    off = dict.fromkeys(OFF_IN_A_FORMAT, 0.0)
    return Namespace(**(vars(arguments) | off | {"tiebreaks": listed, "players": players}))


def with_rounds(arguments: Namespace) -> Namespace:
    """With the number of rounds. Raises BadInput for players that no table or bracket fits."""
    players = arguments.players
    rounds = rounds_of(arguments.system, players)
    if arguments.system == Format.SCHEVENINGEN and not rounds:
        facts = {"least": 2 * FEWEST_IN_A_TEAM, "most": 2 * MOST_IN_A_TEAM, "players": players}
        raise terminal.bad_input(
            "a match has two teams of equal size, {least} to {most} players in all: not {players}.", **facts
        )
    if not 0 < rounds <= MOST_TABLE_ROUNDS or (
        arguments.system in report_file.BRACKET_FORMATS and players > MOST_IN_A_BRACKET
    ):
        text = N_("{players} players, {rounds} rounds: made up are 1 to 99, and a bracket of 2 to 1024 players.")
        raise terminal.bad_input(text, players=players, rounds=rounds)
    return Namespace(**(vars(arguments) | {"rounds": rounds}))


def rounds_of(name: str, players: int) -> int:
    """The rounds of so many players; 0 where they cannot play it."""
    if name == Format.SCHEVENINGEN:
        fits = players % 2 == 0 and FEWEST_IN_A_TEAM <= players // 2 <= MOST_IN_A_TEAM
        return players // 2 if fits else 0
    if players < 2:
        return 0
    if name in report_file.CYCLES:
        return report_file.CYCLES[name] * berger_rounds(players)
    size = bracket_size(players)
    twice = name == Format.DOUBLE_ELIMINATION and size > 2
    return (double_elimination_bracket if twice else knockout_bracket)(size)[-1].round


def played_bracket(name: str, wishes: Wishes, dice: Random, seed: str, title: str) -> Tournament:
    """A bracket from the announcement to the final: level matches go to further games, then to lots."""
    cards = made_up_field(wishes, dice.random)
    laws = Regulations(format=Format(name), order=())
    players = [Player(player_id(n), f"Player {n}", card.rating) for n, card in cards.items()]
    t = replay(
        [
            e.TournamentAnnounced(Details(title), laws),
            *map(e.PlayerRegistered, players),
            e.InitialColourDrawn(wishes.initial_colour),
        ]
    )
    while not rules_of(t).over(t):
        t = replay(pair_round(t), t)
        t = replay(publish_round(t, t.paired), t)
        for board in t.round(t.published).matches:
            t = _decided(t, board, lambda pair: made_up_result(wishes, cards, pair, dice.random), seed)
    return replay(close_round(t, t.published), t)


def _decided(t: Tournament, board: int, result: Callable[[Pair], Result], seed: str) -> Tournament:
    """With the results of the games of a match, until it says who goes on."""
    round, rules = t.published, rules_of(t)
    t = _played(t, board, result)
    while board in rules.undecided(t, round):
        further = rules.next_step(t, round, board) is not None
        events = add_further_games if further else draw_lots_for_match
        t = _played(replay(events(t, round, board, seed), t), board, result)
    return t


def _played(t: Tournament, board: int, result: Callable[[Pair], Result]) -> Tournament:
    for game in t.round(t.published).matches[board]:
        if game.result is None:
            pair = Pair(PairingNumber(game.white), PairingNumber(game.black))
            t = replay(record_result(t, t.published, board, result(pair), None, game=game.number), t)
    return t


def event_file(t: Tournament, ladder: Ladder, comments: Sequence[str]) -> str:
    """The report file of a played tournament, with its places and its level matches."""
    numbers, rounds = numbers_of(t), t.published
    if t.regulations.with_bracket:
        places = {numbers[id]: place for id, place in rules_of(t).places(t, rounds).items()}
    else:
        places = {row.number: row.place for row in ranking(snapshot(t), rounds)}
    report = report_of(t, places=places)
    return write(report, ladder, comments=[*comments, rules_comment(t), *round_comments(t)])


# Made-up events of teams: squads, lineups, absences, forfeits and byes; rounds by the system of teams or a format.

FEWEST_TEAMS, MOST_TEAMS = 4, 24
FEWEST_BOARDS, MOST_BOARDS_MADE_UP = 2, 6
MOST_MADE_UP_RESERVES = 2
TEAM_EVENTS = (SYSTEM_OF_TEAMS, *report_file.CYCLES, *report_file.BRACKET_FORMATS)
"""Words of `--system` that make events of teams."""
AWAY, GAP = 0.08, 0.3
"""Shares: of players who are away in a round, and of empty chairs that stay where the player would have sat."""
SHARES_OF_BYES = ((Bye.HALF, "byes"), (Bye.FULL, "full_byes"), (Bye.ZERO, "zero_byes"))


@dataclass(frozen=True, slots=True)
class MadeUpTeams:
    tournament: Tournament
    stopped: tuple[int, ...] = ()
    """The pairing numbers of teams that could not all be paired in a further round."""


def as_teams(arguments: Namespace) -> Namespace:
    """The arguments of `tablo generate` for an event of teams. Raises BadInput where something else was asked for."""
    if arguments.system not in TEAM_EVENTS:
        known = ", ".join(TEAM_EVENTS)
        raise terminal.bad_input(
            "{system} makes no events of teams; these do: {known}.", system=arguments.system, known=known
        )
    named = [name for name in ("players", "tiebreaks", *STARTING_OPTIONS) if getattr(arguments, name) is not None]
    if named or isinstance(arguments.ratings, list):
        option = [*named, "ratings"][0]
        text = N_("an event of teams has no --{option} (one rating range such as 1200-2600 is for all).")
        raise terminal.bad_input(text, option=option)
    if arguments.format != Ladder.TRF26.value:
        raise terminal.bad_input("events of teams are written as trf26 alone.")
    counted = arguments.system not in SYSTEMS
    if counted and (arguments.rounds is not None or any(getattr(arguments, share) for share in OFF_IN_A_FORMAT)):
        raise terminal.bad_input(
            "in a {system} of teams nobody is away, and the rounds follow from the teams.", system=arguments.system
        )
    off = dict.fromkeys(OFF_IN_A_FORMAT, 0.0) if counted else {}
    return Namespace(**(vars(arguments) | off | {"asked_rounds": arguments.rounds}))


def completed_teams(arguments: Namespace, seed: str) -> Namespace:
    """The arguments with a number of teams, boards and rounds; each is drawn, whether it is wanted or not."""
    dice = Random(f"tablo field of teams {seed}")
    teams, boards = dice.randint(FEWEST_TEAMS, MOST_TEAMS), dice.randint(FEWEST_BOARDS, MOST_BOARDS_MADE_UP)
    rounds = dice.randint(3, 9)
    teams, boards = arguments.teams or teams, arguments.boards or boards
    if arguments.system in report_file.CYCLES:
        rounds = report_file.CYCLES[arguments.system] * berger_rounds(teams)
    elif arguments.asked_rounds is None:
        rounds = max(1, min(rounds, teams // 2))
    else:
        rounds = arguments.asked_rounds
    return Namespace(**(vars(arguments) | {"teams": teams, "boards": boards, "rounds": rounds, "tiebreaks": ""}))


class _Event:
    def __init__(self, arguments: Namespace, dice: Random, title: str) -> None:
        self.dice, self.boards = dice, int(arguments.boards)
        self.laws = _regulations(arguments, dice)
        shares = {name: getattr(arguments, name) for name in ("draws", "forfeits", "odd_results", "withdrawals")}
        self.wishes = Wishes(arguments.teams, self.laws.rounds, ratings=arguments.ratings, **shares)
        self.byes = [(kind, getattr(arguments, share)) for kind, share in SHARES_OF_BYES]
        self.cards: dict[PairingNumber, Card] = {}
        self.t = replay([e.TournamentAnnounced(Details(title), self.laws), *self._entries(int(arguments.teams))])

    def _entries(self, teams: int) -> Iterator[e.Event]:
        """Players by their ratings in teams of neighbours, each with its reserves."""
        low, high = self.wishes.ratings
        sizes = [self.boards + self.dice.randint(0, MOST_MADE_UP_RESERVES) for _ in range(teams)]
        ratings = sorted((self.dice.randint(low, high) for _ in range(sum(sizes))), reverse=True)
        squads, first = [], 1
        for size in sizes:
            squads.append(tuple(player_id(first + at) for at in range(size)))
            first += size
        for id, rating in enumerate(ratings, 1):
            self.cards[PairingNumber(id)] = Card(PairingNumber(id), rating=rating)
            yield e.PlayerRegistered(Player(player_id(id), f"Player {id}", rating))
        ids = [TeamId(EntrantId(first + at)) for at in range(teams)]
        for number, (id, members) in enumerate(zip(ids, squads, strict=True), 1):
            team = Team(id, f"Team {number}", squad=members[: self.boards], reserves=members[self.boards :])
            yield e.TeamRegistered(team, 1)
        yield e.InitialColourDrawn(self.dice.choice(tuple(Colour)))
        yield e.PairingNumbersIssued(tuple(ids))

    def played(self, seed: str) -> MadeUpTeams:
        while not self._over():
            if self.laws.paired_by_system:
                self._absences(self.t.paired + 1)
            try:
                if self.t.paired == self.t.published:
                    self.t = replay(pair_round(self.t), self.t)
            except CannotPair as none:
                return MadeUpTeams(self.t, tuple(numbers_of(self.t)[team] for team in none.conflict))
            self._round(self.t.published + 1, seed)
        return MadeUpTeams(self.t)

    def _over(self) -> bool:
        if self.laws.paired_by_system or self.laws.from_tables:
            return self.t.published == self.laws.rounds
        return rules_of(self.t).over(self.t)

    def _absences(self, round: int) -> None:
        """Byes asked for and withdrawals; two teams at least are left to meet."""
        leaving = self.wishes.withdrawals / max(1, self.laws.rounds - 1)
        left: list[e.Event] = []
        there = [team for team in self.t.numbers if not self.t.away(team, round)]
        for team in there:
            asked = next((kind for kind, share in self.byes if self.dice.random() < share), None)
            gone = round > 1 and self.dice.random() < leaving
            if len(there) - len(left) > 2 and gone:
                left.append(e.PlayerWithdrawn(team, round))
            elif len(there) - len(left) > 2 and asked is not None:
                left.append(e.ByeGranted(team, round, asked))
        self.t = replay(left, self.t)

    def _round(self, round: int, seed: str) -> None:
        self.t = replay(publish_round(self.t, round), self.t)
        for board, match in sorted(self.t.round(round).matches.items()):
            self.t = replay([*self._match(round, board, match)], self.t)
            if self.laws.with_bracket and board in rules_of(self.t).undecided(self.t, round):
                self.t = replay(draw_lots_for_match(self.t, round, board, seed), self.t)
        self.t = replay(close_round(self.t, round), self.t)

    def _match(self, round: int, board: int, match: Match) -> Iterator[e.Event]:
        """Both lineups and the results of all boards; of some matches one team forfeits every board."""
        sides = match[0].white, match[0].black
        seats = {team: self._lineup(self.t.teams[team]) for team in sides}
        for team in sides:
            yield e.LineupGiven(round, TeamId(team), seats[team])
        absent = self.dice.choice(sides) if self.dice.random() < self.wishes.forfeits / 2 else None
        for game in match:
            white, black = (_seated(seats[team], game.number) for team in (game.white, game.black))
            match bool(white) and game.white != absent, bool(black) and game.black != absent:
                case True, True:
                    pair = Pair(PairingNumber(white), PairingNumber(black))
                    result = made_up_result(self.wishes, self.cards, pair, self.dice.random)
                case True, False:
                    result = Result.WHITE_WINS_BY_FORFEIT
                case False, True:
                    result = Result.BLACK_WINS_BY_FORFEIT
                case _:
                    result = Result.DOUBLE_FORFEIT
            yield e.ResultRecorded(round, board, result, game=game.number)

    def _lineup(self, team: Team) -> tuple[PlayerId, ...]:
        """The players who are there, in the order of the team; without a reserve a gap may stay."""
        here = [player for player in team.players if self.dice.random() >= AWAY]
        missing = self.boards - len(here)
        if missing <= 0:
            return tuple(here[: self.boards])
        if self.dice.random() < GAP:
            at = self.dice.randint(0, len(here))
            here[at:at] = [EMPTY_BOARD] * missing
        while here and here[-1] == EMPTY_BOARD:
            here.pop()
        return tuple(here)


def _seated(seats: Sequence[PlayerId], board: int) -> PlayerId:
    return seats[board - 1] if board <= len(seats) else EMPTY_BOARD


def _regulations(arguments: Namespace, dice: Random) -> Regulations:
    """Colour preferences and the primary score are drawn; an accelerated event goes by match points (C.04.7)."""
    accelerated = Acceleration(arguments.acceleration)
    primary = dice.choice((PrimaryScore.MATCH_POINTS, PrimaryScore.MATCH_POINTS, PrimaryScore.GAME_POINTS))
    preferences, alone = dice.choice(tuple(ColourPreferences)), dice.random() < 0.2
    if accelerated is not Acceleration.NONE:
        primary = PrimaryScore.MATCH_POINTS
    system = arguments.system
    format = (
        Format.SWISS if system in SYSTEMS else Format.ROUND_ROBIN if system in report_file.CYCLES else Format(system)
    )
    return Regulations(
        system=SYSTEM_OF_TEAMS,
        rounds=arguments.rounds,
        scoring=USUAL_MATCH,
        order=TEAM_ORDER,
        ruleset="c07_2026",
        format=format,
        entrants=Entrants.TEAMS,
        match_games=arguments.boards,
        acceleration=accelerated,
        teams=TeamOptions(primary, preferences=preferences, primary_alone=alone),
        round_robin=RoundRobinOptions(report_file.CYCLES.get(system, 1)),
        knockout=KnockoutOptions(level=LevelRule.LOTS),
    )


# The wishes of `tablo generate` that nobody has said, filled with likely values by the seed.

SHARES: Mapping[str, tuple[str, tuple[float, float]]] = {
    "draws": (N_("of games; what is left out is drawn by the seed"), (0.15, 0.5)),
    "forfeits": (N_("of games"), (0.0, 0.04)),
    "byes": (N_("half-point byes, of players a round"), (0.0, 0.04)),
    "full-byes": (N_("full-point byes, of players a round"), (0.0, 0.01)),
    "zero-byes": (N_("absences for a round with leave, of players a round"), (0.0, 0.03)),
    "withdrawals": (N_("of players in all"), (0.0, 0.1)),
    "odd-results": (N_("of games: 1/2-0, 0-1/2, lost by both, or not rated"), (0.0, 0.02)),
}
"""Each share of the command line: its help, and between what it is drawn."""

STARTING_OPTIONS: Mapping[str, str] = {
    "bar": N_("McMahon: the rating from which on all begin level; drawn by the seed if not given"),
    "band": N_("McMahon: rating points for one starting point; drawn by the seed if not given"),
    "floor": N_("McMahon: the rating at which starting points begin; 0 = the lowest rating"),
}

LISTS = ("BH/C1,BH,SB", "DE,WIN,BPG", "BH/C1,DE,WON,SB", "PS,BH,ARO", "BH,SB,PS")
"""One of these lists of tie-breaks is drawn."""

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
    drawn |= {name.replace("-", "_"): round(dice.uniform(*between), 4) for name, (_, between) in SHARES.items()}
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


def command_line(arguments: Namespace, seed: str, field: str, options: McMahonOptions | None = None) -> str:
    """The command line that makes the same file again; `field` are its players or teams."""
    shares = " ".join(f"--{name} {100 * getattr(arguments, name.replace('-', '_')):g}" for name in SHARES)
    ratings = ("," if isinstance(arguments.ratings, list) else "-").join(map(str, arguments.ratings))
    return (
        f"tablo generate {field} --system {arguments.system} "
        f"--acceleration {arguments.acceleration} --seed {seed} {shares} --ratings {ratings}"
        + (f" --tiebreaks {arguments.tiebreaks}" if arguments.tiebreaks else "")
        + (f" --bar {options.bar} --band {options.band} --floor {options.floor}" if options else "")
    )
