"""Two players side by side: who stands higher and why, their game, and whom both have met."""

from dataclasses import dataclass

from domain.ranking.order import Comparison, compare_players
from domain.words.players import EntrantId
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.player.card import PlayerCard, RoundLine, player_card
from projections.table.ranked import ranking


@dataclass(frozen=True, slots=True)
class Common:
    """An opponent both have met, with what each had against them."""

    opponent: Person
    first: tuple[RoundLine, ...]
    second: tuple[RoundLine, ...]


@dataclass(frozen=True, slots=True)
class SideBySide:
    first: PlayerCard
    second: PlayerCard
    comparison: Comparison | None
    """None: one of them is not in the table yet."""
    met: tuple[RoundLine, ...]
    """Their games with each other, from the first one's side."""
    common: tuple[Common, ...]


def compare(snapshot: Snapshot, first: EntrantId, second: EntrantId) -> SideBySide | None:
    """None: one of them is unknown, or they are the same."""
    one, two = player_card(snapshot, first), player_card(snapshot, second)
    if one is None or two is None or first == second:
        return None
    comparison = None
    if one.place and two.place:
        comparison = compare_players(ranking(snapshot, snapshot.round), one.person.number, two.person.number)
    met = tuple(line for line in one.lines if line.opponent is not None and line.opponent.id == second)
    return SideBySide(one, two, comparison, met, tuple(_common(one, two)))


def _common(one: PlayerCard, two: PlayerCard) -> list[Common]:
    opponents = {line.opponent.id: line.opponent for line in one.lines if line.opponent is not None}
    both = [opponents[line.opponent.id] for line in two.lines if line.opponent and line.opponent.id in opponents]
    return [
        Common(opponent, _against(one, opponent), _against(two, opponent))
        for opponent in sorted(set(both), key=lambda person: person.number)
    ]


def _against(card: PlayerCard, opponent: Person) -> tuple[RoundLine, ...]:
    return tuple(line for line in card.lines if line.opponent is not None and line.opponent.id == opponent.id)
