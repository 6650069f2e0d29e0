"""The letters come from this server, under addresses that a browser may keep for ever."""

from pathlib import Path

import httpx
from playwright.sync_api import Browser
from starlette.applications import Starlette
from starlette.routing import Route

from domain.screens.events import ContentKind
from server.routes.typeface import TypefaceFiles
from tests.screens.looking import show
from tests.screens.site import Site, shown
from web import typeface

CUTTING_SECONDS = 60


def test_stylesheet_and_files_are_kept_for_ever(site: Site) -> None:
    names = [typeface.stylesheet_name(), *(face.name for face in typeface.FACES)]
    answers = [httpx.get(f"{site.url}/static/type/{name}", timeout=CUTTING_SECONDS) for name in names]
    assert [answer.status_code for answer in answers] == [200] * len(names)
    assert {answer.headers["cache-control"] for answer in answers} == {"public, max-age=31536000, immutable"}


def test_another_name_is_not_there(site: Site) -> None:
    assert httpx.get(f"{site.url}/static/type/000000000000-400-latin.woff2").status_code == 404


async def test_where_nothing_can_be_written_pages_have_other_letters(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    files = TypefaceFiles([tmp_path / "file" / "type"])
    app = Starlette(routes=[Route("/{name}", files.answer)])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://hall") as client:
        answer = await client.get(f"/{typeface.FACES[0].name}")
    assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-store")


def test_wall_public_page_and_desk_show_it(site: Site, browser: Browser) -> None:
    page = show(browser, site.screen("type", shown(ContentKind.PAIRINGS)))
    loaded = {}
    for name, path in {"wall": "/screen/type", "public": "/t/open/pairings", "desk": "/desk/login"}.items():
        page.goto(site.url + path)
        loaded[name] = page.evaluate(
            "document.fonts.ready.then(() => [...document.fonts].filter(f => f.status === 'loaded').length)"
        )
    page.close()
    assert all(count >= 1 for count in loaded.values()), loaded
