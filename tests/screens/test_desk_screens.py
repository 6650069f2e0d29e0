"""The desk's page of the screens: everything is set from there, and it knows which televisions are alive."""

import re
import struct
import zlib
from collections.abc import Iterator
from io import BytesIO

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Browser, expect

from domain import events as e
from domain.screens.events import Content, ContentKind, Theme
from domain.words.games import Result
from tests.faces.drawn import sent
from tests.screens.looking import fits, measure, show
from tests.screens.site import PASSWORD, Site, open_of, running_site

PNG = sent(size=(400, 200))


def announcing(side: int) -> bytes:
    """A picture of 1 kB that says it has so many pixels across and down."""
    head = b"IHDR" + struct.pack(">II", side, side) + PNG[24:29]
    return PNG[:12] + head + struct.pack(">I", zlib.crc32(head)) + PNG[33:]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("desk"), {"open": open_of(12)}) as site:
        yield site


class Desk:
    """An arbiter's browser."""

    def __init__(self, site: Site) -> None:
        self.client = httpx.Client(base_url=site.url, timeout=60, follow_redirects=True)
        page = self.client.get("/desk/login").text
        self.client.post("/desk/login", data={**_secrets(page), "name": "Anna", "password": PASSWORD})

    def send(self, path: str, back: str = "/desk/screens", files: object = None, **fields: object) -> httpx.Response:
        secrets = _secrets(self.client.get(back).text)
        return self.client.post(path, data={**secrets, **fields}, files=files)  # type: ignore[arg-type]


def _secrets(page: str) -> dict[str, str]:
    return dict(re.findall(r'name="(form_token|command_id)" value="([^"]*)"', page))


@pytest.fixture(scope="module")
def desk(site: Site) -> Iterator[Desk]:
    desk = Desk(site)
    yield desk
    desk.client.close()


def test_a_screen_is_named_and_then_set_in_one_form(site: Site, desk: Desk) -> None:
    desk.send("/desk/screens", name="entrance", title="At the door")
    fields = {
        "kind-0": "seats", "tournament-0": "open", "kind-1": "announcement", "text-1": "Welcome", "kind-2": "",
        "seconds": "20", "parts": "2", "minutes": "5", "theme": "light", "language": "bg",
    }  # fmt: skip
    desk.send("/desk/screens/entrance", "/desk/screens/entrance", **fields)
    screen = site.app.state.services.screens.state.named("entrance")
    assert screen.contents == (Content(ContentKind.SEATS, "open"), Content(ContentKind.ANNOUNCEMENT, text="Welcome"))
    assert (screen.seconds, screen.parts, screen.focus_minutes) == (20, 2, 5)
    assert (screen.theme, screen.language) == (Theme.LIGHT, "bg")


def test_the_slider_says_how_far_the_letters_can_be_read_and_what_is_set_reaches_the_wall(
    site: Site, desk: Desk, browser: Browser
) -> None:
    address = site.screen("glass", Content(ContentKind.PAIRINGS, "open"))
    wall = show(browser, address)
    before = float(wall.locator("#store .settings").get_attribute("data-capital") or 0)
    page = browser.new_page()
    page.context.add_cookies([{"name": "tablo", "value": desk.client.cookies["tablo"], "url": site.url}])
    page.goto(f"{site.url}/desk/screens/glass")
    page.fill("#f-inches", "75")
    page.locator("#f-metres").fill("12")
    said = page.inner_text(".glass .said")
    expect(page.locator(".glass .turn")).to_contain_text(re.compile(r"Players: \d+\. Pages: \d+\. A turn takes \d+ s"))
    assert page.frame_locator(".glass iframe").locator("#panel .column").count()
    page.click("form.what button.primary")
    page.wait_for_load_state()
    kept = page.inner_text(".glass .said")
    page.close()
    wall.wait_for_function("before => Number(document.querySelector('.settings').dataset.capital) > before", arg=before)
    asked = float(wall.locator("#store .settings").get_attribute("data-capital") or 0)
    measured = measure(wall)
    wall.close()
    assert said == kept == "Capitals of 31 mm, 3.3 percent of the height: readable to 12 metres."
    assert asked == pytest.approx(2.6 * 12 / 934 * 100, abs=0.01)
    assert fits(measured)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [("inches", "4", "10 to 300 inches, not 4"), ("metres", "41", "from 1 to 40 metres, not 41")],
)
def test_a_glass_that_cannot_be_is_refused(site: Site, desk: Desk, field: str, value: str, said: str) -> None:
    path = f"/desk/screens/no-{field}"
    site.screen(f"no-{field}", Content(ContentKind.PAIRINGS, "open"))
    answer = desk.send(path, path, theme="dark", **{field: value})
    assert said in answer.text
    assert site.app.state.services.screens.state.named(f"no-{field}").inches == 55


def test_one_press_shows_something_else(site: Site, desk: Desk) -> None:
    desk.send("/desk/screens", name="press")
    desk.send("/desk/screens/press/show", content="standings|open")
    assert site.app.state.services.screens.state.named("press").contents == (Content(ContentKind.STANDINGS, "open"),)


def test_a_card_is_chosen_by_pairing_number(site: Site, desk: Desk) -> None:
    desk.send("/desk/screens", name="card")
    fields = {"kind-0": "card", "tournament-0": "open", "player-0": "2", "theme": "dark"}
    desk.send("/desk/screens/card", "/desk/screens/card", **fields)
    numbers = site.do(site.app.state.services.office.open("open")).tournament.numbers
    assert site.app.state.services.screens.state.named("card").contents[0].player == numbers[1]


