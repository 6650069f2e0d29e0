"""Players and teams as JSON: lists, pages with the working of every value, two compared, those followed or found."""

from typing import NotRequired, TypedDict

from domain.cards.card import Float
from domain.ranking.tiebreaks import Contribution, Working
from domain.ranking.tiebreaks.rule import Cut
from domain.ranking.tiebreaks.unplayed import Ruleset, StandIn
from domain.words.articles import cited_together
from domain.words.festivals import Carry
from domain.words.games import Code
from projections.lists.followed import Followed, FollowedGame, FollowedPlace
from projections.lists.name_search import FoundRow, NamesFound
from projections.moment.people import People
from projections.player.card import CameFrom, PlayerCard, RoundLine, SideBySide
from projections.player.team_page import BoardGame, Member, TeamPage
from projections.round.pairings import Mark
from projections.table.separation import Neighbour
from projections.table.standings import PointsBeside
from web.api import people as p
from web.api.chances import PlayerChancesJson, player_chances_json
from web.api.rounds import MatchJson, SeatOfPlayerJson, seat_row, whole_match


class PlayersJson(TypedDict):
    """Everybody registered, in the order of the pairing numbers."""

    players: list[p.PersonJson]


def players(people: People) -> PlayersJson:
    return {"players": [p.person(who) for who in people.values()]}


class RoundLineJson(TypedDict):
    """A round of a player."""

    round: int
    code: Code
    points: p.Points
    total: p.Points
    board: int | None
    opponent: p.PersonJson | None
    colour: p.ColourLetter | None
    float: Float | None
    mark: Mark
    counts: bool
    rests: bool
    rating_change: p.Exact


class NeighbourJson(TypedDict):
    """Above or below in the table; `decided_by` is the tie-break that tells them apart."""

    player: p.PersonJson
    place: int
    decided_by: str | None


class CameFromJson(TypedDict):
    """An earlier stage, and what was brought along."""

    tournament: str
    name: str
    player_there: int
    place: int
    carry: Carry
    points: p.Points


class ContributionJson(TypedDict):
    """One round in the working of a tie-break."""

    round: int
    code: Code
    points: p.Exact
    kind: StandIn
    opponent: int | None
    opponent_score: p.Exact
    counted: p.Exact
    amount: p.Exact
    article: str
    cut: Cut | None


class WorkingJson(TypedDict):
    """A tie-break with its working."""

    code: str
    article: str
    ruleset: Ruleset
    value: p.Exact
    contributions: list[ContributionJson]
    facts: dict[str, p.Exact]
    among: list[int]


class LaterRatingJson(TypedDict):
    """The rating of a later rating period."""

    from_round: int
    rating: int


class PlayerHeadJson(TypedDict):
    player: p.PersonJson
    place: int | None
    tied_with: int
    points: p.Points
    after_round: int
    above: NeighbourJson | None
    below: NeighbourJson | None
    performance: int | None
    rating_change: p.Exact
    new_rating: int | None
    k: int | None
    later_ratings: list[LaterRatingJson]


class PlayerCardJson(PlayerHeadJson):
    """A player's rounds, tie-breaks with their working, and rating change; chances where they are shown.

    A photo lies at `photo` below the tournament; there is none where the organiser shows none.
    """

    came_from: list[CameFromJson]
    rounds: list[RoundLineJson]
    tiebreaks: list[WorkingJson]
    chances: PlayerChancesJson | None
    photo: NotRequired[str]


def player_card(view: PlayerCard) -> PlayerCardJson:
    return {
        **player_head(view.head),
        "came_from": [came_from_json(one) for one in view.came],
        "rounds": round_lines(view),
        "tiebreaks": [working_json(one) for one in view.workings],
        "chances": player_chances_json(view.chances) if view.chances and view.chances.known else None,
        **p.photo_json(view.photo),
    }


def came_from_json(one: CameFrom) -> CameFromJson:
    return {
        "tournament": one.source,
        "name": one.name,
        "player_there": one.origin,
        "place": one.place,
        "carry": one.carry,
        "points": p.points_json(one.carried),
    }


def player_head(view: PlayerCard) -> PlayerHeadJson:
    rating = view.rating
    return {
        "player": p.person(view.person),
        "place": view.place or None,
        "tied_with": view.tied_with,
        "points": p.points_json(view.points),
        "after_round": view.after,
        "above": _neighbour(view.above),
        "below": _neighbour(view.below),
        "performance": rating.performance if rating else None,
        "rating_change": p.exact_json(rating.change) if rating else None,
        "new_rating": rating.new_rating if rating else None,
        "k": rating.k if rating else None,
        "later_ratings": [{"from_round": first, "rating": rating} for first, rating in view.later_ratings],
    }


def round_lines(view: PlayerCard) -> list[RoundLineJson]:
    return [round_line(line) for line in view.lines]


def round_line(line: RoundLine) -> RoundLineJson:
    return {
        "round": line.round,
        "code": line.code,
        "points": p.points_json(line.points),
        "total": p.points_json(line.total),
        "board": line.board or None,
        "opponent": p.person_or_none(line.opponent),
        "colour": line.colour,
        "float": line.floated,
        "mark": line.mark,
        "counts": line.counts,
        "rests": line.rests,
        "rating_change": p.exact_json(line.change) if line.change is not None else None,
    }


def working_json(one: Working) -> WorkingJson:
    return {
        "code": str(one.tiebreak),
        "article": cited_together(one.articles),
        "ruleset": one.ruleset,
        "value": p.exact_json(one.value),
        "contributions": [_contribution(c) for c in one.contributions],
        "facts": {fact.value: p.exact_json(value) for fact, value in one.facts.items()},
        "among": list(one.among),
    }


