"""The prizes, if the table stays as it is."""

from dataclasses import dataclass

from domain.events import Prize
from domain.ranking.prizes import Award, Placed, award
from domain.tournament import Tournament
from domain.words.entrants import EntrantId
from domain.words.players import Player, PlayerId
from projections.overview import Phase, overview
from projections.people import Person
from projections.ranked import ranking
from projections.rating_report import year_of
from projections.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class PrizeRow:
    person: Person
    place: int
    """In the table."""
    award: Award


@dataclass(frozen=True, slots=True)
class Prizes:
    announced: tuple[Prize, ...]
    sharing: str
    currency: str
    one_per_player: bool
    rows: tuple[PrizeRow, ...]
    """Empty while no round is published."""
    unclaimed: tuple[Prize, ...]
    paid: int
    fund: int
    final: bool
    """The tournament is closed: this is the list that is paid out."""


def prize_list(snapshot: Snapshot, without: frozenset[EntrantId] = frozenset()) -> Prizes | None:
    """None: no prizes are announced. `without` have theirs elsewhere. Raises as `domain.ranking.prizes.award`."""
    t = snapshot.tournament
    if t.prizes is None:
        return None
    by_number = {person.number: person for person in snapshot.people.values() if person.number}
    table = ranking(snapshot, snapshot.round) if snapshot.round else ()
    everybody = [(_contender(t, by_number[row.number]), row) for row in table if row.place]
    placed = [Placed(player, row.place, row.first_score) for player, row in everybody if player.id not in without]
    result = award(t.prizes, placed, year_of(t))
    place: dict[EntrantId, int] = {one.player.id: one.place for one in placed}
    return Prizes(
        announced=t.prizes.prizes,
        sharing=t.prizes.sharing,
        currency=t.prizes.currency,
        one_per_player=t.prizes.one_per_player,
        rows=tuple(PrizeRow(snapshot.people[a.player], place[a.player], a) for a in result.awards),
        unclaimed=result.unclaimed if table else (),
        paid=result.paid,
        fund=sum(prize.cents for prize in t.prizes.prizes),
        final=_final(t),
    )


def _contender(t: Tournament, person: Person) -> Player:
    """The player, or a team as one: prizes for ratings, federations and clubs go by its own."""
    if person.id in t.players:
        return t.players[PlayerId(person.id)]
    team = t.teams[person.id]
    return Player(PlayerId(person.id), team.name, person.rating, federation=team.federation, club=team.club)


def _final(tournament: Tournament) -> bool:
    return overview(tournament).phase is Phase.CLOSED
