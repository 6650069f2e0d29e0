"""Channels of messengers: one message a publication, in the shape of each service, and no secret anywhere."""

import asyncio
import json
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from domain import events as e
from domain.events import Event
from domain.festival import events as f
from domain.words.choices.bulletins import Bulletin, BulletinKind, BulletinText
from domain.words.games import Result
from domain.words.regulations import Visibility
from server.app import create_app
from server.http.auth import open_access
from server.journal.side.personal import PersonalData
from server.notifying.messengers import ChannelAddress, ChannelMessage, ChannelTopic, Messenger, request_of
from server.office.telling.messengers import Messengers
from server.services import Services, services_of
from server.settings import Settings
from tests.crosstable import history
from tests.desk.browsers import PASSWORD, WORKERS, Browser, browser
from tests.desk.messengers_there import BOT_TOKEN, CHAT, GATEWAY_KEY, HOOK, MATRIX_TOKEN, ROOM, messengers_there
from tests.desk.messengers_there import Messengers as There
from tests.locked_door import lock_door

OPEN = history("Ann ?w3\nBob ?w4\nCid ?b1\nDee ?b2")
PAGE = "/desk/t/open/messengers"
ALL = [one.value for one in ChannelTopic]
HOME = "https://chess.example.org/t/open"


@asynccontextmanager
async def telling(
    folder: Path, there: There, events: list[Event] | None = OPEN, *, public_only: bool = False
) -> AsyncIterator[tuple[Browser, Services]]:
    """A desk with a tournament in round 1; events of None: it is there from before."""
    lock_door(folder, PASSWORD)
    settings = Settings(
        data=folder,
        telegram=there.url,
        public_url="https://chess.example.org",
        webhooks_public_only=public_only,
        chances=False,
    )
    app = create_app(settings, open_access(folder), WORKERS)
    async with app.router.lifespan_context(app), browser(httpx.ASGITransport(app=app), "chess.example.org") as anna:
        services = services_of(app)
        services.messengers.pauses = (0, 0)
        anna.client.base_url = httpx.URL("https://chess.example.org")
        await anna.log_in()
        if events is not None:
            await services.office.create("Open", "c0", "Anna", lambda _: list(events))
        yield anna, services


async def add(anna: Browser, service: str, tells: list[str] | None = None, language: str = "en", **typed: str) -> None:
    await anna.go(PAGE)
    form = {name: anna.form(PAGE)[name] for name in ("form_token", "command_id")}
    data = {**form, "service": service, "language": language, **typed}
    anna.page = await anna.client.post(PAGE, data={**data, "tells": ALL if tells is None else tells})


async def add_telegram(anna: Browser, tells: list[str] | None = None, language: str = "en") -> None:
    await add(anna, "telegram", tells, language, bot_token=BOT_TOKEN, chat=CHAT)


async def decide(services: Services, *events: Event) -> None:
    office = await services.office.open("open")
    await office.command(f"c{office.position}", "Anna", lambda _: list(events))


async def settled(anna: Browser, words: str, times: int = 1) -> None:
    """Look at the page until it says so as often."""
    for _ in range(500):
        await asyncio.to_thread(int)  # the loop has a turn for others
        await anna.go(PAGE)
        if anna.text.count(words) >= times:
            return
    raise AssertionError(anna.text)


async def press(anna: Browser, which: str, **more: str) -> None:
    """A button of the only channel."""
    messengers = services_behind(anna)
    [channel] = await messengers.of_stream("open")
    await anna.go(PAGE)
    form = {name: anna.form(f"{PAGE}/{which}")[name] for name in ("form_token", "command_id")}
    anna.page = await anna.client.post(f"{PAGE}/{which}", data={**form, "channel": channel.id, **more})


def services_behind(anna: Browser) -> Messengers:
    transport = anna.client._transport
    assert isinstance(transport, httpx.ASGITransport)
    messengers: Messengers = services_of(transport.app).messengers  # type: ignore[arg-type]
    return messengers


