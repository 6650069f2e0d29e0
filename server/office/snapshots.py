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
from domain.words.players import EntrantId
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
class Snapshots:
    """The newest snapshot of each tournament in memory, and a few of the past that somebody has asked for."""

    _newest: WeakKeyDictionary[TournamentOffice, _Kept] = field(default_factory=WeakKeyDictionary)
    _at_desk: WeakKeyDictionary[TournamentOffice, _Kept] = field(default_factory=WeakKeyDictionary)
    """With the boards in dispute, of tournaments that have any."""
    _cut: WeakKeyDictionary[TournamentOffice, _Kept] = field(default_factory=WeakKeyDictionary)
    """Without the results that are withheld, of tournaments that have any."""
    _withheld: WeakKeyDictionary[TournamentOffice, Withheld] = field(default_factory=WeakKeyDictionary)
    """As they were asked for last, on the loop."""
    _still: WeakKeyDictionary[TournamentOffice, Snapshot] = field(default_factory=WeakKeyDictionary)
    _still_shown: WeakKeyDictionary[TournamentOffice, tuple[Snapshot, Withheld]] = field(
        default_factory=WeakKeyDictionary
    )
    _past: OrderedDict[tuple[str, int, frozenset[EntrantId], Withheld], Snapshot] = field(default_factory=OrderedDict)
    archive: Turns = field(default_factory=lambda: Turns(MAX_WAITING_QUESTIONS))
    """Turns of work in a thread."""
    public: Callable[[Tournament, Withheld], Tournament] = for_everybody
    """The part of a tournament that everybody may see."""
    results_withheld: Callable[[TournamentOffice], Withheld] = nothing_withheld
    """The games whose end everybody sees later, as the clock stands now."""
    chances: Callable[[TournamentOffice], ChancesFound | None] = no_chances
    """The chances that everybody may see."""
    chances_at_desk: Callable[[TournamentOffice], ChancesFound | None] = no_chances

    def withheld(self, office: TournamentOffice) -> Withheld:
        found = self._withheld[office] = self.results_withheld(office)
        return found

    def hidden(self, office: TournamentOffice) -> Withheld | None:
        """What is withheld from everybody; None: they see every result that the desk sees."""
        withheld = self.withheld(office)
        return withheld if withheld or disputed(office.tournament) else None

    def now(self, office: TournamentOffice) -> Snapshot:
        """As everybody may see it; made from the one before it, so that a result costs little."""
        withheld = self.results_withheld(office)
        if not withheld:
            if self._cut:
                self._cut.pop(office, None)
            return self.in_hall(office)
        return self._with_chances(office, _renewed(self._cut, office, lambda t: self.public(t, withheld), withheld))

    def in_hall(self, office: TournamentOffice) -> Snapshot:
        """With the results that are withheld from everybody else, for those who see the boards anyway."""
        made = _renewed(self._newest, office, lambda t: self.public(t, NOTHING_WITHHELD))
        return self._with_chances(office, made)

    def _with_chances(self, office: TournamentOffice, made: Snapshot) -> Snapshot:
        """They come later than the results that they are of: each time those that are known by then."""
        made.chances = self.chances(office)
        return made

    def at_desk(self, office: TournamentOffice) -> Snapshot:
        """The snapshot with the boards in dispute."""
        shared = self.in_hall(office)
        if shared.tournament is office.tournament:
            self._at_desk.pop(office, None)
            return shared
        return _renewed(self._at_desk, office, lambda t: t)

    def forget(self, offices: Iterable[TournamentOffice]) -> None:
        """Empty the snapshots of tournaments that have left memory, which refer to themselves in a circle."""
        for office in offices:
            kept = [memory.pop(office, None) for memory in (self._newest, self._at_desk, self._cut)]
            still = self._still.pop(office, None), self._still_shown.pop(office, (None,))[0]
            for made in (*(one.made for one in kept if one), *still):
                if made is not None:
                    made.forget()

    async def still(self, office: TournamentOffice) -> Snapshot:
        """The newest moment on a copy that nobody evolves: for long thinking in a thread. With all that the desk
        knows.
        """
        known = self._still.get(office)
        if known is None or known.position != office.position:
            known = self._still[office] = await asyncio.to_thread(snapshot, office.tournament.copy())
        return known

    async def still_shown(self, office: TournamentOffice) -> Snapshot:
        """The newest moment on a copy, as everybody may see it."""
        now, withheld = self.now(office), self.withheld(office)
        known = self._still_shown.get(office)
        if known is None or known[0].position != now.position or known[1] != withheld:
            still = await asyncio.to_thread(snapshot, now.tournament.copy())
            still.sent = now.sent
            known = self._still_shown[office] = still, withheld
        known[0].chances = now.chances
        return known[0]

    def then(self, office: TournamentOffice, position: int) -> Snapshot:
        """The tournament as it stood at `position`: the journal's beginning, replayed. For a thread, in a turn
        of the archive: of what the loop changes meanwhile it looks only at entries that are written for good.

        Players who have become anonymous since are not named in the past either, and what is withheld now was not
        shown then. `withheld` has been asked on the loop before.
        """
        nameless, withheld = office.tournament.anonymous, self._withheld[office]
        key = office.id, position, nameless, withheld
        if key not in self._past:
            then = self.public(replay(entry.event for entry in office.entries[:position]), withheld)
            self._past[key] = snapshot(then, nameless=nameless)
        self._past.move_to_end(key)
        while len(self._past) > REMEMBERED_MOMENTS:
            self._past.popitem(last=False)
        return self._past[key]


def _renewed(
    kept: WeakKeyDictionary[TournamentOffice, _Kept],
    office: TournamentOffice,
    shown: Callable[[Tournament], Tournament],
    withheld: Withheld = NOTHING_WITHHELD,
) -> Snapshot:
    """A tournament that was shown whole is still shown whole after a result, which disputes nothing."""
    known, now, state = kept.get(office), office.tournament, office.games.state
    earlier = known.made if known is not None and known.source is now else None
    same = known is not None and known.revision == state.version and known.withheld == withheld
    if same and earlier is not None and earlier.position == office.position:
        return earlier  # nearly always so: each follower of a player has a view of their own
    games = GamesShown(state.games, state.version)  # which there are, and who plays them: nobody withholds that
    keys = known.games if known is not None and known.revision == games.revision else frozenset(games.games)
    other = known.withheld ^ withheld if known is not None else NOTHING_WITHHELD
    stays = earlier is not None and earlier.position == office.position and not other
    if known is None or earlier is None or not stays or keys != known.games:
        whole = earlier is not None and earlier.tournament is now and only_results_since(now, earlier.position)
        anew = frozenset(round for round, _, _ in other)
        earlier = snapshot(now if whole and not withheld else shown(now), earlier, shown_anew=anew)
        earlier.sent = games.tags_by_round()
    if known is None or known.made is not earlier or known.revision != games.revision:
        kept[office] = _Kept(now, earlier, keys, games.revision, withheld)
    return earlier
