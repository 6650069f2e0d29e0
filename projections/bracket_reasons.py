"""The way of everybody into the matches of a bracket's round: their seed, or the match that they come from."""

from dataclasses import dataclass

from domain.formats.brackets import Bracketed, Comer, Free, Node
from domain.formats.decided import WonBy
from domain.formats.tables.bracket import BracketPlace, Origin
from domain.state import Tournament
from projections.people import People, Person


@dataclass(frozen=True, slots=True)
class WayIn:
    """One of the two of a match, as the pairing of the round saw them."""

    person: Person | None
    """None: nobody comes here."""
    seed: int
    """The seed of somebody who enters the bracket here; else 0."""
    round: int
    """The round of the match that they come from; 0 = they enter here."""
    board: int
    """0: it was won without a game."""
    won: bool
    by: WonBy


@dataclass(frozen=True, slots=True)
class MatchReason:
    """A match that the bracket has in the round."""

    board: int
    """0: somebody goes on without a game."""
    ways: tuple[WayIn, WayIn]
    seated: tuple[Person, Person] | None
    """Those at the board, where they are not the two of the bracket."""


def bracket_reasons(t: Tournament, rules: Bracketed, people: People, round: int) -> tuple[MatchReason, ...]:
    """The matches of a paired round, from the top line down, without those that have nobody."""
    before = {node.match.number: node for node in rules.tree(t, round - 1)}
    there = (node for node in rules.tree(t, max(round, t.published)) if node.match.round == round)
    return tuple(
        _reason(before, node, people)
        for node in there
        if node.board or before[node.match.number].decision.by is WonBy.NO_OPPONENT
    )


def _reason(before: dict[int, Node], node: Node, people: People) -> MatchReason:
    seen = before[node.match.number]
    one, other = (
        _way_in(before, place, comer, people) for place, comer in zip(node.match.places, seen.comers, strict=True)
    )
    seats = node.played_by if node.board else None
    otherwise = seats is not None and set(seats) != set(seen.comers)
    return MatchReason(node.board, (one, other), (people[seats[0]], people[seats[1]]) if seats and otherwise else None)


def _way_in(before: dict[int, Node], place: BracketPlace, comer: Comer, people: People) -> WayIn:
    person = None if comer is None or isinstance(comer, Free) else people[comer]
    if place.origin is Origin.SEED:
        return WayIn(person, place.of, 0, 0, False, WonBy.OPEN)
    source = before[place.of]
    return WayIn(person, 0, source.match.round, source.board, place.origin is Origin.WINNER, source.decision.by)
