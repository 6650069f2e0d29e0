"""A later stage played out before it has a field: its groups first, then those who go on from them, to its own end.

Who goes on is read from each table as the link between the two says, with what they bring along, and registered by
the same decision as in the end. Equals at the border, whom the arbiter would have to tell apart, go on by lot, and so
is every lot drawn that stands before round 1.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime
from enum import StrEnum, auto
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from domain import events as e
from domain.decisions.players.numbering import draw_lots, draw_numbers
from domain.decisions.qualifying import ComesFrom, register_qualifiers
from domain.festival.events import SectionsLinked
from domain.formats import rules_of
from domain.pairing import NoLegalPairing
from domain.ranking.game_chances import GameChances
from domain.records import dataclass
from domain.refusals import Refusal, TournamentOfPlayers, TournamentOfTeams
from domain.tournament import Tournament, replay
from domain.words.games import Colour, Result
from domain.words.options import FirstLot
from domain.words.players import EntrantId, PairingNumber
from projections.chances.lots import Lot
from projections.chances.playing_out import Ending, play_out
from projections.chances.rest import NotPlayedOut, RestOfEvent, rest_of_event
from projections.chances.tally import estimate
from projections.festivals.qualifiers import Entered, GoesOn, coming_with, entered_in, games_enough
from projections.moment.chances_found import Share
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot


class FromStage(NamedTuple):
    """An entrant of the tournament in which they begin."""

    tournament: str
    id: EntrantId


@dataclass(frozen=True, slots=True)
class FirstStage:
    """A source that is played, or over."""

    slug: str
    rest: RestOfEvent
    entered: Entered
    gone: frozenset[EntrantId]
    """Whoever has left goes nowhere."""


@dataclass(frozen=True, slots=True)
class LaterStage:
    """A tournament that takes entrants from others and has not begun."""

    slug: str
    tournament: Tournament
    sources: tuple[tuple[ComesFrom, "FirstStage | LaterStage"], ...]
    """Without those whose entrants are registered already."""


def stage_to_come(known: Mapping[str, Tournament], links: Mapping[str, SectionsLinked], into: str) -> LaterStage:
    """`links` by the tournament that takes entrants in. Raises NotPlayedOut where a source has no field either."""
    t, link = known[into], links[into]
    if any(known[slug].regulations.of_teams is not t.regulations.of_teams for slug in link.sources):
        raise NotPlayedOut(TournamentOfTeams() if t.regulations.of_teams else TournamentOfPlayers())
    sources = tuple(
        (ComesFrom(slug, link.places, link.carry, link.least_games), _source(known, links, slug))
        for slug in link.sources
        if slug not in t.qualified
    )
    return LaterStage(into, t, sources)


def _source(known: Mapping[str, Tournament], links: Mapping[str, SectionsLinked], slug: str) -> FirstStage | LaterStage:
    t = known[slug]
    if slug in links and not t.published:
        return stage_to_come(known, links, slug)
    gone = frozenset(id for id in t.entrants if t.away(id, t.published + 1))
    begun = t if t.published else _with_lots(t.copy(), slug)
    return FirstStage(slug, rest_of_event(begun), entered_in(t), gone)


class StageEnd(NamedTuple):
    ending: Ending
    origin: Mapping[EntrantId, FromStage]
    entered: Entered
    gone: frozenset[EntrantId]
    luck: Mapping[FromStage, tuple[float, float]]
    """Of everybody in this stage and those before it: the luck and its variance."""


def stage_ended(stage: LaterStage, lot: Lot, seed: str) -> StageEnd:
    """All stages to their end, once. Raises NoLegalPairing, and NotPlayedOut where too few go on."""
    t, origin, luck = stage.tournament.copy(), dict[EntrantId, FromStage](), dict[FromStage, tuple[float, float]]()
    for rule, source in stage.sources:
        end = stage_ended(source, lot, seed) if isinstance(source, LaterStage) else _first_ended(source, lot)
        luck |= end.luck
        sent = list(_going_on(rule, end, lot))
        replay(register_qualifiers(t, rule, coming_with(rule, sent, end.entered, "", 0)), t)
        origin |= {one.entrant: end.origin[one.origin] for one in t.qualified[rule.source].entrants}
    origin |= {id: FromStage(stage.slug, id) for id in t.entrants if id not in origin}
    rest = rest_of_event(_with_lots(t, seed))
    [ending] = play_out(rest, lot, last_rounds=1)
    return _end(ending, origin, entered_in(t), frozenset(), luck)


def _first_ended(stage: FirstStage, lot: Lot) -> StageEnd:
    [ending] = play_out(stage.rest, lot, last_rounds=1)
    return _end(ending, {id: FromStage(stage.slug, id) for id in stage.rest.ids}, stage.entered, stage.gone, {})


def _end(
    ending: Ending,
    origin: Mapping[EntrantId, FromStage],
    entered: Entered,
    gone: frozenset[EntrantId],
    before: Mapping[FromStage, tuple[float, float]],
) -> StageEnd:
    luck = dict(before)
    for number, id in enumerate(ending.rest.ids, 1):
        mine, spread = luck.get(origin[id], (0.0, 0.0))
        here = PairingNumber(number)
        luck[origin[id]] = mine + ending.luck[here], spread + ending.spread[here]
    return StageEnd(ending, origin, entered, gone, luck)


def _going_on(rule: ComesFrom, end: StageEnd, lot: Lot) -> Iterator[GoesOn]:
    """The best who have played enough; of equals at the border so many as there are places for, by lot."""
    ids, cards = end.ending.rest.ids, end.ending.cards
    able = sorted(
        (place, number)
        for number, (place, _) in end.ending.places().items()
        if place and ids[number - 1] not in end.gone and games_enough(cards[number], rule.least_games)
    )
    left = rule.places
    for place, group in groupby(able, key=itemgetter(0)):
        equals = [number for _, number in group]
        for at, number in enumerate(equals):
            share = min(1.0, left / (len(equals) - at))
            if share == 1.0 or (share and lot(GameChances(share, 0.0, 1 - share)) is Result.WHITE_WINS):
                left -= 1
                yield GoesOn(ids[number - 1], place, cards[number])


def _with_lots(t: Tournament, seed: str) -> Tournament:
    """With all lots drawn that stand before round 1. Raises NotPlayedOut."""
    rules = rules_of(t)
    try:
        for _ in FirstLot:
            match rules.first_lot(t):
                case FirstLot.NUMBERS:
                    replay(draw_numbers(t, seed), t)
                case FirstLot.LINES:
                    replay(draw_lots(t, seed), t)
                case FirstLot.COLOUR | FirstLot.COLOURS:
                    replay([e.InitialColourDrawn(Colour.WHITE, seed)], t)
                case FirstLot.NONE:
                    break
    except Refusal as why:
        raise NotPlayedOut(why) from None
    return t


class StageChances(NamedTuple):
    comes: Share
    """Into the stage."""
    first: Share
    three: Share
    """Among the first three of it."""


@dataclass(frozen=True, slots=True)
class StagesFound:
    at: datetime
    """In UTC."""
    runs: int
    """Endings of the last stage; 0 = none came to its end."""
    chances: Mapping[FromStage, StageChances]
    done: bool
    """No better answer follows."""

    @property
    def error(self) -> float:
        """The largest standard error of all figures."""
        return max((share.error for one in self.chances.values() for share in one), default=0.0)

    @property
    def error_points(self) -> Fraction:
        """`error` in points of per cent."""
        return Fraction(round(1000 * self.error), 10)


@dataclass(slots=True)
class StageTally:
    runs: int = 0
    stopped: int = 0
    """Runs that came to a round without a legal pairing, or in which too few went on; they count for nothing."""
    _hits: dict[FromStage, dict[int, tuple[float, float, float]]] = field(default_factory=dict)
    """By entrant and run: in the stage, first, among the first three."""
    _luck: dict[FromStage, dict[int, tuple[float, float]]] = field(default_factory=dict)

    def add(self, end: StageEnd) -> None:
        for number, (place, tied) in end.ending.places().items():
            shared = range(place, place + tied)
            first, three = ((sum(1 <= one <= last for one in shared) / tied) for last in (1, 3))
            self._hits.setdefault(end.origin[end.ending.rest.ids[number - 1]], {})[self.runs] = 1.0, first, three
        for who, (luck, spread) in end.luck.items():
            self._luck.setdefault(who, {})[self.runs] = luck, luck**2 - spread
        self.runs += 1

    def chances(self) -> dict[FromStage, StageChances]:
        """Of everybody of the first stages, and of the later one those who are registered in it."""
        return {who: StageChances(*self._of(who)) for who in self._luck} if self.runs else {}

    def _of(self, who: FromStage) -> Iterator[Share]:
        luck = [self._luck[who].get(run, (0.0, 0.0)) for run in range(self.runs)]
        hits = [self._hits.get(who, {}).get(run, (0.0, 0.0, 0.0)) for run in range(self.runs)]
        for at in range(3):
            yield estimate([hit[at] for hit in hits], luck)


class MayCome(NamedTuple):
    person: Person
    tournament: str
    section: str
    """The title of the section in which they play by now."""
    chances: StageChances

    @property
    def key(self) -> str:
        """The name of the row."""
        return f"{self.tournament}-{self.person.id}"


class StageStanding(StrEnum):
    BEGUN = auto()
    HELD_BACK = auto()
    """Somebody at the desk knows of a result that others do not see yet."""
    NOT_PLAYED_OUT = auto()
    WAITS = auto()
    STOPPED = auto()
    """No run came to its end."""
    KNOWN = auto()


@dataclass(frozen=True, slots=True)
class StageHead:
    into: str
    state: StageStanding
    of_teams: bool = False
    found: StagesFound | None = None
    working: bool = False
    """A better answer, or one after newer results, is on its way."""


@dataclass(frozen=True, slots=True)
class StageAhead:
    """A later stage as a page shows it."""

    head: StageHead
    rows: Sequence[MayCome] = ()


LEAST_SHARE_OF_COMING = 0.005
"""A lesser chance to come is not worth a row."""


def who_may_come(found: StagesFound, moments: Mapping[str, Snapshot], titles: Mapping[str, str]) -> list[MayCome]:
    """The likeliest winners first."""
    rows = [
        MayCome(moments[who.tournament].people[who.id], who.tournament, titles[who.tournament], chances)
        for who, chances in found.chances.items()
        if chances.comes.chance >= LEAST_SHARE_OF_COMING and who.id in moments[who.tournament].people
    ]
    return sorted(rows, key=lambda row: (-row.chances.first.chance, -row.chances.comes.chance, row.person.name))


def stage_ahead(
    head: StageHead, found: StagesFound | None, moments: Mapping[str, Snapshot], titles: Mapping[str, str]
) -> StageAhead:
    """`head` with what is known of the stage; None = nothing yet."""
    rows = who_may_come(found, moments, titles) if found else []
    state = StageStanding.KNOWN if rows else StageStanding.WAITS if head.working or not found else StageStanding.STOPPED
    return StageAhead(replace(head, state=state, found=found if rows else None), rows)


def play_stages_on(tally: StageTally, stage: LaterStage, lot: Lot, more: Iterable[object], seed: str) -> None:
    """Play all stages to the end of the last as often as there is more of it; `seed` is that of lots before round 1."""
    for number, _ in enumerate(more):
        try:
            tally.add(stage_ended(stage, lot, f"{seed} {number}"))
        except (NoLegalPairing, NotPlayedOut, Refusal):
            tally.stopped += 1
