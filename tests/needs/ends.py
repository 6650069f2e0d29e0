"""Small ends of events, and every way in which each can end: by decisions, pairings and tables as at the desk.

Nothing of `projections/chances` is used here. Results are recorded, rounds closed, paired and published by the
decisions; places are those of the standings with all tie-breaks, prizes those of the prize list.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from domain.decisions.players.attendance import grant_bye, withdraw
from domain.decisions.qualifying import ComesFrom
from domain.decisions.rounds.pairing import close_round
from domain.decisions.rounds.results import decide_armageddon, record_result, undecided_armageddons
from domain.events import Prize, PrizesAnnounced
from domain.festival.events import SectionsLinked
from domain.formats import rules_of
from domain.refusals import QualifiersTied
from domain.round import Game
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import numbers_of, table_cards
from domain.words.games import Bye, Code, Result, Scoring
from domain.words.options import KnockoutOptions, McMahonOptions, RoundRobinOptions
from domain.words.players import EntrantId
from domain.words.regulations import Format, Regulations
from domain.words.teams import PrimaryScore
from projections.festivals.qualifiers import coming_from
from projections.moment.chances_found import Aim, AimKind
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot, snapshot
from projections.table.prize_list import prize_list
from projections.table.standings import ranking, standings
from tests import crosstable
from tests.formats import tables
from tests.formats.knockouts import knockout
from tests.team_events import MATCH, team_events

RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
OTHER_SCORINGS = (Scoring(), Scoring(), Scoring(win=6, draw=2, loss=0, pairing_bye=6))
ORDERS = (("F10",), ("BH/C1", "SB"), ("DE", "WIN"))
MOST_ENDINGS = 800


class TooManyEndings(Exception):
    """Nobody waits for them."""


@dataclass(frozen=True, slots=True)
class Ended:
    """What an entrant has at an ending."""

    place: int
    points: int
    """Half-points of the score that comes first in the table."""
    gained: int
    """Half-points of games and pairing byes that the end began without."""
    now: Code | None
    """Of the first game that was open; None: there was none."""
    in_a_row: int
    """Matches won from here before one that was not."""
    reached: tuple[bool | None, ...]
    """In step with the aims; None: equals share the border, so that neither can be said."""


def small_end(seed: str) -> Tournament:
    """An event with few games left. Raises Refusal where there is no legal pairing."""
    dice = Random(seed)
    kinds = (_last_round, _last_round, _round_to_come, _round_robin, _bracket, _teams)
    t = dice.choice(kinds)(dice)
    return replay([_prizes(dice)], t) if not t.regulations.of_teams and dice.random() < 0.5 else t


def _prizes(dice: Random) -> PrizesAnnounced:
    """Some by place and some of categories, now and then with a gap or a cup."""
    prizes = [
        Prize(f"{kind} {place}", dice.choice((0, 100, 500, 500)), kind, place)
        for kind in dice.sample(("", "U1900", "U2000", "R1800-2100"), dice.randint(1, 3))
        for place in range(1, dice.randint(1, 3) + 1)
        if dice.random() < 0.9
    ]
    sharing = dice.choice(("equal", "hort", "none"))
    return PrizesAnnounced(tuple(prizes), sharing, "EUR", dice.random() < 0.5)


def _last_round(dice: Random) -> Tournament:
    """The last round of four to ten players half played."""
    field = dice.randint(4, 10)
    laws = _laws(dice, min(dice.randint(2, 5), (field + 1) // 2))
    return _played(dice, field, laws, laws.rounds, dice.randint(1, min(4, field // 2)))


def _round_to_come(dice: Random) -> Tournament:
    """Another round is still to be paired."""
    field = dice.randint(4, 6)
    laws = _laws(dice, 3)
    return _played(dice, field, laws, 2, dice.randint(0, 2))


def _round_robin(dice: Random) -> Tournament:
    """A table with three to five games open, in one round or in several."""
    options = RoundRobinOptions(one_by_one=dice.random() < 0.5)
    field, to_come = dice.randint(4, 6), dice.randint(0, 1)
    t = tables.published(tables.entered(field, tables.laws(options, order=dice.choice(ORDERS))))
    most, last = dice.randint(3, 5), field - (field % 2 == 0) - to_come * options.one_by_one
    while t.published < last or len(open_games(t)) > most:
        if left := open_games(t):
            round, game = left[0]
            t = replay(record_result(t, round, game.board, dice.choice(RESULTS), None, game=game.number), t)
        else:
            t = tables.published(t)
    return t


def _bracket(dice: Random) -> Tournament:
    """A knock-out or a double elimination, at most two rounds played."""
    double = dice.random() < 0.4
    options = KnockoutOptions(third_place=not double and dice.random() < 0.5)
    format = Format.DOUBLE_ELIMINATION if double else Format.KNOCKOUT
    t = crosstable.published(knockout(dice.randint(3, 5 if double else 9), options, format=format))
    for _ in range(dice.randint(0, 2)):
        t = _with_some(t, dice, RESULTS[::2], left=0)
        t = t if rules_of(t).over(t) else _next_round(t)
    return _with_some(t, dice, RESULTS[::2], left=dice.randint(1, 2))


def _with_some(t: Tournament, dice: Random, results: Sequence[Result], *, left: int) -> Tournament:
    """With results at so many open boards that so many stay."""
    while len(open := open_games(t)) > left:
        round, game = dice.choice(open)
        t = replay(record_result(t, round, game.board, dice.choice(results), None, game=game.number), t)
    return t


def _teams(dice: Random) -> Tournament:
    """The last round of a Swiss of teams, or a table of them, with a few boards open."""
    laws = Regulations(rounds=3, system="team-swiss-2026", scoring=MATCH, ruleset="c07_2026")
    if dice.random() < 0.5:
        laws = replace(laws, teams=replace(laws.teams, primary=PrimaryScore.GAME_POINTS))
    t = replay(team_events(dice.randint(4, 6), [], boards=2, regulations=laws))
    t = crosstable.published(t)
    for _ in range(2):
        t = _next_round(_with_some(t, dice, RESULTS, left=0))
    return _with_some(t, dice, RESULTS, left=dice.randint(1, 4))


def _laws(dice: Random, rounds: int) -> Regulations:
    system = dice.choice(("dutch-1998", "dutch-2026", "mcmahon"))
    mcmahon = McMahonOptions(1900, 100, 0)
    scoring = dice.choice(OTHER_SCORINGS)
    armageddon = dice.randint(1, scoring.win - scoring.draw) if dice.random() < 0.3 else 0
    laws = Regulations(rounds=rounds, system=system, scoring=scoring, order=dice.choice(ORDERS), mcmahon=mcmahon)
    return replace(laws, armageddon=armageddon)


def _ratings(dice: Random, field: int) -> list[int]:
    return sorted((1700 + dice.randrange(500) for _ in range(field)), reverse=True)


def _played(dice: Random, field: int, laws: Regulations, rounds: int, open: int) -> Tournament:
    """After so many rounds, with so many open games in the last; somebody may have left or be away."""
    t = crosstable.entered(_ratings(dice, field), laws)
    for round in range(1, rounds + 1):
        t = crosstable.published(t if round == 1 else replay(close_round(t, round - 1), t))
        boards = list(t.round(round).matches)
        for board in boards[open:] if round == rounds else boards:
            t = replay(record_result(t, round, board, dice.choice(RESULTS), None), t)
        if round < laws.rounds and field > 5 and dice.random() < 0.3:
            somebody = dice.choice(list(t.entrants))
            t = replay(
                withdraw(t, [somebody], round + 1)
                if dice.random() < 0.5
                else grant_bye(t, somebody, round + 1, dice.choice((Bye.HALF, Bye.ZERO))),
                t,
            )
    return t


def open_games(t: Tournament) -> list[tuple[int, Game]]:
    """Of published rounds, in their order."""
    return [(round.number, game) for round in t.rounds[: t.published] for game in round.games if not game.decided]


def endings(t: Tournament) -> list[Tournament]:
    """Every way in which the event can end; results by which two share a point in the usual ways.

    Raises TooManyEndings, and Refusal where a round has no legal pairing.
    """
    found = list[Tournament]()
    for ended in _endings(t):
        found.append(ended)
        if len(found) > MOST_ENDINGS:
            raise TooManyEndings
    return found


def _endings(t: Tournament) -> Iterator[Tournament]:
    left = open_games(t)
    if left:
        round, game = left[0]
        for result in RESULTS[::2] if t.regulations.with_bracket else RESULTS:
            after = t.copy()
            yield from _endings(replay(record_result(after, round, game.board, result, None, game=game.number), after))
    elif waiting := undecided_armageddons(t):
        for result in RESULTS[::2]:
            after = t.copy()
            yield from _endings(replay(decide_armageddon(after, *waiting[0], result), after))
    elif t.published < rules_of(t).rounds(t) and not (t.regulations.with_bracket and rules_of(t).over(t)):
        yield from _endings(_next_round(t.copy()))
    else:
        yield t


def _able(now: Snapshot, person: Person, link: SectionsLinked) -> bool:
    played = sum(line.code.played for line in now.cards[person.number].lines)
    return played >= link.least_games and not now.tournament.away(person.id, now.round)


def _next_round(t: Tournament) -> Tournament:
    if t.regulations.from_tables:
        return tables.published(t)
    return crosstable.published(replay(close_round(t, t.published), t) if t.published else t)


def _reached(now: Snapshot, aim: Aim, link: SectionsLinked) -> Mapping[EntrantId, bool | None]:
    if aim.kind is AimKind.PRIZE:
        prizes = prize_list(now)
        return {row.person.id: True for row in prizes.rows} if prizes else {}
    if aim.kind is AimKind.QUALIFY:
        return _going_on(now, link)
    return {
        row.person.id: True if row.place + row.tied_with - 1 <= aim.places else None
        for row in standings(now).rows
        if 0 < row.place <= aim.places
    }


def _going_on(now: Snapshot, link: SectionsLinked) -> Mapping[EntrantId, bool | None]:
    try:
        coming = coming_from(now, ComesFrom("here", link.places, link.carry, link.least_games))
    except QualifiersTied as tied:
        able = (row for row in standings(now).rows if _able(now, row.person, link))
        return {row.person.id: True if row.place < tied.place else None for row in able if 0 < row.place <= tied.place}
    return {one.origin: True for one in coming.qualifiers}


def ended(began: Tournament, t: Tournament, aims: Sequence[Aim], link: SectionsLinked) -> Mapping[EntrantId, Ended]:
    """Everybody at this ending of an end that began so."""
    now = snapshot(t)
    reached = [_reached(now, aim, link) for aim in aims]
    rows = {row.number: row for row in ranking(now, t.published)}
    cards, number, left = table_cards(t), numbers_of(t), open_games(began)
    known = t.regulations.from_tables or t.regulations.with_bracket
    waiting = [(round, began.round(round).game(board)) for round, board in undecided_armageddons(began)]
    found = {}
    for id in began.numbers:
        row = rows[number[id]]
        lines = cards[number[id]].lines
        open = [round for round, game in left if id in (game.white, game.black)]
        later = [r for r in range(began.published + 1, len(lines) + 1) if began.present(id, r)]
        paired = open + [r for r in later if known and lines[r - 1].opponent is not None]
        gained = sum(lines[round - 1].points for round in {*open, *later})
        gained += sum(lines[round - 1].adjusted for round, game in waiting if id in (game.white, game.black))
        codes = [lines[round - 1].code for round in paired]
        in_a_row = next((at for at, code in enumerate(codes) if code is not Code.WIN), len(codes))
        mine = tuple(one.get(id, False) for one in reached)
        points = int(2 * row.first_score)
        found[id] = Ended(row.place, points, gained, codes[0] if codes else None, in_a_row, mine)
    return found
