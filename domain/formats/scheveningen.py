"""The Scheveningen system: every player of one team meets every player of another (also: Schiller)."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from domain.fields import text
from domain.formats.contract import Seating
from domain.formats.round_robin import FromTables
from domain.formats.tables.round_robin import BoardsByNumber
from domain.formats.tables.scheveningen import FEWEST_IN_A_TEAM, MOST_IN_A_TEAM, scheveningen_round
from domain.refusals import BadField, SquadsDoNotFit, TeamsDoNotFit
from domain.state import Tournament
from domain.words.options import LONGEST_TEAM_NAME_CHARS
from domain.words.players import EntrantId
from domain.words.regulations import Regulations
from domain.words.teams import TeamId

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
            return _refuse_unfit_squads(tournament, field)
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


def _refuse_unfit_squads(tournament: Tournament, field: tuple[EntrantId, ...]) -> None:
    boards = tournament.regulations.match_games
    short = tuple(id for id in field if len(tournament.teams[id].squad) < boards)
    if len(field) != 2 or short or not FEWEST_BOARDS_OF_TEAMS <= boards <= MOST_BOARDS_OF_TEAMS:
        raise SquadsDoNotFit(len(field), boards, short, FEWEST_BOARDS_OF_TEAMS, MOST_BOARDS_OF_TEAMS)


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
