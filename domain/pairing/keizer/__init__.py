"""Keizer, the system of clubs: from the top of the table by Keizer score each meets the nearest they may meet.

After the public description of KeizerForClubs, whose rules have no numbers: `domain/pairing/READINGS.md` gives them
K1 to K5.
"""

from collections.abc import Iterable, Mapping

from domain.cards.card import Card, Float, Pair, PairingTask, RoundPairing
from domain.pairing.keizer.account import article, explain, why_not
from domain.pairing.keizer.competitors import Competitor, competitors, rounds_since
from domain.pairing.keizer.engine import NAME, VERSION, WhiteReason, drawn, white_and_black
from domain.pairing.swiss.edition import SwissEdition
from domain.pairing.system import Account, BoardBreach, BoardBreaches, NoLegalPairing, Step, attendance, kept_apart
from domain.words.articles import SharedRule
from domain.words.players import PairingNumber
from domain.words.rounds import Breach, Fault


class Keizer(SwissEdition):
    name = NAME
    version = VERSION
    needs_lot = False
    accelerates = False
    in_force = False
    meets_again = True
    usual_list = "KEIZER"
    articles: Mapping[SharedRule, str] = {
        SharedRule.NEVER_AGAIN: "K3",
        SharedRule.ONE_BYE: "K4",
        SharedRule.LATECOMER: "K1",
    }

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        return (None,) * len(card.lines)

    def float_of(self, ahead: int) -> Float | None:
        """Nobody floats: there are no score groups."""
        return None

    def pair(self, task: PairingTask) -> RoundPairing:
        made = drawn(task)
        bye = None if made.bye is None else made.players[made.bye].number
        return RoundPairing(tuple(white_and_black(made.players, a, b)[0] for a, b in made.pairs()), bye)

    def check(self, task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None) -> BoardBreaches:
        """Attendance (K1), pairs kept apart, and games again sooner than this round needs (K3)."""
        boards, players = tuple(pairs), {one.number: one for one in competitors(task)}
        between = _between(task)
        wrong = (
            breach
            for pair in boards
            for breach in (*kept_apart(task, pair), *_again_too_soon(task, players, pair, between))
        )
        return (*attendance(task, boards, bye, seat=article("K1"), away=article("K1")), *wrong)

    def both_colours_wrong(self, task: PairingTask, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        """Boards whose Black had White less often, or Black in the last game of the two (K5)."""
        players = competitors(task)
        place = {one.number: at for at, one in enumerate(players)}
        return tuple(p for p in pairs if {p.white, p.black} <= place.keys() and _turned(players, place, p))

    def explain(self, task: PairingTask) -> Account:
        return explain(task)

    def why_not(self, task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
        return why_not(task, a, b)


def _between(task: PairingTask) -> int:
    """The rounds that this one leaves between two games of the same two; none where nothing can be paired."""
    try:
        return drawn(task).between
    except NoLegalPairing:
        return 0


def _again_too_soon(
    task: PairingTask, players: Mapping[PairingNumber, Competitor], pair: Pair, between: int
) -> Iterable[BoardBreach]:
    white, black = players.get(pair.white), players.get(pair.black)
    since = rounds_since(task, white, black) if white and black else None
    if since is not None and since < between:
        yield Breach(Fault.RULE, (pair.white, pair.black), article("K3"))


def _turned(players: tuple[Competitor, ...], place: Mapping[PairingNumber, int], pair: Pair) -> bool:
    due, reason = white_and_black(players, *sorted((place[pair.white], place[pair.black])))
    return due != pair and reason is not WhiteReason.LOWER
