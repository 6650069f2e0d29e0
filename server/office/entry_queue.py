"""The queue of those who asked for an entry by a tournament's public form, and the arbiter's decisions about it.

Nothing of it is in the journal until an entry is accepted: then it is an ordinary registration.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import cast

from domain import refusals
from domain.decisions.players.attendance import withdraw
from domain.decisions.players.conditions import refuse_contradicted, unmet
from domain.decisions.players.registering import NewPlayer, namesakes_of, refuse_entry
from domain.events import EntryWaitlisted, PlayerDetailsAmended, PlayerRegistered
from domain.festival import entering
from domain.festival.decisions import add_section
from domain.festival.events import EntryAsked, FestivalEvent
from domain.festival.state import EntryStage, Festival
from domain.records import dataclass
from domain.tournament import Tournament
from domain.words.choices.prizes import Condition
from domain.words.festivals import EntryForm
from domain.words.players import EntrantId, Namesake, Player, Sex, name_key, player_id
from domain.words.rating_lists import RatingEntry
from server.journal import Entry, PersonalData
from server.journal.side.entry_queue import EntryQueueStore, QueuedRequest, QueueStage
from server.journal.side.personal import SideStore
from server.office.festivals import FestivalOffice
from server.office.list_checks import with_sources
from server.office.ratings_in_order import ListsInOrder, RatedPlayer
from server.office.stages import Stages
from server.office.stream import THE_PROGRAM
from server.office.tournaments import TournamentOffice

MOST_WAITING = 1000
"""Requests for one tournament: more are not taken, so that nobody can fill the disk."""
MOST_OF_ONE_ADDRESS = 100
"""Requests from one address: a club or a computer in the hall is one, and so is somebody who makes them up."""
MOST_MESSAGES = 3
"""Requests with one e-mail address that wait to be confirmed: nobody is mailed without end."""
MOST_CANDIDATES = 4
"""Players of the rating lists that are offered for a name without a number."""
FORGETTING_SECONDS = 3600.0
ASKED_FIELDS = ("name", "rating", "federation", "fide_id", "birth_year", "club", "sex")


@dataclass(frozen=True, slots=True)
class AskedEntry:
    """An entry that somebody asks for by the form."""

    token: str
    """Made from the form, so that one form asks once."""
    player: NewPlayer
    email: str
    origin: str = ""
    """A mark of the address it comes from."""
    to_be_confirmed: bool = False


@dataclass(frozen=True, slots=True)
class WaitingEntry:
    """Somebody who waits, as the arbiter looks at it."""

    token: str
    asked_at: datetime
    player: NewPlayer
    email: str
    listed: tuple[RatedPlayer, ...]
    """The player of the rating lists by the number, else those of the same name."""
    namesakes: tuple[Namesake, ...]
    """Players here who may be the same person."""
    here: EntrantId | None
    """The player with the same FIDE number."""
    twice: bool
    """Another request has this name, or one that differs in figures only."""
    origin: str
    """A mark of the address it came from."""
    list_name: str
    """The rating list that was looked at first; empty = none is here."""
    outside: tuple[Condition, ...] = ()
    """Conditions of entry that they do not fulfil, as far as is known."""

    @property
    def by_number(self) -> RatedPlayer | None:
        """The listed player with the number that was typed."""
        return self.listed[0] if self.player.fide_id and self.listed else None

    @property
    def clear(self) -> bool:
        """Nothing has to be asked: one person, new here, and the list says the same name."""
        if self.namesakes or self.here is not None or self.twice or self.outside:
            return False
        if not self.list_name:
            return True
        found = self.by_number
        if self.player.fide_id:
            return found is not None and name_key(found.entry.name) == name_key(self.player.name)
        return not self.listed


@dataclass(slots=True)
class EntryQueue:
    store: EntryQueueStore
    side: SideStore
    lists_in: Callable[[Tournament], ListsInOrder]
    """The rating lists that count in a tournament."""
    clock: Callable[[], datetime] = partial(datetime.now, UTC)

    async def forget(self) -> None:
        """Delete old requests every hour."""
        while True:
            await asyncio.to_thread(self.store.forget_old, self.clock())
            await asyncio.sleep(FORGETTING_SECONDS)

    async def ask(self, office: TournamentOffice, asking: AskedEntry) -> bool:
        """Whether it is new: a form that is sent twice asks once.

        Raises NoSelfRegistration, PlacesTaken, ConditionsNotMet, QueueIsFull, TooManyOfOneAddress, FormSentBefore,
        ConfirmationsSent or BadField.
        """
        player = asking.player.typed().registered_as(player_id(0))
        refuse_entry(office.tournament, self.clock().astimezone().date())
        refuse_contradicted(office.tournament, player)
        fields = {name: getattr(player, name) for name in ASKED_FIELDS if getattr(player, name)}
        now = self.clock().astimezone(UTC).isoformat()
        stage = QueueStage.UNCONFIRMED if asking.to_be_confirmed else QueueStage.WAITING
        request = QueuedRequest(asking.token, office.id, now, stage, fields, asking.email, origin=asking.origin)
        return await asyncio.to_thread(self._add, request)

    def _add(self, request: QueuedRequest) -> bool:
        if self._sent_before(request):
            return False
        others = self.store.undecided(request.stream)
        if request.origin and sum(one.origin == request.origin for one in others) >= MOST_OF_ONE_ADDRESS:
            raise refusals.TooManyOfOneAddress
        unconfirmed = [one.email.casefold() for one in others if one.stage is QueueStage.UNCONFIRMED]
        if request.stage is QueueStage.UNCONFIRMED and unconfirmed.count(request.email.casefold()) >= MOST_MESSAGES:
            raise refusals.ConfirmationsSent
        if not self.store.add(request, MOST_WAITING):
            if self._sent_before(request):  # at the same moment
                return False
            raise refusals.QueueIsFull
        return True

    def _sent_before(self, request: QueuedRequest) -> bool:
        """By the same form. Raises FormSentBefore where something else was asked for."""
        known = self.store.find(request.stream, request.token)
        if known is not None and (known.player, known.email) != (request.player, request.email):
            raise refusals.FormSentBefore(request.token)
        return known is not None

    async def confirm(self, office: TournamentOffice, token: str) -> None:
        """The link of the message was opened."""
        await asyncio.to_thread(self.store.confirm, office.id, token, self.clock())

    async def withdraw(self, token: str) -> None:
        """Nobody can confirm it: the message could not be sent."""
        await asyncio.to_thread(self.store.withdraw, token)

    async def waiting(self, office: TournamentOffice) -> list[WaitingEntry]:
        """Entries that nobody has decided about, with what the list and the tournament know of them."""
        return await asyncio.to_thread(self._waiting, office.id, office.tournament)

    def _waiting(self, slug: str, t: Tournament) -> list[WaitingEntry]:
        requests = self.store.waiting(slug)
        lists = self.lists_in(t)
        names = [_without_figures(str(one.player.get("name", ""))) for one in requests]
        counted = zip(requests, map(names.count, names), strict=True)
        return [self._looked_at(one, t, lists, twice=count > 1) for one, count in counted]

    def _looked_at(self, one: QueuedRequest, t: Tournament, lists: ListsInOrder, *, twice: bool) -> WaitingEntry:
        new = typed_before(one.player)
        player = new.registered_as(player_id(0))
        number = player.fide_id
        found = lists.rated(list(lists.by_numbers([number]).values()) if number else _of_name(lists, player))
        here = next((id for id, known in t.players.items() if number and known.fide_id == number), None)
        alike = namesakes_of(t.players.values(), player) if here is None else ()
        moment = datetime.fromisoformat(one.at)
        name = lists.names.get(lists.first, "")
        as_listed = taken_from_list(new, found[0]) if number and found else new
        outside = unmet(t, as_listed)
        return WaitingEntry(
            one.token, moment, new, one.email, tuple(found), alike, here, twice, one.origin, name, outside
        )

    async def one(self, office: TournamentOffice, token: str) -> WaitingEntry:
        """Raises EntryIsGone."""
        found = next((one for one in await self.waiting(office) if one.token == token), None)
        if found is None:
            raise refusals.EntryIsGone
        return found

    async def as_listed(self, office: TournamentOffice, who: WaitingEntry, key: int) -> NewPlayer:
        """The player to register: with the values of this entry of the lists, or for 0 as they were typed."""
        listed = next((one for one in who.listed if one.key == key), None) if key else None
        player = taken_from_list(who.player, listed) if listed else who.player
        lists = await asyncio.to_thread(self.lists_in, office.tournament)
        return (await asyncio.to_thread(with_sources, lists, [player]))[0]

    async def accepted(self, office: TournamentOffice, done: Sequence[tuple[str, EntrantId]]) -> None:
        """Noted after the registrations; the address for messages goes with the player."""
        await asyncio.to_thread(self._accepted, office.id, done)

    def _accepted(self, slug: str, done: Sequence[tuple[str, EntrantId]]) -> None:
        for token, entrant in done:
            request = self.store.find(slug, token)
            if request is not None and request.email:
                known: PersonalData = self.side.find(slug, entrant)
                self.side.keep(slug, entrant, replace(known, email=request.email))
            self.store.decide(token, QueueStage.ACCEPTED, self.clock(), entrant=entrant)

    async def refuse(self, tokens: Sequence[str], reason: str) -> None:
        await asyncio.to_thread(self.store.refuse, tokens, self.clock(), reason)

    async def find(self, office: TournamentOffice, token: str) -> QueuedRequest | None:
        return await asyncio.to_thread(self.store.find, office.id, token)


def typed_before(fields: Mapping[str, str | int]) -> NewPlayer:
    """The player of a request that was kept."""
    known: dict[str, object] = {name: value for name, value in fields.items() if name in ASKED_FIELDS}
    return NewPlayer(**{**known, "sex": Sex(str(fields.get("sex", "")))})  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class AlikeEntries:
    """Requests that look as if one hand had made them, for an arbiter who refuses them all."""

    key: str
    entries: tuple[WaitingEntry, ...]


def of_one_address(waiting: Sequence[WaitingEntry]) -> list[AlikeEntries]:
    """Entries that came from one address, the most first; nobody who is alone."""
    return _groups(waiting, lambda one: one.origin and f"address {one.origin}")


def named_alike(waiting: Sequence[WaitingEntry]) -> list[AlikeEntries]:
    """Entries whose names differ in figures only, as of a program that counts; nobody who is alone."""
    return _groups(waiting, lambda one: f"name {_without_figures(one.player.name)}")


def _without_figures(name: str) -> str:
    return name_key(re.sub(r"\d+", " ", name))


def _groups(waiting: Sequence[WaitingEntry], key: Callable[[WaitingEntry], str]) -> list[AlikeEntries]:
    found: dict[str, list[WaitingEntry]] = {}
    for one in waiting:
        if known := key(one):
            found.setdefault(known, []).append(one)
    groups = [AlikeEntries(key, tuple(entries)) for key, entries in found.items() if len(entries) > 1]
    return sorted(groups, key=lambda group: -len(group.entries))


def taken_from_list(typed: NewPlayer, listed: RatedPlayer) -> NewPlayer:
    """The player with the values of the list; the club, which it does not have, stays."""
    entry = listed.entry
    return replace(
        listed.rated(typed),
        name=entry.name,
        title=entry.title,
        federation=entry.federation or typed.federation,
        fide_id=entry.number,
        sex=entry.sex,
        birth_year=entry.birth_year or typed.birth_year,
    )


def _of_name(lists: ListsInOrder, player: Player) -> list[RatingEntry]:
    def fits(entry: RatingEntry) -> bool:
        pairs = (entry.birth_year, player.birth_year), (entry.federation, player.federation)
        return all(mine == theirs for mine, theirs in pairs if mine and theirs)

    return [entry for entry in lists.by_whole_name(player.name) if fits(entry)][:MOST_CANDIDATES]


def registered_in(entries: Sequence[Entry]) -> list[EntrantId]:
    """The players that a step registered or put on the waiting list, or found to be here already."""
    events = [entry.event for entry in entries]
    return [
        event.player.id
        for event in events
        if isinstance(event, PlayerRegistered | PlayerDetailsAmended | EntryWaitlisted)
    ]


# Entries that players ask for by themselves, and petitions: from the queue of a festival into its tournaments.
# Each step can be done twice: the registration carries the number of the entry as its command id, and what it did
# is noted in the festival afterwards.

log = logging.getLogger("tablo.entries")


@dataclass(slots=True)
class Entries:
    stages: Stages

    async def ask(
        self,
        office: FestivalOffice,
        new: NewPlayer,
        email: str,
        command_id: str,
        digest: str,
        now: datetime,
        language: str = "",
    ) -> int:
        """Their number; admitted at once where the series says so. Raises WasThrownAway, or as `ask_entry`."""
        edition = entering.open_edition(office.festival, now)
        opened = await self.stages.office.open(edition.tournament)
        opened.refuse_if_shut()
        entered = opened.tournament
        outcome = await office.command(
            command_id, THE_PROGRAM, lambda state: entering.ask_entry(state, new, entered, now, language), digest
        )
        asked = [cast(FestivalEvent, one.event) for one in outcome.entries]
        number = next(event.number for event in asked if isinstance(event, EntryAsked))
        if email:
            await asyncio.to_thread(self._side.keep, office.id, number, PersonalData(email=email))
        series, waits = office.festival.series, office.festival.entries[number].stage is EntryStage.WAITING
        if waits and series and series.plan.entries.entry_form is EntryForm.DIRECT:
            await self.admit(office, number, THE_PROGRAM)
        return number

    async def admit(self, office: FestivalOffice, number: int, by: str) -> None:
        """Register them in their tournament. Raises EntryIsDecided, or as `register`."""
        request = office.festival.entries[number]
        if request.stage is not EntryStage.WAITING:
            raise refusals.EntryIsDecided(request.player.name)
        tournament = await self.stages.office.open(request.tournament)
        await tournament.command(f"{office.id}/entry/{number}", by, lambda t: entering.take_in(t, request.player))
        entrant = entering.same_person(request.player, tournament.tournament.players.items())
        if entrant is None:
            raise refusals.EntryIsDecided(request.player.name)
        await self._move_address(office, number, request.tournament, entrant)
        await office.step(lambda state: entering.admit_entry(state, number, entrant), by)

    async def turn_down(self, office: FestivalOffice, number: int, by: str, reason: str, command_id: str) -> None:
        await office.command(command_id, by, lambda state: entering.turn_down_entry(state, number, reason))
        await asyncio.to_thread(self._side.erase, office.id, number)

    async def withdraw(self, office: FestivalOffice, number: int, now: datetime) -> None:
        """By themselves, free until the edition begins. Raises NoOpenEdition."""
        request = office.festival.entries[number]
        if entering.withdraw_entry(office.festival, number, now) and request.stage is EntryStage.ADMITTED:
            tournament, entrant = await self.stages.office.open(request.tournament), request.entrant
            await tournament.step(lambda t: [] if t.away(entrant, 1) else withdraw(t, [entrant]))
        await office.step(lambda state: entering.withdraw_entry(state, number, now))
        await asyncio.to_thread(self._side.erase, office.id, number)

    async def stop_messages(self, slug: str, entrant: EntrantId) -> None:
        """Forget their address: they stay entered, and get no more messages. Twice changes nothing."""
        known = await asyncio.to_thread(self._side.find, slug, entrant)
        await asyncio.to_thread(self._side.keep, slug, entrant, replace(known, email=""))

    async def settle(self, office: FestivalOffice) -> None:
        """Entries that a server before this one left undone, and those that nobody will decide on any more."""
        festival, edition = office.festival, office.festival.open_edition
        direct = festival.series and festival.series.plan.entries.entry_form is EntryForm.DIRECT
        for request in entering.waiting_entries(festival):
            if edition is None or request.tournament != edition.tournament:
                await self._drop(office, request.number)
            elif direct:
                try:
                    await self.admit(office, request.number, THE_PROGRAM)
                except refusals.PlayedElsewhere:
                    continue  # it waits until the tournament is back
                except refusals.Refusal as why:
                    log.info("an entry is not taken", extra={"facts": {"why": type(why).__name__}})
                    await self._drop(office, request.number)

    async def grant(self, office: FestivalOffice, number: int, by: str) -> str:
        """The address of the tournament that a petition asked for; its signers have entered. Raises TooFewSigners."""
        petition, series = entering.granting(office.festival, number), office.festival.series
        if series is None:
            raise LookupError("granting has looked for the series")
        title = petition.opened.title
        add_section(office.festival, "", title)  # refused before there is a tournament of that name
        made = await self.stages.found(office, f"petition/{number}", title, series.regulations, petition.signers, by)

        def decide(state: Festival) -> list[FestivalEvent]:
            return [*add_section(state, made, title), *entering.grant_petition(state, number, made)]

        await office.step(decide, by)
        return made

    async def _drop(self, office: FestivalOffice, number: int) -> None:
        request = office.festival.entries[number]
        entered = (await self.stages.office.open(request.tournament)).tournament
        here = entering.same_person(request.player, entered.players.items())
        if here is not None:
            await office.step(lambda state: entering.admit_entry(state, number, here))
            return
        await office.step(lambda state: entering.drop_entry(state, number))
        await asyncio.to_thread(self._side.erase, office.id, number)

    async def _move_address(self, office: FestivalOffice, number: int, slug: str, entrant: EntrantId) -> None:
        kept = await asyncio.to_thread(self._side.find, office.id, number)
        if kept.email:
            known = await asyncio.to_thread(self._side.find, slug, entrant)
            await asyncio.to_thread(self._side.keep, slug, entrant, replace(known, email=kept.email))
            await asyncio.to_thread(self._side.erase, office.id, number)

    @property
    def _side(self) -> SideStore:
        return self.stages.office.journal.journal.side
