"""Games that people have played in the sections of a festival, whatever number they had there."""

from collections import Counter
from collections.abc import Iterable

from domain.decisions.players.registering import identity
from projections.moment.snapshot import Snapshot

PersonKey = tuple[object, ...]
"""The part that entries of one person share."""


def games_by_person(sections: Iterable[Snapshot]) -> Counter[PersonKey]:
    """Games over a board; byes and forfeits are none."""
    played = Counter[PersonKey]()
    for at in sections:
        for person in at.people.values():
            if person.number in at.cards and person.id in at.tournament.players:
                games = sum(line.code.played for line in at.cards[person.number].lines)
                played[identity(at.tournament.players[person.id])] += games
    return played
