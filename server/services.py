"""Services that the handlers share, made in one step over an open journal, and everybody who is told of an entry."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import field, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from starlette.applications import Starlette

from domain import events as e
from domain.moves.games import GameOnBoard, PgnGame
from domain.records import dataclass
from domain.refusals import FileKind
from domain.screens.events import LookSet
from domain.tournament import Tournament
from domain.words.players import EntrantId
from server.care.copies import Copies
from server.care.metrics import Metrics
from server.care.usage import Quotas
from server.care.writing_room import WritingRoom
from server.cluster.lease_keys import HOUSE, OF_SCREEN, Alone, Holding, key_of_stream
from server.http.auth import Access, KeyUses, Tries, hall_code, report_path
from server.http.local_name import LocalName
from server.http.page_cache import PageCache, ReadyPages
from server.journal import AsyncJournal, Entry
from server.live.hub import Hub
from server.live.topics import ROOTS, FestivalViews, Live, OrganiserViews, ScreenViews, Views
from server.live_boards.watching import BoardsFolder, BoardWatch, GamesRead, games_in, read_games
from server.notifying.calling import MayCall, not_itself, public_only
from server.notifying.mail import LogNotifier, Notifier, mail_way
from server.notifying.outbox import Way
from server.office.chances.office import ChancesOffice
from server.office.chances.stages import StageChancesOffice
from server.office.entry_queue import Entries, EntryQueue
from server.office.festivals import Festivals
from server.office.fronts import Fronts
from server.office.games.addresses import BoardAddresses
from server.office.games.kept import GamesOffice, ToPlay, play_all
from server.office.games.lichess import LichessPush
from server.office.games.played_there import PlayedThere
from server.office.games.withholding import Withholding
from server.office.list_checks import RatingChecks
from server.office.persons import PersonIndex, PersonSearch
from server.office.pictures import Pictures
from server.office.publishing import RoundsByClock
from server.office.rating_lists import ListRenewal, RatingLists
from server.office.series import SeriesKeeper
from server.office.snapshots import Snapshots
from server.office.stages import PlayoffOrders, Stages
from server.office.stream import THE_PROGRAM, OrganiserOffice, ScreenOffice, StewardOffice
from server.office.telling.entry_letters import EntryLetters
from server.office.telling.mailings import Mailings
from server.office.telling.messengers import Messengers
from server.office.telling.pushing import Pushing
from server.office.telling.webhooks import Webhooks
from server.office.tournaments import Histories, Loading, Office, TournamentOffice
from server.rating_lists.sqlite import lists_folder, shelf_of
from server.settings import Settings
from server.supervisor import Supervisor
from server.version import program_version
from server.workers.pool import Workers
from web.downloads.pgn import PgnAbout, round_texts
from web.public.coming import COMING_TOPICS
from web.public.festivals import STAGE_ROOT
from web.public.games import MOVING_WITH_GAMES
from web.public.topics import MOVING_WITH_CHANCES
from web.rendering import RENDERED
from web.wording import LANGUAGES, language

if TYPE_CHECKING:
    from server.cluster.worker import ClusterMember, ClusterWorker

Hint: TypeAlias = Callable[[str, Tournament], object]
"""(address, tournament) to what a command of the terminal suggests at its desk; None = nothing."""


def no_hint(_slug: str, _t: Tournament) -> None:
    """Nothing is suggested."""


RESULTS_ALONE = frozenset({e.ResultRecorded})
FROM_FOLDER = "folder"
"""The source of games that are read from files of this server."""
NO_OPERATOR = "mailto:operator@tablo.example"
"""Push services ask for an address of the operator."""
LAST_EVENTS = frozenset({e.TournamentClosed, e.EventUndone})
"""Events after which a tournament may be closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """Services that need no journal."""

    settings: Settings
    access: Access
    workers: Workers
    ready_pages: ReadyPages = field(default_factory=ReadyPages)
    background: Supervisor = field(default_factory=Supervisor)
    metrics: Metrics = field(default_factory=Metrics)
    snapshots: Snapshots = field(default_factory=Snapshots)
    histories: Histories = field(default_factory=Histories)
    pages: PageCache = field(default_factory=PageCache)
    entry_tries: Tries = field(default_factory=Tries)
    """Entries and signatures by people who are not logged in."""
    program_tries: Tries = field(default_factory=Tries)
    """Requests by key, and guesses of keys."""
    push_tries: Tries = field(default_factory=Tries)
    """Subscriptions to push notices."""
    hint: Hint = no_hint
    local_name: LocalName = field(default_factory=LocalName)

    @property
    def may_call(self) -> MayCall:
        """The networks that may be called by addresses which somebody typed at the desk.

        Where organisers share a server none of them reaches into the operator's own networks.
        """
        return public_only if self.settings.webhooks_public_only or self.settings.organisers else not_itself

    def read_games(self, path: Path) -> GamesRead:
        return self.workers.do(FileKind.GAMES, path.name, partial(read_games, path))

    def games_in(self, content: bytes) -> Sequence[PgnGame]:
        return self.workers.do(FileKind.GAMES, "", partial(games_in, content))

    async def play_games(self, games: ToPlay) -> list[GameOnBoard]:
        return await self.workers.run(FileKind.GAMES, "", play_all, games)


