"""Pairing by hand as a session: a beginning, boards that change, and an end that looks at the system's own pairing."""

from collections.abc import Sequence

from domain import events as e
from domain.decisions.pairing_rounds import about_to_pair, alter_boards, alterable, pair_by_hand
from domain.formats import rules_of
from domain.pairing import NoLegalPairing, engine_signature, system_of
from domain.refusals import HandPairingNotBegun, HandPairingOpen
from domain.tournament import Tournament, replay
from domain.tournament_cards import pairing_task
from domain.words.players import BoardSeats, EntrantId


def begin(tournament: Tournament, round: int) -> list[e.Event]:
    """The newest round that has boards, or the next one."""
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
        ours = tuple(e.Board(i, order[p.white - 1], order[p.black - 1]) for i, p in enumerate(made.pairs, 1))
        bye = order[made.bye - 1] if made.bye else None
    pairs = {(board.white, board.black) for board in ours}
    differing = (b.number for b in tournament.round(round).boards if (b.white, b.black) not in pairs)
    return e.HandPairingEnded(round, system.name, engine_signature(tournament), ours, bye, tuple(differing))
