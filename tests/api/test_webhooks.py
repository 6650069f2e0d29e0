"""Webhooks: signed, sent once, tried again, given up in sight, and nothing lost by a restart."""

import base64
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
import standardwebhooks

from domain.events import ResultRecorded
from domain.refusals import BadField
from domain.stewards.decisions import set_webhook
from domain.stewards.events import Topic, WebhookSecretRotated, WebhookSet
from domain.stewards.state import Webhook, replay_stewards
from domain.words.games import Result
from server.journal import AsyncJournal, open_journal
from server.notifying.calling import NOT_ALLOWED, UNREACHED, Caller, MayCall, called_address, not_itself, public_only
from server.office.telling.webhooks import Webhooks, secret_text, signed, webhook_secret
from server.settings import Settings
from tests.api.listener import fits, listening
from tests.api.programs import Program, app_of, hall
from tests.desk.browsers import Browser, server

UNCALLABLE = ("https://a..b/", "https://" + "a" * 64 + ".example/", "https://[", "https://xn--a/")
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)


async def set_hook(anna: Browser, url: str, *topics: str) -> None:
    await anna.go("/desk/webhooks")
    data = {**anna.form("/desk/webhooks"), "url": url, "tournament": ""}
    anna.page = await anna.client.post("/desk/webhooks", data={**data, "topics": list(topics or [*Topic])})


def sending(anna: Browser) -> Webhooks:
    webhooks: Webhooks = app_of(anna).state.services.webhooks
    return webhooks


async def settled(anna: Browser, state: str) -> None:
    """Look at the page until it says so."""
    for _ in range(500):
        await anna.go("/desk/webhooks")
        if state in anna.text:
            return
    raise AssertionError(anna.text)


async def enter(program: Program, board: int = 1) -> int:
    return int((await program.post("/rounds/1/results", {"board": board, "result": "1-0"})).json()["position"])


async def test_a_result_is_told_once_and_signed(tmp_path: Path) -> None:
    with listening() as listener:
        async with hall(tmp_path) as (anna, program):
            await set_hook(anna, listener.url)
            secret = str(re.findall(r'secret">(whsec_[^<]+)<', anna.page.text)[0])
            position = await enter(program)
            headers, body = await listener.next()
            assert fits(secret, headers, body)
            assert not fits(secret, headers, body + b" ")
            told = msgspec.json.decode(body)
            assert told["type"] == "result.entered"
            assert told["data"] == {
                "tournament": "open",
                "position": position,
                "event": "ResultRecorded",
                "round": 1,
                "board": 1,
                "game": 1,
                "result": "1-0",
            }
            await settled(anna, "taken")
            assert listener.heard.empty()


async def test_only_the_topics_that_were_chosen_are_told(tmp_path: Path) -> None:
    with listening() as listener:
        async with hall(tmp_path) as (anna, program):
            await set_hook(anna, listener.url, "players.changed")
            await enter(program)
            await program.post("/players", {"name": "Zoe", "from_round": 2})
            assert b'"type":"players.changed"' in (await listener.next())[1]
            await settled(anna, "taken")
            assert listener.heard.empty()


async def test_news_are_told_by_their_number_when_they_come_and_when_they_go(tmp_path: Path) -> None:
    with listening() as listener:
        async with hall(tmp_path) as (anna, program):
            await set_hook(anna, listener.url, "news.changed")
            await enter(program)
            await program.post("/news/write", {"texts": [{"language": "en", "title": "Round 2 at noon"}]})
            await program.post("/news/1/withdraw")
            told = [msgspec.json.decode((await listener.next())[1]) for _ in range(2)]
            assert [one["type"] for one in told] == ["news.changed"] * 2
            said = {(one["data"]["event"], one["data"]["number"]) for one in told}
            assert said == {("BulletinWritten", 1), ("BulletinWithdrawn", 1)}
            assert listener.heard.empty()


async def test_a_message_that_nobody_takes_comes_again_and_is_given_up_in_sight(tmp_path: Path) -> None:
    with listening([500, 503, 200]) as listener:
        async with hall(tmp_path) as (anna, program):
            sending(anna).pauses = (0,)
            await set_hook(anna, listener.url)
            await enter(program)
            ids = {(await listener.next())[0]["webhook-id"] for _ in range(2)}
            assert len(ids) == 1
            await settled(anna, "given up")
            assert "answer 503" in anna.text
            [hook] = sending(anna).programs().webhooks
            await anna.send(f"/desk/webhooks/{hook}/messages/{ids.pop()}/again")
            await listener.next()
            await settled(anna, "taken")


async def test_a_message_of_a_server_that_ended_is_sent_by_the_next_one(tmp_path: Path) -> None:
    with listening([500, 204]) as listener:
        async with hall(tmp_path) as (anna, program):
            sending(anna).pauses = (1,)
            await set_hook(anna, listener.url)
            await enter(program)
            first, _ = await listener.next()
            await settled(anna, "answer 500")
        async with server(tmp_path):
            second, _ = await listener.next()
            assert second["webhook-id"] == first["webhook-id"]


async def test_news_of_the_time_when_no_server_ran_are_told_at_the_next_start(tmp_path: Path) -> None:
    with listening() as listener:
        async with hall(tmp_path) as (anna, _):
            await set_hook(anna, listener.url)
        journal = AsyncJournal(open_journal(Settings(data=tmp_path).journal_url))
        head = await journal.head("open")
        assert head is not None
        entered = ResultRecorded(1, 1, Result.DRAW)
        await journal.append("open", head.version, "Boris", "by-another-process", [entered])
        await journal.close()
        async with server(tmp_path):
            assert b'"result":"1/2-1/2"' in (await listener.next())[1]