@dataclass(frozen=True, slots=True, kw_only=True)
class Streams(Beginning):
    """The journal's streams, each with its office, and what shows them."""

    hub: Hub
    office: Office
    worker: "ClusterWorker | None"
    """Among several processes; None = this is the only one."""
    holding: Holding
    stewards: StewardOffice
    organisers: OrganiserOffice
    fronts: Fronts
    boards: BoardWatch
    withholding: Withholding
    live: Live
    screens: ScreenViews
    festivals: FestivalViews

    @property
    def games(self) -> GamesOffice:
        return self.office.games


@dataclass(frozen=True, slots=True, kw_only=True)
class Services(Streams):
    """All parts of the application: the one object at `app.state`."""

    copies: Copies
    chances: ChancesOffice
    pictures: Pictures
    key_uses: KeyUses
    quotas: Quotas
    writing_room: WritingRoom
    rating_lists: RatingLists
    list_renewal: ListRenewal
    rating_checks: RatingChecks
    stages: Stages
    playoffs: PlayoffOrders
    notifier: Notifier
    mailings: Mailings
    entries: Entries
    entry_queue: EntryQueue
    entry_letters: EntryLetters
    series: SeriesKeeper
    pushing: Pushing
    webhooks: Webhooks
    messengers: Messengers
    lichess: LichessPush
    played_there: PlayedThere
    board_addresses: BoardAddresses
    rounds_by_clock: RoundsByClock
    person_index: PersonIndex
    person_search: PersonSearch

    @property
    def ways(self) -> tuple[Way, ...]:
        """The ways out: mail, push notices, webhooks, messengers, broadcasts."""
        return self.mailings.way, self.pushing.way, self.webhooks.way, self.messengers.way, self.lichess.way


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
        """Its page, all screens, which may show its sections, the heads of its sections' pages, and phones."""
        self.services.hub.changed([f"f/{name}", *self.services.screens.changed()], position)
        self.services.ready_pages.clear()
        if news:
            self.services.pushing.festival_changed(self.services.festivals.festivals.open(name), news)

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


def put_together(beginning: Beginning, journal: AsyncJournal, member: "ClusterMember | None" = None) -> Services:
    """All services over an open journal, among several processes of a `member`; nothing runs yet."""
    changes: Changes  # the offices tell of them once everybody who is told is there
    services = _services(_streams(beginning, journal, member, lambda: changes), lambda: changes)
    changes = Changes(services)
    services.metrics.watch(services.office, services.hub, services.copies)
    services.metrics.watch_background(services.background, services.ways)
    return services


def _withholding(office: Office, snapshots: Snapshots, changes: Callable[[], Changes]) -> Withholding:
    """What everybody but the desk sees later; those who show something ask it."""
    withholding = Withholding(office, snapshots, lambda *news: changes().shown_anew(*news))
    snapshots.results_withheld = office.withheld = withholding.results
    office.games.cut, office.games.cut_then = withholding.games, withholding.games_then
    return withholding


def _streams(
    beginning: Beginning, journal: AsyncJournal, member: "ClusterMember | None", changes: Callable[[], Changes]
) -> Streams:
    background, snapshots = beginning.background, beginning.snapshots
    office = Office(
        journal,
        lambda *news: changes().tournament(*news),
        beginning.metrics.appends.observe,
        Loading(background=background),
        in_use=lambda: changes().in_use(),
        forgotten=lambda gone: changes().forgotten(gone),
    )
    screen_office = ScreenOffice(journal, lambda *news: changes().screens_set(*news))
    festivals = Festivals(journal, lambda *news: changes().festival(*news))
    office.games.changed, office.games.play = lambda *news: changes().games(*news), beginning.play_games
    withholding = _withholding(office, snapshots, changes)
    screens = ScreenViews(
        office, screen_office, snapshots, festivals, hall_code=lambda name: hall_code(beginning.access.stored.key, name)
    )
    fronts = Fronts(office, OrganiserOffice(journal), festivals, beginning.settings.organisers)
    views = Views(Live(office, snapshots), screens, FestivalViews(office, festivals, snapshots), OrganiserViews(fronts))
    views.screens.persons = views.festivals.persons = fronts.persons
    views.festivals.stages = StageChancesOffice(beginning.workers, background, lambda into: changes().stage_found(into))
    hub = Hub(views, read=views.read, version=program_version(), limits=beginning.settings.feed)
    worker = member.worker(views, hub, beginning, lambda id: changes().taken(id)) if member else None
    return Streams(
        **_fields(beginning),
        hub=hub,
        office=office,
        worker=worker,
        holding=worker.leases if worker else Alone(),
        stewards=StewardOffice(journal),
        organisers=fronts.organisers,
        fronts=fronts,
        boards=_board_watch(beginning, office),
        withholding=withholding,
        live=views.tournaments,
        screens=screens,
        festivals=views.festivals,
    )


