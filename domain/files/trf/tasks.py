"""From a report to the players' cards and to the task of an engine."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

from domain.cards import acceleration
from domain.cards import card as k
from domain.files.trf import columns as c
from domain.files.trf import problems
from domain.files.trf.comments import rules_said
from domain.files.trf.points import AccelerationRecord
from domain.files.trf.repairs import RepairKind
from domain.files.trf.report import Report, ReportPlayer, RoundEntry
from domain.words.games import Code, Colour
from domain.words.options import HALVES_OF_A_POINT, ROUNDS_BETWEEN, McMahonOptions
from domain.words.players import PairingNumber
from domain.words.regulations import MAX_PLANNED_ROUNDS

BAKU_SUFFIX = "_BAKU"
"""The end of a system's code in record 192 that stands for Baku acceleration (C.04.7)."""


def cards(report: Report, rounds: int) -> dict[PairingNumber, k.Card]:
    """Everybody's card after so many rounds, by starting rank.

    Floats go by the scores before each round, played or not. A blank in a round that
    was paired is an absence. Raises RoundOutOfReach.
    """
    if not 0 <= rounds <= report.rounds_paired:
        raise problems.RoundOutOfReach(0, 0, rounds, report.rounds_paired)
    lines: dict[int, list[k.CardLine]] = {player.number: [] for player in report.players}
    scores = dict.fromkeys(lines, 0)
    for round in range(1, rounds + 1):
        written = {p.number: _line(report, p, round, scores) for p in report.players}
        for number, line in written.items():
            lines[number].append(line)
            scores[number] += line.points
    away, leave = absent(report, rounds + 1), byes_asked_for(report, rounds + 1)

    def card(p: ReportPlayer) -> k.Card:
        number, mine, present = PairingNumber(p.number), tuple(lines[p.number]), p.number not in away
        return k.Card(number, p.name, p.rating, p.title, mine, present, leave=leave.get(p.number))

    return {PairingNumber(p.number): card(p) for p in report.players}


def _line(report: Report, player: ReportPlayer, round: int, scores: Mapping[int, int]) -> k.CardLine:
    entry = player.entry(round)
    points = report.points(player.number, round, entry)
    if entry is None:
        return k.CardLine(Code.ZERO_BYE, points)
    ahead = scores[player.number] - scores[entry.opponent] if entry.opponent is not None else 0
    opponent = PairingNumber(entry.opponent) if entry.opponent is not None else None
    games = entry.games if opponent is not None else ()
    return k.CardLine(entry.code, points, opponent, entry.colour, ahead, games)


def absent(report: Report, round: int) -> frozenset[int]:
    """Starting ranks not to be paired in `round`: `Z`, `H` or `F` in its column, `XXZ`, announced byes (240).

    For a round that was paired already, everybody who was not.
    """
    if round <= report.rounds_paired:
        entries = {p.number: p.entry(round) for p in report.players}
        return frozenset(n for n, entry in entries.items() if entry is None or not entry.paired)
    away = {p.number for p in report.players if p.entry(round) is not None}
    away |= {number for bye in report.announced if bye.round == round for number in bye.players}
    if round == report.rounds_paired + 1:
        away |= set(report.absent)
    return frozenset(away)


def byes_asked_for(report: Report, round: int) -> Mapping[int, Code]:
    """Byes of absent players that are worth something, by starting rank: in the round's column, or announced (240)."""
    announced = {number: bye.code for bye in report.announced if bye.round == round for number in bye.players}
    entries = {p.number: e.code for p in report.players if (e := p.entry(round)) is not None and not e.paired}
    return {number: code for number, code in (announced | entries).items() if code is not Code.ZERO_BYE}


def starting_ranks(report: Report) -> dict[PairingNumber, int]:
    """Pairing number to starting rank: the same, unless the file says that the lines' order counts."""
    order = enumerate(pairing_order(report), 1)
    return {PairingNumber(n if report.rank_by_line else p.number): p.number for n, p in order}


