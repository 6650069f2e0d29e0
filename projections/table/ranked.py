"""The ranking behind a table: the cards under the tie-breaks of the regulations, worked out once for each snapshot."""

from collections.abc import Mapping
from dataclasses import replace

from domain.formats import rules_of
from domain.ranking.order import BY_POINTS, Ranked, Table, completed_order, tabulate
from domain.ranking.tiebreaks import Context, Field, Reference, Ruleset, TeamCards, Tiebreak, team_rules
from domain.ranking.tiebreaks.teams import made_team_cards
from domain.tournament import Tournament
from domain.tournament_cards import annulled, never_took_part, numbers_of, starting_points
from domain.words.players import EntrantId
from domain.words.regulations import Entrants, Regulations
from projections.moment.snapshot import Snapshot


def primary_score(laws: Regulations) -> Tiebreak:
    """The tie-break that says what the points are: of teams match points or game points."""
    return Tiebreak(PRIMARY_CODES[team_rules(laws).primary]) if laws.entrants is Entrants.TEAMS else BY_POINTS


PRIMARY_CODES = {Reference.MATCH: "MP", Reference.GAME: "GP"}


def ranking(snapshot: Snapshot, after: int) -> tuple[Ranked, ...]:
    """The ranking behind the table; worked out once for each snapshot."""
    return table(snapshot, after).rows


def table(snapshot: Snapshot, after: int) -> Table:
    """The ranking and who was tied in it."""
    return snapshot.after(after, "table", lambda before: _table(snapshot, after, before))


def _table(snapshot: Snapshot, after: int, before: Table | None) -> Table:
    order = snapshot.settled(("order",), lambda: order_of(snapshot.tournament))
    return tabulate(field(snapshot, after), order, before)


def field(snapshot: Snapshot, after: int) -> Field:
    """The cards taken apart for the tie-breaks; worked out once for each snapshot."""
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
    """The cards of teams, with both scores."""
    laws, cards = snapshot.tournament.regulations, snapshot.cards_after(after)
    made = snapshot.after(after, "team cards", lambda earlier: made_team_cards(cards, team_rules(laws), earlier))
    return {number: team for number, (_, team) in made.items()}


def places(snapshot: Snapshot, after: int) -> Mapping[int, int]:
    """The place after that round by pairing number."""
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
        unranked=frozenset(number[id] for id in unranked(tournament) if id in number),
    )
    return rules_of(tournament).ranked_by(tournament).rules(context)


def unranked(tournament: Tournament) -> frozenset[EntrantId]:
    """Those who have no place: expelled, out by the rule for leavers, or gone before they had taken part."""
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
