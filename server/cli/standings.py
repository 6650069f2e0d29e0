"""`tablo standings`: the table of a report file under any list of tie-breaks and any ruleset."""

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from domain.files.trf import Report, Unreadable, cards
from domain.files.trf.event_format import declared_format
from domain.files.trf.problems import TeamFile
from domain.files.trf.values import iso_date
from domain.ranking import order as ranking
from domain.ranking.tiebreaks import (
    BadTiebreak,
    Context,
    NeedsTeams,
    Ruleset,
    Tiebreak,
    UnfitModifier,
    Value,
    default_ruleset,
    parse_list,
)
from domain.words.regulations import Format
from server.cli.exits import OK, BadInput
from server.cli.report_file import note, read_report
from web.wording import language
from web.wording.status import format_name
from web.wording.trf import sentence

ENGLISH = language("en")
DEFAULT_ORDER = "F10"
NAME_AT = 2
DEFAULT_RULESET = Ruleset.VO2009


@dataclass(frozen=True, slots=True)
class Table:
    """What is printed."""

    report: Report
    round: int
    format: Format
    ruleset: Ruleset
    order: tuple[Tiebreak, ...]
    rows: tuple[ranking.Ranked, ...]


def run(arguments: Namespace) -> int:
    report = read_report(arguments)
    table = standings(report, arguments.round, arguments.tiebreaks, arguments.ruleset, arguments.lots, arguments.format)
    write = _json if arguments.json else _text
    sys.stdout.write(write(table))
    return OK


def standings(
    report: Report,
    round: int | None,
    tiebreaks: str | None,
    ruleset: str | None,
    lots: str | None = None,
    format: str | None = None,
) -> Table:
    """The table after `round` (None: the newest). `lots` is the seed of the drawing of lots.

    Raises BadInput.
    """
    if report.team_line:
        raise BadInput(sentence(TeamFile(report.team_line, 1)))
    after = report.rounds_paired if round is None else round
    chosen = Ruleset(ruleset) if ruleset else _ruleset_of(report)
    order = _order(tiebreaks or report.header.standings_order or report.header.tiebreaks or DEFAULT_ORDER)
    held = Format(format) if format else declared_format(report.header) or Format.SWISS
    rounds = report.rounds_planned or report.rounds_paired
    context = Context(chosen, report.point_system.scoring, rounds, held.predetermined)
    if not report.point_system.plain:
        note(["tie-breaks take every win, draw and bye for what White's are worth; the points are those of the file."])
    try:
        rows = ranking.rank(cards(report, after), order, context, _drawn(report, lots))
    except Unreadable as problem:
        raise BadInput(sentence(problem)) from None
    except NeedsTeams as problem:
        raise BadInput(f"the tie-break {problem.text} is for teams, and this is an individual tournament") from None
    return Table(report, after, held, chosen, rows[0].order if rows else order, rows)


def _ruleset_of(report: Report) -> Ruleset:
    """By the date of the end, where the file has one that can be read."""
    ended = iso_date(report.header.end)
    if not ended:
        return DEFAULT_RULESET
    ruleset = default_ruleset(date.fromisoformat(ended))
    if ruleset is None:
        raise BadInput(f"in an event that ended on {ended} either rule may be in force: say which with --ruleset")
    return ruleset


def _order(text: str) -> tuple[Tiebreak, ...]:
    if text.strip().upper() in ranking.PRESETS:
        return ranking.PRESETS[text.strip().upper()]
    try:
        return parse_list(text)
    except UnfitModifier as problem:
        raise BadInput(f"the tie-break '{problem.text}' cannot have the modifier '{problem.modifier}'") from None
    except BadTiebreak as problem:
        presets = ", ".join(ranking.PRESETS)
        raise BadInput(f"there is no tie-break '{problem.text}' (nor a list of that name: {presets})") from None


def _drawn(report: Report, seed: str | None) -> dict[int, int] | None:
    """Lots are drawn by starting rank, and only if there is a seed: without one equals stay equal."""
    if seed is None:
        return None
    drawn = ranking.draw_lots((str(p.number) for p in report.players), seed)
    return {int(key): place for place, key in enumerate(drawn, 1)}


def exact(value: Value | None) -> str | None:
    """A fraction as a string; None for what is undefined or was never asked."""
    return str(Fraction(value)) if isinstance(value, int | Fraction) else None


def _json(table: Table) -> str:
    names = {p.number: p.name for p in table.report.players}
    players = [
        {
            "place": row.place,
            "number": row.number,
            "name": names[row.number],
            "points": exact(row.score),
            "tiebreaks": {str(t): exact(v) for t, v in zip(row.order, row.values, strict=True)},
            "tied_with": row.tied_with,
        }
        for row in table.rows
    ]
    answer = {
        "tournament": table.report.header.name,
        "round": table.round,
        "rounds": table.report.rounds_planned,
        "format": table.format.value,
        "ruleset": table.ruleset.value,
        "order": [str(t) for t in table.order],
        "standings": players,
    }
    return json.dumps(answer, ensure_ascii=False, indent=1) + "\n"


def _text(table: Table) -> str:
    names = {p.number: p.name for p in table.report.players}
    shown = [(i, t) for i, t in enumerate(table.order) if t.code != "PTS"]
    rows = [["place", "no", "name", "points", *(str(t) for _, t in shown)]]
    for row in table.rows:
        values = [_shown(row.values[i]) for i, _ in shown]
        rows.append([str(row.place), str(row.number), names[row.number], _shown(row.score), *values])
    held = "" if table.format is Format.SWISS else f" of a {format_name(table.format, ENGLISH)}"
    title = f"After round {table.round}{held}, unplayed rounds by {table.ruleset.value}."
    return "\n".join([title, *_aligned(rows)]) + "\n"


def _shown(value: Value | None) -> str:
    """Halves and quarters as decimals, anything else as the fraction it is."""
    if not isinstance(value, int | Fraction):
        return "-"
    whole = Fraction(value)
    return f"{whole.numerator / whole.denominator:.10g}" if whole.denominator in (1, 2, 4) else str(whole)


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns of equal width, names to the left and all else to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return ["  ".join(map(_padded, row, widths, range(len(row)))).rstrip() for row in rows]


def _padded(cell: str, width: int, at: int) -> str:
    return cell.ljust(width) if at == NAME_AT else cell.rjust(width)
