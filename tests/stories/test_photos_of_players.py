"""Photos of players: many by their names and one by camera at the desk, then on phone, wall and badge, and gone."""

from pathlib import Path

from playwright.sync_api import Browser, FilePayload, Locator, expect

from domain.tournament import Tournament
from domain.words.players import Player, PlayerId
from domain.words.regulations import Details
from tests.crosstable import drawn, published
from tests.faces.drawn import noise, sent
from tests.stories.tablo import kept, log_in, page_of, picture, press, running, send
from web.wording import language

ENTERED = [
    Player(PlayerId(1), "Ivanova, Maria", 2410, fide_id=24101605, birth_year=1990),
    Player(PlayerId(2), "Petrov, Peter", 2350, birth_year=1985),
    Player(PlayerId(3), "Dimitrov, Assen", 2290, birth_year=2012),
    Player(PlayerId(4), "Georgieva, Elena", 2210, birth_year=1979),
]


def open_with_a_round() -> Tournament:
    return published(drawn(details=Details("City Open", start="2026-11-28"), players=ENTERED))


def file(name: str, data: bytes) -> FilePayload:
    return {"name": name, "mimeType": "image/jpeg", "buffer": data}


def drawn_there(photo: Locator) -> bool:
    return bool(photo.evaluate("one => one.complete && one.naturalWidth > 0"))


def test_photos_are_sent_shown_printed_and_taken_away(browser: Browser, tmp_path: Path) -> None:
    slug = kept(tmp_path / "data", open_with_a_round())
    with running(tmp_path / "data") as tablo:
        desk, site = f"{tablo.url}/desk/t/{slug}", f"{tablo.url}/t/{slug}"
        page = page_of(browser)
        log_in(page, tablo.url)
        page.goto(f"{desk}/photos")
        heavy = noise((1500, 1400))
        files = [
            file("24101605.jpg", heavy),
            file("3 Assen.jpg", sent("JPEG", (300, 400), "#7a5230")),
            file("x.jpg", sent()),
        ]
        page.locator("#f-photos").set_input_files(files)
        press(page.locator("form[data-photos] button"))
        expect(page.locator(".photos li")).to_have_count(2)
        expect(page.locator("#left-photos li")).to_have_count(1)
        page.goto(f"{desk}/players/2")
        page.locator("#f-photo").set_input_files(file("camera.jpg", sent("JPEG", (600, 400), "#225588")))
        press(page.locator("#photo form[data-photos] button"))
        expect(page.locator("#photo img.photo")).to_be_visible()
        picture(page, "photo-of-a-player-desk")
        send(page, f"{tablo.url}/desk/screens", name="hall")
        on_wall = {"kind-0": "card", "tournament-0": slug, "player-0": "1"}
        send(page, f"{tablo.url}/desk/screens/hall", **on_wall)
        send(page, desk, "/live-boards/games", f"{desk}/live-boards", board="1", round="1", moves="1. e4 e5")
        for code in ("en", "bg", "ru"):
            said = language(code).catalogue.gettext
            arbiter = page_of(browser, lang=code)
            arbiter.context.add_cookies(page.context.cookies())
            arbiter.goto(f"{desk}/photos?lang={code}")
            box = arbiter.get_by_label(said("Show photos to everybody"))
            box.check()
            press(arbiter.locator("form[action$='/photos/shown'] button"))
            expect(arbiter.locator(".photos .tag")).to_have_text(said("not shown"))
            picture(arbiter, f"photos-desk-{code}")
            phone, wall = page_of(browser, 390, 844, code), page_of(browser, 1920, 1080, code)
            phone.goto(f"{site}/players/1?lang={code}")
            expect(phone.locator("img.photo")).to_be_visible()
            assert drawn_there(phone.locator("img.photo"))
            picture(phone, f"photos-phone-{code}")
            phone.route("**/photos/*", lambda route: route.fulfill(status=404))
            phone.reload()
            expect(phone.locator("img.photo")).to_have_count(0)  # as on a mirror: no gap
            phone.unroute("**/photos/*")
            phone.goto(f"{site}/players/3")
            expect(phone.locator("img.photo")).to_have_count(0)
            phone.goto(f"{site}/game/1.1")
            expect(phone.locator("img.photo")).to_have_count(1)
            picture(phone, f"photos-game-{code}")
            wall.goto(f"{tablo.url}/screen/hall?lang={code}")
            expect(wall.locator("#photo img")).to_be_visible()
            assert drawn_there(wall.locator("#photo img"))
            picture(wall, f"photos-wall-{code}")
            badges = arbiter.request.get(f"{desk}/papers/badges-with-photos.pdf?lang={code}")
            assert badges.headers["content-type"] == "application/pdf"
            box.uncheck()
            press(arbiter.locator("form[action$='/photos/shown'] button"))
            phone.goto(f"{site}/players/1")
            expect(phone.locator("img.photo")).to_have_count(0)