def numbers_by_rank(report: Report) -> dict[int, PairingNumber]:
    return {rank: number for number, rank in starting_ranks(report).items()}


def pairing_order(report: Report) -> tuple[ReportPlayer, ...]:
    return report.players if report.rank_by_line else tuple(sorted(report.players, key=lambda p: p.number))


def report_task(
    report: Report,
    round: int | None = None,
    *,
    planned: int | None = None,
    trust_results: bool = False,
    parity_of_arrived: bool = False,
    starting_points: bool = False,
) -> k.PairingTask:
    """The engine's task for pairing `round`; None = the first round nobody was paired in.

    `planned` is the number of rounds where the file does not say it. The numbers in the task are pairing numbers
    (`starting_ranks` translates). Without a colour in the file it is that of round 1, and White if that was not
    played. With `starting_points` the fictitious points of the file are those of McMahon. Raises TeamFile,
    RoundsUnknown, RoundOutOfReach, ResultMissing, or PointsContradict unless `trust_results`.
    """
    wanted = report.rounds_paired + 1 if round is None else round
    rounds = _planned(report, planned)
    limit = min(report.rounds_paired + 1, rounds)
    if not 1 <= wanted <= limit:
        raise problems.RoundOutOfReach(0, 0, wanted, limit)
    differing = (repair for repair in report.repairs if repair.kind is RepairKind.POINTS_DIFFER)
    if not trust_results and (one := next(differing, None)):
        raise problems.PointsContradict(one.line, one.column, one.number, one.was, one.now)
    results_must_be_there(report, wanted - 1)
    numbers = numbers_by_rank(report)
    virtual = baku_points_of(report, rounds) if not report.acceleration and names_baku(report) else report.acceleration
    groups = (dict.fromkeys(group.players) for group in report.forbidden if group.holds_in(wanted))
    pairs = (pair for group in groups for pair in combinations(group, 2))
    return k.PairingTask(
        cards={numbers[rank]: _renumbered(card, numbers) for rank, card in cards(report, wanted - 1).items()},
        round=wanted,
        rounds=rounds,
        initial_colour=report_initial_colour(report, parity_of_arrived) or Colour.WHITE,
        forbidden=frozenset(frozenset((numbers[a], numbers[b])) for a, b in pairs),
        scoring=report.round_scoring,
        virtual={numbers[rank]: points for rank, points in virtual.items() if rank in numbers},
        top_start=top_start(report) if starting_points else 0,
        rounds_between=between_said(report),
    )


def names_baku(report: Report) -> bool:
    """Record 192 says that the event is accelerated."""
    return report.header.encoded_type.upper().endswith(BAKU_SUFFIX)


def baku_points_of(report: Report, rounds: int) -> AccelerationRecord:
    """By starting rank what Baku gives in an event of so many rounds; who is away in round 1 does not count."""
    order = [player.number for player in pairing_order(report)]
    started = set(order) - absent(report, 1)
    points = acceleration.virtual_points(
        order, acceleration.last_of_upper_group(order, started), acceleration.baku_points(rounds, report.round_scoring)
    )
    return {order[number - 1]: mine for number, mine in points.items()}


def is_baku(report: Report, rounds: int) -> bool:
    """The file is accelerated just so: record 192 says it, and the points in XXA or 250, if any, are those of Baku.

    Points of rounds to come may be missing in them.
    """
    given = report.acceleration
    if not given:
        return names_baku(report)
    known = max(report.rounds_paired + 1, *map(len, given.values()))
    wanted = {rank: points[:known] for rank, points in baku_points_of(report, rounds).items()}
    return acceleration.suits_baku(report.point_system.scoring) and given == wanted


def _planned(report: Report, otherwise: int | None) -> int:
    if report.team_line:
        raise problems.TeamFile(report.team_line, 1)
    planned = report.rounds_planned or otherwise
    if planned is None:
        raise problems.RoundsUnknown()
    return max(planned, report.rounds_paired)