@pytest.mark.parametrize(
    ("path", "fields", "said"),
    [
        ("/desk/screens", {"name": "Not An Address"}, "cannot be an address"),
        ("/desk/screens/nowhere/show", {"content": "standings|open"}, "There is no screen called"),
        ("/desk/announcement", {"text": ""}, "must have from 1 to 600 characters"),
        ("/desk/pictures/abc/remove", {}, "is not here any more"),
    ],
)
def test_a_refusal_is_a_sentence_on_the_page_it_came_from(
    desk: Desk, path: str, fields: dict[str, str], said: str
) -> None:
    answer = desk.send(path, **fields)
    assert answer.status_code == 409
    assert said in answer.text


def test_an_announcement_is_made_and_taken_away(site: Site, desk: Desk) -> None:
    desk.send("/desk/announcement", text="Round 6 at 15:30")
    assert site.app.state.services.screens.state.announced_on("anything") == "Round 6 at 15:30"
    desk.send("/desk/announcement/withdraw")
    assert site.app.state.services.screens.state.announcement is None


def test_a_picture_is_made_anew_and_shown_to_the_hall(site: Site, desk: Desk) -> None:
    script = b"<script>alert(1)</script>"
    desk.send("/desk/pictures", files={"file": ("sponsor.png", PNG + script, "image/png")}, title="Sponsor")
    (known,) = site.app.state.services.screens.state.pictures.values()
    answer = desk.client.get(f"/pictures/{known.picture}")
    assert answer.headers["content-type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size == (400, 200)
    assert script not in answer.content


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"<svg onload='alert(1)'/>", "Picture: an SVG is a program and is not taken."),
        (b"", "Picture: no file was chosen."),
        (PNG[:-200], "Picture: this file is no picture that can be read."),
        (announcing(20_000), "Picture: this picture has far too many pixels."),
        (PNG + bytes(7 * 1024**2), "Picture: the file is larger than 7 MB."),
    ],
)
def test_what_is_no_picture_or_too_large_is_not_kept(site: Site, desk: Desk, data: bytes, said: str) -> None:
    before = dict(site.app.state.services.screens.state.pictures)
    answer = desk.send("/desk/pictures", files={"file": ("x.png", data, "image/png")})
    assert said in answer.text
    assert site.app.state.services.screens.state.pictures == before


def test_nobody_sets_a_screen_without_a_password(site: Site) -> None:
    with httpx.Client(base_url=site.url, timeout=60) as stranger:
        answers = [stranger.get("/desk/screens"), stranger.post("/desk/screens", data={"name": "mine"})]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert "mine" not in site.app.state.services.screens.state.by_name


def test_a_forged_form_is_not_carried_out(site: Site, desk: Desk) -> None:
    answer = desk.client.post("/desk/screens", data={"name": "forged", "form_token": "0" * 40})
    assert answer.status_code == 403
    assert "forged" not in site.app.state.services.screens.state.by_name


def test_the_desk_sees_which_television_shows_which_position(site: Site, desk: Desk, browser: Browser) -> None:
    address = site.screen("seen", Content(ContentKind.PAIRINGS, "open"))
    page = show(browser, address)
    page.wait_for_function("() => tabloFeed.live")
    site.record("open", e.ResultRecorded(5, 1, Result.DRAW))
    page.wait_for_timeout(1200)
    cell = desk.client.get("/desk/screens").text.split('data-name="seen"', 1)[1].split("</td>", 1)[0]
    page.close()
    assert "up to date" in cell
    assert f"position {site.app.state.services.screens.look('screen/seen').position}" in cell


def test_setting_up_a_television_takes_its_name_and_a_qr_code(site: Site, desk: Desk) -> None:
    site.screen("setup-me", Content(ContentKind.PAIRINGS, "open"), parts=2)
    page = desk.client.get("/screen/setup-me/setup").text
    assert f"{site.url.split('://')[1]}/screen/setup-me/2" in page
    code = desk.client.get("/screen/qr.svg", params={"to": "/screen/setup-me/2"}, headers={"host": "hall.example"})
    assert code.headers["content-type"].startswith("image/svg+xml")
    assert code.content.startswith(b"<?xml")


@pytest.mark.parametrize("to", ["https://example.org/", "//example.org", "/" + "x" * 400])
def test_a_qr_code_never_leads_away(desk: Desk, to: str) -> None:
    assert desk.client.get("/screen/qr.svg", params={"to": to}).status_code == 400


def test_the_list_of_screens_names_every_television(site: Site, desk: Desk) -> None:
    site.screen("family", Content(ContentKind.SEATS, "open"), parts=3)
    page = desk.client.get("/screen").text
    assert all(f'href="/screen/family/{part}"' in page for part in (1, 2, 3))


def test_where_no_phone_could_open_the_address_the_page_says_what_to_do_instead(site: Site, desk: Desk) -> None:
    site.screen("nowhere", Content(ContentKind.PAIRINGS, "open"))
    page = desk.client.get("/screen/nowhere/setup").text

    assert "tablo serve --host 0.0.0.0" in page or "in no network" in page
    assert "qr.svg" not in page
    assert desk.client.get("/screen/qr.svg", params={"to": "/screen/nowhere"}).status_code == 404
    assert 'id="qr"' not in desk.client.get("/t/open/screen").text
