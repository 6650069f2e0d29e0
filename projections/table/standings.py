"""Standings: the table after any round, as known now or as known then, with the tie-breaks of the regulations."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import compress
from operator import sub
from typing import NamedTuple

from domain import events as e
from domain.cards.card import Card
from domain.formats import rules_of
from domain.ranking.order import (
    BY_BRACKET,
    BY_LOTS,
    BY_POINTS,
    Ranked,
    Table,
    ValueLine,
    completed_order,
    tabulate,
)
from domain.ranking.tiebreaks import Context, Field, Reference, Ruleset, TeamCards, Tiebreak, Value, rule_of, team_rules
from domain.ranking.tiebreaks.teams import made_team_cards
from domain.records import dataclass
from domain.round import Match
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import annulled, never_took_part, numbers_of
from domain.tournament_cards.periods import ratings_of_tiebreaks
from domain.tournament_cards.starting_points import starting_points
from domain.words.articles import Article
from domain.words.games import OPEN_CODES
from domain.words.players import EntrantId
from domain.words.regulations import Regulations
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot, open_among, snapshot
from projections.moment.table_pages import last_page, on_page


def primary_score(laws: Regulations) -> Tiebreak:
    """The tie-break that says what the points are: of teams match points or game points."""
    return Tiebreak(PRIMARY_CODES[team_rules(laws).primary]) if laws.of_teams else BY_POINTS


PRIMARY_CODES = {Reference.MATCH: "MP", Reference.GAME: "GP"}


def ranking(snapshot: Snapshot, after: int) -> tuple[Ranked, ...]:
    return table(snapshot, after).rows


def table(snapshot: Snapshot, after: int) -> Table:
    return snapshot.after(after, "table", lambda before: _table(snapshot, after, before))


def _table(snapshot: Snapshot, after: int, before: Table | None) -> Table:
    order = snapshot.settled(("order",), lambda: order_of(snapshot.tournament))
    return tabulate(field(snapshot, after), order, before)


def field(snapshot: Snapshot, after: int) -> Field:
    return snapshot.after(after, "field", lambda before: _field(snapshot, after, before))


def _field(snapshot: Snapshot, after: int, before: Field | None) -> Field:
    """With the places that the format itself gives, by pairing number."""
    t, context = snapshot.tournament, snapshot.settled(("context",), lambda: context_of(snapshot.tournament))
    if placed := rules_of(t).places(t, after):
        number = numbers_of(t)
        context = replace(context, bracket={number[id]: place for id, place in placed.items() if id in number})
    if t.regulations.of_teams:
        return Field.of_teams(_team_cards(snapshot, after), context, before)
    return Field.of(snapshot.cards_after(after), context, before)


def _team_cards(snapshot: Snapshot, after: int) -> TeamCards:
    laws, cards = snapshot.tournament.regulations, snapshot.cards_after(after)
    made = snapshot.after(after, "team cards", lambda earlier: made_team_cards(cards, team_rules(laws), earlier))
    return {number: team for number, (_, team) in made.items()}


def places(snapshot: Snapshot, after: int) -> Mapping[int, int]:
    return snapshot.after(after, "places", lambda _: {row.number: row.place for row in ranking(snapshot, after)})


def context_of(tournament: Tournament) -> Context:
    laws, number = tournament.regulations, numbers_of(tournament)
    context = Context(
        ruleset=Ruleset(laws.ruleset),
        scoring=laws.round_scoring,
        rounds=laws.rounds,
        predetermined=rules_of(tournament).predetermined,
        lots=lots_of(tournament) or {},
        playoff={number[value.player]: value.points for value in tournament.outside if value.player in number},
        manual={number[id]: place for place, id in enumerate(tournament.by_arbiter, 1) if id in number},
        start={number[id]: points for id, points in starting_points(tournament).items() if id in number},
        team=team_rules(laws),
        later_ratings=ratings_of_tiebreaks(tournament, number),
        unranked=frozenset(number[id] for id in unranked(tournament) if id in number),
    )
    return rules_of(tournament).ranked_by(tournament).rules(context)


def unranked(tournament: Tournament) -> frozenset[EntrantId]:
    """Entrants who have no place: expelled, out by the rule for leavers, or gone before they had taken part."""
    return tournament.expelled | annulled(tournament) | never_took_part(tournament)


def lots_of(tournament: Tournament) -> Mapping[int, int] | None:
    """Place in the draw by pairing number; None where there was no draw or equals share the place."""
    if tournament.regulations.shared_places or not tournament.lots:
        return None
    numbers = {player: number for number, player in enumerate(tournament.numbers, 1)}
    return {numbers[player]: place for place, player in enumerate(tournament.lots, 1) if player in numbers}


def order_of(tournament: Tournament) -> tuple[Tiebreak, ...]:
    """The tie-breaks in force, points first and lots last."""
    return completed_order(rules_of(tournament).ranked_by(tournament).order, lots=bool(lots_of(tournament)))


NOTHING = (0, 0)


class PointsBeside(NamedTuple):
    round: int
    points: int
    secondary: int


def points_beside(t: Tournament, entrant: EntrantId) -> tuple[PointsBeside, ...]:
    """Round by round, without those that were taken back again."""
    rounds = sorted(round for round, one in t.adjustments if one == entrant)
    found = (PointsBeside(round, *t.adjusted_scores(entrant, round)) for round in rounds)
    return tuple(one for one in found if one[1:] != NOTHING)


def sums_beside(t: Tournament, after: int) -> dict[EntrantId, tuple[int, int]]:
    """Both scores up to round `after`; nobody without such points is listed."""
    sums: dict[EntrantId, tuple[int, int]] = {}
    for (round, entrant), given in t.adjustments.items():
        if round <= after:
            points, secondary = sums.get(entrant, NOTHING)
            sums[entrant] = points + sum(one.points for one in given), secondary + sum(one.secondary for one in given)
    return {entrant: both for entrant, both in sums.items() if both != NOTHING}


NO_COLUMN = (BY_POINTS, BY_BRACKET, BY_LOTS)
"""Told by other columns: the points, the place, the order."""


@dataclass(frozen=True, slots=True)
class ColumnHead:
    text: str
    """The descriptor, e.g. `BH/C1`."""
    name: str
    articles: tuple[Article, ...]
    ruleset: str
    """The rule for unplayed rounds, which says the edition of the article that counts."""


class Still(NamedTuple):
    """The part of a row that stays when others pass by."""

    person: Person
    points: int
    columns: tuple[ColumnHead, ...]
    values: tuple[Value | None, ...]
    """In step with `columns`; None: not asked, the player was not tied when it was."""
    playing: bool
    """A game of the player is not decided, maybe an adjourned one of an earlier round: the row will still change."""
    beside: tuple[int, int] = NOTHING
    """Half-points that the arbiter gave or took away, of these points and of a team's other score."""
    decided: tuple[bool, ...] = ()
    """Whether each value tells this row from a neighbour, in step with `columns`; empty where nobody asked."""

    @property
    def cells(self) -> Iterable[tuple[ColumnHead, Value | None]]:
        return zip(self.columns, self.values, strict=True)

    @property
    def marked_cells(self) -> Iterable[tuple[ColumnHead, Value | None, bool]]:
        """With whether each value decided something."""
        return zip(self.columns, self.values, self.decided, strict=True)


