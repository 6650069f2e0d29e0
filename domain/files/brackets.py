"""Brackets in the comment lines of a report file: their rules, their lots, and who went on from level matches.

A record has one code for a match. Further games, lots and rulings stand beside it.
"""

from collections.abc import Iterator, Mapping, Sequence

from domain import events as e
from domain.files.trf import comments
from domain.files.trf.report import Report
from domain.files.trf.tasks import pairing_order
from domain.formats import rules_of
from domain.formats.decided import WonBy, decision_on_board
from domain.formats.tables.bracket import bracket_size, seeding
from domain.records import dataclass
from domain.round import Round
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import Numbers, numbers_of
from domain.words.games import Code, SettledBy
from domain.words.options import BracketOrder, KnockoutOptions
from domain.words.players import EntrantId
from domain.words.regulations import Format


def bracket_comments(tournament: Tournament, rounds: int) -> Iterator[str]:
    """The lots that the lines of the bracket follow, and each match up to that round that its games left level."""
    laws, numbers = tournament.regulations, numbers_of(tournament)
    if not laws.with_bracket:
        return
    if laws.lines_by_lot and tournament.lots:
        yield comments.lots_line(numbers[id] for id in tournament.lots if id in numbers)
    if laws.knockout.tree:
        yield comments.tree_line(laws.knockout.tree)
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


TwoRanks = tuple[int, int]
"""The starting ranks of the two of a match."""
Line = int | None
"""A starting rank on a line of the first round; None: the line is free."""


@dataclass(frozen=True, slots=True)
class LevelPair:
    round: int
    pair: TwoRanks
    winner: int
    """The one who plays on; 0: the file does not show it."""


def is_foreign(report: Report, format: Format) -> bool:
    return format is Format.KNOCKOUT and says_no_rules(report)


def says_no_rules(report: Report) -> bool:
    return "bracket" not in comments.rules_said(report.comments)


def seen_options(report: Report) -> KnockoutOptions:
    lots = lots_seen(report)
    order = BracketOrder.LOT if lots else BracketOrder.SEEDED
    return KnockoutOptions(bracket=order, third_place=_final(report) is not None and _third_place(report))


def lots_seen(report: Report) -> tuple[int, ...]:
    """Everybody from the top line down, where the games follow no seeds; nobody where they do, or lines are free."""
    seeds = [entrant.number for entrant in pairing_order(report)]
    played = _lines(report)
    size = bracket_size(len(seeds))
    seeded = [seeds[seed - 1] if seed <= len(seeds) else None for seed in seeding(size)]
    if len(played) != size or _shape(played) == _shape(seeded):
        return ()
    everybody = [number for number in played if number is not None]
    return tuple(everybody) if sorted(everybody) == sorted(seeds) and len(everybody) == size else ()


def follows_nothing_known(report: Report) -> bool:
    """The pairs of round 1 are neither those of the seeds nor of a full field in lots."""
    seeds = [entrant.number for entrant in pairing_order(report)]
    lines = [seeds[seed - 1] if seed <= len(seeds) else 0 for seed in seeding(bracket_size(len(seeds)))]
    by_seeds = {frozenset(two) for two in zip(lines[::2], lines[1::2], strict=True) if 0 not in two}
    return bool(report.rounds_paired) and not lots_seen(report) and {*map(frozenset, _pairs(report, 1))} != by_seeds


def level_pairs(report: Report) -> Iterator[LevelPair]:
    """All level matches; whoever of the two plays in the next round, in the final where both do, has gone on."""
    for round in range(1, report.rounds_paired + 1):
        for pair in _pairs(report, round):
            codes = [entry.code for n in pair if (entry := report.by_number[n].entry(round)) is not None]
            if codes in ([Code.DRAW, Code.DRAW], [Code.UNRATED_DRAW, Code.UNRATED_DRAW]):
                yield LevelPair(round, pair, _goes_on(report, round, pair))


def _goes_on(report: Report, round: int, pair: TwoRanks) -> int:
    if round >= report.rounds_paired:
        return 0
    seated = {n for two in _pairs(report, round + 1) for n in two}
    if set(pair) <= seated and round + 1 == report.rounds_paired:
        seated = set(_final(report) or ())
    going = [n for n in pair if n in seated]
    return going[0] if len(going) == 1 else 0


def _pairs(report: Report, round: int) -> list[TwoRanks]:
    found = []
    for entrant in report.players:
        entry = entrant.entry(round)
        if entry is not None and entry.opponent is not None and entrant.number < entry.opponent:
            found.append((entrant.number, int(entry.opponent)))
    return found


def _third_place(report: Report) -> bool:
    last = report.rounds_paired
    return last > 1 and len(_pairs(report, last)) == len(_pairs(report, last - 1)) == 2


def _final(report: Report) -> TwoRanks | None:
    """The pair of the last round; of two the one with the better rank in the file. None: the event is not there yet."""
    pairs = _pairs(report, report.rounds_paired) if report.rounds_paired else []
    if len(pairs) == 1:
        return pairs[0]
    ranks = {two: min(report.by_number[n].rank for n in two) for two in pairs}
    return min(pairs, key=ranks.__getitem__) if _third_place(report) and all(ranks.values()) else None


def _lines(report: Report) -> list[Line]:
    """From the top line down, read from the newest round back to the first."""
    last = report.rounds_paired
    final = _final(report) if _third_place(report) else None
    newest = [final] if final else _pairs(report, last) if last else []
    lines: list[Line] = [n for two in newest for n in two]
    for round in range(last - 1, 0, -1):
        other = {n: two[1 - at] for two in _pairs(report, round) for at, n in enumerate(two)}
        lines = [one for n in lines for one in (n, other.get(n) if n is not None else None)]
    return lines


def _shape(lines: Sequence[Line]) -> object:
    if len(lines) == 1:
        return lines[0]
    half = len(lines) // 2
    return frozenset((_shape(lines[:half]), _shape(lines[half:])))
