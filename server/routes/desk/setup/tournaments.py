"""The list of tournaments, a new one, and what is decided about a tournament as a whole."""

import asyncio
import re
import secrets
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from domain.decisions.players import numbering
from domain.decisions.players.attendance import left_out
from domain.decisions.players.numbering import draw_numbers as decide_numbers
from domain.decisions.playoffs import TiedPlayers
from domain.decisions.rounds import closing, results
from domain.decisions.rounds.results import adjourned_games
from domain.decisions.setup import announcing
from domain.decisions.setup.planning import plan_cautions
from domain.decisions.setup.regulations import (
    IN_FORCE,
    NAMED_REGULATIONS,
    fitting,
    knows_playoffs,
    list_of,
    mixed_groups,
    outside,
)
from domain.events import Event
from domain.formats import rules_of
from domain.pairing import SYSTEMS
from domain.ranking.lists import PRESETS
from domain.ranking.tiebreaks import Ruleset
from domain.tournament import Tournament
from domain.words.games import Colour
from domain.words.regulations import Details, Format, Regulations, Visibility
from domain.words.rounds import RoundSpan
from projections.festivals.qualifiers import Drift, drift
from projections.lists.catalogue import PUT_ASIDE
from projections.moment.overview import overview as look
from projections.playoff.ties import could_tie, playoffs_left, tie
from server.office.tournaments import TournamentOffice, UnreadableTournament
from server.routes.desk.rounds.preview import drifts_after, preview
from server.routes.desk.setup.announcement import details_from, regulations_from, tiebreaks_of, typed_lines
from server.routes.desk.stages.playoffs_held import earliest_playoff, held_playoffs
from server.routes.desk.teams.lineups_due import lineups_due
from server.routes.desk.typed import typed_player
from server.routes.desk.visit import Visit, go, hand_pairing, in_words
from server.routes.forms import read_form
from server.routes.reachable import not_reachable, origin

ROUNDS_AND_GROUP = re.compile(r"(?:([0-9]{1,3})? *- *([0-9]{1,3})? *:)?(.*)", re.DOTALL)
"""`1-3: Petrov; Ivanova`, either round left out, or the players alone."""
FIDE_OPEN = "fide"
"""The regulations that a new tournament begins with unless somebody chooses others."""
RECENT_ENTRIES = 14
"""Entries shown on the overview."""

_CHOICES: Mapping[str, Any] = {
    "systems": SYSTEMS,
    "formats": [format for format in Format if format is not Format.PLAYOFF],
    "rulesets": list(Ruleset),
    "lists": PRESETS,
}
"""The choices of the form of the regulations."""


async def show_tournaments(visit: Visit) -> Response:
    """Those that concern whoever looks; result entry goes to its boards at once, a captain to the lineup."""
    if visit.steward.team:
        return go(f"/desk/t/{visit.steward.tournament}/lineup")
    if visit.grant.only_fills:
        return go(f"/desk/t/{visit.steward.tournament}/enter")
    await visit.office.started()
    return visit.page(
        "desk/tournaments.html",
        page=visit.searched,
        kept={shelf.value: visit.office.catalogue.count(shelf) for shelf in PUT_ASIDE},
        unread=visit.office.unread,
        unreadable=_troubles(visit),
    )


def _troubles(visit: Visit) -> list[tuple[UnreadableTournament, list[str]]]:
    """Unreadable tournaments that concern this steward, each with its trouble in words."""
    found: dict[str, tuple[UnreadableTournament, list[str]]] = {}
    for id, unreadable in visit.office.unreadable.items():
        if visit.concerns(id):
            found.setdefault(str(unreadable.trouble), (unreadable, []))[1].append(id)
    return list(found.values())


async def show_new(visit: Visit) -> Response:
    """A blank announcement; `?like=` names the regulations that it begins with."""
    asked = visit.form.text("like") or visit.asked("like")
    like = asked if asked in NAMED_REGULATIONS else FIDE_OPEN
    laws = _begun_with(like)
    return visit.page(
        "desk/new.html",
        **_CHOICES,
        **tiebreaks_of(Tournament(regulations=laws), visit.words),
        like=like,
        names=list(NAMED_REGULATIONS),
        in_fide_mode=not outside(laws),
        regulations=laws,
        details=Details(""),
    )


