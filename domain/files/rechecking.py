"""The rounds of a report file, paired again: which of them does a system pair otherwise?"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from domain.cards.card import Pair, PairingTask
from domain.files.corrections import known_for
from domain.files.rechecked import NOT_RECHECKED, Rechecked
from domain.files.team_tasks import folded_teams
from domain.files.trf.matches import in_rounds_of
from domain.files.trf.problems import Unreadable
from domain.files.trf.report import Report
from domain.files.trf.tasks import numbers_by_rank, pairing_made, report_task
from domain.pairing import SYSTEMS, System
from domain.pairing.checker import Difference, check
from domain.words.players import PairingNumber
from domain.words.regulations import Regulations

MOST_SEATS = 20_000
"""Players times rounds that are paired again while somebody waits for the answer."""


def rechecked(report: Report, laws: Regulations) -> Rechecked:
    """Every round of the file by the system of these regulations; results that are missing leave it undone."""
    if not laws.paired_by_system or laws.system not in SYSTEMS or not report.rounds_paired:
        return NOT_RECHECKED
    if report.team_line and not laws.of_teams:
        return NOT_RECHECKED
    if len(report.players) * report.rounds_paired > MOST_SEATS:
        return Rechecked(impossible=True)
    try:
        return Rechecked(laws.system, tuple(_differing(report, laws)))
    except Unreadable:
        return Rechecked(impossible=True)


def _differing(report: Report, laws: Regulations) -> Iterable[Difference]:
    if laws.of_teams:
        return folded_teams(report, laws).differences()
    return replayed(report, SYSTEMS[laws.system], laws.rounds, trust_results=True, maxi=laws.maxi.declared)


def replayed(
    report: Report, system: System, planned: int, trust_results: bool = False, maxi: bool | None = None
) -> list[Difference]:
    """Rounds that the system pairs otherwise, in pairing numbers. Raises Unreadable if it cannot be told."""
    report = in_rounds_of(report, system.games_of_match)
    rounds = range(1, report.rounds_paired + 1)
    tasks = [replace(task_replayed(report, r, system, planned, trust_results), maxi=maxi) for r in rounds]
    made = [pairing_made(report, r) for r in rounds]
    numbers = numbers_by_rank(report)
    found = (_told(report, d, numbers) for d in check(zip(tasks, made, strict=True), system))
    return [d for d in found if d is not None]


def task_replayed(report: Report, round: int, system: System, planned: int, trust_results: bool = False) -> PairingTask:
    """A round of the file, in the rounds of the system, as the system is asked for it. Raises Unreadable."""
    return report_task(
        known_for(report, round),
        round,
        planned=planned,
        trust_results=trust_results,
        parity_of_arrived=system.parity_of_arrived,
        starting_points=system.starting_points,
    )


def _told(report: Report, found: Difference, numbers: Mapping[int, PairingNumber]) -> Difference | None:
    """Colours that the file leaves open, as it may where a game was not played, cannot differ."""
    open_pairs = {
        frozenset((numbers[p.number], numbers[e.opponent]))
        for p in report.players
        if (e := p.entry(found.round)) is not None and e.opponent is not None and e.colour is None
    }
    told = replace(found, colours=tuple(p for p in found.colours if _ends(p) not in open_pairs))
    return told if told.actual or told.colours or told.nothing_legal else None


def _ends(pair: Pair) -> frozenset[int]:
    return frozenset((pair.white, pair.black))
