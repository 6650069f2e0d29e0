"""Remarks on what is filled in, or taken otherwise than written, to make matches of teams of a report file."""

from collections.abc import Iterator

from domain.files.remark import About, Remark
from domain.files.team_rounds import NOT_IN_ORDER, OTHER_COLOURS, WHITE_NOT_SAID, TeamRounds, team_totals
from domain.files.trf.columns import TEAM_LIST
from domain.files.trf.report import Report
from domain.files.trf.teams import team_records
from domain.files.trf.values import written
from domain.words.regulations import Regulations

DOUBTS = {
    WHITE_NOT_SAID: About.WHITE_TEAM_ASSUMED,
    OTHER_COLOURS: About.OTHER_COLOURS,
    NOT_IN_ORDER: About.NOT_IN_ORDER,
}


def team_remarks(report: Report, laws: Regulations) -> Iterator[Remark]:
    """All that is filled in, or taken otherwise than written, to make matches of teams of the players' games."""
    records = team_records(report)
    rounds = TeamRounds(report, records)
    if records.old:
        yield Remark(About.TEAMS_OF_LIST, str(len(records.teams)), str(laws.match_games), TEAM_LIST)
    for round in range(1, report.rounds_paired + 1):
        for match in rounds.round(round).matches:
            for doubt in match.doubtful:
                names = " – ".join(rounds.teams[team].name for team in (match.white, match.black))
                yield Remark(DOUBTS[doubt.kind], names, f"{round}.{doubt.board}" if doubt.board else str(round))
    totals = team_totals(rounds, laws)
    for team in records.teams:
        said, found = (team.match_points, team.game_points), totals[team.number]
        if None not in said and said != found:
            yield Remark(About.TEAM_POINTS_DIFFER, f"{team.name}: {_both(said)}", _both(found), "310")
    unread = [kept.text[:3] for kept in report.kept if kept.text[:4] in ("250 ", "299 ")]
    for record in dict.fromkeys(unread):
        yield Remark(About.TEAM_RECORD_KEPT, str(unread.count(record)), record=record)


def _both(points: tuple[int | None, int | None]) -> str:
    return ", ".join(written(half or 0) for half in points)
