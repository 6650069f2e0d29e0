"""The pages of long lists on which somebody's rows stand: whoever follows or finds somebody is led there."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from domain.words.players import EntrantId
from projections.moment.snapshot import Snapshot
from projections.moment.table_pages import last_page, page_of_line
from projections.round.pairings import Pairings
from projections.round.seats import seats


class RowPages(NamedTuple):
    """Of a round by board and by name, and of the list of players; 0: it has one page, or they are not in it."""

    boards: int = 0
    names: int = 0
    players: int = 0


NO_PAGES = RowPages()


def row_pages(snapshot: Snapshot, view: Pairings | None) -> Mapping[EntrantId, RowPages]:
    """Of those who have a row in a list of several pages; worked out once for a round."""
    round = view.round if view else 0
    return snapshot.about(round, "row pages", lambda: _row_pages(snapshot, view))


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
