"""From the state of a tournament to the players' cards, as an engine or a tie-break needs them.

Two readings of the same journal meet here. The *table* shows every game as it is known now.
The *pairing of round n* sees each game as the versions say that count from n on (F.7), with an
adjourned game taken for a draw (F.9). Who was ahead of whom is always that of the day: what the
pairing of that round saw.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from domain.cards.baku import VirtualByRound, baku_points, last_of_upper_group, virtual_points
from domain.cards.card import Card, CardLine, PairingTask, of_match
from domain.leavers import annulled
from domain.pairing import SYSTEMS
from domain.tournament import Game, Match, Round, Tournament
from domain.words.articles import SharedRule
from domain.words.entrants import EntrantId
from domain.words.games import SIDES, Bye, Code, Colour, Scoring
from domain.words.players import PairingNumber, Player, numbers_in_order
from domain.words.regulations import Acceleration, Entrants, Regulations
from domain.words.teams import Team

Numbers = dict[EntrantId, PairingNumber]
ScoresBefore = dict[EntrantId, int]
"""Half-points before a round, as its pairing saw them; nobody without points is listed."""


def numbers_of(tournament: Tournament) -> Numbers:
    """Pairing number by player; empty before the numbers are issued."""
    return numbers_in_order(tournament.numbers)


def points_in_table(laws: Regulations) -> Callable[[Code], int]:
    """Half-points of one game in the standings.

    An adjourned game is a draw until it ends, in the table of the day as well (FIDE checklist, 167; record 162 of
    TRF26), but for an edition whose only word is that it is one for the pairing (1998 F.9).
    """
    system = SYSTEMS.get(laws.system)
    for_pairing_only = system is not None and SharedRule.ADJOURNED_FOR_PAIRING_ONLY in system.articles
    return laws.scoring.points if for_pairing_only else laws.scoring.provisional


def table_cards(
    tournament: Tournament, after: int | None = None, *, for_rating: bool = False
) -> dict[PairingNumber, Card]:
    """Cards after round `after` (default: the newest published) as known now.

    A game without a result gives no points yet. `for_rating` takes the results and ratings of the
    rating report where they differ.
    """
    rounds = tournament.published if after is None else min(after, tournament.published)
    return _cards(tournament, rounds, by=None, for_rating=for_rating)


def pairing_cards(tournament: Tournament, round: int) -> dict[PairingNumber, Card]:
    """Cards as the pairing of `round` sees them: `round - 1` lines each."""
    return _cards(tournament, round - 1, by=round, for_rating=False)


def scores_before(tournament: Tournament, round: int) -> ScoresBefore:
    """Half-points before `round` as its pairing saw them; nobody without points is listed."""
    return dict(next(islice(_scores_when_paired(tournament, round), round - 1, None)))


def pairing_task(tournament: Tournament, round: int) -> PairingTask:
    """The task for the engine of the tournament."""
    numbers = numbers_of(tournament)
    holding = [group for group, rounds in tournament.prohibited if rounds.covers(round)]
    groups = [[numbers[p] for p in group if p in numbers] for group in holding]
    return PairingTask(
        cards=pairing_cards(tournament, round),
        round=round,
        rounds=tournament.regulations.rounds,
        initial_colour=tournament.initial_colour or Colour.WHITE,
        forbidden=frozenset(frozenset((a, b)) for g in groups for a in g for b in g if a < b),
        scoring=tournament.regulations.round_scoring,
        virtual=accelerated(tournament),
        colour_run=tournament.regulations.swiss.colour_run,
        maxi=tournament.regulations.maxi.declared,
    )


def accelerated(tournament: Tournament) -> VirtualByRound:
    """Virtual points by the numbers in force; nothing without acceleration (C.04.7 of 2026).

    Whoever was the last of the upper group in round 1 stays it, whatever their number becomes.
    """
    laws = tournament.regulations
    if laws.acceleration is not Acceleration.BAKU:
        return {}
    order = tournament.rounds[0].numbers if tournament.published else tournament.numbers
    last = last_of_upper_group(order, {id for id in order if tournament.present(id, 1)})
    return virtual_points(tournament.numbers, last, baku_points(laws.rounds, laws.round_scoring))


def _cards(t: Tournament, rounds: int, by: int | None, for_rating: bool) -> dict[PairingNumber, Card]:
    numbers = numbers_of(t)
    void = frozenset() if for_rating else annulled(t)
    lines: dict[EntrantId, list[CardLine]] = {player: [] for player in numbers}
    for round, scores in zip(t.rounds[:rounds], _scores_when_paired(t, rounds), strict=True):
        written = _lines(t, round, numbers, scores, by, for_rating)
        if void:
            _annul(written, round, void)
        for player, mine in lines.items():
            mine.append(written[player])
    ratings, entrants, carried = t.report_ratings if for_rating else {}, t.entrants, t.carried
    return {
        number: _card(t, rounds + 1, entrants[id], number, ratings, tuple(lines[id]), carried.get(id, 0))
        for id, number in numbers.items()
    }


def _leave(t: Tournament, id: EntrantId, round: int) -> Code | None:
    """The bye that somebody who has not withdrawn asked for; None where it is worth nothing."""
    bye = t.byes.get((round, id))
    asked = bye is not None and bye is not Bye.ZERO and not t.away(id, round)
    return bye.code if bye is not None and asked else None


def _annul(lines: dict[EntrantId, CardLine], round: Round, void: frozenset[EntrantId]) -> None:
    """As far as the table goes, nobody who met one of these played in this round."""
    for first, *_ in round.matches.values():
        if first.white in void or first.black in void:
            for entrant in (first.white, first.black):
                lines[entrant] = CardLine(Code.ZERO_BYE, lines[entrant].adjusted, adjusted=lines[entrant].adjusted)


def _card(
    t: Tournament,
    next: int,
    entrant: Player | Team,
    number: PairingNumber,
    ratings: Mapping[EntrantId, int],
    lines: tuple[CardLine, ...],
    carried: int,
) -> Card:
    """Before the round `next`; `ratings` are those that differ."""
    present, leave = t.present(entrant.id, next), _leave(t, entrant.id, next)
    if isinstance(entrant, Team):
        return Card(number, entrant.name, lines=lines, present=present, carried=carried, leave=leave)
    rating = ratings.get(entrant.id, entrant.rating)
    return Card(number, entrant.name, rating, entrant.title, lines, present, carried, leave)


def _lines(
    t: Tournament, round: Round, numbers: Numbers, scores: ScoresBefore, by: int | None, for_rating: bool
) -> dict[EntrantId, CardLine]:
    """Every player's line of one round."""
    scoring = t.regulations.round_scoring
    points = points_in_table(t.regulations) if by is None else t.regulations.scoring.provisional
    seated = round.seated
    out = {player: _unpaired(t, player, round.number, scoring) for player in numbers if player not in seated}
    for advancing in round.all_byes:
        out[advancing] = CardLine(Code.PAIRING_BYE, scoring.pairing_bye)
    worth = _worth(t, points)
    for match in round.matches.values():
        for player, code, opponent, colour, games in _sides(match, by, for_rating):
            ahead = scores.get(player, 0) - scores.get(opponent, 0)
            out[player] = CardLine(code, worth(code, games), numbers[opponent], colour, ahead, games)
    return _adjusted(t, round.number, out, by) if t.adjustments else out


