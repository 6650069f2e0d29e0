"""Brackets in the comment lines of a report file: their rules, their lots, and who went on from level matches.

A record has one code for a match. Further games, lots and rulings stand beside it.
"""

import re
from collections.abc import Iterator, Mapping

from domain import events as e
from domain.files.foreign_brackets import is_foreign, level_pairs, lots_seen
from domain.files.trf import comments
from domain.files.trf.comments import YES, one_of, yes_or_no
from domain.files.trf.report import Report
from domain.formats import rules_of
from domain.formats.decided import WonBy, decision_on_board
from domain.round import Round
from domain.tournament import Tournament, replay
from domain.tournament_cards import Numbers, numbers_of
from domain.words.games import GameKind, SettledBy
from domain.words.options import BracketOrder, FurtherStep, KnockoutOptions, LevelRule
from domain.words.players import EntrantId
from domain.words.regulations import Format

NO_STEP = "none"
STEP_FORM = re.compile(r"(rapid|blitz|armageddon)\.([1-9])")


def bracket_rules(options: KnockoutOptions) -> dict[str, str]:
    """The options of a bracket for the comment line with the regulations."""
    return {
        "bracket": options.bracket.value,
        "byes": yes_or_no(options.byes),
        "level": options.level.value,
        "further": "_".join(f"{step.kind}.{step.games}" for step in options.further) or NO_STEP,
        "games_at_once": yes_or_no(options.games_at_once),
        "round_a_day": yes_or_no(options.round_a_day),
        "third_place": yes_or_no(options.third_place),
        "second_final": yes_or_no(options.second_final),
    }


def bracket_options(said: Mapping[str, str]) -> KnockoutOptions:
    """The options that the comment line names."""
    default = KnockoutOptions()
    return KnockoutOptions(
        bracket=one_of(BracketOrder, said.get("bracket"), default.bracket),
        byes=said.get("byes", YES) == YES,
        level=one_of(LevelRule, said.get("level"), default.level),
        further=_steps(said["further"]) if "further" in said else default.further,
        games_at_once=said.get("games_at_once") == YES,
        round_a_day=said.get("round_a_day") == YES,
        third_place=said.get("third_place") == YES,
        second_final=said.get("second_final", YES) == YES,
    )


def _steps(text: str) -> tuple[FurtherStep, ...]:
    found = (STEP_FORM.fullmatch(part) for part in text.split("_"))
    return tuple(FurtherStep(GameKind(step[1]), int(step[2])) for step in found if step)


def bracket_comments(tournament: Tournament, rounds: int) -> Iterator[str]:
    """The lots that the lines of the bracket follow, and each match up to that round that its games left level."""
    laws, numbers = tournament.regulations, numbers_of(tournament)
    if not laws.with_bracket:
        return
    if laws.lines_by_lot and tournament.lots:
        yield comments.lots_line(numbers[id] for id in tournament.lots if id in numbers)
    for round in tournament.rounds[:rounds]:
        yield from _level_matches(tournament, round, numbers)


def _level_matches(t: Tournament, round: Round, numbers: Numbers) -> Iterator[str]:
    for board, match in sorted(round.matches.items()):
        made = decision_on_board(t, round, board)
        if made.winner is not None and made.by is not WonBy.GAMES:
            white, black = match[0].white, match[0].black
            loser = black if made.winner == white else white
            yield comments.level_match_line(round.number, numbers[made.winner], numbers[loser], made.by.value)


def drawn_lots(report: Report, format: Format, ids: Mapping[int, EntrantId]) -> list[e.Event]:
    """The lots of the file, or those that its games show, if they name nobody twice."""
    said = comments.lots_said(report.comments) or (lots_seen(report) if is_foreign(report, format) else ())
    order = tuple(ids[number] for number in said if number in ids)
    return [e.LotsDrawn("", order)] if order and len(set(order)) == len(said) else []


def without_level_closings(history: list[e.Event]) -> list[e.Event]:
    """The history in which the newest round of a bracket stays open while a match of it is level."""
    t = replay(history)
    level = t.published and rules_of(t).undecided(t, t.published)
    return [one for one in history if not (level and isinstance(one, e.RoundClosed) and one.round == t.published)]


def settled_matches(
    report: Report, format: Format, round: int, ids: Mapping[int, EntrantId], boards: tuple[e.Board, ...]
) -> Iterator[e.Event]:
    """The end of each match of the round that the file says was level, or shows by who plays on."""
    yield from said_settled(report, round, ids, boards)
    at = {frozenset((board.white, board.black)): board.number for board in boards}
    for level in level_pairs(report) if is_foreign(report, format) else ():
        if level.round == round and level.winner:
            yield e.MatchSettled(round, at[frozenset(ids[n] for n in level.pair)], ids[level.winner], SettledBy.RULING)


def said_settled(
    report: Report, round: int, ids: Mapping[int, EntrantId], boards: tuple[e.Board, ...]
) -> Iterator[e.MatchSettled]:
    """The end of each match of the round of which a comment line says that it was level."""
    at = {frozenset((board.white, board.black)): board.number for board in boards}
    for winner, loser, by in comments.level_matches_said(report.comments, round):
        board = at.get(frozenset(ids[number] for number in (winner, loser) if number in ids))
        if board is not None and by in set(SettledBy):
            yield e.MatchSettled(round, board, ids[winner], SettledBy(by))
