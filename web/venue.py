"""A wall as named parts: what the page of a screen is made of, and what the feed pushes to it.

The parts are the settings, then each content followed by its rows: `settings`, `pairings:open`,
`pairings:open/b1`, `pairings:open/b2`, ... A row goes into the element whose `data-parts` is the
beginning of its name. The page is written from the same parts by the same macros.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from projections.on_the_wall import Card, Countdown, Cross, Notice, Picture, Results, Seats, Waiting
from projections.pairings import Pairings
from projections.screens import Item, Wall
from projections.standings import Standings
from web.rendering import part

ROWS = "venue/rows.html"
SHEETS = "venue/sheets.html"
MOST_KNOWN = 200


@dataclass(frozen=True, slots=True)
class Sheet:
    """One content, rendered."""

    key: str
    head: str
    """The whole section with an empty list."""
    rows: dict[str, str]
    """Part name to row."""
    whole: str
    """The whole section with its rows."""


class Venue:
    """Renders walls, and keeps each content of the newest moment: a hundred screens share a few lists."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], tuple[object, Sheet]] = {}

    def parts(self, wall: Wall, lang: str) -> dict[str, str]:
        """The wall for the feed."""
        out = {"settings": settings(wall, lang)}
        for each in self.sheets(wall, lang):
            out[each.key] = each.head
            out.update(each.rows)
        return out

    def page(self, wall: Wall, lang: str) -> Markup:
        """The same as one piece of HTML."""
        return Markup("").join([Markup(settings(wall, lang)), *(Markup(s.whole) for s in self.sheets(wall, lang))])

    def sheets(self, wall: Wall, lang: str) -> Iterator[Sheet]:
        """Every content of the wall in order. Contents that are shown twice keep apart."""
        seen: dict[str, int] = {}
        for item in wall.items:
            name = _name(item)
            seen[name] = seen.get(name, 0) + 1
            yield self._sheet(item, wall, name if seen[name] == 1 else f"{name}~{seen[name]}", lang)

    def _sheet(self, item: Item, wall: Wall, key: str, lang: str) -> Sheet:
        """Rendered anew when anything it is made of is different."""
        frame = (wall.screen.name, wall.screen.title) if isinstance(item.body, Waiting) else ()
        made_of = (item, frame)
        place = (key, lang, wall.part, wall.screen.parts, wall.screen.seconds)
        known = self._known.get(place)
        if known is not None and known[0] == made_of:
            return known[1]
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        fresh = sheet(item, wall, key, lang)
        self._known[place] = (made_of, fresh)
        return fresh


def sheet(item: Item, wall: Wall, key: str, lang: str) -> Sheet:
    rows = dict(_rows(item, key, lang))
    macro, identity = _macro(item), _identity(item, key)
    head = part(SHEETS, macro, item, wall, key, identity, "", lang=lang)
    whole = part(SHEETS, macro, item, wall, key, identity, Markup("").join(map(Markup, rows.values())), lang=lang)
    return Sheet(key, str(head), rows, str(whole))


def settings(wall: Wall, lang: str) -> str:
    return str(part(SHEETS, "settings", wall, positions(wall), lang=lang))


def positions(wall: Wall) -> str:
    """What stands small at the foot of the glass: where in the journals this is."""
    return " · ".join(f"{stream} {position}" for stream, position in wall.positions.items())


def _name(item: Item) -> str:
    content = item.content
    tail = f":{content.player}" if content.player else ""
    return f"{content.kind}:{content.tournament}{tail}"


def _identity(item: Item, key: str) -> str:
    """Changes when the list becomes another one, so that a new round is not a wall full of marked rows."""
    match item.body:
        case Pairings(round=round) | Results(round=round):
            return f"{key}#{round}"
        case Seats(view=view):
            return f"{key}#{view.round}"
        case Waiting(why=why):
            return f"{key}#{why}"
        case _:
            return key


def _macro(item: Item) -> str:
    match item.body:
        case Waiting():
            return "waiting"
        case Notice():
            return "announcement"
        case Picture():
            return "picture"
        case Countdown():
            return "countdown"
        case _:
            return str(item.content.kind)


def _rows(item: Item, key: str, lang: str) -> Iterable[tuple[str, str]]:
    match item.body:
        case Pairings() if item.content.kind == "boards":
            yield from _each("short_board", ((f"b{row.board}", row) for row in item.body.boards), key, lang)
        case Pairings():
            yield from _each("board", ((f"b{row.board}", row) for row in item.body.boards), key, lang)
            yield from _each("unpaired", ((f"u{row.person.id}", row) for row in item.body.unpaired), key, lang)
        case Seats(rows=seats):
            yield from _each("seat", ((f"p{row.person.id}", row) for row in seats), key, lang)
        case Standings():
            yield from _each("standing", ((f"p{row.person.id}", row) for row in item.body.rows), key, lang)
        case Cross(rows=lines):
            yield from _each("cross", ((f"p{line.row.person.id}", line) for line in lines), key, lang)
        case Results(rows=latest):
            yield from _each("latest", ((f"r{row.round}b{row.row.board}", row) for row in latest), key, lang)
        case Card(games=games):
            for number, cell in enumerate(games, 1):
                yield f"{key}/r{number}", str(part(ROWS, "game", cell, number, key, lang=lang))
        case _:
            return


def _each(macro: str, rows: Iterable[tuple[str, object]], key: str, lang: str) -> Iterator[tuple[str, str]]:
    for name, row in rows:
        yield f"{key}/{name}", str(part(ROWS, macro, row, key, lang=lang))
