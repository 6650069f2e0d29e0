"""Prizes by places and categories, money shared among equals, to the last cent; things go by place undivided.

    award(announced, table, year) -> PrizeList

Money is in hundredths of the currency (cents), whole ones where it has no decimals. Every prize of the announcement
ends up either in an award or among the unclaimed, so that both together are the fund, whatever is shared.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from domain.events import Prize, PrizesAnnounced
from domain.records import dataclass
from domain.words.choices.currencies import smallest_sum
from domain.words.choices.prizes import BoardPrize, Category, PrizeTax, TaxWay, category
from domain.words.players import EntrantId, Player


class Sharing(StrEnum):
    """The way the money of several places goes to players who are equal. Values as in the announcement."""

    EQUAL = "equal"
    """Equal points, equal money (F.10)."""
    HORT = "hort"
    """Half of it by place in the table, half shared equally among those on equal points."""
    NONE = "none"
    """By place in the table; only those who share a place share its money."""


class BadSharing(ValueError):
    """The announcement names an unknown way of sharing; `text` is that name."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


@dataclass(frozen=True, slots=True)
class Placed:
    """A player as in the final table; the sequence given to `award` is in table order."""

    player: Player
    place: int
    """Equals to the end share it."""
    score: Fraction


@dataclass(frozen=True, slots=True)
class Award:
    player: EntrantId
    category: str
    """Empty = by place."""
    cents: int
    """0 = a thing."""
    positions: tuple[int, ...]
    """The places of the list whose money was shared, this player's among them."""
    names: tuple[str, ...]
    shared_by: int = 1
    """A thing is shared only by those who share a place to the end: who has it is not decided."""
    value: int = 0
    """Of a thing."""
    tax: int = 0
    """This award's part of the tax of its winner."""

    @property
    def net(self) -> int:
        """Negative: a thing whose tax the winner pays."""
        return self.cents - self.tax


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The printable list: lists in the order announced, best first."""

    awards: tuple[Award, ...]
    unclaimed: tuple[Prize, ...]
    currency: str

    @property
    def paid(self) -> int:
        return sum(award.cents for award in self.awards)

    @property
    def fund(self) -> int:
        return self.paid + sum(prize.cents for prize in self.unclaimed)


ByBoard = Mapping[BoardPrize, Sequence[Placed]]
"""The players of teams in the order of each prize for a board."""
NO_BOARDS: ByBoard = {}


def award(announced: PrizesAnnounced, table: Sequence[Placed], year: int, by_board: ByBoard = NO_BOARDS) -> PrizeList:
    """The prizes of everybody (F.10); those for boards go to players of teams and stand in `by_board`.

    With one prize per person everybody keeps the list that gives most, the earlier announced
    if two give the same, and those behind move up in the others. Things, cups for instance, go
    by place in the table and are nobody's one prize; of a prize with money they are apart. Raises `BadSharing` and
    `domain.words.choices.prizes.BadCategory`.
    """
    smallest = _smallest(announced)
    return _in_hundredths(_awarded(_in_units(announced, smallest), table, year, by_board), smallest)


def _awarded(announced: PrizesAnnounced, table: Sequence[Placed], year: int, by_board: ByBoard) -> PrizeList:
    """In units that nobody divides."""
    if announced.sharing not in [sharing.value for sharing in Sharing]:
        raise BadSharing(announced.sharing)
    sharing = Sharing(announced.sharing)
    prizes = [*money_and_things(announced.prizes)]
    purses = _purses([prize for prize in prizes if prize.cents])
    cups = _purses([prize for prize in prizes if not prize.cents])
    entitled = _entitled(purses, table, year, by_board)
    if announced.one_per_player:
        entitled = _one_each(purses, entitled, sharing)
    lists = [(purse, entitled[purse.category.text], sharing) for purse in purses]
    lists += [(cup, _entitled([cup], table, year, by_board)[cup.category.text], Sharing.NONE) for cup in cups]
    awards = tuple(share.award for purse, players, how in lists for share in _shares(purse, players, how))
    unclaimed = tuple(prize for purse, players, _ in lists for prize in purse.beyond(len(players)))
    return PrizeList(_taxed(awards, announced.tax), unclaimed, announced.currency)


def _smallest(announced: PrizesAnnounced) -> int:
    """In hundredths, what nobody divides; one where a sum is smaller, as older announcements may have it."""
    smallest = smallest_sum(announced.currency)
    tax = announced.tax
    sums = [sum for prize in announced.prizes for sum in (prize.cents, prize.value)]
    sums += [tax.threshold, tax.amount if tax.way is TaxWay.FIXED else 0]
    return 1 if any(sum % smallest for sum in sums) else smallest


def _in_units(announced: PrizesAnnounced, smallest: int) -> PrizesAnnounced:
    tax = announced.tax
    prizes = [replace(one, cents=one.cents // smallest, value=one.value // smallest) for one in announced.prizes]
    amount = tax.amount // smallest if tax.way is TaxWay.FIXED else tax.amount
    tax = replace(tax, amount=amount, threshold=tax.threshold // smallest)
    return replace(announced, prizes=tuple(prizes), tax=tax)


def _in_hundredths(found: PrizeList, smallest: int) -> PrizeList:
    awards = tuple(
        replace(one, cents=one.cents * smallest, value=one.value * smallest, tax=one.tax * smallest)
        for one in found.awards
    )
    unclaimed = tuple(replace(one, cents=one.cents * smallest, value=one.value * smallest) for one in found.unclaimed)
    return PrizeList(awards, unclaimed, found.currency)


def money_and_things(prizes: Iterable[Prize]) -> Iterator[Prize]:
    """A prize of both is one of each."""
    for prize in prizes:
        if prize.cents and prize.thing:
            yield replace(prize, thing="", value=0)
            yield replace(prize, cents=0)
        else:
            yield prize


def _taxed(awards: tuple[Award, ...], tax: PrizeTax) -> tuple[Award, ...]:
    """The tax of all that a winner has: out of their money, or where that is too little out of everything."""
    if tax.way is TaxWay.NONE:
        return awards
    won: dict[EntrantId, list[Award]] = defaultdict(list)
    for one in awards:
        won[one.player].append(one)
    parts = {player: _withheld(some, tax) for player, some in won.items()}
    return tuple(replace(one, tax=next(parts[one.player])) for one in awards)


def _withheld(won: Sequence[Award], tax: PrizeTax) -> Iterator[int]:
    """In parts as large as what it is taken from."""
    money = [one.cents for one in won]
    everything = [one.cents + (one.value if tax.things else 0) for one in won]
    due = tax.of(sum(everything))
    return _parts(due, money if due <= sum(money) else everything)


def _parts(due: int, sums: Sequence[int]) -> Iterator[int]:
    return iter(whole_cents([Fraction(due * cents, sum(sums) or 1) for cents in sums], due))


@dataclass(frozen=True, slots=True)
class _Purse:
    category: Category
    prizes: tuple[Prize, ...]

    def at(self, position: int) -> list[Prize]:
        return [prize for prize in self.prizes if prize.place == position]

    def beyond(self, players: int) -> list[Prize]:
        return [prize for prize in self.prizes if not 1 <= prize.place <= players]

    @property
    def last(self) -> int:
        return max(prize.place for prize in self.prizes)


def _purses(prizes: Iterable[Prize]) -> list[_Purse]:
    by_category: dict[str, list[Prize]] = defaultdict(list)
    for prize in prizes:
        by_category[prize.category.strip()].append(prize)
    return [_Purse(category(text), tuple(group)) for text, group in by_category.items()]


Entitled = dict[str, list[Placed]]


def _entitled(purses: Iterable[_Purse], table: Sequence[Placed], year: int, by_board: ByBoard) -> Entitled:
    entitled: Entitled = {}
    for wanted in (purse.category for purse in purses):
        players = table if wanted.board is None else by_board.get(wanted.board, ())
        entitled[wanted.text] = [one for one in players if wanted.admits(one.player, year)]
    return entitled


@dataclass(frozen=True, slots=True)
class _Share:
    """An award, and what it would be if money could be cut at will."""

    award: Award
    exact: Fraction


def _shares(purse: _Purse, players: Sequence[Placed], sharing: Sharing) -> list[_Share]:
    shares: list[_Share] = []
    for start, group in _groups(players, sharing):
        if start > purse.last:
            break
        positions = tuple(range(start, start + len(group)))
        prizes = [prize for position in positions for prize in purse.at(position)]
        if prizes:
            shares += _group_shares(purse, group, positions, prizes, sharing)
    return shares


def _groups(players: Sequence[Placed], sharing: Sharing) -> Iterator[tuple[int, list[Placed]]]:
    start = 1
    for _, equals in groupby(players, key=lambda one: one.place if sharing is Sharing.NONE else one.score):
        group = list(equals)
        yield start, group
        start += len(group)


def _group_shares(
    purse: _Purse, group: list[Placed], positions: tuple[int, ...], prizes: list[Prize], sharing: Sharing
) -> list[_Share]:
    pot = sum(prize.cents for prize in prizes)
    equal = Fraction(pot, len(group))
    exact = [equal] * len(group)
    if sharing is Sharing.HORT:
        exact = [(own + equal) / 2 for own in _by_place(purse, group, positions)]
    names, worth = tuple(prize.full_name for prize in prizes), sum(prize.value for prize in prizes)
    values = whole_cents([Fraction(worth, len(group))] * len(group), worth)
    return [
        _Share(Award(one.player.id, purse.category.text, cents, positions, names, len(group), value), share)
        for one, cents, value, share in zip(group, whole_cents(exact, pot), values, exact, strict=True)
    ]


def _by_place(purse: _Purse, group: list[Placed], positions: tuple[int, ...]) -> list[Fraction]:
    """The money of each one's own place; who shares a place in the table shares its money."""
    money: dict[int, list[int]] = defaultdict(list)
    for one, position in zip(group, positions, strict=True):
        money[one.place].append(sum(prize.cents for prize in purse.at(position)))
    return [Fraction(sum(money[one.place]), len(money[one.place])) for one in group]


def whole_cents(exact: Sequence[Fraction], total: int) -> list[int]:
    """Rounded down, and the cents left over one by one to those standing higher: exactly `total`."""
    cents = [share.numerator // share.denominator for share in exact]
    for at in range(total - sum(cents)):
        cents[at] += 1
    return cents


def _one_each(purses: list[_Purse], entitled: Entitled, sharing: Sharing) -> Entitled:
    """Strike everybody from all lists but the one that gives most.

    Greatest first, and all who share a sum at once, so that equals are not told apart by chance.
    """
    left = {text: list(players) for text, players in entitled.items()}
    settled: set[EntrantId] = set()
    while True:
        open_shares = [
            (purse, share)
            for purse in purses
            for share in _shares(purse, left[purse.category.text], sharing)
            if share.award.player not in settled
        ]
        if not open_shares:
            return left
        purse, best = max(open_shares, key=lambda found: found[1].exact)
        together = {
            share.award.player
            for of, share in open_shares
            if of is purse and share.exact == best.exact and share.award.positions == best.award.positions
        }
        settled |= together
        for text, players in left.items():
            if text != purse.category.text:
                left[text] = [one for one in players if one.player.id not in together]
