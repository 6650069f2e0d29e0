"""Each decision about people and what belongs to whom: who decided what, and when; of a server, or of one organiser."""

import asyncio
from collections.abc import Iterator, Sequence
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
from server.routes.desk.rows import desk_get
from server.routes.desk.visit import Visit
from server.routes.forms import small
from web.api.openapi import CSV
from web.downloads.csv_file import csv_file
from web.tables import DataTable, Kind, TableColumn
from web.wording.events.people import PeopleEvent, PeopleTeller, organiser_of, people_event_in_words

PAGE_DECISIONS = 50
_OF_SERVER, _OF_ORGANISER = "/desk/audit", "/desk/organisers/{organiser}/audit"
_FILE, _FILE_NAME = ".csv", "audit.csv"


@dataclass(frozen=True, slots=True)
class AuditRow:
    at: datetime
    by: str
    what: str


async def show_audit(visit: Visit) -> Response:
    entries = _wanted(visit)
    pages = max(1, -(-len(entries) // PAGE_DECISIONS))
    number = min(max(1, small(visit.asked("page"))), pages)
    shown = entries[(number - 1) * PAGE_DECISIONS : number * PAGE_DECISIONS]
    organiser = visit.services.organisers.state.founded.get(visit.request.path_params.get("organiser", ""))
    return visit.page(
        "desk/audit.html",
        rows=await _told(visit, shown),
        organiser=organiser,
        authors=sorted({entry.by for entry in _all(visit)}, key=name_order("")),
        by=visit.asked("by"),
        found=len(entries),
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
    text = csv_file([DataTable("", columns, await _told(visit, _wanted(visit)))], words) or ""
    headers = {"Content-Disposition": f'attachment; filename="{_FILE_NAME}"', "Cache-Control": "no-store"}
    return Response(text, 200, headers, CSV)


def _wanted(visit: Visit) -> list[Entry]:
    by = visit.asked("by")
    return [entry for entry in _all(visit) if by in ("", entry.by)]


def _all(visit: Visit) -> list[Entry]:
    """The newest first; an organiser is shown what is about itself, its members, and its tournaments."""
    organiser = visit.request.path_params.get("organiser", "")
    if organiser:
        visit.services.organisers.state.organiser(organiser)
    both = [*visit.services.organisers.entries, *visit.stewards.entries]
    found = (entry for entry in both if not isinstance(entry.event, s.LanguageChosen))
    about = [entry for entry in found if not organiser or organiser in set(_concerned(visit, _event(entry)))]
    return sorted(about, key=lambda entry: entry.recorded_at, reverse=True)


def _event(entry: Entry) -> PeopleEvent:
    return cast("PeopleEvent", entry.event)


def _concerned(visit: Visit, event: PeopleEvent) -> Iterator[str]:
    """The organisers that it is about."""
    state = visit.services.organisers.state
    if isinstance(event, o.OrganiserEvent):
        yield organiser_of(event, state) or ""
        if isinstance(event, o.AccountOpened | o.AccountSuspended | o.AccountReadmitted | o.AccountClosed):
            yield from _of_account(state, event.id)
        return
    tournament, festival, program = _where(visit, event)
    if tournament:
        yield visit.owner_of(tournament)
    elif festival:
        yield state.owner(o.OwnedKind.FESTIVAL, festival)
    elif program:
        yield next((state.owned[key, program] for key in o.OwnedKind if (key, program) in state.owned), "")


def _of_account(state: Organisers, account: str) -> Iterator[str]:
    return (state.members[one].invited.organiser for one in state.joined.get(account, ()))


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


async def _told(visit: Visit, entries: Sequence[Entry]) -> list[AuditRow]:
    organisers, state = visit.services.organisers.state, visit.stewards.state
    accounts = sorted(organisers.accounts) if len(entries) > PAGE_DECISIONS else sorted(_named(organisers, entries))
    names: dict[str, str] = {}
    for first in range(0, len(accounts), 500):
        names |= await asyncio.to_thread(visit.accounts.names, accounts[first : first + 500])
    teller = PeopleTeller(organisers, state, names, visit.office.name_of, visit.words)
    return [AuditRow(one.recorded_at, one.by, people_event_in_words(_event(one), teller)) for one in entries]


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