def _begun_with(like: str) -> Regulations:
    return NAMED_REGULATIONS.get(like, IN_FORCE)


async def create(visit: Visit) -> Response:
    office = await announced(visit)
    return go(f"/desk/t/{office.id}?did=1")


async def announced(visit: Visit) -> TournamentOffice:
    """The new tournament of the form."""
    regulations = regulations_from(visit.form, _begun_with(visit.form.text("like")))
    details = details_from(visit.form, Details(""), regulations.rounds)
    fide_mode = visit.form.text("fide_mode") != "off"
    seen_by = visit.form.choice("visibility", Visibility, Visibility.PUBLIC)
    return await visit.create(
        details.name, lambda _: announcing.announce_in_mode(details, regulations, fide_mode=fide_mode, seen_by=seen_by)
    )


async def show_overview(visit: Visit, office: TournamentOffice) -> Response:
    t = office.tournament
    recent = in_words(visit.history, t, visit.history.versions()[:RECENT_ENTRIES], visit.words)
    view, rules = look(t), rules_of(t)
    tied = _undecided_tie(visit) if _has_playoff_to_come(t) else None
    return visit.page(
        "desk/overview.html",
        t=t,
        view=view,
        recent=recent,
        origin=origin(visit.request),
        unreachable=not_reachable(visit.request),
        failing=visit.copies.failing,
        fitting=None if t.paired else fitting(t),
        plan=tuple(plan_cautions(t)),
        drifts=await drifts_of(visit),
        drifted_from_here=await drifts_after(visit, office, ()),
        checked=visit.services.rating_checks.found(office.id, t),
        entries_waiting=await _entries_waiting(visit, office),
        playoffs_held=await held_playoffs(visit, office),
        lot=rules.first_lot(t).value,
        at_once=rules.predetermined and not t.regulations.round_robin.one_by_one,
        more=t.published < view.rounds,
        there=[id for id in t.entrants if rules.takes_part(t, id, t.published + 1)],
        left_out=left_out(t),
        hand_pairing=hand_pairing(office),
        adjourned=adjourned_games(t),
        tied=tied,
        could=could_tie(t),
        lineups_due=lineups_due(visit, t.draft.number if t.draft else visit.snapshot.current),
        earliest=earliest_playoff(office, tied) if tied else "",
    )


async def _entries_waiting(visit: Visit, office: TournamentOffice) -> int:
    """Those who asked for their entry by the public form and have no answer yet."""
    if office.tournament.self_registration is None:
        return 0
    return await asyncio.to_thread(visit.services.entry_queue.store.count, office.id)


def _has_playoff_to_come(t: Tournament) -> bool:
    """The regulations know play-offs, this is none, and its last round is played."""
    return rules_of(t).over(t) and not t.playoff.declared and knows_playoffs(t.regulations)


def _undecided_tie(visit: Visit) -> TiedPlayers | None:
    """The tie that a play-off could decide; None where one of the same players is held already."""
    tied, held = tie(visit.snapshot), visit.at.tournament.playoff.held.values()
    return None if tied and any({*one.tied} == {*tied.players} for one in held) else tied


async def show_settings(visit: Visit, office: TournamentOffice) -> Response:
    t = office.tournament
    return visit.page(
        "desk/settings.html",
        t=t,
        **_CHOICES,
        **tiebreaks_of(t, visit.words),
        details=t.details,
        planned=rules_of(t).rounds(t) or t.regulations.rounds,
        regulations=t.regulations,
        mixed=mixed_groups(t.regulations),
        fitting=fitting(t),
        plan=tuple(plan_cautions(t)),
        by_hand={tiebreak.code for tiebreak in list_of(t.regulations).order} & {"MANUAL", "PLAYOFF"},
    )


async def amend_details(visit: Visit, office: TournamentOffice) -> Response:
    t = office.tournament
    details = details_from(visit.form, t.details, rules_of(t).rounds(t) or t.regulations.rounds)
    outcome = await visit.command(lambda t: announcing.amend_details(t, details))
    return go(f"/desk/t/{office.id}/settings", outcome)


async def amend_regulations(visit: Visit, office: TournamentOffice) -> Response:
    wanted = regulations_from(visit.form, office.tournament.regulations)
    reason = visit.form.line("reason")
    outcome = await visit.command(lambda t: announcing.amend_regulations(t, wanted, reason))
    return go(f"/desk/t/{office.id}/settings", outcome)


