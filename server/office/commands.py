"""A command on its way into a stream: what somebody wants, what was decided, and how they hear of it."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from server.journal import AlreadyDone, Entry, JournalTrouble, StaleVersion
from server.notice import ServerNotice, notice

S = TypeVar("S")
E = TypeVar("E")


class Overtaken(JournalTrouble):
    """Somebody else writes to this stream without a pause."""

    @property
    def notice(self) -> ServerNotice:
        return notice("another-program-writes-to-tournament")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a command: the entries it wrote, and where the stream stood then."""

    entries: tuple[Entry, ...]
    position: int


@dataclass(frozen=True, slots=True, eq=False)
class Command(Generic[S, E]):
    """A command, and the future of its answer, if somebody still waits for it."""

    id: str
    by: str
    decide: Callable[[S], list[E]]
    digest: str
    answer: "asyncio.Future[Outcome]"

    def tell(self, outcome: Outcome | BaseException) -> None:
        if self.answer.done():
            return
        if isinstance(outcome, Outcome):
            self.answer.set_result(outcome)
        else:
            self.answer.set_exception(outcome)


@dataclass(slots=True)
class Decided(Generic[S, E]):
    """A command in a commit, and what came of it."""

    command: Command[S, E]
    after: int
    """The version it was decided on, counting the events that commands before it in this commit are to write."""
    follows: str
    """The command among them that `after` counts on; empty = it was decided on what is on the disk."""
    events: Sequence[E] = ()
    outcome: Outcome | BaseException | None = None
    """The answer, valid once the events it was decided on are stored; None = memory reads it from the journal later."""

    @property
    def overtaken(self) -> bool:
        """True if somebody else wrote first, or if this command is stored already and memory has not read it yet."""
        return isinstance(self.outcome, StaleVersion | AlreadyDone)


def decide_command(command: Command[S, E], ahead: S, after: int) -> tuple[Sequence[E], Outcome | Exception]:
    """The events to write, and the answer if there are none."""
    try:
        return command.decide(ahead), Outcome((), after)
    except Exception as refusal:  # noqa: BLE001 whoever asked gets it, whatever it is
        return (), refusal
