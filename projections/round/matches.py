"""Matches of a round: their running score, who has won and by what, and what comes next where one is level."""

from collections.abc import Iterator, Sequence

from domain.events import Event
from domain.formats import rules_of
from domain.formats.decided import Decision, WonBy, decision, decision_on_board, entrants_of, running_score
from domain.records import dataclass
from domain.round import Match
from domain.tournament import replay
from domain.words.games import Result
from domain.words.options import FurtherStep
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class MatchRow:
    board: int
    first: Person
    second: Person
    main: tuple[int, int]
    """Half-points of the games as announced, of the first and the second."""
    further: tuple[int, int]
    """Half-points of further games."""
    games: int
    all_games: int
    decision: Decision
    next_step: FurtherStep | None
    """The games to add to a level match; None: lots, or it is not level."""
    out_of_reach: bool
    forfeited: bool
    """Several games of it are forfeits."""

    @property
    def level(self) -> bool:
        return self.decision.by is WonBy.LEVEL

    @property
    def winner(self) -> Person | None:
        return next((one for one in (self.first, self.second) if one.id == self.decision.winner), None)


def matches_of_round(snapshot: Snapshot, round: int) -> tuple[MatchRow, ...]:
    """Matches of a format that places its entrants itself; none of any other."""
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
        made, score = decision_on_board(t, paired, board), running_score(t, match)
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


@dataclass(frozen=True, slots=True)
class MatchEffect:
    round: int
    board: int
    first: Person
    second: Person
    winner: Person | None
    """None: level, or open again."""
    level: bool
    next_step: FurtherStep | None
    """The games that come next for a level match; None: lots."""
    stands: Person | None
    """They play on although they have not won: the next round is published and stands."""


def match_effects(now: Snapshot, events: Sequence[Event]) -> Iterator[MatchEffect]:
    """Matches of a bracket that would end otherwise after these events, round by round."""
    t, people = now.tournament, now.people
    if not rules_of(t).knocks_out:
        return
    ahead = replay(events, t.copy())
    for number in range(1, min(t.published, ahead.published) + 1):
        before, after = t.round(number), ahead.round(number)
        for board in sorted(before.matches.keys() & after.matches.keys()):
            was, made = decision_on_board(t, before, board), decision(ahead, after, board)
            if made == was:
                continue
            step = rules_of(ahead).next_step(ahead, number, board) if made.by is WonBy.LEVEL else None
            on = was.winner if made.winner != was.winner and ahead.published > number else None
            one, other = (people[id] for id in entrants_of(after.matches[board]))
            winner = people[made.winner] if made.winner is not None else None
            level = made.by is WonBy.LEVEL
            yield MatchEffect(number, board, one, other, winner, level, step, people[on] if on is not None else None)
