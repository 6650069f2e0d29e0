"""Facts that an import leaves out of a report file, or fills in because the file does not say it."""

from collections.abc import Iterator
from enum import StrEnum

from domain.decisions.setup.regulations import bye_beyond_a_match, list_of
from domain.events import TournamentImported
from domain.files import header as h
from domain.files.brackets import follows_nothing_known, is_foreign, level_pairs, says_no_rules
from domain.files.importing import NOT_RECHECKED, Rechecked, birth_dates, kept_lines, unread_team_records
from domain.files.rechecking import differing_rounds
from domain.files.teams.points import abnormal_ahead, after_the_end, matches_ahead, team_totals, without_effect
from domain.files.teams.rounds import NOT_IN_ORDER, OTHER_COLOURS, WHITE_NOT_SAID, TeamRounds, team_rounds
from domain.files.trf import comments
from domain.files.trf.columns import SINGLE_TEXTS, TEAM_LIST, iso_date, read_federation, written, year_in
from domain.files.trf.problems import Unreadable
from domain.files.trf.repairs import RepairKind
from domain.files.trf.report import Report, first_day
from domain.files.trf.tasks import pairing_order, report_initial_colour
from domain.files.trf.teams import names_teams, team_records
from domain.pairing import SYSTEMS
from domain.records import dataclass
from domain.refusals import Refusal
from domain.words.federations import FEDERATIONS, codes_meant
from domain.words.mended import Mended
from domain.words.regulations import Entrants, Format, Regulations


class About(StrEnum):
    """The subject of a remark; the sentences are in `web/wording/imports.py`."""

    CUT = "cut"
    DATE_LEFT_OUT = "date-left-out"
    FEDERATION_LEFT_OUT = "federation-left-out"
    FEDERATION_UNKNOWN = "federation-unknown"
    TYPE_LEFT_OUT = "type-left-out"
    SYSTEM_UNKNOWN = "system-unknown"
    SYSTEM_ASSUMED = "system-assumed"
    SYSTEM_CHOSEN = "system-chosen"
    SYSTEM_OF_DAY = "system-of-day"
    SYSTEM_OF_TODAY = "system-of-today"
    SYSTEM_OF_TEAMS = "system-of-teams"
    SYSTEM_NOT_HERE = "system-not-here"
    SYSTEM_ACCELERATES = "system-accelerates"
    SYSTEM_NOT_IN_FORCE = "system-not-in-force"
    BRACKET_UNKNOWN = "bracket-unknown"
    BRACKET_BY_GAMES = "bracket-by-games"
    BRACKET_UNLIKE = "bracket-unlike"
    BRACKETS_UNKNOWN = "brackets-unknown"
    BRACKETS_BY_GAMES = "brackets-by-games"
    BRACKETS_UNLIKE = "brackets-unlike"
    LEVEL_MATCHES_SEEN = "level-matches-seen"
    LEVEL_MATCHES_OPEN = "level-matches-open"
    ORDER_UNKNOWN = "order-unknown"
    ORDER_ASSUMED = "order-assumed"
    RULESET_ASSUMED = "ruleset-assumed"
    ROUNDS_ASSUMED = "rounds-assumed"
    COLOUR_ASSUMED = "colour-assumed"
    NUMBER_CHANGED = "number-changed"
    ROUNDS_DIFFER = "rounds-differ"
    ROUNDS_SAME = "rounds-same"
    NOT_RECHECKED = "not-rechecked"
    NAMESAKES = "namesakes"
    NATIONAL_LEFT_OUT = "national-left-out"
    LINES_KEPT = "lines-kept"
    LINES_PERSONAL = "lines-personal"
    LINES_TOO_MANY = "lines-too-many"
    TEAMS_OF_LIST = "teams-of-list"
    WHITE_TEAM_ASSUMED = "white-team-assumed"
    OTHER_COLOURS = "other-colours"
    NOT_IN_ORDER = "not-in-order"
    RESERVE_OF_ORDER = "reserve-of-order"
    TEAM_POINTS_DIFFER = "team-points-differ"
    TEAM_RECORD_KEPT = "team-record-kept"
    """Of journals of before: 250 and 299 were not read."""
    ACCELERATION_KEPT = "acceleration-kept"
    ABNORMAL_NOT_COUNTED = "abnormal-not-counted"
    ABNORMAL_WITHOUT_EFFECT = "abnormal-without-effect"
    ABNORMAL_AFTER_THE_END = "abnormal-after-the-end"
    ABNORMAL_AHEAD = "abnormal-ahead"
    ABNORMAL_LINE_AHEAD = "abnormal-line-ahead"
    XXP_OF_TEAMS = "xxp-of-teams"
    XXP_OF_PLAYERS = "xxp-of-players"
    EARLY_COLUMNS = "early-columns"
    BYE_IN_VAIN = "bye-in-vain"
    BYE_AS_READABLE = "bye-as-readable"
    BYE_BEYOND_A_MATCH = "bye-beyond-a-match"
    FIDE_MODE_LEFT = "fide-mode-left"
    BIRTH_DATES = "birth-dates"


