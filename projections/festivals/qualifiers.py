"""The entrants whom a tournament sends on to the next stage, and what has changed since they were sent."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from domain.cards.card import Card
from domain.decisions.players.registering import identity
from domain.decisions.qualifying import ComesFrom, Coming, rule_of_source
from domain.events import EntrantsQualified
from domain.festival.events import SectionsLinked
from domain.festival.state import Festival
from domain.records import dataclass
from domain.refusals import NoQualifiersYet, QualifiersTied
from domain.tournament import Tournament
from domain.words.festivals import Carry, Qualifier
from domain.words.players import EntrantId, Player
from domain.words.teams import Team
from projections.festivals.sections import SectionRow
from projections.moment.overview import Phase, overview
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.table.standings import StandingRow, standings


def games_by_person(sections: Iterable[Snapshot]) -> Counter[tuple[object, ...]]:
    """By `identity`."""
    played = Counter[tuple[object, ...]]()
    for at in sections:
        for person in at.people.values():
            if person.number in at.cards and person.id in at.tournament.players:
                games = sum(line.code.played for line in at.cards[person.number].lines)
                played[identity(at.tournament.players[person.id])] += games
    return played


NOTHING_OPEN = frozenset({Phase.OVER, Phase.CLOSED})


def coming_from(snapshot: Snapshot, rule: ComesFrom) -> Coming:
    """The best of the table who have played enough and have not left.

    Raises NoQualifiersYet while the tournament goes on, and QualifiersTied where equals stand at the border.
    """
    t = snapshot.tournament
    if overview(t).phase not in NOTHING_OPEN:
        raise NoQualifiersYet(t.details.name)
    rows = [row for row in standings(snapshot).rows if _eligible(snapshot, row, rule.least_games)]
    chosen, others = rows[: rule.places], rows[rule.places :]
    if chosen and others and chosen[-1].place == others[0].place:
        tied = tuple(row.person.name for row in rows if row.place == chosen[-1].place)
        raise QualifiersTied(t.details.name, chosen[-1].place, tied)
    sent = [GoesOn(row.person.id, row.place, snapshot.cards[row.person.number]) for row in chosen]
    return coming_with(rule, sent, entered_in(t), t.details.name, snapshot.position)


class Entered(NamedTuple):
    """Who is in a tournament, as the next stage takes them in."""

    players: Mapping[EntrantId, Player]
    teams: Mapping[EntrantId, Team]
    """None in an event of players."""


def entered_in(t: Tournament) -> Entered:
    return Entered(t.players, {id: team for id, team in t.teams.items() if id in t.entrants})


class GoesOn(NamedTuple):
    """Somebody who goes on."""

    id: EntrantId
    place: int
    card: Card


def coming_with(rule: ComesFrom, sent: Sequence[GoesOn], entered: Entered, name: str, position: int) -> Coming:
    """Those who go on as the next stage takes them in, with what they bring along."""
    cards, teams = [one.card for one in sent], tuple(entered.teams[one.id] for one in sent if one.id in entered.teams)
    players = [id for team in teams for id in team.players] if teams else [one.id for one in sent]
    return Coming(
        position,
        tuple(Qualifier(one.id, one.place, _carried(one.card, rule.carry, cards)) for one in sent),
        tuple(entered.players[id] for id in players),
        _met(sent) if rule.carry is Carry.MUTUAL else (),
        name,
        teams,
    )


def games_enough(card: Card, least_games: int) -> bool:
    return sum(line.code.played for line in card.lines) >= least_games


def _eligible(snapshot: Snapshot, row: StandingRow, least_games: int) -> bool:
    enough = games_enough(snapshot.cards[row.person.number], least_games)
    return enough and not snapshot.tournament.away(row.person.id, snapshot.round)


def _carried(card: Card, carry: Carry, others: Sequence[Card]) -> int:
    match carry:
        case Carry.NONE:
            return 0
        case Carry.POINTS:
            return card.score
        case Carry.MUTUAL:
            numbers = {other.number for other in others}
            return sum(line.points - line.adjusted for line in card.lines if line.opponent in numbers)


def _met(sent: Sequence[GoesOn]) -> tuple[tuple[EntrantId, EntrantId], ...]:
    ids = {one.card.number: one.id for one in sent}
    pairs = {
        (min(one.id, ids[line.opponent]), max(one.id, ids[line.opponent]))
        for one in sent
        for line in one.card.lines
        if line.opponent in ids
    }
    return tuple(sorted(pairs))


@dataclass(frozen=True, slots=True)
class Drift:
    """A source that would send others, or others' points, than it did: the F.7 of stages."""

    source: str
    name: str
    position: int
    """The position of the source now; the arbiter decides on what the source says there."""
    came: tuple[tuple[Person | None, Qualifier], ...]
    """Entrants who came, as the source calls them."""
    would_come: tuple[tuple[Person | None, Qualifier], ...]
    open: bool = False
    """The source is being played again: who comes is open."""
    tied: tuple[str, ...] = ()

    @property
    def gone(self) -> tuple[tuple[Person | None, Qualifier], ...]:
        stays = {one.origin for _, one in self.would_come}
        return tuple(pair for pair in self.came if pair[1].origin not in stays)

    @property
    def new(self) -> tuple[tuple[Person | None, Qualifier], ...]:
        known = {one.origin for _, one in self.came}
        return tuple(pair for pair in self.would_come if pair[1].origin not in known)

    @property
    def otherwise(self) -> tuple[tuple[Person | None, Qualifier, int], ...]:
        """Entrants who come in either case, with other points; the points they brought stand last."""
        brought = {one.origin: one.carried for _, one in self.came}
        both = ((who, one, brought[one.origin]) for who, one in self.would_come if one.origin in brought)
        return tuple((who, one, before) for who, one, before in both if one.carried != before)


