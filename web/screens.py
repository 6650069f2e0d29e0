"""A playlist as named parts: what the page of a screen is made of, and what the feed pushes to it.

The parts are the settings, then each content followed by its rows: `settings`, `pairings:open`,
`pairings:open/b1`, `pairings:open/b2`, ... A row goes into the element whose `data-parts` is the
beginning of its name. The page is written from the same parts by the same macros.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime
from functools import cached_property, lru_cache, partial
from itertools import chain, repeat
from typing import NamedTuple, TypeAlias

from markupsafe import Markup, escape

from domain.ranking.order import MadeLines
from domain.records import dataclass
from domain.screens.events import ContentKind
from projections.chances.coming import WhatComesNext
from projections.player.chances import LikelyWinners
from projections.round.pairings import MatchLine, Pairings, TeamMatch
from projections.screens import panels
from projections.screens.countdowns import Countdown
from projections.screens.playlist import Panel, Playlist
from projections.table.board_tables import BoardTables
from projections.table.crosstable import MeetingTable
from projections.table.prize_list import Prizes
from projections.table.standings import StandingRow, Standings
from projections.table.team_scores import TeamScores
from web.rendering import RENDERED, Late, RenderedParts, part

BESIDE = "/beside/"
"""In the names of the live boards that stand beside a list."""
PANEL_ROWS = "screens/rows.html"
PANELS = "screens/panels.html"
PLACE_MARK, MOVED_MARK, POSITIONS_MARK = "\x10", "\x11", "\x12"
"""Characters that no name may have: where printed text says the place of a row, the places it won, and the positions.

