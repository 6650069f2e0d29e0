"""Registering players: what may be said of them, namesakes told apart, amendments, entries by the public form."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, fields, replace
from datetime import date
from enum import StrEnum
from itertools import islice
from typing import Protocol, TypeVar

from domain import events as e
from domain import refusals as r
from domain.decisions import refuse_if_closed
from domain.decisions.players.conditions import conditions_problems, refuse_unmet
from domain.decisions.players.numbering import renumber
from domain.fields import federation, known_federation, text, whole_number
from domain.formats import rules_of
from domain.records import dataclass
from domain.tournament import Tournament
from domain.words.players import (
    ALL_OTHERS,
    ASK,
    EntrantId,
    Namesake,
    NamesakeAnswers,
    NamesakeQuestion,
    Player,
    PlayerId,
    are_apart,
    may_be_same,
    name_key,
    player_id,
    with_added,
)
from domain.words.rating_lists import TYPED
from domain.words.regulations import Entrants
from domain.words.teams import Team

# A player who is not registered yet: what a form, a list or a report file says, and what may stand in each field.
# A field of a player is one line of `Player`, its label (`web/wording/fields.py`), its box
# (`desk/player_fields.html`), and, where everybody may see it, one line of `projections/moment/people.py`. What may
# stand in it follows from its type. Lists, JSON, CSV and history follow by themselves.

LARGEST_FIDE_ID = 99_999_999_999
"""The eleven digits that a report file has room for."""
MAX_PLAYER_NAME_CHARS = 120
HIGHEST_RATING = 4000
NUMBER_BOUNDS = {"fide_id": (0, LARGEST_FIDE_ID), "birth_year": (1880, 2100), "k": (0, 60)}
"""Of whole numbers that are no ratings; 0 = not known."""

EnumChoice = TypeVar("EnumChoice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class NewPlayer(Player):
    id: PlayerId = field(default=player_id(0), init=False)
    rating_from: str = ""
    """The rating list and its month, TYPED, or a number of an old scale (`Ingo 75`); empty = not said."""

    def registered_as(self, id: PlayerId) -> Player:
        """Raises BadField for the first field that cannot be."""
        checked = {one: _checked(one, getattr(self, one)) for one in Player.__slots__ if one != "id"}
        return Player(id=id, **checked)  # type: ignore[arg-type]

    def typed(self, before: Player | None = None) -> "NewPlayer":
        """With FIDE's code of the federation, which is known or as it was `before`. Raises BadField."""
        return replace(self, federation=known_federation(self.federation, before.federation if before else ""))


def _checked(name: str, value: object) -> object:
    match name, value:
        case "federation", str():
            return federation(value)
        case _, StrEnum():
            return value
        case _, str():
            return text(name, value, longest=MAX_PLAYER_NAME_CHARS, required=name == "name")
        case _, int() if value or name not in NUMBER_BOUNDS:
            return whole_number(name, value, *NUMBER_BOUNDS.get(name, (0, HIGHEST_RATING)))
    return value


def again(player: Player) -> NewPlayer:
    return NewPlayer(**{name: getattr(player, name) for name in Player.__slots__ if name != "id"})


class WrittenPlayer(Protocol):
    """A form that was sent, or a line of a list: each field by its name, what is missing as empty or zero."""

    def text(self, name: str) -> str: ...

    def whole(self, name: str, otherwise: int) -> int: ...

    def choice(self, name: str, kind: type[EnumChoice]) -> EnumChoice: ...


def read_player(written: WrittenPlayer) -> NewPlayer:
    """Raises BadField where a number or a choice is none."""
    read = {one.name: _read(written, one.name, one.default) for one in fields(Player) if one.name != "id"}
    return NewPlayer(**read)  # type: ignore[arg-type]


def _read(written: WrittenPlayer, name: str, usual: object) -> object:
    match usual:
        case StrEnum():
            return written.choice(name, type(usual))
        case int():
            return written.whole(name, 0)
    return written.text(name)


NAME_ALONE = NewPlayer("X")


def register(
    tournament: Tournament, player: NewPlayer, from_round: int | None = None, answers: NamesakeAnswers = ASK
) -> list[e.Event]:
    """Raises AlreadyRegistered for a FIDE number that is here, NamesakesAsked for a name that is."""
    return register_many(tournament, [player.typed()], from_round, answers)


