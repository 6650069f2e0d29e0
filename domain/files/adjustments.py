"""Points beside the results: record 299 and point systems that know colours, as events, and as 299 again."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

from domain import events as e
from domain.files.trf.matches import byes_of_games
from domain.files.trf.points import PointSystem
from domain.files.trf.report import Abnormal, Report, RoundEntry
from domain.tournament import Tournament
from domain.tournament_cards import numbers_of
from domain.words.players import EntrantId


def adjustments(report: Report, round: int, ids: Mapping[int, EntrantId]) -> Iterator[e.PointsAdjusted]:
    """Points of a round in the file beyond those of the regulations; each counts from the next round."""
    system = report.point_system
    if system.plain and not report.abnormal and report.match_games == 1:
        return
    plain = replace(report, point_system=PointSystem.of(system.scoring, system.unknown), abnormal=())
    for player in report.players:
        entry = player.entry(round)
        usual = plain.points(player.number, round, _usual(entry, report.match_games))
        if extra := report.points(player.number, round, entry) - usual:
            yield e.PointsAdjusted(ids[player.number], round, extra, round + 1)


def _usual(entry: RoundEntry | None, games: int) -> RoundEntry | None:
    """With the columns that a bye has in a round of matches of so many games."""
    if entry is None or games == 1 or entry.opponent is not None:
        return entry
    return replace(entry, games=byes_of_games(entry.code, games))


def rounds_are_left(report: Report) -> bool:
    return report.rounds_planned is None or report.rounds_paired < report.rounds_planned


def abnormal_ahead(report: Report) -> list[Abnormal]:
    """Records 299 that say something of rounds still to be played."""
    left, paired = rounds_are_left(report), report.rounds_paired
    return [rule for rule in report.abnormal if rule.round > paired or (not rule.round and left)]


def abnormal(tournament: Tournament) -> tuple[Abnormal, ...]:
    """The points beside the results as records 299: by round and size, whom they concern.

    Points brought along from an earlier stage are points of round 1: the file knows no stages.
    """
    numbers, carried = numbers_of(tournament), tournament.carried if tournament.published else {}
    alike: dict[tuple[int, int], list[int]] = defaultdict(list)
    for round, player in dict.fromkeys((*tournament.adjustments, *((1, player) for player in carried))):
        points = tournament.adjusted(player, round) + (carried.get(player, 0) if round == 1 else 0)
        if points and player in numbers:
            alike[round, points].append(numbers[player])
    return tuple(Abnormal(None, points, round, tuple(sorted(who))) for (round, points), who in sorted(alike.items()))