They are in ASCII, as most rows are.
"""

SECTION_END = "</section>"
NO_ROWS = Markup("")

Called: TypeAlias = Callable[..., tuple[str, str]]
"""Gives the macro that prints a row, and the name of the row."""
PrintedRow: TypeAlias = tuple[str, str]
"""The name of a part, and the row printed."""
PrintedList: TypeAlias = tuple[MadeLines[PrintedRow], ...]
"""The lists of a content."""


@dataclass(frozen=True, slots=True)
class RenderedPanel:
    key: str
    head: str
    lists: PrintedList

    @property
    def rows(self) -> Iterator[PrintedRow]:
        return chain.from_iterable([one.lines for one in self.lists])

    def printed(self, *, beside: bool) -> Markup:
        """The rows of its list, or the boards beside it."""
        return Markup("").join([Markup(row) for place, row in self.rows if (BESIDE in place) == beside])


class PlaylistStep(NamedTuple):
    changed: list[PrintedRow]
    """Heads and rows that are new or say something else."""
    gone: list[str]
    runs: list[tuple[str, list[str], list[str]]]
    """The names of rows that stand in another order, or in place of others: the part in front of them, they before,
    and now."""


@dataclass(frozen=True, eq=False)
class RenderedPlaylist(Late[str]):
    """A playlist as named parts, from which the next moment of the same screen starts."""

    settings: str
    panels: Mapping[str, RenderedPanel]
    """By their keys."""
    step: PlaylistStep | None = None
    """From the moment before, where nothing became longer or shorter."""

    @cached_property
    def parts(self) -> Mapping[str, str]:
        panels = [chain([(each.key, each.head)], each.rows) for each in self.panels.values()]
        return dict(chain([("settings", self.settings)], *panels))


NOTHING_RENDERED = RenderedPlaylist("", {})


@dataclass(frozen=True, slots=True)
class ScreenRenderer:
    """Renders playlists. A hundred screens share a few lists, so what was rendered is remembered."""

    rendered: RenderedParts = RENDERED
    shared: dict[tuple[object, ...], tuple[Panel, PrintedList, RenderedPanel]] = field(default_factory=dict)
    """Contents that screens of other likenesses may show too, each with what it was made from."""

    def rendered_playlist(
        self, playlist: Playlist, lang: str, before: RenderedPlaylist = NOTHING_RENDERED
    ) -> RenderedPlaylist:
        """The playlist for the feed. `before` is the same screen a moment ago."""
        panels = {each.key: each for each in self.rendered_panels(playlist, lang, before.panels)}
        settings = self._settings(playlist, lang)
        step = _step(before.panels, panels)
        if step is not None and settings != before.settings:
            step.changed.append(("settings", settings))
        return RenderedPlaylist(settings, panels, step)

    def page(self, playlist: Playlist, lang: str) -> Markup:
        """The panels as one piece of HTML."""
        sections = (
            section(panel, playlist, each.key, each.printed(beside=False), lang, each.printed(beside=True))
            for panel, each in zip(playlist.panels, self.rendered_panels(playlist, lang, {}), strict=True)
        )
        return Markup("").join([Markup(self._settings(playlist, lang)), *map(Markup, sections)])

    def rendered_panels(
        self, playlist: Playlist, lang: str, before: Mapping[str, RenderedPanel]
    ) -> Iterator[RenderedPanel]:
        """Every content of the playlist in order. Contents that are shown twice keep apart."""
        seen: dict[str, int] = {}
        for panel in playlist.panels:
            name = _name(panel)
            seen[name] = seen.get(name, 0) + 1
            key = name if seen[name] == 1 else f"{name}~{seen[name]}"
            yield self._panel(panel, playlist, key, lang, before[key].lists if key in before else ())

    def _panel(self, panel: Panel, playlist: Playlist, key: str, lang: str, before: PrintedList) -> RenderedPanel:
        frame = (playlist.screen.name, playlist.screen.title) if isinstance(panel.body, panels.Waiting) else ()
        at = lang, key, playlist.part, playlist.screen.parts, playlist.screen.seconds, frame
        known = self.shared.get(at)
        if known is None or known[1] is not before or known[0] != panel:
            headed = _headed(panel)
            head = self.rendered.printed(at, headed, lambda: section(headed, playlist, key, NO_ROWS, lang))
            known = self.shared[at] = panel, before, RenderedPanel(key, head, self._lists(panel, key, lang, before))
        return known[2]

    def _settings(self, playlist: Playlist, lang: str) -> str:
        """Printed with a mark for the positions, which every entry moves."""
        at = lang, PANELS, "settings", playlist.screen.name
        read = playlist.screen, playlist.announcement, playlist.focus_until, playlist.face
        marked = self.rendered.printed(
            at, read, lambda: str(part(PANELS, "settings", playlist, POSITIONS_MARK, lang=lang))
        )
        return marked.replace(POSITIONS_MARK, escape(positions(playlist)))

    def _lists(self, panel: Panel, key: str, lang: str, before: PrintedList) -> PrintedList:
        """The rows of a content, list by list; of those that were there before nothing is asked."""

        def renewed(listed: Listed, earlier: MadeLines[PrintedRow]) -> MadeLines[PrintedRow]:
            make = partial(self._row, listed.called) if listed.called else self._standing
            return earlier.renewed(partial(make, key, lang), listed.rows)

        return tuple(map(renewed, _listed(panel), chain(before, repeat(MadeLines()))))

    def _row(self, called: Called, key: str, lang: str, row: object) -> PrintedRow:
        macro, name = called(row)
        place = f"{key}/{name}"
        at = lang, PANEL_ROWS, macro, place
        return place, self.rendered.printed(at, row, lambda: str(part(PANEL_ROWS, macro, row, key, lang=lang)))

    def _standing(self, key: str, lang: str, row: StandingRow) -> PrintedRow:
        """A row that others pass by is not printed again."""
        place_shared, _, moved, still = row
        place = f"{key}/p{still.person.id}"
        at = lang, PANEL_ROWS, "standing", place
        marked = self.rendered.find(at, still)
        if marked is None:
            printed = part(PANEL_ROWS, "standing", still, key, PLACE_MARK, MOVED_MARK, lang=lang)
            marked = self.rendered.keep(at, still, str(printed))
        return place, marked.replace(PLACE_MARK, str(place_shared)).replace(MOVED_MARK, _moved(moved, lang))


def _step(before: Mapping[str, RenderedPanel], now: Mapping[str, RenderedPanel]) -> PlaylistStep | None:
    """None where a list became longer or shorter, or contents came, went or moved."""
    if list(before) != list(now):
        return None
    step = PlaylistStep([], [], [])
    for earlier, panel in zip(before.values(), now.values(), strict=True):
        if len(earlier.lists) != len(panel.lists):
            return None
        if panel.head != earlier.head:
            step.changed.append((panel.key, panel.head))
        behind = panel.key
        for then, made in zip(earlier.lists, panel.lists, strict=True):
            if made.again is None:
                return None
            _add_rows(step, behind, then.lines, made.lines, sorted(made.again))
            behind = made.lines[-1][0] if made.lines else behind
    return step


def _add_rows(
    step: PlaylistStep, behind: str, before: Sequence[PrintedRow], now: Sequence[PrintedRow], again: Sequence[int]
) -> None:
    """To a step the rows of a list that were printed `again`; the others are the same."""
    others = [at for at in again if before[at] != now[at]]
    renamed = [at for at in others if before[at][0] != now[at][0]]
    first, end = (renamed[0], renamed[-1] + 1) if renamed else (0, 0)
    then, after = dict(before[first:end]), dict(now[first:end])
    step.runs.append((now[first - 1][0] if first else behind, list(then), list(after)))
    step.gone.extend([name for name in then if name not in after])
    step.changed.extend([now[at] for at in others if then.get(now[at][0]) != now[at][1]])


@lru_cache(maxsize=4096)
def _moved(places: int | None, lang: str) -> str:
    return str(part(PANEL_ROWS, "moved", places, lang=lang))


def in_json(playlist: Playlist) -> dict[str, dict[str, object]]:
    """For other programs: what the screen shows and how. The lists themselves are topics of their tournaments."""
    return {"settings": _settings_in_json(playlist)} | {
        str(place): {
            "kind": str(panel.content.kind),
            "tournament": panel.content.tournament,
            "player": panel.content.player,
            "text": panel.content.text,
            "until": _moment(panel.body.until) if isinstance(panel.body, Countdown) else "",
            "waiting": panel.body.why if isinstance(panel.body, panels.Waiting) else "",
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


def section(panel: Panel, playlist: Playlist, key: str, rows: Markup, lang: str, boards: Markup = NO_ROWS) -> str:
    made = str(part(PANELS, _macro(panel), panel, playlist, key, _identity(panel, key), rows, lang=lang))
    if panel.beside is None:
        return made
    return f"{made.removesuffix(SECTION_END)}{part(PANELS, 'beside', key, boards, lang=lang)}{SECTION_END}"


def _headed(panel: Panel) -> Panel:
    """With no more of a list that every result changes than its head reads, so that a result prints no head again."""
    if panel.beside:
        panel = replace(panel, beside=())
    match panel.body:
        case Pairings(boards=boards, matches=matches) as body:
            return replace(panel, body=replace(body, boards=boards[:1], matches=matches[:1], unpaired=()))
        case Standings(rows=rows, open=games) as body:
            return replace(panel, body=replace(body, rows=rows[:1], open=min(games, 1)))
        case panels.Results() as body:
            return replace(panel, body=replace(body, rows=()))
        case TeamScores() as body:
            return replace(panel, body=replace(body, rows=()))
        case panels.RankedList(rows=rows) as body:
            return replace(panel, body=replace(body, rows=rows[:1]))
        case _:
            return panel


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
        case Pairings(round=round) | panels.Results(round=round) | panels.Diagrams(round=round):
            return f"{key}#{round}"
        case panels.Seats(view=view):
            return f"{key}#{view.round}"
        case panels.Waiting(why=why):
            return f"{key}#{why}"
        case _:
            return key


def _macro(panel: Panel) -> str:
    match panel.body:
        case panels.Waiting():
            return "waiting"
        case panels.Notice():
            return "announcement"
        case panels.Picture():
            return "picture"
        case Countdown():
            return "countdown"
        case _:
            return panel.content.kind.value.replace("-", "_")


class Listed(NamedTuple):
    called: Called | None
    """None: they are rows of a table, of which the place is printed apart."""
    rows: Sequence[object]


def _listed(panel: Panel) -> Iterator[Listed]:
    """The lists of a content, one below the other, then the boards beside them."""
    yield from _own_lists(panel)
    if panel.beside:
        yield Listed(lambda one: ("beside_board", f"beside/{one.key}"), panel.beside)


def _of_round(view: Pairings, short: bool) -> Iterator[Listed]:
    if view.matches:
        yield Listed(lambda row: ("short_match", f"m{row.board}"), view.matches) if short else _blocks(view.matches)
    else:
        yield Listed(lambda row: ("short_board" if short else "board", f"b{row.spot}"), view.boards)
    if not short:
        yield Listed(lambda row: ("unpaired", f"u{row.person.id}"), view.unpaired)


def _own_lists(panel: Panel) -> Iterator[Listed]:
    match panel.body:
        case Pairings():
            yield from _of_round(panel.body, short=panel.content.kind is ContentKind.BOARDS)
        case panels.Seats(rows=seats):
            yield Listed(lambda row: ("seat", f"p{row.person.id}"), seats)
        case Standings(rows=table):
            yield Listed(None, table)
        case TeamScores(rows=scores):
            yield Listed(lambda row: ("team_score", f"s{row.first}"), scores)
        case panels.RankedList(rows=ranked):
            yield Listed(lambda row: ("ranked", f"k{row.key}"), ranked)
        case panels.Cross(rows=lines):
            yield Listed(lambda line: ("cross", f"p{line.row.person.id}"), lines)
        case MeetingTable(rows=met):
            yield Listed(lambda row: ("meetings", f"p{row.person.id}"), met)
        case BoardTables(head=head, tables=tables):
            of_boards = [(table.name, row, head.by) for table in tables for row in table.rows]
            yield Listed(lambda of_board: ("by_board", f"p{of_board[1].person.id}"), of_boards)
        case panels.NotCheckedIn(rows=absent):
            yield Listed(lambda who: ("not_checked_in", f"p{who.id}"), absent)
        case panels.Results(rows=latest):
            yield Listed(lambda row: ("latest", f"r{row.round}b{row.row.spot}"), latest)
        case panels.Diagrams(boards=boards):
            yield Listed(lambda one: ("live_board", one.key), boards)
        case LikelyWinners(rows=likely):
            yield Listed(lambda row: ("likely", f"p{row.person.id}"), likely)
        case WhatComesNext(boards=boards):
            yield Listed(lambda row: ("next_board", f"n{row.board}"), boards)
        case panels.GamesFacts(rows=facts):
            numbered_facts = list(enumerate(facts, 1))
            yield Listed(lambda of_fact: ("fact", f"f{of_fact[0]}"), numbered_facts)
        case Prizes(rows=won, announced=announced, currency=money):
            macro, letter = ("prize", "w") if won else ("promised", "a")
            numbered = [(n, row, money) for n, row in enumerate(won or announced, 1)]
            yield Listed(lambda of_prize: (macro, f"{letter}{of_prize[0]}"), numbered)
        case panels.PlayerLine(games=games):
            yield Listed(lambda of_round: ("game", f"r{of_round[0]}"), list(enumerate(games, 1)))
        case _:
            return


def _blocks(matches: Sequence[TeamMatch]) -> Listed:
    rows = chain.from_iterable([(match, *match.lines) for match in matches])
    return Listed(_in_a_block, list(rows))


def _in_a_block(row: TeamMatch | MatchLine) -> tuple[str, str]:
    return ("match", f"m{row.board}") if isinstance(row, TeamMatch) else ("match_board", f"b{row.spot}")