def register_many(
    tournament: Tournament, players: Sequence[NewPlayer], from_round: int | None = None, answers: NamesakeAnswers = ASK
) -> list[e.Event]:
    """Registers all of them, or nobody. A late entry has no points for the rounds already paired.

    Raises as `register`, and as `refuse_unmet`.

    Somebody who is the same person as one who is here, by the arbiter's answer, adds what is missing to that entry.
    """
    refuse_if_closed(tournament)
    first = first_round_of_entry(tournament, from_round)
    free = first_free_id(tournament)
    coming = [new.registered_as(player_id(id)) for id, new in enumerate(players, free)]
    refuse_unmet(tournament, coming)
    found = sort_players(tournament.players.values(), coming, answers)
    added = [event for id, player in found.known.items() for event in add_what_is_missing(tournament, id, player)]
    sources = [players[place].rating_from for place in found.places]
    new = zip(numbered_from(found.new, free), sources, strict=True)
    return [*added, *(e.PlayerRegistered(player, first, source) for player, source in new)]


def register_listed(
    tournament: Tournament, players: Sequence[NewPlayer], from_round: int | None = None, answers: NamesakeAnswers = ASK
) -> list[e.Event]:
    """As `register`, many. Raises PlayersCannotEnter with every problem of every player before it asks a question."""
    refuse_if_closed(tournament)
    if problems := tuple(_problems(tournament, players)):
        raise r.PlayersCannotEnter(problems)
    return register_many(tournament, [player.typed() for player in players], from_round, answers)


def _problems(tournament: Tournament, players: Sequence[NewPlayer]) -> Iterator[r.ProblemOfAPlayer]:
    holders = {player.fide_id: player.id for player in tournament.players.values() if player.fide_id}
    free = first_free_id(tournament)
    yield from conditions_problems(tournament, players)
    for index, player in enumerate(players):
        yield from (r.ProblemOfAPlayer(index, player.name, why) for why in _bad_fields(player))
        if player.fide_id in holders:
            why = r.AlreadyRegistered(player.name, holders[player.fide_id], player.fide_id)
            yield r.ProblemOfAPlayer(index, player.name, why)
        elif player.fide_id:
            holders[player.fide_id] = player_id(free + index)


def _bad_fields(player: NewPlayer) -> Iterator[r.BadField]:
    """Each field that cannot be what it is: those behind it are looked at as if it were in order."""
    while True:
        try:
            player.registered_as(player_id(0))
            player.typed()
        except r.BadField as why:
            yield why
            player = replace(player, **{why.field: getattr(NAME_ALONE, why.field)})
        else:
            return


def add_what_is_missing(tournament: Tournament, id: PlayerId, player: Player) -> list[e.Event]:
    """The entry as it is in `player`; another rating only before the numbers of the players rest on theirs."""
    old = tournament.players[id]
    if tournament.published or tournament.numbers:
        player = replace(player, rating=old.rating, title=old.title)
    return [] if player == old else amend_as_listed(tournament, id, again(player), ALL_OTHERS)


def first_round_of_entry(tournament: Tournament, from_round: int | None) -> int:
    """The first round of somebody who enters now. Raises AllRoundsPaired, or FieldIsFixed where no entry is late."""
    rounds = tournament.regulations.rounds
    if rules_of(tournament).predetermined:
        if tournament.published:
            raise r.FieldIsFixed
        return whole_number("from_round", 1 if from_round is None else from_round, 1, 1)
    first = from_round if from_round is not None else tournament.paired + 1
    if tournament.published >= rounds or (from_round is None and first > rounds):
        raise r.AllRoundsPaired(rounds)
    return whole_number("from_round", first, tournament.published + 1, rounds)


def first_free_id(tournament: Tournament) -> int:
    """An id is never given twice: a registration that was undone keeps its own, it may come back."""
    of_players = e.PlayerRegistered | e.EntryWaitlisted
    players = (event.player.id for event in tournament.history if isinstance(event, of_players))
    teams = (event.team.id for event in tournament.history if isinstance(event, e.TeamRegistered))
    return max((*players, *teams), default=0) + 1


def amend_player(
    tournament: Tournament, id: EntrantId, new: NewPlayer, answers: NamesakeAnswers = ASK
) -> list[e.Event]:
    """Everything but the rating, which has a correction of its own once the event has started.

    Raises AlreadyRegistered, BadField, or NamesakesAsked for somebody who becomes a namesake of another.
    """
    return amend_as_listed(tournament, id, new.typed(registered(tournament, id)), answers)


