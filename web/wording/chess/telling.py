"""Parts of a sentence about an event: names, games, results, and what changed from what to what."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from domain.records import dataclass
from domain.words.games import Result, Scoring
from domain.words.options import ApartBy, ByeRule, KnockoutOptions, NumbersBy, OddField
from domain.words.players import EntrantId, Player
from domain.words.rating_lists import CountedRating
from domain.words.regulations import Details, Regulations
from domain.words.rounds import RoundSpan
from projections.lists.history import HistoryRow
from projections.moment.people import Person
from web.wording import N_, Language
from web.wording.chess.knockouts import options_in_words
from web.wording.chess.results import SIGNS, person_name
from web.wording.chess.status import format_name
from web.wording.chess.tiebreaks import ruleset_in_words, short_name
from web.wording.fields import label
from web.wording.pairing import system_name

State = Details | Regulations | Player


@dataclass(frozen=True, slots=True)
class EventInWords:
    what: str
    why: str = ""
    """The reason given; empty = none was asked for."""
    mark: str = ""
    """The kind of breach, in the words of the checklist; empty = an ordinary step."""
    list: tuple[str, ...] = ()
    about: str = ""
    """The address of another tournament that it speaks of; empty = of none."""


@dataclass(frozen=True, slots=True)
class Teller:
    row: HistoryRow
    people: Mapping[EntrantId, Person]
    language: Language

    def say(self, text: str, /, **values: object) -> str:
        return self.language.gettext(text, **values)

    def name(self, player: EntrantId) -> str:
        who = self.people.get(player)
        return person_name(who, self.language) if who else self.say("player {id}", id=player)

    def names(self, players: tuple[EntrantId, ...]) -> str:
        names = [self.name(player) for player in players]
        return "; ".join(names) if any("," in name for name in names) else self.language.listing(names)

    def names_in(self, players: tuple[EntrantId, ...], rounds: RoundSpan) -> str:
        names, first = self.names(players), rounds.first or 1
        if rounds.last:
            return self.say("{names} (rounds {first} to {last})", names=names, first=first, last=rounds.last)
        return self.say("{names} (from round {first} on)", names=names, first=first) if first > 1 else names

    def game(self) -> str:
        """Round, board and the two who sit there; the game too where it is not the first of its match.

        Of teams the match, the board in it and both players with their teams.
        """
        place = {"round": self.row.round, "board": self.row.board}
        number = getattr(self.row.event, "game", 1)
        if self.row.teams:
            return self._board_of_match(number)
        if len(self.row.players) != 2:
            return self.say("Round {round}, board {board}", **place)
        white, black = map(self.name, self.row.players)
        names = {"white": white, "black": black}
        if number > 1:
            return self.say("Round {round}, board {board}, game {n} ({white} – {black})", n=number, **names, **place)
        return self.say("Round {round}, board {board} ({white} – {black})", **names, **place)

    def _board_of_match(self, number: int) -> str:
        white, black = (self.name(team) for team in self.row.teams)
        if self.row.members:
            white, black = (
                self.say("{player} ({team})", player=self.name(player), team=team)
                for player, team in zip(self.row.members, (white, black), strict=True)
            )
        place = {"round": self.row.round, "match": self.row.board, "n": number}
        names = {"white": white, "black": black}
        return self.say("Round {round}, match {match}, board {n}, {white} – {black}", **names, **place)

    def result(self, result: Result) -> str:
        return SIGNS[result] if result is not Result.ADJOURNED else self.say("adjourned")


def changes(before: State, after: State, t: Teller, leave_out: tuple[str, ...] = ()) -> str:
    """`City Sofia → Plovdiv; First day – → 2026-11-21`; nothing changed is said as well."""
    found = [
        t.say("{field} {was} → {now}", field=_field(name, after, t), was=_value(name, old, t), now=_value(name, new, t))
        for name, old, new in _differences(before, after)
        if name not in leave_out
    ]
    return "; ".join(found) or t.say("nothing")


def _differences(before: object, after: Any) -> Iterator[tuple[str, object, object]]:
    for field in fields(after):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if old != new and is_dataclass(old) and not isinstance(old, Scoring | type):
            yield from _differences(old, new)
        elif old != new:
            yield field.name, old, new


COUNTED_RATINGS: Mapping[CountedRating, str] = {
    CountedRating.FIRST: N_("that of the start (C.07, 10)"),
    CountedRating.OF_ROUND: N_("that of the round"),
    CountedRating.NEWEST: N_("the newest"),
}

CHOICES_OF_FIELDS: Mapping[str, Mapping[Any, str]] = {
    "counted_rating": COUNTED_RATINGS,
    "apart_by": {
        ApartBy.NOTHING: N_("nobody"),
        ApartBy.FEDERATION: N_("players of one federation"),
        ApartBy.CLUB: N_("players of one club"),
        ApartBy.EITHER: N_("players of one federation, and of one club"),
    },
    "odd_field": {OddField.BYE: N_("one has the bye"), OddField.REFUSED: N_("no round is paired")},
    "bye": {
        ByeRule.OF_THE_SYSTEM: N_("whom the pairing system chooses"),
        ByeRule.LAST: N_("the last of the lowest score group who has had none"),
    },
    "numbers": {
        NumbersBy.RATING: N_("by rating"),
        NumbersBy.LOT: N_("by lot"),
        NumbersBy.RATING_OR_LOT: N_("by rating; by lot if nobody has one"),
    },
}
"""What the settings call the values of a field."""


def _value(field: str, value: Any, t: Teller) -> str:
    match field:
        case "order":
            return t.language.listing([short_name(one, t.language) for one in value]) or "–"
        case "ruleset":
            return ruleset_in_words(value, t.language)
        case "system":
            return system_name(value, t.language)
        case "format":
            return format_name(value, t.language)
        case _ if value in CHOICES_OF_FIELDS.get(field, ()):
            return t.say(CHOICES_OF_FIELDS[field][value])
        case _:
            return _plain(value, t)


def _plain(value: object, t: Teller) -> str:
    match value:
        case bool():
            return t.say("yes") if value else t.say("no")
        case tuple():
            return t.language.listing([str(one) for one in value]) or "–"
        case Scoring():
            worth = {field.name: t.language.points(getattr(value, field.name)) for field in fields(value)}
            return t.say("{win} / {draw} / {loss}, bye {pairing_bye}, absence {absence}", **worth)
        case KnockoutOptions():
            return options_in_words(value, t.language)
        case _:
            return str(value) if value not in ("", 0) else "–"


def _field(name: str, of: State, t: Teller) -> str:
    return label("tournament_name" if isinstance(of, Details) and name == "name" else name, t.language)
