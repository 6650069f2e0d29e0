"""Checks of every system on a pairing made by hand: everybody present sits somewhere, once, and no ban is broken."""

from collections import Counter
from collections.abc import Iterable, Iterator

from domain.cards.card import Pair, PairingTask
from domain.words.articles import Article
from domain.words.players import PairingNumber
from domain.words.rounds import Breach, Fault


def attendance(
    task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None, *, seat: Article, away: Article
) -> Iterator[Breach[PairingNumber]]:
    """Everybody present exactly once, nobody else; `seat` and `away` are the edition's articles for that."""
    seated = [number for pair in pairs for number in (pair.white, pair.black)] + ([bye] if bye is not None else [])
    times = Counter(seated)
    for number, card in sorted(task.cards.items()):
        if times[number] and not card.present:
            yield Breach(Fault.AWAY, (number,), away)
        if times[number] > 1:
            yield Breach(Fault.SEATED_TWICE, (number,), seat)
        elif card.present and not times[number]:
            yield Breach(Fault.NOT_SEATED, (number,), seat)


def kept_apart(task: PairingTask, pair: Pair) -> Iterator[Breach[PairingNumber]]:
    if frozenset((pair.white, pair.black)) in task.forbidden:
        yield Breach(Fault.KEPT_APART, (pair.white, pair.black))
