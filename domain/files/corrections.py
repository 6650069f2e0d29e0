"""Results of a report file that were corrected later: the pairings in between were made with the old ones.

The player's line has one result; a comment of ours says what stood there before and for how long
(`### Correction @ Round 3: round 1 board 2, players 5 and 12, 1-0 -> 0-1 for round 4 and later; reason`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from domain import events as e
from domain.cards.card import of_match
from domain.files.trf import comments
from domain.files.trf.comments import CorrectedLater, FinishedLater
from domain.files.trf.report import Report, ReportPlayer, RoundEntry
from domain.words.games import BY_SIDES, Code, Colour, Result

# Games of a report file that were adjourned and ended later: the pairings in between took them for draws.
# The player's line has the result alone; a comment of ours says from when it was known (`### Adjournment @ Round 2:
# round 1 board 3, players 5 and 12, finished 1-0`).


def finished_later(report: Report) -> tuple[FinishedLater, ...]:
    """Adjourned games whose players did meet in that round; rounds that the file does not have are its newest."""
    adjourned, newest = comments.adjournments_said(report.comments), report.rounds_paired
    said = (replace(one, known_in=min(one.known_in, newest)) for one in adjourned)

    def met(one: FinishedLater) -> bool:
        white = report.by_number.get(one.white)
        entry = white.entry(one.round) if white else None
        return entry is not None and entry.opponent == one.black

    return tuple(one for one in said if one.round <= one.known_in and met(one))


def as_paired(report: Report, round: int) -> Report:
    """The file as the pairing of `round` knew it: a game that ended later was a draw (F.9; C.04.2, 3.1 of 2026)."""
    later = [one for one in finished_later(report) if one.known_in >= round]
    open_then = {(one.round, one.white): Colour.WHITE for one in later}
    open_then |= {(one.round, one.black): Colour.BLACK for one in later}
    if not open_then:
        return report
    return _with_entries(report, lambda at, entry: _drawn(entry, open_then[at]) if at in open_then else entry)


def _drawn(entry: RoundEntry, colour: Colour) -> RoundEntry:
    """The game in which the player had that colour as a draw; of a match it is one of several."""
    if not entry.games:
        return replace(entry, code=Code.DRAW)
    own = entry.colour or colour
    colours = (own, own.opposite)
    games = tuple(Code.DRAW if colours[at % 2] is colour else code for at, code in enumerate(entry.games))
    return replace(entry, code=of_match(games, games), games=games)


class ReadGame(NamedTuple):
    white: int
    black: int
    result: Result | None
    codes: tuple[Code, Code]
    board: int = 0
    number: int = 1


def ends(report: Report, round: int, games: Callable[[int], Sequence[ReadGame]]) -> Iterator[e.AdjournedGameFinished]:
    """The ends of games that became known in `round`; `games` of a round are those of its boards, in their order."""
    for one in finished_later(report):
        for game in games(one.round) if one.known_in == round else ():
            if game.white == one.white and game.result is not None:
                yield e.AdjournedGameFinished(one.round, game.board, game.result, round, game.number)


Spot = tuple[int, int]
"""Round and player."""


def corrections(report: Report) -> Mapping[Spot, Sequence[CorrectedLater]]:
    """The corrections of each game in their order, as far as they lead to the result that the file has.

    A game that was adjourned has its own line. One whose colours were corrected as well, or that was one of several
    of a match, stays as the file has it.
    """
    found: dict[Spot, list[CorrectedLater]] = {}
    for one in comments.corrections_said(report.comments):
        found.setdefault((one.round, one.white), []).append(one)
    adjourned = {(one.round, one.white) for one in finished_later(report)}
    return {spot: chain for spot, chain in found.items() if spot not in adjourned and _leads_there(report, chain)}


def _leads_there(report: Report, chain: Sequence[CorrectedLater]) -> bool:
    if not all({one.was, one.result} <= set(Result) and one.round <= one.known_in for one in chain):
        return False
    follow = all(earlier.result == later.was for earlier, later in pairwise(chain))
    final = {chain[-1].result} if chain[-1].counts_from else {chain[-1].was, chain[-1].result}
    return follow and _result(report, chain[0]) in final


def _result(report: Report, one: CorrectedLater) -> Result | None:
    white, black = (report.by_number.get(number) for number in (one.white, one.black))
    mine, theirs = (player.entry(one.round) if player else None for player in (white, black))
    if mine is None or theirs is None or mine.opponent != one.black or mine.colour is Colour.BLACK or mine.games:
        return None
    return BY_SIDES.get((mine.code, theirs.code))


def known_for(report: Report, round: int) -> Report:
    """The file as the pairing of `round` knew it: what was adjourned or wrong then is so here."""
    return as_paired(before_corrections(report, round), round)


def before_corrections(report: Report, round: int) -> Report:
    """The file with the results that were known when `round` was paired."""
    known: dict[Spot, Code] = {}
    for chain in corrections(report).values():
        counting = [one.result for one in chain if 0 < one.counts_from <= round]
        result = Result(counting[-1] if counting else chain[0].was)
        known |= {(one.round, one.white): result.white for one in chain}
        known |= {(one.round, one.black): result.black for one in chain}
    if not known:
        return report
    return _with_entries(report, lambda at, entry: replace(entry, code=known.get(at, entry.code)))


def _with_entries(report: Report, changed: Callable[[Spot, RoundEntry], RoundEntry]) -> Report:
    def each(player: ReportPlayer) -> ReportPlayer:
        entries = enumerate(player.entries, 1)
        new = (changed((round, player.number), entry) if entry is not None else None for round, entry in entries)
        return replace(player, entries=tuple(new))

    return replace(report, players=tuple(map(each, report.players)))


def first_results(report: Report, round: int) -> Mapping[int, Result]:
    """By White, what was first recorded of those games of the round whose result came later or was corrected."""
    adjourned = {one.white: Result.ADJOURNED for one in finished_later(report) if one.round == round}
    wrong = {white: Result(chain[0].was) for (at, white), chain in corrections(report).items() if at == round}
    return adjourned | wrong


def corrected_in(report: Report, round: int, games: Callable[[int], Sequence[ReadGame]]) -> Iterator[e.Event]:
    """The corrections made during `round`, or later than the file goes; `games` of a round in the order of boards."""
    newest = report.rounds_paired
    for (at, white), chain in corrections(report).items():
        for one in chain:
            if min(one.known_in, newest) == round:
                board = next(game.board for game in games(at) if game.white == white)
                changed = at, board, Result(one.result), Result(one.was)
                if one.counts_from:
                    yield e.ResultCorrected(*changed, one.counts_from, one.reason, round)
                else:
                    yield e.ResultCorrectedForRating(*changed, one.reason, round)
