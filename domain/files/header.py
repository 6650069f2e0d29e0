"""The header records of a report file and the announcement and regulations of a tournament, both ways."""

from collections.abc import Mapping
from dataclasses import replace

from domain.decisions.setup.regulations import SYSTEM_OF_TEAMS, SYSTEMS_IN_FORCE, check_rankable, list_of
from domain.files.brackets import bracket_comments, bracket_options, bracket_rules
from domain.files.editions import TODAYS, Edition, edition_of, edition_on
from domain.files.foreign_brackets import is_foreign, seen_options
from domain.files.starting_points import rules_of_start, starting_options
from domain.files.tables import cycles_in, table_options, table_rules
from domain.files.team_exporting import team_comments
from domain.files.team_options import team_option_rules
from domain.files.team_regulations import is_of_teams, names_team_swiss, regulations_of_teams
from domain.files.trf import comments
from domain.files.trf.comments import YES, one_of, yes_or_no
from domain.files.trf.event_format import declared_format, first_day, last_day, ruleset_on
from domain.files.trf.matches import GAMES_RULE
from domain.files.trf.report import Header, Report
from domain.files.trf.tasks import BAKU_SUFFIX, is_baku
from domain.files.trf.values import iso_date, read_federation
from domain.files.type_of_event import DUTCH, SYSTEM_CODES, encoded_type_of, type_of
from domain.pairing import SYSTEMS
from domain.ranking.lists import PRESETS, items_of, read_list
from domain.ranking.tiebreaks import BadTiebreak, Ruleset, Tiebreak
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.tournament_cards import has_starting_points
from domain.words.options import KnockoutOptions, MaxiTournament
from domain.words.players import OrderOfEquals
from domain.words.regulations import (
    FROM_TABLES,
    WITH_BRACKET,
    Acceleration,
    CorrectionPolicy,
    Details,
    Entrants,
    Format,
    GroupRule,
    Regulations,
)

MAX_HEADER_LINE_CHARS = 100
UNNAMED = "#"
ROUND_ROBIN_ORDER = ("C07-RR",)
"""Tie-breaks of a round robin that names none."""
POINTS_KEYWORD = "PTS"
MCMAHON_KEYWORD = "MMS"
TEAM_SCORES = (("MP",), ("GP",))
"""First items of lists of teams that say themselves which score makes the first place."""
FIRST_CODES = frozenset({POINTS_KEYWORD, "START", MCMAHON_KEYWORD})
"""Scores, and what is shown with them: no tie-breaks."""


# Into a tournament


def details_of(report: Report, file_name: str = "") -> Details:
    """Free text of any length and form, cut to what fits."""
    header = report.header
    return Details(
        name=shortened(header.name) or shortened(file_name) or UNNAMED,
        city=shortened(header.city),
        federation=read_federation(header.federation),
        start=iso_date(header.start),
        end=iso_date(header.end),
        chief_arbiter=shortened(header.chief_arbiter),
        deputies=tuple(shortened(name) for name in header.deputies),
        time_control=shortened(header.time_control),
        schedule=tuple(iso_date(day) for day in header.round_dates),
        clock=shortened(header.clock),
        rank_method=shortened(header.rank_method),
        rating_lists=tuple(shortened(name) for name in comments.rating_lists_said(report.comments)),
    )


