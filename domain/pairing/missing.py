"""A pairing system that is not here: what it paired stays and is shown, and nothing more is paired by it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NoReturn

from domain.cards.card import Card, Float, Pair, PairingTask
from domain.pairing.system import BoardBreaches, attendance
from domain.refusals import SystemMissing
from domain.words.articles import Article, SharedRule
from domain.words.players import EntrantId, OrderOfEquals, PairingNumber, Rankable, Title
from domain.words.regulations import Entrants, Format


class MissingSystem:
    """It stands in for a plugin's system, by name. Boards made by hand are checked for their seats alone."""

    version: str = "missing"
    kind: Format = Format.SWISS
    entrants: Entrants = Entrants.PLAYERS
    titles: tuple[Title, ...] = tuple(Title)
    needs_lot: bool = False
    accelerates: bool = False
    starting_points: bool = False
    needs_ratings: bool = False
    games_of_match: int = 1
    parity_of_arrived: bool = False
    in_force: bool = False
    meets_again: bool = True
    """Nothing is known of how many rounds it can pair, so that nobody is warned."""
    usual_list: str = ""
    report_code: str = ""
    articles: Mapping[SharedRule, str] = {}

    def __init__(self, name: str) -> None:
        self.name = name

    def numbers(self, entrants: Sequence[Rankable], equals: OrderOfEquals) -> tuple[EntrantId, ...]:
        return tuple(one.id for one in sorted(entrants, key=lambda one: (-one.rating, one.name)))

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        return (None,) * len(card.lines)

    def float_of(self, ahead: int) -> Float | None:
        return None

    def pair(self, task: PairingTask) -> NoReturn:
        raise SystemMissing(self.name)

    def check(self, task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None) -> BoardBreaches:
        rule = Article(self.name, "")
        return tuple(attendance(task, pairs, bye, seat=rule, away=rule))

    def both_colours_wrong(self, task: PairingTask, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        return ()

    def explain(self, task: PairingTask) -> NoReturn:
        raise SystemMissing(self.name)

    def why_not(self, task: PairingTask, a: PairingNumber, b: PairingNumber) -> NoReturn:
        raise SystemMissing(self.name)
