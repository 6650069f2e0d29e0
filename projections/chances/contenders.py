"""Those who may still come far, the likeliest first, with their likely opponents."""

from collections.abc import Iterator, Sequence

from domain.records import dataclass
from domain.words.players import EntrantId
from projections.moment.chances_found import ChancesFound, LikelyOpponent, Need, Share
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot

LEAST_SHARE_OF_ROW = 0.005
"""A chance of the last aim below this is not worth a row."""
OPPONENTS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class OpponentToCome:
    person: Person | None
    """None: the bye."""
    likely: LikelyOpponent


@dataclass(frozen=True, slots=True)
class Contender:
    person: Person
    points: int
    """Half-points."""
    shares: Sequence[Share]
    """In step with the aims of the event, as `needs`."""
    needs: Sequence[Need]
    opponents: Sequence[OpponentToCome]


def contenders(snapshot: Snapshot, found: ChancesFound) -> Iterator[Contender]:
    """Nobody who has left the event since."""
    likely = {
        id: one.aims
        for id, one in found.entrants.items()
        if id in snapshot.people and any(share.chance >= LEAST_SHARE_OF_ROW for share in one.aims)
    }
    for id in sorted(likely, key=lambda id: ([-share.chance for share in likely[id]], snapshot.people[id].number)):
        person, one = snapshot.people[id], found.entrants[id]
        card = snapshot.cards.get(person.number)
        yield Contender(
            person,
            card.score if card else 0,
            one.aims,
            one.needs,
            opponents_to_come(snapshot, found, id),
        )


def opponents_to_come(snapshot: Snapshot, found: ChancesFound, entrant: EntrantId) -> Sequence[OpponentToCome]:
    coming = found.opponents(entrant)[:OPPONENTS_SHOWN]
    return [OpponentToCome(snapshot.people.get(to.opponent) if to.opponent else None, to) for to in coming]