def regulations_of(report: Report, system: str = "", format: Format | None = None) -> Regulations:
    """The regulations in the file; for the rest, those of the edition it was paired by and of the day it ended.

    `system` and `format` are what somebody says instead of the file.
    """
    default = Regulations()
    said = comments.rules_said(report.comments)
    rounds = max(report.rounds_planned or (report.rounds_paired or default.rounds), report.rounds_paired)
    of_the_day = ruleset_on(last_day(report.header))
    named = system or system_in(report)
    edition = edition_of(named) if named else edition_of_day(report)
    format = format or declared_format(report.header) or default.format
    system = named or system_of_day(report, rounds)
    found = replace(
        default,
        system=system,
        match_games=SYSTEMS[system].games_of_match if system in SYSTEMS else default.match_games,
        order=ROUND_ROBIN_ORDER if format in FROM_TABLES else edition.order,
        acceleration=Acceleration.BAKU if is_baku(report, rounds) else Acceleration.NONE,
        rounds=rounds,
        scoring=report.point_system.scoring,
        format=format,
        ruleset=one_of(Ruleset, said.get("ruleset"), of_the_day or Ruleset(default.ruleset)).value,
        corrections=one_of(CorrectionPolicy, said.get("corrections"), edition.corrections),
        group_rule=one_of(GroupRule, said.get("group_rule"), default.group_rule),
        numbering=one_of(OrderOfEquals, said.get("numbering"), default.numbering),
        shared_places=said.get("shared_places") == YES,
        chess960=said.get("chess960") == YES,
        maxi=one_of(MaxiTournament, said.get("maxi"), default.maxi),
        round_robin=table_options(said, cycles_in(report, format)) if format in FROM_TABLES else default.round_robin,
        knockout=_bracket(report, said, format) if format in WITH_BRACKET else default.knockout,
    )
    if has_starting_points(found):
        found = replace(found, mcmahon=starting_options(report))
    if is_of_teams(report):
        found = regulations_of_teams(report, found)
    order = order_in(report, found)
    return found if order is None else replace(found, order=order)


def edition_of_day(report: Report) -> Edition:
    """The edition in force when the event of the file began."""
    return edition_on(first_day(report.header))


def system_of_day(report: Report, rounds: int) -> str:
    """The system of that edition where it is here and knows what the file asks of it, else today's."""
    system = edition_of_day(report).system
    knows_all = system in SYSTEMS and (SYSTEMS[system].accelerates or not is_baku(report, rounds))
    return system if knows_all else TODAYS.system


def not_in_force(report: Report, system: str) -> bool:
    """The system was chosen, by the file or by somebody, against the edition in force when the event began.

    A file without a day may be of the time when its system was in force.
    """
    edition = edition_of_day(report)
    if system == edition.system or (edition is TODAYS and system in SYSTEMS_IN_FORCE):
        return False
    if system == system_in(report):
        return first_day(report.header) is not None
    return system != TODAYS.system


def system_in(report: Report) -> str:
    """The pairing system the file names (192, or our own comment), if it is one of ours; else nothing."""
    said = comments.rules_said(report.comments).get("system", "")
    code = report.header.encoded_type.upper()
    if names_team_swiss(code) and is_of_teams(report):
        return SYSTEM_OF_TEAMS
    by_code = {code: name for name, code in SYSTEM_CODES.items()} | {DUTCH: edition_of_day(report).system}
    named = said or by_code.get(code.removesuffix(BAKU_SUFFIX), "")
    if named in SYSTEMS and code.endswith(BAKU_SUFFIX) and not SYSTEMS[named].accelerates:
        return ""
    return named if named in SYSTEMS else ""


def order_in(report: Report, regulations: Regulations) -> tuple[str, ...] | None:
    """The file's tie-breaks (212, else 202), a preset by its name; empty = points alone.

    None: the file has no list, or one with something that is unknown here or does not fit single players.
    """
    header, keyword = report.header, first_keyword(regulations)
    text = header.standings_order or (f"{keyword},{header.tiebreaks}" if header.tiebreaks.strip() else "")
    try:
        wanted = read_list(items_of(text)).order
        order = _after_points(wanted)
        if not wanted or (wanted[0].code != keyword and not _is_team_score(wanted[0], regulations)):
            return None
        check_rankable(replace(regulations, order=order))
    except (BadTiebreak, BadField):
        return None
    return _by_name(order, comments.rules_said(report.comments).get("list", ""))


def _is_team_score(first: Tiebreak, regulations: Regulations) -> bool:
    return regulations.entrants is Entrants.TEAMS and first.code in ("MP", "GP")


