"""Matches of teams as they are read from a report file."""

from dataclasses import dataclass, field

from domain.words.games import Code

Boards = tuple[tuple[int, int], ...]
"""The players of both teams by board, starting ranks; 0 = nobody."""


@dataclass(frozen=True, slots=True)
class ReadMatch:
    """A match of two teams; the first has White on board 1."""

    white: int
    black: int
    boards: Boards
    codes: tuple[tuple[Code, Code], ...]
    """Of each board, the team with White on board 1 first."""
    doubtful: tuple["MatchDoubt", ...] = ()


@dataclass(frozen=True, slots=True)
class MatchDoubt:
    """Something of a match that the file does not say, or says otherwise than teams play."""

    kind: str
    team: int
    board: int = 0


WHITE_NOT_SAID = "white-team-not-said"
"""No game with colours: the team with the smaller number is taken to have had White on board 1."""
OTHER_COLOURS = "other-colours"
"""A board was played with the colours the other way round."""
NOT_IN_ORDER = "not-in-order"
"""The players sat in another order than the two teams have, and no record says in which."""


@dataclass(slots=True)
class ReadRound:
    """A round of a team file."""

    matches: list[ReadMatch] = field(default_factory=list)
    bye: int | None = None
    """The team with the bye of the odd field."""
    going_on: tuple[int, ...] = ()
    """Teams of a bracket that go on without a match, where they are several."""
    asked: dict[int, Code] = field(default_factory=dict)
    """Teams with a bye they asked for, or absent."""
    as_readable: tuple[int, ...] = ()
    """Teams whose bye record 802 alone names."""
    asked_in_vain: tuple[int, ...] = ()
    """Teams that record 240 gives a bye in a round in which they were paired, or had the bye of the odd field."""
