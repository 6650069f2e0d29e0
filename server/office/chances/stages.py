"""A later stage of a festival played out from its groups, when somebody looks at its page at the desk.

A worker takes short steps, so that the next rounds of tournaments that are played do not wait for it; each makes the
answer better. It belongs to the tournaments as they were; when one of them has moved on, it is shown with its time
until the first step of the next one is done.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from datetime import UTC, datetime
from functools import lru_cache
from random import Random
from typing import NamedTuple

from domain.festival.events import SectionsLinked
from domain.records import dataclass
from domain.refusals import FileKind, FileTooHeavy, FileTooSlow
from domain.tournament import Tournament
from projections.chances.lots import EndsByLot
from projections.festivals.stages_to_come import LaterStage, StagesFound, StageTally, play_stages_on, stage_to_come
from projections.moment.snapshot import Snapshot
from server.supervisor import Supervisor
from server.workers.pool import Workers

SECONDS_OF_STEP = 0.4
"""Of the processor."""
STEPS_AT_A_STAGE = 8

MadeFrom = tuple[tuple[tuple[str, int], ...], tuple[tuple[str, SectionsLinked], ...]]
"""The versions of all tournaments, and the links between them."""


class StageAnswer(NamedTuple):
    found: StagesFound | None
    """None = nothing yet."""
    working: bool
    """A better one, or one after newer results, is on its way."""


def stages_before(links: Mapping[str, SectionsLinked], into: str) -> Iterator[str]:
    """All tournaments from which somebody may come into this one."""
    for slug in links[into].sources:
        yield slug
        if slug in links:
            yield from stages_before(links, slug)


def stages_shown(
    links: Mapping[str, SectionsLinked], into: str, snapshots: Callable[[str], Snapshot | None]
) -> Mapping[str, Snapshot] | None:
    """The stage and those before it; None where one of them shows nobody what comes next."""
    slugs = {into, *stages_before(links, into)}
    found = {slug: at for slug in slugs if (at := snapshots(slug)) is not None}
    return found if found.keys() == slugs and all(at.chances for at in found.values()) else None


@lru_cache(maxsize=8)
def tally_so_far(_of: str) -> StageTally:
    """Of the steps that this worker has taken for one answer."""
    return StageTally()


def play_stages(stage: LaterStage, answer: str, step: int, seconds: float) -> StagesFound:
    """The work of a worker: as many runs as there is time for, with those of the steps before."""
    began, tally = time.process_time(), tally_so_far(answer)
    more = iter(lambda: time.process_time() - began < seconds, False)
    seed = f"tablo stages {answer} {step}"
    play_stages_on(tally, stage, EndsByLot(Random(seed).random), more, seed)
    return StagesFound(datetime.now(UTC), tally.runs, tally.chances(), step + 1 == STEPS_AT_A_STAGE)


@dataclass(slots=True, eq=False)
class StageChancesOffice:
    workers: Workers
    background: Supervisor
    told: Callable[[str], object]
    """(stage): there is an answer, or a better one."""
    pace: float = 1.0
    """The seconds of the processor that are given, as a share of the usual ones."""
    steps: int = 0
    """Grows with each answer to anybody."""
    _found: dict[str, tuple[MadeFrom, StagesFound]] = field(default_factory=dict)
    _at_work: set[str] = field(default_factory=set)

    def asked(self, into: str, known: Mapping[str, Tournament], links: Mapping[str, SectionsLinked]) -> StageAnswer:
        """What is known of it, from its sources as they are or as they were a moment ago. Raises NotPlayedOut."""
        linked = tuple((slug, links[slug]) for slug in sorted(known) if slug in links)
        made_from: MadeFrom = tuple((slug, t.version) for slug, t in sorted(known.items())), linked
        before, found = self._found.get(into, (((), ()), None))
        if before == made_from and found and found.done:
            return StageAnswer(found, working=False)
        if into not in self._at_work:
            stage = stage_to_come(known, links, into)
            self._at_work.add(into)
            self.background.begin("stage-chances", lambda: self._find(into, stage, made_from))
        return StageAnswer(found if before[1] == linked else None, working=True)

    def forget(self, slugs: set[str]) -> None:
        for slug in slugs:
            self._found.pop(slug, None)

    async def _find(self, into: str, stage: LaterStage, made_from: MadeFrom) -> None:
        try:
            for step in range(STEPS_AT_A_STAGE):
                arguments = stage, f"{into} {made_from}", step, self.pace * SECONDS_OF_STEP
                found = await self.workers.run(FileKind.CHANCES, into, play_stages, *arguments)
                self._found[into] = made_from, found
                self.steps += 1
                self.told(into)
        except (FileTooHeavy, FileTooSlow):
            """The pool has logged it; whoever looks again asks again."""
        finally:
            self._at_work.discard(into)
