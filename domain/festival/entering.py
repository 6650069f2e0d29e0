"""Decisions about entries that players ask for by themselves."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from domain.decisions.players.attendance import readmit
from domain.decisions.players.registering import NewPlayer, again, identity, register
from domain.events import Event
from domain.festival.events import EntryAdmitted, EntryAsked, EntryTurnedDown, EntryWithdrawn, FestivalEvent
from domain.festival.state import EntryRequest, EntryStage, Festival, ScheduledEdition
from domain.fields import text
from domain.refusals import (
    AlreadyEntered,
    EditionFull,
    EntryIsDecided,
    LastOrganiser,
    NoOpenEdition,
    ReasonMissing,
    TooManyWait,
)
from domain.tournament import Tournament
from domain.words.festivals import EntryForm
from domain.words.players import ALL_OTHERS, EntrantId, Player, player_id

MOST_WAITING_ENTRIES = 200
"""Entries of one edition that nobody has decided on: more are not taken, so that nobody can fill the journal."""
LONGEST_ENTRY_REASON = 300


def ask_entry(
    festival: Festival, new: NewPlayer, entered: Tournament, now: datetime, language: str = ""
) -> list[FestivalEvent]:
    """Somebody wants to play in the open edition, whose entry list is `entered`; messages come in their `language`.

    First come, first served; where all places are taken there is no waiting list. Raises NoOpenEdition, EditionFull,
    AlreadyEntered, LastOrganiser, TooManyWait or BadField.
    """
    edition = open_edition(festival, now)
    player = new.registered_as(player_id(0))
    waiting = [one for one in waiting_entries(festival) if one.tournament == edition.tournament]
    here = [known for id, known in entered.players.items() if not entered.away(id, 1)]
    capacity = festival.series.plan.entries.capacity if festival.series else 0
    if capacity and len(here) + len(waiting) >= capacity:
        raise EditionFull(capacity)
    if identity(player) in {identity(one) for one in (*here, *(request.player for request in waiting))}:
        raise AlreadyEntered(player.name)
    refuse_last_organiser(festival, player, (*here, *(request.player for request in waiting)))
    if len(waiting) >= MOST_WAITING_ENTRIES:
        raise TooManyWait
    return [EntryAsked(len(festival.entries) + 1, edition.tournament, player, language)]


def admit_entry(festival: Festival, number: int, entrant: EntrantId) -> list[FestivalEvent]:
    """Noted after the registration in the tournament; twice changes nothing."""
    return [EntryAdmitted(number, entrant)] if _stage(festival, number) is EntryStage.WAITING else []


def turn_down_entry(festival: Festival, number: int, reason: str) -> list[FestivalEvent]:
    """Raises ReasonMissing, EntryIsDecided."""
    why = text("reason", reason, longest=LONGEST_ENTRY_REASON)
    if not why:
        raise ReasonMissing("turn-down")
    if _stage(festival, number) is not EntryStage.WAITING:
        raise EntryIsDecided(festival.entries[number].player.name)
    return [EntryTurnedDown(number, why)]


def drop_entry(festival: Festival, number: int) -> list[FestivalEvent]:
    """The edition has begun, or is full, or they are there already; twice changes nothing."""
    return [EntryTurnedDown(number)] if _stage(festival, number) is EntryStage.WAITING else []


def withdraw_entry(festival: Festival, number: int, now: datetime) -> list[FestivalEvent]:
    """Players who entered take their entry back, until the edition begins. Raises NoOpenEdition."""
    if _stage(festival, number) not in (EntryStage.WAITING, EntryStage.ADMITTED):
        return []
    edition = open_edition(festival, now, to_enter=False)
    if edition.tournament != festival.entries[number].tournament:
        raise NoOpenEdition
    return [EntryWithdrawn(number)]


def take_in(tournament: Tournament, player: Player) -> list[Event]:
    """Puts somebody on the entry list, also one who had left it. Twice changes nothing. Raises as `register`."""
    here = same_person(player, tournament.players.items())
    if here is None:
        return register(tournament, again(player), answers=ALL_OTHERS)
    return readmit(tournament, here) if tournament.away(here, 1) else []


def open_edition(festival: Festival, now: datetime, to_enter: bool = True) -> ScheduledEdition:
    """The edition that players can enter, or leave, by themselves. Raises NoOpenEdition."""
    edition, series = festival.open_edition, festival.series
    closed = to_enter and (series is None or series.plan.entries.entry_form is EntryForm.NONE)
    if edition is None or closed:
        raise NoOpenEdition
    if now >= (entries_until(festival, edition) if to_enter else datetime.fromisoformat(edition.starts_at)):
        raise NoOpenEdition
    return edition


def entries_until(festival: Festival, edition: ScheduledEdition) -> datetime:
    """The moment from which on nobody enters an edition by themselves."""
    minutes = festival.series.plan.entries.closing_minutes if festival.series else 0
    return datetime.fromisoformat(edition.starts_at) - timedelta(minutes=minutes)


def waiting_entries(festival: Festival) -> list[EntryRequest]:
    """The queue, the first who came first."""
    return [one for one in festival.entries.values() if one.stage is EntryStage.WAITING]


def asked_entry(festival: Festival, tournament: str, entrant: EntrantId) -> EntryRequest | None:
    """The newest entry by which somebody came into a tournament by themselves; None = an arbiter entered them."""
    mine = (
        one for one in reversed(festival.entries.values()) if (one.tournament, one.entrant) == (tournament, entrant)
    )
    return next(mine, None)


def same_person(player: Player, among: Iterable[tuple[EntrantId, Player]]) -> EntrantId | None:
    """Their id among others; None = they are not there."""
    return next((id for id, other in among if identity(other) == identity(player)), None)


def _stage(festival: Festival, number: int) -> EntryStage:
    """Raises NoOpenEdition for a number that nobody has."""
    if number not in festival.entries:
        raise NoOpenEdition
    return festival.entries[number].stage


# Those who run an event over the board may play in it as long as one of them does not (the portal's §6).


def organisers_who_all_play(festival: Festival, players: Iterable[Player]) -> tuple[str, ...]:
    """Their names; empty while one of them abstains, or where nobody is named."""
    rules = festival.series.plan.entries if festival.series else None
    if rules is None or not rules.over_the_board or not rules.organisers:
        return ()
    playing = {player.name.casefold() for player in players}
    return rules.organisers if all(name.casefold() in playing for name in rules.organisers) else ()


def refuse_last_organiser(festival: Festival, player: Player, others: Iterable[Player]) -> None:
    """Raises LastOrganiser for the entry after which all organisers would play."""
    here = tuple(others)
    if not organisers_who_all_play(festival, here) and organisers_who_all_play(festival, (*here, player)):
        raise LastOrganiser(player.name)
