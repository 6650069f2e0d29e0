"""deploy/Caddyfile as it is written, run by Debian's Caddy before a real server."""

import asyncio
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from server.journal import open_journal
from server.settings import Settings
from tests.deploy.processes import (
    AS_PROGRAM,
    PLAIN,
    Server,
    caddy,
    free_port,
    log_in,
    published_round,
    reading,
    serving,
    until_ready,
)
from tests.live.loopback import Reader, frames

CADDYFILE = Path(__file__).parent.parent.parent / "deploy" / "Caddyfile"
WITHOUT_ADMIN = "{\n\tadmin off\n}\n"
"""Two runs of the tests on one machine must not share Caddy's own port."""


@dataclass
class Site:
    """The public address, and the process behind it."""

    address: str
    server: Server

    @property
    def url(self) -> str:
        return f"http://{self.address}"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("caddy")
    data = folder / "data"
    data.mkdir()
    journal = open_journal(Settings(data=data).journal_url)
    journal.append("open", 0, "Boris", "seed", published_round(20), datetime.now(UTC))
    journal.close()
    address = f"127.0.0.1:{free_port()}"
    there = {"TABLO_PORT": str(free_port()), "TABLO_PUBLIC_URL": "https://chess.example.org"}
    with serving(folder, TABLO_DATA=str(data), **there) as server:
        here = {"TABLO_SITE": f"http://{address}", "TABLO_UPSTREAMS": f"127.0.0.1:{server.port}"}
        with caddy(folder, WITHOUT_ADMIN + CADDYFILE.read_text(), **here):
            until_ready(f"http://{address}/readyz")
            yield Site(address, server)


