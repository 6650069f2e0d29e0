"""The arbiter's side of self-registration: opening and closing the form, and the queue of those who asked."""

from datetime import datetime

from starlette.responses import Response

from domain.decisions.players.registering import (
    close_self_registration,
    open_self_registration,
    register,
    register_many,
    takes_entries,
)
from domain.refusals import BadField, ReasonMissing
from domain.words.players import EntrantId
from server.office.entry_queue import named_alike, of_one_address, registered_in
from server.office.tournaments import Outcome, TournamentOffice
from server.routes.desk.players.namesakes import answered_in_form, listed_key, questions_of
from server.routes.desk.visit import Visit, go
from server.routes.reachable import not_reachable, origin

MOST_SHOWN = 100
"""Requests on the page; the next ones come when these are decided."""


async def show_queue(visit: Visit, office: TournamentOffice) -> Response:
    waiting = await visit.services.entry_queue.waiting(office)
    return visit.page(
        "desk/entry_queue.html",
        t=office.tournament,
        limits=office.tournament.self_registration,
        open_now=takes_entries(office.tournament),
        waiting=waiting,
        most_shown=MOST_SHOWN,
        of_one_address=of_one_address(waiting),
        named_alike=named_alike(waiting),
        sends_links=visit.settings.sends_links,
        address=f"{origin(visit.request)}/entry/{office.id}",
        unreachable=not_reachable(visit.request),
        questions=questions_of(visit.refusal),
    )


async def open_form(visit: Visit, office: TournamentOffice) -> Response:
    most, last_day, today = (
        visit.form.whole("most_entrants", 0),
        visit.form.text("last_day"),
        datetime.now().astimezone().date(),
    )
    by_mail = visit.form.ticked("by_mail")
    before = office.tournament.self_registration
    if by_mail and not visit.settings.sends_links and not (before and before.by_mail):
        raise BadField("by_mail", "", "no-mail")
    outcome = await visit.command(lambda t: open_self_registration(t, most, last_day, today, by_mail=by_mail))
    return _back(office, outcome)


async def close_form(visit: Visit, office: TournamentOffice) -> Response:
    return _back(office, await visit.command(close_self_registration))


async def accept_entry(visit: Visit, office: TournamentOffice) -> Response:
    """One player is registered; `listed` is the key of the listed player that they are taken from."""
    queue, token, key = visit.services.entry_queue, visit.form.text("token"), listed_key(visit.form.text("listed"))
    who = await queue.one(office, token)
    player, answers = await queue.as_listed(office, who, key), answered_in_form(visit.form)
    outcome = await visit.command(lambda t: register(t, player, None, answers))
    place = answers.same.get(0, 0)
    known = [one.player.id for one in who.namesakes[place : place + 1]]
    entrants = registered_in(outcome.entries) or known
    await queue.accepted(office, [(token, EntrantId(id)) for id in entrants[:1]])
    return _back(office, outcome)


async def accept_clear(visit: Visit, office: TournamentOffice) -> Response:
    """All about whom nothing has to be asked, in one step. Raises BadField where there is nobody."""
    queue = visit.services.entry_queue
    clear = [one for one in await queue.waiting(office) if one.clear]
    if not clear:
        raise BadField("players", "", "nobody-clear")
    players = [await queue.as_listed(office, one, one.player.fide_id) for one in clear]
    outcome = await visit.command(lambda t: register_many(t, players))
    tokens = [one.token for one in clear]
    await queue.accepted(office, list(zip(tokens, registered_in(outcome.entries), strict=True)))
    return _back(office, outcome)


async def refuse_applicant(visit: Visit, office: TournamentOffice) -> Response:
    """Raises ReasonMissing: the applicant reads it."""
    reason = visit.form.line("reason")
    if not reason:
        raise ReasonMissing("turn-down")
    queue = visit.services.entry_queue
    who = await queue.one(office, visit.form.text("token"))
    await queue.refuse([who.token], reason)
    return _back(office, None)


async def refuse_many(visit: Visit, office: TournamentOffice) -> Response:
    """Those that are ticked, or all who look alike, with one reason. Raises ReasonMissing, or BadField for nobody."""
    reason = visit.form.line("reason")
    if not reason:
        raise ReasonMissing("turn-down")
    queue, whom = visit.services.entry_queue, visit.form.text("whom")
    waiting = await queue.waiting(office)
    alike = {group.key: group.entries for group in (*of_one_address(waiting), *named_alike(waiting))}
    ticked = set(visit.form.all("entry"))
    chosen = alike.get(whom, ()) if whom else [one for one in waiting if one.token in ticked]
    if not chosen:
        raise BadField("players", "", "nobody-ticked")
    await queue.refuse([one.token for one in chosen], reason)
    return _back(office, None)


def _back(office: TournamentOffice, outcome: Outcome | None) -> Response:
    return go(f"/desk/t/{office.id}/entries", outcome)
