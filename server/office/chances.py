"""What comes next in a tournament, played out by a worker when somebody looks: the hall's process has ready rows alone.

An answer belongs to the version of the tournament that it was asked about. The first comes after a second or two, a
better one follows; when the tournament has moved on meanwhile, both are thrown away and asked for again.
"""

import time
from collections.abc import Callable
from dataclasses import field, replace
from datetime import UTC, datetime
from random import Random

from domain.records import dataclass
from domain.refusals import FileKind, FileTooHeavy, FileTooSlow
from domain.tournament import Tournament
from projections.chances.playing_out import RestOfEvent, ends_by_lot, rest_of_event
from projections.chances.tally import Meetings, Tally, draw_on, play_on
from projections.chances.worked_out import chances, next_round
from projections.moment.chances_found import ChancesFound
from server.supervisor import Supervisor
from server.workers.pool import Workers

FIRST_SECONDS, BETTER_SECONDS = 1.5, 8.0
"""Seconds of a worker for the first answer and for the better one."""
SECONDS_FOR_OPPONENTS = 0.5
"""Of each answer, before the rest of the event is played out."""


def find_chances(rest: RestOfEvent, version: int, seed: str, seconds: float) -> ChancesFound:
    """The work of a worker: as many runs as there is time for."""
    lot, began = ends_by_lot(Random(f"tablo chances {seed} {version}").random), time.monotonic()

    def before(end: float) -> Callable[[], bool]:
        return lambda: time.monotonic() - began < end

    meetings, tally = Meetings(), Tally(tuple(rest.task.cards))
    if rest.rounds_to_pair:
        draw_on(meetings, rest, lot, iter(before(SECONDS_FOR_OPPONENTS), False))
    play_on(tally, rest, lot, iter(before(seconds), False))
    now = datetime.now(UTC)
    return replace(chances(rest, version, now, tally), next_round=next_round(rest, version, now, meetings))


@dataclass(slots=True, eq=False)
class ChancesOffice:
    workers: Workers
    background: Supervisor
    _found: dict[str, ChancesFound] = field(default_factory=dict)
    _better: set[str] = field(default_factory=set)
    _at_work: set[str] = field(default_factory=set)

    def asked(self, slug: str, t: Tournament) -> ChancesFound | None:
        """What is known of the tournament as it is; None = not yet. Raises NotPlayedOut."""
        known = self._found.get(slug)
        current = known is not None and known.version == t.version
        if not (current and slug in self._better) and slug not in self._at_work:
            rest, version, seconds = rest_of_event(t), t.version, BETTER_SECONDS if current else FIRST_SECONDS
            self._at_work.add(slug)
            self.background.begin("chances", lambda: self._find(slug, rest, version, seconds))
        return known if current else None

    def forget(self, slugs: set[str]) -> None:
        for slug in slugs:
            self._found.pop(slug, None)

    async def _find(self, slug: str, rest: RestOfEvent, version: int, seconds: float) -> None:
        try:
            found = await self.workers.run(FileKind.CHANCES, slug, find_chances, rest, version, slug, seconds)
            self._found[slug] = found
            (self._better.add if seconds == BETTER_SECONDS else self._better.discard)(slug)
        except (FileTooHeavy, FileTooSlow):
            """The pool has logged it; whoever looks again asks again."""
        finally:
            self._at_work.discard(slug)
