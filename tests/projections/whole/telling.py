"""A whole tournament as text: its journal line by line, and every view of it to the last field."""

import inspect
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum

from domain.decisions.integrity import cautions_of, departure, level_of
from domain.decisions.rounds.correcting import correct_result, proposal
from domain.decisions.rounds.results import adjourned_games, did_not_come
from domain.decisions.rounds.why import last_round_findings, reasons
from domain.decisions.setup.planning import plan_cautions, planned
from domain.decisions.setup.regulations import fitting
from domain.decisions.undoing import Thing, dependents, made_by, needed_by, undo
from domain.events import Event
from domain.formats import rules_of
from domain.formats.brackets import Bracketed
from domain.refusals import CannotUndo, Refusal
from domain.screens.events import Content, ContentKind
from domain.tournament import Tournament, evolve
from domain.words.games import Result
from domain.words.regulations import Format
from projections.lists.history import History
from projections.moment.overview import overview
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot, snapshot
from projections.player.card import compare, player_card
from projections.playoff.bracket import bracket_pages, bracket_reasons, bracket_view
from projections.playoff.stages import playoff_view
from projections.playoff.ties import tie
from projections.round.matches import matches_of_round
from projections.round.pairings import pairings
from projections.round.reprojection import pairing_effects
from projections.round.results import latest_results
from projections.round.seats import seats
from projections.screens.panels import contents_of
from projections.table.crosstable import crosstable, meetings
from projections.table.preview import effect
from projections.table.prize_list import prize_list
from projections.table.rating_report import rating_report
from projections.table.standings import ColumnHead, standings, standings_then

WIDTH = 240
TOLD_ONCE = ("columns",)
"""In every row of a table the same: its head has them."""
USUAL = (("beside", (0, 0)), ("side", None))
"""Of rows of tables: nearly nobody is given points beside the results, or is a player of one of two teams."""


def told(value: object, indent: str = "") -> Iterator[str]:
    """One line where it fits, else one line for each part. Fields that are what they are by default are left out."""
    whole = _short(value)
    if len(indent) + len(whole) <= WIDTH:
        yield indent + whole
        return
    parts = _parts(value)
    if not parts:
        yield indent + whole
        return
    yield f"{indent}{_name(value)}:"
    for name, part in parts:
        lines = list(told(part, indent + "  "))
        yield f"{indent}  {name}{lines[0].strip()}"
        yield from lines[1:]


def _short(value: object) -> str:
    match value:
        case None:
            return "-"
        case Person():
            return f"{value.name}#{value.number}"
        case ColumnHead():
            return value.text
        case Enum():
            return f"{value.value}"
        case str():
            return repr(value) if not value or " " in value else value
        case datetime():
            return value.isoformat()
    parts = _parts(value)
    if not parts:
        return f"{_name(value)}()" if is_dataclass(value) or isinstance(value, Sequence | Set | Mapping) else str(value)
    return f"{_name(value)}({' '.join(name + _short(part) for name, part in parts)})"


def _name(value: object) -> str:
    return type(value).__name__ if is_dataclass(value) or hasattr(value, "_fields") else ""


def _parts(value: object) -> list[tuple[str, object]]:
    if is_dataclass(value):
        shown = [(field, getattr(value, field.name)) for field in fields(value) if not field.name.startswith("_")]
        kept = [
            (f"{field.name}=", part)
            for field, part in shown
            if field.default_factory is not MISSING or part != field.default
        ]
        return [*kept, *_worked_out(value)]
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        named = zip(value._fields, value, strict=True)
        kept = ((name, part) for name, part in named if name not in TOLD_ONCE and (name, part) not in USUAL)
        return [*((f"{name}=", part) for name, part in kept), *_worked_out(value)]
    if isinstance(value, Mapping):
        return [(f"{_short(key)}: ", part) for key, part in value.items()]
    if isinstance(value, Set):
        return [("", part) for part in sorted(value, key=_short)]
    return [("", part) for part in value] if isinstance(value, Sequence) and not isinstance(value, str) else []


def _worked_out(value: object) -> Iterator[tuple[str, object]]:
    """The short properties of a view, where they say something."""
    if type(value).__module__.startswith("projections."):
        for name, _ in inspect.getmembers_static(type(value), lambda member: isinstance(member, property)):
            found = getattr(value, name)
            if found and isinstance(found, bool | int | str | Person):
                yield f"{name}: ", found


def journal(history: Sequence[Event]) -> Iterator[str]:
    """Each event with the confirmation that it needs, what it warns of, what it makes and what it rests on."""
    state = Tournament()
    for version, event in enumerate(history, 1):
        level = level_of(event, state)
        about = [f" confirmed {level}" if level else ""]
        about += [f" warns: {_short(caution)}" for caution in cautions_of(state, [event])]
        yield f"{version}.{''.join(about)}"
        yield from told(event, "  ")
        if cause := departure(state, [event]):
            yield f"  leaves FIDE mode: {cause}"
        yield f"  makes {_things(made_by(event))}; needs {_things(needed_by(event))}"
        evolve(state, event)


