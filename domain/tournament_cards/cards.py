"""From the state of a tournament to the players' cards, as an engine or a tie-break needs them.

Two readings of the same journal meet here. The *table* shows every game as it is known now.
The *pairing of round n* sees each game as the versions say that count from n on (F.7), with an
adjourned game taken for a draw (F.9). The order of the scores is always that of the day: what the
pairing of that round saw.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, islice

from domain.cards import card as k
from domain.cards.counting import Counting, RoundPoints, counting
from domain.pairing import SYSTEMS
from domain.round import Game, Match, Round, Version
from domain.tournament import Tournament
from domain.tournament_cards.lineups import SeatedPlayers, players_of_game
from domain.tournament_cards.starting_points import start_at_the_bar, virtual_by_round
from domain.words.articles import SharedRule
from domain.words.games import SIDES, Bye, Code, Colour
from domain.words.options import ApartBy, LeaverRule
from domain.words.players import EntrantId, PairingNumber, numbers_in_order
from domain.words.rating_lists import is_of_a_federation
from domain.words.regulations import Format, Regulations
from domain.words.teams import Team

Numbers = dict[EntrantId, PairingNumber]
ScoresBefore = dict[EntrantId, int]
"""Half-points before a round, as its pairing saw them; nobody without points is listed."""
OF_NO_FEDERATION = "FID"
"""Players under the flag of FIDE are no compatriots."""


def numbers_of(tournament: Tournament) -> Numbers:
    """Pairing number by player; empty before the numbers are issued."""
    return numbers_in_order(tournament.numbers)


def points_in_table(laws: Regulations) -> Callable[[Code], int]:
    """Half-points of one game in the standings.

    An adjourned game is a draw until it ends, in the table of the day as well (FIDE checklist, 167; record 162 of
    TRF26), but for an edition whose only word is that it is one for the pairing (1998 F.9).
    """
    return laws.scoring.provisional if _adjourned_drawn_in_table(laws) else laws.scoring.points


def _adjourned_drawn_in_table(laws: Regulations) -> bool:
    system = SYSTEMS.get(laws.system)
    return system is None or SharedRule.ADJOURNED_FOR_PAIRING_ONLY not in system.articles


def table_counting(laws: Regulations) -> Counting:
    return counting(laws, adjourned_drawn=_adjourned_drawn_in_table(laws))


def table_cards(
    tournament: Tournament, after: int | None = None, *, for_rating: bool = False
) -> dict[PairingNumber, k.Card]:
    """Cards after round `after` (default: the newest published) as known now.

    A game without a result gives no points yet. `for_rating` takes the results and ratings of the
    rating report where they differ.
    """
    rounds = tournament.published if after is None else min(after, tournament.published)
    return _cards(tournament, rounds, by=None, for_rating=for_rating)


def pairing_cards(tournament: Tournament, round: int) -> dict[PairingNumber, k.Card]:
    """Cards as the pairing of `round` sees them: `round - 1` lines each."""
    return _cards(tournament, round - 1, by=round, for_rating=False)


def scores_before(tournament: Tournament, round: int) -> ScoresBefore:
    """Half-points before `round` as its pairing saw them; nobody without points is listed."""
    return dict(next(islice(_scores_when_paired(tournament, round), round - 1, None)))


def pairing_task(tournament: Tournament, round: int) -> k.PairingTask:
    return k.PairingTask(
        cards=pairing_cards(tournament, round),
        round=round,
        rounds=tournament.regulations.rounds,
        initial_colour=tournament.initial_colour or Colour.WHITE,
        forbidden=prohibited_in(tournament, round),
        avoided=avoided_in(tournament, round),
        scoring=tournament.regulations.round_scoring,
        virtual=virtual_by_round(tournament),
        top_start=start_at_the_bar(tournament),
        colour_run=tournament.regulations.swiss.colour_run,
        maxi=tournament.regulations.maxi.declared,
        teams=tournament.regulations.teams,
        rounds_between=tournament.regulations.swiss.rounds_between,
    )


def prohibited_in(tournament: Tournament, round: int) -> frozenset[frozenset[PairingNumber]]:
    """Pairs of entrants whom the arbiter keeps apart in a round."""
    numbers = numbers_of(tournament)
    holding = [group for group, rounds in tournament.prohibited if rounds.covers(round)]
    groups = [[numbers[p] for p in group if p in numbers] for group in holding]
    return frozenset(frozenset((a, b)) for g in groups for a in g for b in g if a < b)


def avoided_in(tournament: Tournament, round: int) -> frozenset[frozenset[PairingNumber]]:
    """Pairs of players who are to be kept apart in a round because they have a federation or a club in common."""
    return frozenset(frozenset(pair) for group in alike_in(tournament, round) for pair in combinations(group, 2))


def alike_in(tournament: Tournament, round: int) -> list[tuple[PairingNumber, ...]]:
    """Groups of players who are to be kept apart in a round where it can be; empty where the regulations want none."""
    options = tournament.regulations.swiss
    if tournament.regulations.of_teams or not options.apart_in(round):
        return []
    numbers = numbers_of(tournament)
    groups: dict[tuple[bool, str], list[PairingNumber]] = defaultdict(list)
    for id, player in tournament.players.items():
        for is_club, said in enumerate((player.federation, player.club)):
            other = ApartBy.FEDERATION if is_club else ApartBy.CLUB
            if said and said != OF_NO_FEDERATION and id in numbers and options.apart_by is not other:
                groups[bool(is_club), said.casefold()].append(numbers[id])
    return [tuple(sorted(group)) for group in groups.values() if len(group) > 1]


def _cards(t: Tournament, rounds: int, by: int | None, for_rating: bool) -> dict[PairingNumber, k.Card]:
    numbers = numbers_of(t)
    void = frozenset() if for_rating else annulled(t)
    count = table_counting(t.regulations) if by is None else counting(t.regulations, adjourned_drawn=True)
    lines: dict[EntrantId, list[k.CardLine]] = {player: [] for player in numbers}
    for round, scores in zip(t.rounds[:rounds], _scores_when_paired(t, rounds), strict=True):
        written = _lines(t, round, (numbers, scores, count), by, for_rating)
        for first, *_ in round.matches.values() if void else ():
            if first.white in void or first.black in void:
                for entrant in (first.white, first.black):
                    line = written[entrant]
                    written[entrant] = k.CardLine(Code.ZERO_BYE, 0).beside(line.adjusted, line.adjusted_secondary)
        for player, mine in lines.items():
            mine.append(written[player])
    ratings, entrants, carried = official_ratings(t) if for_rating else {}, t.entrants, t.carried

    def card(id: EntrantId, number: PairingNumber) -> k.Card:
        entrant, mine = entrants[id], tuple(lines[id])
        present, leave, brought = t.present(id, rounds + 1), leave_in(t, id, rounds + 1), carried.get(id, 0)
        if isinstance(entrant, Team):
            return k.Card(number, entrant.name, lines=mine, present=present, carried=brought, leave=leave)
        rating = ratings.get(id, entrant.rating)
        return k.Card(number, entrant.name, rating, entrant.title, mine, present, brought, leave)

    return {number: card(id, number) for id, number in numbers.items()}


def leave_in(t: Tournament, id: EntrantId, round: int) -> Code | None:
    """The bye that somebody who has not withdrawn asked for; None where it is worth nothing."""
    bye = t.byes.get((round, id), Bye.ZERO)
    return bye.code if bye is not Bye.ZERO and not t.away(id, round) else None


RoundGround = tuple[Numbers, ScoresBefore, Counting]
"""All that the lines of a round are made of besides its games."""


def _lines(
    t: Tournament, round: Round, ground: RoundGround, by: int | None, for_rating: bool
) -> dict[EntrantId, k.CardLine]:
    numbers, scores, count = ground
    seated = round.seated
    out = {id: _line(_unpaired(t, id, round.number, count)) for id in numbers if id not in seated}
    for advancing in round.all_byes:
        out[advancing] = _line(count.of_bye(Code.PAIRING_BYE))
    for match in round.matches.values():
        for entrant, opponent, colour, outcome in _sides(match, count, by, for_rating):
            ahead = scores.get(entrant, 0) - scores.get(opponent, 0)
            out[entrant] = _line(outcome, numbers[opponent], colour, ahead)
    if t.adjustments:
        return {id: line.beside(*t.adjusted_scores(id, round.number, by)) for id, line in out.items()}
    return out


def _line(
    outcome: RoundPoints, opponent: PairingNumber | None = None, colour: Colour | None = None, ahead: int = 0
) -> k.CardLine:
    code, points, secondary, games = outcome
    return k.CardLine(code, points, opponent, colour, ahead, games, secondary=secondary)


MatchSide = tuple[EntrantId, EntrantId, Colour, RoundPoints]
"""Entrant, opponent, colour in the first game, and what the match gave."""


def sides_in_table(match: Match, count: Counting) -> tuple[MatchSide, MatchSide]:
    return _sides(match, count, by=None, for_rating=False)


def _sides(match: Match, count: Counting, by: int | None, for_rating: bool) -> tuple[MatchSide, MatchSide]:
    if len(match) == 1:
        white, black, sides = _seen(match[0], by, for_rating)
        first, second = count.of_game(sides)
    else:
        games = [_seen(game, by, for_rating) for game in match if game.kind.counts]
        white, black, _ = games[0]
        codes = tuple([sides[one != white] for one, _, sides in games])
        replies = tuple([sides[one == white] for one, _, sides in games])
        first, second = count.of_match(codes, replies), count.of_match(replies, codes)
    return (white, black, Colour.WHITE, first), (black, white, Colour.BLACK, second)


def _seen(game: Game, by: int | None, for_rating: bool) -> tuple[EntrantId, EntrantId, tuple[Code, Code]]:
    seen = game.rating_only if for_rating and game.rating_only else game.seen(by)
    if seen is None:
        return game.white, game.black, (Code.PENDING, Code.PENDING)
    return seen.white, seen.black, SIDES[seen.result]


def _unpaired(t: Tournament, player: EntrantId, round: int, count: Counting) -> RoundPoints:
    """Byes asked for, withdrawals, late entries: without an opponent and without a float (F.5).

    A rest in a table drawn beforehand is no unplayed round, and worth nothing.
    """
    if t.regulations.from_tables:
        return RoundPoints(Code.ZERO_BYE, 0)
    return count.of_bye(leave_in(t, player, round) or Code.ZERO_BYE)


def _scores_when_paired(t: Tournament, rounds: int) -> Iterator[ScoresBefore]:
    """Scores before round 1, 2, ... A correction joins in at the round it counts from (F.7)."""
    count = counting(t.regulations, adjourned_drawn=True)
    scores: ScoresBefore = defaultdict(int, t.carried)
    joining: dict[int, list[tuple[EntrantId, int]]] = defaultdict(list)
    for (given_in, player), given in t.adjustments.items():
        for one in given:
            joining[max(given_in + 1, one.counts_from)].append((player, one.points))
    for round in t.rounds[:rounds]:
        for player, change in joining.pop(round.number, ()):
            scores[player] += change
        yield scores
        for player, points in _points_of(t, round, count):
            scores[player] += points
        twice = [match for match in round.matches.values() if len(match) > 1 or len(match[0].versions) > 1]
        for match in twice:
            for counts_from in {max(v.counts_from, round.number + 2) for game in match for v in game.versions[1:]}:
                joining[counts_from] += _difference(match, count, counts_from)


def _points_of(t: Tournament, round: Round, count: Counting) -> Iterator[tuple[EntrantId, int]]:
    scoring, byes, seated = t.regulations.scoring, round.all_byes, round.seated
    for player in byes:
        yield player, count.of_bye(Code.PAIRING_BYE).points
    for player in t.entrants:
        if player not in seated and player not in byes and (scoring.absence or (round.number, player) in t.byes):
            yield player, _unpaired(t, player, round.number, count).points
    for match in round.matches.values():
        for player, _, _, outcome in _sides(match, count, round.number + 1, for_rating=False):
            yield player, outcome.points


def _difference(match: Match, count: Counting, counts_from: int) -> list[tuple[EntrantId, int]]:
    """The change of each one's score when the versions of `counts_from` take over."""
    before, after = (_sides(match, count, by, for_rating=False) for by in (counts_from - 1, counts_from))
    return [
        *((player, -outcome.points) for player, _, _, outcome in before),
        *((player, outcome.points) for player, _, _, outcome in after),
    ]


