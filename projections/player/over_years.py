"""A person over their tournaments: what they did in each of them."""

from fractions import Fraction

from domain.norms.judging import Norm
from domain.records import dataclass
from domain.words.players import EntrantId
from domain.words.regulations import Details
from projections.moment.overview import Phase, overview
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.player.card import player_card
from projections.table.norms import norms
from projections.table.norms_in_reach import takes_norms


@dataclass(frozen=True, slots=True)
class EventOfPerson:
    slug: str
    details: Details
    phase: Phase
    person: Person | None
    """None: they are nobody there any more."""
    place: int = 0
    """0 = not in the table, or in the team of others."""
    players: int = 0
    points: int = 0
    """Half-points."""
    rounds: int = 0
    """Those of which the points are."""
    performance: int | None = None
    change: Fraction | None = None
    """Of the rating; None = not rated."""
    norm: Norm | None = None
    """The highest one that was made."""

    @property
    def on_now(self) -> bool:
        return self.phase in (Phase.PLAYING, Phase.BETWEEN)


def event_of_person(slug: str, snapshot: Snapshot, player: EntrantId) -> EventOfPerson:
    view = overview(snapshot.tournament)
    person = snapshot.people.get(player) or snapshot.members.get(player)
    card = player_card(snapshot, player)
    if card is None or not card.place:
        return EventOfPerson(slug, view.details, view.phase, person, players=view.registered)
    rating = card.rating if card.rating and card.rating.games else None
    return EventOfPerson(
        slug,
        view.details,
        view.phase,
        person,
        card.place,
        view.registered,
        card.points,
        card.after,
        rating.performance if rating else None,
        rating.change if rating else None,
        _norm(snapshot, player) if view.phase in (Phase.OVER, Phase.CLOSED) else None,
    )


def _norm(snapshot: Snapshot, player: EntrantId) -> Norm | None:
    if not takes_norms(snapshot.tournament):
        return None
    mine = (one.claims for one in norms(snapshot).players if one.person.id == player)
    return next((claim.judgement.norm for claims in mine for claim in claims if claim.achieved), None)
