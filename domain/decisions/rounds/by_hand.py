"""Boards offered to the arbiter to start from when the engine finds no legal pairing."""

from collections.abc import Sequence
from dataclasses import replace

from domain import events as e
from domain.decisions.rounds.pairing import about_to_pair, alter_boards, alterable, pair_by_hand
from domain.formats import rules_of
from domain.pairing import NoLegalPairing, engine_signature, system_of
from domain.records import dataclass
from domain.refusals import HandPairingNotBegun, HandPairingOpen
from domain.round import numbered_boards
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import numbers_of, pairing_task
from domain.words.players import BoardSeats, EntrantId


def begin(tournament: Tournament, round: int) -> list[e.Event]:
    if tournament.by_hand == round:
        return []
    if tournament.by_hand:
        raise HandPairingOpen(tournament.by_hand)
    if round > tournament.paired:
        about_to_pair(tournament)
    else:
        alterable(tournament, round)
    return [e.HandPairingBegun(round)]


def seat(
    tournament: Tournament,
    round: int,
    boards: Sequence[BoardSeats],
    bye: EntrantId | None,
    reason: str = "",
    override: bool = False,
) -> list[e.Event]:
    """The boards as they stand now; the session goes on. Raises HandPairingNotBegun."""
    if not round or tournament.by_hand != round:
        raise HandPairingNotBegun(round)
    if round > tournament.paired:
        return pair_by_hand(tournament, boards, bye, reason, override)
    return alter_boards(tournament, round, boards, bye, reason, override)


def end(tournament: Tournament, round: int, seated: Sequence[e.Event] = ()) -> list[e.Event]:
    """The session is over, after `seated` if boards come with it: what is there now is compared (checklist, 68)."""
    if not round or tournament.by_hand != round:
        raise HandPairingNotBegun(round)
    return [*seated, _compared(replay(seated, tournament.copy()), round)]


def _compared(tournament: Tournament, round: int) -> e.HandPairingEnded:
    """Nothing is compared where nothing is seated, or where no system pairs the format."""
    if round > tournament.paired or not rules_of(tournament).paired_by_system:
        return e.HandPairingEnded(round)
    system, order = system_of(tournament), tournament.numbers
    try:
        made = system.pair(pairing_task(tournament, round))
    except NoLegalPairing:
        ours: tuple[e.Board, ...] = ()
        bye = None
    else:
        seats = [(order[pair.white - 1], order[pair.black - 1]) for pair in made.pairs]
        ours = numbered_boards(tournament.board_plan, seats)
        bye = order[made.bye - 1] if made.bye else None
    pairs = {(board.white, board.black) for board in ours}
    differing = (b.number for b in tournament.round(round).boards if (b.white, b.black) not in pairs)
    return e.HandPairingEnded(round, system.name, engine_signature(tournament), ours, bye, tuple(differing))


@dataclass(frozen=True, slots=True)
class LastMeeting:
    round: int
    players: tuple[EntrantId, EntrantId]


def oldest_meetings(tournament: Tournament, round: int, conflict: tuple[EntrantId, ...]) -> tuple[LastMeeting, ...]:
    """Rematches of those who cannot be paired with anybody present, the oldest meeting first."""
    cards, numbers = pairing_task(tournament, round).cards, numbers_of(tournament)
    last: dict[frozenset[int], int] = {}
    for player in conflict:
        me = cards[numbers[player]]
        for at, line in enumerate(me.lines, 1):
            if line.opponent is not None and line.code.played and cards[line.opponent].present:
                last[frozenset((me.number, line.opponent))] = at
    order = tournament.numbers
    by_age = sorted((at, sorted(pair)) for pair, at in last.items())
    return tuple(LastMeeting(at, (order[low - 1], order[high - 1])) for at, (low, high) in by_age)


@dataclass(frozen=True, slots=True)
class Sketch:
    boards: tuple[BoardSeats, ...] = ()
    bye: EntrantId | None = None


def sketch(tournament: Tournament, round: int, apart: tuple[EntrantId, ...] = ()) -> Sketch:
    """The engine's pairing of everybody but those `apart`; where even that is impossible, of those it can name.

    Players who cannot all be paired are left out, once; if the others have no pairing either, the page stays empty.
    """
    try:
        return _engine_without(tournament, round, apart)
    except NoLegalPairing as none:
        left_out = (*apart, *(tournament.numbers[n - 1] for n in none.conflict))
    try:
        return _engine_without(tournament, round, left_out)
    except NoLegalPairing:
        return Sketch()


def _engine_without(tournament: Tournament, round: int, apart: tuple[EntrantId, ...]) -> Sketch:
    """Raises NoLegalPairing. Only an odd field has a bye: one that comes of leaving people out is none."""
    task, order = pairing_task(tournament, round), tournament.numbers
    out = {order.index(player) + 1 for player in apart}
    cards = {n: replace(card, present=card.present and n not in out) for n, card in task.cards.items()}
    made = system_of(tournament).pair(replace(task, cards=cards))
    boards = tuple((order[pair.white - 1], order[pair.black - 1]) for pair in made.pairs)
    needs_bye = sum(card.present for card in task.cards.values()) % 2 == 1
    return Sketch(boards, order[made.bye - 1] if made.bye and needs_bye else None)
