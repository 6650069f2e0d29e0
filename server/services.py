"""Services that the handlers share: one `Services` for the application, the only thing that is kept at `app.state`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from starlette.applications import Starlette

from domain.moves.games import GameOnBoard
from domain.refusals import FileKind
from server.care.copies import Copies
from server.care.metrics import Metrics
from server.care.writing_room import WritingRoom
from server.cluster.forwarding import Forwarding
from server.http.auth import Access, Tries
from server.http.page_cache import PageCache, ReadyPages
from server.live.hub import Hub
from server.live.topics import FestivalViews, Live, ScreenViews
from server.live_boards.watching import BoardsFolder, BoardWatch, GameKey, GamesRead, read_games
from server.notifying.mail import Notifier
from server.notifying.outbox import Way
from server.office.entry_queue import Entries, EntryQueue
from server.office.key_uses import KeyUses
from server.office.list_checks import RatingChecks
from server.office.mailings import Mailings
from server.office.pictures import Pictures
from server.office.pushing import Pushing
from server.office.rating_lists import ListRenewal, RatingLists
from server.office.series import SeriesKeeper
from server.office.snapshots import Snapshots
from server.office.stages import PlayoffOrders, Stages
from server.office.stream import StewardOffice
from server.office.tournaments import Histories, Office
from server.office.webhooks import Webhooks
from server.settings import Settings
from server.supervisor import Supervisor
from server.workers.pool import Workers


@dataclass(slots=True)
class Services:
    """The parts of the application. Those without a default are there once the journal is open."""

    settings: Settings
    access: Access
    hub: Hub
    workers: Workers
    ready_pages: ReadyPages = field(default_factory=ReadyPages)
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
    background: Supervisor = field(default_factory=Supervisor)
    ready: bool = False
    """The journal is open and commands are taken."""
    office: Office = field(init=False)
    stewards: StewardOffice = field(init=False)
    screens: ScreenViews = field(init=False)
    live: Live = field(init=False)
    festivals: FestivalViews = field(init=False)
    stages: Stages = field(init=False)
    series: SeriesKeeper = field(init=False)
    mailings: Mailings = field(init=False)
    playoffs: PlayoffOrders = field(init=False)
    entries: Entries = field(init=False)
    entry_queue: EntryQueue = field(init=False)
    notifier: Notifier = field(init=False)
    rating_lists: RatingLists = field(init=False)
    list_renewal: ListRenewal = field(init=False)
    rating_checks: RatingChecks = field(init=False)
    pictures: Pictures = field(init=False)
    copies: Copies = field(init=False)
    pushing: Pushing = field(init=False)
    key_uses: KeyUses = field(init=False)
    boards: BoardWatch = field(init=False)
    webhooks: Webhooks = field(init=False)
    writing_room: WritingRoom = field(init=False)
    forwarding: Forwarding = field(init=False)

    @property
    def ways(self) -> tuple[Way, ...]:
        """The ways out: mail, push notices, webhooks."""
        return self.mailings.way, self.pushing.way, self.webhooks.way

    def __post_init__(self) -> None:
        self.writing_room = WritingRoom(self.settings.journal_folder)
        self.boards = BoardWatch(
            BoardsFolder(self.settings.boards), self.settings.data, self._read_games, background=self.background
        )

    def _read_games(self, path: Path, known: Mapping[GameKey, GameOnBoard]) -> GamesRead:
        return self.workers.do(FileKind.GAMES, path.name, partial(read_games, path, known))


def services_of(app: Starlette) -> Services:
    """The services that the application was made with."""
    services: Services = app.state.services
    return services
