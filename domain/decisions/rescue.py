"""Boards offered to the arbiter to start from when the engine finds no legal pairing."""

from dataclasses import dataclass, replace

from domain.pairing import NoLegalPairing, system_of
from domain.tournament import Tournament
from domain.tournament_cards import numbers_of, pairing_task
from domain.words.players import BoardSeats, EntrantId


@dataclass(frozen=True, slots=True)
class LastMeeting:
    """Two who have played each other, and when they last did."""

    round: int
    players: tuple[EntrantId, EntrantId]
    """The lower pairing number first."""


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
    """Boards to begin a pairing by hand with; not everybody need be on them."""

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