async def show_regulations_effect(visit: Visit, office: TournamentOffice) -> Response:
    """The effect of the form of the regulations as it stands. The reason is still being thought of."""
    form = read_form(visit.request.query_params)

    def decide(t: Tournament) -> list[Event]:
        return announcing.amend_regulations(t, regulations_from(form, t.regulations), "…")

    return await preview(visit, office, decide)


async def set_colour(visit: Visit, office: TournamentOffice) -> Response:
    """By lot with a seed that stays in the journal, or as the arbiter drew it by hand."""
    if visit.form.text("colour") == "lot":
        seed = visit.form.line("seed") or secrets.token_hex(8)
        outcome = await visit.command(lambda t: numbering.draw_initial_colour(t, seed))
    else:
        colour = visit.form.choice("colour", Colour)
        outcome = await visit.command(lambda t: numbering.set_initial_colour(t, colour))
    return go(f"/desk/t/{office.id}", outcome)


async def draw_numbers(visit: Visit, office: TournamentOffice) -> Response:
    """The numbers of a table, by lot; the seed stays in the journal."""
    seed = visit.form.line("seed") or secrets.token_hex(8)
    outcome = await visit.command(lambda t: decide_numbers(t, seed))
    return go(f"/desk/t/{office.id}", outcome)


async def draw_lots(visit: Visit, office: TournamentOffice) -> Response:
    seed = visit.form.line("seed") or secrets.token_hex(8)
    outcome = await visit.command(lambda t: numbering.draw_lots(t, seed))
    back = "" if visit.form.text("back") == "overview" else "/settings"
    return go(f"/desk/t/{office.id}{back}", outcome)


async def prohibit(visit: Visit, office: TournamentOffice) -> Response:
    """A group a line, players parted by semicolons: pairing numbers, or beginnings of names. `1-3:` before them
    are the rounds it holds in."""
    t, reason = office.tournament, visit.form.line("reason")
    typed = [ROUNDS_AND_GROUP.fullmatch(line) for line in typed_lines(visit.form, "groups")]
    groups = [[typed_player(t, part.strip()) for part in m[3].split(";") if part.strip()] for m in typed if m]
    rounds = [RoundSpan(int(m[1] or 0), int(m[2] or 0)) for m in typed if m]
    outcome = await visit.command(lambda t: announcing.prohibit(t, groups, reason, rounds))
    return go(f"/desk/t/{office.id}/settings", outcome)


async def drop_fide_mode(visit: Visit, office: TournamentOffice) -> Response:
    return go(f"/desk/t/{office.id}/settings", await visit.command(announcing.leave_fide_mode))


async def allow_reports(visit: Visit, office: TournamentOffice) -> Response:
    """Players report their results, or no longer do."""
    allowed = visit.form.ticked("allowed")
    outcome = await visit.command(lambda t: results.allow_reports(t, allowed))
    return go(f"/desk/t/{office.id}/settings", outcome)


async def close_tournament(visit: Visit, office: TournamentOffice) -> Response:
    """With a reason, before all planned rounds are played."""
    reason = visit.form.line("reason")
    held = [one.of_table for one in await held_playoffs(visit, office)]
    left = await asyncio.to_thread(lambda: playoffs_left(visit.services.snapshots.now(office), held))
    return go(f"/desk/t/{office.id}", await visit.command(lambda t: closing.close_tournament(t, reason, left)))


async def reopen_tournament(visit: Visit, office: TournamentOffice) -> Response:
    reason = visit.form.line("reason")
    return go(f"/desk/t/{office.id}", await visit.command(lambda t: closing.reopen_tournament(t, reason)))


# The stages before a tournament, for a page of its desk.


async def drifts_of(visit: Visit) -> list[Drift]:
    """Sources that would send others by now; one that cannot be read is passed over here, its own desk says why."""
    target, found = visit.at.tournament, list[Drift]()
    for slug, came in target.qualified.items():
        await visit.office.read(slug)
        source = visit.office.known(slug)
        if source is not None and (changed := drift(target, came, visit.services.snapshots.now(source))):
            found.append(changed)
    return found
