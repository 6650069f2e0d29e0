"""`tablo site`: the public pages as files, which any web space carries."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect

from domain import events as e
from domain.festival.decisions import add_section, announce_festival
from domain.festival.events import FestivalDetails, RankingSet
from domain.festival.state import replay_festival
from domain.pictures import DocumentKept
from domain.words.choices.bulletins import Bulletin, BulletinFile, BulletinKind, BulletinText
from domain.words.festivals import RankingRules
from domain.words.streams import FESTIVAL, picture_stream
from server.cli import main
from server.journal import open_journal
from server.settings import Settings
from tests.deploy.processes import published_round
from tests.team_events import team_events
from web.wording import LANGUAGES

TEAM_ROUNDS = ("1-2 1111 3-4 1=0=", "1-3 ==== 2-4 0000")
NOW = datetime(2026, 11, 29, 9, tzinfo=UTC)
HEADINGS = {"en": "Standings", "bg": "Класиране", "ru": "Положение"}


PDF = b"%PDF-1.4 rules"
DIGEST = sha256(PDF).hexdigest()
RULES = Bulletin(
    BulletinKind.INFORMATION,
    (BulletinText("en", "Rules of the hall"),),
    "2026-11-29T10:00",
    document=BulletinFile(DIGEST, len(PDF), "rules.pdf"),
)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An open, a league, and the festival of both."""
    data = tmp_path_factory.mktemp("data")
    announced = announce_festival(FestivalDetails("Summer"))
    festival = replay_festival(announced)
    sections = [one for slug in ("open", "league") for one in add_section(festival, slug, slug.title())]
    with closing(open_journal(Settings(data=data).journal_url)) as journal:
        journal.append("open", 0, "Anna", "open", [*published_round(6), e.BulletinWritten(1, RULES)], NOW)
        journal.append(picture_stream("open", DIGEST), 0, "Anna", "pdf", [DocumentKept(PDF)], NOW)
        journal.append("league", 0, "Anna", "league", team_events(4, TEAM_ROUNDS), NOW)
        journal.append(
            f"{FESTIVAL}summer", 0, "Anna", "summer", (*announced, *sections, RankingSet(RankingRules())), NOW
        )
    return data


def write_site(*words: str) -> int:
    """What the command ends with, in a thread of its own: a browser of other tests holds the loop of this one."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(main, ["site", *words]).result()


@pytest.fixture(scope="module")
def folder(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "public"
    assert write_site("--data", str(data), "--to", str(folder)) == 0
    return folder


def pages(folder: Path) -> Iterator[tuple[Path, str]]:
    for file in folder.rglob("*.html"):
        yield file, file.read_text("utf-8")


def test_news_and_documents_are_among_the_files(folder: Path) -> None:
    page = (folder / "en/t/open/news/index.html").read_text("utf-8")
    assert "Rules of the hall" in page
    [document] = re.findall(r'href="([^"]*[.]pdf)"[^>]*type="application/pdf"', page)
    assert (folder / "en/t/open/news" / document).read_bytes() == PDF
    assert "news.atom" not in page


def test_every_link_of_every_page_is_a_file_of_the_folder(folder: Path) -> None:
    lost, count = [], 0
    for file, page in pages(folder):
        for address in re.findall(r'\s(?:href|src|action)="([^"#]*)', page):
            if address and not address.startswith(("http", "data:")):
                count += 1
                to = (file.parent / address).resolve()
                if not (to.is_file() and to.is_relative_to(folder)):
                    lost.append((file, address))
    assert lost == []
    assert count > 5000


def test_nothing_on_a_page_asks_a_server(folder: Path) -> None:
    for _file, page in pages(folder):
        assert not re.search(r"<form|feed\.js|push\.js|mine\.js|/desk|manifest", page)


def test_there_are_all_pages_of_all_events_in_all_languages(folder: Path) -> None:
    for lang in LANGUAGES:
        for page in (
            "f/summer",
            "f/summer/prizes",
            "f/summer/ranking",
            "t/open/standings",
            "t/open/pairings/1",
            "t/league/players/9001",
        ):
            assert (folder / lang / page / "index.html").exists(), (lang, page)
        assert (folder / lang / "t/open/pairings/1/by-name.html").exists()
        assert (folder / lang / "t/open/players.csv").read_text("utf-8-sig").count("\n") == 13
        front = (folder / lang / "t/open/index.html").read_text("utf-8")
        assert f'lang="{lang}"' in front
        assert f">{HEADINGS[lang]}</a>" in front


def test_members_of_a_team_lead_to_its_page(folder: Path) -> None:
    page = (folder / "en/t/league/statistics/index.html").read_text("utf-8")
    assert 'href="../teams/' in page
    assert not re.search(r"\.\./players/[0-9]", page)


def test_one_event_in_one_language(data: Path, tmp_path: Path) -> None:
    assert write_site("--data", str(data), "--to", str(tmp_path / "new"), "--language", "bg", "open") == 0
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["bg", "index.html", "static"]
    assert [path.name for path in (tmp_path / "new/bg/t").iterdir()] == ["open"]
    assert "Open" in (tmp_path / "new/index.html").read_text("utf-8")


def test_what_cannot_be_is_one_sentence(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("my own file")
    for words, sentence in {
        ("--data", str(data), "--to", str(tmp_path)): f"{tmp_path} has other files: name an empty folder, or one with",
        ("--data", str(data), "--to", str(tmp_path / "a"), "opem"): "Nothing public is called opem.",
        ("--data", str(tmp_path / "no"), "--to", str(tmp_path / "a")): "There is no journal at",
    }.items():
        assert write_site(*words) == 2
        assert f"tablo: {sentence}" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_web_space_carries_it(browser: Browser, folder: Path) -> None:
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as space:
        Thread(target=space.serve_forever, daemon=True).start()
        context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
        page, trouble = context.new_page(), []
        page.on("requestfailed", lambda one: trouble.append(one.url))
        page.on("response", lambda one: trouble.extend([one.url] * (one.status >= 400)))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(f"http://127.0.0.1:{space.server_port}/")
        page.get_by_role("link", name="Federation Open").click()
        for lang, heading in HEADINGS.items():
            if lang != "en":
                page.locator(f'footer a[hreflang="{lang}"]').click()
            page.locator("nav.tabs").get_by_role("link", name=heading).click()
            expect(page.locator("html")).to_have_attribute("lang", lang)
            expect(page.get_by_text("P0000").first).to_be_visible()
        context.close()
        space.shutdown()
    assert [url for url in trouble if not url.endswith("/favicon.ico")] == []