# Entrants who left: before they took part, or an event whose rounds were all drawn before (C.05).


def annulled(t: Tournament) -> frozenset[EntrantId]:
    """Leavers who had played fewer than half of their games: nobody's points from these count in the table."""
    laws = t.regulations
    if not laws.from_tables or laws.round_robin.leavers is LeaverRule.KEEP:
        return frozenset()
    return frozenset(id for id in leavers(t) if 2 * games_played(t, id) < games_planned(t))


def never_took_part(t: Tournament) -> frozenset[EntrantId]:
    """Players who withdrew before a published round gave them an opponent or a point: they have no place in any table.

    Whoever withdraws later keeps their row: the games of others are made of it.
    """
    upcoming = t.published + 1
    gone = {id for id, away in t.absences.items() if any(back is None and first <= upcoming for first, back in away)}
    if not gone:
        return frozenset()
    took_part = {id for (round, id), bye in t.byes.items() if bye is not Bye.ZERO and not t.away(id, round)}
    return frozenset(gone - took_part.union(*((*r.seated, *r.all_byes) for r in t.rounds[: t.published])))


def leavers(t: Tournament) -> tuple[EntrantId, ...]:
    if not t.absences or not t.published:
        return ()
    return tuple(id for id in t.rounds[0].numbers if any(back is None for _, back in t.absences.get(id, ())))


