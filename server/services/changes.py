"""Everybody who is told of an entry, or of anything else that is seen of a tournament, in one place."""

from collections.abc import Collection, Sequence

from domain import events as e
from domain.records import dataclass
from domain.screens.events import LookSet
from server.journal import Entry
from server.live.topics import ROOTS
from server.office.tournaments import TournamentOffice
from server.services import Services
from web.public.coming import COMING_TOPICS
from web.public.festivals import STAGE_ROOT
from web.public.games import MOVING_WITH_GAMES
from web.public.topics import MOVING_WITH_CHANCES
from web.rendering import RENDERED

RESULTS_ALONE = frozenset({e.ResultRecorded})
LAST_EVENTS = frozenset({e.TournamentClosed, e.EventUndone})
"""Events after which a tournament may be closed."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Everybody who is told of an entry, and nobody is told anywhere else."""

    services: Services

    def tournament(self, id: str, position: int, news: Sequence[Entry]) -> None:
        """Its pages, the catalogue, the festivals and screens that show it, and those who do something about it."""
        told = self.services
        shown = self._showing(id)
        told.hub.changed([f"t/{id}", f"d/{id}", "catalogue", *shown], position)
        kinds = {type(entry.event) for entry in news}
        if e.RoundPublished in kinds or told.copies.failing:
            told.copies.changed(id, news)
        if kinds & LAST_EVENTS:
            told.stages.changed(id)
        if not kinds <= RESULTS_ALONE:
            told.rating_checks.changed(id)
            told.board_addresses.changed(id)
            told.rounds_by_clock.changed(id)
            told.entry_letters.changed(id, position, news)
            if told.fronts.shared:
                told.person_index.changed(id)
        if told.pushing.pusher:
            told.pushing.changed(id, position)
        if told.stewards.state.programs.webhooks:
            told.webhooks.changed(id)
        told.messengers.changed(id)
        told.lichess.changed(id)
        told.chances.changed(id)

    def _showing(self, id: str) -> list[str]:
        """The topics of festivals, organisers and screens that show a tournament."""
        told = self.services
        organisers = told.fronts.topics_of(id) if told.fronts.shared else ()
        return [*told.festivals.topics_of(id), *organisers, *told.screens.changed(id)]

    async def taken(self, id: str) -> None:
        """This process answers for the tournament from now on: it does what the one before it may have left undone."""
        told = self.services
        await told.office.learn(id)
        if id not in told.office:
            return
        office = await told.office.open(id)
        told.rating_checks.changed(id)
        told.board_addresses.changed(id)
        told.rounds_by_clock.changed(id)
        told.webhooks.changed(id)
        told.chances.changed(id)
        await told.messengers.read(id)
        await told.lichess.read(id)
        await told.pushing.taken(office)
        await told.playoffs.follow(office, "")

    def screens_set(self, _stream: str, position: int, news: Sequence[Entry]) -> None:
        """All screens: what they show has been set anew. A page in another language loads itself anew."""
        self.services.hub.changed(self.services.screens.changed(), position)
        looks = [entry.event.name for entry in news if isinstance(entry.event, LookSet)]
        named = self.services.screens.state.by_name
        topics = [topic for name in looks if name in named for topic in self.services.screens.topics(named[name])]
        self.services.hub.reload(topics, "language")

    def festival(self, name: str, position: int, news: Sequence[Entry]) -> None:
        """Its page, all screens, which may show its sections, the heads of its sections' pages, phones and channels."""
        self.services.hub.changed([f"f/{name}", *self.services.screens.changed()], position)
        self.services.ready_pages.clear()
        if news:
            festival = self.services.festivals.festivals.open(name)
            self.services.pushing.festival_changed(festival, news)
            self.services.messengers.festival_changed(festival, news)

    def games(self, slug: str, others: bool) -> None:
        """Followers of the games of a tournament, and the screens that show them; when games come or go all its pages,
        which lead to them. Rows that followers have lead to them from the next entry on: until then they are no news.
        """
        told = self.services
        if others:
            told.ready_pages.clear()
        moving = [f"t/{slug}/{name}" for name in MOVING_WITH_GAMES]
        told.hub.changed([*moving, *told.screens.showing_boards(slug)], told.games.revision(slug))
        told.lichess.changed(slug)
        told.pushing.games_moved(slug)
        if (office := told.office.known(slug)) is not None:
            told.withholding.moved(office)

    def shown_anew(self, office: TournamentOffice, results: bool) -> None:
        """Everybody may see more of a tournament than a moment ago, although nothing has happened in it."""
        told, id = self.services, office.id
        self.games(id, others=False)
        if not results:
            return
        told.ready_pages.forget({office.standing})
        told.office.shown_anew(office)
        shown = self._showing(id)
        told.hub.changed([f"t/{id}", "catalogue", *shown], office.position)
        told.pushing.shown_anew(id, office.position)
        told.chances.changed(id)
        if told.stewards.state.programs.webhooks:
            told.webhooks.changed(id)
        told.messengers.changed(id)
        if told.worker is not None:
            told.worker.tell_again(office)

    def chances_found(self, office: TournamentOffice, chances: bool) -> None:
        """Everybody who follows what comes next; with new chances also the screens. Nothing has happened in it."""
        told, id = self.services, office.id
        told.hub.changed([f"d/{id}/{topic}" for topic in COMING_TOPICS], office.position)
        if told.snapshots.chances(office) is None:
            return
        told.ready_pages.forget({office.standing})
        topics = [f"t/{id}/{name}" for name in MOVING_WITH_CHANCES]
        screens = told.screens.showing_chances(id) if chances else told.screens.showing_next_round(id)
        told.hub.changed([*topics, *screens], office.position)
        if told.worker is not None:
            told.worker.tell_again(office)

    def stage_found(self, into: str) -> None:
        """Everybody who follows who may come into a later stage of a festival."""
        told = self.services
        topics = [f"f/{one.name}/{STAGE_ROOT}/{into}" for one in told.festivals.festivals.of(into)]
        told.hub.changed(topics, told.hub.announced + 1)

    def forgotten(self, offices: Collection[TournamentOffice]) -> None:
        """Tell all that keep something of tournaments that have left memory."""
        slugs = {gone.id for gone in offices}
        self.services.snapshots.forget(offices)
        self.services.pages.forget(slugs)
        self.services.chances.forget(slugs)
        self.services.festivals.forget(slugs)
        self.services.ready_pages.forget({gone.standing for gone in offices})
        RENDERED.forget(slugs)
        if self.services.worker is not None:
            self.services.worker.forgotten(slugs)

    def in_use(self) -> frozenset[str]:
        """The tournaments that somebody follows, and those of the screens whether or not a television is on."""
        followed = [topic.split("/") for topic in self.services.hub.followed]
        festivals = self.services.festivals
        sections = [festivals.in_use(topic.removesuffix("/screen")) for topic in self.services.hub.followed]
        roots = (path[1] for path in followed if path[0] in ROOTS)
        return self.services.screens.tournaments.union(*sections, roots)