def report_initial_colour(report: Report, parity_of_arrived: bool = False) -> Colour | None:
    """The colour of number 1 in round 1 (1998 A.7, 2026 5.1): as written, or as round 1 shows it.

    In round 1 the odd numbers of the upper half share the first one's colour (1998 E.5, 2026 5.2.5);
    with `parity_of_arrived` odd is said of the place among those who were paired.
    """
    if report.initial_colour is not None:
        return report.initial_colour
    numbers = numbers_by_rank(report)
    first = {numbers[p.number]: entry for p in report.players if (entry := p.entry(1)) is not None and entry.paired}
    for place, number in enumerate(sorted(first), 1):
        if colour := first[number].colour:
            return colour if (place if parity_of_arrived else number) % 2 else colour.opposite
    return None


def results_must_be_there(report: Report, rounds: int) -> None:
    """Raises ResultMissing for a game of the first `rounds` that has none."""
    for player in report.players:
        for round in range(1, rounds + 1):
            entry = player.entry(round)
            if entry is not None and entry.code is Code.PENDING:
                at = c.block(report.match_games * (round - 1) + 1)[2].first
                raise problems.ResultMissing(player.line, at, player.number, entry.opponent or 0, round)


def _renumbered(card: k.Card, numbers: Mapping[int, PairingNumber]) -> k.Card:
    lines = tuple(
        replace(line, opponent=numbers[line.opponent]) if line.opponent is not None else line for line in card.lines
    )
    return replace(card, number=numbers[card.number], lines=lines)


def pairing_made(report: Report, round: int) -> k.RoundPairing:
    """The pairing of a round in pairing numbers, boards by White's number.

    A forfeited game without colours in the file has the smaller number on White's side.
    """
    numbers = numbers_by_rank(report)
    entries = [(numbers[p.number], e) for p in pairing_order(report) if (e := p.entry(round)) is not None]
    pairs = [
        k.Pair(number, numbers[entry.opponent])
        for number, entry in entries
        if entry.opponent is not None and sits_white(number, entry, numbers[entry.opponent])
    ]
    byes = [number for number, entry in entries if entry.code is Code.PAIRING_BYE]
    return k.RoundPairing(tuple(pairs), byes[0] if byes else None)


def sits_white(number: int, entry: RoundEntry, opponent: int) -> bool:
    return entry.colour is Colour.WHITE if entry.colour is not None else number < opponent


BETWEEN_RULE = "rounds_between"


def between_said(report: Report) -> int:
    """The rounds between two games of the same two, as our own comment says: no record does."""
    said = rules_said(report.comments).get(BETWEEN_RULE, "")
    return min(int(said), MAX_PLANNED_ROUNDS) if said.isdecimal() and len(said) < 4 else ROUNDS_BETWEEN


# Starting points of McMahon in a report file: those of players are fictitious points of all rounds.
# That they are no acceleration, and how many players at the bar have, no record says: the comment with the
# regulations does.


def starting_rules(options: McMahonOptions, top: int) -> Mapping[str, str]:
    """Regulations for the comment line; `top` are half-points."""
    said = {"bar": options.bar, "band": options.band, "floor": options.floor, "top": top // HALVES_OF_A_POINT}
    return {name: str(number) for name, number in said.items()}


def top_start(report: Report) -> int:
    """Starting half-points at the bar of McMahon: as our own comment says, else the most that anybody has."""
    said = rules_said(report.comments).get("top", "")
    if said.isdigit():
        return HALVES_OF_A_POINT * int(said)
    return max((max(points) for points in report.acceleration.values()), default=0)


def starting_points_now(report: Report) -> dict[PairingNumber, int]:
    """By starting rank the half-points of McMahon for the next round; nobody has any in a file of another system."""
    if "top" not in rules_said(report.comments):
        return {}
    newest = report.rounds_paired
    return {PairingNumber(n): points[min(newest, len(points) - 1)] for n, points in report.acceleration.items()}
