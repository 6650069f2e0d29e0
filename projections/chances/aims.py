"""What there is to reach in an event: the first places, prizes, and places that go on to another event."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import groupby
from typing import NamedTuple

from domain.cards.card import Cards
from domain.decisions.players.numbering import contender
from domain.decisions.setup.regulations import knows_playoffs
from domain.events import Prize, PrizesAnnounced
from domain.festival.events import SectionsLinked
from domain.ranking.order import Ranked
from domain.ranking.prizes import Placed, Sharing, award, money_and_things
from domain.records import dataclass
from domain.tournament import Tournament
from domain.tournament_cards.cards import numbers_of
from domain.words.choices.prizes import category
from domain.words.players import PairingNumber, Player, PlayerId
from projections.moment.chances_found import FIRST, FIRST_THREE, Aim, AimKind
from projections.table.rating_report import year_of


class PurseToWin(NamedTuple):
    """The prizes of one list: those with money, or the others."""

    members: frozenset[PairingNumber]
    last: int
    """The last place that has a prize."""
    unbroken: int
    """The last place before which every place has one."""
    shared: bool
    """All who are level on points with a winner have a part of it."""
    money: bool


@dataclass(frozen=True, slots=True)
class PrizesToWin:
    announced: PrizesAnnounced
    """Without those for boards of teams, which go to players."""
    players: Mapping[PairingNumber, Player]
    """Teams as one, by their own rating, federation and club."""
    year: int

    def winners(self, rows: Sequence[Ranked]) -> frozenset[PairingNumber]:
        there = {self.players[row.number].id: row for row in rows if row.place}
        placed = [Placed(self.players[row.number], row.place, row.first_score) for row in there.values()]
        awards = award(self.announced, placed, self.year).awards
        return frozenset(there[PlayerId(one.player)].number for one in awards)

    @property
    def last(self) -> int:
        """The last place with a prize that is open to everybody."""
        return max((prize.place for prize in self.announced.prizes if not prize.category.strip()), default=0)

    def purses(self) -> Iterator[PurseToWin]:
        def kind(prize: Prize) -> tuple[str, bool]:
            return prize.category.strip(), prize.cents > 0

        shared = self.announced.sharing != Sharing.NONE
        for (text, money), prizes in groupby(sorted(money_and_things(self.announced.prizes), key=kind), key=kind):
            wanted, places = category(text), {prize.place for prize in prizes}
            members = frozenset(n for n, player in self.players.items() if wanted.admits(player, self.year))
            unbroken = next(n for n in range(len(places) + 1) if n + 1 not in places)
            yield PurseToWin(members, max(places), unbroken, money and shared, money)


class PlacesThatGoOn(NamedTuple):
    """The places that go on to another event, among those who have not left and have played enough."""

    places: int
    least_games: int
    away: frozenset[PairingNumber]

    def qualified(self, rows: Sequence[Ranked], cards: Cards) -> dict[PairingNumber, float]:
        """The part of a place that each has: where equals stand at the border, who goes on is still open."""
        able = [
            row for row in rows if row.place and row.number not in self.away and not self.games_short(cards, row.number)
        ]
        found: dict[PairingNumber, float] = {}
        for _, group in groupby(able, key=lambda row: row.place):
            equals, left = list(group), self.places - len(found)
            part = min(1.0, max(0.0, left / len(equals)))
            found |= {row.number: part for row in equals}
        return {number: part for number, part in found.items() if part}

    def games_short(self, cards: Cards, number: PairingNumber) -> int:
        """Games that somebody has played too few."""
        return max(0, self.least_games - sum(line.code.played for line in cards[number].lines))


@dataclass(frozen=True, slots=True)
class AimsOfEvent:
    aims: tuple[Aim, ...] = (FIRST, FIRST_THREE)
    prizes: PrizesToWin | None = None
    qualifying: Mapping[Aim, PlacesThatGoOn] = field(default_factory=dict)

    def by_place(self, at: int) -> bool:
        """Whoever has such a place has reached the aim at this line."""
        return self.aims[at].kind is not AimKind.PRIZE and self.aims[at] not in self.qualifying

    def fulfilled(self, rows: Sequence[Ranked], cards: Cards) -> list[Mapping[PairingNumber, float] | None]:
        """In step with the aims, who has reached it at an ending; None: whoever has such a place."""
        return [self._fulfilled(aim, rows, cards) for aim in self.aims]

    def _fulfilled(self, aim: Aim, rows: Sequence[Ranked], cards: Cards) -> Mapping[PairingNumber, float] | None:
        if aim.kind is AimKind.PRIZE and self.prizes is not None:
            return dict.fromkeys(self.prizes.winners(rows), 1.0)
        return self.qualifying[aim].qualified(rows, cards) if aim in self.qualifying else None


def aims_of_event(t: Tournament, links: Iterable[SectionsLinked] = ()) -> AimsOfEvent:
    """`links` are those that take entrants from this event."""
    prizes = _prizes_to_win(t)
    number = numbers_of(t)
    gone = frozenset(number[id] for id in number if t.away(id, t.published + 1))
    qualifying = {
        Aim(AimKind.QUALIFY, link.places): PlacesThatGoOn(link.places, link.least_games, gone) for link in links
    }
    laws = t.regulations
    several = (knows_playoffs(laws) or laws.is_playoff) and laws.playoff.places > 1
    playoff = [Aim(AimKind.QUALIFY, laws.playoff.places)] if several else []
    three = [] if laws.is_playoff else [FIRST_THREE]
    aims = FIRST, *three, *([Aim(AimKind.PRIZE, prizes.last)] if prizes else []), *qualifying, *playoff
    return AimsOfEvent(tuple(dict.fromkeys(aims)), prizes, qualifying)


def _prizes_to_win(t: Tournament) -> PrizesToWin | None:
    if t.prizes is None:
        return None
    prizes = tuple(prize for prize in t.prizes.prizes if category(prize.category).board is None)
    players = {number: contender(t, id) for id, number in numbers_of(t).items()}
    return PrizesToWin(replace(t.prizes, prizes=prizes), players, year_of(t)) if prizes else None