def _things(things: Set[Thing]) -> str:
    return ", ".join(sorted(" ".join(map(str, filter(None, thing))) for thing in things)) or "nothing"


def views(t: Tournament) -> Iterator[str]:
    """Every view of this moment."""
    now = snapshot(t)
    for name, view in _views(now):
        if view:
            yield f"--- {name}"
            yield from told(view)


def _views(now: Snapshot) -> Iterator[tuple[str, object]]:
    t, rules = now.tournament, rules_of(now.tournament)
    people = list(now.people)
    yield "overview", overview(t)
    yield "people", [tuple(getattr(person, field.name) for field in fields(person)) for person in now.people.values()]
    for round in range(max(1, now.current - 1), min(t.paired, now.current + 1) + 1):
        view = pairings(now, round, drafts=True)
        yield f"round {round}", view
        yield f"seats {round}", seats(now, view) if view else None
        yield f"matches {round}", matches_of_round(now, round)
        if isinstance(rules, Bracketed):
            yield f"ways into round {round}", bracket_reasons(t, rules, now.people, round)
    for round in sorted({0, now.current - 1, now.current, now.round}):
        yield f"table {round}", standings(now, round)
        yield f"table {round} as known then", standings_then(now, round)
    yield "crosstable", crosstable(now, by_place=False)
    if t.regulations.from_tables:
        yield "meetings", meetings(now)
    for player in people[:3]:
        yield f"card {player}", player_card(now, player)
    if len(people) > 1:
        yield "side by side", compare(now, people[0], people[1])
    yield "ratings", rating_report(now)
    yield "prizes", prize_list(now)
    yield "news", latest_results(now)
    tree = bracket_view(now)
    yield "bracket", tree
    yield "bracket on a screen", bracket_pages(tree, t.details) if tree else None
    yield "play-off", playoff_view(now)
    yield "level for a place", None if t.playoff.declared else tie(now, "seed")
    for kind in (ContentKind.CROSSTABLE, ContentKind.CARD, ContentKind.BRACKET, ContentKind.PLAYOFF):
        if kind is ContentKind.CARD or not _natural(t, kind):
            yield f"screen {kind.value}", contents_of(Content(kind, "open", player=people[0]), now)


def _natural(t: Tournament, kind: ContentKind) -> bool:
    """Told as a view of its own."""
    return (kind is ContentKind.BRACKET) is rules_of(t).knocks_out and kind is not ContentKind.CROSSTABLE


def at_the_desk(t: Tournament) -> Iterator[str]:
    """The answers to an arbiter: what may be chosen, what is warned of, what would come of a correction."""
    yield f"plan: {_short(planned(t))} {_short(list(plan_cautions(t)))} {_short(fitting(t))}"
    yield f"last round: {_short(last_round_findings(t, t.published))}"
    yield f"did not come: {did_not_come(t)} adjourned: {adjourned_games(t)}"
    for round in range(1, t.published + 1):
        if t.regulations.format is Format.SWISS:
            why = reasons(t, round)
            facts = (why.system, why.numbers, why.conflict, why.boards, why.bye, why.foreign, why.other_bye)
            yield f"why: {_short(facts)}"
        yield f"a wrong fact of round {round}: {_short(proposal(t, round))}"
        for board in sorted(t.round(round).matches):
            yield from _corrected(t, round, board)


def _corrected(t: Tournament, round: int, board: int) -> Iterator[str]:
    """Black won that board: the events, and what they change."""
    yield f"  board {board} won by Black"
    try:
        events = correct_result(t, round, board, Result.BLACK_WINS, "sheet")
    except Refusal as refused:
        yield f"    {type(refused).__name__} {_short(refused.args)}"
        return
    for event in events:
        yield from told(event, "    ")
    now = snapshot(t)
    seen = effect(now, events)
    yield from told([change for change in seen.changes if change.moves], "    ")
    yield from told(seen.prizes, "    ")
    yield from told(list(pairing_effects(now, events, round)), "    ")


def undone_one_by_one(t: Tournament) -> Iterator[str]:
    """The events that would have to be undone with each, or why it cannot be."""
    for version in range(1, len(t.history) + 1):
        needed = dependents(t, version)
        try:
            undo(t, version, "x", needed)
            said = ""
        except CannotUndo as refused:
            said = f" {refused.why}"
        yield f"undo {version}: {' '.join(map(str, needed))}{said}"


@dataclass(frozen=True)
class Line:
    """An envelope of the journal."""

    version: int
    event: Event
    by: str = "Anna"
    recorded_at: datetime = datetime(2026, 5, 1, tzinfo=UTC)


def history_of(t: Tournament) -> Iterator[str]:
    """The rows of the history, without the events."""
    read = History().read_on([Line(version, event) for version, event in enumerate(t.history, 1)])
    for version in read.versions():
        row = read.row(version)
        undid = row.undid.version if row.undid else 0
        facts = [row.integrity.name, _short(row.before), _short(row.players), f"{row.round}.{row.board}"]
        yield f"{row.version} {' '.join(facts)} undone by {row.undone_by} undid {undid}"
