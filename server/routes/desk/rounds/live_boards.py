"""Live boards at the desk: which file is watched, what its games are, and the results that it offers.

No result is taken without a tap: the file says what a board shows, the arbiter says what happened.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.events import Event
from domain.games.events import DESK, PLAYER, SOURCE_OF_KEY
from domain.games.state import round_of
from domain.refusals import NoResultOffered
from domain.stewards.decisions import enter_result
from domain.tournament import Tournament, replay
from projections.round.board_sources import NO_NEWS, SourceNews, games_by_hand, news_of_sources
from projections.round.live_boards import LiveBoard, LiveBoards, live_boards
from server.live_boards.watching import FROM_FOLDER, WatchedPlace
from server.office.games.addresses import source_of_address
from server.office.tournaments import TournamentOffice
from server.routes.desk.rounds.waiting import ticket
from server.routes.desk.rows import get, post
from server.routes.desk.visit import Visit, go
from server.routes.reachable import origin
from web.wording.refusals import sentence


async def show_boards_at_desk(visit: Visit, office: TournamentOffice) -> Response:
    place, state = await visit.services.boards.seen(office.id), visit.services.games.all(office.id)
    unread = [sentence(one, None, visit.words) for one in place.refused]
    files = [*place.unreadable, *(f for one in visit.services.board_addresses.of(office.id) for f in one.unreadable)]
    return visit.page(
        "desk/live_boards.html",
        place=place,
        unread=unread,
        unreadable=files,
        view=_view(visit, office),
        sources=list(_sources(visit, office, place)),
        by_hand=games_by_hand(visit.snapshot, state),
        here_at=origin(visit.request),
    )


class GamesSource(NamedTuple):
    """A source of games, as the page lists it."""

    kind: str
    """`folder`, `address`, `desk`, `player`; else a program."""
    name: str
    news: SourceNews
    trouble: str = ""
    url: str = ""
    asked: bool = True
    """It has answered, or been silent, at least once."""


def _sources(visit: Visit, office: TournamentOffice, place: WatchedPlace) -> Iterator[GamesSource]:
    """Those that are looked up now, then those that have brought games."""
    news = news_of_sources(visit.services.games.all(office.id))
    folder = news.pop(FROM_FOLDER, NO_NEWS)
    if place.chosen or folder.games:
        yield GamesSource("folder", place.chosen, folder, place.trouble)
    known = {one.url: one for one in visit.services.board_addresses.of(office.id)}
    for url in office.tournament.board_addresses:
        one, name = known.get(url), source_of_address(url)
        trouble = one.trouble.in_words(visit.words) if one and one.trouble else ""
        asked = one is not None and one.answered
        yield GamesSource("address", name, news.pop(name, NO_NEWS), trouble, url, asked)
    for name, brought in sorted(news.items()):
        key = visit.stewards.state.programs.keys.get(name.removeprefix(SOURCE_OF_KEY))
        yield GamesSource(name if name in (DESK, PLAYER) else "program", key.made.name if key else name, brought)


async def watch_file(visit: Visit, office: TournamentOffice) -> Response:
    """Watch the file or folder that was typed, or none; a look at it comes first."""
    watch, typed = visit.services.boards, visit.form.text("path")
    if visit.form.text("leave"):
        await watch.leave(office.id)
    else:
        await watch.watch(office.id, typed)
    return go(f"/desk/t/{office.id}/live-boards")


async def take_results(visit: Visit, office: TournamentOffice) -> Response:
    """The results that are ticked, or the one that was tapped, in one step; then to the page they were taken on."""
    wanted, view = set(visit.form.lists.get("take", ())), _view(visit, office)
    offered = [one for one in view.offered if ticket(one) in wanted]

    outcome = await visit.command(lambda t: _taken(visit, t, view.round, offered), *sorted(wanted))
    round = visit.form.whole("from_round", 0)
    return go(f"/desk/t/{office.id}/" + (f"rounds/{round}" if round else "live-boards"), outcome)


def _taken(visit: Visit, t: Tournament, round: int, offered: list[LiveBoard]) -> list[Event]:
    """The entries, each on top of the one before. Raises NoResultOffered where there are none."""
    made: list[Event] = []
    now = t
    for one in offered:
        if one.said is None or now.round(round).game(one.board, one.game).result is not None:
            continue
        step = enter_result(now, visit.grant, round, one.board, one.said, seen=None, entered_at="", game=one.game)
        now = replay(step, now.copy())
        made += step
    if not made:
        raise NoResultOffered
    return made


def _view(visit: Visit, office: TournamentOffice) -> LiveBoards:
    state, round = visit.services.games.all(office.id), visit.snapshot.current
    early = [kept.on_board for key, kept in state.games.items() if round_of(key) > round]
    return live_boards(visit.snapshot, state.boards(round) + early)


_PAGE = "/live-boards"

routes: Sequence[BaseRoute] = (
    get(_PAGE, show_boards_at_desk),
    post(_PAGE, watch_file, _PAGE),
    post(f"{_PAGE}/take", take_results, _PAGE),
)