def games_played(t: Tournament, entrant: EntrantId) -> int:
    """Games of published rounds in which both made a move, by the table of today; of a team, such matches."""
    matches = [match for round in t.rounds for match in round.matches.values()]
    mine = [match for match in matches if entrant in (match[0].white, match[0].black)]
    played = [sum(bool(game.decided and game.result and game.result.played) for game in match) for match in mine]
    return sum(map(bool, played)) if t.regulations.of_teams else sum(played)


def games_planned(t: Tournament) -> int:
    field, laws = len(t.rounds[0].numbers), t.regulations
    opponents = field - 1 if laws.format is Format.ROUND_ROBIN else field // 2
    return laws.round_robin.cycles * opponents * laws.wins_of_round


# FIDE's ratings of players who have another one in the tournament (checklist of FIDE, 116).


def official_ratings(t: Tournament) -> dict[EntrantId, int]:
    """The ratings of the rating report and of norms, of those who have another one in the tournament."""
    apart: dict[EntrantId, int] = {
        id: player.official_rating
        for id, player in t.players.items()
        if player.official_rating or is_of_a_federation(t.rating_sources.get(id, ""))
    }
    return apart | t.report_ratings


NO_GAME = k.CardLine(Code.ZERO_BYE, 0)

Lines = dict[tuple[int, EntrantId], k.CardLine]
"""By round and player."""
MemberNumbers = Mapping[EntrantId, PairingNumber]


