"""Every kind of answer tells the browser to run nothing but our own files, and no template needs more."""

import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from server.app import create_app
from server.http.auth import new_session, open_access
from server.http.middleware import COOKIE
from server.journal import open_journal
from server.settings import Settings
from tests.deploy.processes import AS_PROGRAM, published_round, serving
from tests.desk.browsers import WORKERS
from web.plain import STATIC

TEMPLATES = Path(STATIC).parent / "templates"
FORBIDDEN = {
    "an inline script": re.compile(r"<script(?![^>]*\bsrc=)[^>]*>", re.IGNORECASE),
    "an inline style sheet": re.compile(r"<style\b", re.IGNORECASE),
    "a style attribute": re.compile(r"<[^>{]*\sstyle\s*=", re.IGNORECASE),
    "a handler": re.compile(r"<[^>{]*\son[a-z]+\s*=", re.IGNORECASE),
    "a script address": re.compile(r"javascript:", re.IGNORECASE),
    "another's file": re.compile(r"(?:\bsrc|<link[^>]*href)\s*=\s*[\"'](?:https?:)?//", re.IGNORECASE),
}
DATA_BLOCK = re.compile(r'<script type="application/(?:ld\+)?json"[^>]*>')
EXPRESSION = re.compile(r"{{.*?}}|{%.*?%}", re.DOTALL)
"""Template code, taken out before the search: it may stand between a tag and its style attribute."""
PUBLIC = (
    "/",
    "/t/open",
    "/t/open/pairings",
    "/t/open/standings",
    "/t/open/crosstable",
    "/t/open/players",
    "/t/open/players/1",
    "/t/open/standings.json",
    "/t/open/screen",
    "/t/nowhere",
    "/nowhere",
    "/screen",
    "/desk/login",
    "/healthz",
    "/readyz",
    "/metrics",
)
DESK = (
    "/desk",
    "/desk/new",
    "/desk/password",
    "/desk/import",
    "/desk/t/open",
    "/desk/t/open/settings",
    "/desk/t/open/players",
    "/desk/t/open/players/1",
    "/desk/t/open/players/1/personal",
    "/desk/t/open/players/import",
    "/desk/t/open/rounds/1",
    "/desk/t/open/rounds/1/boards/1/correct",
    "/desk/t/open/history",
    "/desk/t/open/prizes",
    "/desk/t/open/exports",
    "/desk/screens",
)
TOLD = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
NOWHERE = ("'none'", "DENY")
AT_THE_DESK = ("'self'", "SAMEORIGIN")
"""The pages that may show a page within their own: by the policy, and for old browsers."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """An arbiter's, logged in."""
    folder = tmp_path_factory.mktemp("headers")
    data = folder / "data"
    data.mkdir()
    with closing(open_journal(Settings(data=data).journal_url)) as journal:
        journal.append("open", 0, "Boris", "seed", published_round(4), datetime.now(UTC))
    with serving(folder, TABLO_DATA=str(data)) as server:
        cookie = open_access(data).sign(new_session("Anna"))
        with httpx.Client(base_url=server.url, timeout=30, cookies={COOKIE: cookie}) as client:
            yield client


def careful(answer: httpx.Response, framed: tuple[str, str] = NOWHERE) -> None:
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
    assert policy["base-uri"] == "'none'"
    assert (policy["frame-ancestors"], answer.headers["X-Frame-Options"]) == framed
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert {name: answer.headers[name] for name in TOLD} == TOLD


@pytest.mark.parametrize("path", PUBLIC + DESK)
def test_every_page_is_careful_and_keeps_its_own_rules(browser: httpx.Client, path: str) -> None:
    for _ in range(2):  # the second time from memory
        answer = browser.get(path)
        careful(answer)
        assert broken_rules(answer.text) == []
    assert answer.status_code == (404 if "nowhere" in path else 303 if path == "/desk/login" else 200)


def test_what_is_not_a_page_is_careful_too(browser: httpx.Client) -> None:
    careful(browser.get("/static/icon.svg"))
    careful(browser.post("/desk/t/open/rounds/1/results", data={"board": "1"}, headers=AS_PROGRAM))
    careful(browser.post("/t/open"))


@pytest.mark.parametrize("path", ["/screen/nowhere", "/screen/qr.svg?to=/t/open"])
def test_walls_may_stand_within_pages_of_the_desk_and_of_nobody_else(browser: httpx.Client, path: str) -> None:
    answer = browser.get(path)
    careful(answer, AT_THE_DESK)
    assert broken_rules(answer.text) == []


def test_parts_of_pages_are_taken_for_what_they_are_and_say_no_more(browser: httpx.Client) -> None:
    for path in ("/static/css/public.css", "/static/js/feed/feed.js", "/static/icon-192.png", "/t/open/photos/1.webp"):
        headers = browser.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "Content-Security-Policy" not in headers


def test_scripts_and_styles_are_sent_packed(browser: httpx.Client) -> None:
    for path in ("/static/css/public.css", "/static/js/feed/feed.js"):
        assert browser.get(path).headers["content-encoding"] == "gzip"


def test_too_much_is_refused_carefully(browser: httpx.Client) -> None:
    answer = browser.post("/desk/import", files={"file": ("huge.trf", b"x" * (8 * 1024 * 1024 + 1))})
    assert answer.status_code == 413
    careful(answer)


def test_nobody_writes_without_a_login(browser: httpx.Client, tmp_path: Path) -> None:
    """Every address that takes a POST but that of push notices, which are for everybody, asked by a stranger."""
    app = create_app(Settings(data=tmp_path, chances=False), open_access(tmp_path), WORKERS)
    paths = sorted(set(posts(app.routes)) - {"/t/open/push"})
    assert len(paths) > 30
    with httpx.Client(base_url=str(browser.base_url), timeout=30) as stranger:
        answers = {path: stranger.post(path).status_code for path in paths}
    assert {path: status for path, status in answers.items() if status not in (303, 401, 403, 404)} == {}


def posts(routes: Sequence[BaseRoute], under: str = "") -> Iterator[str]:
    for route in routes:
        if isinstance(route, Mount):
            yield from posts(route.routes, under + route.path)
        elif isinstance(route, Route) and "POST" in (route.methods or ()):
            yield under + re.sub(r"{[^}]*:int}", "1", route.path).replace("{slug}", "open")


def broken_rules(html: str) -> list[str]:
    plain = DATA_BLOCK.sub("", html)
    return [name for name, pattern in FORBIDDEN.items() if name != "another's file" and pattern.search(plain)]


@pytest.mark.parametrize(
    "template", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES))
)
def test_no_template_has_inline_scripts_or_styles(template: Path) -> None:
    text = DATA_BLOCK.sub("", EXPRESSION.sub("", template.read_text()))
    assert [name for name, pattern in FORBIDDEN.items() if pattern.search(text)] == []


async def test_the_page_of_a_crash_is_as_careful_as_any_other(tmp_path: Path) -> None:
    async def crash(request: Request) -> Response:
        raise RuntimeError("a mistake of ours")

    app = create_app(Settings(data=tmp_path, chances=False), open_access(tmp_path), WORKERS)
    app.router.routes.insert(0, Route("/crash", crash))
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url="http://x") as client:
        answer = await client.get("/crash")
    assert answer.status_code == 500
    careful(answer)
