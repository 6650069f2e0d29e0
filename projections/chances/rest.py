"""The rest of an event at some moment: open games, rounds to come and their course, as a run by lot begins with them.

It is read from the cards as the next pairing sees them. It knows who has withdrawn and which byes are asked for; it
knows no late entry, no forfeit and no absence that nobody has announced.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations_with_replacement

from domain.cards.card import CardLine, Cards, Pair, PairingTask, RoundPairing
from domain.cards.counting import Codes, Counting, counting
from domain.decisions.rounds.pairing import pair_round
from domain.decisions.rounds.results import undecided_armageddons
from domain.festival.events import SectionsLinked
from domain.formats import rules_of
from domain.formats.brackets import Bracketed
from domain.formats.contract import Seating
from domain.ranking.tiebreaks import Context, Tiebreak
from domain.records import dataclass
from domain.refusals import Refusal
from domain.tournament import Tournament
from domain.tournament_cards.cards import (
    annulled,
    avoided_in,
    leave_in,
    numbers_of,
    pairing_task,
    prohibited_in,
    table_cards,
)
from domain.tournament_cards.lineups import expected_lineup, lineup
from domain.words.games import SIDES, Code, Result
from domain.words.players import EntrantId, PairingNumber, PlayerId
from domain.words.regulations import Regulations
from projections.chances.aims import AimsOfEvent, aims_of_event
from projections.chances.brackets import by_bracket
from projections.chances.by_playoff import by_playoff
from projections.chances.courses import BySystem, ByTable, Course, OpenMatch
from projections.chances.form import KnownForm, Ratings, form_of
from projections.round.reprojection import branch
from projections.table.standings import context_of, order_of

Away = Mapping[int, Mapping[PairingNumber, Code | None]]
PairsApart = frozenset[frozenset[PairingNumber]]

DRAWN_GAME = (Code.DRAW,)
SCORES = {Result.WHITE_WINS: 1.0, Result.DRAW: 0.5, Result.BLACK_WINS: 0.0}
WAYS_OF_A_GAME = tuple(SIDES[result] for result in SCORES)


class NotPlayedOut(Exception):
    """An event whose rest is not played out."""

    def __init__(self, why: Refusal | None = None) -> None:
        super().__init__(why)
        self.why = why
        """The reason that its first round cannot be paired now; None: nobody works at it."""


@dataclass(frozen=True, slots=True)
class RestOfEvent:
    """An event at the moment from which its rest is played out."""

    ids: tuple[EntrantId, ...]
    """In the order of the pairing numbers."""
    laws: Regulations
    task: PairingTask
    """Of the next round; its cards are replaced as the run goes on."""
    table: Cards
    """The cards of the table, where a correction counts that no pairing sees yet; without one those of the task."""
    open: tuple[OpenMatch, ...]
    """Drawn games whose Armageddon is still to be decided are among them."""
    away: Away
    """By round: those who are not paired, and the bye they asked for."""
    apart: Mapping[int, tuple[PairsApart, PairsApart]]
    """By round: pairs that are forbidden, and those that are to be avoided."""
    known: Mapping[int, RoundPairing]
    """Pairings that no result can change: those of tables."""
    course: Course
    strength: Mapping[PairingNumber, Ratings]
    """Of the players whom somebody sends to the games of a match."""
    form: KnownForm
    """How much stronger or weaker than that they may be."""
    lineups: Mapping[tuple[int, PairingNumber], Ratings]
    """By round, where it is known already who sits at the boards of a team."""
    context: Context
    order: tuple[Tiebreak, ...]
    aims: AimsOfEvent

    @property
    def games(self) -> int:
        """Of a match."""
        return self.laws.match_games

    @property
    def rounds_to_pair(self) -> range:
        return range(self.task.round, self.task.rounds + 1)

    @property
    def over(self) -> bool:
        return self.course.over(not self.open and not self.rounds_to_pair)

    @property
    def of_match(self) -> tuple[tuple[int, int], ...]:
        """Half-points of both, in the score that ranks, with which a match that is still to be paired can end."""
        return self._worth((Code.PENDING,) * self.games, (Code.PENDING,) * self.games)

    def outcomes(self, round: int, pair: Pair) -> tuple[tuple[int, int], ...]:
        """The same of an open match, whose decided games stay; of an Armageddon alone what it adds."""
        one, other = (self.table[number].lines[round - 1] for number in (pair.white, pair.black))
        ends = self._worth(codes_of(one), codes_of(other))
        if one.code.open:
            return ends
        mine, theirs = min(mine for mine, _ in ends), min(theirs for _, theirs in ends)
        return tuple((white - mine, black - theirs) for white, black in ends)

    def of_bye(self, code: Code) -> int:
        return counted_by(self.laws).of_bye(code).points

    def _worth(self, mine: Codes, theirs: Codes) -> tuple[tuple[int, int], ...]:
        count, left = counted_by(self.laws), sum(code.open for code in mine)
        found = set[tuple[int, int]]()
        for ends in combinations_with_replacement(WAYS_OF_A_GAME, left):
            one, other = with_ends(mine, [way[0] for way in ends]), with_ends(theirs, [way[1] for way in ends])
            white, black = count.of_match(one, other).points, count.of_match(other, one).points
            found.add((white, black))
            if (more := self.laws.armageddon) and one == other == DRAWN_GAME:
                found |= {(white + more, black), (white, black + more)}
        return tuple(sorted(found))


@lru_cache(maxsize=16)
def counted_by(laws: Regulations) -> Counting:
    return counting(laws, adjourned_drawn=False)


def codes_of(line: CardLine) -> Codes:
    return line.games or (line.code,)


def with_ends(codes: Codes, results: Sequence[Code]) -> Codes:
    """The codes with a result for each open game, in their order."""
    left = iter(results)
    return tuple([next(left) if code.open else code for code in codes])


def rest_of_event(t: Tournament, links: Iterable[SectionsLinked] = (), *, without_lots: bool = False) -> RestOfEvent:
    """The rest of an event that has a field. Raises NotPlayedOut.

    `links` are those that take entrants from it. `without_lots`: no game will be drawn by lot, so that nobody's form
    has to be known.
    """
    laws, rules, first = t.regulations, rules_of(t), t.published + 1
    if laws.is_arena:
        raise NotPlayedOut
    if not t.numbers:
        t = _with_numbers(t)
    last = t.published if laws.is_playoff else rules.rounds(t)
    rounds = range(first, last + 1)
    number, task = numbers_of(t), replace(pairing_task(t, first), rounds=last)
    away = {r: {number[id]: leave_in(t, id, r) for id in t.numbers if not t.present(id, r)} for r in rounds}
    seatings = {r: rules.pair(t, r) for r in rounds} if laws.from_tables else {}
    known = {round: _seated(t, seating) for round, seating in seatings.items()}
    course = _course(t, away, known)
    open = (*course.open_matches(task.cards), *_armageddons_to_come(t))
    strength = {number: _strength(t, id) for id, number in number.items()}
    table = table_cards(t)
    return RestOfEvent(
        ids=t.numbers,
        laws=laws,
        task=task,
        table=task.cards if table == task.cards else table,
        open=open,
        away=away,
        apart={r: (prohibited_in(t, r), avoided_in(t, r)) for r in rounds},
        known=known,
        course=course,
        strength=strength,
        form={} if without_lots else form_of(strength, task.cards, laws.of_teams),
        lineups=dict(_lineups(t, seatings, open)) if laws.of_teams else {},
        context=context_of(t),
        order=order_of(t),
        aims=aims_of_event(t, links),
    )


def _course(t: Tournament, away: Away, known: Mapping[int, RoundPairing]) -> Course:
    rules = rules_of(t)
    if t.regulations.is_playoff:
        return by_playoff(t)
    if isinstance(rules, Bracketed):
        return by_bracket(t, rules, away)
    return BySystem(t.regulations) if t.regulations.paired_by_system else ByTable(known)


def _lineups(
    t: Tournament, seatings: Mapping[int, Seating], open: Sequence[OpenMatch]
) -> Iterator[tuple[tuple[int, PairingNumber], Ratings]]:
    """Those that everybody may see of matches being played, and those that a table asks for."""
    number = numbers_of(t)
    for round, seating in seatings.items():
        for team, players in seating.lineups:
            yield (round, number[team]), _ratings(t, players)
    for round, pair in open:
        for one in (pair.white, pair.black):
            yield (round, one), _ratings(t, lineup(t, round, t.numbers[one - 1]))


def _with_numbers(t: Tournament) -> Tournament:
    """The event as it begins if its first round is paired now."""
    try:
        return branch(t, pair_round(t))
    except Refusal as why:
        raise NotPlayedOut(why) from None


def _strength(t: Tournament, id: EntrantId) -> Ratings:
    if t.regulations.of_teams:
        return _ratings(t, expected_lineup(t, id))
    return (t.players[PlayerId(id)].rating,) * t.regulations.match_games


def _ratings(t: Tournament, players: Sequence[PlayerId]) -> Ratings:
    """The ratings of a lineup, board by board; nobody sits where it is too short."""
    there = [t.players[id].rating if id else None for id in players]
    return (*there, *[None] * (t.regulations.match_games - len(there)))


def _armageddons_to_come(t: Tournament) -> Iterator[OpenMatch]:
    number = numbers_of(t)
    for round, board in undecided_armageddons(t):
        game = t.round(round).game(board)
        yield round, Pair(number[game.white], number[game.black])


def _seated(t: Tournament, seating: Seating) -> RoundPairing:
    """The boards of a table, without those of leavers whose games count for nobody."""
    number, void = numbers_of(t), annulled(t)
    boards = (board for board in seating.boards if board.white not in void and board.black not in void)
    return RoundPairing(tuple(Pair(number[board.white], number[board.black]) for board in boards))