def _adjusted(t: Tournament, round: int, lines: dict[EntrantId, CardLine], by: int | None) -> dict[EntrantId, CardLine]:
    """With the points that the arbiter gave or took away."""
    for player, line in lines.items():
        if extra := t.adjusted(player, round, by):
            lines[player] = replace(line, points=line.points + extra, adjusted=extra)
    return lines


GameSide = tuple[EntrantId, Code, EntrantId, Colour, tuple[Code, ...]]
"""Entrant, code, opponent, colour in the first game; and the code of each game where a match is several."""


def _sides(match: Match, by: int | None, for_rating: bool) -> tuple[GameSide, GameSide]:
    if len(match) == 1 or not match[1].kind.counts:
        return _sides_of_game(match[0], by, for_rating)
    sides = [_sides_of_game(game, by, for_rating) for game in match if game.kind.counts]
    (one, _, other, colour, _), (_, _, _, opposite, _) = sides[0]
    mine, theirs = (_codes_of(id, sides) for id in (one, other))
    return (one, of_match(mine, theirs), other, colour, mine), (other, of_match(theirs, mine), one, opposite, theirs)


def _sides_of_game(game: Game, by: int | None, for_rating: bool) -> tuple[GameSide, GameSide]:
    seen = game.rating_only if for_rating and game.rating_only else game.seen(by)
    if seen is None:
        white, black, codes = game.white, game.black, (Code.PENDING, Code.PENDING)
    else:
        _, white, black, result = seen
        codes = SIDES[result]
    return (white, codes[0], black, Colour.WHITE, ()), (black, codes[1], white, Colour.BLACK, ())


