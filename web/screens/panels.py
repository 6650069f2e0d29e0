"""A playlist as named parts: what the page of a screen is made of, and what the feed pushes to it.

The parts are the settings, then each content followed by its rows: `settings`, `pairings:open`,
`pairings:open/b1`, `pairings:open/b2`, ... A row goes into the element whose `data-parts` is the
beginning of its name. The page is written from the same parts by the same macros.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from markupsafe import Markup

from domain.screens.events import ContentKind
from projections.board_tables import BoardTables
from projections.meetings import MeetingTable
from projections.pairings import Pairings
from projections.prize_list import Prizes
from projections.screens.countdowns import Countdown
from projections.screens.panels import (
    Cross,
    Diagrams,
    NotCheckedIn,
    Notice,
    Picture,
    PlayerLine,
    Results,
    Seats,
    Waiting,
)
from projections.screens.playlist import Panel, Playlist
from projections.standings import Standings
from projections.team_matches import TeamMatch
from web.rendered_parts import RENDERED, RenderedParts
from web.rendering import part

PANEL_ROWS = "screens/rows.html"
PANELS = "screens/panels.html"


@dataclass(frozen=True, slots=True)
class RenderedPanel:
    """One content, rendered."""

    key: str
    head: str
    """The whole section with an empty list."""
    rows: Mapping[str, str]
    """By the name of their part."""


@dataclass(frozen=True, slots=True)
class ScreenRenderer:
    """Renders playlists. A hundred screens share a few lists, so what was rendered is remembered."""

    rendered: RenderedParts = RENDERED

    def parts(self, playlist: Playlist, lang: str) -> Mapping[str, str]:
        """The playlist for the feed."""
        return dict(_laid_out(settings_part(playlist, lang), self.rendered_panels(playlist, lang)))

    def page(self, playlist: Playlist, lang: str) -> Markup:
        """The same as one piece of HTML."""
        sections = (
            section(panel, playlist, each.key, Markup("").join(map(Markup, each.rows.values())), lang)
            for panel, each in zip(playlist.panels, self.rendered_panels(playlist, lang), strict=True)
        )
        return Markup("").join([Markup(settings_part(playlist, lang)), *map(Markup, sections)])

    def rendered_panels(self, playlist: Playlist, lang: str) -> Iterator[RenderedPanel]:
        """Every content of the playlist in order. Contents that are shown twice keep apart."""
        seen: dict[str, int] = {}
        for panel in playlist.panels:
            name = _name(panel)
            seen[name] = seen.get(name, 0) + 1
            yield self._rendered(panel, playlist, name if seen[name] == 1 else f"{name}~{seen[name]}", lang)

    def _rendered(self, panel: Panel, playlist: Playlist, key: str, lang: str) -> RenderedPanel:
        frame = (playlist.screen.name, playlist.screen.title) if isinstance(panel.body, Waiting) else ()
        at, value = (lang, PANELS, key, playlist.part, playlist.screen.parts, playlist.screen.seconds), (panel, frame)
        head = self.rendered.find(at, value)
        if head is None:
            head = self.rendered.keep(at, value, section(panel, playlist, key, Markup(""), lang))
        return RenderedPanel(key, head, dict(self._rows(panel, key, lang)))

    def _rows(self, panel: Panel, key: str, lang: str) -> Iterator[tuple[str, str]]:
        """Part name, and the row printed."""
        for macro, name, row in _listed(panel):
            place = f"{key}/{name}"
            at = lang, PANEL_ROWS, macro, place
            found = self.rendered.find(at, row)
            if found is None:
                found = self.rendered.keep(at, row, str(part(PANEL_ROWS, macro, row, key, lang=lang)))
            yield place, found


def _laid_out(head: str, rendered_panels: Iterable[RenderedPanel]) -> Iterator[tuple[str, str]]:
    yield "settings", head
    for each in rendered_panels:
        yield each.key, each.head
        yield from each.rows.items()


def in_json(playlist: Playlist) -> dict[str, dict[str, object]]:
    """For other programs: what the screen shows and how. The lists themselves are topics of their tournaments."""
    return {"settings": _settings_in_json(playlist)} | {
        str(place): {
            "kind": str(panel.content.kind),
            "tournament": panel.content.tournament,
            "player": panel.content.player,
            "text": panel.content.text,
            "until": _moment(panel.body.until) if isinstance(panel.body, Countdown) else "",
            "waiting": panel.body.why if isinstance(panel.body, Waiting) else "",
            "focus": panel.focus,
        }
        for place, panel in enumerate(playlist.panels, 1)
    }


def _settings_in_json(playlist: Playlist) -> dict[str, object]:
    return {
        "name": playlist.screen.name,
        "title": playlist.screen.title,
        "part": playlist.part,
        "parts": playlist.screen.parts,
        "seconds": playlist.screen.seconds,
        "theme": str(playlist.screen.theme),
        "inches": playlist.screen.inches,
        "metres": playlist.screen.metres,
        "announcement": playlist.announcement,
        "focus_until": _moment(playlist.focus_until),
        "positions": dict(playlist.positions),
    }


def _moment(when: datetime | None) -> str:
    return when.isoformat() if when else ""


def section(panel: Panel, playlist: Playlist, key: str, rows: Markup, lang: str) -> str:
    """The frame of a content around its rows."""
    return str(part(PANELS, _macro(panel), panel, playlist, key, _identity(panel, key), rows, lang=lang))


def settings_part(playlist: Playlist, lang: str) -> str:
    return str(part(PANELS, "settings", playlist, positions(playlist), lang=lang))


def positions(playlist: Playlist) -> str:
    """The journal positions that stand small at the foot of the screen."""
    return " · ".join(f"{stream} {position}" for stream, position in playlist.positions.items())


def _name(panel: Panel) -> str:
    content = panel.content
    tail = f":{content.player}" if content.player else ""
    return f"{content.kind}:{content.tournament}{tail}"


def _identity(panel: Panel, key: str) -> str:
    """Changes when the list becomes another one, so that a new round is not a playlist full of marked rows."""
    match panel.body:
        case Pairings(round=round) | Results(round=round) | Diagrams(round=round):
            return f"{key}#{round}"
        case Seats(view=view):
            return f"{key}#{view.round}"
        case Waiting(why=why):
            return f"{key}#{why}"
        case _:
            return key


def _macro(panel: Panel) -> str:
    match panel.body:
        case Waiting():
            return "waiting"
        case Notice():
            return "announcement"
        case Picture():
            return "picture"
        case Countdown():
            return "countdown"
        case _:
            return panel.content.kind.value.replace("-", "_")


def _listed(panel: Panel) -> Iterator[tuple[str, str, object]]:
    """Macro, name and value of every row of a content."""
    match panel.body:
        case Pairings(boards=boards, unpaired=unpaired, matches=matches):
            short = panel.content.kind is ContentKind.BOARDS
            if matches:
                yield from _blocks(matches, short=short)
            else:
                yield from (("short_board" if short else "board", f"b{row.spot}", row) for row in boards)
            yield from (("unpaired", f"u{row.person.id}", row) for row in unpaired if not short)
        case Seats(rows=seats):
            yield from (("seat", f"p{row.person.id}", row) for row in seats)
        case Standings(rows=table):
            yield from (("standing", f"p{row.person.id}", row) for row in table)
        case Cross(rows=lines):
            yield from (("cross", f"p{line.row.person.id}", line) for line in lines)
        case MeetingTable(rows=met):
            yield from (("meetings", f"p{row.person.id}", row) for row in met)
        case BoardTables(tables=tables):
            of_boards = ((table, row) for table in tables for row in table.rows)
            yield from (("by_board", f"p{row.person.id}", (table.name, row)) for table, row in of_boards)
        case NotCheckedIn(rows=absent):
            yield from (("not_checked_in", f"p{who.id}", who) for who in absent)
        case Results(rows=latest):
            yield from (("latest", f"r{row.round}b{row.row.spot}", row) for row in latest)
        case Diagrams(boards=boards):
            yield from (("live_board", one.key, one) for one in boards)
        case Prizes(rows=won, announced=announced, currency=money):
            of_everybody = won or announced
            macro, letter = ("prize", "w") if won else ("promised", "a")
            yield from ((macro, f"{letter}{n}", (n, row, money)) for n, row in enumerate(of_everybody, 1))
        case PlayerLine(games=games):
            yield from (("game", f"r{number}", (number, cell)) for number, cell in enumerate(games, 1))
        case _:
            return


def _blocks(matches: Sequence[TeamMatch], *, short: bool) -> Iterator[tuple[str, str, object]]:
    """The rows of a match and of its boards, or of the match alone where there is little room."""
    for match in matches:
        yield "short_match" if short else "match", f"m{match.board}", match
        if not short:
            yield from (("match_board", f"b{line.spot}", line) for line in match.lines)