def drift(target: Tournament, came: EntrantsQualified, source: Snapshot) -> Drift | None:
    """None: the source sends the same, or the arbiter has accepted what it says."""
    people = source.people
    name = source.tournament.details.name
    was = tuple((people.get(one.origin), one) for one in came.entrants)
    try:
        coming = coming_from(source, rule_of_source(came))
    except NoQualifiersYet:
        return Drift(came.source, name, source.position, was, (), open=True)
    except QualifiersTied as tied:
        return Drift(came.source, name, source.position, was, (), tied=tied.names)
    accepted = target.accepted.get(came.source)
    if _brought(coming.qualifiers) in {_brought(came.entrants), _brought(accepted.instead) if accepted else None}:
        return None
    would = tuple((people.get(one.origin), one) for one in coming.qualifiers)
    return Drift(came.source, name, source.position, was, would)


def _brought(qualifiers: Sequence[Qualifier]) -> frozenset[tuple[EntrantId, int]]:
    return frozenset(one.brings for one in qualifiers)


@dataclass(frozen=True, slots=True)
class SourceRow:
    slug: str
    title: str
    came: int | None
    ready: bool
    """It is over, and can say who goes on."""


@dataclass(frozen=True, slots=True)
class LinkRow:
    title: str
    link: SectionsLinked
    sources: tuple[SourceRow, ...]


def link_rows(
    festival: Festival, sections: Mapping[str, SectionRow], known: Mapping[str, Tournament]
) -> Iterator[LinkRow]:
    """Every link, in the order of the sections; `known` are the tournaments that could be read."""
    for into, title in festival.sections.items():
        link = festival.links.get(into)
        if link is not None:
            target = known.get(into)
            rows = (_source(source, sections.get(source), target) for source in link.sources)
            yield LinkRow(title, link, tuple(rows))


def _source(slug: str, section: SectionRow | None, target: Tournament | None) -> SourceRow:
    came = target.qualified.get(slug) if target else None
    about = section.overview if section else None
    title = section.title if section else slug
    return SourceRow(slug, title, len(came.entrants) if came else None, bool(about and about.phase in NOTHING_OPEN))