async def test_every_service_is_told_once_of_each_publication(tmp_path: Path) -> None:
    with messengers_there() as there:
        async with telling(tmp_path, there) as (anna, services):
            await add_telegram(anna)
            await add(anna, "discord", webhook_address=f"{there.url}/api/webhooks/1/{HOOK}")
            await add(anna, "slack", webhook_address=f"{there.url}/services/T0/B0/{HOOK}")
            await add(anna, "matrix", home_server=there.url, room=ROOM, bot_token=MATRIX_TOKEN)
            await add(anna, "sms", gateway=f"{there.url}/sms?to={{to}}&text={{text}}", phones="+359 888 123-456")
            await decide(services, e.ResultRecorded(1, 1, Result.WHITE_WINS), e.ResultRecorded(1, 2, Result.DRAW))
            everybody = {"telegram", "discord", "slack", "matrix", "+359888123456"}
            told = dict([await there.next() for _ in everybody])
            over = f"Test Open: round 1 is over.\n1. Ann 1\n2. Bob ½\n2. Dee ½\n{HOME}/standings/1"
            assert told == dict.fromkeys(everybody, over)
            await decide(services, e.RoundClosed(1))
            await decide(services, e.ResultCorrected(1, 2, Result.WHITE_WINS, Result.DRAW, 2, "typed wrongly"))
            await settled(anna, "taken")
            assert there.got.empty(), "a correction is no publication"


async def test_pairings_news_and_final_standings_are_told_in_the_language_of_the_channel(tmp_path: Path) -> None:
    text = BulletinText("en", "The bus leaves at 9", "From the **hall**.")
    news = e.BulletinWritten(1, Bulletin(BulletinKind.NEWS, (text,), "2026-11-29T08:00"), tell=True)
    quiet = e.BulletinWritten(2, Bulletin(BulletinKind.NEWS, (text,), "2026-11-29T08:00"))
    published = [one for one in OPEN if isinstance(one, e.RoundPublished)]
    before = [one for one in OPEN if one not in published]
    with messengers_there() as there:
        async with telling(tmp_path, there, before) as (anna, services):
            await add_telegram(anna, ["pairings", "final", "news"], "bg")
            await decide(services, *published)
            out = (await there.next())[1]
            assert out == f"Test Open: жребият за кръг 1 е обявен.\n{HOME}/pairings/1"
            await decide(services, quiet, news)
            assert (await there.next())[1] == f"Test Open: The bus leaves at 9\nFrom the hall.\n{HOME}/news#n1"
            await decide(services, *(e.ResultRecorded(1, board, Result.DRAW) for board in (1, 2)), e.RoundClosed(1))
            await decide(services, e.TournamentClosed("over"))
            assert (await there.next())[1].endswith(f"½\n{HOME}/standings")
            assert there.got.empty()


async def test_a_name_of_telegram_is_completed(tmp_path: Path) -> None:
    with messengers_there() as there:
        async with telling(tmp_path, there) as (anna, services):
            for typed in (CHAT.removeprefix("@"), f"https://t.me/{CHAT[1:]}", CHAT):
                await add(anna, "telegram", bot_token=BOT_TOKEN, chat=typed)
            assert [one.there.to for one in await services.messengers.of_stream("open")] == [CHAT] * 3


async def test_nothing_of_a_hidden_tournament_is_told(tmp_path: Path) -> None:
    with messengers_there() as there:
        async with telling(tmp_path, there) as (anna, services):
            await decide(services, e.VisibilityChanged(Visibility.HIDDEN))
            await add_telegram(anna)
            await decide(services, *(e.ResultRecorded(1, board, Result.DRAW) for board in (1, 2)))
            await press(anna, "test")
            assert (await there.next())[1].startswith("Test Open: a test message.")
            assert there.got.empty()


