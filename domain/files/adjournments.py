"""Games of a report file that were adjourned and ended later: the pairings in between took them for draws.

The player's line has the result alone; a comment of ours says from when it was known
(`### Adjournment @ Round 2: round 1 board 3, players 5 and 12, finished 1-0`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from domain import events as e
from domain.files.trf import comments
from domain.files.trf.comments import FinishedLater
from domain.files.trf.report import Report, ReportPlayer
from domain.words.games import Code, Result


def finished_later(report: Report) -> tuple[FinishedLater, ...]:
    """Those whose players did meet in that round; rounds that the file does not have are its newest."""
    said = (
        replace(one, known_in=min(one.known_in, report.rounds_paired))
        for one in comments.adjournments_said(report.comments)
    )
    return tuple(one for one in said if one.round <= one.known_in and _met(report, one))


def _met(report: Report, one: FinishedLater) -> bool:
    white = report.by_number.get(one.white)
    entry = white.entry(one.round) if white else None
    return entry is not None and entry.opponent == one.black


def as_paired(report: Report, round: int) -> Report:
    """The file as the pairing of `round` knew it: a game that ended later was a draw (F.9; C.04.2, 3.1 of 2026)."""
    open_then = {(n, one.round) for one in finished_later(report) if one.known_in >= round for n in one.players}
    if not open_then:
        return report
    return replace(report, players=tuple(_with_draws(player, open_then) for player in report.players))


def _with_draws(player: ReportPlayer, open_then: set[tuple[int, int]]) -> ReportPlayer:
    entries = tuple(
        replace(entry, code=Code.DRAW) if entry is not None and (player.number, round) in open_then else entry
        for round, entry in enumerate(player.entries, 1)
    )
    return replace(player, entries=entries)


ReadGame = tuple[int, int, Result | None, tuple[Code, Code]]
"""White, black (starting ranks), the result, and both codes."""


def ends(report: Report, round: int, games: Callable[[int], Sequence[ReadGame]]) -> Iterator[e.AdjournedGameFinished]:
    """The ends of games that became known in `round`; `games` of a round are those of its boards, in their order."""
    for one in finished_later(report):
        boards = enumerate(games(one.round), 1) if one.known_in == round else ()
        for board, (white, _, result, _) in boards:
            if white == one.white and result is not None:
                yield e.AdjournedGameFinished(one.round, board, result, round)
