"""Services that the handlers share: `wiring` puts them together, `changes` says who is told of what."""

from collections.abc import Callable, Sequence
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from starlette.applications import Starlette

from domain.moves.games import GameOnBoard, PgnGame
from domain.records import dataclass
from domain.refusals import FileKind
from domain.tournament import Tournament
from server.care.copies import Copies
from server.care.metrics import Metrics
from server.care.usage import Quotas
from server.care.writing_room import WritingRoom
from server.cluster.lease_keys import Holding
from server.http.auth import Access, KeyUses, Tries
from server.http.local_name import LocalName
from server.http.page_cache import PageCache, ReadyPages
from server.live.hub import Hub
from server.live.topics import FestivalViews, Live, ScreenViews
from server.live_boards.watching import BoardWatch, GamesRead, games_in, read_games
from server.notifying.calling import MayCall, not_itself, public_only
from server.notifying.mail import Notifier
from server.notifying.outbox import Way
from server.office.chances.office import ChancesOffice
from server.office.entry_queue import Entries, EntryQueue
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
from server.office.stream import OrganiserOffice, StewardOffice
from server.office.telling.entry_letters import EntryLetters
from server.office.telling.mailings import Mailings
from server.office.telling.messengers import Messengers
from server.office.telling.pushing import Pushing
from server.office.telling.webhooks import Webhooks
from server.office.tournaments import Histories, Office
from server.settings import Settings
from server.supervisor import Supervisor
from server.workers.pool import Workers

if TYPE_CHECKING:
    from server.cluster.worker import ClusterWorker

Hint: TypeAlias = Callable[[str, Tournament], object]
"""(address, tournament) to what a command of the terminal suggests at its desk; None = nothing."""


def no_hint(_slug: str, _t: Tournament) -> None:
    """Nothing is suggested."""


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


def services_of(app: Starlette) -> Services:
    """The services of an application whose journal is open."""
    services: Services = app.state.services
    return services


def open_services(app: Starlette) -> Services | None:
    """None: the journal is not open."""
    return getattr(app.state, "services", None)
