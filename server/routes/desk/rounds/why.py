"""The account of a round in sentences, and the answer to "why not X against Y?"."""

import asyncio
from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.cards.card import Pair
from domain.decisions.rounds.why import Reasons, reasons
from domain.formats import rules_of
from domain.formats.brackets import Bracketed
from domain.pairing.system import Step
from domain.records import dataclass
from domain.tournament import Tournament
from domain.words.players import EntrantId, PairingNumber
from projections.playoff.bracket import bracket_reasons
from server.office.tournaments import TournamentOffice
from server.routes.desk.rows import get
from server.routes.desk.visit import Visit
from server.routes.forms import small
from web.wording import Language
from web.wording.pairing import step_in_words
from web.wording.pairing.told import Label, StepInWords


@dataclass(frozen=True, slots=True)
class BoardWhy:
    board: int
    pair: Pair
    sentence: str
    """Empty: the engine did not make this board."""


@dataclass(frozen=True, slots=True)
class Story:
    way: tuple[StepInWords, ...]
    """The steps of the pairing; empty if nothing legal was found."""
    boards: tuple[BoardWhy, ...]
    bye: str


async def show_why(visit: Visit, office: TournamentOffice) -> Response:
    """Worked out in a thread, from the journal as it stood when the round was paired."""
    t, round = office.tournament, visit.number("round")
    if not 1 <= round <= t.paired:
        raise HTTPException(404)
    paired = t.round(round)
    if t.regulations.from_tables:
        number = {id: place for place, id in enumerate(paired.numbers, 1)}
        return visit.page("desk/why_table.html", paired=paired, number=number)
    rules = rules_of(t)
    if isinstance(rules, Bracketed):
        matches = bracket_reasons(t, rules, visit.snapshot.people, round)
        return visit.page("desk/why_bracket.html", paired=paired, matches=matches)
    about = _asked(visit, len(paired.numbers))
    found = await asyncio.to_thread(reasons, t.copy(), round, about)
    label = labels(t, found.numbers)
    return visit.page(
        "desk/why.html",
        paired=paired,
        found=found,
        story=story(found, label, visit.words),
        label=label,
        about=about or (0, 0),
        answer=_said(found, found.answer, label, visit.words).sentence if found.answer else "",
    )


def _asked(visit: Visit, highest: int) -> tuple[PairingNumber, PairingNumber] | None:
    a, b = (PairingNumber(small(visit.asked(name))) for name in ("a", "b"))
    return (a, b) if a != b and 1 <= a <= highest and 1 <= b <= highest else None


def labels(t: Tournament, numbers: tuple[EntrantId, ...]) -> Label:
    return lambda n: f"{n}\N{NO-BREAK SPACE}{t.entrants[numbers[n - 1]].name}"


def _said(found: Reasons, step: Step, label: Label, words: Language) -> StepInWords:
    return step_in_words(found.system, step, label, words, found.colour_run)


def story(found: Reasons, label: Label, words: Language) -> Story:
    """The account in words, and what it says to the boards that the round has."""
    if found.account is None:
        return Story((), tuple(BoardWhy(board, pair, "") for board, pair in found.boards), "")

    def said(step: Step) -> StepInWords:
        return _said(found, step, label, words)

    by_pair = {pair: said(step).sentence for pair, step in found.account.boards}
    boards = tuple(BoardWhy(board, pair, by_pair.get(pair, "")) for board, pair in found.boards)
    bye = said(found.account.bye[1]).sentence if found.account.bye else ""
    return Story(tuple(map(said, found.account.way)), boards, bye)


routes: Sequence[BaseRoute] = (get("/rounds/{round:int}/why", show_why),)