@dataclass(frozen=True, slots=True)
class Remark:
    about: About
    was: str = ""
    now: str = ""
    record: str = ""

    @property
    def mended(self) -> Mended:
        return Mended(self.about.value, was=self.was, now=self.now, record=self.record)


def remarks(report: Report, laws: Regulations, again: Rechecked = NOT_RECHECKED) -> list[Remark]:
    type = report.header.type or h.type_of(laws)
    ranks = ((str(entrant.number), str(number)) for number, entrant in enumerate(pairing_order(report), 1))
    changed = [Remark(About.NUMBER_CHANGED, rank, number, "001") for rank, number in ranks if rank != number]
    return [
        *_texts(report),
        *_federations(report),
        *(_swiss_system(report, laws) if laws.paired_by_system else ()),
        *([] if h.type_of(laws) == type else [Remark(About.TYPE_LEFT_OUT, type, h.type_of(laws), "092")]),
        *_again(again),
        *_bracket(report, laws),
        *_order(report, laws),
        *_assumed(report, laws),
        *changed[:1],
        *_namesakes(report),
        *(team_remarks(report, laws) if laws.entrants is Entrants.TEAMS else ()),
        *(Remark(About.ABNORMAL_LINE_AHEAD, rule.said, record="299") for rule in abnormal_ahead(report)),
        *_lines(report, laws),
        *([Remark(About.BIRTH_DATES, now=str(born), record="001")] if (born := len(birth_dates(report))) else ()),
    ]


def _texts(report: Report) -> Iterator[Remark]:
    header = report.header
    for record, name in SINGLE_TEXTS:
        text = " ".join(str(getattr(header, name)).split())
        if name in ("start", "end"):
            if text and not iso_date(text):
                yield Remark(About.DATE_LEFT_OUT, text, record=record)
        elif name not in LOOKED_UP and h.shortened(text) != text:
            yield Remark(About.CUT, text, h.shortened(text), record)
    for deputy in header.deputies:
        if h.shortened(deputy) != " ".join(deputy.split()):
            yield Remark(About.CUT, deputy, h.shortened(deputy), "112")
    for day in header.round_dates:
        if day and not iso_date(day):
            yield Remark(About.DATE_LEFT_OUT, day, record="132")


LOOKED_UP = frozenset({"federation", "type", "encoded_type", "tiebreaks", "standings_order"})


def _federations(report: Report) -> Iterator[Remark]:
    said = [("032", report.header.federation), *(("001", player.federation) for player in report.players)]
    for record, text in dict.fromkeys(said):
        if text and not (code := read_federation(text)):
            yield Remark(About.FEDERATION_LEFT_OUT, text, record=record)
        elif text and code not in FEDERATIONS:
            yield Remark(About.FEDERATION_UNKNOWN, code, " ".join(codes_meant(code)), record)


def _swiss_system(report: Report, laws: Regulations) -> Iterator[Remark]:
    """The system by which the file is paired again and paired on, and why it is this one."""
    code = report.header.encoded_type
    if not h.system_in(report):
        yield Remark(About.SYSTEM_UNKNOWN if code else About.SYSTEM_ASSUMED, code, laws.system, "192")
        yield _reason_for_system(report, laws)
    elif laws.system != h.system_in(report):
        yield Remark(About.SYSTEM_CHOSEN, now=laws.system)
    if h.not_in_force(report, laws.system):
        yield Remark(About.SYSTEM_NOT_IN_FORCE, now=laws.system)


