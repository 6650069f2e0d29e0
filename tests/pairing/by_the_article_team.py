"""The Swiss Team Pairing System (C.04.6 of 2026) article by article, with every set and every pairing written out.

Articles 1 to 4 stand here in their order. Nothing is clever: all sets of upfloaters of all sizes, all pairings of a
bracket, sorted as the articles sort them, so that fields of more than a dozen teams take too long. Readings:

* 1.5, 2.1.1, 3.4.3: a match is played unless one team forfeits all boards of it; 1.6.1: it gives a colour if it was
  "actually" played, on one board at least.
* 1.7.2: the strong preferences come before the paragraph without one, so a team with difference 0 in the last round
  still has a strong preference after the same colour twice.
* 2.1.2: a match is won by forfeit when the opponents forfeit all boards of it.
* 2.3.2, 3.5.2: the number of upfloaters and their scores are those of the best sets that leave a legal pairing.
* 2.3.3: the following scoregroup is that of the next lower score of the round. It shall need as few upfloaters of its
  own as any of those sets leaves it; nothing is asked if it is empty now, by the bye or by upfloaters of now or before.
* 2.3.7: of two upfloaters paired together each is the other's opponent.
* 3.6.4: of the pairings with the fewest faults (C8, then C9, then C10) the first.
* 4.2.1: virtual points are no points scored; scoregroups and floats go by them (C.04.7), the first-team does not.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations

from domain.cards.card import CardLine, Pair, PairingTask, RoundPairing
from domain.words.games import Code, Colour
from domain.words.teams import ColourPreferences

WHITE, BLACK = Colour.WHITE, Colour.BLACK
OTHER = {WHITE: BLACK, BLACK: WHITE}
BARRING = (Code.PAIRING_BYE, Code.FORFEIT_WIN, Code.FULL_BYE)


# 1. The teams, read from their cards.


@dataclass(frozen=True, eq=False)
class Team:
    """One team, with all that the articles ask of it."""

    tpn: int
    points: int
    """The primary score."""
    score: int
    """The score with virtual points."""
    secondary: int
    matches: int
    """The matches played (3.4.3)."""
    colours: tuple[Colour, ...]
    """Of board 1 in the matches actually played, the earliest first (1.6.1)."""
    opponents: frozenset[int]
    barred_from_bye: bool
    floated: bool
    """In the previous round (1.5)."""
    preferences: ColourPreferences
    last_round: bool

    @property
    def difference(self) -> int:
        """1.6.2."""
        return self.colours.count(WHITE) - self.colours.count(BLACK)

    @cached_property
    def strong(self) -> Colour | None:
        """The preference of type A (1.7.1), which is the strong one of type B (1.7.2)."""
        if self.preferences is ColourPreferences.NONE:
            return None
        if self.difference < -1 or (self.difference in (0, -1) and self.colours[-2:] == (BLACK, BLACK)):
            return WHITE
        if self.difference > 1 or (self.difference in (0, 1) and self.colours[-2:] == (WHITE, WHITE)):
            return BLACK
        return None

    @cached_property
    def preference(self) -> Colour | None:
        """The strong one, or else with type B the mild one (1.7.2)."""
        if self.strong or self.preferences is not ColourPreferences.TYPE_B or not self.colours:
            return self.strong
        if self.difference == -1:
            return WHITE
        if self.difference == 1:
            return BLACK
        return None if self.last_round else OTHER[self.colours[-1]]


Teams = frozenset[Team]
Couple = tuple[Team, Team]
"""A top member (the smaller TPN) and a bottom member (3.6.1)."""


def team_of(task: PairingTask, number: int) -> Team:
    card = task.cards[number]
    played = [line for line in card.lines if line.opponent and line.code.played]
    return Team(
        tpn=number,
        points=card.score,
        score=card.score + task.virtual_points(number, task.round),
        secondary=card.secondary_score,
        matches=len(played),
        colours=tuple(line.colour for line in played if line.moved and line.colour),
        opponents=frozenset(line.opponent for line in played if line.opponent),
        barred_from_bye=any(line.code in BARRING for line in card.lines),
        floated=bool(card.lines) and floats(task, number, card.lines[-1]),
        preferences=task.teams.preferences,
        last_round=task.round == task.rounds,
    )


def floats(task: PairingTask, number: int, line: CardLine) -> bool:
    """1.5: the team played an opponent with a different score."""
    if not line.code.played or line.opponent is None:
        return False
    mine, theirs = (task.virtual_points(one, task.round - 1) for one in (number, line.opponent))
    return line.ahead + mine - theirs != 0


# 2.1, 2.2. The round, and its legal pairings.


class Round:
    """The choices of the event, C1 for two teams, and whether so many teams can be paired at all (C3)."""

    def __init__(self, task: PairingTask) -> None:
        self.teams = frozenset(team_of(task, number) for number, card in task.cards.items() if card.present)
        self.initial_colour = task.initial_colour
        self.secondary_counts = not task.teams.primary_alone
        self.floats_count = task.rounds - task.round >= 2  # 2.3.4, 2.3.7
        self.forbidden = task.forbidden
        self.pairable = cache(self._pairable)

    def may_meet(self, one: Team, two: Team) -> bool:
        return two.tpn not in one.opponents and frozenset((one.tpn, two.tpn)) not in self.forbidden

    def _pairable(self, teams: Teams) -> bool:
        if not teams:
            return True
        first = min(teams, key=lambda team: team.tpn)
        rest = teams - {first}
        return any(self.may_meet(first, other) and self.pairable(rest - {other}) for other in rest)


# 3.3, 3.4. The procedure, and the bye.


def pair(task: PairingTask) -> RoundPairing | None:
    """Pairs, colours and the bye; None where no legal pairing exists (3.3.3)."""
    round = Round(task)
    bye = team_with_bye(round) if len(round.teams) % 2 else None
    unpaired = round.teams - {bye}
    if len(unpaired) % 2 or not round.pairable(unpaired):
        return None
    couples: list[Couple] = []
    while unpaired:
        residents = top_scoregroup(unpaired)
        upfloaters = chosen_upfloaters(residents, unpaired - residents, round)
        couples += chosen_pairing(residents, upfloaters, round)
        unpaired -= residents | upfloaters
    boards = tuple(Pair(*(team.tpn for team in by_colour(couple, round))) for couple in couples)
    return RoundPairing(boards, bye and bye.tpn)


def team_with_bye(round: Round) -> Team | None:
    """3.4.1 to 3.4.4, among those whom C2 allows it."""
    allowed = [team for team in round.teams if not team.barred_from_bye and round.pairable(round.teams - {team})]
    return min(allowed, key=lambda team: (team.score, -team.matches, -team.tpn), default=None)


def top_scoregroup(unpaired: Teams) -> Teams:
    """3.2."""
    highest = max(team.score for team in unpaired)
    return frozenset(team for team in unpaired if team.score == highest)


# 3.5. The upfloaters.


def chosen_upfloaters(residents: Teams, lower: Teams, round: Round) -> Teams:
    """3.5.5: the first of the sets that comply best with C6 and C7; `min` keeps the first of equals."""
    following = following_scoregroup(residents, lower, round)

    def faults_of_set(chosen: Teams) -> tuple[int, int]:
        floaters = sum(team.floated for team in chosen) if round.floats_count else 0
        return upfloaters_of_following(following - chosen, lower - chosen, round), floaters

    return min(sorted(sets_of_best_scores(residents, lower, round), key=identifier_of_set), key=faults_of_set)


def sets_of_best_scores(residents: Teams, lower: Teams, round: Round) -> list[Teams]:
    """3.5.2: all sets complying with C4 (2.3.1), and of these all complying with C5 (2.3.2)."""
    sets = smallest_sets(residents, lower, round)
    best = max(ascending_scores(chosen) for chosen in sets)
    return [chosen for chosen in sets if ascending_scores(chosen) == best]


def smallest_sets(residents: Teams, lower: Teams, round: Round) -> list[Teams]:
    """C4 (2.3.1): the sets with the fewest upfloaters that leave a legal pairing of the bracket and of the rest."""
    for size in range(len(lower) + 1):
        sets = map(frozenset, combinations(lower, size))
        if legal := [up for up in sets if round.pairable(residents | up) and round.pairable(lower - up)]:
            return legal
    raise AssertionError("a legal pairing of all teams existed")


def ascending_scores(chosen: Teams) -> list[int]:
    """To be maximised (2.3.2)."""
    return sorted(team.score for team in chosen)


def identifier_of_set(chosen: Teams) -> list[int]:
    """3.5.3, 3.5.4: the TPNs by descending score, then by ascending TPN."""
    return [team.tpn for team in sorted(chosen, key=lambda team: (-team.score, team.tpn))]


def following_scoregroup(residents: Teams, lower: Teams, round: Round) -> Teams:
    """The teams still to be paired of the next lower score of the round (2.3.3)."""
    here = max(team.score for team in residents)
    below = max((team.score for team in round.teams if team.score < here), default=None)
    return frozenset(team for team in lower if team.score == below)


def upfloaters_of_following(following: Teams, left: Teams, round: Round) -> int:
    """C6 (2.3.3): how many upfloaters the following scoregroup then needs; none when it is empty."""
    return len(smallest_sets(following, left - following, round)[0]) if following else 0


# 3.6. The pairing of a bracket.


def chosen_pairing(residents: Teams, upfloaters: Teams, round: Round) -> tuple[Couple, ...]:
    """3.6.4: of the pairings in the order of their identifiers the first that complies best with C8, C9 and C10."""
    inside = sorted(residents | upfloaters, key=lambda team: team.tpn)
    pairings = sorted(all_pairings(inside, round), key=identifier_of_pairing)
    return min(pairings, key=lambda pairing: faults(pairing, upfloaters, round))


def all_pairings(teams: list[Team], round: Round) -> Iterator[tuple[Couple, ...]]:
    """All that comply with C1, with the smaller TPN of each pair as its top member (3.6.1)."""
    if not teams:
        yield ()
        return
    top, *others = teams
    for bottom in others:
        if round.may_meet(top, bottom):
            for rest in all_pairings([team for team in others if team is not bottom], round):
                yield ((top, bottom), *rest)


def identifier_of_pairing(pairing: tuple[Couple, ...]) -> list[int]:
    """3.6.2: the top members in ascending order, then their bottom members."""
    ordered = sorted(pairing, key=lambda couple: couple[0].tpn)
    return [top.tpn for top, _ in ordered] + [bottom.tpn for _, bottom in ordered]


def faults(pairing: tuple[Couple, ...], upfloaters: Teams, round: Round) -> tuple[int, int, int]:
    """C8, C9 (of type B) and C10 (2.3.5 to 2.3.7)."""
    unfulfilled = strong = floaters = 0
    for couple in pairing:
        white, black = by_colour(couple, round)
        unfulfilled += (white.preference is BLACK) + (black.preference is WHITE)
        if white.preferences is ColourPreferences.TYPE_B:
            strong += (white.strong is BLACK) + (black.strong is WHITE)
        for one, opponent in (couple, couple[::-1]):
            floaters += one in upfloaters and opponent.floated
    return unfulfilled, strong, floaters if round.floats_count else 0


# 4. The colours.


def by_colour(couple: Couple, round: Round) -> Couple:
    """White, then Black, by the first-team (4.2) and the colour it has."""
    secondary = round.secondary_counts
    first, other = sorted(couple, key=lambda team: (-team.points, secondary * -team.secondary, team.tpn))
    return (first, other) if colour_of_first(first, other, round) is WHITE else (other, first)


def colour_of_first(first: Team, other: Team, round: Round) -> Colour:
    """4.3: the first of its rules that applies."""
    if not first.colours and not other.colours:
        return round.initial_colour if first.tpn % 2 else OTHER[round.initial_colour]
    if (by_preference := colour_by_preference(first, other)) is not None:
        return by_preference
    if first.difference != other.difference:
        return WHITE if first.difference < other.difference else BLACK
    for mine, theirs in zip(first.colours[::-1], other.colours[::-1], strict=False):
        if mine is not theirs:
            return OTHER[mine]
    if first.preference:
        return first.preference
    return OTHER[first.colours[-1]] if first.colours else other.colours[-1]


def colour_by_preference(first: Team, other: Team) -> Colour | None:
    """4.3.2 to 4.3.4."""
    if first.preference is None or other.preference is None:
        return first.preference or (OTHER[other.preference] if other.preference else None)
    if first.preference is not other.preference:
        return first.preference
    if (first.strong is None) != (other.strong is None):
        return first.strong or OTHER[other.preference]
    return None
