"""The account of a round's pairing, from what the engine saw when it paired it.

Corrections that came later, entries undone since and players who left are not in it: the
question is why the boards were so on that day.
"""

from dataclasses import replace
from operator import attrgetter

from domain import events as e
from domain.cards.card import Cards, Pair, PairingTask
from domain.formats import rules_of
from domain.pairing import NoLegalPairing, System, system_of
from domain.pairing.system import Account, Step
from domain.records import dataclass
from domain.tournament import Round, Tournament, evolve, replay
from domain.tournament_cards.cards import pairing_task
from domain.words.options import FIDE_COLOUR_RUN
from domain.words.players import EntrantId, PairingNumber, numbers_in_order


@dataclass(frozen=True, slots=True)
class Reasons:
    """The engine's own story of a round beside the boards that the round has. Everybody by pairing number."""

    system: str
    numbers: tuple[EntrantId, ...]
    """Pairing numbers of the round; whoever was seated by hand without one comes after."""
    account: Account | None
    """None: the engine finds nothing legal."""
    conflict: tuple[PairingNumber, ...]
    boards: tuple[tuple[int, Pair], ...]
    bye: PairingNumber | None
    cards: Cards
    """As the engine saw them."""
    answer: Step | None = None
    """To the question why two do not meet."""
    colour_run: int = FIDE_COLOUR_RUN

    @property
    def foreign(self) -> tuple[int, ...]:
        ours = self.account.pairs if self.account else frozenset()
        return tuple(board for board, pair in self.boards if pair not in ours)

    @property
    def other_bye(self) -> bool:
        ours = self.account.bye[0] if self.account and self.account.bye else None
        return self.bye != ours


def reasons(tournament: Tournament, round: int, about: tuple[PairingNumber, PairingNumber] | None = None) -> Reasons:
    """`about` are two pairing numbers: why they do not meet. It pairs the round again, so it takes as long as that."""
    paired = tournament.round(round)
    task, system = seen(tournament, paired)
    numbers = (*paired.numbers, *sorted(paired.seated.difference(paired.numbers)))
    number = numbers_in_order(numbers)
    seated = sorted(paired.boards, key=attrgetter("number"))
    boards = tuple((board.number, Pair(number[board.white], number[board.black])) for board in seated)
    bye = number[paired.bye] if paired.bye is not None else None
    try:
        answer = system.why_not(task, *about) if about else None
        return Reasons(system.name, numbers, system.explain(task), (), boards, bye, task.cards, answer, task.colour_run)
    except NoLegalPairing as none:
        return Reasons(system.name, numbers, None, none.conflict, boards, bye, task.cards)


def seen(tournament: Tournament, paired: Round) -> tuple[PairingTask, System]:
    """The task as it was when the round was paired, and its system.

    The events of the same command before it only close a round and issue numbers: of these
    two a pairing sees the numbers.
    """
    before = replay(tournament.history[: paired.based_on])
    if before.numbers != paired.numbers:
        evolve(before, e.PairingNumbersIssued(paired.numbers, paired.number - 1))
    return pairing_task(before, paired.number), system_of(before)


# The newest round looked at again when it becomes, or is no longer, the last one (FIDE checklist, 60).
# The last round has rules of its own (topscorers, colours): boards that were right in the middle of an event may be
# wrong at its end.


@dataclass(frozen=True, slots=True)
class LastRound:
    system: str = ""
    """Empty: there was nothing to look at."""
    differing: tuple[int, ...] = ()
    """Boards of the newest round that the system pairs otherwise in an event of so many rounds."""


def last_round_findings(tournament: Tournament, rounds: int) -> LastRound:
    """The newest published round in an event of `rounds` rounds, if that moves the end to it or away from it."""
    newest = tournament.published
    was_last, is_last = (newest >= planned for planned in (tournament.regulations.rounds, rounds))
    if not newest or was_last == is_last or not rules_of(tournament).paired_by_system:
        return LastRound()
    paired = tournament.round(newest)
    task, system = seen(tournament, paired)
    number = numbers_in_order(paired.numbers)
    boards = {board.number: Pair(number[board.white], number[board.black]) for board in paired.boards}
    try:
        ours = set(system.pair(replace(task, rounds=rounds)).pairs)
    except NoLegalPairing:
        ours = set()
    return LastRound(system.name, tuple(board for board, pair in sorted(boards.items()) if pair not in ours))