class StandingRow(NamedTuple):
    place: int
    """Shared by equals."""
    tied_with: int
    """The number of those who share it, this player included."""
    moved: int | None
    """Places won (or lost, negative) since the round before; None in round 1."""
    still: Still

    @property
    def person(self) -> Person:
        return self.still.person

    @property
    def points(self) -> int:
        return self.still.points

    @property
    def columns(self) -> tuple[ColumnHead, ...]:
        return self.still.columns

    @property
    def values(self) -> tuple[Value | None, ...]:
        return self.still.values

    @property
    def playing(self) -> bool:
        return self.still.playing

    @property
    def beside(self) -> tuple[int, int]:
        return self.still.beside


@dataclass(frozen=True, slots=True)
class Standings:
    after: int
    """The newest round that is counted; 0 = the starting order."""
    rounds: int
    newest: int
    known_then: bool
    """As the hall saw it when the next round was paired, later corrections left out."""
    open: int
    """Games that are not decided: of round `after`, and of all published ones where several take results."""
    columns: tuple[ColumnHead, ...]
    rows: tuple[StandingRow, ...]
    current: int
    """The round being played, of those counted: not the last where several take results."""
    arena_on: bool = False
    """Of an arena that goes on: no round of it is named, and nothing is final yet."""

    @property
    def final(self) -> bool:
        return self.current == self.rounds and not self.open and not self.arena_on

    def last_page(self) -> int:
        return last_page(len(self.rows))

    def page(self, number: int) -> Sequence[StandingRow]:
        return on_page(self.rows, number)

    @property
    def head(self) -> "Standings":
        return replace(self, columns=(), rows=())


