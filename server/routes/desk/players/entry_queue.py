"""The arbiter's side of self-registration: opening and closing the form, and the queue of those who asked."""

from collections.abc import Mapping, Sequence

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.players import registering
from domain.decisions.players.conditions import conditions_asked, set_conditions
from domain.decisions.players.fees import entries_dated
from domain.decisions.players.waiting_list import enter_or_wait, register_from_list, take_off_list
from domain.refusals import BadField, ReasonMissing
from domain.stewards.permissions import Action
from domain.words.choices.conditions import EntryConditions, RatingMeant
from domain.words.players import EntrantId
from server.clock import local_now
from server.office.entry_queue import WaitingEntry, named_alike, of_one_address, registered_in
from server.office.tournaments import Outcome, TournamentOffice
from server.routes.api.commands import PLAYERS_KEY
from server.routes.desk.rows import REASON, act, deciding, get, post
from server.routes.desk.typed import answered_in_form, listed_key, questions_of
from server.routes.desk.visit import Visit, go
from server.routes.reachable import not_reachable, origin
from web.api.commands import arranging as arranging
from web.wording.conditions import category_in_words

MOST_SHOWN = 100


async def show_queue(visit: Visit, office: TournamentOffice) -> Response:
    waiting = await visit.services.entry_queue.waiting(office)
    return visit.page(
        "desk/entry_queue.html",
        limits=office.tournament.self_registration,
        open_now=registering.takes_entries(office.tournament),
        waiting=waiting,
        most_shown=MOST_SHOWN,
        of_one_address=of_one_address(waiting),
        named_alike=named_alike(waiting),
        sends_links=visit.settings.sends_links,
        conditions=category_in_words(conditions_asked(office.tournament), visit.words),
        address=f"{origin(visit.request)}/entry/{office.id}",
        unreachable=not_reachable(visit.request),
        questions=questions_of(visit.refusal),
    )


async def open_form(visit: Visit, office: TournamentOffice) -> Response:
    form, today = visit.form, local_now().date()
    most, last_day, by_mail = form.whole("most_entrants", 0), form.text("last_day"), form.ticked("by_mail")
    waits, late = form.ticked("waiting_list"), form.ticked("moves_up_late")
    before = office.tournament.self_registration
    if by_mail and not visit.settings.sends_links and not (before and before.by_mail):
        raise BadField("by_mail", "", "no-mail")
    outcome = await visit.command(
        lambda t: registering.open_self_registration(
            t, most, last_day, today, by_mail=by_mail, waiting_list=waits, moves_up_late=late
        )
    )
    return _back(office, outcome)


def entries_now(visit: Visit) -> Mapping[str, str]:
    limits = visit.at.tournament.self_registration
    if limits is None:
        return {}
    ticks = {name: "1" for name in ("by_mail", "waiting_list", "moves_up_late") if getattr(limits, name)}
    return {"most_entrants": str(limits.most), "last_day": limits.last_day, **ticks}


def _waiting_player(visit: Visit) -> EntrantId:
    return EntrantId(visit.form.whole("player", 0))


def _conditions(visit: Visit) -> EntryConditions:
    form = visit.form
    rating = form.choice("rating_meant", RatingMeant, RatingMeant.COUNTS)
    return EntryConditions(form.line("conditions"), form.ticked("enforced"), rating, form.text("age_day"))


async def accept_entry(visit: Visit, office: TournamentOffice) -> Response:
    """One player is registered; `listed` is the key of the listed player that they are taken from."""
    queue, token, key = visit.services.entry_queue, visit.form.text("token"), listed_key(visit.form.text("listed"))
    who = await queue.one(office, token)
    player, answers = await queue.as_listed(office, who, key), answered_in_form(visit.form)
    outcome = await visit.command(lambda t: entries_dated(t, enter_or_wait(t, [player], answers), [_day_asked(who)]))
    place = answers.same.get(0, 0)
    entrants = registered_in(outcome.entries) or [one.player.id for one in who.namesakes[place : place + 1]]
    await queue.accepted(office, [(token, EntrantId(id)) for id in entrants[:1]])
    return _back(office, outcome)


