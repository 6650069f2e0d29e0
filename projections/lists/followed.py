"""Players and teams for those who follow them: the game of this round, points and place."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from domain.words.players import EntrantId
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.moment.table_pages import last_page, page_of_line
from projections.round.pairings import Pairings, TeamMatch, about_view
from projections.round.seats import SeatRow, seats
from projections.table.arena import games_now
from projections.table.standings import standings


class RowPages(NamedTuple):
    """Of a round by board and by name, and of the list of players; 0: it has one page, or they are not in it."""

    boards: int = 0
    names: int = 0
    players: int = 0


NO_PAGES = RowPages()


def row_pages(snapshot: Snapshot, view: Pairings | None) -> Mapping[EntrantId, RowPages]:
    """The pages on which entrants stand in lists of several pages; worked out once for a round."""
    if view is None:
        return snapshot.about(0, "row pages", lambda: _row_pages(snapshot, view))
    return about_view(snapshot, view, "row pages", lambda: _row_pages(snapshot, view))


def _row_pages(snapshot: Snapshot, view: Pairings | None) -> Mapping[EntrantId, RowPages]:
    boards = dict(_of_boards(view)) if view and view.last_page() > 1 else {}
    names = _of_lines(row.person.id for row in seats(snapshot, view)) if view else {}
    players = _of_lines(snapshot.people)
    listed = boards.keys() | names.keys() | players.keys()
    return {id: RowPages(boards.get(id, 0), names.get(id, 0), players.get(id, 0)) for id in listed}


def _of_boards(view: Pairings) -> Iterator[tuple[EntrantId, int]]:
    for number in range(1, view.last_page() + 1):
        page = view.page(number)
        yield from ((side.person.id, number) for match in page.matches for side in (match.first, match.second))
        yield from ((side.person.id, number) for board in page.boards for side in (board.white, board.black))
        yield from ((left.person.id, number) for left in page.unpaired)


def _of_lines(ids: Iterable[EntrantId]) -> Mapping[EntrantId, int]:
    """The page of each line; empty for a list of one page."""
    lines = list(ids)
    return {id: page_of_line(line) for line, id in enumerate(lines, 1)} if last_page(len(lines)) > 1 else {}


MOST_FOLLOWED = 12


class FollowedGame(NamedTuple):
    person: Person
    points: int
    """Half-points with this round."""
    round: int
    """0 = none is published yet."""
    start: str
    """ISO; empty = not announced."""
    seat: SeatRow | None
    """None = not in this round."""
    match: TeamMatch | None = None
    pages: RowPages = NO_PAGES


class FollowedPlace(NamedTuple):
    """Apart from the game, since it changes with the results of others."""

    person: Person
    place: int
    page: int = 1
    """Of the table, where the row stands."""


class Followed(NamedTuple):
    game: FollowedGame
    place: FollowedPlace


def followed_games(snapshot: Snapshot) -> Sequence[FollowedGame]:
    """One of everybody, in the order of the pairing numbers; only those that change are made again."""
    view = games_now(snapshot)
    points = {row.person.id: row.points for row in standings(snapshot).rows} if snapshot.round else {}
    seated = {row.person.id: row for row in seats(snapshot, view) if row.team is None} if view else {}
    matches = {side.person.id: one for one in view.matches for side in (one.first, one.second)} if view else {}
    pages = row_pages(snapshot, view)
    everybody = list(snapshot.people.values())
    ids = [one.id for one in everybody]
    of_all = [view.round if view else 0] * len(ids), [view.start if view else ""] * len(ids)
    found = [*map(seated.get, ids)], [*map(matches.get, ids)], [pages.get(id, NO_PAGES) for id in ids]
    rows = snapshot.rows("followed", snapshot.current, FollowedGame)
    return rows(everybody, [points.get(id, 0) for id in ids], *of_all, *found)


def followed_places(snapshot: Snapshot) -> Sequence[FollowedPlace]:
    """One of everybody who is in the table, by place."""
    rows = standings(snapshot).rows if snapshot.round else ()
    pages = [page_of_line(line) for line in range(1, len(rows) + 1)]
    places = snapshot.rows("followed-places", snapshot.round, lambda row, n: FollowedPlace(row.person, row.place, n))
    return places(rows, pages)


def followed(snapshot: Snapshot, wanted: Sequence[int]) -> tuple[Followed, ...]:
    """These players or teams, in this order; those whom nobody knows are left out."""
    games = {game.person.id: game for game in followed_games(snapshot)}
    places = {one.person.id: one for one in followed_places(snapshot)}
    known = [id for one in dict.fromkeys(wanted) if (id := EntrantId(one)) in games]
    return tuple(
        Followed(games[id], places.get(id) or FollowedPlace(games[id].person, 0)) for id in known[:MOST_FOLLOWED]
    )
