"""Matches of a round: their running score, who has won and by what, and what comes next where one is level."""

from dataclasses import dataclass

from domain.formats import rules_of
from domain.formats.decided import Decision, WonBy, decision, entrants_of, running_score
from domain.round import Match
from domain.words.formats.knockout import FurtherStep
from domain.words.games import Result
from projections.people import Person
from projections.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match of a bracket."""

    board: int
    first: Person
    second: Person
    main: tuple[int, int]
    """Half-points of the games as announced, of the first and the second."""
    further: tuple[int, int]
    """Half-points of further games."""
    games: int
    """Games with a result."""
    all_games: int
    decision: Decision
    next_step: FurtherStep | None
    """The games to add to a level match; None: lots, or it is not level."""
    out_of_reach: bool
    """It is won although games are left."""
    forfeited: bool
    """Several games of it are forfeits."""

    @property
    def level(self) -> bool:
        return self.decision.by is WonBy.LEVEL

    @property
    def winner(self) -> Person | None:
        return next((one for one in (self.first, self.second) if one.id == self.decision.winner), None)


def matches_of_round(snapshot: Snapshot, round: int) -> tuple[MatchRow, ...]:
    """Those of a format that places its entrants itself; none of any other."""
    t = snapshot.tournament
    if not 1 <= round <= t.paired or not rules_of(t).knocks_out:
        return ()
    return snapshot.now(("matches", round), lambda _: _matches(snapshot, round))


def _matches(snapshot: Snapshot, round: int) -> tuple[MatchRow, ...]:
    t, people = snapshot.tournament, snapshot.people
    rules, paired = rules_of(t), t.round(round)
    rows = []
    for board, match in sorted(paired.matches.items()):
        one, other = entrants_of(match)
        made, score = decision(t, paired, board), running_score(t, match)
        step = rules.next_step(t, round, board) if made.by is WonBy.LEVEL else None
        played = sum(game.decided for game in match)
        seats = people[one], people[other]
        reach = rules.out_of_reach(t, round, board)
        forfeits = _forfeited(match)
        rows.append(MatchRow(board, *seats, score.main, score.further, played, len(match), made, step, reach, forfeits))
    return tuple(rows)


def _forfeited(match: Match) -> bool:
    """Somebody did not come, and not only to games that nobody needed."""
    forfeits = [game.result for game in match if game.result is not None and game.result.white.forfeit]
    return len(forfeits) > 1 and (len(forfeits) == len(match) or {*forfeits} != {Result.DOUBLE_FORFEIT})


def signature(rows: tuple[MatchRow, ...]) -> str:
    """Changes when anything of a match does: a page that shows them asks for them again."""
    return " ".join(f"{row.board}:{row.main}{row.further}{row.decision.by}{row.all_games}{row.games}" for row in rows)
