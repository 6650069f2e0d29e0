"""`tablo standings`: the table of a report file under any list of tie-breaks and any ruleset."""

from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from fractions import Fraction

from domain.decisions.setup.regulations import MixedGroups, check_groups
from domain.files.header import MCMAHON_KEYWORD
from domain.files.rechecking import ReportField, report_field
from domain.files.teams.regulations import TEAM_ORDER, is_of_teams
from domain.files.trf import Report
from domain.files.trf.report import RULES_IN_FORCE, declared_format, last_day, ruleset_on
from domain.files.trf.tasks import starting_points_now
from domain.formats import FORMATS
from domain.ranking import order as ranking
from domain.ranking.tiebreak_lists import (
    FOR_PLAYERS,
    EventFacts,
    Misfit,
    TiebreakList,
    items_of,
    misfits,
    read_new_list,
)
from domain.ranking.tiebreaks import (
    BadTiebreak,
    Context,
    LowestVoluntary,
    NeedsPlayers,
    NeedsTeams,
    Ruleset,
    Tiebreak,
    Value,
    team_rules,
)
from domain.records import dataclass
from domain.words.regulations import Entrants, Format, GroupRule
from server.cli.report_file import add_format, add_report, read_report, refusals_told
from server.cli.terminal import OK, BadInput, Parser, bad_input, not_negative, notes, own_language, print_answer, said
from web.wording import N_
from web.wording.chess.status import format_name
from web.wording.chess.tiebreaks import bad_tiebreak, misfit, mixed

DEFAULT_ORDER = "F10"
NAME_AT = 2


@dataclass(frozen=True, slots=True)
class StandingsOptions:
    """Options for the standings of a report; None = as the file has it."""

    round: int | None = None
    tiebreaks: str | None = None
    ruleset: str | None = None
    format: str | None = None
    lots: str | None = None
    """The seed of the drawing of lots; None = equals share the place."""
    one_group: str = GroupRule.OFF.value
    """The rule for a list that mixes groups (article 33.2)."""
    lowest_voluntary: str = LowestVoluntary.CONTRIBUTION.value
    """The unplayed round that a cut of Sonneborn-Berger takes (open in C.07, 16.5)."""


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """The table as it is printed."""

    title: str
    names: Mapping[int, str]
    """By number."""
    rounds: int | None
    """As the file has them planned."""
    round: int
    format: Format
    ruleset: Ruleset
    order: tuple[Tiebreak, ...]
    rows: tuple[ranking.Ranked, ...]
    event: EventFacts
    misfits: tuple[Misfit, ...]
    notes: tuple[str, ...]
    """Everything else that has to be known about the table."""


def add(parser: Parser) -> None:
    parser.description = said("Rank the players of a FIDE report file by any tie-breaks under any ruleset.")
    lists = _lists_by_name()
    parser.epilog = said("Lists by name: {_lists_by_name}. Exit codes: 0 done, 2 bad input.", _lists_by_name=lists)
    add_report(parser)
    parser.option(
        "--tiebreaks",
        "such as BH/C1,SB,DE; or the name of a list, to which more may be added: 33.3.4,ARO (default: records 212 "
        "or 202 of the file, else {default_order}; an empty list: points alone)",
        {"default_order": DEFAULT_ORDER},
        metavar="LIST",
    )
    parser.option(
        "--ruleset",
        "how unplayed rounds count (default: by the day the event ended; {value} where the file has no date)",
        {"value": RULES_IN_FORCE.value},
        choices=[r.value for r in Ruleset],
    )
    add_format(parser)
    parser.option("--round", "the table after this round", type=not_negative, metavar="N")
    parser.option("--lots", "draw lots between those still equal, from this seed", metavar="SEED")
    parser.option(
        "--one-group",
        "what to do about tie-breaks of several groups (article 33.2; default: off)",
        choices=[rule.value for rule in GroupRule],
        default=GroupRule.OFF.value,
    )
    parser.option(
        "--lowest-voluntary",
        "which of several unplayed rounds a cut of Sonneborn-Berger takes, where C.07, 16.5 leaves it open: the one "
        "that contributes least (default), or the one whose dummy has the lowest score",
        choices=[choice.value for choice in LowestVoluntary],
        default=LowestVoluntary.CONTRIBUTION.value,
    )
    parser.json_flag()
    parser.set_defaults(run=run)


def _lists_by_name() -> str:
    shown = {name: " ".join(str(t) for t in known.order if t.code != "PTS") for name, known in FOR_PLAYERS.items()}
    return "; ".join(f"{name} ({items})" for name, items in shown.items())


def run(arguments: Namespace) -> int:
    report = read_report(arguments)
    asked = StandingsOptions(**{field.name: getattr(arguments, field.name) for field in fields(StandingsOptions)})
    with refusals_told(arguments.file):
        table = ranked_report(report, asked)
    notes([*table.notes, *_misfits(table)])
    print_answer(arguments, _facts(table), _lines(table))
    return OK