def _contribution(c: Contribution) -> ContributionJson:
    return {
        "round": c.round,
        "code": c.code,
        "points": p.exact_json(c.points),
        "kind": c.kind,
        "opponent": c.opponent,
        "opponent_score": p.exact_json(c.face),
        "counted": p.exact_json(c.counted),
        "amount": p.exact_json(c.amount),
        "article": c.article.number if c.article else "",
        "cut": c.cut,
    }


def _neighbour(one: Neighbour | None) -> NeighbourJson | None:
    if one is None:
        return None
    decider = one.comparison.steps[-1] if one.comparison.steps else None
    return {
        "player": p.person(one.person),
        "place": one.place,
        "decided_by": str(decider.tiebreak) if decider and decider.verdict != "equal" else None,
    }


class ComparisonStepJson(TypedDict):
    tiebreak: str
    article: str
    first: p.Exact
    second: p.Exact
    verdict: p.VerdictWord


class ComparisonJson(TypedDict):
    """Two players side by side."""

    first: PlayerCardJson
    second: PlayerCardJson
    steps: list[ComparisonStepJson]
    met: list[RoundLineJson]
    common_opponents: list[p.PersonJson]


def compare(view: SideBySide) -> ComparisonJson:
    steps = view.comparison.steps if view.comparison else ()
    return {
        "first": player_card(view.first),
        "second": player_card(view.second),
        "steps": [
            {
                "tiebreak": str(step.tiebreak),
                "article": cited_together(step.articles),
                "first": p.exact_json(step.first),
                "second": p.exact_json(step.second),
                "verdict": step.verdict,
            }
            for step in steps
        ],
        "met": [round_line(line) for line in view.met],
        "common_opponents": [p.person(common.opponent) for common in view.common],
    }


class MemberGameJson(TypedDict):
    round: int
    board: int
    colour: p.WhiteOrBlack
    result: Code
    opponent: p.PersonJson | None


class MemberJson(TypedDict):
    player: p.PersonJson
    reserve: bool
    left: bool
    points: p.Points
    games: list[MemberGameJson]


class MatchOfTeamJson(TypedDict):
    round: int
    match: int


class PointsBesideJson(TypedDict):
    """Points that the arbiter gave a team, or took away, beside the boards."""

    round: int
    points: p.Points
    secondary: p.Points


class TeamJson(TypedDict):
    """A team with its players, and what each did on which board."""

    team: p.PersonJson
    captain: str
    matches: list[MatchOfTeamJson]
    players: list[MemberJson]
    beside: list[PointsBesideJson]


def team_page(view: TeamPage) -> TeamJson:
    """Games in the order of the rounds; a lineup that is not shown yet has none."""
    return {
        "team": p.person(view.team),
        "captain": view.captain,
        "matches": [{"round": round, "match": view.boards[round]} for round in view.rounds],
        "players": [_member(one) for one in view.members],
        "beside": [_beside(one) for one in view.beside],
    }


def _beside(one: PointsBeside) -> PointsBesideJson:
    return {"round": one.round, "points": p.points_json(one.points), "secondary": p.points_json(one.secondary)}


def _member(one: Member) -> MemberJson:
    return {
        "player": p.person(one.person),
        "reserve": one.reserve,
        "left": one.left,
        "points": p.points_json(one.points),
        "games": [_game(game) for game in one.games.values()],
    }


def _game(game: BoardGame) -> MemberGameJson:
    return {
        "round": game.round,
        "board": game.board,
        "colour": "white" if game.white else "black",
        "result": game.code,
        "opponent": p.person_or_none(game.opponent),
    }


class FollowedGameJson(TypedDict):
    player: p.PersonJson
    points: p.Points
    round: int
    start: str
    game: SeatOfPlayerJson | None
    match: NotRequired[MatchJson]


class FollowedPlaceJson(TypedDict):
    player: p.PersonJson
    place: int | None


class FollowedPlayerJson(FollowedGameJson, FollowedPlaceJson):
    pass


class FollowedJson(TypedDict):
    """The boards, results and places of these players now."""

    players: list[FollowedPlayerJson]


def followed(view: tuple[Followed, ...]) -> FollowedJson:
    return {"players": [{**followed_game(one.game), **followed_place(one.place)} for one in view]}


def followed_game(one: FollowedGame) -> FollowedGameJson:
    """The game of the round that is played; None for somebody who is not in it."""
    made: FollowedGameJson = {
        "player": p.person(one.person),
        "points": p.points_json(one.points),
        "round": one.round,
        "start": one.start,
        "game": seat_row(one.seat) if one.seat else None,
    }
    if one.match:
        made["match"] = whole_match(one.match)
    return made


def followed_place(one: FollowedPlace) -> FollowedPlaceJson:
    return {"player": p.person(one.person), "place": one.place or None}


class FoundPlayerJson(TypedDict):
    player: p.PersonJson
    place: int | None
    points: p.Points
    board: str | None
    team: NotRequired[p.PersonJson]


class FoundJson(TypedDict):
    """People with these words in their names, in any alphabet."""

    found: int
    players: list[FoundPlayerJson]


def found(view: NamesFound) -> FoundJson:
    return {"found": len(view.rows) + view.more, "players": [_found(row) for row in view.rows]}


def _found(row: FoundRow) -> FoundPlayerJson:
    made: FoundPlayerJson = {
        "player": p.person(row.person),
        "place": row.place or None,
        "points": p.points_json(row.points),
        "board": row.seat.spot if row.seat and row.seat.board else None,
    }
    if row.team:
        made["team"] = p.person(row.team)
    return made
