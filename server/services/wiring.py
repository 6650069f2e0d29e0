"""Services put together over an open journal, each with those that it needs and the changes it tells of."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any

from domain.moves.games import PgnGame
from domain.words.players import EntrantId
from server.care.copies import Copies
from server.care.usage import Quotas
from server.care.writing_room import WritingRoom
from server.cluster.lease_keys import HOUSE, OF_SCREEN, Alone, Holding, key_of_stream
from server.http.auth import KeyUses, hall_code, report_path
from server.journal import AsyncJournal
from server.live.hub import Hub
from server.live.topics import FestivalViews, Live, OrganiserViews, ScreenViews, Views
from server.live_boards.watching import FROM_FOLDER, BoardsFolder, BoardWatch
from server.notifying.mail import LogNotifier, Notifier, mail_way
from server.notifying.outbox import Way
from server.office.chances.office import ChancesOffice
from server.office.chances.stages import StageChancesOffice
from server.office.entry_queue import Entries, EntryQueue
from server.office.festivals import Festivals
from server.office.fronts import Fronts
from server.office.games.addresses import BoardAddresses
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
from server.office.tournaments import Loading, Office, TournamentOffice
from server.rating_lists.sqlite import lists_folder, shelf_of
from server.services import Beginning, Services, Streams
from server.services.changes import Changes
from server.settings import Settings
from server.version import program_version
from web.downloads.pgn import PgnAbout, round_texts
from web.wording import LANGUAGES, language

if TYPE_CHECKING:
    from server.cluster.worker import ClusterMember

NO_OPERATOR = "mailto:operator@tablo.example"
"""Push services ask for an address of the operator."""


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
    views.festivals.stages = _stage_chances(beginning, changes)
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


def _stage_chances(beginning: Beginning, changes: Callable[[], Changes]) -> StageChancesOffice:
    return StageChancesOffice(
        beginning.workers, beginning.background, lambda into: changes().stage_found(into), beginning.settings.chances
    )


def _chances(streams: Streams, changes: Callable[[], Changes]) -> ChancesOffice:
    snapshots = streams.snapshots
    chances = ChancesOffice(
        streams.workers,
        streams.office,
        shown_or_owned(streams.holding, lambda slug: changes().services.screens.with_chances(slug)),
        snapshots.hidden,
        lambda *news: changes().chances_found(*news),
        streams.festivals.festivals.links_from,
        allowed=streams.settings.chances > 0,
        pace=streams.settings.chances,
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