def _day_asked(one: WaitingEntry) -> str:
    return one.asked_at.astimezone().date().isoformat()


async def accept_clear(visit: Visit, office: TournamentOffice) -> Response:
    """All about whom nothing has to be asked, in one step. Raises BadField where there is nobody."""
    queue = visit.services.entry_queue
    clear = [one for one in await queue.waiting(office) if one.clear]
    if not clear:
        raise BadField("players", "", "nobody-clear")
    players = [await queue.as_listed(office, one, one.player.fide_id) for one in clear]
    days = [_day_asked(one) for one in clear]
    outcome = await visit.command(lambda t: entries_dated(t, enter_or_wait(t, players), days))
    await queue.accepted(office, list(zip((one.token for one in clear), registered_in(outcome.entries), strict=True)))
    return _back(office, outcome)


async def refuse_applicant(visit: Visit, office: TournamentOffice) -> Response:
    reason, queue = _reason(visit), visit.services.entry_queue
    who = await queue.one(office, visit.form.text("token"))
    await queue.refuse([who.token], reason)
    return _back(office, None)


async def refuse_many(visit: Visit, office: TournamentOffice) -> Response:
    """Entries that are ticked, or all who look alike, with one reason. Raises BadField for nobody."""
    reason, queue, whom = _reason(visit), visit.services.entry_queue, visit.form.text("whom")
    waiting = await queue.waiting(office)
    alike = {group.key: group.entries for group in (*of_one_address(waiting), *named_alike(waiting))}
    ticked = set(visit.form.all("entry"))
    chosen = alike.get(whom, ()) if whom else [one for one in waiting if one.token in ticked]
    if not chosen:
        raise BadField("players", "", "nobody-ticked")
    await queue.refuse([one.token for one in chosen], reason)
    return _back(office, None)


def _reason(visit: Visit) -> str:
    """Raises ReasonMissing: the applicant reads it."""
    if reason := visit.form.line("reason"):
        return reason
    raise ReasonMissing("turn-down")


def _back(office: TournamentOffice, outcome: Outcome | None) -> Response:
    return go(f"/desk/t/{office.id}{_QUEUE}", outcome)


_QUEUE = "/entries"

routes: Sequence[BaseRoute] = (
    get(_QUEUE, show_queue, Action.ARBITRATE),
    post(_QUEUE, open_form, _QUEUE, PLAYERS_KEY(arranging.OpenEntries, entries_now)),
    act(
        f"{_QUEUE}/close", deciding(registering.close_self_registration), PLAYERS_KEY(arranging.CloseEntries), on=_QUEUE
    ),
    act(
        f"{_QUEUE}/conditions",
        deciding(set_conditions, _conditions),
        PLAYERS_KEY(arranging.SetConditions),
        on=_QUEUE,
        to=_QUEUE,
    ),
    act(
        f"{_QUEUE}/waiting/take-off",
        deciding(take_off_list, _waiting_player, REASON),
        PLAYERS_KEY(arranging.TakeOffWaitingList),
        on=_QUEUE,
        to=_QUEUE,
    ),
    act(
        f"{_QUEUE}/waiting/register",
        deciding(register_from_list, _waiting_player),
        PLAYERS_KEY(arranging.RegisterFromWaitingList),
        on=_QUEUE,
        to=_QUEUE,
    ),
    post(f"{_QUEUE}/accept", accept_entry, _QUEUE),
    post(f"{_QUEUE}/accept-clear", accept_clear, _QUEUE),
    post(f"{_QUEUE}/refuse", refuse_applicant, _QUEUE),
    post(f"{_QUEUE}/refuse-many", refuse_many, _QUEUE),
)