def standings(snapshot: Snapshot, after: int | None = None) -> Standings:
    """The table after round `after` (default: the newest published), as known now."""
    after = snapshot.round if after is None else max(0, min(after, snapshot.round))
    return snapshot.after(after, "standings", lambda _: standings_with(snapshot, after, all_columns(snapshot)))


def all_columns(snapshot: Snapshot) -> "Shown":
    return snapshot.settled(("columns",), lambda: _shown(snapshot.tournament))


def standings_with(snapshot: Snapshot, after: int, shown: "Shown", said: Sequence[int] = ()) -> Standings:
    """The table with these columns, and with what is said of each player by their place in the field."""
    current, newest = min(after, snapshot.current), snapshot.round
    people, adjourned = snapshot.by_number, _adjourned_before(snapshot, current, after)
    beside = snapshot.settled(("beside", after), lambda: sums_beside(snapshot.tournament, after))

    def still(card: Card, points: int, values: ValueLine, told: int, *vain: bool) -> Still:
        in_vain = {*compress(shown.among, vain)}
        at = [None if i in in_vain else values[i] for i in shown.at] if in_vain else [values[i] for i in shown.at]
        playing = card.number in adjourned or (
            0 < current <= len(card.lines) and card.lines[current - 1].code in OPEN_CODES
        )
        person, heads = people[card.number], shown.heads
        return Still(person, points, heads, tuple(at), playing, beside.get(person.id, NOTHING), shown.decided(told))

    found, name = table(snapshot, after), f"{current} {shown.at} {bool(said)}"
    of_each = found.cards, found.scores, found.shown.lines, said or [0] * len(found.cards)
    stills = snapshot.rows(f"still/{name}", after, still)(*of_each, *_vain(found, shown.among))
    rows = snapshot.rows(f"standings/{name}", after, StandingRow)
    return Standings(
        after=after,
        rounds=rules_of(snapshot.tournament).rounds(snapshot.tournament),
        newest=newest,
        known_then=False,
        open=open_games(snapshot, after),
        columns=shown.heads,
        rows=_placed(rows(*found.places, _moved(snapshot, found, current), found.in_line(stills))),
        current=current,
        arena_on=snapshot.tournament.regulations.is_arena and not snapshot.tournament.arena.ended and after == newest,
    )


def _moved(snapshot: Snapshot, found: Table, current: int) -> Sequence[int | None]:
    """Row by row the places won since the round before; None in round 1."""
    if current <= 1:
        return [None] * len(found.players)
    known = places(snapshot, current - 1)
    before = snapshot.settled(("places before", current), lambda: [known[card.number] for card in found.cards])
    return list(map(sub, found.in_line(before), found.places[0]))


