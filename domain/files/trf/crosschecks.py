"""Checks that the file agrees with itself: numbers, pairs, colours, results, byes and points.

A fault that can be mended without guessing is mended and noted; two lines that contradict each other
refuse the file, since neither of them can be trusted.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from domain.files.trf import columns as c
from domain.files.trf import problems as p
from domain.files.trf.columns import written
from domain.files.trf.decoding import Problems, refuse, tried
from domain.files.trf.repairs import Repair, RepairKind
from domain.files.trf.report import Report, ReportPlayer, RoundEntry, last_paired
from domain.records import dataclass
from domain.words.games import BY_SIDES, Code

ReportPlayers = dict[int, ReportPlayer]
"""By starting rank, in the order of the file."""

OTHER_SIDE = {
    Code.WIN: Code.LOSS,
    Code.LOSS: Code.WIN,
    Code.DRAW: Code.DRAW,
    Code.UNRATED_WIN: Code.UNRATED_LOSS,
    Code.UNRATED_LOSS: Code.UNRATED_WIN,
    Code.UNRATED_DRAW: Code.UNRATED_DRAW,
    Code.FORFEIT_WIN: Code.FORFEIT_LOSS,
    Code.FORFEIT_LOSS: Code.FORFEIT_WIN,
    Code.ADJOURNED: Code.ADJOURNED,
}


def by_number(entrants: Iterable[ReportPlayer], problems: Problems) -> ReportPlayers:
    numbers: ReportPlayers = {}
    ids: dict[int, ReportPlayer] = {}
    for entrant in entrants:
        first = numbers.setdefault(entrant.number, entrant)
        if first is not entrant:
            problems.append(p.RepeatedNumber(entrant.line, c.STARTING_RANK.first, entrant.number, first.line))
        same = ids.setdefault(entrant.fide_id, entrant) if entrant.fide_id else entrant
        if same is not entrant:
            problems.append(p.RepeatedFideNumber(entrant.line, c.FIDE_NUMBER.first, entrant.fide_id, same.line))
    return numbers


def agree(
    entrants: ReportPlayers,
    planned: int | None,
    team_of: Mapping[int, int] | None,
    repairs: list[Repair],
    problems: Problems,
    bracket: bool = False,
) -> ReportPlayers:
    """All checks of the pairings; the entrants with what was mended. Raises or notes the refusals named above.

    `team_of` has the team of each player, None in a tournament of players. In a bracket several may go on without a
    game.
    """
    _opponents_exist(entrants, problems)
    refuse(problems)
    paired = last_paired(entrants.values())
    entrants = {n: _without_phantoms(e, paired, planned, repairs) for n, e in entrants.items()}
    if team_of is None:
        entrants = {n: _absences(e, repairs) for n, e in entrants.items()}
    if team_of:
        entrants = _empty_chairs(entrants, team_of, repairs)
    kinds = (RepairKind.ABSENCE_WITH_OPPONENT, RepairKind.UNKNOWN_RESULT)
    doubtful = Doubtful(*(frozenset((r.number, r.round) for r in repairs if r.kind is kind) for kind in kinds))
    clashes: Problems = []
    entrants = {n: _agreeing(e, entrants, doubtful, repairs, clashes) for n, e in entrants.items()}
    problems += _once(clashes)
    for round in range(1, paired + 1 if not bracket else 1):
        _byes_of(round, entrants, team_of or {}, repairs, problems)
    refuse(problems)
    return entrants


def _once(clashes: Problems) -> Problems:
    seen: set[object] = set()
    out = []
    for clash in clashes:
        if isinstance(clash, p.OneSided | p.ColoursClash | p.ResultsClash):
            pair = (clash.round, frozenset((clash.number, clash.opponent)))
            if pair in seen:
                continue
            seen.add(pair)
        out.append(clash)
    return out


def _place(entrant: ReportPlayer, round: int, column: int) -> tuple[int, int]:
    return entrant.line, c.block(round)[column].first


def _repair(entrant: ReportPlayer, round: int, kind: RepairKind, was: str, now: str) -> Repair:
    """A repair of the result of a round."""
    return Repair(*_place(entrant, round, 2), kind, was, now, entrant.number, round)


def _opponents_exist(entrants: ReportPlayers, problems: Problems) -> None:
    for entrant in entrants.values():
        for round, entry in enumerate(entrant.entries, 1):
            if entry is None or entry.opponent is None:
                continue
            if entry.opponent == entrant.number:
                problems.append(p.OwnOpponent(*_place(entrant, round, 0), entrant.number, round))
            elif entry.opponent not in entrants:
                problems.append(p.UnknownOpponent(*_place(entrant, round, 0), entrant.number, entry.opponent, round))


def _with_entries(entrant: ReportPlayer, entries: list[RoundEntry | None]) -> ReportPlayer:
    kept = c.trimmed(entries)
    return entrant if kept == entrant.entries else replace(entrant, entries=kept)


def _without_phantoms(entrant: ReportPlayer, paired: int, planned: int | None, repairs: list[Repair]) -> ReportPlayer:
    """Rounds that nobody was paired in: only byes announced for a round still to come stay."""
    entries = list(entrant.entries)
    for round in range(paired + 1, len(entries) + 1):
        entry = entries[round - 1]
        if entry is None:
            continue
        beyond = planned is not None and round > planned
        absence = entry.code is Code.FORFEIT_LOSS and (planned is None or round > paired + 1)
        if beyond or absence:
            repairs.append(_repair(entrant, round, RepairKind.PHANTOM_ROUND, entry.code.value, ""))
            entries[round - 1] = None
    return _with_entries(entrant, entries)


def _absences(entrant: ReportPlayer, repairs: list[Repair]) -> ReportPlayer:
    """A forfeit needs somebody to lose it to: alone it is a round missed."""
    entries = list(entrant.entries)
    for i, entry in enumerate(entries):
        if entry is None or entry.opponent is not None or not entry.code.forfeit:
            continue
        lost = entry.code is Code.FORFEIT_LOSS
        kind = RepairKind.ABSENCE_AS_FORFEIT if lost else RepairKind.WIN_WITHOUT_OPPONENT
        now = Code.ZERO_BYE if lost else Code.FULL_BYE
        entries[i] = RoundEntry(now)
        repairs.append(_repair(entrant, i + 1, kind, entry.code.value, now.value))
    return _with_entries(entrant, entries)


PlayerRound = tuple[int, int]


def _empty_chairs(entrants: ReportPlayers, team_of: Mapping[int, int], repairs: list[Repair]) -> ReportPlayers:
    """A pairing bye of a player whose team plays was a point against an empty chair."""
    playing = {
        (team_of[number], round)
        for number, entrant in entrants.items()
        for round, entry in enumerate(entrant.entries, 1)
        if number in team_of and entry is not None and entry.opponent is not None
    }
    out = dict(entrants)
    for number, entrant in entrants.items():
        entries = list(entrant.entries)
        for round, entry in enumerate(entries, 1):
            bye = entry is not None and entry.code is Code.PAIRING_BYE
            if bye and (team_of.get(number), round) in playing:
                entries[round - 1] = RoundEntry(Code.FORFEIT_WIN)
                repairs.append(_repair(entrant, round, RepairKind.BYE_AT_A_BOARD, "U", "+"))
        out[number] = _with_entries(entrant, entries)
    return out


@dataclass(frozen=True, slots=True)
class Doubtful:
    """Facts that one line says less surely than the line of the opponent."""

    absent: frozenset[PlayerRound]
    unknown: frozenset[PlayerRound]


def _agreeing(
    entrant: ReportPlayer, entrants: ReportPlayers, doubtful: Doubtful, repairs: list[Repair], problems: Problems
) -> ReportPlayer:

    def agreed(round: int, entry: RoundEntry, opponent: int) -> RoundEntry:
        theirs = entrants[opponent].entry(round)
        if theirs is None or theirs.opponent != entrant.number:
            raise p.OneSided(*_place(entrant, round, 0), entrant.number, opponent, round)
        mended = _coloured(entrant, round, entry, theirs, repairs)
        return _decided(entrant, round, mended, theirs, doubtful, repairs)

    entries = list(entrant.entries)
    for round, entry in enumerate(entries, 1):
        if entry is not None and entry.opponent is not None:
            entries[round - 1] = tried(problems, partial(agreed, round, entry, entry.opponent), entry)
    return _with_entries(entrant, entries)


def _coloured(
    entrant: ReportPlayer, round: int, mine: RoundEntry, theirs: RoundEntry, repairs: list[Repair]
) -> RoundEntry:
    opponent = mine.opponent or 0
    played = mine.code.played or theirs.code.played
    if mine.colour is theirs.colour and (mine.colour is not None or played):
        raise p.ColoursClash(*_place(entrant, round, 1), entrant.number, opponent, round)
    if mine.colour is not None or theirs.colour is None:
        return mine
    colour = theirs.colour.opposite
    place = _place(entrant, round, 1)
    repairs.append(Repair(*place, RepairKind.COLOUR_FROM_OPPONENT, "", colour.value, entrant.number, round))
    return replace(mine, colour=colour)


def _decided(
    entrant: ReportPlayer, round: int, mine: RoundEntry, theirs: RoundEntry, doubtful: Doubtful, repairs: list[Repair]
) -> RoundEntry:
    if (mine.code, theirs.code) in BY_SIDES or mine.code is theirs.code is Code.PENDING:
        return mine
    opponent = mine.opponent or 0
    unsure = mine.code is Code.PENDING or (entrant.number, round) in doubtful.unknown
    walked_over = (opponent, round) in doubtful.absent and mine.code is Code.WIN
    if (unsure or walked_over) and theirs.code in OTHER_SIDE:
        code = OTHER_SIDE[theirs.code]
        was = "" if mine.code is Code.PENDING else mine.code.value
        repairs.append(_repair(entrant, round, RepairKind.RESULT_FROM_OPPONENT, was, code.value))
        return replace(mine, code=code)
    # their win over somebody who was noted absent becomes a walk-over there
    walk_over = (mine.code, theirs.code) == (Code.FORFEIT_LOSS, Code.WIN)
    if walk_over or theirs.code is Code.PENDING or (opponent, round) in doubtful.unknown:
        return mine
    codes = mine.code.value, theirs.code.value
    raise p.ResultsClash(*_place(entrant, round, 2), entrant.number, opponent, round, *codes)


def _byes_of(
    round: int, entrants: ReportPlayers, team_of: Mapping[int, int], repairs: list[Repair], problems: Problems
) -> None:
    """One bye of an odd field per round; a full-point bye where one is missing may be it (code F for U)."""
    entries = [(e, x) for e in entrants.values() if (x := e.entry(round)) is not None]
    byes = [e for e, x in entries if x.code is Code.PAIRING_BYE]
    problems += _second_bye(round, byes, team_of)
    full = [e for e, x in entries if x.code is Code.FULL_BYE]
    if not byes and len(full) == 1:
        repairs.append(_repair(full[0], round, RepairKind.FULL_BYE_IN_ODD_FIELD, "F", "F"))


def _second_bye(round: int, byes: list[ReportPlayer], team_of: Mapping[int, int]) -> Problems:
    if len(byes) < 2:
        return []
    first, second = byes[:2]
    if not all(entrant.number in team_of for entrant in byes):
        more = len(byes) - 2
        return [p.TwoPairingByes(*_place(second, round, 2), second.number, first.number, round, more)]
    team = team_of[first.number]
    others = [entrant for entrant in byes if team_of[entrant.number] != team]
    return [p.TwoTeamsWithBye(*_place(e, round, 2), team_of[e.number], team, round) for e in others[:1]]


def points_agree(report: Report, repairs: list[Repair]) -> tuple[ReportPlayer, ...]:
    """Points as the results make them; a file that says otherwise is noted."""
    missing = {r.number for r in repairs if r.kind is RepairKind.POINTS_MISSING}
    played = report.rounds_paired
    out = []
    for entrant in report.players:
        total = sum(report.points(entrant.number, r, entrant.entry(r)) for r in range(1, played + 1))
        if entrant.number not in missing and entrant.points not in _acceptable(report, entrant, played, total):
            place, said = (entrant.line, c.POINTS.first), (written(entrant.points), written(total))
            repairs.append(Repair(*place, RepairKind.POINTS_DIFFER, *said, entrant.number))
        out.append(replace(entrant, points=total))
    return tuple(out)


def _acceptable(report: Report, entrant: ReportPlayer, played: int, total: int) -> set[int]:
    ahead = [report.points(entrant.number, r, x) for r, x in enumerate(entrant.entries, 1) if r > played and x]
    extra = report.acceleration.get(entrant.number, ())
    fictitious = {0, *extra[max(0, played - 1) : played + 1]}
    unknown = sum(1 for x in entrant.entries if x is not None and x.code is Code.ADJOURNED)
    open_ones = {0, unknown * report.point_system.unknown}
    return {total + b + f - x for b in (0, *ahead[:1], sum(ahead)) for f in fictitious for x in open_ones}