def member_numbers(tournament: Tournament) -> MemberNumbers:
    """Numbers of the players of teams, whom nobody pairs: in the order in which they were registered."""
    members = {player for team in tournament.teams.values() for player in team.players}
    return {player: PairingNumber(n) for n, player in enumerate(sorted(members), 1)}


def member_cards(
    tournament: Tournament, after: int | None = None, *, for_rating: bool = False
) -> dict[PairingNumber, k.Card]:
    """Cards after round `after` (default: the newest published) as known now.

    `for_rating` takes the results and ratings of the rating report where they differ.
    """
    rounds = tournament.published if after is None else min(after, tournament.published)
    numbers, ratings = member_numbers(tournament), official_ratings(tournament) if for_rating else {}
    lines: Lines = {}
    for round in tournament.rounds[:rounds]:
        for game in round.games:
            seated = member_seats(tournament, round.number, game, for_rating=for_rating)
            for id, line in member_lines(tournament, numbers, game, seated, for_rating=for_rating):
                lines[round.number, id] = line
    return {
        number: k.Card(
            number,
            (player := tournament.players[id]).name,
            ratings.get(id, player.rating),
            player.title,
            tuple(lines.get((round, id), NO_GAME) for round in range(1, rounds + 1)),
        )
        for id, number in numbers.items()
    }


def member_seats(t: Tournament, round: int, game: Game, *, for_rating: bool = False) -> SeatedPlayers:
    seen = _seated(game, for_rating)
    return players_of_game(t, round, game if seen is None else game._replace(white=seen.white, black=seen.black))


def member_lines(
    t: Tournament, numbers: MemberNumbers, game: Game, seated: SeatedPlayers, *, for_rating: bool = False
) -> tuple[tuple[EntrantId, k.CardLine], ...]:
    """Both players of a board with their lines; an empty chair has no card."""
    seen = _seated(game, for_rating)
    codes = SIDES[seen.result] if seen is not None else (Code.PENDING, Code.PENDING)
    (white, black), worth = seated, t.regulations.teams.game.provisional
    sides = ((white, black, Colour.WHITE, codes[0]), (black, white, Colour.BLACK, codes[1]))
    return tuple(
        (player, k.CardLine(code, worth(code), numbers.get(other) if other is not None else None, colour))
        for player, other, colour, code in sides
        if player is not None and player in numbers
    )


def _seated(game: Game, for_rating: bool) -> Version | None:
    return game.rating_only if for_rating and game.rating_only else game.seen(None)