def _codes_of(entrant: EntrantId, games: Sequence[tuple[GameSide, GameSide]]) -> tuple[Code, ...]:
    """The codes of one entrant in each game of a match."""
    return tuple(code for sides in games for mine, code, *_ in sides if mine == entrant)


Worth = Callable[[Code, Sequence[Code]], int]
"""Half-points, of the code of a match and the codes of its games."""


def _worth(t: Tournament, points: Callable[[Code], int]) -> Worth:
    """Half-points of a match: match points between teams, else the points of its games."""
    table = {code: points(code) for code in Code}
    if t.regulations.entrants is Entrants.TEAMS:
        return lambda code, games: table[code]
    return lambda code, games: sum(table[each] for each in games) if games else table[code]


def _unpaired(t: Tournament, player: EntrantId, round: int, scoring: Scoring) -> CardLine:
    """Byes asked for, withdrawals, late entries: without an opponent and without a float (F.5).

    A rest in a table drawn beforehand is no unplayed round, and worth nothing.
    """
    if t.regulations.from_tables:
        return CardLine(Code.ZERO_BYE, 0)
    code = _leave(t, player, round) or Code.ZERO_BYE
    return CardLine(code, scoring.points(code))


def _scores_when_paired(t: Tournament, rounds: int) -> Iterator[ScoresBefore]:
    """Scores before round 1, 2, ... A correction joins in at the round it counts from (F.7)."""
    worth = _worth(t, t.regulations.scoring.provisional)
    scores: ScoresBefore = defaultdict(int, t.carried)
    joining: dict[int, list[tuple[EntrantId, int]]] = defaultdict(list)
    for (given_in, player), given in t.adjustments.items():
        for points, counts_from in given:
            joining[max(given_in + 1, counts_from)].append((player, points))
    for round in t.rounds[:rounds]:
        for player, change in joining.pop(round.number, ()):
            scores[player] += change
        yield scores
        for player, points in _points_of(t, round, worth):
            scores[player] += points
        for match in round.matches.values():
            for counts_from in _corrected_from(match, round.number + 2):
                joining[counts_from] += _difference(match, worth, counts_from)


def _corrected_from(match: Match, earliest: int) -> set[int]:
    """Rounds from which a game of the match is taken to be something else."""
    return {max(later.counts_from, earliest) for game in match for later in game.versions[1:]}


def _points_of(t: Tournament, round: Round, worth: Worth) -> Iterator[tuple[EntrantId, int]]:
    scoring = t.regulations.round_scoring
    byes = round.all_byes
    for player in byes:
        yield player, scoring.pairing_bye
    seated = round.seated
    for player in t.entrants:
        if player not in seated and player not in byes and (scoring.absence or (round.number, player) in t.byes):
            yield player, _unpaired(t, player, round.number, scoring).points
    for match in round.matches.values():
        for player, code, _, _, games in _sides(match, round.number + 1, for_rating=False):
            yield player, worth(code, games)


def _difference(match: Match, worth: Worth, counts_from: int) -> list[tuple[EntrantId, int]]:
    """The change of each one's score when the versions of `counts_from` take over."""
    before, after = (_sides(match, by, for_rating=False) for by in (counts_from - 1, counts_from))
    return [
        *((player, -worth(code, games)) for player, code, _, _, games in before),
        *((player, worth(code, games)) for player, code, _, _, games in after),
    ]