def _by_name(order: tuple[str, ...], extended: str) -> tuple[str, ...]:
    """With the name of a list in the place of its items. `extended`: the list that more was added to."""
    known = {name: _after_points(preset.order) for name, preset in PRESETS.items()}
    if extended in known:
        more = tuple(text for text in order if text not in known[extended])
        if _after_points(read_list((extended, *more)).order) == order:
            return (extended, *more)
    return next(((name,) for name, items in known.items() if items == order), order)


def first_keyword(regulations: Regulations) -> str:
    """The score that makes the first place, as records 202 and 212 call it."""
    return MCMAHON_KEYWORD if has_starting_points(regulations) else POINTS_KEYWORD


def _after_points(order: tuple[Tiebreak, ...]) -> tuple[str, ...]:
    """Behind the score that comes first."""
    return tuple(str(t) for t in order if t.code not in FIRST_CODES)


def shortened(text: str) -> str:
    return " ".join(text.split())[:MAX_HEADER_LINE_CHARS]


# Out of a tournament


def header_of(details: Details, regulations: Regulations, program: str, *, altered: bool = False) -> Header:
    """`altered`: a round of the table is not as the table has it."""
    order = _after_points(list_of(regulations).order)
    return Header(
        name=details.name,
        city=details.city,
        federation=details.federation,
        start=slashes(details.start),
        end=slashes(details.end),
        type=type_of(regulations),
        chief_arbiter=details.chief_arbiter,
        deputies=details.deputies,
        time_control=details.time_control,
        round_dates=tuple(slashes(start)[2:] for start in details.schedule),
        rank_method=details.rank_method,
        program=program,
        encoded_type=encoded_type_of(regulations, altered=altered),
        tiebreaks="" if order[:1] in TEAM_SCORES else ",".join(order),
        standings_order=",".join(order if order[:1] in TEAM_SCORES else (first_keyword(regulations), *order)),
        clock=details.clock,
    )


def rules_comment(tournament: Tournament) -> str:
    """The comment line with the regulations that no record has a place for."""
    regulations = tournament.regulations
    name = regulations.order[0].upper() if len(regulations.order) > 1 else ""
    return comments.rules(
        {
            "system": regulations.system,
            "ruleset": regulations.ruleset,
            "corrections": regulations.corrections.value,
            "group_rule": regulations.group_rule.value,
            "numbering": regulations.numbering.value,
            "shared_places": yes_or_no(regulations.shared_places),
            **({"list": name} if name in PRESETS else {}),
            **({GAMES_RULE: str(regulations.swiss_match_games)} if regulations.swiss_match_games > 1 else {}),
            **({"chess960": YES} if regulations.chess960 else {}),
            **({"maxi": regulations.maxi.value} if regulations.maxi is not MaxiTournament.AUTOMATIC else {}),
            **rules_of_start(tournament),
            **team_option_rules(regulations),
            **(table_rules(regulations.round_robin) if regulations.from_tables else {}),
            **(bracket_rules(regulations.knockout) if regulations.with_bracket else {}),
        }
    )


def _bracket(report: Report, said: Mapping[str, str], format: Format) -> KnockoutOptions:
    return seen_options(report) if is_foreign(report, format) else bracket_options(said)


def round_comments(tournament: Tournament, rounds: int | None = None) -> list[str]:
    """The comment lines with facts of single rounds that no record has a place for; of a bracket up to `rounds`."""
    lists = tournament.details.rating_lists
    changes = [(n, name) for n, name in enumerate(lists, 1) if name and (n == 1 or name != lists[n - 2])]
    return [
        *(comments.rating_list(round, name) for round, name in changes),
        *(comments.position_line(round, position) for round, position in sorted(tournament.start_positions.items())),
        *team_comments(tournament),
        *bracket_comments(tournament, tournament.published if rounds is None else rounds),
    ]


def slashes(iso: str) -> str:
    return iso[:10].replace("-", "/")
