"""The page for people who write programs: its lines are copied, run, and do what the page says."""

import os
import re
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path

import httpx
import uvicorn
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from server.app import create_app
from server.http.auth import open_access
from server.routes.api.bearer import KEY_REQUESTS_A_MINUTE
from server.settings import Settings
from tests.desk.browsers import PASSWORD, WORKERS, Forms
from tests.locked_door import lock_door


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """A real server, and its address."""
    lock_door(folder, PASSWORD)
    app = create_app(Settings(data=folder, chances=False), open_access(folder), WORKERS)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=5))
    with socket.create_server(("127.0.0.1", 0)) as door:
        thread = threading.Thread(target=server.run, args=([door],))
        thread.start()
        try:
            yield f"http://127.0.0.1:{door.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


class Arbiter:
    """Fills in forms over the network."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.last = ""

    def send(self, page: str, action: str, **typed: str) -> str:
        """Fill in the form of a page; empty: of the page that came back last."""
        parser = Forms()
        parser.feed(self.client.get(page).text if page else self.last)
        answer = self.client.post(action, data={**parser.forms[action], **typed})
        assert answer.status_code == 200, answer.text
        self.last = answer.text
        return answer.text


def with_key(arbiter: Arbiter) -> str:
    """A tournament with round 1 published, a webhook, and a key for everything."""
    arbiter.send("/desk/login", "/desk/login", name="Anna", password=PASSWORD)
    arbiter.send("/desk/new", "/desk/new", tournament_name="Open", rounds="5")
    players = "\n".join(f"Player {letter};2000" for letter in "ABCD")
    arbiter.send("/desk/t/open/players/import", "/desk/t/open/players/import", list=f"Name;Rating\n{players}")
    arbiter.send("", "/desk/t/open/players/import")
    arbiter.send("/desk/t/open", "/desk/t/open/colour", colour="w")
    arbiter.send("/desk/t/open", "/desk/t/open/pair", confirmed="2")
    arbiter.send("/desk/t/open/rounds/1", "/desk/t/open/rounds/1/publish")
    arbiter.send("/desk/webhooks", "/desk/webhooks", url="http://127.0.0.1:9/hook", topics="correction")
    made = arbiter.send("/desk/keys", "/desk/keys", name="Uploader", scopes="everything")
    return str(re.findall(r'id="made">([^<]+)<', made)[0])


def run(line: str, key: str) -> str:
    """As a person does it who has copied the line."""
    environment = {**os.environ, "KEY": key, "no_proxy": "*"}
    return subprocess.run(
        ["bash", "-c", f"{line} -sS"], env=environment, check=True, capture_output=True
    ).stdout.decode()


def test_the_lines_of_the_page_do_what_it_says(tmp_path: Path) -> None:
    with running(tmp_path) as address, httpx.Client(base_url=address, follow_redirects=True, timeout=30) as client:
        key = with_key(Arbiter(client))
        assert f"{KEY_REQUESTS_A_MINUTE} times a minute" in client.get("/api").text
        lines = [unescape(line) for line in re.findall(r'class="curl"[^>]*>(.*?)</pre>', client.get("/api").text, re.S)]
        said = {line: run(line, key) for line in lines if line.startswith("curl ")}
    assert len(said) == 7
    standings, table, about, entered, created, seen, boards = said.values()
    assert '"after_round":' in standings
    assert "place,number,title,name" in table
    assert '"name":"Uploader"' in about
    assert '"event":"ResultRecorded"' in entered
    assert '"tournament":"autumn-open"' in created
    assert '"ResultCorrected"' in seen or '"needs-correction"' in seen or '"changes"' in seen
    assert '"taken":1' in boards


def test_axe_finds_nothing_and_nothing_overflows(tmp_path: Path, browser: Browser) -> None:
    with running(tmp_path) as address, httpx.Client(base_url=address, follow_redirects=True, timeout=30) as client:
        with_key(Arbiter(client))
        context = browser.new_context(base_url=address, viewport={"width": 390, "height": 844})
        host = address.removeprefix("http://").partition(":")[0]
        session = [
            {"name": name, "value": value, "domain": host, "path": "/"} for name, value in client.cookies.items()
        ]
        context.add_cookies(session)
        page = context.new_page()
        for path in ("/api", "/desk/keys", "/desk/webhooks", "/desk/t/open/keys"):
            look_at(page, path)
        context.close()


def look_at(page: Page, path: str) -> None:
    page.goto(path)
    page.set_viewport_size({"width": 390, "height": 844})
    pictures = os.environ.get("PICTURES")
    if pictures:
        page.screenshot(path=f"{pictures}{path.replace('/', '-')}-390.png")
        page.set_viewport_size({"width": 1440, "height": 900})
        page.screenshot(path=f"{pictures}{path.replace('/', '-')}-1440.png")
        page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), path
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], path
