"""Text to `Report`: bytes, lines, the record table, typed records, cross-checks."""

from dataclasses import replace
from enum import StrEnum
from functools import partial

from domain.files.encodings import Encoding
from domain.files.readers import report_of_plugin
from domain.files.trf import columns as c
from domain.files.trf.crosschecks import ReportPlayers, agree, by_number, points_agree
from domain.files.trf.decoding import FileLine, decode, refuse, tried
from domain.files.trf.entrants import read_entrant
from domain.files.trf.matches import declared_games, in_rounds
from domain.files.trf.points import PointSystem, spread
from domain.files.trf.problems import Defective, NoPlayers, UnknownOpponent
from domain.files.trf.records import Draft, read_record, speaks_vega
from domain.files.trf.repairs import NOTES, Repair, RepairKind
from domain.files.trf.report import FORMATS_WITH_BRACKET, Header, Report, RoundEntry, declared_format
from domain.files.trf.swiss_manager import is_of_swiss_manager, report_of_swiss_manager
from domain.files.trf.teams import TeamRecords, lines_of_teams
from domain.words.games import Code


class Mode(StrEnum):
    STRICT = "strict"
    """For exchange and endorsement: a file that needs a repair is refused."""
    LENIENT = "lenient"
    """Mend all that can be mended without guessing, and every repair is listed."""


def parse(
    data: bytes,
    mode: Mode = Mode.LENIENT,
    *,
    full_byes_are_pairing_byes: bool = False,
    encoding: Encoding | None = None,
) -> Report:
    """Read a report file (TRF16, the engines' extensions, TRF26), or a file of Swiss-Manager.

    `full_byes_are_pairing_byes`: the arbiter confirms that a lone `F` in an odd field is the
    bye of the pairing, as old exports of one platform wrote it. `encoding` is chosen by a person; None = found.

    Raises a subclass of `problems.Unreadable` with line and column, and nothing else.
    """
    data = report_of_plugin(data)
    if is_of_swiss_manager(data):
        report = report_of_swiss_manager(data)
    else:
        decoded = decode(data, encoding)
        lines = tuple(line for line in decoded.lines if line.text)
        draft = Draft(repairs=list(decoded.repairs), team_line=_first_team_line(lines), vega=speaks_vega(lines))
        report = _read(lines, draft, full_byes_are_pairing_byes)
    defects = tuple(repair for repair in report.repairs if repair.kind not in NOTES)
    if mode is Mode.STRICT and defects:
        raise Defective(defects[0].line, defects[0].column, defects)
    return report


def _read(lines: tuple[FileLine, ...], draft: Draft, full_is_pairing: bool) -> Report:
    """Line by line, then all of them together: each step notes all it finds before the file is refused."""
    players = []
    for line in lines:
        if line.code == "001":
            draft.players_seen = True
            entrant = tried(draft.problems, partial(read_entrant, line, draft.repairs), None)
            players += [entrant] if entrant is not None else []
        else:
            tried(draft.problems, partial(read_record, draft, line), None)
    refuse(draft.problems)
    if not players:
        raise NoPlayers()
    return _report(draft, by_number(players, draft.problems), full_is_pairing)


def _first_team_line(lines: tuple[FileLine, ...]) -> int:
    """0 for an individual tournament, also for one that lists the teams of its players (013) and says what it is."""
    team_lines = [line for line in lines if line.code in c.TEAM_RECORDS and line.text[3:4] == " "]
    said = [(line.code, c.TEXT.read(line.text).upper()) for line in lines if line.code in ("092", "192")]
    individual = any(
        "TEAM" not in text if code == "192" else text.startswith("INDIVIDUAL") for code, text in said if text
    )
    if individual and all(line.code == c.TEAM_LIST for line in team_lines):
        return 0
    return team_lines[0].number if team_lines else 0


def _report(draft: Draft, entrants: ReportPlayers, full_is_pairing: bool) -> Report:
    repairs = draft.repairs
    named = ((line.number, column, number) for line, column, number in draft.named if number not in entrants)
    draft.problems += [UnknownOpponent(line, column, 0, number) for line, column, number in named]
    line, counted = draft.counted or (None, "")
    if line is not None and counted != str(len(entrants)):
        draft.repair(line, c.TEXT.first, RepairKind.COUNT_DIFFERS, c.TEXT.read(line.text), str(len(entrants)))
    header = Header(**draft.texts, deputies=tuple(draft.deputies), round_dates=draft.round_dates, round_times=())
    bracket = declared_format(header) in FORMATS_WITH_BRACKET
    teams = tried([], partial(lines_of_teams, draft.kept, entrants), TeamRecords()) if draft.team_line else None
    repairs += teams.repairs if teams else []
    team_of = teams.team_of if teams else None
    entrants = agree(entrants, draft.rounds_planned, team_of, repairs, draft.problems, bracket)
    # TRF26 has a mark of its own for a game that is adjourned
    no_faults = (RepairKind.UNKNOWN_RESULT, c.ADJOURNED_MARK)
    repairs[:] = [repair for repair in repairs if (repair.kind, repair.was) != no_faults]
    if full_is_pairing:
        entrants = _full_as_pairing(entrants, repairs)
    report = Report(
        players=tuple(entrants.values()),
        header=header,
        rounds_planned=draft.rounds_planned,
        initial_colour=draft.initial_colour,
        rank_by_line=draft.rank_by_line,
        point_system=PointSystem().with_values(draft.values),
        absent=tuple(dict.fromkeys(draft.absent)),
        forbidden=tuple(draft.forbidden),
        announced=tuple(draft.announced),
        acceleration=spread(draft.spans, draft.fictitious, entrants),
        abnormal=tuple(draft.abnormal),
        national=tuple(draft.national),
        kept=tuple(draft.kept),
        team_line=draft.team_line,
    )
    if not draft.team_line:
        report = replace(report, players=points_agree(report, repairs))
        if (games := declared_games(report)) > 1:
            report = in_rounds(report, games) or report
    return replace(report, repairs=tuple(sorted(repairs, key=lambda r: (r.line, r.column))))


def _full_as_pairing(entrants: ReportPlayers, repairs: list[Repair]) -> ReportPlayers:
    """Apply what the arbiter confirmed: the lone full-point bye of a round was the bye of the pairing."""
    out = dict(entrants)
    for i, repair in enumerate(repairs):
        if repair.kind is RepairKind.FULL_BYE_IN_ODD_FIELD:
            entrant = out[repair.number]
            entries = list(entrant.entries)
            entries[repair.round - 1] = RoundEntry(Code.PAIRING_BYE)
            out[repair.number] = replace(entrant, entries=tuple(entries))
            repairs[i] = replace(repair, now="U")
    return out