def amend_as_listed(
    tournament: Tournament, id: EntrantId, new: NewPlayer, answers: NamesakeAnswers = ASK
) -> list[e.Event]:
    """As `amend_player`, with what a list of players says: its codes of federations are kept."""
    old = registered(tournament, id)
    player = new.registered_as(old.id)
    for other in tournament.players.values():
        if other.id != player.id and player.fide_id and other.fide_id == player.fide_id:
            raise r.AlreadyRegistered(player.name, other.id, player.fide_id)
    others = namesakes_of(tournament.players.values(), player)
    if others and not answers.knows(0) and not namesakes_of([one.player for one in others], old):
        raise r.NamesakesAsked((NamesakeQuestion(0, player, others),))
    events: list[e.Event] = []
    source = _new_source(tournament, old, new)
    if replace(player, rating=old.rating) != old or (source and player.rating == old.rating):
        events.append(e.PlayerDetailsAmended(player, source if player.rating == old.rating else ""))
    if player.rating != old.rating:
        events.append(_rating_corrected(tournament, old, player.rating, "", tournament.published + 1, source))
    moves = player.rating != old.rating or tournament.published == 0
    return [*events, *renumber(tournament, player, events)] if moves else events


def _new_source(tournament: Tournament, old: Player, new: NewPlayer) -> str:
    """The source of the rating, if it is said and was not known; a rating that stays is not typed once more."""
    typed_again = new.rating_from == TYPED and new.rating == old.rating
    return "" if typed_again or new.rating_from == tournament.rating_sources.get(old.id) else new.rating_from


def correct_rating(
    tournament: Tournament, id: EntrantId, rating: int, reason: str, counts_from: int | None = None
) -> list[e.Event]:
    """F.7: a corrected rating changes the numbers of pairings still to be made; 0 = rating report only."""
    old = registered(tournament, id)
    rating = whole_number("rating", rating, 0, HIGHEST_RATING)
    first = tournament.published + 1 if counts_from is None else counts_from
    corrected = _rating_corrected(tournament, old, rating, reason, first, TYPED)
    return [corrected, *renumber(tournament, replace(old, rating=rating), [corrected])] if first else [corrected]


def _rating_corrected(
    tournament: Tournament, old: Player, rating: int, reason: str, counts_from: int, source: str
) -> e.RatingCorrected:
    known = old.rating if counts_from else tournament.report_ratings.get(old.id, old.rating)
    if rating == known:
        raise r.SameAsBefore(0, 0)
    if counts_from:
        refuse_if_closed(tournament)
    return e.RatingCorrected(old.id, rating, known, counts_from, reason, tournament.paired, source)


def anonymise(tournament: Tournament, id: EntrantId) -> list[e.Event]:
    registered(tournament, id)
    return [] if id in tournament.anonymous else [e.PlayerAnonymised(id)]


def registered(tournament: Tournament, id: EntrantId) -> Player:
    player = tournament.players.get(id)
    if player is None:
        raise r.UnknownPlayer(id)
    return player


def entrant(tournament: Tournament, id: EntrantId) -> Player | Team:
    """Somebody who is paired. Raises UnknownPlayer, or UnknownTeam in an event of teams."""
    found = tournament.entrants.get(id)
    if found is None:
        raise r.UnknownTeam(id) if tournament.regulations.entrants is Entrants.TEAMS else r.UnknownPlayer(id)
    return found


MOST_COMPARED = 200
"""People of one name that somebody is compared with: no event has so many, and a list of one name may."""
MOST_ASKED_ABOUT = 8


@dataclass(frozen=True, slots=True)
class SortedPlayers:
    new: tuple[Player, ...]
    places: tuple[int, ...]
    known: dict[PlayerId, Player]


def sort_players(here: Iterable[Player], coming: Sequence[Player], answers: NamesakeAnswers) -> SortedPlayers:
    """Raises AlreadyRegistered for a FIDE number that is here, NamesakesAsked with all questions without an answer."""
    sorting = _Sorting(here, coming, answers)
    if sorting.questions:
        raise r.NamesakesAsked(tuple(sorting.questions))
    return SortedPlayers(tuple(sorting.new.values()), tuple(sorting.new), sorting.known)


def namesake_questions(here: Iterable[Player], coming: Sequence[Player]) -> tuple[NamesakeQuestion, ...]:
    return tuple(_Sorting(here, coming, ASK).questions)


def namesakes_of(here: Iterable[Player], player: Player) -> tuple[Namesake, ...]:
    return tuple(Namesake(one) for one in here if one.id != player.id and may_be_same(one, player))


class KnownPeople:
    """The players who are here and who came before in this step: who somebody is among them, and what is asked."""

    def __init__(self, here: Iterable[Player], answers: NamesakeAnswers) -> None:
        self.questions: list[NamesakeQuestion] = []
        self._answers = answers
        self._by_number: dict[int, Namesake] = {}
        self._by_name: dict[str, list[Namesake]] = {}
        for player in here:
            self.add(Namesake(player))

    def by_number(self, player: Player) -> Namesake | None:
        """The person here who has the FIDE number of this player."""
        return self._by_number.get(player.fide_id)

    def same(self, index: int, player: Player) -> Namesake | None:
        """The person here that the arbiter's answer names. Without an answer the question is kept: another person."""
        alike = islice(self._by_name.get(name_key(player.name), ()), MOST_COMPARED)
        others = list(islice((one for one in alike if not are_apart(one.player, player)), MOST_ASKED_ABOUT))
        if others and not self._answers.knows(index):
            self.questions.append(NamesakeQuestion(index, player, tuple(others)))
        if not others or index not in self._answers.same:
            return None
        found = others[min(self._answers.same[index], len(others) - 1)]
        if player.fide_id:
            self._by_number[player.fide_id] = found
        return found

    def add(self, namesake: Namesake) -> None:
        player = namesake.player
        if player.fide_id:
            self._by_number[player.fide_id] = namesake
        self._by_name.setdefault(name_key(player.name), []).append(namesake)


