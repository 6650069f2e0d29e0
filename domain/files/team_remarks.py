"""Remarks on what is filled in, or taken otherwise than written, to make matches of teams of a report file."""

from collections.abc import Iterator

from domain.files.kept import unread_team_records
from domain.files.read_matches import NOT_IN_ORDER, OTHER_COLOURS, WHITE_NOT_SAID
from domain.files.remark import About, Remark
from domain.files.team_points import abnormal_reaches_on, after_the_end, team_totals, without_effect
from domain.files.team_rounds import TeamRounds, team_rounds
from domain.files.trf.columns import TEAM_LIST
from domain.files.trf.report import Report
from domain.files.trf.teams import names_teams, team_records
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
    if abnormal_reaches_on(rounds):
        yield Remark(About.ABNORMAL_AHEAD, record="299")
    for rule in after_the_end(rounds):
        yield Remark(About.ABNORMAL_AFTER_THE_END, str(rule.round), str(rounds.report.rounds_paired), record="299")
    for rule in without_effect(rounds, laws):
        yield Remark(About.ABNORMAL_WITHOUT_EFFECT, str(rule.line), record="299")


def _both(points: tuple[int | None, int | None]) -> str:
    return ", ".join(written(half or 0) for half in points)
