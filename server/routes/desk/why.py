"""Why a round is paired as it is: the whole story in sentences, and the answer to "why not X against Y?"."""

import asyncio
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.responses import Response

from domain.cards.card import Pair
from domain.decisions.why import Reasons, reasons
from domain.tournament import Tournament
from domain.words.entrants import EntrantId
from server.office.tournaments import TournamentOffice
from server.routes.desk.visit import Visit
from server.routes.forms import small
from web.wording.pairing.dutch_1998 import Label, explained, why_not


@dataclass(frozen=True, slots=True)
class BoardWhy:
    """A board that the round has, and what the engine says to it."""

    board: int
    pair: Pair
    sentence: str
    """Empty: the engine did not make this board."""


@dataclass(frozen=True, slots=True)
class Story:
    """The engine's sentences in the order of the page."""

    brackets: tuple[tuple[str, ...], ...]
    """Of each bracket its heading and what follows."""
    boards: tuple[BoardWhy, ...]
    bye: str


async def show(visit: Visit, office: TournamentOffice) -> Response:
    """Worked out in a thread, from the journal as it stood when the round was paired."""
    t, round = office.tournament, visit.number("round")
    if not 1 <= round <= t.paired:
        raise HTTPException(404)
    paired = t.round(round)
    about = _asked(visit, len(paired.numbers))
    found = await asyncio.to_thread(reasons, t.copy(), round, about)
    label = labels(t, found.numbers)
    return visit.page(
        "desk/why.html",
        t=t,
        paired=paired,
        found=found,
        story=story(found, label),
        label=label,
        about=about or (0, 0),
        answer=why_not(found.answer, label) if found.answer else "",
    )


def _asked(visit: Visit, highest: int) -> tuple[int, int] | None:
    """Two different pairing numbers of the address, or None."""
    a, b = small(visit.asked("a")), small(visit.asked("b"))
    return (a, b) if a != b and 1 <= a <= highest and 1 <= b <= highest else None


def labels(t: Tournament, numbers: tuple[EntrantId, ...]) -> Label:
    """Number and name."""
    return lambda n: f"{n}\N{NO-BREAK SPACE}{t.players[numbers[n - 1]].name}"


def story(found: Reasons, label: Label) -> Story:
    """The sentences of `explained`, each where it belongs: brackets, then boards, then the bye."""
    told = found.explanation
    if told is None:
        return Story((), tuple(BoardWhy(board, pair, "") for board, pair in found.boards), "")
    lines = explained(told, label)
    bye = lines.pop() if told.bye is not None else ""
    first = len(lines) - len(told.boards)
    by_pair = {Pair(b.white, b.black): line for b, line in zip(told.boards, lines[first:], strict=True)}
    boards = tuple(BoardWhy(board, pair, by_pair.get(pair, "")) for board, pair in found.boards)
    return Story(_brackets(lines[:first]), boards, bye)


def _brackets(lines: list[str]) -> tuple[tuple[str, ...], ...]:
    """An indented line belongs to the heading above it."""
    groups: list[list[str]] = []
    for line in lines:
        if line.startswith(" ") and groups:
            groups[-1].append(line.strip())
        else:
            groups.append([line])
    return tuple(tuple(group) for group in groups)
