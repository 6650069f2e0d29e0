"""A player who is not registered yet: what a form, a list or a report file says, and what may stand in each field.

A field of a player is one line of `Player`, two here, its label (`web/wording`), its box (`desk/player_fields.html`),
and, where everybody may see it, one line of `projections/people`. Lists, JSON, CSV and history follow by themselves.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeVar

from domain.fields import federation, text, whole_number
from domain.words.players import Player, PlayerId, Sex, Title, player_id

LARGEST_FIDE_ID = 99_999_999_999
"""The eleven digits that a report file has room for."""
MAX_PLAYER_NAME_CHARS = 120
HIGHEST_RATING = 4000

EnumChoice = TypeVar("EnumChoice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class NewPlayer(Player):
    """The fields of a player, as they were typed; the id is given by the registration."""

    id: PlayerId = field(default=player_id(0), init=False)
    rating_from: str = ""
    """The rating list and its month, TYPED, or a number of an old scale (`Ingo 75`); empty = not said."""

    def registered_as(self, id: PlayerId) -> Player:
        """Raises BadField for the first field that cannot be."""
        return Player(
            id=id,
            name=text("name", self.name, longest=MAX_PLAYER_NAME_CHARS, required=True),
            rating=whole_number("rating", self.rating, 0, HIGHEST_RATING),
            title=self.title,
            federation=federation(self.federation),
            fide_id=whole_number("fide_id", self.fide_id, 0, LARGEST_FIDE_ID),
            sex=self.sex,
            birth_year=whole_number("birth_year", self.birth_year, 1880, 2100) if self.birth_year else 0,
            club=text("club", self.club, longest=MAX_PLAYER_NAME_CHARS),
            national_rating=whole_number("national_rating", self.national_rating, 0, HIGHEST_RATING),
            k=whole_number("k", self.k, 0, 60),
            official_rating=whole_number("official_rating", self.official_rating, 0, HIGHEST_RATING),
        )


def again(player: Player) -> NewPlayer:
    """The same person, to be registered elsewhere."""
    return NewPlayer(**{name: getattr(player, name) for name in Player.__slots__ if name != "id"})


class WrittenPlayer(Protocol):
    """A form that was sent, or a line of a list: each field by its name, what is missing as empty or zero."""

    def text(self, name: str) -> str: ...

    def whole(self, name: str, otherwise: int) -> int: ...

    def choice(self, name: str, kind: type[EnumChoice]) -> EnumChoice: ...


def read_player(written: WrittenPlayer) -> NewPlayer:
    """Raises BadField where a number or a choice is none."""
    return NewPlayer(
        name=written.text("name"),
        rating=written.whole("rating", 0),
        title=written.choice("title", Title),
        federation=written.text("federation"),
        fide_id=written.whole("fide_id", 0),
        sex=written.choice("sex", Sex),
        birth_year=written.whole("birth_year", 0),
        club=written.text("club"),
        national_rating=written.whole("national_rating", 0),
        k=written.whole("k", 0),
        official_rating=written.whole("official_rating", 0),
    )
