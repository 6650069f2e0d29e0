"""Each decision about people and what belongs to whom: who decided what, and when; of a server, or of one organiser."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import cast

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.organisers import events as o
from domain.organisers.state import Organisers
from domain.records import dataclass
from domain.stewards import events as s
from domain.stewards.permissions import Action
from projections.moment.name_order import name_order
from server.journal import Entry
from server.office.stream import OrganiserOffice, StewardOffice
from server.routes.desk.rows import desk_get
from server.routes.desk.visit import Visit
from server.routes.forms import small
from web.api.openapi import CSV
from web.downloads.csv_file import csv_file
from web.tables import DataTable, Kind, TableColumn
from web.wording.events.people import PeopleEvent, PeopleTeller, people_event_in_words

PAGE_DECISIONS = 50
_OF_SERVER, _OF_ORGANISER = "/desk/audit", "/desk/organisers/{organiser}/audit"
_FILE, _FILE_NAME = ".csv", "audit.csv"


@dataclass(frozen=True, slots=True)
class AuditRow:
    at: datetime
    by: str
    what: str


@dataclass(frozen=True, slots=True)
class BothStreams:
    """A decision about organisers goes by its version, one about cards, keys or webhooks by it below nought."""

    organisers: OrganiserOffice
    stewards: StewardOffice

    def at(self, decision: int) -> float:
        if decision > 0:
            return self.organisers.register.times[decision - 1]
        return self.stewards.entries[-decision - 1].recorded_at.timestamp()

    def by(self, decision: int) -> str:
        if decision > 0:
            return self.organisers.register.authors[decision - 1]
        return self.stewards.entries[-decision - 1].by

    async def read(self, decisions: Sequence[int]) -> list[Entry]:
        read = await self.organisers.read(one for one in decisions if one > 0)
        return [read[one] if one > 0 else self.stewards.entries[-one - 1] for one in decisions]


async def show_audit(visit: Visit) -> Response:
    both, about = _both(visit), _all(visit)
    wanted = _wanted(visit, about)
    pages = max(1, -(-len(wanted) // PAGE_DECISIONS))
    number = min(max(1, small(visit.asked("page"))), pages)
    shown = wanted[(number - 1) * PAGE_DECISIONS : number * PAGE_DECISIONS]
    organiser = visit.services.organisers.state.founded.get(visit.request.path_params.get("organiser", ""))
    return visit.page(
        "desk/audit.html",
        rows=await _told(visit, shown),
        organiser=organiser,
        authors=sorted({both.by(one) for one in about}, key=name_order("")),
        by=visit.asked("by"),
        found=len(wanted),
        number=number,
        pages=pages,
        path=visit.request.url.path,
    )


async def send_audit(visit: Visit) -> Response:
    words = visit.words
    columns = (
        TableColumn[AuditRow]("at", words.gettext("Time"), Kind.TEXT, lambda row: row.at.isoformat()),
        TableColumn[AuditRow]("by", words.gettext("Who"), Kind.TEXT, lambda row: row.by),
        TableColumn[AuditRow]("what", words.gettext("Decision"), Kind.TEXT, lambda row: row.what),
    )
    text = csv_file([DataTable("", columns, await _told(visit, _wanted(visit, _all(visit))))], words) or ""
    headers = {"Content-Disposition": f'attachment; filename="{_FILE_NAME}"', "Cache-Control": "no-store"}
    return Response(text, 200, headers, CSV)


def _both(visit: Visit) -> BothStreams:
    return BothStreams(visit.services.organisers, visit.stewards)


def _wanted(visit: Visit, about: Sequence[int]) -> Sequence[int]:
    by, both = visit.asked("by"), _both(visit)
    return [one for one in about if both.by(one) == by] if by else about


def _all(visit: Visit) -> Sequence[int]:
    """The newest first; an organiser is shown what is about itself, its members, and its tournaments."""
    office, organiser = visit.services.organisers, visit.request.path_params.get("organiser", "")
    about = [*range(1, office.position + 1)]
    if organiser:
        office.state.organiser(organiser)
        about = office.register.about(organiser, [one.account for one in office.state.members_of(organiser)])
    for entry in visit.stewards.entries:
        event = cast("s.StewardEvent", entry.event)
        if not isinstance(event, s.LanguageChosen) and (not organiser or organiser == _organiser(visit, event)):
            about.append(-entry.version)
    return sorted(about, key=_both(visit).at, reverse=True)


def _organiser(visit: Visit, event: s.StewardEvent) -> str:
    """The organiser that it is about; empty = the operator."""
    state = visit.services.organisers.state
    tournament, festival, program = _where(visit, event)
    if tournament:
        return visit.owner_of(tournament)
    if festival:
        return state.owner(o.OwnedKind.FESTIVAL, festival)
    return next((state.owned[key, program] for key in o.OwnedKind if (key, program) in state.owned), "")


def _where(visit: Visit, event: s.StewardEvent) -> tuple[str, str, str]:
    """The tournament, the festival, or the program of a decision."""
    state = visit.stewards.state
    match event:
        case s.StewardInvited(tournament=tournament):
            return tournament, "", ""
        case s.StewardDismissed(id=id):
            return state.invited[id].tournament, "", ""
        case s.ApiKeyMade(id=id) | s.ApiKeyRevoked(id=id):
            made = state.programs.keys[id].made
            return made.tournament, made.festival, id
        case s.WebhookSet(id=id) | s.WebhookRemoved(id=id) | s.WebhookSecretRotated(id=id):
            return state.programs.webhooks[id].tournament, "", id
    return "", "", ""


async def _told(visit: Visit, decisions: Sequence[int]) -> list[AuditRow]:
    entries = await _both(visit).read(decisions)
    organisers, state = visit.services.organisers.state, visit.stewards.state
    accounts = sorted(organisers.accounts) if len(entries) > PAGE_DECISIONS else sorted(_named(organisers, entries))
    names: dict[str, str] = {}
    for first in range(0, len(accounts), 500):
        names |= await asyncio.to_thread(visit.accounts.names, accounts[first : first + 500])
    teller = PeopleTeller(organisers, state, names, visit.office.name_of, visit.words)
    return [
        AuditRow(one.recorded_at, one.by, people_event_in_words(cast("PeopleEvent", one.event), teller))
        for one in entries
    ]


def _named(state: Organisers, entries: Sequence[Entry]) -> set[str]:
    """The accounts that these decisions name."""
    ids = {getattr(entry.event, name, "") for entry in entries for name in ("id", "account")}
    return {state.members[id].account if id in state.members else id for id in ids} & set(state.accounts)


routes: Sequence[BaseRoute] = (
    desk_get(_OF_SERVER, show_audit, Action.RUN),
    desk_get(_OF_SERVER + _FILE, send_audit, Action.RUN),
    desk_get(_OF_ORGANISER, show_audit, Action.LEAD),
    desk_get(_OF_ORGANISER + _FILE, send_audit, Action.LEAD),
)
