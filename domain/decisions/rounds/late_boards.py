"""Somebody who comes after a round is published, and plays whoever has its bye (C.04.2 of 2026, 4.4)."""

from dataclasses import replace

from domain import events as e
from domain import refusals as r
from domain.cards.card import Card, CardLine, Pair, PairingTask
from domain.decisions import refuse_without_reason
from domain.decisions.players.numbering import numbers_for
from domain.decisions.players.registering import entrant
from domain.decisions.rounds.pairing import alterable, refuse_while_by_hand
from domain.formats import rules_of
from domain.pairing import NoLegalPairing, System, system_of
from domain.pairing.system import Step
from domain.records import dataclass
from domain.tournament import Round, RoundState, Tournament, replay
from domain.tournament_cards.cards import numbers_of, pairing_task
from domain.words.articles import SharedRule
from domain.words.games import Code
from domain.words.players import EntrantId, PairingNumber
from domain.words.rounds import Breach

Two = tuple[PairingNumber, PairingNumber]

ARRIVED = CardLine(Code.PAIRING_BYE, 0)


def latecomers(tournament: Tournament, round: int) -> tuple[EntrantId, ...]:
    """Everybody who may be given to the one with the bye: nobody where there is none, or the round is over."""
    try:
        stands, _ = _open(tournament, round)
    except r.Refusal:
        return ()
    placed = stands.seated | {*stands.all_byes} | tournament.expelled
    return tuple(id for id in tournament.entrants if id not in placed)


def seat_latecomer(
    tournament: Tournament, round: int, latecomer: EntrantId, reason: str = "", override: bool = False
) -> list[e.Event]:
    """A board more for the two, with the colours of the system; every other board stays.

    Where the rules know no late entry (1998 F.6), the published pairing changes only with `override` and a reason.
    Raises IllegalBoards for two who may not meet, which nobody can override here.
    """
    stands, _ = _open(tournament, round)
    entrant(tournament, latecomer)
    if latecomer in stands.seated or latecomer in stands.all_byes:
        raise r.HasAPlace(latecomer, round)
    if latecomer in tournament.expelled:
        raise r.AlreadyAway(latecomer, round)
    insisted = SharedRule.LATECOMER not in system_of(tournament).articles
    if insisted and not override:
        raise r.PairingStands(round)
    if insisted:
        refuse_without_reason(reason, "alter-boards")
    found = late_board(tournament, round, latecomer)
    issued = [e.PairingNumbersIssued(found.numbers, round)] if found.numbers != tournament.numbers else []
    boards = (*stands.boards, found.board)
    return [*issued, e.BoardsAltered(round, boards, None, reason, overridden=insisted, latecomer=latecomer)]


@dataclass(frozen=True, slots=True)
class LateBoard:
    board: e.Board
    numbers: tuple[EntrantId, ...]
    why: Step
    """The account of the board: the article that gives the colours."""


def late_board(tournament: Tournament, round: int, latecomer: EntrantId) -> LateBoard:
    """Raises IllegalBoards if the two have met, are kept apart, or cannot have colours."""
    stands, waiting = _open(tournament, round)
    board = tournament.board_plan.further((latecomer, waiting), {one.number for one in stands.boards})
    ahead = tournament.copy()
    come = e.Board(board, latecomer, waiting)
    replay([e.BoardsAltered(round, (*stands.boards, come), None, "", latecomer=latecomer)], ahead)
    numbers = numbers_for(ahead, round)
    if numbers != tournament.numbers:
        replay([e.PairingNumbersIssued(numbers, round)], ahead)
    number = numbers_of(ahead)
    task, two = pairing_task(ahead, round), (number[latecomer], number[waiting])
    try:
        pair, why = pair_of(system_of(ahead), task, two)
    except NoLegalPairing as none:
        raise r.IllegalBoards(round, _breaches(ahead, task, two)) from none
    return LateBoard(e.Board(board, numbers[pair.white - 1], numbers[pair.black - 1]), numbers, why)


def _open(tournament: Tournament, round: int) -> tuple[Round, EntrantId]:
    stands = alterable(tournament, round)
    refuse_while_by_hand(tournament, round)
    if not stands.published:
        raise r.RoundNotPublished(round)
    if stands.state is RoundState.CLOSED:
        raise r.RoundIsOver(round)
    if stands.bye is None or not rules_of(tournament).paired_by_system:
        raise r.NobodyHasTheBye(round)
    return stands, stands.bye


def pair_of(system: System, task: PairingTask, two: Two) -> tuple[Pair, Step]:
    """These two with their colours, and the account of their board. Raises NoLegalPairing."""
    ((pair, why),) = system.explain(_alone(task, two)).boards
    return pair, why


def _alone(task: PairingTask, two: Two) -> PairingTask:
    def looking_on(card: Card) -> Card:
        known = any(line.opponent is not None or line.code is ARRIVED.code for line in card.lines)
        lines = (*card.lines[:-1], ARRIVED) if card.present and not known else card.lines
        return replace(card, present=False, lines=lines)

    return replace(task, cards={n: card if n in two else looking_on(card) for n, card in task.cards.items()})


def _breaches(tournament: Tournament, task: PairingTask, two: Two) -> tuple[Breach[EntrantId], ...]:
    system, order, alone = system_of(tournament), tournament.numbers, _alone(task, two)
    found = min((system.check(alone, [pair]) for pair in (Pair(*two), Pair(*reversed(two)))), key=len)
    return tuple(Breach(b.fault, tuple(order[n - 1] for n in b.players), b.article) for b in found)
