"""Formats whose rounds stand in a table: the round robin (C.05, Annex 1), and the Scheveningen system.

Scheveningen (also: Schiller): every player of one team meets every player of another.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import zip_longest
from operator import eq

from domain import refusals as r
from domain.fields import text
from domain.formats.contract import FormatRules, Seating
from domain.formats.tables.round_robin import LARGEST_FIELD, SMALLEST_FIELD, BoardsByNumber, berger_round, berger_rounds
from domain.formats.tables.scheveningen import FEWEST_IN_A_TEAM, MOST_IN_A_TEAM, scheveningen_round
from domain.refusals import BadField, SquadsDoNotFit, TeamsDoNotFit
from domain.round import RoundState, numbered_boards
from domain.state import Tournament
from domain.words.festivals import Carry
from domain.words.games import Colour
from domain.words.options import LONGEST_TEAM_NAME_CHARS, CycleEnd, FirstLot, NumbersBy, TableColours
from domain.words.players import EntrantId
from domain.words.regulations import MAX_PLANNED_ROUNDS, Format, Regulations
from domain.words.teams import TeamId

# Formats whose rounds stand in a table before anybody has moved: all can be drawn and published at once.


class FromTables(FormatRules):
    """A format without its table. Results change no pairing, and nobody is paired twice."""

    predetermined = True

    @abstractmethod
    def counted_rounds(self, entrants: int) -> int:
        """Rounds of one cycle; 0 where so few meet nobody."""

    def rounds_of_cycle(self, tournament: Tournament, entrants: int) -> int:
        return self.counted_rounds(entrants)

    def rounds(self, tournament: Tournament) -> int:
        laws = tournament.regulations
        if tournament.published:
            return laws.rounds
        return len(self._rounds_with_games(tournament))

    def _rounds_with_games(self, tournament: Tournament) -> Sequence[int]:
        """Rounds of the table but those whose pairs have all met in a stage before; all of them if nobody is left."""
        field, numbers = entrants_in_table(tournament), tournament.numbers
        length = self.rounds_of_cycle(tournament, len(field))
        all_rounds = range(1, tournament.regulations.round_robin.cycles * length + 1)
        brought = results_brought_along(tournament)
        if not brought or {*numbers} != {*field}:
            return all_rounds
        return [round for round in all_rounds if self._to_play(tournament, round, brought)] or all_rounds

    def _to_play(
        self, tournament: Tournament, round: int, brought: frozenset[frozenset[EntrantId]]
    ) -> list[tuple[EntrantId, EntrantId]]:
        numbers = tournament.numbers
        pairs = ((numbers[white - 1], numbers[black - 1]) for white, black in self.table(tournament, round))
        return [pair for pair in pairs if frozenset(pair) not in brought]

    @abstractmethod
    def table(self, tournament: Tournament, round: int) -> BoardsByNumber:
        """The boards of a round by the numbers in force."""

    def refuse_unfit_field(self, tournament: Tournament, field: tuple[EntrantId, ...]) -> None:
        """Raises the Refusal of a field that the table has no place for."""
        if len(field) < 2:
            raise r.TooFewPlayers(len(field))

    def due(self, tournament: Tournament) -> tuple[int, ...]:
        """All rounds that nobody has seen yet, or the next of them where they are drawn one by one."""
        if tournament.closed:
            raise r.TournamentIsClosed
        rounds, first = self.rounds(tournament), tournament.published + 1
        if tournament.published:
            if first > rounds:
                raise r.AllRoundsPaired(rounds)
        else:
            self.refuse_unfit_field(tournament, entrants_in_table(tournament))
            if rounds > MAX_PLANNED_ROUNDS:
                raise r.TooManyRoundsToPlay(rounds, MAX_PLANNED_ROUNDS)
            if self.first_lot(tournament) is FirstLot.NUMBERS:
                raise r.NumbersNotDrawn
            if self.first_lot(tournament) is FirstLot.COLOURS:
                raise r.NoInitialColour
        return (first,) if tournament.regulations.round_robin.one_by_one else tuple(range(first, rounds + 1))

    def numbers_by(self, tournament: Tournament) -> NumbersBy:
        return tournament.regulations.round_robin.numbers

    def first_lot(self, tournament: Tournament) -> FirstLot:
        wanted, field = self.numbers_by(tournament), entrants_in_table(tournament)
        drawn = tournament.numbers_drawn_by is wanted and set(tournament.numbers) == set(field)
        needed = wanted is not NumbersBy.RATING and not tournament.published and len(field) > 1
        return FirstLot.NUMBERS if needed and not drawn else FirstLot.NONE

    def closes_first(self, tournament: Tournament, round: int) -> tuple[int, ...]:
        waits = tournament.regulations.round_robin.one_by_one and round > 1
        return (round - 1,) if waits and tournament.round(round - 1).state is not RoundState.CLOSED else ()

    def takes_part(self, tournament: Tournament, player: EntrantId, round: int) -> bool:
        """Everybody who was there before round 1: who leaves keeps the boards, and forfeits."""
        return player in entrants_in_table(tournament)

    def pair(self, tournament: Tournament, round: int) -> Seating:
        """The round of the table; those without a game are left out, so that nobody waits for an empty round."""
        of_table, brought = self._rounds_with_games(tournament)[round - 1], results_brought_along(tournament)
        to_play = self._to_play(tournament, of_table, brought)
        return Seating(numbered_boards(tournament.board_plan, to_play), None, self.engine, "1")

    @property
    @abstractmethod
    def engine(self) -> str:
        """The name of the table, as the journal stores it."""

    def in_play(self, tournament: Tournament) -> tuple[int, ...]:
        return tuple(round.number for round in tournament.rounds if round.state is RoundState.PUBLISHED)

    def over(self, tournament: Tournament) -> bool:
        """All rounds are published: there is nothing more to pair."""
        return 0 < self.rounds(tournament) <= tournament.published


def entrants_in_table(tournament: Tournament) -> tuple[EntrantId, ...]:
    """Everybody in the table: those of round 1 once it is published, before that all who are there for it."""
    if tournament.published:
        return tournament.rounds[0].numbers
    return tuple(id for id in tournament.entrants if not tournament.away(id, 1))


def results_brought_along(tournament: Tournament) -> frozenset[frozenset[EntrantId]]:
    """Pairs who have met in the stage before and bring the result along: their board of the table stays empty."""
    fields = [
        {one.entrant for one in came.entrants} for came in tournament.qualified.values() if came.carry is Carry.MUTUAL
    ]
    apart = (frozenset(group) for group, _ in tournament.prohibited)
    return frozenset(pair for pair in apart if any(pair <= field for field in fields))


# The round robin: everybody meets everybody, by the Berger tables (C.05, Annex 1), once or more.


class RoundRobin(FromTables):
    engine = "berger"
    colours_may_be_drawn = True

    def refuse_options(self, regulations: Regulations) -> None:
        """Raises BadField for teams that are to be numbered by the Varma tables, which are for players."""
        if regulations.of_teams:
            super().refuse_options(regulations)

    def counted_rounds(self, entrants: int) -> int:
        return berger_rounds(entrants) if entrants > 1 else 0

    def table(self, tournament: Tournament, round: int) -> BoardsByNumber:
        entrants, options = len(tournament.numbers), tournament.regulations.round_robin
        boards = cycled_round(entrants, options.cycles, round, options.cycle_end)
        if options.colours is TableColours.BERGER:
            return boards
        reversed = (round - 1) // berger_rounds(entrants) % 2 == 1
        drawn = (drawn_colours(tournament, min(pair), max(pair), entrants) for pair in boards)
        return tuple((black, white) if reversed else (white, black) for white, black in drawn)

    def first_lot(self, tournament: Tournament) -> FirstLot:
        lot = super().first_lot(tournament)
        by_lot = tournament.regulations.round_robin.colours is TableColours.LOT
        undrawn = by_lot and not tournament.published and not tournament.colour_seed
        return FirstLot.COLOURS if lot is FirstLot.NONE and undrawn else lot

    def refuse_unfit_field(self, tournament: Tournament, field: tuple[EntrantId, ...]) -> None:
        """Raises TooFewPlayers, and FieldOutsideVarma where no Varma table is printed for so many."""
        super().refuse_unfit_field(tournament, field)
        varma = self.numbers_by(tournament) is NumbersBy.VARMA
        if varma and not SMALLEST_FIELD <= len(field) <= LARGEST_FIELD:
            raise r.FieldOutsideVarma(len(field), SMALLEST_FIELD, LARGEST_FIELD)


def drawn_colours(tournament: Tournament, lower: int, higher: int, entrants: int) -> tuple[int, int]:
    """White and Black of the first meeting of two numbers: a coin for each pair, from the seed of the colour.

    The pair of number 1 in round 1 has the colour that the event names.
    """
    named = (lower, higher) in berger_round(entrants, 1) and lower == 1
    coin = sha256(f"colours {tournament.colour_seed} {lower} {higher}".encode()).digest()[0] % 2 == 0
    heads = tournament.initial_colour is Colour.WHITE if named else coin
    return (lower, higher) if heads else (higher, lower)


def cycled_round(entrants: int, cycles: int, round: int, cycle_end: CycleEnd = CycleEnd.EXCHANGED) -> BoardsByNumber:
    """The boards of a round of several cycles, colours exchanged in every second one.

    The last two rounds of a cycle change places where another follows, unless they are as printed, so that nobody has
    one colour three times running (C.05, Annex 1); of four players in three cycles or more two have.
    """
    length = berger_rounds(entrants)
    cycle, place = divmod(round - 1, length)
    exchanged = cycle_end is CycleEnd.EXCHANGED and cycle + 1 < cycles
    if exchanged and place >= length - 2 and length > 1:
        place = 2 * length - 3 - place
    boards = berger_round(entrants, place + 1)
    return tuple((black, white) for white, black in boards) if cycle % 2 else boards


def as_in_table(tournament: Tournament) -> bool:
    """Every published round has the boards of its table; also where the format has no such table."""
    if tournament.regulations.format is not Format.ROUND_ROBIN:
        return True
    numbers, rules = tournament.numbers, RoundRobin()
    wanted = (
        {(numbers[white - 1], numbers[black - 1]) for white, black in rules.table(tournament, round.number)}
        for round in tournament.rounds
    )
    seated = ({(board.white, board.black) for board in round.boards} for round in tournament.rounds)
    return all(map(eq, wanted, seated))


FEWEST_BOARDS_OF_TEAMS, MOST_BOARDS_OF_TEAMS = 3, 9
"""Of a match of registered teams, whose colours alternate: by the tables of two and of ten boards a team has White at
two boards more than the other in some round.
"""


class Scheveningen(FromTables):
    """Players of two clubs, or two registered teams: then each round is a match, its lineups are those of the table."""

    engine = "scheveningen"

    def refuse_options(self, regulations: Regulations) -> None:
        """Raises BadField for names of teams that are too long, or the same."""
        super().refuse_options(regulations)
        teams = regulations.scheveningen
        for field, name in (("first_team", teams.first_team), ("second_team", teams.second_team)):
            text(field, name, longest=LONGEST_TEAM_NAME_CHARS)
        if teams.first_team and teams.first_team.casefold() == teams.second_team.casefold():
            raise BadField("second_team", teams.second_team, "another-name")

    def refuse_gaps(self, regulations: Regulations) -> None:
        """Raises BadField where a match of two clubs does not name them."""
        if not regulations.of_teams:
            for field in ("first_team", "second_team"):
                text(field, getattr(regulations.scheveningen, field), longest=LONGEST_TEAM_NAME_CHARS, required=True)

    def counted_rounds(self, entrants: int) -> int:
        return entrants // 2

    def rounds_of_cycle(self, tournament: Tournament, entrants: int) -> int:
        laws = tournament.regulations
        return laws.match_games if laws.of_teams else self.counted_rounds(entrants)

    def table(self, tournament: Tournament, round: int) -> BoardsByNumber:
        if tournament.regulations.of_teams:
            boards = tournament.regulations.match_games
            return ((1, 2),) if _first_team_has_white(_pairs(boards, round), boards) else ((2, 1),)
        return _pairs(len(tournament.numbers) // 2, round)

    def pair(self, tournament: Tournament, round: int) -> Seating:
        """The round of the table; of two registered teams with the lineups that it asks for."""
        seating = super().pair(tournament, round)
        if not tournament.regulations.of_teams:
            return seating
        boards, teams = tournament.regulations.match_games, tuple(TeamId(id) for id in tournament.numbers)
        seats = _in_order_of_colours(_pairs(boards, round), boards)
        squads = [tournament.teams[team].squad for team in teams]
        lineups = tuple(
            (team, tuple(squads[at][number - 1 - at * boards] for number in numbers))
            for at, (team, numbers) in enumerate(zip(teams, zip(*seats, strict=True), strict=True))
        )
        return replace(seating, lineups=lineups)

    def refuse_unfit_field(self, tournament: Tournament, field: tuple[EntrantId, ...]) -> None:
        """Raises TeamsDoNotFit unless both teams are there with as many players each, and nobody else.

        Of registered teams SquadsDoNotFit: a squad has to have a player for each board.
        """
        if tournament.regulations.of_teams:
            boards = tournament.regulations.match_games
            short = tuple(id for id in field if len(tournament.teams[id].squad) < boards)
            if len(field) != 2 or short or not FEWEST_BOARDS_OF_TEAMS <= boards <= MOST_BOARDS_OF_TEAMS:
                raise SquadsDoNotFit(len(field), boards, short, FEWEST_BOARDS_OF_TEAMS, MOST_BOARDS_OF_TEAMS)
            return
        first, second = teams_of(tournament, field)
        others = tuple(id for id in field if id not in {*first, *second})
        if others or len(first) != len(second) or not FEWEST_IN_A_TEAM <= len(first) <= MOST_IN_A_TEAM:
            raise TeamsDoNotFit(len(first), len(second), others, FEWEST_IN_A_TEAM, MOST_IN_A_TEAM)

    def numbered_for_table(self, tournament: Tournament, order: tuple[EntrantId, ...]) -> tuple[EntrantId, ...]:
        """The first team, then the second, each in this order."""
        if tournament.regulations.of_teams:
            return order
        first, second = teams_of(tournament, order)
        return (*first, *second)


def _pairs(boards: int, round: int) -> BoardsByNumber:
    """White and Black of a round, 1 to `boards` the first team."""
    cycle, place = divmod(round - 1, boards)
    pairs = scheveningen_round(boards, place + 1)
    return tuple((black, white) for white, black in pairs) if cycle % 2 else pairs


def _first_team_has_white(pairs: BoardsByNumber, boards: int) -> bool:
    """At one board more than the other, or at as many: then it has White at board 1."""
    return 2 * sum(white <= boards for white, _ in pairs) >= len(pairs)


def _in_order_of_colours(pairs: BoardsByNumber, boards: int) -> Sequence[tuple[int, int]]:
    """The pairs, first team and second, so that the team with White at board 1 has it at every second board."""
    mine = [(white, black) for white, black in pairs if white <= boards]
    theirs = [(black, white) for white, black in pairs if white > boards]
    first, second = (mine, theirs) if _first_team_has_white(pairs, boards) else (theirs, mine)
    return [pair for both in zip_longest(first, second) for pair in both if pair is not None]


def teams_of(
    tournament: Tournament, order: tuple[EntrantId, ...]
) -> tuple[tuple[EntrantId, ...], tuple[EntrantId, ...]]:
    laws = tournament.regulations.scheveningen
    first, second = (
        tuple(id for id in order if name and tournament.players[id].club.casefold() == name.casefold())
        for name in (laws.first_team, laws.second_team)
    )
    return first, second