def ranked_report(report: Report, asked: StandingsOptions, known: ReportField | None = None) -> PrintedTable:
    """The table as it is asked for; `known` is the field after that round. Raises BadInput, Unreadable or a Refusal."""
    after = report.rounds_paired if asked.round is None else asked.round
    listed, ruleset = _list(report, asked), _ruleset(report, asked)
    if MCMAHON_KEYWORD in {tiebreak.code for tiebreak in listed.order}:
        listed = listed.from_the_start()
    held = Format(asked.format) if asked.format else declared_format(report.header) or Format.SWISS
    rounds = report.rounds_planned or report.rounds_paired
    context = listed.rules(
        Context(
            ruleset,
            report.round_scoring,
            rounds,
            FORMATS[held].predetermined,
            lowest_voluntary=LowestVoluntary(asked.lowest_voluntary),
            start=starting_points_now(report),
        )
    )
    notes = tuple(_notes(report, listed, asked))
    field = known or report_field(report, after)
    try:
        listed.check_for(field.laws.entrants)
        lots = _drawn(field.names, asked.lots)
        rows = ranking.rank(field.cards, listed.order, replace(context, team=team_rules(field.laws)), lots)
    except (NeedsTeams, NeedsPlayers) as problem:
        raise BadInput(bad_tiebreak(problem, own_language())) from None
    order = rows[0].order if rows else listed.order
    event = EventFacts(
        ruleset,
        FORMATS[held].predetermined,
        teams=field.laws.entrants is Entrants.TEAMS,
        primary=team_rules(field.laws).primary,
        unrated=sum(not card.rating for card in field.cards.values()),
        rounds=rounds,
    )
    told = misfits(order, event)
    name, planned = report.header.name, report.rounds_planned
    return PrintedTable(name, field.names, planned, after, held, ruleset, order, rows, event, told, notes)


def _notes(report: Report, listed: TiebreakList, asked: StandingsOptions) -> Iterator[str]:
    if not report.point_system.plain:
        yield said(
            "tie-breaks take every win, draw and bye for what White's are worth; the points are those of the file."
        )
    if not asked.ruleset and last_day(report.header) is None:
        yield said(
            "the file has no date: unplayed rounds count by {rules_in_force}, the rules of today (see --ruleset).",
            rules_in_force=RULES_IN_FORCE,
        )
    try:
        offending = check_groups(listed.order, GroupRule(asked.one_group))
    except MixedGroups as problem:
        raise BadInput(mixed(problem.offending, own_language())) from None
    if offending:
        yield mixed(offending, own_language())


def _ruleset(report: Report, asked: StandingsOptions) -> Ruleset:
    """As asked, else by the day the event ended, else the rules in force."""
    if asked.ruleset:
        return Ruleset(asked.ruleset)
    ended = last_day(report.header)
    ruleset = ruleset_on(ended)
    if ruleset is None:
        either = N_("in an event that ended on {ended} either rule may be in force: say which with --ruleset")
        raise bad_input(either, ended=ended)
    return ruleset


def _list(report: Report, asked: StandingsOptions) -> TiebreakList:
    """As asked, else as the file has it; an empty list means points alone."""
    header = report.header
    text = asked.tiebreaks
    if text is None:
        default = " ".join(TEAM_ORDER) if is_of_teams(report) else DEFAULT_ORDER
        text = header.standings_order or header.tiebreaks or default
    try:
        return read_new_list(items_of(text))
    except BadTiebreak as problem:
        raise BadInput(bad_tiebreak(problem, own_language())) from None


def _drawn(numbers: Iterable[int], seed: str | None) -> dict[int, int] | None:
    """Lots are drawn by starting rank, and only if there is a seed: without one equals stay equal."""
    if seed is None:
        return None
    drawn = ranking.drawn_order(map(str, numbers), seed)
    return {int(key): place for place, key in enumerate(drawn, 1)}


def exact_text(value: Value | None) -> str | None:
    """A fraction as a string; None for what is undefined or was never asked."""
    return str(Fraction(value)) if isinstance(value, int | Fraction) else None


def _misfits(table: PrintedTable) -> list[str]:
    return [misfit(one, own_language(), table.event) for one in table.misfits]


def _facts(table: PrintedTable) -> dict[str, object]:
    """Exact values, fractions as strings."""
    players = [
        {
            "place": row.place,
            "number": row.number,
            "name": table.names[row.number],
            "points": exact_text(row.score),
            "tiebreaks": {str(t): exact_text(v) for t, v in zip(row.order, row.values, strict=True)},
            "values": [_one(t, v) for t, v in zip(row.order, row.values, strict=True)],
            "tied_with": row.tied_with,
        }
        for row in table.rows
    ]
    return {
        "tournament": table.title,
        "round": table.round,
        "rounds": table.rounds,
        "format": table.format.value,
        "ruleset": table.ruleset.value,
        "order": [str(t) for t in table.order],
        "notes": [*table.notes, *_misfits(table)],
        "standings": players,
    }


def _one(tiebreak: Tiebreak, value: Value | None) -> dict[str, str | None]:
    """One column of one player; `state` tells what could not be computed from what was never asked."""
    state = "not asked" if value is None else "value" if isinstance(value, int | Fraction) else "undefined"
    return {"tiebreak": str(tiebreak), "value": exact_text(value), "state": state}


def _lines(table: PrintedTable) -> list[str]:
    shown = [(i, t) for i, t in enumerate(table.order) if t.code != "PTS"]
    heads = [said("place"), said("no"), said("name"), said("points")]
    rows = [[*heads, *(str(t) for _, t in shown)]]
    for row in table.rows:
        values = [_shown(row.values[i]) for i, _ in shown]
        rows.append([str(row.place), str(row.number), table.names[row.number], _shown(row.score), *values])
    held = (
        "" if table.format is Format.SWISS else said(" of a {format}", format=format_name(table.format, own_language()))
    )
    facts = {"round": table.round, "held": held, "value": table.ruleset.value}
    title = said("After round {round}{held}, unplayed rounds by {value}.", **facts)
    return [title, *_aligned(rows)]


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
