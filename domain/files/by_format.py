"""Rounds of a report file as its table or its bracket wants them, where the format is no Swiss."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from domain import events as e
from domain.cards.card import Pair, RoundPairing
from domain.files.importing import import_report
from domain.files.trf.comments import annulled_said
from domain.files.trf.report import Report
from domain.formats import rules_of
from domain.formats.contract import Seating
from domain.pairing.checker import Difference, compared
from domain.refusals import AllRoundsPaired
from domain.tournament import Tournament, replay
from domain.tournament_cards import Numbers, numbers_of
from domain.words.options import NumbersBy, ScheveningenOptions
from domain.words.players import EntrantId
from domain.words.regulations import Format, Regulations

UNNAMED_TEAMS = ScheveningenOptions("A", "B")
"""No file names the teams of a match: the first half of the numbers is the first."""


@dataclass(frozen=True, slots=True)
class WantedRound:
    """The boards of a round by the format, and those who have none although they take part."""

    seating: Seating
    lone: tuple[EntrantId, ...]


def known_rounds(report: Report, laws: Regulations, round: int | None) -> tuple[Tournament, tuple[int, ...]]:
    """The event as it stood before that round, and the rounds that it knows then.

    For a table who is in it, for a bracket all results until then. Raises the Refusal of a field that does not fit.
    """
    before = _before(_history(report, laws), laws, round)
    return before, rules_of(before).due(before)


def wanted_round(before: Tournament, round: int) -> WantedRound:
    rules = rules_of(before)
    seating = rules.pair(before, round)
    if not before.regulations.from_tables:
        return WantedRound(seating, rules.advances_without_game(before, round))
    seated = {id for board in seating.boards for id in (board.white, board.black)}
    return WantedRound(seating, tuple(id for id in before.numbers if id not in seated))


def differing_rounds(report: Report, laws: Regulations) -> list[Difference]:
    """Rounds of the file in which a game stands elsewhere than its table or its bracket wants, in pairing numbers.

    A bracket goes on from what was played, so that one game that stands wrong is told once.
    """
    history = _history(report, laws)
    played, gone = replay(history), annulled_said(report.comments)
    found = (_differs(history, laws, played, round, gone) for round in range(1, report.rounds_paired + 1))
    return [difference for difference in found if difference is not None]


def places_by_bracket(report: Report, laws: Regulations) -> Mapping[int, int]:
    """Places in the bracket by pairing number; nobody in other formats."""
    t = replay(_history(report, laws))
    numbers = numbers_of(t)
    return {numbers[id]: place for id, place in rules_of(t).places(t, t.published).items()}


def _differs(
    history: list[e.Event], laws: Regulations, played: Tournament, round: int, gone: Collection[int]
) -> Difference | None:
    """`gone`: players whose games were annulled; those may be missing."""
    before = _before(history, laws, round)
    seats = {(board.white, board.black) for board in played.round(round).boards}
    try:
        known = round in rules_of(before).due(before)
    except AllRoundsPaired:
        known = False
    ours = wanted_round(before, round).seating.boards if known else ()
    wanted = {(b.white, b.black) for b in ours}
    there = {pair for pair in wanted if pair in seats or not {*pair} & {*gone}}
    numbers = numbers_of(played)
    return compared(round, _pairing(seats, numbers), _pairing(there, numbers))


def _pairing(seats: Iterable[tuple[EntrantId, EntrantId]], numbers: Numbers) -> RoundPairing:
    return RoundPairing(tuple(Pair(numbers[white], numbers[black]) for white, black in seats), None)


def _history(report: Report, laws: Regulations) -> list[e.Event]:
    return import_report(report, file_name="", sha256="", regulations=_as_numbered(laws))


def _as_numbered(laws: Regulations) -> Regulations:
    """The numbers of the file are in force, whoever drew them, and all rounds of a table are asked for at once."""
    table = replace(laws.round_robin, numbers=NumbersBy.RATING, one_by_one=False)
    return replace(laws, round_robin=table, scheveningen=UNNAMED_TEAMS)


def _before(history: list[e.Event], laws: Regulations, round: int | None) -> Tournament:
    if laws.from_tables:
        return replay(_field(history, laws))
    paired = (at for at, one in enumerate(history) if isinstance(one, e.RoundPaired) and one.round == round)
    return replay(history[: next(paired, len(history))])


def _field(history: list[e.Event], laws: Regulations) -> list[e.Event]:
    """The announcement, everybody as there from round 1 on, and the numbers."""
    if laws.of_teams:
        players = [one for one in history if isinstance(one, e.PlayerRegistered)]
        teams = [replace(one, from_round=1) for one in history if isinstance(one, e.TeamRegistered)]
        first = [one for one in history if isinstance(one, e.TournamentAnnounced | e.PairingNumbersIssued)]
        return [first[0], *players, *teams, first[1]]
    [announced] = (one for one in history if isinstance(one, e.TournamentAnnounced))
    [numbers] = (one for one in history if isinstance(one, e.PairingNumbersIssued))
    entered = [one for one in history if isinstance(one, e.PlayerRegistered)]
    team = dict.fromkeys(numbers.order[: len(numbers.order) // 2], UNNAMED_TEAMS.first_team)
    field = [
        replace(one, from_round=1, player=replace(one.player, club=team.get(one.player.id, UNNAMED_TEAMS.second_team)))
        if laws.format is Format.SCHEVENINGEN
        else replace(one, from_round=1)
        for one in entered
    ]
    return [announced, *field, numbers]
