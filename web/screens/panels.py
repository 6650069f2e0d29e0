"""A wall as named parts: what the page of a screen is made of, and what the feed pushes to it.

The parts are the settings, then each content followed by its rows: `settings`, `pairings:open`,
`pairings:open/b1`, `pairings:open/b2`, ... A row goes into the element whose `data-parts` is the
beginning of its name. The page is written from the same parts by the same macros.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from markupsafe import Markup

from domain.screens.events import Kind
from projections.pairings import Pairings
from projections.screens.panels import Card, Countdown, Cross, Notice, Picture, Results, Seats, Waiting
from projections.screens.playlist import Item, Wall
from projections.standings import Standings
from web.rendered_parts import RENDERED, RenderedParts
from web.rendering import part

ROWS = "screens/rows.html"
SHEETS = "screens/panels.html"


@dataclass(frozen=True, slots=True)
class Sheet:
    """One content, rendered."""

    key: str
    head: str
    """The whole section with an empty list."""
    rows: Mapping[str, str]
    """By the name of their part."""


@dataclass(frozen=True, slots=True)
class Venue:
    """Renders walls. A hundred screens share a few lists, so what was rendered is remembered."""

    rendered: RenderedParts = RENDERED

    def parts(self, wall: Wall, lang: str) -> Mapping[str, str]:
        """The wall for the feed."""
        return dict(_laid_out(settings(wall, lang), self.sheets(wall, lang)))

    def page(self, wall: Wall, lang: str) -> Markup:
        """The same as one piece of HTML."""
        sections = (
            section(item, wall, each.key, Markup("").join(map(Markup, each.rows.values())), lang)
            for item, each in zip(wall.items, self.sheets(wall, lang), strict=True)
        )
        return Markup("").join([Markup(settings(wall, lang)), *map(Markup, sections)])

    def sheets(self, wall: Wall, lang: str) -> Iterator[Sheet]:
        """Every content of the wall in order. Contents that are shown twice keep apart."""
        seen: dict[str, int] = {}
        for item in wall.items:
            name = _name(item)
            seen[name] = seen.get(name, 0) + 1
            yield self._sheet(item, wall, name if seen[name] == 1 else f"{name}~{seen[name]}", lang)

    def _sheet(self, item: Item, wall: Wall, key: str, lang: str) -> Sheet:
        frame = (wall.screen.name, wall.screen.title) if isinstance(item.body, Waiting) else ()
        at, value = (lang, SHEETS, key, wall.part, wall.screen.parts, wall.screen.seconds), (item, frame)
        head = self.rendered.find(at, value)
        if head is None:
            head = self.rendered.keep(at, value, section(item, wall, key, Markup(""), lang))
        return Sheet(key, head, dict(self._rows(item, key, lang)))

    def _rows(self, item: Item, key: str, lang: str) -> Iterator[tuple[str, str]]:
        """Part name, and the row printed."""
        for macro, name, row in _listed(item):
            place = f"{key}/{name}"
            at = lang, ROWS, macro, place
            found = self.rendered.find(at, row)
            if found is None:
                found = self.rendered.keep(at, row, str(part(ROWS, macro, row, key, lang=lang)))
            yield place, found


def _laid_out(head: str, sheets: Iterable[Sheet]) -> Iterator[tuple[str, str]]:
    yield "settings", head
    for each in sheets:
        yield each.key, each.head
        yield from each.rows.items()


def in_json(wall: Wall) -> dict[str, dict[str, object]]:
    """For other programs: what the screen shows and how. The lists themselves are topics of their tournaments."""
    return {"settings": _settings_in_json(wall)} | {
        str(place): {
            "kind": str(item.content.kind),
            "tournament": item.content.tournament,
            "player": item.content.player,
            "text": item.content.text,
            "until": _moment(item.body.until) if isinstance(item.body, Countdown) else "",
            "waiting": item.body.why if isinstance(item.body, Waiting) else "",
            "focus": item.focus,
        }
        for place, item in enumerate(wall.items, 1)
    }


def _settings_in_json(wall: Wall) -> dict[str, object]:
    return {
        "name": wall.screen.name,
        "title": wall.screen.title,
        "part": wall.part,
        "parts": wall.screen.parts,
        "seconds": wall.screen.seconds,
        "theme": str(wall.screen.theme),
        "announcement": wall.announcement,
        "focus_until": _moment(wall.focus_until),
        "positions": dict(wall.positions),
    }


def _moment(when: datetime | None) -> str:
    return when.isoformat() if when else ""


def section(item: Item, wall: Wall, key: str, rows: Markup, lang: str) -> str:
    """The frame of a content around its rows."""
    return str(part(SHEETS, _macro(item), item, wall, key, _identity(item, key), rows, lang=lang))


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


def _listed(item: Item) -> Iterator[tuple[str, str, object]]:
    """Macro, name and value of every row of a content."""
    match item.body:
        case Pairings(boards=boards, unpaired=unpaired):
            short = item.content.kind is Kind.BOARDS
            yield from (("short_board" if short else "board", f"b{row.board}", row) for row in boards)
            yield from (("unpaired", f"u{row.person.id}", row) for row in unpaired if not short)
        case Seats(rows=seats):
            yield from (("seat", f"p{row.person.id}", row) for row in seats)
        case Standings(rows=table):
            yield from (("standing", f"p{row.person.id}", row) for row in table)
        case Cross(rows=lines):
            yield from (("cross", f"p{line.row.person.id}", line) for line in lines)
        case Results(rows=latest):
            yield from (("latest", f"r{row.round}b{row.row.board}", row) for row in latest)
        case Card(games=games):
            yield from (("game", f"r{number}", (number, cell)) for number, cell in enumerate(games, 1))
        case _:
            return
