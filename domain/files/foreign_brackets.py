"""Knock-outs in report files of other programs: what their games show of the bracket, and what nobody can know."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from domain.files.trf import comments
from domain.files.trf.report import Report
from domain.files.trf.tasks import pairing_order
from domain.formats.tables.bracket import bracket_size, seeding
from domain.words.games import Code
from domain.words.options import BracketOrder, KnockoutOptions
from domain.words.regulations import Format

TwoRanks = tuple[int, int]
"""The starting ranks of the two of a match."""
Line = int | None
"""A starting rank on a line of the first round; None: the line is free."""


@dataclass(frozen=True, slots=True)
class LevelPair:
    """A match that its game left level."""

    round: int
    pair: TwoRanks
    winner: int
    """The one who plays on; 0: the file does not show it."""


def is_foreign(report: Report, format: Format) -> bool:
    """A knock-out without our line that says its rules."""
    return format is Format.KNOCKOUT and says_no_rules(report)


def says_no_rules(report: Report) -> bool:
    """Our line with the rules of a bracket is missing."""
    return "bracket" not in comments.rules_said(report.comments)


def seen_options(report: Report) -> KnockoutOptions:
    """The rules of the bracket, as far as the games show them."""
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
    """The bracket without the order in which neighbours stand."""
    if len(lines) == 1:
        return lines[0]
    half = len(lines) // 2
    return frozenset((_shape(lines[:half]), _shape(lines[half:])))