def _board_watch(beginning: Beginning, office: Office) -> BoardWatch:
    async def take(slug: str, games: Sequence[PgnGame]) -> None:
        await take_from(office, slug, FROM_FOLDER, games)

    folder, data = BoardsFolder(beginning.settings.boards), beginning.settings.data
    return BoardWatch(folder, data, take, beginning.read_games, background=beginning.background)


async def take_from(office: Office, slug: str, source: str, games: Sequence[PgnGame]) -> None:
    """The games of a folder or an address, which has no others. Raises NoSuchTournament."""
    opened = await office.open(slug)
    if not (opened.tournament.thrown_away or opened.elsewhere):
        await office.games.take(slug, source, games, THE_PROGRAM, whole=True)


def owned_to_tell(holding: Holding) -> Callable[[str], Awaitable[bool]]:
    """Whether this process answers for a stream."""

    async def owned(stream: str) -> bool:
        return holding.owned(key_of_stream(stream))

    return owned


def taken_to_write(holding: Holding) -> Callable[[str], Awaitable[bool]]:
    """Whether this process answers for a stream, or does from now on because nobody did."""

    async def taken(stream: str) -> bool:
        return await holding.mine(key_of_stream(stream))

    return taken


def shown_or_owned(holding: Holding, showing: Callable[[str], Iterable[str]]) -> Callable[[str], Awaitable[bool]]:
    """Whether this process answers for a tournament, or for a screen among those that show what comes next in it."""

    async def here(slug: str) -> bool:
        return holding.owned(key_of_stream(slug)) or any(holding.owned(OF_SCREEN + name) for name in showing(slug))

    return here


def of_the_house(holding: Holding) -> Callable[[str], Awaitable[bool]]:
    """Whether this process answers for the house, whatever it is about."""

    async def owned(_stream: str) -> bool:
        return holding.owned(HOUSE)

    return owned


def _notifier(settings: Settings, way: Way) -> Notifier:
    if settings.mail is None:
        return LogNotifier()
    from server.notifying.smtp import MailNotifier  # imported where it is needed: a server starts earlier without it

    return MailNotifier(settings.mail, way)


def _services(streams: Streams, changes: Callable[[], Changes]) -> Services:
    settings, office, journal = streams.settings, streams.office, streams.office.journal
    stages, way = Stages(office, streams.festivals.festivals, streams.snapshots), mail_way()
    notifier = _notifier(settings, way)
    mailings = Mailings(stages, notifier, settings.public_url, streams.access, of_the_house(streams.holding), way=way)
    entries = Entries(stages)
    lists, renewal, checks = _rating_lists(streams)
    quotas = _quotas(streams)
    return Services(
        **_fields(streams),
        copies=Copies(journal, background=streams.background),
        chances=_chances(streams, changes),
        pictures=Pictures(journal, streams.workers, settings.data / "pictures"),
        key_uses=KeyUses(journal),
        quotas=quotas,
        writing_room=WritingRoom(settings.journal_folder),
        rating_lists=lists,
        list_renewal=renewal,
        rating_checks=checks,
        stages=stages,
        playoffs=PlayoffOrders(office),
        notifier=notifier,
        mailings=mailings,
        entries=entries,
        entry_queue=EntryQueue(journal.journal.entry_queue, journal.journal.side, renewal.lists_in),
        entry_letters=_entry_letters(streams, notifier),
        series=SeriesKeeper(stages, mailings, entries),
        pushing=_pushing(streams),
        webhooks=_webhooks(streams, quotas),
        messengers=_messengers(streams),
        lichess=_lichess(streams),
        played_there=PlayedThere(journal.journal.played_there, settings.lichess, streams.may_call, streams.games_in),
        board_addresses=_board_addresses(streams),
        rounds_by_clock=RoundsByClock(streams.office, taken_to_write(streams.holding)),
        person_index=PersonIndex(office, journal.journal.entrances),
        person_search=PersonSearch(streams.fronts, journal.journal.entrances, streams.snapshots),
    )