def _reason_for_system(report: Report, laws: Regulations) -> Remark:
    day = first_day(report.header)
    in_force = h.edition_of_day(report).system
    if laws.of_teams:
        return Remark(About.SYSTEM_OF_TEAMS, now=laws.system)
    if laws.system != h.system_of_day(report, laws.rounds):
        return Remark(About.SYSTEM_CHOSEN, now=laws.system)
    if day is None:
        return Remark(About.SYSTEM_OF_TODAY, now=laws.system, record="042")
    if laws.system == in_force:
        return Remark(About.SYSTEM_OF_DAY, day.isoformat(), laws.system, "042")
    return Remark(About.SYSTEM_ACCELERATES if in_force in SYSTEMS else About.SYSTEM_NOT_HERE, in_force, laws.system)


def _again(again: Rechecked) -> Iterator[Remark]:
    if again.impossible:
        yield Remark(About.NOT_RECHECKED)
    elif again.differences:
        yield Remark(About.ROUNDS_DIFFER, _numbered(again.rounds), again.system)
    elif again.system:
        yield Remark(About.ROUNDS_SAME, now=again.system)


def _bracket(report: Report, laws: Regulations) -> Iterator[Remark]:
    if laws.format is Format.DOUBLE_ELIMINATION and says_no_rules(report):
        yield Remark(About.BRACKETS_BY_GAMES if laws.knockout.tree else About.BRACKETS_UNKNOWN)
        try:  # is every game where the tree wants it? Who has White is by no rule that all know
            unlike = any(found.actual or found.ours for found in differing_rounds(report, laws))
        except (Refusal, Unreadable):
            unlike = True
        if unlike:
            yield Remark(About.BRACKETS_UNLIKE)
    if not is_foreign(report, laws.format):
        return
    yield Remark(About.BRACKET_UNKNOWN)
    if laws.lines_by_lot:
        yield Remark(About.BRACKET_BY_GAMES)
    elif follows_nothing_known(report):
        yield Remark(About.BRACKET_UNLIKE)
    level = list(level_pairs(report))
    for about, seen in ((About.LEVEL_MATCHES_SEEN, True), (About.LEVEL_MATCHES_OPEN, False)):
        if some := [one for one in level if bool(one.winner) is seen]:
            yield Remark(about, ", ".join(f"{one.pair[0]}–{one.pair[1]}" for one in some))


def _order(report: Report, laws: Regulations) -> Iterator[Remark]:
    said = report.header.standings_order or report.header.tiebreaks
    if h.order_in(report, laws) is None:
        now = ",".join(str(t) for t in list_of(laws).order if t.code not in h.FIRST_CODES)
        yield Remark(About.ORDER_UNKNOWN if said else About.ORDER_ASSUMED, said, now, "202")


def _assumed(report: Report, laws: Regulations) -> Iterator[Remark]:
    if "ruleset" not in comments.rules_said(report.comments):
        yield Remark(About.RULESET_ASSUMED, now=laws.ruleset)
    if report.rounds_planned is None:
        yield Remark(About.ROUNDS_ASSUMED, now=str(laws.rounds), record="142")
    colour = team_rounds(report).initial_colour() if laws.of_teams else report_initial_colour(report)
    if colour is None:
        yield Remark(About.COLOUR_ASSUMED, record="152")


def _namesakes(report: Report) -> Iterator[Remark]:
    """Without a FIDE number only the arbiter can tell them apart."""
    lines: dict[tuple[str, int], list[int]] = {}
    for entrant in report.players:
        if not entrant.fide_id and entrant.name:
            lines.setdefault((entrant.name.casefold(), year_in(entrant.birth)), []).append(entrant.line)
    for (name, _), same in lines.items():
        if len(same) > 1:
            yield Remark(About.NAMESAKES, name, _numbered(tuple(same)), "001")


def _lines(report: Report, laws: Regulations) -> Iterator[Remark]:
    lines = kept_lines(report, laws)
    kept = len(lines.before) + len(lines.after)
    if kept:
        yield Remark(About.LINES_KEPT, now=str(kept))
    if lines.personal:
        yield Remark(About.LINES_PERSONAL, _numbered(lines.personal))
    if lines.too_many:
        yield Remark(About.LINES_TOO_MANY, _numbered(lines.too_many))
    if left := comments.when_fide_mode_was_left(report.comments):
        yield Remark(About.FIDE_MODE_LEFT, left[1], str(left[0]))


