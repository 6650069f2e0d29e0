"""The list of tournaments, a new one, and what is decided about a tournament as a whole."""

import secrets
from dataclasses import replace
from datetime import date, datetime

from starlette.responses import Response

from domain import numbering, registration, rounds
from domain.fields import text
from domain.games import Colour, Scoring
from domain.pairing import SYSTEMS
from domain.players import OrderOfEquals
from domain.rankable import mixed_groups
from domain.refusals import BadField
from domain.registration import LONGEST_NAME
from domain.regulations import CorrectionPolicy, Details, GroupRule, Regulations
from domain.stewards import Role
from domain.tiebreaks import Ruleset
from projections.overview import overview as look
from server.office import TournamentOffice
from server.reading_in import Unreadable
from server.routes.desk.lately import in_words
from server.routes.desk.rounds import player_of
from server.routes.desk.visit import Visit, go
from server.routes.forms import Form
from server.routes.screens import origin

MOST_LINES = 100
"""Deputies, rounds, groups: of each a page can hold so many."""

RECENT = 14
"""Entries shown on the overview."""


async def listing(visit: Visit) -> Response:
    """Those that concern whoever looks; result entry goes to its boards at once."""
    if visit.steward.role is Role.ENTRY:
        return go(f"/desk/t/{visit.steward.tournament}/enter")
    await visit.office.started()
    offices = [office for office in visit.office.folded if visit.steward.knows(office.id)]
    rows = [(office, look(office.tournament)) for office in reversed(offices)]
    return visit.page("desk/tournaments.html", rows=rows, unread=visit.office.unread, unreadable=_troubles(visit))


def _troubles(visit: Visit) -> list[tuple[Unreadable, list[str]]]:
    """What is wrong, and with which of the tournaments that concern whoever looks."""
    found: dict[str, tuple[Unreadable, list[str]]] = {}
    for id, unreadable in visit.office.unreadable.items():
        if visit.steward.knows(id):
            found.setdefault(str(unreadable.trouble), (unreadable, []))[1].append(id)
    return list(found.values())


async def new(visit: Visit) -> Response:
    return visit.page(
        "desk/new.html", systems=SYSTEMS, rulesets=list(Ruleset), regulations=Regulations(), details=Details("")
    )


async def create(visit: Visit) -> Response:
    details = details_from(visit.form, Details(""))
    regulations = regulations_from(visit.form, Regulations())
    office = await visit.office.create(
        details.name, visit.command_id, visit.session.name, lambda _: registration.announce(details, regulations)
    )
    return go(f"/desk/t/{office.id}?did=1")


async def overview(visit: Visit, office: TournamentOffice) -> Response:
    recent = in_words(visit.history, office.tournament, visit.history.versions()[:RECENT])
    view = look(office.tournament)
    return visit.page(
        "desk/overview.html",
        t=office.tournament,
        view=view,
        recent=recent,
        origin=origin(visit.request),
        failing=visit.copies.failing,
    )


async def settings(visit: Visit, office: TournamentOffice) -> Response:
    t = office.tournament
    return visit.page(
        "desk/settings.html",
        t=t,
        systems=SYSTEMS,
        rulesets=list(Ruleset),
        details=t.details,
        regulations=t.regulations,
        mixed=mixed_groups(t.regulations),
    )


async def amend_details(visit: Visit, office: TournamentOffice) -> Response:
    details = details_from(visit.form, office.tournament.details)
    outcome = await visit.command(lambda t: registration.amend_details(t, details))
    return go(f"/desk/t/{office.id}/settings", outcome)


async def amend_regulations(visit: Visit, office: TournamentOffice) -> Response:
    wanted = regulations_from(visit.form, office.tournament.regulations)
    reason = visit.form.line("reason")
    outcome = await visit.command(lambda t: registration.amend_regulations(t, wanted, reason))
    return go(f"/desk/t/{office.id}/settings", outcome)


async def set_colour(visit: Visit, office: TournamentOffice) -> Response:
    """By lot with a seed that stays in the journal, or as the arbiter drew it by hand."""
    if visit.form.text("colour") == "lot":
        seed = visit.form.line("seed") or secrets.token_hex(8)
        outcome = await visit.command(lambda t: numbering.draw_initial_colour(t, seed))
    else:
        colour = visit.form.choice("colour", Colour)
        outcome = await visit.command(lambda t: numbering.set_initial_colour(t, colour))
    return go(f"/desk/t/{office.id}", outcome)