class _Sorting:
    def __init__(self, here: Iterable[Player], coming: Iterable[Player], answers: NamesakeAnswers) -> None:
        self.new: dict[int, Player] = {}
        self.known: dict[PlayerId, Player] = {}
        self._people = KnownPeople(here, answers)
        for index, player in enumerate(coming):
            self._take(index, player)
        self.questions = self._people.questions

    def _take(self, index: int, player: Player) -> None:
        holder = self._people.by_number(player)
        if holder is not None:
            raise r.AlreadyRegistered(player.name, holder.player.id, player.fide_id)
        same = self._people.same(index, player)
        if same is None:
            self.new[index] = player
            self._people.add(Namesake(player, index))
        elif same.index is not None:  # one person: what the second entry adds is kept with the first
            self.new[same.index] = with_added(self.new[same.index], player)
        else:
            self.known[same.player.id] = with_added(self.known.get(same.player.id, same.player), player)


def numbered_from(players: Iterable[Player], first: int) -> list[Player]:
    return [replace(player, id=player_id(id)) for id, player in enumerate(players, first)]


def people_matched(here: Iterable[Player], players: Sequence[Player]) -> list[EntrantId | None]:
    """The id of the same person here (`identity`) for each of `players`: two namesakes are two people."""
    free: dict[tuple[object, ...], list[EntrantId]] = {}
    for one in here:
        free.setdefault(identity(one), []).append(one.id)
    known = (free.get(identity(player)) for player in players)
    return [ids.pop(0) if ids else None for ids in known]


def identity(player: Player) -> tuple[object, ...]:
    """The part that entries of one person share: the FIDE number, else the name in any order and alphabet and the year.

    A club changes from week to week: it tells two namesakes apart only where the year of birth is not known.
    """
    if player.fide_id:
        return (player.fide_id,)
    name = name_key(player.name) or player.name.casefold()
    return (name, player.birth_year) if player.birth_year else (name, 0, player.club.casefold())


MOST_ENTRANTS = 9999


def open_self_registration(
    tournament: Tournament,
    most: int,
    last_day: str,
    today: date,
    *,
    by_mail: bool = False,
    waiting_list: bool = False,
    moves_up_late: bool = False,
) -> list[e.Event]:
    """Before round 1 is paired, and for players only. Opening it again changes the limits."""
    refuse_if_closed(tournament)
    if tournament.paired or tournament.regulations.of_teams:
        raise r.NoSelfRegistration
    whole_number("most_entrants", most, 0, MOST_ENTRANTS)
    if last_day and _day(last_day) < today:
        raise r.BadField("last_day", last_day, "future")
    if waiting_list and not most:
        raise r.BadField("most_entrants", "", "required")
    opened = e.SelfRegistrationOpened(most, last_day, by_mail, waiting_list, waiting_list and moves_up_late)
    return [] if tournament.self_registration == opened else [opened]


def close_self_registration(tournament: Tournament) -> list[e.Event]:
    return [e.SelfRegistrationClosed()] if tournament.self_registration else []


def takes_entries(tournament: Tournament) -> bool:
    """The form is open, unless its last day is over."""
    return tournament.self_registration is not None and not tournament.paired and not tournament.closed


def refuse_entry(tournament: Tournament, today: date) -> None:
    """Raises NoSelfRegistration, or PlacesTaken where those registered fill all places and nobody may wait.

    Whoever only asks takes no place: anybody can ask under any name, and would close the form for all others.
    """
    limits = tournament.self_registration
    if limits is None or not takes_entries(tournament) or (limits.last_day and today > _day(limits.last_day)):
        raise r.NoSelfRegistration
    if limits.most and entrants_counted(tournament) >= limits.most and not limits.waiting_list:
        raise r.PlacesTaken(limits.most)


def entrants_counted(tournament: Tournament) -> int:
    """Those who play in the next round that is not paired."""
    return sum(not tournament.away(id, tournament.paired + 1) for id in tournament.players)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise r.BadField("last_day", text, "date") from None
