"""Made-up events of teams: squads, lineups, absences, forfeits and byes; rounds by the system of teams or a format."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from domain import events as e
from domain.cards.card import Card, Pair
from domain.decisions.rounds.matches import draw_lots_for_match
from domain.decisions.rounds.pairing import close_round, pair_round, publish_round
from domain.decisions.setup.regulations import SYSTEM_OF_TEAMS
from domain.files.exporting import report_of
from domain.files.header import round_comments, rules_comment
from domain.files.team_regulations import TEAM_ORDER, USUAL_MATCH
from domain.files.trf import Ladder, write
from domain.formats import rules_of
from domain.formats.tables.round_robin import berger_rounds
from domain.pairing import SYSTEMS
from domain.pairing.generator import Wishes, made_up_result
from domain.refusals import CannotPair
from domain.round import Match
from domain.tournament import Tournament, replay
from domain.tournament_cards import numbers_of
from domain.words.games import Bye, Colour, Result
from domain.words.options import KnockoutOptions, LevelRule, RoundRobinOptions
from domain.words.players import EntrantId, PairingNumber, Player, PlayerId, player_id
from domain.words.regulations import Acceleration, Details, Entrants, Format, Regulations
from domain.words.teams import EMPTY_BOARD, ColourPreferences, PrimaryScore, Team, TeamId, TeamOptions
from projections.moment.snapshot import snapshot
from projections.table.ranked import ranking
from server.cli.exits import BadInput
from server.cli.formats import BRACKET_FORMATS, CYCLES
from server.cli.language import said
from server.cli.made_up_formats import OFF_IN_A_FORMAT
from server.cli.wishes import STARTING_OPTIONS, command_line

FEWEST_TEAMS, MOST_TEAMS = 4, 24
FEWEST_BOARDS, MOST_BOARDS_MADE_UP = 2, 6
MOST_MADE_UP_RESERVES = 2
TEAM_EVENTS = (SYSTEM_OF_TEAMS, *CYCLES, *BRACKET_FORMATS)
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
        raise BadInput(said("system-without-teams", system=arguments.system, known=", ".join(TEAM_EVENTS)))
    named = [name for name in ("players", "tiebreaks", *STARTING_OPTIONS) if getattr(arguments, name) is not None]
    if named or isinstance(arguments.ratings, list):
        raise BadInput(said("teams-without-option", option=[*named, "ratings"][0]))
    if arguments.format != Ladder.TRF26.value:
        raise BadInput(said("teams-are-trf26"))
    counted = arguments.system not in SYSTEMS
    if counted and (arguments.rounds is not None or any(getattr(arguments, share) for share in OFF_IN_A_FORMAT)):
        raise BadInput(said("format-counts-teams", system=arguments.system))
    off = dict.fromkeys(OFF_IN_A_FORMAT, 0.0) if counted else {}
    return Namespace(**(vars(arguments) | off | {"asked_rounds": arguments.rounds}))


def completed_teams(arguments: Namespace, seed: str) -> Namespace:
    """The arguments with a number of teams, boards and rounds; each is drawn, whether it is wanted or not."""
    dice = Random(f"tablo field of teams {seed}")
    teams, boards = dice.randint(FEWEST_TEAMS, MOST_TEAMS), dice.randint(FEWEST_BOARDS, MOST_BOARDS_MADE_UP)
    rounds = dice.randint(3, 9)
    teams, boards = arguments.teams or teams, arguments.boards or boards
    if arguments.system in CYCLES:
        rounds = CYCLES[arguments.system] * berger_rounds(teams)
    elif arguments.asked_rounds is None:
        rounds = max(1, min(rounds, teams // 2))
    else:
        rounds = arguments.asked_rounds
    return Namespace(**(vars(arguments) | {"teams": teams, "boards": boards, "rounds": rounds, "tiebreaks": ""}))


def teams_file(t: Tournament, arguments: Namespace, seed: str) -> str:
    """The report file, with places, and with the command that makes it again."""
    field = f"--teams {arguments.teams} --boards {arguments.boards}"
    if arguments.system in SYSTEMS:
        field += f" --rounds {arguments.rounds}"
    numbers, rounds = numbers_of(t), t.published
    if t.regulations.with_bracket:
        places = {numbers[id]: place for id, place in rules_of(t).places(t, rounds).items()}
    else:
        places = {row.number: row.place for row in ranking(snapshot(t), rounds)}
    comments = [command_line(arguments, seed, field), rules_comment(t), *round_comments(t)]
    return write(report_of(t, places=places), Ladder.TRF26, comments=comments)


def made_up_teams(arguments: Namespace, seed: str, title: str) -> MadeUpTeams:
    """The event of a seed: the same on every machine."""
    return _Event(arguments, Random(f"tablo teams {seed}"), title).played(seed)


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
            there = bool(white) and game.white != absent, bool(black) and game.black != absent
            result = self._result(white, black) if all(there) else _by_absence(*there)
            yield e.ResultRecorded(round, board, result, game=game.number)

    def _result(self, white: PlayerId, black: PlayerId) -> Result:
        pair = Pair(PairingNumber(white), PairingNumber(black))
        return made_up_result(self.wishes, self.cards, pair, self.dice.random)

    def _lineup(self, team: Team) -> tuple[PlayerId, ...]:
        """Those who are there, in the order of the team; who has no reserve may leave a gap."""
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


def _by_absence(white: bool, black: bool) -> Result:
    """Of a board at which one side or both are missing."""
    if white or black:
        return Result.WHITE_WINS_BY_FORFEIT if white else Result.BLACK_WINS_BY_FORFEIT
    return Result.DOUBLE_FORFEIT


def _regulations(arguments: Namespace, dice: Random) -> Regulations:
    """Colour preferences and the primary score are drawn; an accelerated event goes by match points (C.04.7)."""
    accelerated = Acceleration(arguments.acceleration)
    primary = dice.choice((PrimaryScore.MATCH_POINTS, PrimaryScore.MATCH_POINTS, PrimaryScore.GAME_POINTS))
    preferences, alone = dice.choice(tuple(ColourPreferences)), dice.random() < 0.2
    if accelerated is not Acceleration.NONE:
        primary = PrimaryScore.MATCH_POINTS
    system = arguments.system
    format = Format.SWISS if system in SYSTEMS else Format.ROUND_ROBIN if system in CYCLES else Format(system)
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
        round_robin=RoundRobinOptions(CYCLES.get(system, 1)),
        knockout=KnockoutOptions(level=LevelRule.LOTS),
    )
