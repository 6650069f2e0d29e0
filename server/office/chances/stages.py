"""A later stage of a festival played out from its groups, when somebody looks at its page at the desk.

A worker takes short steps, so that the next rounds of tournaments that are played do not wait for it; each makes the
answer better. It belongs to the tournaments as they were; when one of them has moved on, it is thrown away and asked
for again.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import field
from datetime import UTC, datetime
from functools import lru_cache
from random import Random

from domain.festival.events import SectionsLinked
from domain.records import dataclass
from domain.refusals import FileKind, FileTooHeavy, FileTooSlow
from domain.tournament import Tournament
from projections.chances.playing_out import ends_by_lot
from projections.festivals.stages_to_come import LaterStage, StagesFound, StageTally, play_stages_on, stage_to_come
from server.supervisor import Supervisor
from server.workers.pool import Workers

SECONDS_OF_STEP = 0.4
"""Of the processor."""
STEPS_AT_A_STAGE = 8

Versions = tuple[tuple[str, int], ...]


def stages_before(links: Mapping[str, SectionsLinked], into: str) -> Iterator[str]:
    """All tournaments from which somebody may come into this one."""
    for slug in links[into].sources:
        yield slug
        if slug in links:
            yield from stages_before(links, slug)


@lru_cache(maxsize=8)
def tally_so_far(_of: str) -> StageTally:
    """Of the steps that this worker has taken for one answer."""
    return StageTally()


def play_stages(stage: LaterStage, answer: str, step: int, seconds: float) -> StagesFound:
    """The work of a worker: as many runs as there is time for, with those of the steps before."""
    began, tally = time.process_time(), tally_so_far(answer)
    more = iter(lambda: time.process_time() - began < seconds, False)
    seed = f"tablo stages {answer} {step}"
    play_stages_on(tally, stage, ends_by_lot(Random(seed).random), more, seed)
    return StagesFound(datetime.now(UTC), tally.runs, tally.chances(), step + 1 == STEPS_AT_A_STAGE)


@dataclass(slots=True, eq=False)
class StageChancesOffice:
    workers: Workers
    background: Supervisor
    _found: dict[str, tuple[Versions, StagesFound]] = field(default_factory=dict)
    _at_work: set[str] = field(default_factory=set)

    def asked(
        self, into: str, known: Mapping[str, Tournament], links: Mapping[str, SectionsLinked]
    ) -> StagesFound | None:
        """What is known of the stage as its sources are; None = not yet. Raises NotPlayedOut."""
        versions = tuple((slug, t.version) for slug, t in sorted(known.items()))
        before, known_by_now = self._found.get(into, ((), None))
        found = known_by_now if before == versions else None
        if into not in self._at_work and not (found and found.done):
            stage = stage_to_come(known, links, into)
            self._at_work.add(into)
            self.background.begin("stage-chances", lambda: self._find(into, stage, versions))
        return found

    def forget(self, slugs: set[str]) -> None:
        for slug in slugs:
            self._found.pop(slug, None)

    async def _find(self, into: str, stage: LaterStage, versions: Versions) -> None:
        try:
            for step in range(STEPS_AT_A_STAGE):
                arguments = stage, f"{into} {versions}", step, SECONDS_OF_STEP
                found = await self.workers.run(FileKind.CHANCES, into, play_stages, *arguments)
                self._found[into] = versions, found
        except (FileTooHeavy, FileTooSlow):
            """The pool has logged it; whoever looks again asks again."""
        finally:
            self._at_work.discard(into)
