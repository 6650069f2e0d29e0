"""The chances of one player or team: their next games, their way to the first place, and what they need."""

from collections.abc import Iterator, Sequence
from heapq import nsmallest
from typing import NamedTuple

from domain.cards.card import Card
from domain.formats import rules_of
from domain.ranking.game_chances import USUAL_RATING, GameChances, game_chances, match_chances
from domain.ranking.strengths import WHITE_IS_WORTH
from domain.records import dataclass
from domain.tournament import Tournament
from domain.tournament_cards.cards import member_numbers
from domain.tournament_cards.lineups import lineup, team_match
from domain.words.games import Colour, Result
from domain.words.players import EntrantId, PlayerId
from domain.words.teams import Team, TeamId
from projections.moment.chances_found import Aim, AimKind, ChancesFound, LinePoint, Need, Share, WithPoints
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.table.norms_in_reach import (
    MOST_GAMES_TO_COME,
    NormInReach,
    norms_in_reach,
    one_rated_game_a_round,
)
from projections.table.rating_report import report_cards
from projections.table.ratings_in_reach import RatingInReach, ratings_in_reach

LIKELY = 0.1
"""Opponents of a round that is still to be paired are named from this chance on."""
RIVALS_SHOWN = 4
POINTS_SHOWN = 4
LEAST_SHOWN = 0.005
"""A chance to win below this is not worth a row."""
ROUNDS_NAMED = 11
"""As many numbers of rounds have room under a line on a phone."""
TOPS = (0.02, 0.04, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
"""The chances at which the scale of a line may end."""


class GameAhead(NamedTuple):
    round: int
    opponent: Person | None
    """None: the bye."""
    colour: Colour | None
    likely: Share | None = None
    """None: it is paired."""
    ends: GameChances | None = None
    """From their side, of a match by its games; None: the bye."""

    @property
    def percents(self) -> tuple[int, int, int]:
        """Won, drawn, lost; together 100."""
        if self.ends is None:
            return 0, 0, 0
        won, lost = round(100 * self.ends.won), round(100 * self.ends.lost)
        return won, 100 - won - lost, lost


class AimInReach(NamedTuple):
    aim: Aim
    share: Share
    need: Need


class Rival(NamedTuple):
    person: Person
    first: Share


@dataclass(frozen=True, slots=True)
class ChanceLine:
    """The chance of the first place after each round. All measures are in per cent of the room for it."""

    points: Sequence[LinePoint]
    rounds: int

    @property
    def top(self) -> float:
        """The chance at the upper edge."""
        highest = max(one.first.chance + one.first.error for one in self.points)
        return next((top for top in TOPS if top >= highest), TOPS[-1])

    @property
    def ticks(self) -> tuple[Share, Share]:
        """The chances that the scale names."""
        return Share(self.top, 0.0), Share(self.top / 2, 0.0)

    def shows(self, round: int) -> bool:
        """The scale has room for the number of this round."""
        return round % -(-self.rounds // ROUNDS_NAMED) == 0

    def across(self, round: int) -> float:
        return _per_cent(round / self.rounds)

    def down(self, chance: float) -> float:
        return _per_cent(1 - max(0.0, min(self.top, chance)) / self.top)

    @property
    def corners(self) -> str:
        return self._drawn([(one.round, one.first.chance) for one in self.points])

    @property
    def band(self) -> str:
        """Around the line as far as the errors: along the upper edge, and back along the lower one."""
        upper = [(one.round, one.first.chance + one.first.error) for one in self.points]
        lower = [(one.round, one.first.chance - one.first.error) for one in self.points]
        return self._drawn([*upper, *reversed(lower)])

    def _drawn(self, corners: Sequence[tuple[int, float]]) -> str:
        return " ".join(f"{self.across(round)},{self.down(chance)}" for round, chance in corners)


def _per_cent(share: float) -> float:
    return round(100 * share, 2)


class GamesPart(NamedTuple):
    """All that the list of games reads: a change of the rest does not print it again. So the parts below."""

    games: Sequence[GameAhead]
    open_games: int


class LinePart(NamedTuple):
    line: ChanceLine | None
    playing: bool
    rivals: Sequence[Rival]
    others: Share | None


class PointsPart(NamedTuple):
    with_points: Sequence[WithPoints]

    @property
    def error(self) -> Share:
        """The one whose error is the largest."""
        return max((share for one in self.with_points for share in one[1:]), key=lambda share: share.error)


class ScoresInReach(NamedTuple):
    norms: Sequence[NormInReach] = ()
    """The highest first."""
    ratings: Sequence[RatingInReach] = ()
    """The lowest first."""
    members: Sequence["ScoresOfMember"] = ()
    """Of a team: those of its players for whom something is in reach."""


class ScoresOfMember(NamedTuple):
    person: Person
    norms: Sequence[NormInReach]
    ratings: Sequence[RatingInReach]


class AimsPart(NamedTuple):
    aims: Sequence[AimInReach]
    norms: Sequence[NormInReach]
    ratings: Sequence[RatingInReach]
    members: Sequence[ScoresOfMember] = ()


@dataclass(frozen=True, slots=True)
class PlayerChances:
    found: ChancesFound
    games: Sequence[GameAhead]
    aims: Sequence[AimInReach]
    line: ChanceLine | None
    """None: nothing is known yet of this or an earlier round."""
    rivals: Sequence[Rival]
    """The likeliest winners but this one."""
    first: Share | None = None
    """The chance to win."""
    scores: ScoresInReach = ScoresInReach()
    with_points: Sequence[WithPoints] = ()
    """The most points first."""
    unsure: bool = False
    """Opponents are known, and none is likely enough to be named."""
    waits: bool = False
    """The chances are still being worked out, as for a minute after the server's start."""

    @property
    def known(self) -> bool:
        """There is anything to be shown."""
        return bool(self.games or self.aims or any(self.scores) or self.line or self.unsure)

    @property
    def games_part(self) -> GamesPart:
        return GamesPart(self.games, self.open_games)

    @property
    def line_part(self) -> LinePart:
        return LinePart(self.line, self.playing, self.rivals, self.others)

    @property
    def aims_part(self) -> AimsPart:
        return AimsPart(self.aims, *self.scores)

    @property
    def points_part(self) -> PointsPart:
        return PointsPart(self.with_points)

    @property
    def open_games(self) -> int:
        """Games on which it depends who meets whom next."""
        return self.found.next_round.open_games if self.found.next_round else 0

    @property
    def playing(self) -> bool:
        """The last point of the line is of a round that is still played."""
        return bool(self.found.open_games)

    @property
    def others(self) -> Share | None:
        """The chance that the winner is somebody who is not named; None: everybody is."""
        if len(self.rivals) + 1 >= len(self.found.entrants):
            return None
        named = [one.first.chance for one in self.rivals] + ([self.first.chance] if self.first else [])
        return Share(max(0.0, 1 - sum(named)), 0.0)


def player_chances(snapshot: Snapshot, person: Person, paired: Sequence[GameAhead]) -> PlayerChances | None:
    """None: whoever looks at the snapshot is not to see any, or there are none."""
    found = snapshot.chances
    if found is None:
        return None
    games = [_with_ends(snapshot.tournament, person, one) for one in (*paired, *_likely(snapshot, found, person))]
    known, scores = found.entrants.get(person.id) if found.runs else None, _scores(snapshot, found, person)
    unsure = not games and bool(found.opponents(person.id)) and not found.over
    if known is None:
        waits = found.waits and not snapshot.tournament.closed
        shown = PlayerChances(found, games, (), None, (), scores=scores, unsure=unsure, waits=waits)
        return shown if games or unsure or waits else None
    told = () if found.over else zip(found.aims, known.aims, known.needs, strict=True)
    aims = [AimInReach(*one) for one in told]
    first = found.chance(person.id, AimKind.FIRST)
    line, rivals = _line(snapshot.tournament, found, person, first), _rivals(snapshot, found, person)
    return PlayerChances(found, games, aims, line, rivals, first, scores, known.with_points[:POINTS_SHOWN], unsure)


def _scores(snapshot: Snapshot, found: ChancesFound, person: Person) -> ScoresInReach:
    """Judged again when another result of theirs comes or others are likely: it takes longer than all the rest."""
    t = snapshot.tournament
    likely = tuple(one.opponent for one in found.opponents(person.id) if one.opponent is not None)
    if t.regulations.of_teams:
        return ScoresInReach(members=tuple(_scores_of_members(snapshot, t.teams[TeamId(person.id)], likely)))
    return ScoresInReach(*_scores_of(snapshot, person.id, likely, snapshot.cards.get(person.number)))


def _scores_of_members(snapshot: Snapshot, team: Team, likely: tuple[EntrantId, ...]) -> Iterator[ScoresOfMember]:
    cards, numbers = report_cards(snapshot), member_numbers(snapshot.tournament)
    for id in team.players if one_rated_game_a_round(snapshot.tournament) else ():
        scores, person = _scores_of(snapshot, id, likely, cards.get(numbers[id])), snapshot.members[id]
        if any(scores) and not person.anonymous:
            yield ScoresOfMember(person, *scores)


def _scores_of(
    snapshot: Snapshot, player: EntrantId, likely: tuple[EntrantId, ...], card: Card | None
) -> tuple[Sequence[NormInReach], Sequence[RatingInReach]]:
    made_of = likely[:MOST_GAMES_TO_COME], card, tuple(snapshot.tournament.teams.values())

    def work_out() -> tuple[Sequence[NormInReach], Sequence[RatingInReach]]:
        asked = snapshot, player, made_of[0]
        return norms_in_reach(*asked), ratings_in_reach(*asked)

    return snapshot.settled(("scores-in-reach", player), work_out, made_of)


def _likely(snapshot: Snapshot, found: ChancesFound, person: Person) -> Iterator[GameAhead]:
    """Those of the round that is paired next; nothing once it is."""
    coming = found.next_round
    for one in found.opponents(person.id) if coming and coming.round > snapshot.round else ():
        if coming and one.share.chance >= LIKELY:
            opponent = snapshot.people.get(one.opponent) if one.opponent is not None else None
            yield GameAhead(coming.round, opponent, one.colour, one.share)


def _with_ends(t: Tournament, person: Person, game: GameAhead) -> GameAhead:
    return game if game.opponent is None else game._replace(ends=_ends(t, person.id, game.opponent.id, game))


def _ends(t: Tournament, one: EntrantId, other: EntrantId, game: GameAhead) -> GameChances:
    """A game by the ratings and the colour; a match by those of its games, and by what is over of it."""
    known = team_match(t, game.round, one)
    match = known if known is not None and other in (known[0].white, known[0].black) else ()
    lead, games = 0, list[GameChances]()
    for at, (mine, theirs) in enumerate(zip(*(_ratings(t, game.round, id) for id in (one, other)), strict=True)):
        white = match[at].white == one if at < len(match) else (game.colour is Colour.WHITE) is (at % 2 == 0)
        result = match[at].result if at < len(match) else None
        if result is not None and result is not Result.ADJOURNED:
            lead += {Colour.WHITE if white else Colour.BLACK: 1, None: 0}.get(result.winner, -1)
        elif mine is None or theirs is None:
            lead += (mine is not None) - (theirs is not None)
        else:
            games.append(_game_ends(mine, theirs, white))
    return match_chances(lead, games)


def _game_ends(mine: int, theirs: int, white: bool) -> GameChances:
    mine, theirs = mine or USUAL_RATING, theirs or USUAL_RATING
    return game_chances(mine + WHITE_IS_WORTH * white, theirs + WHITE_IS_WORTH * (not white))


def _ratings(t: Tournament, round: int, entrant: EntrantId) -> list[int | None]:
    """Game by game of a match; None = nobody is expected there."""
    if not t.regulations.of_teams:
        return [t.players[PlayerId(entrant)].rating] * t.regulations.match_games
    there = [t.players[id].rating if id else None for id in lineup(t, round, entrant)]
    return [*there, *[None] * (t.regulations.match_games - len(there))]


def _line(t: Tournament, found: ChancesFound, person: Person, now: Share | None) -> ChanceLine | None:
    """Through the rounds that are decided, and as it stands now."""
    if now is None:
        return None
    earlier = [one for one in found.line.get(person.id, ()) if one.round < found.after_round]
    points = [*earlier, LinePoint(found.after_round, now)]
    return ChanceLine(points, max(rules_of(t).rounds(t), found.after_round, 1))


def _rivals(snapshot: Snapshot, found: ChancesFound, person: Person) -> list[Rival]:
    likely = snapshot.settled(("rivals",), lambda: _likeliest(snapshot, found, RIVALS_SHOWN + 1), (found,))
    return [one for one in likely if one.person.id != person.id][:RIVALS_SHOWN]


@dataclass(frozen=True, slots=True)
class LikelyWinner:
    line: int
    person: Person
    points: int
    """Half-points."""
    first: Share
    first_three: Share | None


@dataclass(frozen=True, slots=True)
class LikelyWinners:
    rows: tuple[LikelyWinner, ...]
    """The likeliest first."""
    found: ChancesFound
    of_teams: bool


def likely_winners(snapshot: Snapshot, most: int) -> LikelyWinners | None:
    """None: whoever looks at the snapshot is not to see any, there are none, or the event is over."""
    found = snapshot.chances
    if found is None or found.over:
        return None
    likely = [one for one in _likeliest(snapshot, found, most) if one.first.chance >= LEAST_SHOWN]
    rows = tuple(_winner(snapshot, found, line, one) for line, one in enumerate(likely, 1))
    return LikelyWinners(rows, found, snapshot.tournament.regulations.of_teams) if rows else None


def _winner(snapshot: Snapshot, found: ChancesFound, line: int, one: Rival) -> LikelyWinner:
    card = snapshot.cards.get(one.person.number)
    three = found.chance(one.person.id, AimKind.FIRST_THREE)
    return LikelyWinner(line, one.person, card.score if card else 0, one.first, three)


def _likeliest(snapshot: Snapshot, found: ChancesFound, most: int) -> list[Rival]:
    """Those who may still be first, without whoever has left the event since."""
    at = next((at for at, aim in enumerate(found.aims) if aim.kind is AimKind.FIRST), None)
    if at is None or not found.runs:
        return []
    first = {id: chances.aims[at] for id, chances in found.entrants.items() if id in snapshot.people}
    shown = nsmallest(most, first, key=lambda id: (-first[id].chance, snapshot.people[id].number))
    return [Rival(snapshot.people[id], first[id]) for id in shown if first[id].chance > 0]
