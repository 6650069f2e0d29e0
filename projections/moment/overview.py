"""A tournament and how far it has come: the head of its pages, and its line in the catalogue."""

from datetime import datetime
from enum import StrEnum

from domain.decisions.players.registering import takes_entries
from domain.formats import current_round, games_on, rules_of
from domain.ranking.order import BY_POINTS
from domain.ranking.tiebreak_lists import read_kept_list
from domain.records import dataclass
from domain.tournament import RoundState, Tournament
from domain.words.festivals import Carry
from domain.words.games import Result
from domain.words.regulations import Details, Regulations
from projections.moment.snapshot import Snapshot, open_among


class Phase(StrEnum):
    ANNOUNCED = "announced"
    """No round is published yet."""
    PLAYING = "playing"
    """A round is published and not all of its games are decided."""
    BETWEEN = "between"
    """All published games are decided and more is to come: rounds, or the end of a level match."""
    OVER = "over"
    """The last round is decided; the final table may still change."""
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class StageBefore:
    source: str
    name: str
    carry: Carry


@dataclass(frozen=True, slots=True)
class Overview:
    details: Details
    regulations: Regulations
    phase: Phase
    players: int
    registered: int
    round: int
    """The newest published round, of several that take results the one being played; 0 = none."""
    official: bool
    """The arbiter has closed that round."""
    games: int
    decided: int
    next_start: str
    """Announced start of the round to come, ISO; empty = not announced."""
    rounds: int
    """Planned, or counted from the field; 0 = there is none yet."""
    left_fide_mode: int | None = None
    """The round during which FIDE mode was left; None = never (checklist, 46)."""
    level: int = 0
    """Matches of that round that are level after all their games: something has to be done."""
    playoff_of: str = ""
    """The address of the tournament whose place is played for here; empty = it is no play-off."""
    takes_entries: bool = False
    stages_before: tuple[StageBefore, ...] = ()
    next_publication: str = ""
    """Local time (ISO) at which the next round that is not published is by the clock; empty = by hand."""

    @property
    def tiebreaks(self) -> list[str]:
        """One by one, where the regulations have the name of a list; points are none."""
        return [str(one) for one in read_kept_list(self.regulations.order).order if one != BY_POINTS]

    @property
    def brought(self) -> tuple[StageBefore, ...]:
        return tuple(one for one in self.stages_before if one.carry is not Carry.NONE)


def overview(t: Tournament) -> Overview:
    current = current_round(t)
    newest = t.round(current) if current else None
    results = _results_on(t, current) if current else []
    open_games = open_among(results)
    upcoming = current + 1
    schedule = t.details.schedule
    return Overview(
        details=t.details,
        regulations=t.regulations,
        phase=_phase(t, current, open_games),
        players=len(t.entrants) - len(t.all_away(upcoming)),
        registered=len(t.entrants),
        round=current,
        official=newest is not None and newest.state is RoundState.CLOSED,
        games=len(results),
        decided=len(results) - open_games,
        next_start=schedule[upcoming - 1] if current < len(schedule) and upcoming <= t.regulations.rounds else "",
        rounds=rules_of(t).rounds(t),
        left_fide_mode=t.left_fide_mode,
        level=len(rules_of(t).undecided(t, current)) if current else 0,
        playoff_of=t.playoff.declared.source if t.playoff.declared else "",
        takes_entries=takes_entries(t),
        stages_before=tuple(StageBefore(one.source, one.name or one.source, one.carry) for one in t.qualified.values()),
        next_publication=at.isoformat(timespec="seconds" if at.second else "minutes")
        if (at := next_publication(t))
        else "",
    )


def next_publication(t: Tournament) -> datetime | None:
    """The local time at which the first round that is not published is by the clock."""
    round = t.published + 1
    more = not t.closed and round <= max(t.paired, rules_of(t).rounds(t))
    return t.publication.at(round, t.details.schedule) if more else None


def phase_of(snapshot: Snapshot) -> Phase:
    return snapshot.now(("phase",), lambda _: overview(snapshot.tournament).phase)


def is_played(t: Tournament, round: int) -> bool:
    """Every game of the round has its result, and nobody plays for longer."""
    return not open_among(_results_on(t, round)) and not rules_of(t).undecided(t, round)


def _results_on(t: Tournament, round: int) -> list[Result | None]:
    """Of an arena all of them: its rounds go on beside each other."""
    if t.regulations.is_arena:
        return [result for one in t.rounds for result in one.results]
    if rules_of(t).knocks_out:
        return [game.result for game in games_on(t, round)]
    return t.round(round).results


def _phase(t: Tournament, current: int, open_games: int) -> Phase:
    if t.closed:
        return Phase.CLOSED
    if not t.published:
        return Phase.ANNOUNCED
    in_play = rules_of(t).in_play(t)
    if (open_games and current in in_play) or any(open_among(_results_on(t, round)) for round in in_play):
        return Phase.PLAYING
    return Phase.OVER if rules_of(t).over(t) else Phase.BETWEEN
