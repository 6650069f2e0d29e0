"""Rounds as they would have been paired after some events that nobody has written yet (F.7), and the next one.

`pairing_effects` asks the pairing engine and may take as long as a pairing takes: it is asked apart from `effect`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from domain import events as e
from domain.decisions.rounds.pairing import pair_round
from domain.formats import rules_of
from domain.formats.brackets import Bracketed
from domain.pairing import SYSTEMS, NoLegalPairing, system_of
from domain.records import dataclass
from domain.refusals import Refusal
from domain.tournament import Game, Round, Tournament, replay
from domain.tournament_cards.cards import pairing_task
from projections.moment.people import People, Person, people
from projections.moment.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class NamedSeating:
    """A pairing as somebody reads it: boards in order, then the bye."""

    boards: tuple[tuple[Person, Person], ...]
    bye: Person | None
    going_on: tuple[Person, ...] = ()


@dataclass(frozen=True, slots=True)
class PairingEffect:
    """A round as it is, or would be paired now, and as it would be with the change."""

    round: int
    published: bool
    """Published boards never change by themselves: this one is for information (F.7)."""
    now: NamedSeating | None
    """None: cannot be paired (yet)."""
    then: NamedSeating | None

    @property
    def differs(self) -> bool:
        return self.now != self.then

    @property
    def boards(self) -> tuple[int, ...]:
        now = self.now.boards if self.now else ()
        then = self.then.boards if self.then else ()
        return tuple(number for number, (one, other) in enumerate(zip_longest(now, then), 1) if one != other)


def pairing_effects(now: Snapshot, events: Sequence[e.Event], first: int) -> Iterator[PairingEffect]:
    """Round by round from the first one paired after round `first`, then the next pairing to be made.

    A published round is paired once more as if the truth had been known in time, with the games
    of the rounds before it as they were really played. A format that pairs by no scores has none of these, and one
    that is drawn beforehand no next pairing either; a bracket asks who would have come to its matches.
    """
    ahead, laws = branch(now.tournament, events), now.tournament.regulations
    rules = rules_of(ahead)
    if laws.from_tables:
        return
    by_results = laws.paired_by_system or isinstance(rules, Bracketed)
    standing = min(now.round, ahead.published) if by_results else 0
    for round in range(first + 1, standing + 1):
        published = now.tournament.round(round)
        truth = _seated(ahead, published, known_from_the_start(ahead, round), now.people)
        yield PairingEffect(round, True, _as_paired(now, published), truth)
    upcoming = ahead.published + 1
    if upcoming <= now.tournament.regulations.rounds and not _decided(now.tournament, ahead):
        taken_back = upcoming <= now.round
        paired = _as_paired(now, now.tournament.round(upcoming)) if taken_back else _next(now.tournament, now.people)
        yield PairingEffect(upcoming, False, paired, _next(ahead, _everybody(now, ahead)))


def _everybody(now: Snapshot, ahead: Tournament) -> People:
    """Newcomers of the step too."""
    return now.people if now.people.keys() >= ahead.entrants.keys() else {**people(ahead), **now.people}


def _decided(now: Tournament, ahead: Tournament) -> bool:
    """A bracket has its winner either way: a second final that nobody needs is no pairing to come."""
    rules = rules_of(now)
    return isinstance(rules, Bracketed) and rules.over(now) and rules.over(ahead)


def known_from_the_start(tournament: Tournament, round: int) -> Tournament:
    """A branch in which everything known now was known before `round` was paired."""
    told = tournament.copy()
    told.rounds = [_told(earlier) for earlier in told.rounds[: round - 1]]
    return told


def _told(round: Round) -> Round:
    """The newest version of each game, as if it had been known when the next round was paired."""

    def told(game: Game) -> Game:
        newest = [one._replace(counts_from=round.number + 1) for one in game.versions[-1:]]
        return game._replace(versions=tuple(newest))

    return replace(round, matches={board: tuple(map(told, match)) for board, match in round.matches.items()})


def _as_paired(now: Snapshot, round: Round) -> NamedSeating | None:
    """The boards of a published round; paired afresh where another program or a hand made them."""
    ours = round.engine in SYSTEMS or isinstance(rules_of(now.tournament), Bracketed)
    if not ours or round.altered:
        return _seated(now.tournament, round, known_from_the_start(now.tournament, round.number), now.people)
    return _named(round, now.people)


def _named(paired: Round | e.RoundPaired, people: People) -> NamedSeating:
    boards = tuple((people[b.white], people[b.black]) for b in paired.boards)
    bye = people[paired.bye] if paired.bye is not None else None
    return NamedSeating(boards, bye, tuple(people[id] for id in paired.byes))


def _seated(tournament: Tournament, round: Round, told: Tournament, people: People) -> NamedSeating | None:
    rules = rules_of(tournament)
    if isinstance(rules, Bracketed):
        boards = tuple((people[board.white], people[board.black]) for board in rules.pair(told, round.number).boards)
        return NamedSeating(boards, None, tuple(people[id] for id in rules.advances_without_game(told, round.number)))
    told.numbers = tournament.numbers if set(tournament.numbers) == set(round.numbers) else round.numbers
    try:
        pairing = system_of(tournament).pair(pairing_task(told, round.number))
    except NoLegalPairing:
        return None
    by_number = {number: people[id] for number, id in enumerate(told.numbers, 1)}
    boards = tuple((by_number[pair.white], by_number[pair.black]) for pair in pairing.pairs)
    return NamedSeating(boards, by_number[pairing.bye] if pairing.bye else None)


def _next(tournament: Tournament, people: People) -> NamedSeating | None:
    """The next pairing if it were made this minute; None while results are missing."""
    try:
        paired = pair_round(tournament)[-1]
    except Refusal:
        return None
    return _named(paired, people) if isinstance(paired, e.RoundPaired) else None


def branch(tournament: Tournament, events: Sequence[e.Event]) -> Tournament:
    """The tournament as it would be; the real one is not touched."""
    return replay(events, tournament.copy())