async def test_a_webhook_that_nobody_can_call_silences_no_other(tmp_path: Path) -> None:
    """Version 0.2 let such addresses in, and told nobody any more."""
    bad = [WebhookSet(f"bad{n}", url, tuple(Topic), since=NOON.isoformat()) for n, url in enumerate(UNCALLABLE)]
    with listening() as listener:
        async with hall(tmp_path) as (anna, program):
            stewards = app_of(anna).state.services.stewards
            await stewards.command("old-hooks", "Anna", lambda _: bad)
            await set_hook(anna, listener.url, "result.entered")
            for board in (1, 2):
                position = await enter(program, board)
                assert msgspec.json.decode((await listener.next())[1])["data"]["position"] == position


async def test_a_webhook_that_never_answers_keeps_no_other_waiting(tmp_path: Path) -> None:
    with listening() as silent, listening() as quick:
        silent.may_answer.clear()
        async with hall(tmp_path) as (anna, program):
            await set_hook(anna, silent.url, "result.entered")
            await set_hook(anna, quick.url, "result.entered")
            for board in (1, 2):
                await enter(program, board)
                assert b'"type":"result.entered"' in (await quick.next())[1]
        silent.may_answer.set()


async def test_a_removed_webhook_is_told_nothing_more(tmp_path: Path) -> None:
    with listening() as listener:
        async with hall(tmp_path) as (anna, program):
            await set_hook(anna, listener.url)
            id = re.findall(r'data-webhook="(\w+)"', anna.page.text)[0]
            await anna.send(f"/desk/webhooks/{id}/remove")
            await enter(program)
            await sending(anna).write("open")
            await sending(anna).post_due()
            await sending(anna).way.idle()
            assert listener.heard.empty()


def test_after_a_new_secret_both_sign_for_a_day(tmp_path: Path) -> None:
    hook = WebhookSet("w0", "https://example.org", (Topic.CORRECTION,), since=NOON.isoformat())
    state = replay_stewards([hook, WebhookSecretRotated("w0", NOON.isoformat())]).programs.webhook("w0")
    assert state.signing(NOON + timedelta(hours=23)) == (1, 0)
    assert state.signing(NOON + timedelta(hours=25)) == (1,)
    secrets = [webhook_secret("key", "w0", rotation) for rotation in (1, 0)]
    headers = signed("msg_1", 1_700_000_000, b"{}", secrets)
    assert all(fits(secret_text(secret), headers, b"{}") for secret in secrets)


def test_a_signature_is_that_of_the_standard() -> None:
    """Id, time, body, secret and signature as Standard Webhooks publishes them.

    https://github.com/standard-webhooks/standard-webhooks, libraries/python/tests/test_webhooks.py, test_sign_function.
    """
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    key = base64.b64decode(secret.removeprefix("whsec_"))
    headers = signed("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}', [key])
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_the_library_of_the_standard_takes_our_signature() -> None:
    secrets = [webhook_secret("key", "w0", rotation) for rotation in (1, 0)]
    body = b'{"type": "result.entered"}'
    headers = signed("msg_1", int(datetime.now(UTC).timestamp()), body, secrets)
    assert all(standardwebhooks.Webhook(secret_text(secret)).verify(body, headers) for secret in secrets)
    with pytest.raises(standardwebhooks.WebhookVerificationError):
        standardwebhooks.Webhook(secret_text(secrets[0])).verify(body + b" ", headers)


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://example.org/hook", True),
        ("http://192.168.1.20:8000/hook", True),
        ("http://tv-laptop.local/hook", True),
        ("http://example.org/hook", False),
        ("ftp://example.org", False),
        ("https://user:secret@example.org", False),
        ("https://", False),
        *((url, False) for url in UNCALLABLE),
        ("nonsense", False),
    ],
)
def test_plain_http_is_for_the_network_of_the_hall(url: str, allowed: bool) -> None:
    wanted = Webhook("w0", url, (Topic.CORRECTION,))
    if allowed:
        assert set_webhook(replay_stewards([]), wanted, NOON)
    else:
        with pytest.raises(BadField):
            set_webhook(replay_stewards([]), wanted, NOON)


@pytest.mark.parametrize(
    ("address", "at_a_venue", "at_a_federation"),
    [
        ("192.168.1.20", True, False),
        ("127.0.0.1", True, False),
        ("169.254.169.254", False, False),
        ("0.0.0.0", False, False),
        ("fe80::1", False, False),
        ("9.9.9.9", True, True),
        ("fd00:ec2::254", False, False),
        ("100.100.100.200", False, False),
        ("::ffff:169.254.169.254", False, False),
        ("64:ff9b::a9fe:a9fe", False, False),
    ],
)
def test_addresses_that_may_be_called(address: str, at_a_venue: bool, at_a_federation: bool) -> None:
    found = called_address(address)
    assert (not_itself(found), public_only(found)) == (at_a_venue, at_a_federation)


async def answer_of(url: str, may_call: MayCall) -> int:
    async with Caller(may_call) as caller:
        return await caller.post(url, b"{}", {})


async def test_a_private_address_behind_a_name_is_not_called_where_that_is_forbidden() -> None:
    with listening() as listener:
        assert await answer_of(listener.url, public_only) == NOT_ALLOWED
        assert await answer_of(listener.url.replace("127.0.0.1", "localhost"), public_only) == NOT_ALLOWED
        assert listener.heard.empty()
        assert await answer_of(listener.url, not_itself) == 204
    assert await answer_of(listener.url, not_itself) == UNREACHED