def _numbered(lines: tuple[int, ...]) -> str:
    return ", ".join(map(str, lines[:8])) + (", ..." if len(lines) > 8 else "")


DOUBTS = {WHITE_NOT_SAID: About.WHITE_TEAM_ASSUMED, **{one: About(one) for one in (OTHER_COLOURS, NOT_IN_ORDER)}}


def team_remarks(report: Report, laws: Regulations) -> Iterator[Remark]:
    """All that is filled in, or taken otherwise than written, to make matches of teams of the players' games."""
    records = team_records(report)
    rounds = team_rounds(report)
    if records.old:
        yield Remark(About.TEAMS_OF_LIST, str(len(records.teams)), str(laws.match_games), TEAM_LIST)
    for player, joined in records.let_in:
        yield Remark(About.RESERVE_OF_ORDER, str(player), rounds.teams[joined].name, "300")
    for round in range(1, report.rounds_paired + 1):
        for match in rounds.round(round).matches:
            for doubt in match.doubtful:
                names = " – ".join(rounds.teams[team].name for team in (match.white, match.black))
                yield Remark(DOUBTS[doubt.kind], names, f"{round}.{doubt.board}" if doubt.board else str(round))
    yield from _byes(rounds)
    if bye_beyond_a_match(laws):
        most = written(laws.match_games * laws.teams.game.win)
        yield Remark(About.BYE_BEYOND_A_MATCH, written(laws.teams.bye_game_points or 0), most, "320")
    unread = unread_team_records(report, laws)
    yield from _abnormal(rounds, laws, unread)
    for group in report.forbidden:
        about = About.XXP_OF_TEAMS if names_teams(group, rounds.teams) else About.XXP_OF_PLAYERS
        yield Remark(about, ", ".join(map(str, group.players)), record="XXP")
    totals = team_totals(rounds, laws, beside="299" not in unread)
    for team in records.teams:
        said, found = (team.match_points, team.game_points), totals[team.number]
        if None not in said and said != found:
            yield Remark(About.TEAM_POINTS_DIFFER, f"{team.name}: {_both(said)}", _both(found), "310")


def _byes(rounds: TeamRounds) -> Iterator[Remark]:
    """Byes of which the records say two things, or record 802 alone says something."""
    for round in range(1, rounds.report.rounds_paired + 1):
        read = rounds.round(round)
        for team in read.asked_in_vain:
            yield Remark(About.BYE_IN_VAIN, rounds.teams[team].name, str(round), "240")
        for team in read.as_readable:
            yield Remark(About.BYE_AS_READABLE, rounds.teams[team].name, str(round), "802")


def _abnormal(rounds: TeamRounds, laws: Regulations, unread: frozenset[str]) -> Iterator[Remark]:
    """Records 250 and 299 that count for nothing, or stand in other columns."""
    rules = rounds.records.abnormal
    if "250" in unread:
        yield Remark(About.ACCELERATION_KEPT, str(len(rounds.records.spans)), record="250")
    if early := [str(rule.line) for rule in rules if rule.early_columns]:
        yield Remark(About.EARLY_COLUMNS, ", ".join(early), record="299")
    if "299" in unread:
        yield Remark(About.ABNORMAL_NOT_COUNTED, str(len(rules)), record="299")
        return
    for rule in matches_ahead(rounds):
        yield Remark(About.ABNORMAL_LINE_AHEAD, rule.said, record="299")
    for rule in after_the_end(rounds):
        yield Remark(About.ABNORMAL_AFTER_THE_END, str(rule.round), str(rounds.report.rounds_paired), record="299")
    for rule in without_effect(rounds, laws):
        yield Remark(About.ABNORMAL_WITHOUT_EFFECT, str(rule.line), record="299")


def _both(points: tuple[int | None, int | None]) -> str:
    return ", ".join(written(half or 0) for half in points)


REPAIR_KINDS = frozenset(kind.value for kind in RepairKind)


def repair_count(event: TournamentImported) -> int:
    return len(event.repairs) + sum(one.kind in REPAIR_KINDS for one in event.mended)
