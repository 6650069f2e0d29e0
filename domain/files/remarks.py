"""Facts that an import leaves out of a report file, or fills in because the file does not say it."""

from collections.abc import Iterator

from domain.decisions.setup.regulations import list_of
from domain.files.adjustments import reaches_on
from domain.files.by_format import differing_rounds
from domain.files.foreign_brackets import follows_nothing_known, is_foreign, level_pairs, says_no_rules
from domain.files.header import (
    FIRST_CODES,
    edition_of_day,
    not_in_force,
    order_in,
    shortened,
    system_in,
    system_of_day,
)
from domain.files.kept import kept_lines
from domain.files.players_of_report import birth_dates
from domain.files.rechecked import NOT_RECHECKED, Rechecked
from domain.files.remark import About, Remark
from domain.files.team_remarks import team_remarks
from domain.files.trf import comments
from domain.files.trf.columns import SINGLE_TEXTS
from domain.files.trf.event_format import first_day
from domain.files.trf.problems import Unreadable
from domain.files.trf.report import Report
from domain.files.trf.tasks import pairing_order, report_initial_colour
from domain.files.trf.values import iso_date, read_federation, year_in
from domain.files.type_of_event import type_of
from domain.pairing import SYSTEMS
from domain.refusals import Refusal
from domain.words.regulations import Entrants, Format, Regulations


def remarks(report: Report, laws: Regulations, again: Rechecked = NOT_RECHECKED) -> list[Remark]:
    """All of them, for a tournament of these regulations made from this file."""
    return [
        *_texts(report),
        *_federations(report),
        *_system(report, laws),
        *_again(again),
        *_bracket(report, laws),
        *_order(report, laws),
        *_assumed(report, laws),
        *_numbers(report),
        *_namesakes(report),
        *(team_remarks(report, laws) if laws.entrants is Entrants.TEAMS else ()),
        *([Remark(About.ABNORMAL_AHEAD, record="299")] if reaches_on(report) else ()),
        *_lines(report, laws),
        *_births(report),
    ]


def _texts(report: Report) -> Iterator[Remark]:
    header = report.header
    for record, name in SINGLE_TEXTS:
        text = " ".join(str(getattr(header, name)).split())
        if name in ("start", "end"):
            if text and not iso_date(text):
                yield Remark(About.DATE_LEFT_OUT, text, record=record)
        elif name not in LOOKED_UP and shortened(text) != text:
            yield Remark(About.CUT, text, shortened(text), record)
    for deputy in header.deputies:
        if shortened(deputy) != " ".join(deputy.split()):
            yield Remark(About.CUT, deputy, shortened(deputy), "112")
    for day in header.round_dates:
        if day and not iso_date(day):
            yield Remark(About.DATE_LEFT_OUT, day, record="132")


LOOKED_UP = frozenset({"federation", "type", "encoded_type", "tiebreaks", "standings_order"})
"""Texts with a remark of their own."""


def _federations(report: Report) -> Iterator[Remark]:
    said = [("032", report.header.federation), *(("001", player.federation) for player in report.players)]
    for record, text in dict.fromkeys(said):
        if text and not read_federation(text):
            yield Remark(About.FEDERATION_LEFT_OUT, text, record=record)


def _system(report: Report, laws: Regulations) -> Iterator[Remark]:
    header = report.header
    if laws.paired_by_system:
        yield from _swiss_system(report, laws)
    if header.type and header.type != type_of(laws):
        yield Remark(About.TYPE_LEFT_OUT, header.type, type_of(laws), "092")


def _swiss_system(report: Report, laws: Regulations) -> Iterator[Remark]:
    """The system by which the file is paired again and paired on, and why it is this one."""
    code = report.header.encoded_type
    if not system_in(report):
        yield Remark(About.SYSTEM_UNKNOWN if code else About.SYSTEM_ASSUMED, code, laws.system, "192")
        yield _reason_for_system(report, laws)
    elif laws.system != system_in(report):
        yield Remark(About.SYSTEM_CHOSEN, now=laws.system)
    if not_in_force(report, laws.system):
        yield Remark(About.SYSTEM_NOT_IN_FORCE, now=laws.system)


def _reason_for_system(report: Report, laws: Regulations) -> Remark:
    day = first_day(report.header)
    in_force = edition_of_day(report).system
    if laws.of_teams:
        return Remark(About.SYSTEM_OF_TEAMS, now=laws.system)
    if laws.system != system_of_day(report, laws.rounds):
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
    """Facts that a file of another program does not say of its knock-out, or of its double elimination."""
    if laws.format is Format.DOUBLE_ELIMINATION and says_no_rules(report):
        yield Remark(About.BRACKETS_UNKNOWN)
        if _stands_otherwise(report, laws):
            yield Remark(About.BRACKETS_UNLIKE)
    if not is_foreign(report, laws.format):
        return
    yield Remark(About.BRACKET_UNKNOWN)
    if laws.lines_by_lot:
        yield Remark(About.BRACKET_BY_GAMES)
    elif follows_nothing_known(report):
        yield Remark(About.BRACKET_UNLIKE)
    level = list(level_pairs(report))
    for about, some in (
        (About.LEVEL_MATCHES_SEEN, [one for one in level if one.winner]),
        (About.LEVEL_MATCHES_OPEN, [one for one in level if not one.winner]),
    ):
        if some:
            yield Remark(about, ", ".join(f"{one.pair[0]}–{one.pair[1]}" for one in some))


def _stands_otherwise(report: Report, laws: Regulations) -> bool:
    """Some game is not where the seeds and our way into the lower bracket want it: no file says which way it was."""
    try:
        return bool(differing_rounds(report, laws))
    except (Refusal, Unreadable):
        return True


def _order(report: Report, laws: Regulations) -> Iterator[Remark]:
    header = report.header
    said = header.standings_order or header.tiebreaks
    if order_in(report, laws) is None:
        now = ",".join(str(t) for t in list_of(laws).order if t.code not in FIRST_CODES)
        yield Remark(About.ORDER_UNKNOWN if said else About.ORDER_ASSUMED, said, now, "202")


def _assumed(report: Report, laws: Regulations) -> Iterator[Remark]:
    if "ruleset" not in comments.rules_said(report.comments):
        yield Remark(About.RULESET_ASSUMED, now=laws.ruleset)
    if report.rounds_planned is None:
        yield Remark(About.ROUNDS_ASSUMED, now=str(laws.rounds), record="142")
    if report_initial_colour(report) is None:
        yield Remark(About.COLOUR_ASSUMED, record="152")


def _numbers(report: Report) -> Iterator[Remark]:
    """The first of those whose pairing number is no longer their starting rank."""
    for number, entrant in enumerate(pairing_order(report), 1):
        if number != entrant.number:
            yield Remark(About.NUMBER_CHANGED, str(entrant.number), str(number), "001")
            return


def _namesakes(report: Report) -> Iterator[Remark]:
    """Without a FIDE number nothing but the arbiter can tell them apart."""
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


def _births(report: Report) -> Iterator[Remark]:
    known = birth_dates(report)
    if known:
        yield Remark(About.BIRTH_DATES, now=str(len(known)), record="001")
