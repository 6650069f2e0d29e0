"""Standings and crosstable at the desk: what separates whom, and the ways to a wrong result, prizes and papers."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.ranking.tiebreak_lists import missing_tiebreaks
from domain.tournament import RoundState, Tournament
from domain.words.players import EntrantId
from projections.lists.name_search import find
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.moment.table_pages import on_page
from projections.player.card import RoundLine, player_card
from projections.table.crosstable import crosstable
from projections.table.prize_list import prize_list
from projections.table.separation import separated, why_place
from projections.table.standings import standings
from server.office.tournaments import TournamentOffice
from server.routes.desk.rows import get
from server.routes.desk.visit import Visit, go
from server.routes.forms import small
from web.links import DeskSite

SPOT = re.compile(r"\s*(?P<round>[0-9]{1,3})[^0-9]+(?P<board>[0-9]{1,5})\s*")
LONGEST_ASKED_CHARS = 80
PRIZES_SHOWN = 4
SEARCHED_PEOPLE = 5


class SearchedPlayer(NamedTuple):
    person: Person
    games: tuple[tuple[RoundLine, str], ...]
    """The address of each at the desk."""


async def show_standings(visit: Visit, office: TournamentOffice) -> Response:
    """After the round that is asked for, otherwise the newest."""
    t, snapshot = office.tournament, visit.snapshot
    wrong = visit.asked("wrong")[:LONGEST_ASKED_CHARS].strip()
    spot = SPOT.fullmatch(wrong)
    there = game_at(office, int(spot["round"]), int(spot["board"])) if spot else ""
    if there:
        return go(there)
    view = standings(snapshot, small(visit.asked("round")) or None)
    page = small(visit.asked("page")) or 1
    if page > view.last_page():
        raise HTTPException(404)
    prizes = prize_list(snapshot) if snapshot.round else None
    return visit.page(
        "desk/standings.html",
        view=view,
        rows=on_page(separated(snapshot, view.after), page),
        page=page,
        pages=view.last_page(),
        why=why_place(snapshot, view.after, EntrantId(small(visit.asked("player")))),
        site=DeskSite(office.id, t.regulations.of_teams),
        missing=missing_tiebreaks(t.regulations.order),
        wrong=wrong,
        spot=spot,
        searched=tuple(_searched(snapshot, office, wrong)) if wrong and not spot else (),
        prizes=prizes.rows[:PRIZES_SHOWN] if prizes else (),
        currency=prizes.currency if prizes else "",
    )


def game_at(office: TournamentOffice, round: int, board: int) -> str:
    """The page where the result of a board is set right: of a closed round its correction. Empty = no such board."""
    t = office.tournament
    if not 1 <= round <= t.published or board not in t.round(round).matches:
        return ""
    at = f"/desk/t/{office.id}/rounds/{round}"
    return f"{at}/boards/{board}/correct" if _is_corrected(t, round, board) else f"{at}?board={board}"


def _is_corrected(t: Tournament, round: int, board: int) -> bool:
    """One game with a result in a round that is over."""
    games = t.round(round).matches[board]
    return t.round(round).state is RoundState.CLOSED and len(games) == 1 and games[0].result is not None


def _searched(snapshot: Snapshot, office: TournamentOffice, wanted: str) -> Iterator[SearchedPlayer]:
    for row in find(snapshot, wanted).rows[:SEARCHED_PEOPLE]:
        entrant = row.team or row.person
        card = player_card(snapshot, entrant.id)
        lines = [line for line in card.lines if line.opponent] if card else []
        yield SearchedPlayer(entrant, tuple((line, game_at(office, line.round, line.board)) for line in lines))


async def show_crosstable(visit: Visit, office: TournamentOffice) -> Response:
    """A cell for each round. Formats whose rounds stand in a table have their own, to type in."""
    t = office.tournament
    if t.regulations.from_tables:
        return go(f"/desk/t/{office.id}/table")
    view, page = crosstable(visit.snapshot, by_place=visit.asked("by") != "number"), small(visit.asked("page")) or 1
    if page > view.last_page():
        raise HTTPException(404)
    return visit.page(
        "desk/crosstable.html",
        view=view,
        rows=view.page(page).rows,
        page=page,
        pages=view.last_page(),
        site=DeskSite(office.id, t.regulations.of_teams),
    )


routes: Sequence[BaseRoute] = (get("/standings", show_standings), get("/crosstable", show_crosstable))
