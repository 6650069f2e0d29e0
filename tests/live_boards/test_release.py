"""What has come due is told: to pages and followers, to webhooks and to phones, and not before."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from domain import events as e
from domain.festival.events import FestivalAnnounced, FestivalDetails, SectionAdded
from domain.moves.games import pgn_games
from domain.stewards.events import Topic
from domain.stewards.state import Programs, Webhook
from domain.words.choices.broadcasts import AT_ONCE, Broadcast
from domain.words.games import Result
from server.live.connections import Mailbox
from server.live.frames import Channel, Parts
from server.live.limits import Guest
from server.live.topics import OrganiserViews, Views
from server.notifying.messengers import ChannelAddress, ChannelTopic, Messenger
from server.office.tournaments import TournamentOffice
from server.services import Services
from tests.crosstable import history
from tests.live_boards.files import game
from tests.public.served import served
from tests.team_events import team_events

OPEN = [*history("Ann ?w3\nBob ?w4\nCid ?b1\nDee ?b2"), e.BroadcastSet(Broadcast(minutes=15))]
STANDINGS, LIVE = Channel("t/open/standings", "json"), Channel("t/open/live", "json")


class Hour:
    """The clock of what is withheld."""

    def __init__(self) -> None:
        self.minutes = 0

    def __call__(self) -> datetime:
        return datetime.now(UTC) + timedelta(minutes=self.minutes)


@asynccontextmanager
async def delayed() -> AsyncIterator[tuple[httpx.AsyncClient, Services, TournamentOffice, Hour]]:
    """A game that has just ended on its board and at the desk."""
    async with served({"open": OPEN}) as client:
        services: Services = client.app.state.services  # type: ignore[attr-defined]
        services.withholding.clock = hour = Hour()
        office = await services.office.open("open")
        await services.games.take("open", "folder", pgn_games(game("1. e4 e5", "1-0", Round="1.1")), "Tablo")
        await office.command("c1", "Anna", lambda _: [e.ResultRecorded(1, 1, Result.WHITE_WINS)])
        yield client, services, office, hour


def view(services: Services, channel: Channel) -> Parts:
    found = Views(services.live, services.screens, services.festivals, OrganiserViews(services.fronts))(channel)
    assert found is not None
    return found


async def test_the_result_and_the_moves_come_together_after_the_delay() -> None:
    async with delayed() as (client, services, _, hour):
        before, page = view(services, LIVE), await client.get("/t/open/standings")
        assert "e5" not in str(before.parts)
        hour.minutes = 14
        services.withholding.look()
        assert view(services, LIVE).parts == before.parts
        hour.minutes = 16
        services.withholding.look()
        after = view(services, LIVE)
        assert "e5" in str(after.parts)
        assert after.position > before.position
        assert (await client.get("/t/open/standings")).headers["etag"] != page.headers["etag"]


async def test_followers_and_the_catalogue_are_told_once_something_is_due() -> None:
    async with delayed() as (_, services, _, hour):
        told = list[str]()
        view(services, STANDINGS)
        services.hub.changed = lambda topics, _position: told.extend(topics)  # type: ignore[method-assign]
        services.withholding.look()
        assert told == []
        hour.minutes = 16
        services.withholding.look()
        assert {"t/open", "catalogue", "t/open/screen"} <= set(told)
        told.clear()
        services.withholding.look()
        assert told == []


@pytest.mark.parametrize("topic", ["t/open/standings", "t/open/screen", "f/days", "catalogue"])
async def test_who_read_a_page_before_a_result_came_due_is_sent_it_when_they_follow(topic: str) -> None:
    """Nothing happens in the tournament between the page and its socket, and nobody else follows."""
    async with delayed() as (_, services, _, hour):
        decided = [FestivalAnnounced(FestivalDetails("Days")), SectionAdded("open", "Open")]
        await services.festivals.festivals.create("days", "c2", "Anna", lambda _: decided)
        channel = Channel(topic, "html", "en")
        early = view(services, channel)
        hour.minutes = 16
        services.withholding.look()
        assert view(services, channel).parts != early.parts
        phone, wanted = Mailbox(Guest()), [(channel, early.position)]
        await services.hub.prepare(wanted, phone.guest)
        services.hub.follow(phone, wanted)
        assert any(message.whole for message in await phone.next())


async def test_a_webhook_is_told_no_result_before_it_is_due_nor_what_came_after_it() -> None:
    hook = Webhook("h1", "https://example.org/", tuple(Topic), since=datetime(2026, 1, 1, tzinfo=UTC).isoformat())
    async with delayed() as (_, services, office, hour):
        services.webhooks.programs = lambda: Programs({}, {"h1": hook})
        await office.command("c2", "Anna", lambda _: [e.ResultRecorded(1, 2, Result.DRAW)])
        await services.webhooks.write("open")
        assert "ResultRecorded" not in bodies(services)
        hour.minutes = 16
        await services.webhooks.write("open")
        assert bodies(services).count('"result"') >= 2


def bodies(services: Services) -> str:
    return "".join(one.body for one in services.webhooks.store.latest("h1", 100))


async def test_a_channel_is_told_that_a_round_is_over_when_everybody_sees_its_last_result() -> None:
    async with delayed() as (_, services, office, hour):
        there = ChannelAddress(Messenger.TELEGRAM, "en", tuple(ChannelTopic), secret="1:x", to="@chess")
        channel = await services.messengers.add("open", there)
        await office.command("c2", "Anna", lambda _: [e.ResultRecorded(1, 2, Result.DRAW)])
        await services.messengers.write("open")
        assert services.messengers.store.latest(channel.id, 9) == []
        hour.minutes = 16
        await services.messengers.write("open")
        assert [one.topic for one in services.messengers.store.latest(channel.id, 9)] == ["round"]


async def test_a_phone_is_told_no_result_before_it_is_due() -> None:
    async with delayed() as (_, services, office, hour):
        before = office.position - 1
        assert services.pushing._fresh(office, before) == []
        hour.minutes = 16
        assert services.pushing._fresh(office, office.position) == [office.entries[-1].event]


async def test_what_was_entered_before_the_delay_was_set_stays_in_sight() -> None:
    async with served({"open": OPEN[:-1]}) as client:
        services: Services = client.app.state.services  # type: ignore[attr-defined]
        office = await services.office.open("open")
        await services.games.take("open", "folder", pgn_games(game("1. e4 e5", "1-0", Round="1.1")), "Tablo")
        await office.command("c1", "Anna", lambda _: [e.ResultRecorded(1, 1, Result.WHITE_WINS)])
        await office.command("c2", "Anna", lambda _: [e.BroadcastSet(Broadcast(minutes=15))])
        assert services.snapshots.withheld(office) == frozenset()


async def test_closing_the_round_and_ending_the_delay_show_everything() -> None:
    async with delayed() as (_, services, office, _):
        assert services.snapshots.withheld(office) == {(1, 1, 1)}
        await office.command("c2", "Anna", lambda _: [e.ResultRecorded(1, 2, Result.DRAW)])
        await office.command("c3", "Anna", lambda _: [e.RoundClosed(1)])
        assert services.snapshots.withheld(office) == frozenset()
        assert [len(one.game.moves) for one in services.games.shown("open").games.values()] == [2]
    async with delayed() as (_, services, office, _):
        await office.command("c2", "Anna", lambda _: [e.BroadcastSet(AT_ONCE)])
        assert services.snapshots.withheld(office) == frozenset()
        assert [len(one.game.moves) for one in services.games.shown("open").games.values()] == [2]


async def test_until_the_games_are_read_no_result_of_the_round_is_shown() -> None:
    """After a start the tournament may be there before its games: nobody knows yet which of them are delayed."""
    async with delayed() as (_, services, office, _):
        office.games._read_once = False
        assert services.snapshots.withheld(office) == {(1, 1, 1), (1, 2, 1)}


async def test_lists_of_tournaments_count_no_game_as_decided_before_it_is_due() -> None:
    async with delayed() as (_, services, _, hour):
        assert decided(services) == 0
        hour.minutes = 16
        services.withholding.look()
        assert decided(services) == 1


def decided(services: Services) -> int:
    summary = services.office.catalogue.get("open")
    assert summary is not None
    return summary.overview.decided


async def test_a_board_of_a_match_of_teams_waits_alone() -> None:
    events = [*team_events(4, ["1-2 ????  4-3 ????"]), e.BroadcastSet(Broadcast(minutes=15))]
    async with served({"open": events}) as client:
        services: Services = client.app.state.services  # type: ignore[attr-defined]
        office = await services.office.open("open")
        await services.games.take("open", "folder", pgn_games(game("1. e4 e5", "1-0", Round="1.1.3")), "Tablo")
        won = [e.ResultRecorded(1, 1, Result.WHITE_WINS, game=number) for number in (3, 4)]
        await office.command("c1", "Anna", lambda _: list(won))
        assert services.snapshots.withheld(office) == {(1, 1, 3)}
        page = (await client.get("/t/open/pairings.json")).json()
        assert "1-0" in str(page)
