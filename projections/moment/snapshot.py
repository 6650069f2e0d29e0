"""The snapshot that every view of one moment of a tournament starts from, worked out once and shared.

`snapshot(tournament)` gives it; `snapshot(tournament, earlier)` gives the same faster when all that has
happened since `earlier` is results of the newest round, which is what happens most. A snapshot is
of the moment it was made: make a new one after each event.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from typing import Generic, TypeVar, cast

from domain import events as e
from domain.cards.card import Card
from domain.cards.counting import Counting
from domain.formats import current_round
from domain.ranking.order import MadeLines, unlike
from domain.records import dataclass
from domain.tournament import Match, Tournament
from domain.tournament_cards.cards import (
    ScoresBefore,
    annulled,
    scores_before,
    sides_in_table,
    table_cards,
    table_counting,
)
from domain.words.games import Result
from domain.words.players import EntrantId, PairingNumber
from projections.moment.chances_found import ChancesFound
from projections.moment.people import People, Person, members, people

T = TypeVar("T")

MemoryKey = tuple[object, ...]

Matches = tuple[tuple[Match, ...], ...]
"""The matches of each published round, board by board."""


class Rows(Generic[T]):
    """Rows line by line, each made again only when its line is made of other objects than the time before."""

    def __init__(self, make: Callable[..., T]) -> None:
        self._make = make
        self._kept: MadeLines[T] = MadeLines()

    def __call__(self, *columns: Sequence[object]) -> tuple[T, ...]:
        """The rows made of these columns, which run in step. Nobody changes them after this call."""
        self._kept = self._kept.renewed(self._make, *columns)
        return self._kept.lines


SentGames = Mapping[int, Sequence[Mapping[str, str]]]
"""Tags of the games that boards have sent, by the round that they name; 0 = none named."""


@dataclass(slots=True)
class Snapshot:
    """`cards` are those of the table after the newest published round, as known now."""

    tournament: Tournament
    position: int
    people: People
    cards: dict[PairingNumber, Card]
    nameless: frozenset[EntrantId] = frozenset()
    """Everybody who is not to be named, even if that was decided later."""
    _matches: Matches = ()
    _ground: tuple[object, ...] = ()
    """All that cards depend on besides the games."""
    _settled: dict[MemoryKey, tuple[tuple[object, ...], object]] = field(default_factory=dict)
    """Answers by round, and what they are made of: they outlive this snapshot."""
    _before: dict[MemoryKey, object] = field(default_factory=dict)
    """The values that the snapshot before knew of its own moment."""
    _now: dict[MemoryKey, object] = field(default_factory=dict)
    sent: SentGames = field(default_factory=dict)
    chances: ChancesFound | None = None
    """As far as everybody may see them; they come and change later than the moment, so nothing made of them is kept."""

    @property
    def round(self) -> int:
        return len(self._matches)

    @property
    def current(self) -> int:
        """The round that is being played: not the newest where several are published at once."""
        return self.now(("current",), lambda _: current_round(self.tournament))

    @property
    def by_number(self) -> Mapping[int, Person]:
        return self.settled(("by number",), lambda: {p.number: p for p in self.people.values() if p.number})

    @property
    def members(self) -> People:
        if not self.tournament.regulations.of_teams:
            return self.people
        return self.settled(("members",), lambda: members(self.tournament, self.nameless))

    def matches_of(self, round: int) -> tuple[Match, ...]:
        """Of a published round, board by board; those without another result are the objects of the moment before."""
        return self._matches[round - 1]

    def cards_after(self, round: int) -> dict[PairingNumber, Card]:
        """The cards cut off after `round`, as known now."""
        if round >= self.round:
            return self.cards
        return self.settled(
            ("cards", round), lambda: {n: replace(card, lines=card.lines[:round]) for n, card in self.cards.items()}
        )

    def scores_before(self, round: int) -> ScoresBefore:
        """Half-points as the pairing of `round` saw them."""
        return self.about(round, "scores before", lambda: scores_before(self.tournament, round))

    def rows(self, name: str, round: int, make: Callable[..., T]) -> Rows[T]:
        """The rows of this name about `round`; those of a published round outlive this snapshot.

        `make` may read its argument and settled values, and nothing else.
        """
        return self.about(round, f"rows: {name}", lambda: Rows(make))

    def about(self, round: int, name: str, work: Callable[[], T]) -> T:
        """A value that holds for as long as nobody else plays in `round`, whatever the results."""
        if round <= self.round:
            return self.settled(("about", name, round), work)
        return self.now(("about", name, round), lambda _: work())

    def after(self, round: int, name: str, work: Callable[[T | None], T]) -> T:
        """The answer of this name about the table after `round`, worked out once.

        `work` is given the answer of the snapshot before where that is about the newest round too.
        """
        if round < self.round:
            return self.settled((name, round), lambda: work(None))
        return self.now((name,), work)

    def settled(self, key: MemoryKey, work: Callable[[], T], made_of: tuple[object, ...] = ()) -> T:
        """Remembered for as long as no round before the newest changes, and it is made of the same."""
        known = cast("tuple[tuple[object, ...], T] | None", self._settled.get(key))
        if known is None or known[0] != made_of:
            known = self._settled[key] = made_of, work()
        return known[1]

    def now(self, key: MemoryKey, work: Callable[[T | None], T]) -> T:
        """Remembered for this moment; `work` is given what the snapshot before knew of its own, None if nothing."""
        if key not in self._now:
            self._now[key] = work(cast("T | None", self._before.get(key)))
        return cast(T, self._now[key])

    def forget(self) -> None:
        """Empties the memories of a snapshot that nobody looks at any more: they can lead back to it."""
        for memory in (self._settled, self._now, self._before):
            memory.clear()


def open_among(results: Sequence[Result | None]) -> int:
    return results.count(None) + results.count(Result.ADJOURNED)


def snapshot(
    tournament: Tournament,
    earlier: Snapshot | None = None,
    nameless: frozenset[EntrantId] = frozenset(),
    shown_anew: frozenset[int] = frozenset(),
) -> Snapshot:
    """The snapshot of this moment; `earlier` is one of the same tournament to save work.

    `nameless`: who has become anonymous since, for a tournament that was replayed to an earlier moment. `shown_anew`:
    rounds of which other results are shown than in `earlier`, although nothing has happened in them.
    """
    hidden = tournament.anonymous | nameless
    by_results = earlier is not None and earlier.nameless == hidden and only_results_since(tournament, earlier.position)
    ground = earlier._ground if earlier is not None and by_results else (*_ground(tournament), hidden)
    matches = _matches(tournament, earlier if by_results else None, shown_anew)
    kin = earlier is not None and earlier._ground == ground and not annulled(tournament)
    changed = _changed(earlier._matches, matches) if earlier is not None and kin else None
    if earlier is not None and changed is not None:
        count = earlier.settled(("counting",), lambda: table_counting(tournament.regulations))
        cards = _rewritten(earlier.people, earlier.cards, changed, count)
        known = earlier._settled, earlier._now
        return Snapshot(tournament, tournament.version, earlier.people, cards, hidden, matches, ground, *known)
    return Snapshot(
        tournament, tournament.version, people(tournament, hidden), table_cards(tournament), hidden, matches, ground
    )


def only_results_since(t: Tournament, position: int) -> bool:
    """Nothing has happened after this position but results entered for the first time or again.

    Then only games of those rounds differ. Comparing the rest would take as long as the change itself.
    """
    return all(isinstance(event, e.ResultRecorded) for event in t.history[position:])


def _matches(t: Tournament, earlier: Snapshot | None, shown_anew: frozenset[int]) -> Matches:
    """The matches of each round: of one without a result since `earlier`, the object of then."""
    published = t.rounds[: t.published]
    if earlier is None:
        return tuple([tuple(round.matches.values()) for round in published])
    recorded = {event.round for event in t.history[earlier.position :] if isinstance(event, e.ResultRecorded)}
    since = recorded | shown_anew
    both = zip(published, earlier._matches, strict=True)
    return tuple([tuple(round.matches.values()) if round.number in since else known for round, known in both])


def _ground(t: Tournament) -> tuple[object, ...]:
    byes = tuple((r.all_byes, *r.settled.values()) for r in t.rounds)
    entrants = dict(t.players), dict(t.teams), dict(t.joined), dict(t.absences), dict(t.byes), dict(t.lineups)
    points = dict(t.adjustments), dict(t.carried), dict(t.start_positions), dict(t.corrected_starts), t.outside
    ratings = (dict(t.period_ratings),)
    order = t.lineups_shown, t.expelled, t.by_arbiter, t.playoff, t.anonymous, t.numbers, t.lots
    return (*entrants, *points, *ratings, *order, t.regulations, t.details.flags, t.published, byes)


def _changed(before: Matches, now: Matches) -> list[Match] | None:
    """The matches of the newest round that are others now; None: not only results of that round have changed."""
    if not now or len(before) != len(now) or before[:-1] != now[:-1] or len(before[-1]) != len(now[-1]):
        return None
    others = [(before[-1][at], now[-1][at]) for at in unlike(now[-1], before[-1])]
    if any(len(old) != len(new) for old, new in others):
        return None
    pairs = [games for old, new in others for games in zip(old, new, strict=True)]
    if any((old.board, old.white, old.black) != (new.board, new.white, new.black) for old, new in pairs):
        return None
    if any(old.met != new.met for old, new in pairs):
        return None
    return [new for _, new in others]


def _rewritten(
    people: People, cards: dict[PairingNumber, Card], changed: list[Match], count: Counting
) -> dict[PairingNumber, Card]:
    """The earlier cards with a new last line for those whose match has changed.

    Floats do not change: they follow from the rounds before (A.4).
    """
    out = dict(cards)
    for match in changed:
        for entrant, _, colour, (code, points, secondary, games) in sides_in_table(match, count):
            card = out[people[entrant].number]
            line = card.lines[-1]
            points, secondary = points + line.adjusted, secondary + line.adjusted_secondary
            line = replace(line, code=code, points=points, colour=colour, games=games, secondary=secondary)
            out[card.number] = replace(card, lines=(*card.lines[:-1], line))
    return out
