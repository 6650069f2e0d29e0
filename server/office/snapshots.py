"""Snapshots by tournament and moment: what pages, feed and screens of one position share."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import field
from typing import NamedTuple
from weakref import WeakKeyDictionary

from domain.games.events import GameKey
from domain.games.state import GamesShown
from domain.records import dataclass
from domain.tournament import Tournament, replay
from projections.moment.chances_found import ChancesFound
from projections.moment.snapshot import Snapshot, only_results_since, snapshot
from projections.round.results import NOTHING_WITHHELD, Withheld, disputed, for_everybody
from server.office.past import MAX_WAITING_QUESTIONS
from server.office.tournaments import TournamentOffice, nothing_withheld
from server.turns import Turns

REMEMBERED_MOMENTS = 16


def no_chances(_office: TournamentOffice) -> ChancesFound | None:
    """Nothing is worked out."""
    return None


class _Kept(NamedTuple):
    source: Tournament
    made: Snapshot
    games: frozenset[GameKey]
    """Those that everybody may see."""
    revision: int
    withheld: Withheld = NOTHING_WITHHELD


@dataclass(slots=True)
class _Memory:
    """Of a tournament in memory."""

    newest: _Kept | None = None
    at_desk: _Kept | None = None
    """With the boards in dispute, where there are any."""
    cut: _Kept | None = None
    """Without the results that are withheld, where there are any."""
    withheld: Withheld | None = None
    """As it was asked for last, on the loop."""
    still: Snapshot | None = None
    still_shown: Snapshot | None = None
    still_withheld: Withheld = NOTHING_WITHHELD


@dataclass(slots=True)
class Snapshots:
    """The newest snapshot of each tournament in memory, and a few of the past that somebody has asked for."""

    _memories: WeakKeyDictionary[TournamentOffice, _Memory] = field(default_factory=WeakKeyDictionary)
    _past: OrderedDict[tuple[object, ...], Snapshot] = field(default_factory=OrderedDict)
    archive: Turns = field(default_factory=lambda: Turns(MAX_WAITING_QUESTIONS))
    """Turns of work in a thread."""
    public: Callable[[Tournament, Withheld], Tournament] = for_everybody
    """The part of a tournament that everybody may see."""
    results_withheld: Callable[[TournamentOffice], Withheld] = nothing_withheld
    """The games whose end everybody sees later, as the clock stands now."""
    chances: Callable[[TournamentOffice], ChancesFound | None] = no_chances
    """The chances that everybody may see."""
    chances_at_desk: Callable[[TournamentOffice], ChancesFound | None] = no_chances

    def _memory(self, office: TournamentOffice) -> _Memory:
        known = self._memories.get(office)
        if known is None:
            known = self._memories[office] = _Memory()
        return known

    def withheld(self, office: TournamentOffice) -> Withheld:
        found = self._memory(office).withheld = self.results_withheld(office)
        return found

    def hidden(self, office: TournamentOffice) -> Withheld | None:
        """What is withheld from everybody; None: they see every result that the desk sees."""
        withheld = self.withheld(office)
        return withheld if withheld or disputed(office.tournament) else None

    def now(self, office: TournamentOffice) -> Snapshot:
        """As everybody may see it; made from the one before it, so that a result costs little."""
        withheld, memory = self.results_withheld(office), self._memory(office)
        if withheld:
            kept = memory.cut = _renewed(memory.cut, office, self.public, withheld)
        else:
            memory.cut = None
            kept = memory.newest = _renewed(memory.newest, office, self.public)
        return self._with_chances(office, kept.made)

    def in_hall(self, office: TournamentOffice) -> Snapshot:
        """With the results that are withheld from everybody else, for those who see the boards anyway."""
        memory = self._memory(office)
        memory.newest = _renewed(memory.newest, office, self.public)
        return self._with_chances(office, memory.newest.made)

    def _with_chances(self, office: TournamentOffice, made: Snapshot) -> Snapshot:
        """They come later than the results that they are of: each time those that are known by then."""
        made.chances = self.chances(office)
        return made

    def at_desk(self, office: TournamentOffice) -> Snapshot:
        """The snapshot with the boards in dispute."""
        shared, memory = self.in_hall(office), self._memory(office)
        if shared.tournament is office.tournament:
            memory.at_desk = None
            return shared
        memory.at_desk = _renewed(memory.at_desk, office, _all_of_it)
        return memory.at_desk.made

    def forget(self, offices: Iterable[TournamentOffice]) -> None:
        """Empty the snapshots of tournaments that have left memory, which refer to themselves in a circle."""
        for office in offices:
            memory = self._memories.pop(office, None) or _Memory()
            kept = (memory.newest, memory.at_desk, memory.cut)
            for made in (*(one.made for one in kept if one), memory.still, memory.still_shown):
                if made is not None:
                    made.forget()

    async def still(self, office: TournamentOffice) -> Snapshot:
        """The newest moment on a copy that nobody evolves: for long thinking in a thread. With all that the desk
        knows.
        """
        memory = self._memory(office)
        if memory.still is None or memory.still.position != office.position:
            memory.still = await asyncio.to_thread(snapshot, office.tournament.copy())
        return memory.still

    async def still_shown(self, office: TournamentOffice) -> Snapshot:
        """The newest moment on a copy, as everybody may see it."""
        now, withheld, memory = self.now(office), self.withheld(office), self._memory(office)
        known = memory.still_shown
        if known is None or known.position != now.position or memory.still_withheld != withheld:
            known = await asyncio.to_thread(snapshot, now.tournament.copy())
            known.sent = now.sent
            memory.still_shown, memory.still_withheld = known, withheld
        known.chances = now.chances
        return known

    def then(self, office: TournamentOffice, position: int) -> Snapshot:
        """The tournament as it stood at `position`: the journal's beginning, replayed. For a thread, in a turn
        of the archive: of what the loop changes meanwhile it looks only at entries that are written for good.

        Players who have become anonymous since are not named in the past either, and what is withheld now was not
        shown then. `withheld` has been asked on the loop before.
        """
        nameless, withheld = office.tournament.anonymous, self._memories[office].withheld
        assert withheld is not None
        bulletins, photos = office.tournament.bulletins, office.tournament.photos_shown
        key = office.id, position, nameless, withheld, bulletins, photos
        if key not in self._past:
            then = self.public(replay(entry.event for entry in office.entries[:position]), withheld)
            then.bulletins = then.bulletins.as_they_stand(bulletins)
            then.photo_rules, then.photos = photos[0], dict(photos[1])
            self._past[key] = snapshot(then, nameless=nameless)
        self._past.move_to_end(key)
        while len(self._past) > REMEMBERED_MOMENTS:
            self._past.popitem(last=False)
        return self._past[key]


def _all_of_it(tournament: Tournament, _withheld: Withheld) -> Tournament:
    return tournament


def _renewed(
    known: _Kept | None,
    office: TournamentOffice,
    shown: Callable[[Tournament, Withheld], Tournament],
    withheld: Withheld = NOTHING_WITHHELD,
) -> _Kept:
    """A tournament that was shown whole is still shown whole after a result, which disputes nothing."""
    now, state = office.tournament, office.games.state
    earlier = known.made if known is not None and known.source is now else None
    moved = earlier is None or earlier.position != office.position
    if known is not None and not moved and known.revision == state.version and known.withheld == withheld:
        return known  # nearly always so: each follower of a player has a view of their own
    games = GamesShown(state.games, state.version)  # which there are, and who plays them: nobody withholds that
    keys = known.games if known is not None and known.revision == games.revision else frozenset(games.games)
    other = known.withheld ^ withheld if known is not None else NOTHING_WITHHELD
    if known is None or earlier is None or moved or other or keys != known.games:
        whole = earlier is not None and earlier.tournament is now and only_results_since(now, earlier.position)
        anew = frozenset(round for round, _, _ in other)
        earlier = snapshot(now if whole and not withheld else shown(now, withheld), earlier, shown_anew=anew)
        earlier.sent = games.tags_by_round()
    return _Kept(now, earlier, keys, games.revision, withheld)