def _entry_letters(streams: Streams, notifier: Notifier) -> EntryLetters:
    journal, settings = streams.office.journal.journal, streams.settings

    def own_path(office: TournamentOffice, id: EntrantId) -> str:
        return report_path(streams.access, office.id, id, renewed=office.tournament.renewed_links.get(id, 0))

    return EntryLetters(
        streams.office,
        journal.side,
        journal.entry_queue,
        journal.letters,
        streams.histories,
        notifier,
        settings.public_url if settings.sends_links else "",
        own_path,
        owned_to_tell(streams.holding),
    )


def _quotas(streams: Streams) -> Quotas:
    quotas = Quotas(streams.fronts, streams.stewards, streams.settings.quotas)
    if streams.settings.organisers:
        streams.office.limits = quotas.refuse_entries
    return quotas


def _chances(streams: Streams, changes: Callable[[], Changes]) -> ChancesOffice:
    snapshots = streams.snapshots
    chances = ChancesOffice(
        streams.workers,
        streams.office,
        shown_or_owned(streams.holding, lambda slug: changes().services.screens.with_chances(slug)),
        snapshots.hidden,
        lambda *news: changes().chances_found(*news),
        streams.festivals.festivals.links_from,
        allowed=streams.settings.chances,
    )
    snapshots.chances, snapshots.chances_at_desk = chances.for_everybody, lambda office: chances.found(office.id)
    return chances


def _rating_lists(streams: Streams) -> tuple[RatingLists, ListRenewal, RatingChecks]:
    """The lists of this server, their renewal, and the checks of players against them."""
    settings, background = streams.settings, streams.background
    shelf = shelf_of(settings.data, settings.database)
    checks: RatingChecks
    lists = RatingLists(
        shelf,
        lists_folder(settings.data),
        streams.workers,
        settings.database,
        came=lambda: checks.wake(),
        background=background,
    )
    renewal = ListRenewal(lists, streams.may_call, background=background)
    checks = RatingChecks(streams.office, shelf, renewal.order_in, owned_to_tell(streams.holding))
    return lists, renewal, checks


def _pushing(streams: Streams) -> Pushing:
    url = streams.settings.public_url
    return Pushing(
        streams.office,
        streams.snapshots,
        streams.office.journal.journal.pushes,
        contact=url if url.startswith("https://") else NO_OPERATOR,
        mine=owned_to_tell(streams.holding),
        persons=lambda: streams.fronts.state.persons,
        shared=streams.worker is not None,
    )


def _board_addresses(streams: Streams) -> BoardAddresses:
    office, mine = streams.office, owned_to_tell(streams.holding)
    take = partial(take_from, office)
    return BoardAddresses(office, take, streams.games_in, mine, streams.may_call, streams.background)


def _webhooks(streams: Streams, quotas: Quotas) -> Webhooks:
    return Webhooks(
        office=streams.office,
        store=streams.office.journal.journal.deliveries,
        programs=lambda: streams.stewards.state.programs,
        key=lambda: streams.access.stored.key,
        withheld=streams.snapshots.withheld,
        may_call=streams.may_call,
        mine=owned_to_tell(streams.holding),
        has_house=of_the_house(streams.holding),
        reaches=quotas.reaches,
    )


def _messengers(streams: Streams) -> Messengers:
    journal, settings = streams.office.journal.journal, streams.settings
    return Messengers(
        office=streams.office,
        store=journal.told_channels,
        channels=journal.channels,
        personal=journal.side,
        snapshots=streams.snapshots,
        public_url=settings.public_url,
        telegram=settings.telegram,
        withheld=streams.snapshots.withheld,
        may_call=streams.may_call,
        mine=owned_to_tell(streams.holding),
        has_house=of_the_house(streams.holding),
    )


def _lichess(streams: Streams) -> LichessPush:
    async def texts(office: TournamentOffice, round: int) -> Sequence[str]:
        public, slug = streams.settings.public_url, office.id
        names = [one.festival.details.name for one in streams.festivals.festivals.of(slug)]
        about = PgnAbout(names[0] if len(names) == 1 else "", address=f"{public}/t/{slug}" if public else "")
        still, shown = await streams.snapshots.still_shown(office), streams.games.shown(slug).standing()
        return await asyncio.to_thread(round_texts, still, round, language(LANGUAGES[0]), about, shown) or ()

    return LichessPush(
        streams.office,
        streams.office.journal.journal.broadcasts,
        texts,
        streams.settings.lichess,
        streams.may_call,
        owned_to_tell(streams.holding),
    )


def _fields(services: Beginning) -> dict[str, Any]:
    return {one.name: getattr(services, one.name) for one in fields(services)}


def services_of(app: Starlette) -> Services:
    """The services of an application whose journal is open."""
    services: Services = app.state.services
    return services


def open_services(app: Starlette) -> Services | None:
    """None: the journal is not open."""
    return getattr(app.state, "services", None)
