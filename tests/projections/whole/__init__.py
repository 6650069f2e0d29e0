"""Small tournaments of every format, played through the decisions of the desk and told to the last field."""

from collections.abc import Callable, Iterator
from pathlib import Path

from domain.files.exporting import report_of
from domain.files.header import regulations_of, round_comments, rules_comment
from domain.files.importing import import_report
from domain.files.rechecking import differing_rounds, known_rounds, places_by_bracket, rechecked, wanted_round
from domain.files.remarks import remarks
from domain.files.trf import Ladder, Report, parse, write
from domain.files.trf.repairs import together
from domain.refusals import Refusal
from domain.tournament import Tournament
from domain.words.regulations import FROM_TABLES, WITH_BRACKET, Entrants
from tests.projections.whole.brackets import double_elimination, knockout
from tests.projections.whole.festival import told_in_full
from tests.projections.whole.playing import Looks
from tests.projections.whole.playoffs_held import playoff_of_six, playoff_of_three, table_with_a_playoff
from tests.projections.whole.swiss_and_tables import round_robin, scheveningen, swiss_1998, swiss_2026, teams
from tests.projections.whole.telling import at_the_desk, history_of, journal, told, undone_one_by_one, views
from web.wording.report_comments import comment_lines

CASES = Path(__file__).parents[2] / "cases" / "whole_views"
MADE = (
    swiss_1998,
    swiss_2026,
    teams,
    knockout,
    double_elimination,
    playoff_of_three,
    playoff_of_six,
    table_with_a_playoff,
    round_robin,
    scheveningen,
)
FESTIVAL = "festival"
STORIES: dict[str, Callable[[], Looks]] = {story.__name__: story for story in MADE}


def as_played(t: Tournament) -> Tournament:
    return t


def as_text(story: str, kept: Callable[[Tournament], Tournament] = as_played) -> str:
    """Every moment that the story looks at, then the journal. `kept` gives the tournament that is looked at."""
    if story == FESTIVAL:
        return "\n".join([*told_in_full(), ""])
    lines, last = list[str](), Tournament()
    for moment, played in STORIES[story]():
        t = kept(played)
        lines += [f"===== {moment}", *views(t)]
        if t.regulations.entrants is Entrants.PLAYERS:
            lines += ["===== at the desk", *at_the_desk(t)]
        last = t
    lines += ["===== journal", *journal(last.history), "===== history", *history_of(last)]
    return "\n".join([*lines, "===== undone", *undone_one_by_one(last), *_files(last), ""])


def _files(t: Tournament) -> Iterator[str]:
    """The report files, and the journal that the newer one becomes when it is read again."""
    if t.regulations.entrants is Entrants.TEAMS:
        return
    comments = [rules_comment(t), *round_comments(t), *comment_lines(t)]
    for ladder in Ladder:
        yield f"===== {ladder.value}"
        text = write(report_of(t, program="Tablo"), ladder, comments=comments)
        yield from text.splitlines()
        report = parse(text.encode())
        yield "--- mended"
        yield from told(together(report.repairs))
        try:
            events = import_report(report, file_name="open.trf", sha256="0")
        except Refusal as refused:
            yield f"--- not read again: {type(refused).__name__} {refused.args}"
            continue
        yield "--- remarks"
        yield from told(remarks(report, regulations_of(report), rechecked(report, regulations_of(report))))
        if ladder is Ladder.TRF26:
            yield from _by_format(report)
            yield "--- read again"
            for event in events:
                yield from told(event)


def _by_format(report: Report) -> Iterator[str]:
    """The rounds as the format wants them, and where the file has others."""
    laws = regulations_of(report)
    if laws.format not in FROM_TABLES | WITH_BRACKET:
        return
    yield "--- by the format"
    yield from told(differing_rounds(report, laws))
    yield from told(places_by_bracket(report, laws))
    for round in range(1, report.rounds_paired + 1):
        before, known = known_rounds(report, laws, round)
        yield f"round {round}: {known}"
        yield from told(wanted_round(before, round), "  ")
