"""The list of tournaments, a new one, and what is decided about a tournament as a whole."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import islice
from math import ceil
from typing import Any

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.players import numbering
from domain.decisions.players.attendance import check_in_open, left_out
from domain.decisions.players.self_help import byes_to_decide
from domain.decisions.playoffs import TiedPlayers
from domain.decisions.qualifying import ComesFrom, Coming, accept_qualifiers, exchange_qualifiers, rule_of_source
from domain.decisions.rounds import closing
from domain.decisions.rounds.results import adjourned_games, undecided_armageddons
from domain.decisions.setup import announcing
from domain.decisions.setup.planning import plan_cautions
from domain.decisions.setup.regulations import IN_FORCE, NAMED_REGULATIONS, fitting, knows_playoffs, outside
from domain.events import Event
from domain.formats import rules_of
from domain.refusals import BadField, SourceMoved
from domain.stewards.permissions import Action
from domain.tournament import Tournament
from domain.tournament_cards.periods import period_without_ratings
from domain.words.games import Colour
from domain.words.regulations import Details, Regulations, Visibility
from projections.festivals.qualifiers import Drift, coming_from, drift
from projections.lists.catalogue import PUT_ASIDE
from projections.lists.checking_in import arrivals
from projections.lists.day import Lately, lately, moments_of_day
from projections.lists.history import Filter
from projections.moment.overview import Overview
from projections.moment.overview import overview as look
from projections.playoff.ties import could_tie, playoffs_left, tie
from server.clock import local_now
from server.office.tournaments import TournamentOffice, UnreadableTournament
from server.routes.api.commands import EVERYTHING_KEY, PAIRINGS_KEY, PLAYERS_KEY, founding_of_tournament
from server.routes.desk.done import hand_pairing, in_words
from server.routes.desk.preview import drifts_after
from server.routes.desk.rounds.waiting import by_the_clock, lineups_due
from server.routes.desk.rows import OVERVIEW, REASON, act, deciding, desk_get, desk_post, get, lot_seed, post
from server.routes.desk.setup import announcement
from server.routes.desk.stages.playoffs_held import earliest_playoff, held_playoffs
from server.routes.desk.visit import Visit, go, present_round
from server.routes.reachable import by_name, not_reachable, origin
from web.api.commands import CloseTournament, ReopenTournament
from web.api.commands import arranging as arranging
from web.api.commands import tournaments as whole
from web.paper.asked import PaperRequest
from web.paper.papers import papers_of_the_end

FIDE_OPEN = "fide"
"""The regulations that a new tournament begins with unless somebody chooses others."""
RARE_KINDS = ("dutch-1998", "portal-swiss", "portal-round-robin")
"""Regulations of few events: folded away beside the usual ones, unless they are chosen."""
RECENT_LINES = 10
AFTER_A_MOMENT_SECONDS = 3
"""Until a page has what the clock did at that moment."""


async def show_tournaments(visit: Visit) -> Response:
    """Tournaments that concern the steward; result entry goes to its boards at once, a captain to the lineup."""
    if visit.steward.team:
        return go(f"/desk/t/{visit.steward.tournament}/lineup")
    if visit.grant.only_fills and visit.steward.tournament:
        return go(f"/desk/t/{visit.steward.tournament}/enter")
    await visit.office.started()
    shared = visit.settings.organisers and visit.may(Action.RUN)
    return visit.page(
        "desk/tournaments.html",
        page=visit.searched,
        kept={shelf.value: visit.listed(shelf).found for shelf in PUT_ASIDE},
        unread=visit.office.unread,
        unreadable=_troubles(visit),
        no_organiser=shared and not visit.services.organisers.state.founded,
    )


def _troubles(visit: Visit) -> list[tuple[UnreadableTournament, list[str]]]:
    found: dict[str, tuple[UnreadableTournament, list[str]]] = {}
    for id, unreadable in visit.office.unreadable.items():
        if visit.concerns(id):
            found.setdefault(str(unreadable.trouble), (unreadable, []))[1].append(id)
    return list(found.values())


async def show_new(visit: Visit) -> Response:
    """A blank announcement; `?like=` names the regulations that it begins with."""
    asked = visit.form.text("like") or visit.asked("like")
    like = asked if asked in NAMED_REGULATIONS else FIDE_OPEN
    laws, rare = _begun_with(like), [name for name in RARE_KINDS if name != like]
    return visit.page(
        "desk/new.html",
        announcing_for=visit.announcing_for,
        **announcement.OFFERED_RULES,
        **announcement.tiebreaks_of(Tournament(regulations=laws), visit.words),
        like=like,
        names=[name for name in NAMED_REGULATIONS if name not in rare],
        rare=rare,
        in_fide_mode=not outside(laws),
        regulations=laws,
        details=Details(""),
    )


def named_regulations(visit: Visit) -> Mapping[str, str]:
    return announcement.regulations_in_form(NAMED_REGULATIONS[visit.form.text("like")])


def _begun_with(like: str) -> Regulations:
    return NAMED_REGULATIONS.get(like, IN_FORCE)


async def create(visit: Visit) -> Response:
    return go(f"/desk/t/{(await announced(visit)).id}?did=1")


async def announced(visit: Visit) -> TournamentOffice:
    regulations = announcement.regulations_from(visit.form, _begun_with(visit.form.text("like")))
    details = announcement.details_from(visit.form, Details(""), regulations.rounds)
    fide_mode = visit.form.text("fide_mode") != "off"
    seen_by = visit.form.choice("visibility", Visibility, Visibility.PUBLIC)
    if seen_by is Visibility.PRACTICE:
        raise BadField("visibility", seen_by, "practice-has-players")
    return await visit.create(
        details.name, lambda _: announcing.announce_in_mode(details, regulations, fide_mode=fide_mode, seen_by=seen_by)
    )


def _lately(visit: Visit) -> list[Lately]:
    return lately(visit.history, RECENT_LINES, Filter(without_fees=not visit.grant.arbitrates))


async def show_overview(visit: Visit, office: TournamentOffice) -> Response:
    t = office.tournament
    view, rules, upcoming = look(t), rules_of(t), t.published + 1
    tied, now, lines = _undecided_tie(visit), local_now(), _lately(visit)
    told = in_words(visit.history, t, [one.newest.version for one in lines], visit.words)
    return visit.page(
        "desk/overview.html",
        hint=visit.services.hint(office.id, t),
        view=view,
        recent=[(one, said) for one, (_, said) in zip(lines, told, strict=True)],
        **_day(visit, view, now),
        now=now,
        origin=origin(visit.request),
        by_name=by_name(visit.request),
        unreachable=not_reachable(visit.request),
        by_clock=by_the_clock(visit),
        failing=visit.copies.failing,
        fitting=None if t.paired else fitting(t),
        plan=tuple(plan_cautions(t)),
        drifts=await drifts_of(visit),
        drifted_from_here=await drifts_after(visit, office, ()),
        checked=visit.services.rating_checks.found(office.id, t),
        entries_waiting=await _entries_waiting(visit, office),
        byes_asked=len(byes_to_decide(t)),
        playoffs_held=await held_playoffs(visit, office),
        lot=rules.first_lot(t).value,
        at_once=rules.predetermined and not t.regulations.round_robin.one_by_one,
        more=t.published < view.rounds,
        there=[*islice((id for id in t.entrants if rules.takes_part(t, id, upcoming)), 2)],
        left_out=left_out(t),
        period_without_ratings=period_without_ratings(t),
        hand_pairing=hand_pairing(office),
        adjourned=adjourned_games(t),
        armageddons=undecided_armageddons(t),
        tied=tied,
        could=could_tie(t),
        lineups_due=lineups_due(visit, t.draft.number if t.draft else visit.snapshot.current),
        earliest=earliest_playoff(office, tied) if tied else "",
        papers=await visit.services.workers.in_one_thread(papers_of_the_end, _last_papers(visit)) if t.closed else {},
    )


def _last_papers(visit: Visit) -> PaperRequest:
    return PaperRequest(visit.snapshot, visit.words, visit.at.tournament.paired, drafts=True)


def _day(visit: Visit, view: Overview, now: datetime) -> Mapping[str, Any]:
    """The line of the day, the seconds until the clock changes it, and who is here while check-in goes on."""
    t = visit.at.tournament
    day = moments_of_day(visit.history, t, view, present_round(t), now)
    later = (ceil((one.at - now).total_seconds()) for one in day if one.at and not one.past)
    arriving = arrivals(visit.snapshot) if t.checked_in and check_in_open(t) else None
    return {"day": day, "again_seconds": next(later, 0) + AFTER_A_MOMENT_SECONDS, "arriving": arriving}


async def _entries_waiting(visit: Visit, office: TournamentOffice) -> int:
    """People who asked for their entry by the public form and have no answer yet."""
    if office.tournament.self_registration is None:
        return 0
    return await asyncio.to_thread(visit.services.entry_queue.store.count, office.id)


def _undecided_tie(visit: Visit) -> TiedPlayers | None:
    """The tie that a play-off could decide after the last round; None where one of the same players is held already."""
    t = visit.at.tournament
    if not rules_of(t).over(t) or t.playoff.declared or not knows_playoffs(t.regulations):
        return None
    tied = tie(visit.snapshot)
    return None if tied and any({*one.tied} == {*tied.players} for one in t.playoff.held.values()) else tied


async def close_tournament(visit: Visit, office: TournamentOffice) -> Response:
    reason = visit.form.line("reason")
    held = [one.of_table for one in await held_playoffs(visit, office)]
    left = await asyncio.to_thread(lambda: playoffs_left(visit.services.snapshots.in_hall(office), held))
    return go(f"/desk/t/{office.id}", await visit.command(lambda t: closing.close_tournament(t, reason, left)))


async def set_colour(visit: Visit, office: TournamentOffice) -> Response:
    """By lot with a seed that stays in the journal, or as the arbiter drew it by hand."""
    if visit.form.text("colour") == "lot":
        lot = lot_seed(visit)
        outcome = await visit.command(lambda t: numbering.draw_initial_colour(t, lot))
    else:
        colour = visit.form.choice("colour", Colour)
        outcome = await visit.command(lambda t: numbering.set_initial_colour(t, colour))
    return go(f"/desk/t/{office.id}", outcome)


# The stages before a tournament: what was corrected there since, and what to do


async def drifts_of(visit: Visit) -> list[Drift]:
    """Sources that would send others by now; one that cannot be read is passed over here, its own desk says why."""
    target, found = visit.at.tournament, list[Drift]()
    for slug, came in target.qualified.items():
        await visit.office.read(slug)
        source = visit.office.known(slug)
        if source is not None and (changed := drift(target, came, visit.services.snapshots.in_hall(source))):
            found.append(changed)
    return found


async def answer_qualified(
    visit: Visit, office: TournamentOffice, decide: Callable[[Tournament, ComesFrom, Coming, str], list[Event]]
) -> Response:
    rule, coming = await _seen(visit, office)
    reason = visit.form.line("reason")
    return go(f"/desk/t/{office.id}", await visit.command(lambda t: decide(t, rule, coming, reason)))


async def _seen(visit: Visit, office: TournamentOffice) -> tuple[ComesFrom, Coming]:
    """The source as the page showed it. Raises SourceMoved for a page of another moment."""
    slug = visit.form.text("source")
    came = office.tournament.qualified.get(slug)
    if came is None:
        raise BadField("source", slug, "not-here")
    source = await visit.office.open(slug)
    if source.position != visit.form.whole("seen"):
        raise SourceMoved(source.tournament.details.name)
    rule = rule_of_source(came)
    return rule, coming_from(visit.services.snapshots.in_hall(source), rule)


_CREATION = EVERYTHING_KEY(whole.CreateTournament, named_regulations)

routes: Sequence[BaseRoute] = (
    desk_get("/desk", show_tournaments, Action.ENTER),
    desk_get("/desk/new", show_new, Action.ANNOUNCE),
    desk_post(
        "/desk/new", create, "/desk/new", Action.ANNOUNCE, founding_of_tournament("/api/t", _CREATION, announced)
    ),
    get(OVERVIEW, show_overview),
    post("/colour", set_colour, OVERVIEW, PAIRINGS_KEY(whole.SetColour)),
    post("/close", close_tournament, OVERVIEW, EVERYTHING_KEY(CloseTournament)),
    act("/reopen", deciding(closing.reopen_tournament, REASON), EVERYTHING_KEY(ReopenTournament)),
    act("/numbers", deciding(numbering.draw_numbers, lot_seed), PAIRINGS_KEY(whole.DrawNumbers)),
    post(
        "/qualifiers/accept",
        partial(answer_qualified, decide=accept_qualifiers),
        OVERVIEW,
        PLAYERS_KEY(arranging.AcceptQualifiers),
    ),
    post(
        "/qualifiers/exchange",
        partial(answer_qualified, decide=exchange_qualifiers),
        OVERVIEW,
        PLAYERS_KEY(arranging.ExchangeQualifiers),
    ),
)
