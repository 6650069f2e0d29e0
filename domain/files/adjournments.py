"""Games of a report file that were adjourned and ended later: the pairings in between took them for draws.

The player's line has the result alone; a comment of ours says from when it was known
(`### Adjournment @ Round 2: round 1 board 3, players 5 and 12, finished 1-0`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from domain import events as e
from domain.cards.card import of_match
from domain.files.trf import comments
from domain.files.trf.comments import FinishedLater
from domain.files.trf.report import Report, ReportPlayer, RoundEntry
from domain.words.games import Code, Colour, Result


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
    later = [one for one in finished_later(report) if one.known_in >= round]
    open_then = {(one.white, one.round): Colour.WHITE for one in later}
    open_then |= {(one.black, one.round): Colour.BLACK for one in later}
    if not open_then:
        return report
    return replace(report, players=tuple(_with_draws(player, open_then) for player in report.players))


def _with_draws(player: ReportPlayer, open_then: Mapping[tuple[int, int], Colour]) -> ReportPlayer:
    entries = tuple(
        _drawn(entry, open_then[player.number, round])
        if entry is not None and (player.number, round) in open_then
        else entry
        for round, entry in enumerate(player.entries, 1)
    )
    return replace(player, entries=entries)


def _drawn(entry: RoundEntry, colour: Colour) -> RoundEntry:
    """The game in which the player had that colour as a draw; of a match it is one of several."""
    if not entry.games:
        return replace(entry, code=Code.DRAW)
    own = entry.colour or colour
    games = tuple(
        Code.DRAW if (own if at % 2 == 0 else own.opposite) is colour else code for at, code in enumerate(entry.games)
    )
    return replace(entry, code=of_match(games, games), games=games)


class ReadGame(NamedTuple):
    """A game of a board; players are starting ranks."""

    white: int
    black: int
    result: Result | None
    codes: tuple[Code, Code]
    board: int = 0
    number: int = 1
    """The number of the game in its match."""


def ends(report: Report, round: int, games: Callable[[int], Sequence[ReadGame]]) -> Iterator[e.AdjournedGameFinished]:
    """The ends of games that became known in `round`; `games` of a round are those of its boards, in their order."""
    for one in finished_later(report):
        for game in games(one.round) if one.known_in == round else ():
            if game.white == one.white and game.result is not None:
                yield e.AdjournedGameFinished(one.round, game.board, game.result, round, game.number)
