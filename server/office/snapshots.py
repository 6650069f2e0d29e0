"""Snapshots by tournament and moment: what pages, feed and screens of one position share."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import field
from typing import NamedTuple
from weakref import WeakKeyDictionary

from domain.games.events import GameKey
from domain.records import dataclass
from domain.tournament import Tournament, replay
from domain.words.players import EntrantId
from projections.moment.snapshot import Snapshot, only_results_since, snapshot
from projections.round.results import for_everybody
from server.office.past import MAX_WAITING_QUESTIONS
from server.office.tournaments import TournamentOffice
from server.turns import Turns

REMEMBERED_MOMENTS = 16


class _Kept(NamedTuple):
    source: Tournament
    made: Snapshot
    games: frozenset[GameKey]
    """Those that everybody may see."""
    revision: int


@dataclass(slots=True)
class Snapshots:
    """The newest snapshot of each tournament in memory, and a few of the past that somebody has asked for."""

    _newest: WeakKeyDictionary[TournamentOffice, _Kept] = field(default_factory=WeakKeyDictionary)
    _at_desk: WeakKeyDictionary[TournamentOffice, _Kept] = field(default_factory=WeakKeyDictionary)
    """With the boards in dispute, of tournaments that have any."""
    _still: WeakKeyDictionary[TournamentOffice, Snapshot] = field(default_factory=WeakKeyDictionary)
    _past: OrderedDict[tuple[str, int, frozenset[EntrantId]], Snapshot] = field(default_factory=OrderedDict)
    archive: Turns = field(default_factory=lambda: Turns(MAX_WAITING_QUESTIONS))
    """Turns of work in a thread."""
    public: Callable[[Tournament], Tournament] = for_everybody
    """The part of a tournament that everybody may see."""

    def now(self, office: TournamentOffice) -> Snapshot:
        """As everybody may see it; made from the one before it, so that a result costs little."""
        return _renewed(self._newest, office, self.public)

    def at_desk(self, office: TournamentOffice) -> Snapshot:
        """The snapshot with the boards in dispute."""
        shared = self.now(office)
        if shared.tournament is office.tournament:
            self._at_desk.pop(office, None)
            return shared
        return _renewed(self._at_desk, office, lambda t: t)

    def forget(self, offices: Iterable[TournamentOffice]) -> None:
        """Empty the snapshots of tournaments that have left memory, which refer to themselves in a circle."""
        for office in offices:
            kept = (self._newest.pop(office, None), self._at_desk.pop(office, None))
            for made in (*(one.made for one in kept if one), self._still.pop(office, None)):
                if made is not None:
                    made.forget()

    async def still(self, office: TournamentOffice) -> Snapshot:
        """The newest moment on a copy that nobody evolves: for long thinking in a thread."""
        known = self._still.get(office)
        if known is None or known.position != office.position:
            known = self._still[office] = await asyncio.to_thread(snapshot, office.tournament.copy())
        return known

    def then(self, office: TournamentOffice, position: int) -> Snapshot:
        """The tournament as it stood at `position`: the journal's beginning, replayed. For a thread, in a turn
        of the archive: of what the loop changes meanwhile it looks only at entries that are written for good.

        Players who have become anonymous since are not named in the past either.
        """
        nameless = office.tournament.anonymous
        key = office.id, position, nameless
        if key not in self._past:
            then = self.public(replay(entry.event for entry in office.entries[:position]))
            self._past[key] = snapshot(then, nameless=nameless)
        self._past.move_to_end(key)
        while len(self._past) > REMEMBERED_MOMENTS:
            self._past.popitem(last=False)
        return self._past[key]


def _renewed(
    kept: WeakKeyDictionary[TournamentOffice, _Kept],
    office: TournamentOffice,
    shown: Callable[[Tournament], Tournament],
) -> Snapshot:
    """A tournament that was shown whole is still shown whole after a result, which disputes nothing."""
    known, now = kept.get(office), office.tournament
    earlier = known.made if known is not None and known.source is now else None
    games = office.games.shown()
    keys = known.games if known is not None and known.revision == games.revision else frozenset(games.games)
    if known is None or earlier is None or earlier.position != office.position or keys != known.games:
        same = earlier is not None and earlier.tournament is now and only_results_since(now, earlier.position)
        earlier = snapshot(now if same else shown(now), earlier)
        earlier.sent = games.tags_by_round()
    if known is None or known.made is not earlier or known.revision != games.revision:
        kept[office] = _Kept(now, earlier, keys, games.revision)
    return earlier
