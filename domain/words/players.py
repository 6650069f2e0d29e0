"""Players, titles, and the order in which they get their pairing numbers."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from functools import lru_cache
from typing import NewType, Protocol

from anyascii import anyascii

from domain.records import dataclass
from domain.words.streams import CYRILLIC

EntrantId = NewType("EntrantId", int)
"""An entrant in the journal: given at registration, counted from 1, never given twice in a tournament."""

BoardSeats = tuple[EntrantId, EntrantId]


PlayerId = NewType("PlayerId", EntrantId)


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


TITLES_1998: tuple[Title, ...] = (Title.GM, Title.WGM, Title.IM, Title.WIM, Title.FM, Title.WFM, Title.NONE)
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
    players: Iterable[Rankable], titles: Sequence[Title] = TITLES_1998, then_by: OrderOfEquals = OrderOfEquals.ALPHABET
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


# Names of people compared across scripts and habits of writing: marks, order and alphabet left out.

LETTERS_OF_NAMES = str.maketrans(CYRILLIC | {"щ": "sh", "ё": "e", "є": "e", "ї": "i", "қ": "k", "ғ": "g", "ң": "n"})
"""One transliteration of each letter that `anyascii` writes in another way; `folded` makes several alike."""
SILENT = str.maketrans(dict.fromkeys("'’‘`ʼ´.", ""))
HARD_SIGN = re.compile(r"ъ(?=[еёюя])")
"""Silent in Russian, before such a vowel alone; a vowel in Bulgarian, never before one."""
WORD = re.compile(r"[^\W_]+")

ALIKE = tuple(
    (re.compile(pattern), letters)
    for pattern, letters in (
        ("[ei]+[iyj]$", "i"),
        ("shch|sch|sht", "sh"),
        ("ae", "a"),
        ("oe", "o"),
        ("ue", "u"),
        ("yo|io|ye|ie", "e"),
        ("yu|iu|ju", "u"),
        ("ya|ia|ja", "a"),
        ("kh|gh|g", "h"),
        ("ts|tz", "c"),
        ("ph", "f"),
        ("w", "v"),
        ("ck", "k"),
        ("ks", "x"),
        ("[yj]", "i"),
        (r"([^\W\d_])\1+", r"\1"),
    )
)
"""Letters that different transliterations write for the same sound, and those that stand for them here."""


def words_of_name(name: str) -> list[str]:
    """The words of a name in small Latin letters, without marks, in the order they stand in."""
    return WORD.findall(_latin(name))


@lru_cache(maxsize=65_536)
def folded(word: str) -> str:
    """A word of a name as all its usual transliterations are written: Sergey, Serhii and Сергей alike.

    An initial stays what it is: G and H are two letters.
    """
    if len(word) == 1:
        return word
    for pattern, letters in ALIKE:
        word = pattern.sub(letters, word)
    return word


def name_key(name: str) -> str:
    return " ".join(sorted({folded(word) for word in words_of_name(name)}))


def _latin(name: str) -> str:
    if name.isascii():
        return name.lower().replace("'", "").replace("`", "").replace(".", "")
    small = name.casefold().translate(SILENT)
    composed = HARD_SIGN.sub("", unicodedata.normalize("NFC", small)).translate(LETTERS_OF_NAMES)
    return anyascii(composed).lower()


@dataclass(frozen=True, slots=True)
class Namesake:
    player: Player
    index: int | None = None
    """Their place among those who are to be registered in the same step; None = they are here already."""


@dataclass(frozen=True, slots=True)
class NamesakeQuestion:
    index: int
    player: Player
    others: tuple[Namesake, ...]

    @property
    def alike(self) -> bool:
        """Nothing that is known of both differs from somebody who is here: most likely a list that is sent again."""
        return any(one.index is None and not _differs(self.player, one.player) for one in self.others[:1])


@dataclass(frozen=True, slots=True)
class NamesakeAnswers:
    same: Mapping[int, int] = field(default_factory=dict)
    another: frozenset[int] = frozenset()
    all_others: bool = False

    def knows(self, index: int) -> bool:
        return self.all_others or index in self.another or index in self.same


ASK = NamesakeAnswers()
ALL_OTHERS = NamesakeAnswers(all_others=True)

TELLING_FIELDS = ("fide_id", "birth_year", "club", "sex")
LIKENESS_FIELDS = (*TELLING_FIELDS, "federation", "rating", "national_rating", "title")


def may_be_same(one: Player, other: Player) -> bool:
    """One name in any order and alphabet, and nothing that tells the two apart."""
    return name_key(one.name) == name_key(other.name) and not are_apart(one, other)


def are_apart(one: Player, other: Player) -> bool:
    return _differs(one, other, TELLING_FIELDS)


def with_added(known: Player, also: Player) -> Player:
    """The known entry with what the other one adds: nothing that is there changes."""
    added = {name: getattr(known, name) or getattr(also, name) for name in Player.__slots__ if name != "id"}
    return Player(id=known.id, **added)


def _differs(one: Player, other: Player, names: tuple[str, ...] = LIKENESS_FIELDS) -> bool:
    pairs = ((_plain(getattr(one, name)), _plain(getattr(other, name))) for name in names)
    return any(mine and theirs and mine != theirs for mine, theirs in pairs)


def _plain(value: object) -> object:
    return value.casefold() if isinstance(value, str) else value
