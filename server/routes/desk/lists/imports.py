"""Lists and report files at the desk: read first, shown with everything that was found, and only then stored.

Between the two steps the file travels in the form, not on the server: nothing is stored that
nobody confirmed, and a server that was restarted meanwhile does not mind.
"""

import asyncio
from collections.abc import Sequence
from functools import partial

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.players.registering import register_many
from domain.files.chess_results import without_frame
from domain.files.encodings import Encoding, telling_names
from domain.files.lists.rows import BadRoster, ListRow
from domain.files.trf import Unreadable
from domain.pairing import systems_for
from domain.refusals import BadField, FileKind
from domain.stewards.permissions import Action
from domain.words.players import ALL_OTHERS, NamesakeAnswers
from domain.words.regulations import Entrants
from server.office.list_checks import with_sources
from server.office.ratings_in_order import ListsInOrder
from server.office.report_files import PlayerList, ReportFile, read_players, read_report_file
from server.office.tournaments import TournamentOffice
from server.rating_lists.sheets import is_book, refuse_false_book, rows_at_desk
from server.routes.desk.lists import sent_lists
from server.routes.desk.rows import desk_get, desk_post, get, post
from server.routes.desk.typed import answered_in_list, chosen_entries
from server.routes.desk.visit import Visit, go
from web.wording import imports, trf
from web.wording.federations import federations_kept
from web.wording.imports import mended_sentences


async def import_file(visit: Visit) -> Response:
    sent = await sent_lists.sent_with(visit)
    try:
        rows = await _rows_of_book(visit, sent)
        file = await asyncio.to_thread(
            read_report_file,
            sent.name,
            sent.octets,
            full_byes_are_pairing_byes=visit.form.ticked("full_byes"),
            system=_system(visit),
            encoding=sent.chosen,
            rows=rows,
        )
        events = await asyncio.to_thread(file.events, visit.form.text("tournament_name"))
    except Unreadable as problem:
        says = [f"{sent.name}: {line}" for line in trf.every_sentence(problem, visit.words)]
        return await show_new_import(visit, says, sent=sent)
    except BadRoster as problem:
        return await show_new_import(visit, [f"{sent.name}: {imports.list_sentence(problem, visit.words)}"], sent=sent)
    again = visit.form.ticked("again") or visit.form.text("system") != visit.form.text("shown_system")
    if again or not visit.form.ticked("really"):
        return await show_new_import(visit, file=file, sent=sent, status=200)
    name = file.details(visit.form.text("tournament_name")).name
    office = await visit.create(name, lambda _: events, file.sha256)
    await sent_lists.keep_birth_dates(visit, office, file.birth_dates)
    return go(f"/desk/t/{office.id}?did=1")


async def _rows_of_book(visit: Visit, sent: sent_lists.Sent) -> Sequence[ListRow]:
    """None of what is no sheet. Raises a subclass of BadRoster."""
    if not is_book(sent.octets):
        return ()
    _, rows = await visit.services.workers.run(FileKind.TABLE, sent.name, rows_at_desk, sent.octets, None)
    return rows


def _system(visit: Visit) -> str:
    chosen = visit.form.text("system")
    known = systems_for(Entrants.PLAYERS)
    if chosen and chosen not in known:
        raise BadField("system", chosen, "one-of:" + ",".join(known))
    return chosen


async def show_players_import(visit: Visit, office: TournamentOffice) -> Response:
    return _players(visit, list_name=await asyncio.to_thread(_whole_lists, await _lists(visit, office)))


async def _lists(visit: Visit, office: TournamentOffice) -> ListsInOrder:
    return await asyncio.to_thread(visit.services.list_renewal.lists_in, office.tournament)


def _whole_lists(lists: ListsInOrder) -> str:
    """The rating lists that names can be looked up in; empty = none is here, or FIDE's is still being read."""
    about = lists.shelf.about()
    return lists.said if about is None or about.whole else ""


