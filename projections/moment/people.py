"""People in a view: the facts that everybody may see of a player or a team, and nothing else."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from operator import attrgetter

from domain.decisions.players.numbering import listed_entrants, team_rating
from domain.events import EntryWaitlisted, PlayerRegistered
from domain.records import dataclass
from domain.tournament import Tournament
from domain.tournament_cards.cards import numbers_of
from domain.words.players import EntrantId, PairingNumber, Player, Title, initial_ranking

NO_NUMBER = PairingNumber(0)


@dataclass(frozen=True, slots=True)
class Person:
    """A player or a team as published. Somebody anonymous has neither name nor anything that gives the name away."""

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
    team: bool = False
    flag: bool = False
    """Flags stand beside codes of federations: the organiser chose so, and there is a code."""


IN_LISTS = ("federation", "rating", "club", "fide_id")
PUBLISHED = tuple(field.name for field in fields(Person) if field.name in Player.__slots__ and field.name != "id")
"""The fields of a player that everybody may see: those that a `Person` has too."""

_published = attrgetter(*PUBLISHED)
"""Their values, which stand in a `Person` behind the number."""

People = dict[EntrantId, Person]


def people(tournament: Tournament, nameless: frozenset[EntrantId] | None = None) -> People:
    """Everybody who is paired, in the order of the pairing numbers, those without one at the end.

    `nameless` are those who must not be named, by default the anonymous of this state; a look at
    the past passes those of today.
    """
    hidden = tournament.anonymous if nameless is None else nameless
    numbers = numbers_of(tournament)
    away = tournament.all_away(tournament.published + 1)
    everybody = list(numbers)
    if len(tournament.numbers) != len(tournament.entrants):
        ranked = initial_ranking(listed_entrants(tournament).values(), then_by=tournament.regulations.numbering)
        everybody += [id for id in ranked if id not in numbers]
    return {
        id: _entrant(tournament, id, numbers.get(id, NO_NUMBER), away=id in away, hidden=id in hidden)
        for id in everybody
    }


def members(tournament: Tournament, nameless: frozenset[EntrantId]) -> People:
    return {
        id: _person(tournament, player, NO_NUMBER, away=False, hidden=id in nameless)
        for id, player in tournament.players.items()
    }


class PeopleByNeed(Mapping[EntrantId, Person]):
    """The people, each made when somebody asks: for a page that names a few of a thousand.

    Players of teams are found too, though nobody pairs them, and so is somebody whose registration was undone.
    """

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._numbers = numbers_of(tournament)
        self._away = tournament.all_away(tournament.published + 1)

    def __getitem__(self, id: EntrantId) -> Person:
        number, hidden = self._numbers.get(id, NO_NUMBER), id in self._tournament.anonymous
        if id not in self._tournament.entrants:
            known = self._tournament.players.get(id) or _registered_once(self._tournament, id)
            return _person(self._tournament, known, number, away=id not in self._tournament.players, hidden=hidden)
        return _entrant(self._tournament, id, number, away=id in self._away, hidden=hidden)

    def __iter__(self) -> Iterator[EntrantId]:
        return iter(self._tournament.entrants)

    def __len__(self) -> int:
        return len(self._tournament.entrants)


def _registered_once(tournament: Tournament, id: EntrantId) -> Player:
    """Raises KeyError for an id that nobody ever had."""
    for event in reversed(tournament.history):
        if isinstance(event, PlayerRegistered | EntryWaitlisted) and event.player.id == id:
            return event.player
    raise KeyError(id)


def _entrant(tournament: Tournament, id: EntrantId, number: PairingNumber, *, away: bool, hidden: bool) -> Person:
    one = tournament.entrants[id]
    if isinstance(one, Player):
        return _person(tournament, one, number, away=away, hidden=hidden)
    rating = team_rating(tournament, one)
    person = Person(id, number, one.name, rating=rating, federation=one.federation, club=one.club, away=away, team=True)
    return replace(person, flag=True) if _flies_flag(tournament, one.federation) else person


def _flies_flag(tournament: Tournament, federation: str) -> bool:
    return tournament.details.flags and federation != ""


def _person(tournament: Tournament, player: Player, number: PairingNumber, *, away: bool, hidden: bool) -> Person:
    if hidden:
        return Person(player.id, number, "", rating=player.rating, anonymous=True, away=away)
    person, flag = Person(player.id, number, *_published(player)), _flies_flag(tournament, player.federation)
    return replace(person, away=away, flag=flag) if away or flag else person
