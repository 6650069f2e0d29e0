"""The organiser's stream beside the live boards: which players are known, and what the page may load and when."""

from dataclasses import replace

import httpx
import pytest

from domain.decisions.setup.announcing import amend_details
from tests.live_boards.test_game_page import sent, services, shown
from web.public.video import embedded_video

NOCOOKIE = "https://www.youtube-nocookie.com"
STRICT = "frame-src 'self';"


@pytest.mark.parametrize(
    ("address", "frame"),
    [
        ("https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1", f"{NOCOOKIE}/embed/dQw4w9WgXcQ"),
        ("https://m.youtube.com/watch?v=dQw4w9WgXcQ", f"{NOCOOKIE}/embed/dQw4w9WgXcQ"),
        ("https://youtu.be/dQw4w9WgXcQ?si=x", f"{NOCOOKIE}/embed/dQw4w9WgXcQ"),
        ("https://www.youtube.com/live/dQw4w9WgXcQ", f"{NOCOOKIE}/embed/dQw4w9WgXcQ"),
        (
            "https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv/live",
            f"{NOCOOKIE}/embed/live_stream?channel=UCabcdefghijklmnopqrstuv",
        ),
        ("https://www.twitch.tv/cityopen", "https://player.twitch.tv/?channel=cityopen&parent=chess.example.org"),
        ("https://twitch.tv/videos/123456789", "https://player.twitch.tv/?video=123456789&parent=chess.example.org"),
        ("https://video.example.org/w/kkGMgK9ZtnKfYAgnEtQxbv", "https://video.example.org/videos/embed/kkGMgK9ZtnKfYAgnEtQxbv"),
        (
            "https://video.example.org/videos/watch/9c9de5e8-0a1e-484a-b099-e80766180a6d",
            "https://video.example.org/videos/embed/9c9de5e8-0a1e-484a-b099-e80766180a6d",
        ),
    ],
)  # fmt: skip
def test_the_address_of_a_stream_gives_that_of_its_player(address: str, frame: str) -> None:
    video = embedded_video(address)
    assert video is not None
    assert video.source("https://chess.example.org:8443") == frame
    assert frame.startswith(f"{video.origin}/")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "https://www.youtube.com/@cityopen/live",
        "https://www.youtube.com/watch?v=abc",
        "https://www.youtube.com/watch",
        "https://www.twitch.tv/directory",
        "https://www.twitch.tv/a/b/c",
        "https://example.org/our-stream",
        "https://example.org/w/short",
        "https://example.org;script-src%20*/w/kkGMgK9ZtnKfYAgnEtQxbv",
        "https://a:b@example.org/w/kkGMgK9ZtnKfYAgnEtQxbv",
        "http://youtu.be/dQw4w9WgXcQ",
    ],
)
def test_any_other_address_stays_a_link(address: str) -> None:
    assert embedded_video(address) is None


async def stream_at(client: httpx.AsyncClient, address: str) -> None:
    office = await services(client).office.open("open")

    await office.command(f"video {address}", "Anna", lambda t: amend_details(t, replace(t.details, video=address)))


def policy_of(answer: httpx.Response) -> str:
    return answer.headers.get("content-security-policy", "")


async def test_only_the_page_that_was_asked_for_may_show_that_one_server() -> None:
    async with shown(sent("1.1")) as client:
        assert "watch=here" not in (await client.get("/t/open/live")).text
        await stream_at(client, "https://youtu.be/dQw4w9WgXcQ")
        before = await client.get("/t/open/live")
        assert "Shows content of youtube-nocookie.com" in before.text
        assert "<iframe" not in before.text
        assert NOCOOKIE not in before.text
        watched = await client.get("/t/open/live?watch=here")
        assert f'<iframe src="{NOCOOKIE}/embed/dQw4w9WgXcQ"' in watched.text
        assert f"frame-src {NOCOOKIE};" in policy_of(watched)
        again = await client.get("/t/open/live?watch=here", headers={"if-none-match": watched.headers["etag"]})
        assert (again.status_code, policy_of(again)) == (304, policy_of(watched))
        for path in ("", "?watch=here", "/live", "/players?watch=here", "/game/1.1?watch=here"):
            assert NOCOOKIE not in policy_of(await client.get(f"/t/open{path}")), path
        await stream_at(client, "https://example.org/our-stream")
        other = await client.get("/t/open/live?watch=here")
        assert ("<iframe" in other.text, "example.org" in policy_of(other)) == (False, False)
