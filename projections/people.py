"""People in a view: the facts that everybody may see of a player, and nothing else."""

from dataclasses import dataclass, fields

from domain.tournament import Tournament
from domain.tournament_cards import numbers_of
from domain.words.entrants import EntrantId
from domain.words.players import PairingNumber, Player, Title, initial_ranking

NO_NUMBER = PairingNumber(0)
"""Before the numbers are issued."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player as published. Somebody anonymous has neither name nor anything that gives the name away."""

    id: EntrantId
    number: PairingNumber
    """Pairing number; 0 = none yet."""
    name: str
    title: Title = Title.NONE
    rating: int = 0
    federation: str = ""
    club: str = ""
    fide_id: int = 0
    anonymous: bool = False
    away: bool = False
    """Withdrawn, or not arrived: not to be paired in the next round unless readmitted."""


IN_LISTS = ("federation", "rating", "club", "fide_id")
"""Fields of a list of players beside number, title and name."""
PUBLISHED = tuple(field.name for field in fields(Person) if field.name in Player.__slots__ and field.name != "id")
"""The fields of a player that everybody may see: those that a `Person` has too."""

People = dict[EntrantId, Person]


def people(tournament: Tournament, nameless: frozenset[EntrantId] | None = None) -> People:
    """Everybody registered, in the order of the pairing numbers, those without one at the end.

    `nameless` are those who must not be named, by default the anonymous of this state; a look at
    the past passes those of today.
    """
    hidden = tournament.anonymous if nameless is None else nameless
    numbers = numbers_of(tournament)
    upcoming = tournament.published + 1
    everybody = [*numbers, *(p for p in _unnumbered(tournament) if p not in numbers)]
    return {
        id: _person(tournament, tournament.players[id], numbers.get(id, NO_NUMBER), upcoming, id in hidden)
        for id in everybody
    }


def _unnumbered(tournament: Tournament) -> tuple[EntrantId, ...]:
    if len(tournament.numbers) == len(tournament.players):
        return ()
    return initial_ranking(tournament.players.values(), then_by=tournament.regulations.numbering)


def _person(tournament: Tournament, player: Player, number: PairingNumber, upcoming: int, hidden: bool) -> Person:
    away = tournament.away(player.id, upcoming)
    if hidden:
        return Person(player.id, number, "", rating=player.rating, anonymous=True, away=away)
    published = {name: getattr(player, name) for name in PUBLISHED}
    return Person(player.id, number, away=away, **published)
