"""Decisions about entries that players ask for by themselves, and about petitions (the portal's RR11)."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from domain import refusals as r
from domain.decisions import given_reason
from domain.decisions.players.attendance import readmit
from domain.decisions.players.conditions import refuse_contradicted, refuse_unmet
from domain.decisions.players.registering import HIGHEST_RATING, NewPlayer, again, identity, register
from domain.events import Event
from domain.festival import events as e
from domain.festival.decisions import LONGEST_SECTION_TITLE
from domain.festival.state import EntryRequest, EntryStage, Festival, Petition, ScheduledEdition
from domain.fields import text, whole_number
from domain.tournament import Tournament
from domain.words.festivals import EntryForm
from domain.words.players import ALL_OTHERS, EntrantId, Player, player_id

MOST_WAITING_ENTRIES = 200
"""Entries of one edition that nobody has decided on: more are not taken, so that nobody can fill the journal."""
LONGEST_ENTRY_REASON = 300


def ask_entry(
    festival: Festival, new: NewPlayer, entered: Tournament, now: datetime, language: str = ""
) -> list[e.FestivalEvent]:
    """Somebody wants to play in the open edition, whose entry list is `entered`; messages come in their `language`.

    First come, first served; where all places are taken there is no waiting list. Raises NoOpenEdition, EditionFull,
    AlreadyEntered, LastOrganiser, TooManyWait, ConditionsNotMet or BadField.
    """
    edition = open_edition(festival, now)
    player = new.typed().registered_as(player_id(0))
    waiting = [one for one in waiting_entries(festival) if one.tournament == edition.tournament]
    here = [known for id, known in entered.players.items() if not entered.away(id, 1)]
    capacity = festival.series.plan.entries.capacity if festival.series else 0
    if capacity and len(here) + len(waiting) >= capacity:
        raise r.EditionFull(capacity)
    others = [*here, *(request.player for request in waiting)]
    if identity(player) in map(identity, others):
        raise r.AlreadyEntered(player.name)
    if not organisers_who_all_play(festival, others) and organisers_who_all_play(festival, [*others, player]):
        raise r.LastOrganiser(player.name)
    if len(waiting) >= MOST_WAITING_ENTRIES:
        raise r.TooManyWait
    if festival.series and festival.series.plan.entries.entry_form is EntryForm.DIRECT:
        refuse_unmet(entered, [player])
    refuse_contradicted(entered, player)
    return [e.EntryAsked(len(festival.entries) + 1, edition.tournament, player, language)]


def admit_entry(festival: Festival, number: int, entrant: EntrantId) -> list[e.FestivalEvent]:
    """Noted after the registration in the tournament; twice changes nothing."""
    return [e.EntryAdmitted(number, entrant)] if _stage(festival, number) is EntryStage.WAITING else []


def turn_down_entry(festival: Festival, number: int, reason: str) -> list[e.FestivalEvent]:
    """Raises ReasonMissing, EntryIsDecided."""
    why = given_reason(reason, "turn-down", LONGEST_ENTRY_REASON)
    if _stage(festival, number) is not EntryStage.WAITING:
        raise r.EntryIsDecided(festival.entries[number].player.name)
    return [e.EntryTurnedDown(number, why)]


def drop_entry(festival: Festival, number: int) -> list[e.FestivalEvent]:
    """The edition has begun, or is full, or they are there already; twice changes nothing."""
    return [e.EntryTurnedDown(number)] if _stage(festival, number) is EntryStage.WAITING else []


def withdraw_entry(festival: Festival, number: int, now: datetime) -> list[e.FestivalEvent]:
    """Players who entered take their entry back, until the edition begins. Raises NoOpenEdition."""
    if _stage(festival, number) not in (EntryStage.WAITING, EntryStage.ADMITTED):
        return []
    edition = open_edition(festival, now, to_enter=False)
    if edition.tournament != festival.entries[number].tournament:
        raise r.NoOpenEdition
    return [e.EntryWithdrawn(number)]


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
        raise r.NoOpenEdition
    if now >= (entries_until(festival, edition) if to_enter else datetime.fromisoformat(edition.starts_at)):
        raise r.NoOpenEdition
    return edition


def entries_until(festival: Festival, edition: ScheduledEdition) -> datetime:
    minutes = festival.series.plan.entries.closing_minutes if festival.series else 0
    return datetime.fromisoformat(edition.starts_at) - timedelta(minutes=minutes)


def waiting_entries(festival: Festival) -> list[EntryRequest]:
    """The queue, the first who came first."""
    return [one for one in festival.entries.values() if one.stage is EntryStage.WAITING]


def asked_entry(festival: Festival, tournament: str, entrant: EntrantId) -> EntryRequest | None:
    """The newest entry by which somebody came into a tournament by themselves; None = an arbiter entered them."""
    newest_first = reversed(festival.entries.values())
    return next((one for one in newest_first if (one.tournament, one.entrant) == (tournament, entrant)), None)


def same_person(player: Player, among: Iterable[tuple[EntrantId, Player]]) -> EntrantId | None:
    """Their id among others; None = they are not there."""
    return next((id for id, other in among if identity(other) == identity(player)), None)


def _stage(festival: Festival, number: int) -> EntryStage:
    """Raises NoOpenEdition for a number that nobody has."""
    if number not in festival.entries:
        raise r.NoOpenEdition
    return festival.entries[number].stage


# Arbiters and organisers of an event over the board may play in it as long as one of them does not (the portal's §6).


def organisers_who_all_play(festival: Festival, players: Iterable[Player]) -> tuple[str, ...]:
    """Their names; empty while one of them abstains, or where nobody is named."""
    rules = festival.series.plan.entries if festival.series else None
    if rules is None or not rules.over_the_board or not rules.organisers:
        return ()
    playing = {player.name.casefold() for player in players}
    return rules.organisers if all(name.casefold() in playing for name in rules.organisers) else ()


MOST_OPEN_PETITIONS = 10
MOST_SIGNERS = 500
LONGEST_PETITION_REASON = 300


def open_petition(
    festival: Festival, title: str, least_rating: int, most_rating: int, first: NewPlayer
) -> list[e.FestivalEvent]:
    """The first signer opens it. Raises NoSuchPetition where the series takes none, PetitionExists, TooManyWait,
    OtherLevel or BadField.
    """
    if festival.series is None or not festival.series.plan.entries.petitions:
        raise r.NoSuchPetition
    title = text("petition_title", title, longest=LONGEST_SECTION_TITLE, required=True)
    least = whole_number("least_rating", least_rating, 0, HIGHEST_RATING)
    most = whole_number("most_rating", most_rating, 0, HIGHEST_RATING)
    if most and most < least:
        raise r.BadField("most_rating", str(most), f"at-least:{least}")
    running = [one for one in festival.petitions.values() if one.open]
    if any(one.opened.title.casefold() == title.casefold() for one in running):
        raise r.PetitionExists(title)
    if len(running) >= MOST_OPEN_PETITIONS:
        raise r.TooManyWait
    opened = e.PetitionOpened(len(festival.petitions) + 1, title, least, most)
    return [opened, _signed(Petition(opened), first)]


def sign_petition(festival: Festival, number: int, player: NewPlayer) -> list[e.FestivalEvent]:
    """Raises NoSuchPetition, AlreadySigned, OtherLevel, TooManyWait or BadField."""
    return [_signed(_running(festival, number), player)]


def grant_petition(festival: Festival, number: int, tournament: str) -> list[e.FestivalEvent]:
    """Noted after the tournament has been announced; twice changes nothing."""
    petition = festival.petitions.get(number)
    return [e.PetitionGranted(number, tournament)] if petition and petition.open else []


def granting(festival: Festival, number: int) -> Petition:
    """The petition, if enough have signed. Raises NoSuchPetition, TooFewSigners."""
    petition, needed = _running(festival, number), signers_needed(festival)
    if len(petition.signers) < needed:
        raise r.TooFewSigners(len(petition.signers), needed)
    return petition


def decline_petition(festival: Festival, number: int, reason: str) -> list[e.FestivalEvent]:
    """Raises NoSuchPetition, ReasonMissing."""
    _running(festival, number)
    return [e.PetitionDeclined(number, given_reason(reason, "decline-petition", LONGEST_PETITION_REASON))]


def signers_needed(festival: Festival) -> int:
    """As many as a tournament of a class takes; 0 = it is no series any more."""
    return festival.series.plan.entries.class_minimum if festival.series else 0


def _signed(petition: Petition, new: NewPlayer) -> e.PetitionSigned:
    player, opened = new.typed().registered_as(player_id(0)), petition.opened
    if identity(player) in map(identity, petition.signers):
        raise r.AlreadySigned(player.name)
    if player.rating < opened.least_rating or (opened.most_rating and player.rating > opened.most_rating):
        raise r.OtherLevel(player.name, opened.least_rating, opened.most_rating or HIGHEST_RATING)
    if len(petition.signers) >= MOST_SIGNERS:
        raise r.TooManyWait
    return e.PetitionSigned(opened.number, player)


def _running(festival: Festival, number: int) -> Petition:
    petition = festival.petitions.get(number)
    if petition is None or not petition.open:
        raise r.NoSuchPetition
    return petition
