"""Match points and game points of teams in the rounds of a file, with those beside the results (record 299)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from domain import events as e
from domain.cards.counting import Counting, RoundPoints, counting
from domain.files.teams.rounds import ReadRound, RoundsGained, TeamRounds
from domain.files.trf.comments import armageddons_left_out, armageddons_said
from domain.files.trf.matches import byes_of_games
from domain.files.trf.points import PointSystem
from domain.files.trf.report import Abnormal, Report
from domain.files.trf.teams import AbnormalMatches, abnormal_line
from domain.tournament import Tournament
from domain.tournament_cards.cards import numbers_of
from domain.words.games import Code, Result
from domain.words.players import EntrantId
from domain.words.regulations import Regulations
from domain.words.teams import PrimaryScore


def adjustments(
    report: Report, round: int, ids: Mapping[int, EntrantId], so_far: Sequence[e.Event]
) -> Iterator[e.PointsAdjusted | e.ArmageddonDecided]:
    """Points of a round in the file beyond those of the regulations; each counts from the next round.

    An Armageddon is said by a comment, and has its points here; its board is among the events of the round `so_far`.
    """
    system = report.point_system
    if system.plain and not report.abnormal and report.match_games == 1:
        return
    armageddons = armageddons_said(report.comments)
    boards = _boards_of_draws(so_far, round) if armageddons else {}
    plain = replace(report, point_system=PointSystem.of(system.scoring, system.unknown), abnormal=())
    for player in report.players:
        entry = player.entry(round)
        usual = entry
        if entry is not None and entry.opponent is None and report.match_games > 1:
            usual = replace(entry, games=byes_of_games(entry.code, report.match_games))
        id, extra = ids[player.number], report.points(player.number, round, entry)
        extra -= plain.points(player.number, round, usual)
        won = armageddons.get((round, player.number), 0)
        if 0 < won <= extra and id in boards:
            yield e.ArmageddonDecided(round, boards[id], id, won, round + 1)
            extra -= won
        if extra:
            yield e.PointsAdjusted(id, round, extra, round + 1)


def without_armageddon(
    report: Report, round: int, ids: Mapping[int, EntrantId], so_far: Sequence[e.Event]
) -> Iterator[e.ArmageddonLeftOut]:
    """The drawn games of a round that a comment says to be followed by none."""
    named = [ids[number] for played, number in armageddons_left_out(report.comments) if played == round]
    boards = _boards_of_draws(so_far, round) if named else {}
    for board in sorted(boards[id] for id in named if id in boards):
        yield e.ArmageddonLeftOut(round, board, round + 1)


def _boards_of_draws(events: Sequence[e.Event], round: int) -> dict[EntrantId, int]:
    results = (one for one in events if isinstance(one, e.ResultRecorded) and one.round == round)
    drawn = {one.board for one in results if one.result is Result.DRAW}
    seats = (board for one in events if isinstance(one, e.RoundPaired) and one.round == round for board in one.boards)
    return {id: board.number for board in seats if board.number in drawn for id in (board.white, board.black)}


def rounds_are_left(report: Report) -> bool:
    return report.rounds_planned is None or report.rounds_paired < report.rounds_planned


def abnormal_ahead(report: Report) -> list[Abnormal]:
    """Records 299 that say something of rounds still to be played."""
    left, paired = rounds_are_left(report), report.rounds_paired
    return [rule for rule in report.abnormal if rule.round > paired or (not rule.round and left)]


def abnormal(tournament: Tournament) -> tuple[Abnormal, ...]:
    """The points beside the results as records 299."""
    return tuple(Abnormal(None, points, round, who) for (round, points, _), who in _beside_results(tournament))


def _beside_results(tournament: Tournament) -> Iterator[tuple[tuple[int, int, int], tuple[int, ...]]]:
    """By round, points and secondary points in halves, the numbers of those who have them beside their results.

    Points brought along from an earlier stage are points of round 1: the file knows no stages.
    """
    numbers, carried = numbers_of(tournament), tournament.carried if tournament.published else {}
    alike: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for round, entrant in dict.fromkeys((*tournament.adjustments, *((1, one) for one in carried))):
        points, secondary = tournament.adjusted_scores(entrant, round)
        points += carried.get(entrant, 0) if round == 1 else 0
        if (points or secondary) and entrant in numbers:
            alike[round, points, secondary].append(numbers[entrant])
    for what, who in sorted(alike.items()):
        yield what, tuple(sorted(who))


TwoScores = tuple[int, int]
"""Half-points: match points and game points."""


def team_totals(rounds: TeamRounds, laws: Regulations, *, beside: bool) -> dict[int, TwoScores]:
    """Match points and game points of every team, in halves; `beside` the results, too."""
    totals = dict.fromkeys(rounds.teams, (0, 0))
    for number, all_gained in enumerate(gained_in(rounds, laws), 1):
        for team, gained in all_gained:
            extra = _extra(rounds, team, number, gained) if beside else (0, 0)
            match, game = totals[team]
            totals[team] = match + gained.points + extra[0], game + gained.secondary + extra[1]
    return totals


def gained_in(rounds: TeamRounds, laws: Regulations) -> RoundsGained:
    """Points that each round was worth to each team by its results, worked out once for the same regulations."""
    if laws not in rounds.gained:
        match_first = replace(laws, teams=replace(laws.teams, primary=PrimaryScore.MATCH_POINTS))
        count, played = counting(match_first, adjourned_drawn=True), range(1, rounds.report.rounds_paired + 1)
        rounds.gained[laws] = tuple(tuple(_gained(rounds.round(number), count)) for number in played)
    return rounds.gained[laws]


def _gained(round: ReadRound, count: Counting) -> Iterator[tuple[int, RoundPoints]]:
    for match in round.matches:
        mine, theirs = (tuple(codes) for codes in zip(*match.codes, strict=True))
        yield match.white, count.of_match(mine, theirs)
        yield match.black, count.of_match(theirs, mine)
    for team, code in round.asked.items():
        yield team, count.of_bye(code)
    if round.bye is not None:
        yield round.bye, count.of_bye(Code.PAIRING_BYE)


def _extra(rounds: TeamRounds, team: int, round: int, gained: RoundPoints) -> TwoScores:
    """Points that the records 299 add to the round of a team beyond its result."""
    match, game = 0, 0
    for rule in rounds.records.abnormal:
        if not _in_its_round(rounds, rule).concerns(team, round):
            continue
        if rule.code is None:
            match, game = match + (rule.match_points or 0), game + (rule.game_points or 0)
        elif rule.code is gained.code:
            match += 0 if rule.match_points is None else rule.match_points - gained.points
            game += 0 if rule.game_points is None else rule.game_points - gained.secondary
    return match, game


def abnormal_counts(rounds: TeamRounds, laws: Regulations) -> bool:
    """The totals of the file have the points of its records 299 in them, or it gives no totals.

    Where more totals would be wrong with these points than without, the table that was published did not count them.
    """
    if not rounds.records.abnormal:
        return False
    said = {team.number: (team.match_points, team.game_points) for team in rounds.records.teams}
    both = (team_totals(rounds, laws, beside=beside) for beside in (True, False))
    with_them, without = (sum(None not in said[n] and said[n] != totals[n] for n in said) for totals in both)
    return with_them <= without


def without_effect(rounds: TeamRounds, laws: Regulations) -> list[AbnormalMatches]:
    """Records 299 about a result that no team they name has."""
    by_round = enumerate(gained_in(rounds, laws), 1)
    seen = {(team, round, gained.code) for round, all_gained in by_round for team, gained in all_gained}

    def has_effect(rule: AbnormalMatches) -> bool:
        placed = _in_its_round(rounds, rule)
        return any(code is rule.code and placed.concerns(team, round) for team, round, code in seen)

    return [rule for rule in rounds.records.abnormal if rule.code is not None and not has_effect(rule)]


def matches_ahead(rounds: TeamRounds) -> list[AbnormalMatches]:
    """Records 299 that say something of rounds still to be played."""
    if not rounds_are_left(rounds.report):
        return []
    return [rule for rule in rounds.records.abnormal if not 0 < rule.round <= rounds.report.rounds_paired]


def after_the_end(rounds: TeamRounds) -> list[AbnormalMatches]:
    """Records 299 of a round behind the last of an event that is over, such as 999: they count in the last."""
    if rounds_are_left(rounds.report):
        return []
    return [rule for rule in rounds.records.abnormal if rule.round > rounds.report.rounds_paired]


def _in_its_round(rounds: TeamRounds, rule: AbnormalMatches) -> AbnormalMatches:
    last = rounds.report.rounds_paired
    return replace(rule, round=last) if rule.round > last and not rounds_are_left(rounds.report) else rule


def team_adjustments(
    rounds: TeamRounds, laws: Regulations, round: int, ids: Mapping[int, EntrantId]
) -> Iterator[e.PointsAdjusted]:
    by_match = laws.teams.primary is PrimaryScore.MATCH_POINTS
    for team, gained in gained_in(rounds, laws)[round - 1]:
        extra = _extra(rounds, team, round, gained)
        points, secondary = extra if by_match else extra[::-1]
        if points or secondary:
            yield e.PointsAdjusted(ids[team], round, points, round + 1, secondary=secondary)


def abnormal_lines(tournament: Tournament) -> Iterator[str]:
    """The points beside the results of teams as records 299."""
    by_match = tournament.regulations.teams.primary is PrimaryScore.MATCH_POINTS
    for (round, points, secondary), teams in _beside_results(tournament):
        match, game = (points, secondary) if by_match else (secondary, points)
        yield abnormal_line(AbnormalMatches(None, match, game, round, teams))