async def draw_lots(visit: Visit, office: TournamentOffice) -> Response:
    seed = visit.form.line("seed") or secrets.token_hex(8)
    outcome = await visit.command(lambda t: numbering.draw_lots(t, seed))
    return go(f"/desk/t/{office.id}/settings", outcome)


async def prohibit(visit: Visit, office: TournamentOffice) -> Response:
    """A group a line, players parted by semicolons: pairing numbers, or beginnings of names."""
    t, reason = office.tournament, visit.form.line("reason")
    groups = [
        [player_of(t, part.strip()) for part in line.split(";") if part.strip()]
        for line in _lines(visit.form, "groups")
    ]
    outcome = await visit.command(lambda t: registration.prohibit(t, groups, reason))
    return go(f"/desk/t/{office.id}/settings", outcome)


async def close(visit: Visit, office: TournamentOffice) -> Response:
    return go(f"/desk/t/{office.id}", await visit.command(rounds.close_tournament))


async def reopen(visit: Visit, office: TournamentOffice) -> Response:
    reason = visit.form.line("reason")
    return go(f"/desk/t/{office.id}", await visit.command(lambda t: rounds.reopen_tournament(t, reason)))


def details_from(form: Form, before: Details) -> Details:
    return replace(
        before,
        name=form.text("tournament_name", before.name),
        city=form.text("city", before.city),
        federation=form.text("federation", before.federation),
        start=_date(form, "start"),
        end=_date(form, "end"),
        chief_arbiter=form.text("chief_arbiter", before.chief_arbiter),
        deputies=tuple(text("deputies", line, LONGEST_NAME) for line in _lines(form, "deputies")),
        time_control=form.text("time_control", before.time_control),
        schedule=tuple(_moment(line) for line in _lines(form, "schedule")),
    )


def regulations_from(form: Form, before: Regulations) -> Regulations:
    """A form may carry a part of the fields; the others stay."""
    return replace(
        before,
        system=form.text("system", before.system),
        rounds=form.whole("rounds", before.rounds),
        order=tuple(form.text("order").replace(",", " ").split()) or before.order,
        ruleset=form.text("ruleset", before.ruleset),
        corrections=form.choice("corrections", CorrectionPolicy) if form.text("corrections") else before.corrections,
        group_rule=form.choice("group_rule", GroupRule) if form.text("group_rule") else before.group_rule,
        numbering=form.choice("numbering", OrderOfEquals) if form.text("numbering") else before.numbering,
        scoring=_scoring(form, before.scoring),
        shared_places=form.ticked("shared_places") if form.text("order") else before.shared_places,
    )


def _scoring(form: Form, before: Scoring) -> Scoring:
    """Points as people write them: 1, 0.5 or ½."""
    return Scoring(
        win=_half_points(form, "win", before.win),
        draw=_half_points(form, "draw", before.draw),
        loss=_half_points(form, "loss", before.loss),
        pairing_bye=_half_points(form, "pairing_bye", before.pairing_bye),
        absence=_half_points(form, "absence", before.absence),
    )


def _half_points(form: Form, name: str, before: int) -> int:
    typed = form.text(name).replace(",", ".").replace("½", ".5")
    if not typed:
        return before
    whole, _, part = typed.partition(".")
    if (whole and not (whole.isascii() and whole.isdigit() and len(whole) < 3)) or part not in ("", "0", "5"):
        raise BadField("scoring", form.text(name), "half-points")
    return 2 * int(whole or 0) + (part == "5")


def _date(form: Form, name: str) -> str:
    typed = form.text(name)
    try:
        return date.fromisoformat(typed).isoformat() if typed else ""
    except ValueError:
        raise BadField(name, typed, "date") from None


def _moment(line: str) -> str:
    """`2026-11-21T15:00`; a blank instead of the T will do."""
    try:
        return datetime.fromisoformat(line).replace(tzinfo=None).isoformat(timespec="minutes")
    except ValueError:
        raise BadField("schedule", line, "moment") from None


def _lines(form: Form, name: str) -> tuple[str, ...]:
    return tuple(line for raw in form.text(name).splitlines() if (line := raw.strip()))[:MOST_LINES]
