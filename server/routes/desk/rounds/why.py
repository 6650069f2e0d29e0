"""The account of a round in sentences, and the answer to "why not X against Y?"."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.cards.card import Pair
from domain.decisions.rounds.why import Reasons, reasons
from domain.formats import rules_of
from domain.formats.brackets import Bracketed
from domain.pairing.swiss.account import Unsatisfied
from domain.pairing.system import InBracket, Step
from domain.records import dataclass
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.games import Colour
from domain.words.players import EntrantId, PairingNumber, numbers_in_order
from projections.playoff.bracket import bracket_reasons
from server.office.tournaments import TournamentOffice
from server.routes.desk.rows import get
from server.routes.desk.typed import typed_player
from server.routes.desk.visit import Visit
from web.wording import Language
from web.wording.pairing import step_in_words
from web.wording.pairing.told import Label, StepInWords
from web.wording.refusals import sentence


@dataclass(frozen=True, slots=True)
class SeatWhy:
    """A player as the engine saw them."""

    number: PairingNumber
    name: str
    points: int
    had: tuple[Colour, ...]
    """The colours of the games played, first round first."""


@dataclass(frozen=True, slots=True)
class BoardWhy:
    board: int
    pair: Pair
    white: SeatWhy
    black: SeatWhy
    sentence: str = ""
    """Empty: the engine did not make this board."""
    bracket: int = 0
    """0: the system has none."""
    colours_by: str = ""
    """The article that gave the colours."""
    not_met: tuple[str, ...] = ()
    """Criteria that this board could not satisfy."""


@dataclass(frozen=True, slots=True)
class Story:
    way: tuple[StepInWords, ...]
    """The steps of the pairing; empty if nothing legal was found."""
    boards: tuple[BoardWhy, ...]
    bye: str

    @property
    def times_not_met(self) -> Mapping[str, int]:
        """The boards that do not meet an article, by article."""
        return Counter(article for board in self.boards for article in board.not_met)


async def show_why(visit: Visit, office: TournamentOffice) -> Response:
    """Worked out in a thread, from the journal as it stood when the round was paired."""
    t, round = office.tournament, visit.number("round")
    if not 1 <= round <= t.paired:
        raise HTTPException(404)
    paired = t.round(round)
    if t.regulations.is_arena:
        raise HTTPException(404)
    if t.regulations.from_tables:
        number = {id: place for place, id in enumerate(paired.numbers, 1)}
        return visit.page("desk/why_table.html", paired=paired, number=number)
    rules = rules_of(t)
    if isinstance(rules, Bracketed):
        matches = bracket_reasons(t, rules, visit.snapshot.people, round)
        return visit.page("desk/why_bracket.html", paired=paired, matches=matches)
    about, wrong = _asked(visit, paired.numbers)
    found = await asyncio.to_thread(reasons, t.copy(), round, about)
    label = labels(t, found.numbers)
    return visit.page(
        "desk/why.html",
        paired=paired,
        found=found,
        story=story(found, label, {id: one.name for id, one in t.entrants.items()}, visit.words),
        label=label,
        numbered=[(n, t.entrants[id].name) for n, id in enumerate(paired.numbers, 1)],
        asked=about or (visit.asked("a"), visit.asked("b")),
        answer=_said(found, found.answer, label, visit.words).sentence if found.answer else wrong,
    )


def _asked(visit: Visit, numbers: Sequence[EntrantId]) -> tuple[tuple[PairingNumber, PairingNumber] | None, str]:
    """The two who are asked about, by the numbers of the round; or what is wrong with the question, if there is one."""
    asked = [visit.asked(name).strip() for name in ("a", "b")]
    if not any(asked):
        return None, ""
    t, number = visit.at.tournament, numbers_in_order(numbers)
    try:
        a, b = (number.get(typed_player(t, typed, numbers)) for typed in asked)
    except BadField as bad:
        return None, sentence(bad, t, visit.words)
    if a and b and a != b:
        return (a, b), ""
    return None, visit.words.gettext("Choose two different players of this tournament.")


def labels(t: Tournament, numbers: tuple[EntrantId, ...]) -> Label:
    return lambda n: f"{n}\N{NO-BREAK SPACE}{t.entrants[numbers[n - 1]].name}"


def _said(found: Reasons, step: Step, label: Label, words: Language) -> StepInWords:
    return step_in_words(found.system, step, label, words, found.colour_run)


def _seats(found: Reasons, names: Mapping[EntrantId, str]) -> Callable[[PairingNumber], SeatWhy]:
    def seat(number: PairingNumber) -> SeatWhy:
        name, card = names[found.numbers[number - 1]], found.cards.get(number)
        if card is None:
            return SeatWhy(number, name, 0, ())
        had = tuple(line.played_colour for line in card.lines if line.played_colour)
        return SeatWhy(number, name, card.score, had)

    return seat


def story(found: Reasons, label: Label, names: Mapping[EntrantId, str], words: Language) -> Story:
    """The account in words, and what it says to the boards that the round has."""
    seat = _seats(found, names)
    if found.account is None:
        unmade = (BoardWhy(board, pair, seat(pair.white), seat(pair.black)) for board, pair in found.boards)
        return Story((), tuple(unmade), "")

    def said(step: Step) -> StepInWords:
        return _said(found, step, label, words)

    by_pair = dict(found.account.boards)

    def why(board: int, pair: Pair) -> BoardWhy:
        step, sides = by_pair.get(pair), (seat(pair.white), seat(pair.black))
        if step is None:
            return BoardWhy(board, pair, *sides)
        step = step.at_board(board)
        bracket = step.facts.bracket if isinstance(step.facts, InBracket) else 0
        not_met = [one.article.number for one in step.children if one.article and isinstance(one.facts, Unsatisfied)]
        colours_by = step.article.number if step.article else ""
        return BoardWhy(board, pair, *sides, said(step).sentence, bracket, colours_by, tuple(not_met))

    boards = tuple(why(board, pair) for board, pair in found.boards)
    bye = said(found.account.bye[1]).sentence if found.account.bye else ""
    return Story(tuple(map(said, found.account.way)), boards, bye)


routes: Sequence[BaseRoute] = (get("/rounds/{round:int}/why", show_why),)