def test_the_file_is_valid_with_its_defaults(tmp_path: Path) -> None:
    command = ("caddy", "validate", "--adapter", "caddyfile", "--config", str(CADDYFILE))
    done = subprocess.run(
        command, capture_output=True, text=True, env={**PLAIN, "HOME": str(tmp_path)}, timeout=30, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_file_is_formatted_as_caddy_would(tmp_path: Path) -> None:
    done = subprocess.run(("caddy", "fmt", str(CADDYFILE)), capture_output=True, text=True, timeout=30, check=False)
    assert done.stdout == CADDYFILE.read_text()


def test_a_browser_that_came_by_tls_stays_with_it(site: Site) -> None:
    assert httpx.get(site.url).headers["Strict-Transport-Security"] == "max-age=15552000"


def test_what_a_cdn_is_told_comes_through(site: Site) -> None:
    data = httpx.get(f"{site.url}/t/open/standings.json").headers
    assert "s-maxage=1" in data["Cache-Control"]
    assert "stale-while-revalidate=5" in data["CDN-Cache-Control"]
    page = httpx.get(f"{site.url}/t/open/standings").headers
    assert "no-cache" in page["Cache-Control"]
    assert page["ETag"]


def test_caddy_understands_the_lines_of_the_guide_for_a_cdn(tmp_path: Path) -> None:
    guide = (CADDYFILE.parent / "README.md").read_text()
    lines = re.findall(r"`((?:@stranger|abort|header_up) [^`]+)`", guide)
    assert len(lines) == 3
    *site_lines, of_the_proxy = lines
    text = CADDYFILE.read_text().replace("\trespond", "\n\t".join(["", *site_lines, "respond"]), 1)
    (tmp_path / "Caddyfile").write_text(text.replace("\t\tflush_interval", f"\t\t{of_the_proxy}\n\t\tflush_interval"))
    command = ("caddy", "validate", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile"))
    done = subprocess.run(
        command, capture_output=True, text=True, env={**PLAIN, "HOME": str(tmp_path)}, timeout=30, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", ["/", "/t/open", "/t/open/pairings", "/t/open/standings", "/t/open/screen", "/screen"])
def test_pages_come_through_as_the_server_made_them(site: Site, path: str) -> None:
    through = httpx.get(site.url + path)
    assert through.status_code == 200
    assert "default-src 'none'" in through.headers["Content-Security-Policy"]


def test_pages_are_compressed_on_the_way(site: Site) -> None:
    assert httpx.get(f"{site.url}/t/open/pairings").headers["Content-Encoding"] in ("gzip", "zstd")


def test_a_page_that_has_not_changed_is_not_sent_again(site: Site) -> None:
    tag = httpx.get(f"{site.url}/t/open/pairings").headers["ETag"]
    assert httpx.get(f"{site.url}/t/open/pairings", headers={"If-None-Match": tag}).status_code == 304


def test_nobody_outside_reads_the_metrics(site: Site) -> None:
    assert httpx.get(f"{site.url}/metrics").status_code == 404
    assert httpx.get(f"{site.server.url}/metrics").status_code == 200


def test_the_metrics_stay_inside_whatever_proxy_is_there(site: Site) -> None:
    forwarded = httpx.get(f"{site.server.url}/metrics", headers={"X-Forwarded-For": "203.0.113.5"})
    assert forwarded.status_code == 404


def test_the_program_behind_is_not_named(site: Site) -> None:
    assert "Server" not in httpx.get(site.url).headers


async def test_an_arbiter_logs_in_and_a_follower_sees_the_result(site: Site) -> None:
    feed = f"ws://{site.address}/live?topic=t/open/pairings/1&form=json"
    async with connect(feed, proxy=None) as follower, httpx.AsyncClient() as anna:
        token = await log_in_through(site, anna)
        sent = {"form_token": token, "command_id": "one-result-of-anna", "board": "1", "result": "1-0", "seen": ""}
        answer = await anna.post(f"{site.url}/desk/t/open/rounds/1/results", data=sent, headers=AS_PROGRAM)
        seen = await reading(follower, Reader(), answer.json()["position"])
    assert [part["result"] for key, part in seen.parts.items() if key == "b1" and isinstance(part, dict)] == ["1-0"]


async def log_in_through(site: Site, client: httpx.AsyncClient) -> str:
    """The public address is https, so the cookies are Secure; they are carried by hand where there is no TLS."""

    kept: dict[str, str] = {}

    async def keep(response: httpx.Response) -> None:
        for cookie in response.headers.get_list("Set-Cookie"):
            assert "; Secure" in cookie
            name, _, value = cookie.partition(";")[0].partition("=")
            kept[name] = value
        client.headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in kept.items())

    client.event_hooks["response"].append(keep)
    return await log_in(client, site.url)


async def test_the_feed_without_websockets_is_written_through_at_once(site: Site) -> None:
    async with (
        httpx.AsyncClient(timeout=10) as browser,
        browser.stream("GET", f"{site.url}/live/events?topic=t/open/status") as events,
    ):
        lines = events.aiter_lines()
        first = [await anext(lines) for _ in range(2)]
    assert events.headers["Content-Type"].startswith("text/event-stream")
    assert any(line.startswith(("data:", "event:", "id:", "retry:", ":")) for line in first)


async def test_a_screen_hears_that_the_server_restarts_and_finds_it_again(site: Site) -> None:
    feed = f"ws://{site.address}/live?topic=t/open/status"
    async with connect(feed, proxy=None) as screen:
        await frames(screen, 2)
        assert await asyncio.to_thread(site.server.stop) == 0
        await asyncio.wait_for(screen.wait_closed(), 5)
        assert screen.close_code == 1012
    await asyncio.to_thread(site.server.start)
    await asyncio.to_thread(until_ready, f"{site.url}/readyz")
    async with connect(feed, proxy=None) as screen:
        again = await frames(screen, 1)
    assert again[0]["type"] == "hello"


def test_a_server_that_is_not_there_is_an_error_page_and_not_a_hanging_browser(tmp_path: Path) -> None:
    address = f"127.0.0.1:{free_port()}"
    here = {"TABLO_SITE": f"http://{address}", "TABLO_UPSTREAMS": f"127.0.0.1:{free_port()}"}
    with caddy(tmp_path, WITHOUT_ADMIN + CADDYFILE.read_text().replace("5s", "200ms"), **here):
        statuses = {answer.status_code for answer in [_patiently(f"http://{address}/")]}
    assert statuses <= {502, 503}


def _patiently(url: str) -> httpx.Response:
    with httpx.Client(transport=httpx.HTTPTransport(retries=20), timeout=10) as client:
        return client.get(url)