def _adjourned_before(snapshot: Snapshot, current: int, after: int) -> frozenset[int]:
    """Pairing numbers of those who have still to finish a game of a round before the one being played."""
    cards, earlier = snapshot.cards_after(after), slice(max(0, current - 1))

    def waits(card: Card) -> bool:
        return not OPEN_CODES.isdisjoint([line.code for line in card.lines[earlier]])

    return snapshot.settled(("adjourned before", current), lambda: frozenset(n for n in cards if waits(cards[n])))


def round_in_play(snapshot: Snapshot, after: int) -> int:
    """The round in play, of a table that counts all published ones to `after`; 0 = all of it is decided."""
    newest = after == snapshot.round
    return snapshot.current if newest and open_games(snapshot, after) else 0


def open_games(snapshot: Snapshot, after: int) -> int:
    """Games without a result: of the last round counted, and of those before it that take results still."""
    t = snapshot.tournament
    rounds = {after, *rules_of(t).in_play(t)} & set(range(1, after + 1))
    return sum(sum(snapshot.rows("open", round, _open_of)(snapshot.matches_of(round))) for round in rounds)


def _open_of(match: Match) -> int:
    return open_among([game.result for game in match])


def _placed(rows: tuple[StandingRow, ...]) -> tuple[StandingRow, ...]:
    """Without those who have no place, who stand at the end."""
    return rows if not rows or rows[-1].place else tuple(row for row in rows if row.place)


def standings_then(now: Snapshot, after: int) -> Standings | None:
    """The table after round `after` as it was known when the next round was paired; None until that is paired."""
    events = now.tournament.history
    for position in reversed(range(len(events))):
        event = events[position]
        if isinstance(event, e.RoundPaired) and event.round == after + 1:
            then = standings(snapshot(replay(events[:position]), nameless=now.nameless), after)
            return replace(then, known_then=True, newest=now.round)
    return None


def columns(tournament: Tournament) -> tuple[tuple[int, Tiebreak], ...]:
    """The tie-breaks worth a column, each with its place in `Ranked.values`."""
    told = {*NO_COLUMN, primary_score(tournament.regulations)}
    return tuple((i, tiebreak) for i, tiebreak in enumerate(order_of(tournament)) if tiebreak not in told)


def _vain(table: Table, among: Iterable[int]) -> list[list[bool]]:
    """For each tie-break that is asked among the tied, player by player: False where it separated some of them."""
    vain = {at: [True] * len(table.players) for at in among}
    for at, lines, apart in table.ties:
        for i in table.players[lines.start : lines.stop] if apart else ():
            vain[at][i] = False
    return list(vain.values())


@dataclass(frozen=True, slots=True)
class Shown:
    """The columns of a table, and where each is found in `Ranked.values`."""

    heads: tuple[ColumnHead, ...]
    at: tuple[int, ...]
    among: tuple[int, ...]
    """The places of those that are asked among tied players."""
    decided: Callable[[int], tuple[bool, ...]] = lambda _: ()
    """Reads in what is said of a player which of the columns decided something."""

    def only(self, kept: Sequence[bool], decided: Callable[[int], tuple[bool, ...]]) -> "Shown":
        at = tuple(compress(self.at, kept))
        return Shown(tuple(compress(self.heads, kept)), at, tuple(filter(at.__contains__, self.among)), decided)


def _shown(tournament: Tournament) -> Shown:
    wanted = columns(tournament)
    among = tuple(i for i, tiebreak in wanted if rule_of(tiebreak).how.column is None)
    ruleset = tournament.regulations.ruleset
    return Shown(tuple(_head(tiebreak, ruleset) for _, tiebreak in wanted), tuple(i for i, _ in wanted), among)


def _head(tiebreak: Tiebreak, ruleset: str) -> ColumnHead:
    rule = rule_of(tiebreak)
    return ColumnHead(str(tiebreak), rule.name, rule.articles, ruleset)


def points_possible(snapshot: Snapshot) -> int:
    """The half-points there could be in the published rounds; 0 = in a bracket, where that says nothing."""
    t = snapshot.tournament
    return 0 if rules_of(t).knocks_out else snapshot.round * t.regulations.win_of_round