async def test_a_bot_that_is_no_member_and_a_wrong_token_are_said_in_plain_words(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with messengers_there() as there:
        there.members.clear()
        async with telling(tmp_path, there) as (anna, services):
            await add_telegram(anna)
            assert BOT_TOKEN not in anna.page.text
            await press(anna, "test")
            assert "The bot is no member there" in anna.text
            assert "Forbidden: bot is not a member of the channel chat" in anna.text
            assert "given up" in anna.text
            there.members.add(CHAT)
            [channel] = await services.messengers.of_stream("open")
            [message] = services.messengers.store.latest(channel.id, 1)
            await press(anna, "again", message=message.id)
            assert (await there.next())[0] == "telegram"
            await settled(anna, "taken")
            assert "The bot is no member there" not in anna.text
            await press(anna, "remove")
            other = BOT_TOKEN.replace("AA", "ZZ")
            await add(anna, "telegram", bot_token=other, chat=CHAT)
            await press(anna, "test")
            assert "The service does not know the token" in anna.text
            assert other not in anna.page.text
            await press(anna, "remove")
            assert services.messengers.channels.all() == []
            entries = [repr(entry) for entry in (await services.office.open("open")).entries]
        assert not any(token in line for line in (*entries, caplog.text) for token in (BOT_TOKEN, other))
    with sqlite3.connect(tmp_path / "tablo.sqlite") as journal:
        assert "AAbbCC" not in "\n".join(journal.iterdump()), "what was taken out is gone"


async def test_what_is_not_taken_is_sent_again_and_a_pause_is_kept(tmp_path: Path) -> None:
    asked = {"ok": False, "error_code": 429, "description": "Too Many Requests", "parameters": {"retry_after": 3600}}
    with messengers_there() as there:
        there.answers = [(502, "bad gateway"), (429, asked)]
        async with telling(tmp_path, there) as (anna, services):
            await add_telegram(anna)
            await decide(services, *(e.ResultRecorded(1, board, Result.DRAW) for board in (1, 2)))
            await settled(anna, "The service asks for a pause")
            assert "again at" in anna.text
            assert len(there.calls) == 2
            assert there.got.empty()


async def test_after_a_restart_nothing_is_repeated_and_what_was_missed_is_told_once(tmp_path: Path) -> None:
    with messengers_there() as there:
        async with telling(tmp_path, there) as (anna, services):
            await add_telegram(anna)
            await decide(services, *(e.ResultRecorded(1, board, Result.DRAW) for board in (1, 2)))
            await there.next()
            await settled(anna, "taken")
        async with telling(tmp_path, there, None) as (anna, services):
            await settled(anna, "taken")
            await decide(services, e.ResultRecorded(1, 2, Result.WHITE_WINS))
            await decide(services, e.RoundClosed(1), e.TournamentClosed("over"))
            assert "final" in (await there.next())[1]
            assert there.got.empty()


async def test_two_processes_tell_one_message_once(tmp_path: Path) -> None:
    """Of a tournament that changes hands: both write what is to be told, and one sends it."""
    with messengers_there() as there:
        async with telling(tmp_path, there) as (anna, services):
            await add(anna, "matrix", ["round"], home_server=there.url, room=ROOM, bot_token=MATRIX_TOKEN)
            one, office = services.messengers, await services.office.open("open")
            other = Messengers(
                office=one.office,
                store=one.store,
                channels=one.channels,
                personal=one.personal,
                snapshots=one.snapshots,
                public_url=one.public_url,
                telegram=one.telegram,
            )
            await other.read("open")
            await decide(services, *(e.ResultRecorded(1, board, Result.DRAW) for board in (1, 2)))
            await asyncio.gather(other.write("open"), one.write("open"))
            await there.next()
            await settled(anna, "taken")
            [channel] = await one.of_stream("open")
            assert len(one.store.latest(channel.id, 9)) == 1
            assert len(await other.messages(office, office.entries, await other.of_stream("open"))) == 1
            assert there.got.empty()


async def test_players_who_gave_a_phone_number_get_an_sms_until_it_is_erased(tmp_path: Path) -> None:
    with messengers_there() as there:
        async with telling(tmp_path, there) as (anna, services):
            side = services.messengers.personal
            side.keep("open", 1, PersonalData(phone="+359 2 111 222"))
            side.keep("open", 2, PersonalData(phone="+359 2 333 444"))
            body = '{"to": "{to}", "text": "{text}", "list": [1, "x"]}'
            typed = {"gateway": f"{there.url}/send", "gateway_body": body, "gateway_key": GATEWAY_KEY}
            await add(anna, "sms", ["round"], to_players="1", **typed)
            there.answers = [(500, ""), (500, "")]
            services.messengers.pauses = (3600,)
            await decide(services, *(e.ResultRecorded(1, board, Result.DRAW) for board in (1, 2)))
            await settled(anna, "again at", 2)
            assert "The service has trouble of its own" in anna.text
            [channel] = await services.messengers.of_stream("open")
            latest = services.messengers.store.latest(channel.id, 9)
            assert [message for message in latest if "+359" in message.body] == [], (
                "numbers are read when one is called"
            )
            side.erase("open", 2)
            for message in latest:
                services.messengers.store.note(message.id, message.state, 0, "2000-01-01T00:00:00+00:00", 0)
            services.messengers.wake()
            assert (await there.next())[0] == "+3592111222"
            await settled(anna, "given up")
            assert there.got.empty()


@pytest.mark.parametrize(
    ("service", "typed", "said"),
    [
        ("telegram", {"bot_token": "no", "chat": CHAT}, "Token of the bot is missing"),
        ("telegram", {"bot_token": BOT_TOKEN, "chat": "chess club"}, "not “chess club”"),
        ("discord", {"webhook_address": "hooks"}, "“hooks” is no address of the web"),
        ("discord", {"webhook_address": "http://127.0.0.1/x"}, "may not be called from here"),
        (
            "matrix",
            {"home_server": "https://m.example", "room": "#a:b", "bot_token": "x"},
            "ID of the room begins with",
        ),
        ("sms", {"gateway": "https://s.example/?t={text}", "phones": "+359888123456"}, "must have the places"),
        ("sms", {"gateway": "https://s.example/{to}", "gateway_body": "{text}"}, "that is no JSON object"),
        ("sms", {"gateway": "https://s.example/?t={text}&to={to}", "phones": "Ann"}, "“Ann” is no phone number"),
        ("sms", {"gateway": "https://s.example/?t={text}&to={to}"}, "choose the players who gave theirs"),
    ],
)
async def test_what_cannot_be_is_refused(tmp_path: Path, service: str, typed: dict[str, str], said: str) -> None:
    with messengers_there() as there:
        async with telling(tmp_path, there, public_only=True) as (anna, services):
            await add(anna, service, **typed)
            assert said in anna.refusal
            assert anna.page.status_code == 422
            assert services.messengers.channels.all() == []


def body_of(service: Messenger, text: str) -> dict[str, object]:
    request = request_of(
        ChannelAddress(service, "en", (), url="https://x.example"), ChannelMessage(text, HOME), "msg_1"
    )
    assert request.body is not None
    said: dict[str, object] = json.loads(request.body)
    return said


def test_a_name_formats_nothing_and_calls_nobody() -> None:
    name = "1. *Ann_ & <@everyone>"
    assert body_of(Messenger.DISCORD, name)["content"] == r"1\. \*Ann\_ & \<\@everyone\>" + f"\n{HOME}"
    assert body_of(Messenger.SLACK, name)["text"] == f"1. *Ann_ &amp; &lt;@everyone&gt;\n{HOME}"
    assert body_of(Messenger.TELEGRAM, name)["text"] == f"{name}\n{HOME}"
    assert len(str(body_of(Messenger.DISCORD, "*" * 5000)["content"])) <= 2000


async def test_news_of_a_festival_come_once_to_each_chat_of_its_sections(tmp_path: Path) -> None:
    bulletin = Bulletin(BulletinKind.NEWS, (BulletinText("en", "Blitz at nine", "In the foyer."),), "2026-11-29T10:00")
    with messengers_there() as there:
        async with telling(tmp_path, there) as (anna, services):
            await services.office.create("Second", "second", "Anna", lambda _: list(OPEN))
            await add_telegram(anna, ["news"])
            await add(
                anna, "sms", ["news"], gateway=f"{there.url}/sms?to={{to}}&text={{text}}", phones="+359 888 123-456"
            )
            [first, second] = await services.messengers.of_stream("open")
            await services.messengers.add("second", first.there)
            phones = replace(second.there, numbers=(*second.there.numbers, "+359888000111"))
            await services.messengers.add("second", phones)
            sections = [f.SectionAdded("open", "A"), f.SectionAdded("second", "B"), f.SectionAdded("elsewhere", "C")]
            announced = [f.FestivalAnnounced(f.FestivalDetails("Summer")), *sections]
            festival = await services.festivals.festivals.create("Summer", "summer", "Anna", lambda _: announced)
            told = [f.FestivalBulletinWritten(1, bulletin), f.FestivalBulletinWritten(2, bulletin, tell=True)]
            await festival.command("news", "Anna", lambda _: told)
            got = [await there.next() for _ in range(3)]
            said = f"Summer: Blitz at nine\nIn the foyer.\n{HOME.removesuffix('/t/open')}/f/summer/news#n2"
            assert sorted(got) == [("+359888000111", said), ("+359888123456", said), ("telegram", said)]
            services.messengers.festival_changed(festival, festival.entries)  # as after a restart
            await settled(anna, "taken", 2)
            assert there.got.empty()
