"""Players, titles, and the order in which they get their pairing numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType, Protocol

from domain.words.entrants import EntrantId

PlayerId = NewType("PlayerId", EntrantId)
"""An entrant that is a person."""


def player_id(number: int) -> PlayerId:
    return PlayerId(EntrantId(number))


PairingNumber = NewType("PairingNumber", int)
"""A place in the initial ranking, 1 is the best. It may change, a `PlayerId` never does."""


def numbers_in_order(order: Iterable[EntrantId]) -> dict[EntrantId, PairingNumber]:
    """Pairing number by entrant, for those in the order of their numbers."""
    return {entrant: PairingNumber(place) for place, entrant in enumerate(order, 1)}


class Title(StrEnum):
    GM = "GM"
    IM = "IM"
    WGM = "WGM"
    FM = "FM"
    WIM = "WIM"
    CM = "CM"
    WFM = "WFM"
    WCM = "WCM"
    NONE = ""


TITLES_1998: tuple[Title, ...] = (
    Title.GM,
    Title.WGM,
    Title.IM,
    Title.WIM,
    Title.FM,
    Title.WFM,
    Title.NONE,
)
"""The order of A.2 c). Titles that did not exist in 1998 count as none."""

TITLES_2026: tuple[Title, ...] = tuple(Title)
"""The order of C.04.2, 2.2: GM, IM, WGM, FM, WIM, CM, WFM, WCM, none."""


class Sex(StrEnum):
    MAN = "m"
    WOMAN = "w"
    UNKNOWN = ""


@dataclass(frozen=True, slots=True)
class Player:
    """A person as published. The date of birth, e-mail and phone never enter the journal."""

    id: PlayerId
    name: str
    """`Last, First`, as on the player's card."""
    rating: int = 0
    """The rating that counts in the tournament: FIDE's, a national one or the arbiter's estimate; 0 = unrated."""
    title: Title = Title.NONE
    federation: str = ""
    """Three letters, as FIDE writes them."""
    fide_id: int = 0
    """0 = none."""
    sex: Sex = Sex.UNKNOWN
    birth_year: int = 0
    """0 = unknown."""
    club: str = ""
    national_rating: int = 0
    k: int = 0
    """FIDE development coefficient; 0 = derive it from age and rating."""
    official_rating: int = 0
    """The official one, where another rating counts in the tournament; 0 = not said."""


class OrderOfEquals(StrEnum):
    """The order of players of equal rating and title (A.2 d may be replaced in advance)."""

    ALPHABET = "alphabet"
    REGISTRATION = "registration"


class Rankable(Protocol):
    """Facts about a player that the initial ranking asks for, or about a team."""

    @property
    def id(self) -> EntrantId: ...
    @property
    def name(self) -> str: ...
    @property
    def rating(self) -> int: ...
    @property
    def title(self) -> Title: ...
    @property
    def fide_id(self) -> int: ...


def initial_ranking(
    players: Iterable[Rankable],
    titles: Sequence[Title] = TITLES_1998,
    then_by: OrderOfEquals = OrderOfEquals.ALPHABET,
) -> tuple[EntrantId, ...]:
    """Entrants from pairing number 1 downwards: rating, title, alphabet (A.2).

    Under the alphabet, players alike in all of it are told apart by their FIDE number before
    the order of registration decides.
    """
    place = {title: i for i, title in enumerate(titles)}

    def key(player: Rankable) -> tuple[object, ...]:
        fourth = (player.name.casefold(), player.fide_id) if then_by is OrderOfEquals.ALPHABET else ()
        return (-player.rating, place.get(player.title, len(titles) - 1), *fourth, player.id)

    return tuple(p.id for p in sorted(players, key=key))