async def import_players(visit: Visit, office: TournamentOffice) -> Response:
    """First who would be registered, then, confirmed, all of them at once."""
    sent, lists = await sent_lists.sent_with(visit), await _lists(visit, office)
    list_name = await asyncio.to_thread(_whole_lists, lists)
    look_in = lists if list_name and visit.form.ticked("look_up") else None
    matching = None
    try:
        refuse_false_book(sent.name, sent.octets)
        separator, rows = await visit.services.workers.run(
            FileKind.TABLE, sent.name, rows_at_desk, sent.octets, sent.chosen
        )
        rows = without_frame(rows)
        matching = sent_lists.matching_of(rows, visit.form)
        found = await asyncio.to_thread(
            read_players,
            office.tournament,
            separator,
            rows,
            matching.chosen if matching else None,
            look_in,
            chosen_entries(visit.form),
        )
    except BadRoster as problem:
        says = imports.list_sentence(problem, visit.words)
        pasted = sent_lists.shown_text(sent)
        return _players(visit, says, sent=sent, matching=matching, pasted=pasted, list_name=list_name)
    answers = answered_in_list(visit.form, found.questions)
    if not office.has_done(visit.command_id) and not _confirmed(visit, found, answers):
        register_many(office.tournament, found.players, answers=ALL_OTHERS)
        unanswered = visit.form.ticked("really") and not visit.form.ticked("again")
        status = 422 if unanswered else 200
        return _players(visit, found=found, sent=sent, matching=matching, status=status, list_name=list_name)
    players = await asyncio.to_thread(with_sources, lists, found.players)
    outcome = await visit.command(lambda t: register_many(t, players, answers=answers), found.listed)
    events = [entry.event for entry in outcome.entries]
    await sent_lists.keep_birth_dates(visit, office, found.birth_dates(events, answers))
    return go(f"/desk/t/{office.id}/players", outcome)


def _confirmed(visit: Visit, found: PlayerList, answers: NamesakeAnswers) -> bool:
    """The arbiter has seen it as it is read now, and has answered every question."""
    form = visit.form
    asked = any(not answers.knows(one.index) for one in found.questions) or (found.filled and found.filled.open_lines)
    moved = bool(found.questions) and form.text("shown") not in ("", str(len(found.new)))
    return form.ticked("really") and not form.ticked("again") and not asked and not moved


async def show_new_import(
    visit: Visit,
    says: Sequence[str] = (),
    *,
    file: ReportFile | None = None,
    sent: sent_lists.Sent | None = None,
    status: int = 422,
) -> Response:
    return visit.page(
        "desk/import.html",
        status if says or file else 200,
        announcing_for=visit.announcing_for,
        says=says,
        file=file,
        sent=sent,
        mended=partial(mended_sentences, words=visit.words),
        systems=systems_for(Entrants.PLAYERS),
        encodings=list(Encoding),
    )


def _players(
    visit: Visit,
    says: str = "",
    *,
    found: PlayerList | None = None,
    sent: sent_lists.Sent | None = None,
    matching: sent_lists.Matching | None = None,
    pasted: str = "",
    list_name: str = "",
    status: int = 422,
) -> Response:
    return visit.page(
        "desk/players_import.html",
        status if says or found else 200,
        matching=matching,
        fields=sent_lists.LIST_FIELDS,
        says=says,
        found=found,
        lines=[listed.line for listed in found.new] if found else [],
        numbered=[one.player.name for one in found.new if any(map(str.isdigit, one.player.name))] if found else [],
        kept=federations_kept([one.player for one in found.roster.players], visit.words) if found else (),
        sent=sent,
        list_name=list_name,
        names=telling_names(listed.player.name for listed in found.roster.players) if found else [],
        encodings=list(Encoding),
        pasted=pasted or visit.form.text("list"),
    )


_FILE, _LIST = "/desk/import", "/players/import"

routes: Sequence[BaseRoute] = (
    desk_get(_FILE, show_new_import, Action.ANNOUNCE),
    desk_post(_FILE, import_file, _FILE, Action.ANNOUNCE),
    get(_LIST, show_players_import, Action.ARBITRATE),
    post(_LIST, import_players, _LIST),
)
