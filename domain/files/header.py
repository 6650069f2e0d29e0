"""The header records of a report file and the announcement and regulations of a tournament, both ways."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Final

from domain import events as e
from domain.decisions.setup.regulations import MOST_CYCLES, SYSTEM_OF_TEAMS, SYSTEMS_IN_FORCE, check_rankable, list_of
from domain.files.bracket_trees import options_seen
from domain.files.brackets import bracket_comments, is_foreign, says_no_rules, seen_options
from domain.files.options import BOARDS_RULE, OF_A_BRACKET, OF_A_TABLE, OF_TEAMS, options_said, options_written
from domain.files.teams.exporting import team_comments
from domain.files.teams.regulations import is_of_teams, names_team_swiss, regulations_of_teams, team_code
from domain.files.trf import comments
from domain.files.trf.columns import National, iso_date, read_federation
from domain.files.trf.comments import YES, one_of, rules_said, yes_or_no
from domain.files.trf.matches import GAMES_RULE
from domain.files.trf.report import Header, Report, declared_format, first_day, last_day, ruleset_on
from domain.files.trf.tasks import BAKU_SUFFIX, BETWEEN_RULE, between_said, is_baku, starting_rules, top_start
from domain.files.trf.teams import team_records
from domain.formats.tables.round_robin import berger_rounds
from domain.pairing import SYSTEMS
from domain.ranking.tiebreak_lists import PRESETS, items_of, read_list
from domain.ranking.tiebreaks import BadTiebreak, Ruleset, Tiebreak
from domain.records import dataclass
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.tournament_cards.cards import member_numbers, numbers_of
from domain.tournament_cards.starting_points import has_starting_points, start_at_the_bar
from domain.words import options as o
from domain.words import regulations as w
from domain.words.games import Result
from domain.words.players import EntrantId, OrderOfEquals
from domain.words.rating_lists import CountedRating, NationalRating


@dataclass(frozen=True, slots=True)
class Edition:
    system: str
    first_day: date
    order: tuple[str, ...]
    corrections: w.CorrectionPolicy


DUTCH_EDITIONS: Final = (
    Edition("dutch-2026", date(2026, 2, 1), ("C07-SWISS",), w.CorrectionPolicy.HANDLING_2026),
    Edition("dutch-2017", date(2017, 7, 1), ("C07-SWISS",), w.CorrectionPolicy.HANDLING_2013),
    Edition("dutch-2012", date(2012, 1, 1), ("33.3.4",), w.CorrectionPolicy.HANDLING_2013),
    Edition("dutch-1998", date.min, ("F10",), w.CorrectionPolicy.F7_1998),
)
"""The texts, newest first. That of 1998 was in the Handbook until a day of 2011 that is not known."""

TODAYS: Final = DUTCH_EDITIONS[0]


def edition_on(day: date | None) -> Edition:
    if day is None:
        return TODAYS
    return next(edition for edition in DUTCH_EDITIONS if edition.first_day <= day)


def edition_of(system: str) -> Edition:
    return next((edition for edition in DUTCH_EDITIONS if edition.system == system), TODAYS)


HOUR = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
MAX_HEADER_LINE_CHARS = 100
UNNAMED = "#"
ROUND_ROBIN_ORDER = ("C07-RR",)
PERIODS_RULE = "rating_periods"
ARMAGEDDON_RULE = "armageddon"
POINTS_KEYWORD = "PTS"
MCMAHON_KEYWORD = "MMS"
KEIZER_CODE = "KZ"
OTHER_SCORES: Mapping[bool, tuple[str, ...]] = {False: (KEIZER_CODE,), True: ("MP", "GP")}
"""For players and for teams, first items of lists that say themselves which score makes the first place."""
FIRST_CODES = frozenset({POINTS_KEYWORD, "START", MCMAHON_KEYWORD})


def details_of(report: Report, file_name: str = "") -> w.Details:
    header = report.header
    return w.Details(
        name=shortened(header.name) or shortened(file_name) or UNNAMED,
        city=shortened(header.city),
        federation=read_federation(header.federation),
        start=iso_date(header.start),
        end=iso_date(header.end),
        chief_arbiter=shortened(header.chief_arbiter),
        deputies=tuple(shortened(name) for name in header.deputies),
        time_control=shortened(header.time_control),
        schedule=_schedule(header),
        clock=shortened(header.clock),
        rank_method=shortened(header.rank_method),
        rating_lists=tuple(shortened(name) for name in comments.rating_lists_said(report.comments)),
        arbiters=tuple(shortened(name) for name in comments.arbiters_said(report.comments)),
    )


def _schedule(header: Header) -> tuple[str, ...]:
    """The days of the rounds, with the hours where the file says them."""
    times = (*header.round_times, *[""] * len(header.round_dates))
    days = (iso_date(day) for day in header.round_dates)
    return tuple(
        f"{day}T{time}" if day and HOUR.fullmatch(time) else day for day, time in zip(days, times, strict=False)
    )


def regulations_of(report: Report, system: str = "", format: w.Format | None = None) -> w.Regulations:
    """The regulations in the file; for the rest, those of the edition it was paired by and of the day it ended.

    `system` and `format` are what somebody says instead of the file.
    """
    said = comments.rules_said(report.comments)
    default = w.Regulations(swiss=o.SwissOptions(rounds_between=between_said(report)), armageddon=armageddon_said(said))
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
        order=ROUND_ROBIN_ORDER if format in w.FROM_TABLES else edition.order,
        acceleration=w.Acceleration.BAKU if is_baku(report, rounds) else w.Acceleration.NONE,
        rounds=rounds,
        scoring=report.point_system.scoring,
        format=format,
        ruleset=one_of(Ruleset, said.get("ruleset"), of_the_day or Ruleset(default.ruleset)).value,
        corrections=one_of(w.CorrectionPolicy, said.get("corrections"), edition.corrections),
        group_rule=one_of(w.GroupRule, said.get("group_rule"), default.group_rule),
        numbering=one_of(OrderOfEquals, said.get("numbering"), default.numbering),
        shared_places=said.get("shared_places") == YES,
        chess960=said.get("chess960") == YES,
        rating_periods=PERIODS_RULE in said,
        counted_rating=one_of(CountedRating, said.get(PERIODS_RULE), default.counted_rating),
        maxi=one_of(o.MaxiTournament, said.get("maxi"), default.maxi),
        round_robin=_table(report, said, format) if format in w.FROM_TABLES else default.round_robin,
        knockout=_bracket(report, said, format) if format in w.WITH_BRACKET else default.knockout,
    )
    if has_starting_points(found):
        found = replace(found, mcmahon=starting_options(report))
    if is_of_teams(report):
        found = regulations_of_teams(report, found)
    order = order_in(report, found)
    return found if order is None else replace(found, order=order)


def edition_of_day(report: Report) -> Edition:
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
    """The pairing system the file names (our own comment, 192, or 092 as we write it), if it is ours; else nothing."""
    said = comments.rules_said(report.comments).get("system", "")
    code = report.header.encoded_type.upper()
    if names_team_swiss(code) and is_of_teams(report):
        return SYSTEM_OF_TEAMS
    by_code = {code: name for name, code in SYSTEM_CODES.items()} | {DUTCH: edition_of_day(report).system}
    named = said or by_code.get(code.removesuffix(BAKU_SUFFIX), "") or _system_in_type(report.header.type)
    if named in SYSTEMS and code.endswith(BAKU_SUFFIX) and not SYSTEMS[named].accelerates:
        return ""
    return named if named in SYSTEMS else ""


def _system_in_type(type: str) -> str:
    before, after = TOURNAMENT_TYPES[w.Format.SWISS].split("{system}")
    return type.removeprefix(before).removesuffix(after) if type.startswith(before) else ""


def order_in(report: Report, regulations: w.Regulations) -> tuple[str, ...] | None:
    """The file's tie-breaks (212, else 202), a preset by its name; empty = points alone.

    None: the file has no list, or one with something that is unknown here or does not fit single players.
    """
    header, keyword = report.header, first_keyword(regulations)
    text = header.standings_order or (f"{keyword},{header.tiebreaks}" if header.tiebreaks.strip() else "")
    try:
        wanted = read_list(items_of(text)).order
        order = _after_points(wanted)
        if not wanted or wanted[0].code not in (keyword, *OTHER_SCORES[regulations.of_teams]):
            return None
        check_rankable(replace(regulations, order=order))
    except (BadTiebreak, BadField):
        return None
    return _by_name(order, comments.rules_said(report.comments).get("list", ""))


def _by_name(order: tuple[str, ...], extended: str) -> tuple[str, ...]:
    """With the name of a list in the place of its items. `extended`: the list that more was added to."""
    known = {name: _after_points(preset.order) for name, preset in PRESETS.items()}
    if extended in known:
        more = tuple(text for text in order if text not in known[extended])
        if _after_points(read_list((extended, *more)).order) == order:
            return (extended, *more)
    return next(((name,) for name, items in known.items() if items == order), order)


def first_keyword(regulations: w.Regulations) -> str:
    """The score that makes the first place, as records 202 and 212 call it."""
    return MCMAHON_KEYWORD if has_starting_points(regulations) else POINTS_KEYWORD


def _after_points(order: tuple[Tiebreak, ...]) -> tuple[str, ...]:
    """The list behind the score that makes the first place; whole where the Keizer score stands in it."""
    if any(t.code == KEIZER_CODE for t in order):
        return tuple(map(str, order))
    return tuple(str(t) for t in order if t.code not in FIRST_CODES)


def shortened(text: str) -> str:
    return " ".join(text.split())[:MAX_HEADER_LINE_CHARS]


def header_of(details: w.Details, regulations: w.Regulations, program: str, *, altered: bool = False) -> Header:
    """`altered`: a round of the table is not as the table has it."""
    order, first = _after_points(list_of(regulations).order), first_keyword(regulations)
    says_first = order[:1] in ((first,), *((code,) for code in OTHER_SCORES[regulations.of_teams]))
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
        tiebreaks="" if says_first else ",".join(order),
        standings_order=",".join(order if says_first else (first, *order)),
        clock=details.clock,
    )


def armageddon_said(said: Mapping[str, str]) -> int:
    written = said.get(ARMAGEDDON_RULE, "")
    return int(written) if written.isdecimal() and len(written) <= 2 else 0


def rules_comment(tournament: Tournament) -> str:
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
            **({PERIODS_RULE: regulations.counted_rating.value} if regulations.rating_periods else {}),
            **({ARMAGEDDON_RULE: str(regulations.armageddon)} if regulations.armageddon else {}),
            **({"chess960": YES} if regulations.chess960 else {}),
            **({"maxi": regulations.maxi.value} if regulations.maxi is not o.MaxiTournament.AUTOMATIC else {}),
            **({BETWEEN_RULE: str(regulations.swiss.rounds_between)} if meets_again(regulations) else {}),
            **rules_of_start(tournament),
            **({BOARDS_RULE: str(regulations.match_games)} if regulations.of_teams else {}),
            **(options_written(regulations.teams, OF_TEAMS) if regulations.of_teams else {}),
            **(options_written(regulations.round_robin, OF_A_TABLE) if regulations.from_tables else {}),
            **(options_written(regulations.knockout, OF_A_BRACKET) if regulations.with_bracket else {}),
        }
    )


def _bracket(report: Report, said: Mapping[str, str], format: w.Format) -> o.KnockoutOptions:
    if is_foreign(report, format):
        return seen_options(report)
    if format is w.Format.DOUBLE_ELIMINATION and says_no_rules(report):
        return o.KnockoutOptions() if report.team_line else options_seen(report)
    options = o.KnockoutOptions(tree=comments.tree_said(report.comments))
    return options_said(said, options, OF_A_BRACKET)


def _table(report: Report, said: Mapping[str, str], format: w.Format) -> o.RoundRobinOptions:
    return options_said(said, o.RoundRobinOptions(cycles=cycles_in(report, format)), OF_A_TABLE)


def _drawn_without_armageddon(t: Tournament) -> Iterator[tuple[int, EntrantId]]:
    """By round, White of each game."""
    for round in t.rounds if t.without_armageddon else ():
        drawn = (game for game in round.games if game.result is Result.DRAW)
        yield from ((round.number, game.white) for game in drawn if (round.number, game.white) in t.without_armageddon)


def round_comments(tournament: Tournament, rounds: int | None = None) -> list[str]:
    """The comment lines that no record has a place for: arbiters, facts of rounds; of a bracket up to `rounds`."""
    lists = tournament.details.rating_lists
    changes = [(n, name) for n, name in enumerate(lists, 1) if name and (n == 1 or name != lists[n - 2])]
    return [
        *map(comments.arbiter_line, tournament.details.arbiters),
        *(comments.rating_list(round, name) for round, name in changes),
        *_period_ratings(tournament),
        *(comments.position_line(round, position) for round, position in sorted(tournament.start_positions.items())),
        *comments.board_plan_lines(tournament.board_plan, {} if tournament.teams else numbers_of(tournament)),
        *comments.team_scores_lines(tournament.team_scoring),
        *_default_time(tournament),
        *comments.handicap_lines(tournament.handicap),
        *comments.armageddon_lines(tournament.armageddons, numbers_of(tournament)),
        *comments.no_armageddon_lines(_drawn_without_armageddon(tournament), numbers_of(tournament)),
        *(() if tournament.closed else comments.publication_lines(tournament.publication, tournament.published)),
        *team_comments(tournament),
        *bracket_comments(tournament, tournament.published if rounds is None else rounds),
    ]


def _default_time(t: Tournament) -> Iterator[str]:
    if t.default_minutes is not None:
        yield comments.MARK + comments.DEFAULT_TIME.format(minutes=t.default_minutes)


def _period_ratings(t: Tournament) -> Iterator[str]:
    numbers = member_numbers(t) if t.regulations.of_teams else numbers_of(t)
    for first, taken in sorted(t.period_ratings.items()):
        for one in taken.ratings:
            if one.player in numbers:
                yield comments.period_rating_line(first, numbers[one.player], one)


def slashes(iso: str) -> str:
    return iso[:10].replace("-", "/")


def cycles_in(report: Report, format: w.Format) -> int:
    """The cycles that as many rounds are with so many players; 1 where they are no whole number of cycles."""
    entrants = len(team_records(report).teams) if report.team_line else 0
    players, rounds = entrants or len(report.players), report.rounds_planned or report.rounds_paired
    length = players // 2 if format is w.Format.SCHEVENINGEN else berger_rounds(players) if players > 1 else 0
    cycles, rest = divmod(rounds, length) if length else (1, 0)
    return cycles if not rest and 1 <= cycles <= MOST_CYCLES else 1


TOURNAMENT_TYPES: Mapping[w.Format, str] = {
    w.Format.SWISS: "Individual: Swiss-System ({system})",
    w.Format.ROUND_ROBIN: "Individual: Round-Robin",
    w.Format.SCHEVENINGEN: "Individual: Scheveningen",
    w.Format.KNOCKOUT: "Individual: Knock-out",
    w.Format.DOUBLE_ELIMINATION: "Individual: Double elimination",
    w.Format.PLAYOFF: "Individual: Play-off",
    w.Format.ARENA: "Individual: Arena",
}
"""Record 092, which the import reads again."""
TYPE_OF_FORMAT: Mapping[w.Format, str] = {
    w.Format.SWISS: "CUSTOM_SWISS",
    w.Format.SCHEVENINGEN: "FIDE_SCHEVENINGEN",
    w.Format.KNOCKOUT: "CUSTOM_KNOCKOUT",
    w.Format.DOUBLE_ELIMINATION: "OTHER",
    w.Format.PLAYOFF: "OTHER",
    w.Format.ARENA: "OTHER",
}
"""Record 192, but for the systems that have a code of their own, and for round robins."""
SYSTEM_CODES: Mapping[str, str] = {
    "dutch-2017": "FIDE_DUTCH_2017",
    **{name: system.report_code for name, system in SYSTEMS.items() if system.report_code},
}
CODES_WITH_BAKU = frozenset({"FIDE_DUTCH_2017", "FIDE_DUTCH_2026"})
DUTCH = "FIDE_DUTCH"

MOST_CYCLES_WITH_CODE = 2


def type_of(regulations: w.Regulations) -> str:
    """Record 092."""
    type = TOURNAMENT_TYPES[regulations.format].format(system=regulations.system)
    return type.replace("Individual", "Team", 1) if regulations.of_teams else type


def encoded_type_of(regulations: w.Regulations, *, altered: bool = False) -> str:
    """Record 192; `altered`: a round of the table is not as the table has it."""
    if regulations.format is w.Format.ROUND_ROBIN:
        return _table_code(regulations, altered=altered)
    if regulations.entrants is w.Entrants.TEAMS:
        return team_code(regulations)
    code = SYSTEM_CODES.get(regulations.system) if regulations.paired_by_system else None
    if code is None:
        return TYPE_OF_FORMAT[regulations.format]
    accelerated = regulations.acceleration is w.Acceleration.BAKU and code in CODES_WITH_BAKU
    return code + (BAKU_SUFFIX if accelerated else "")


def _table_code(regulations: w.Regulations, *, altered: bool) -> str:
    """FIDE's own double round robin exchanges the last two rounds of its first cycle; Berger's has them as printed."""
    options, team = regulations.round_robin, "TEAM_" if regulations.of_teams else ""
    cycles, of_table = options.cycles, options.colours is o.TableColours.BERGER
    if altered or not of_table or cycles > MOST_CYCLES_WITH_CODE:
        return f"CUSTOM_{team}ROUNDROBIN"
    if cycles == 1:
        return f"BERGER_{team}ROUNDROBIN"
    tables = "FIDE" if options.cycle_end is o.CycleEnd.EXCHANGED else "BERGER"
    return f"{tables}_{team}DOUBLEROUNDROBIN"


def starting_options(report: Report) -> o.McMahonOptions:
    """Bar, band and floor as the comment line says; of a file of another program as its points show them."""
    said = {name: int(value) for name, value in rules_said(report.comments).items() if value.isdecimal()}
    usual = o.McMahonOptions()
    if not {"bar", "band", "floor"} <= said.keys():
        top = top_start(report)
        highest = [p.rating for p in report.players if p.rating and max(report.acceleration.get(p.number, (0,))) == top]
        return _with_top(replace(usual, bar=min(highest)), top) if top and highest else usual
    options = o.McMahonOptions(said["bar"], max(1, said["band"]), said["floor"])
    lowest = options.lowest(player.rating for player in report.players)
    return options if options.top(lowest) == top_start(report) else _with_top(options, top_start(report))


def _with_top(options: o.McMahonOptions, top: int) -> o.McMahonOptions:
    """The floor from which players at the bar begin so high; the band is made narrower where none is low enough."""
    points = max(1, top // o.HALVES_OF_A_POINT)
    band = max(1, min(options.band, (options.bar - 1) // points))
    return replace(options, band=band, floor=max(0, options.bar - band * points))


def starts_of_file(
    report: Report, laws: w.Regulations, ids: Mapping[int, EntrantId]
) -> Iterator[e.StartingPointsCorrected]:
    if not has_starting_points(laws) or not report.acceleration:
        return
    lowest = laws.mcmahon.lowest(player.rating for player in report.players)
    rounds = max(map(len, report.acceleration.values()))
    for player in report.players:
        known = laws.mcmahon.start(player.rating, lowest)
        given = report.acceleration.get(player.number, ())
        for round, points in enumerate((*given, *[0] * (rounds - len(given))), 1):
            if points != known:
                yield e.StartingPointsCorrected(ids[player.number], points, known, round)
                known = points


def rules_of_start(tournament: Tournament) -> Mapping[str, str]:
    """For the comment line with the regulations; empty under a system without starting points."""
    laws = tournament.regulations
    return starting_rules(laws.mcmahon, start_at_the_bar(tournament)) if has_starting_points(laws) else {}


def meets_again(laws: w.Regulations) -> bool:
    """The system pairs players again who have met: no record says after how many rounds."""
    return laws.paired_by_system and laws.system in SYSTEMS and SYSTEMS[laws.system].meets_again


def has_virtual_points(laws: w.Regulations) -> bool:
    """Fictitious points of a file mean something: an acceleration, or where players begin."""
    return laws.acceleration is not w.Acceleration.NONE or has_starting_points(laws)


def national_lines(report: Report) -> dict[int, National]:
    """By starting rank the one national rating that a player has here: of their own federation, else the first."""
    chosen: dict[int, National] = {}
    federations = {entrant.number: entrant.federation for entrant in report.players}
    for line in report.national:
        first = chosen.setdefault(line.number, line)
        if line.federation == federations[line.number] != first.federation:
            chosen[line.number] = line
    return chosen


def beyond_the_card(report: Report, ids: Mapping[int, EntrantId]) -> Iterator[NationalRating]:
    """Lines of national federations that say more than the one rating a player has here."""
    taken = set(national_lines(report).values())
    for line in report.national:
        if line not in taken or line.title or line.origin or line.id:
            yield NationalRating(ids[line.number], line.federation, line.rating, line.title, line.origin, line.id)


def national_ratings(tournament: Tournament, ranks: Mapping[EntrantId, int]) -> Iterator[National]:
    """National ratings, under the player's federation or that of the event, and those kept from an imported file."""
    kept = tournament.imported.national if tournament.imported is not None else ()
    for player, number in ranks.items():
        if player in tournament.anonymous:
            continue
        mine = (line for line in kept if line.player == player)
        said = (National(one.federation, number, one.rating, one.title, one.origin, one.number) for one in mine)
        lines = {line.federation: line for line in said}
        who = tournament.players[player]
        own = who.federation or tournament.details.federation
        if who.national_rating and own:
            known = lines.get(own, National(own, number, 0))
            lines[own] = replace(known, rating=who.national_rating)
        yield from lines.values()
