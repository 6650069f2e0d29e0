"""The Scheveningen system: every player of one team meets every player of another (also: Schiller)."""

from domain.formats.from_tables import FromTables
from domain.formats.tables.berger import BoardsByNumber
from domain.formats.tables.scheveningen import FEWEST_IN_A_TEAM, MOST_IN_A_TEAM, scheveningen_round
from domain.refusals import TeamsDoNotFit
from domain.state import Tournament
from domain.words.entrants import EntrantId


class Scheveningen(FromTables):
    engine = "scheveningen"

    def counted_rounds(self, entrants: int) -> int:
        return entrants // 2

    def table(self, tournament: Tournament, round: int) -> BoardsByNumber:
        """In every second cycle with the other colours."""
        boards = len(tournament.numbers) // 2
        cycle, place = divmod(round - 1, boards)
        pairs = scheveningen_round(boards, place + 1)
        return tuple((black, white) for white, black in pairs) if cycle % 2 else pairs

    def refuse_unfit_field(self, tournament: Tournament, field: tuple[EntrantId, ...]) -> None:
        """Raises TeamsDoNotFit unless both teams are there with as many players each, and nobody else."""
        first, second = teams_of(tournament, field)
        others = tuple(id for id in field if id not in {*first, *second})
        if others or len(first) != len(second) or not FEWEST_IN_A_TEAM <= len(first) <= MOST_IN_A_TEAM:
            raise TeamsDoNotFit(len(first), len(second), others, FEWEST_IN_A_TEAM, MOST_IN_A_TEAM)

    def numbered_for_table(self, tournament: Tournament, order: tuple[EntrantId, ...]) -> tuple[EntrantId, ...]:
        """The first team, then the second, each in this order."""
        first, second = teams_of(tournament, order)
        return (*first, *second)


def teams_of(
    tournament: Tournament, order: tuple[EntrantId, ...]
) -> tuple[tuple[EntrantId, ...], tuple[EntrantId, ...]]:
    """Those of each team, in the order given."""
    laws = tournament.regulations.scheveningen
    first, second = (
        tuple(id for id in order if name and tournament.players[id].club.casefold() == name.casefold())
        for name in (laws.first_team, laws.second_team)
    )
    return first, second
