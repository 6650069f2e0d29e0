"""The face is set at the desk: looked at first, then shown to everybody."""

import re
from io import BytesIO
from pathlib import Path

from PIL import Image

from tests.desk.browsers import Browser, browser, desk, server, with_round_one
from tests.faces.drawn import sent

FACE = "/desk/t/open/face"
SHARED = re.compile(r'property="og:image(?::\w+)?" content="([^"]+)"')


async def give(somebody: Browser, place: str, name: str, data: bytes, root: str = FACE) -> None:
    """Send a picture through its form."""
    await somebody.go(root)
    fields = somebody.form(f"{root}/pictures")
    data_of_form = {**fields, "place": place, "name": name}
    somebody.page = await somebody.client.post(
        f"{root}/pictures", data=data_of_form, files={"file": ("picture.png", data)}
    )


async def whole_face(somebody: Browser, root: str = FACE) -> None:
    """A colour, a logo, two sponsors and a poster, as a draft."""
    await somebody.go(root)
    await somebody.send(f"{root}/colour", accent="#C2185B")
    await give(somebody, "logo", "Chess club Levski", sent(), root)
    await give(somebody, "sponsor", "Bank of Sofia", sent(colour="#003366"), root)
    await give(somebody, "sponsor", "Water", sent("JPEG", colour="#3366cc"), root)
    await give(somebody, "poster", "Poster of the open", sent(size=(600, 900)), root)


async def test_a_draft_is_seen_at_the_desk_alone_until_it_is_shown(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await whole_face(anna)
        assert "This is a draft: nobody but the desk sees it." in anna.text
        assert anna.page.text.count("Chess club Levski") > 5
        assert "it is kept in at most 480 × 240 pixels and 24 kB" in anna.text
        assert "is too little to read;" in anna.text
        assert "Chess club Levski" not in (await anna.go("/t/open")).text
        await anna.go(FACE)
        await anna.send(f"{FACE}/show")
        assert "Everybody sees this face" in anna.text
        page = (await anna.go("/t/open")).text
        assert 'alt="Chess club Levski"' in page
        assert 'alt="Bank of Sofia"' in page
        assert 'alt="Poster of the open"' in page
        assert "/face/c2185b.css" in page


async def test_pictures_and_colours_are_kept_for_ever_by_browsers(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await whole_face(anna)
        await anna.go(FACE)
        [logo] = set(re.findall(r'src="(/t/open/face/[0-9a-f]{64}\.\w+)" alt="Chess club Levski"', anna.page.text))
        picture = await anna.go(logo)
        sheet = await anna.go("/face/c2185b.css")
        assert picture.headers["content-type"] in ("image/png", "image/jpeg")
        assert sheet.headers["content-type"].startswith("text/css")
        for answer in (picture, sheet):
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        for nothing in (f"/t/open/face/{'0' * 64}.png", "/t/open/face/x.png", "/face/red.css", "/f/no/face/x.png"):
            assert (await anna.go(nothing)).status_code == 404
            assert anna.page.headers["cache-control"] == "no-store"


async def test_a_face_stands_on_paper_and_print_and_cards(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna, rounds="1")
        plain = (await anna.go("/desk/t/open/papers/pairings.pdf")).content
        await whole_face(anna)
        await anna.go(FACE)
        await anna.send(f"{FACE}/show")
        papers = "/desk/t/open/papers"
        faced = {
            name: (await anna.go(f"{papers}/{name}.pdf")).content
            for name in ("pairings", "slips", "badges", "player-cards", "place-cards")
        }
        await anna.go("/desk/t/open/rounds/1")
        for board in "1234":
            await anna.send("/desk/t/open/rounds/1/results", board=board, result="1-0", seen="")
        await anna.send("/desk/t/open/rounds/1/close")
        await anna.go("/desk/t/open")
        await anna.send("/desk/t/open/close")
        faced["certificates"] = (await anna.go(f"{papers}/certificates.pdf")).content
        assert [name for name, content in faced.items() if b"/Subtype/Image" not in content.replace(b" ", b"")] == []
        assert b"/Subtype/Image" not in plain.replace(b" ", b"")
        printed = (await anna.go("/t/open/pairings/1.pdf")).content
        assert b"/Subtype/Image" in printed.replace(b" ", b"")


async def test_shared_links_show_poster_logo_and_colour(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        plain = (await anna.go("/t/open/players/1/preview.png")).content
        await whole_face(anna)
        await anna.go(FACE)
        await anna.send(f"{FACE}/show")
        faced = (await anna.go("/t/open/players/1/preview.png")).content
        shared = re.findall(r'property="og:image(?::\w+)?" content="([^"]+)"', (await anna.go("/t/open")).text)
        of_player = re.findall(
            r'property="og:image(?::\w+)?" content="([^"]+)"', (await anna.go("/t/open/players/1")).text
        )
        assert Image.open(BytesIO(plain)).getpixel((5, 5)) == (20, 82, 61)
        assert Image.open(BytesIO(faced)).getpixel((5, 5)) == (194, 24, 91)
        assert re.fullmatch(r"http://localhost/t/open/face/[0-9a-f]{64}\.(png|jpg)", shared[0])
        assert shared[1:] == ["600", "900"]
        assert of_player == ["http://localhost/t/open/players/1/preview.png", "1200", "630"]
        assert (await anna.go("/t/open/app.webmanifest")).json()["theme_color"] == "#c2185b"


async def test_the_card_of_a_helper_has_the_logo(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await whole_face(anna)
        await anna.go(FACE)
        await anna.send(f"{FACE}/show")
        await anna.go("/desk/stewards")
        await anna.send(
            "/desk/stewards", name="Boris", role="entry", tournament="open", first_board="1", last_board="4"
        )
        assert 'alt="Chess club Levski"' in anna.page.text


async def test_what_was_done_is_in_the_history_and_can_be_undone(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await whole_face(anna)
        await anna.go(FACE)
        await anna.send(f"{FACE}/show")
        await anna.go("/desk/t/open/history")
        said = "colour #c2185b, logo “Chess club Levski”, sponsors: Bank of Sofia, Water, poster “Poster of the open”"
        assert f"Face of the event shown to everybody: {said}" in anna.text
        [undo] = re.findall(r'href="(/desk/t/open/history/\d+/undo)"', anna.page.text)[:1]
        await anna.go(undo)
        await anna.send(undo, reason="too early")
        assert "Chess club Levski" not in (await anna.go("/t/open")).text


async def test_a_picture_is_taken_out_and_a_draft_thrown_away(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await whole_face(anna)
        await anna.go(FACE)
        await anna.send(f"{FACE}/show")
        await anna.send(f"{FACE}/pictures/remove")
        assert "This is a draft" in anna.text
        await anna.send(f"{FACE}/discard")
        assert "This is a draft" not in anna.text
        assert "Chess club Levski" in anna.text


async def test_bad_input_is_refused_with_the_field_and_nothing_is_written(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go(FACE)
        before = (await anna.go("/t/open/overview.json")).json()["position"]
        await anna.go(FACE)
        await anna.send(f"{FACE}/colour", accent="red")
        assert anna.refusal == "Colour must be six figures such as #14523d, not “red”."
        await give(anna, "logo", "", sent())
        assert anna.refusal == "Words for the logo is missing: please fill it in."
        await give(anna, "logo", "Club", b"<svg/>")
        assert anna.refusal.startswith("Logo: an SVG is a program and is not taken.")
        assert anna.page.status_code == 422
        assert (await anna.go("/t/open/overview.json")).json()["position"] == before


async def test_a_seventh_sponsor_is_refused(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        for n in range(6):
            await give(anna, "sponsor", f"Sponsor {n}", sent(colour=f"#{n}{n}5566"))
            assert not anna.refusal
        await anna.go(FACE)
        forms = anna.form(f"{FACE}/pictures")
        anna.page = await anna.client.post(
            f"{FACE}/pictures",
            data={**forms, "place": "sponsor", "name": "Seventh"},
            files={"file": ("s.png", sent(colour="#aabbcc"))},
        )
        assert anna.refusal == "Sponsor: at most 6, not 7."


async def test_a_reader_sets_no_face(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as reader:
        await with_round_one(await anna.log_in())
        await anna.go("/desk/stewards")
        await anna.send("/desk/stewards", name="Rosa", role="reader", tournament="open")
        [link] = re.findall(r'id="link" href="http://[^/]+(/join/[^"]+)"', anna.page.text)
        await reader.go(link)
        assert (await reader.go(FACE)).status_code == 403


async def test_a_section_wears_the_face_of_its_festival_until_it_has_its_own(tmp_path: Path) -> None:
    root = "/desk/festivals/days-of-chess/face"
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go("/desk/festivals")
        await anna.send("/desk/festivals", name="Days of chess")
        await anna.send("/desk/festivals/days-of-chess/add", tournament="open", title="A")
        await give(anna, "logo", "Festival", sent(), root)
        await anna.go(root)
        await anna.send(f"{root}/show")
        assert 'alt="Festival"' in (await anna.go("/f/days-of-chess")).text
        assert 'src="/f/days-of-chess/face/' in (await anna.go("/t/open")).text
        assert 'alt="Festival"' in (await anna.go("/t/open/screen")).text
        await anna.go("/desk/festivals/days-of-chess/history")
        assert "Face of the event shown to everybody: logo “Festival”" in anna.text
        await anna.go(FACE)
        assert "The festival’s face is shown here" in anna.text
        await give(anna, "logo", "Own", sent("JPEG"))
        await anna.go(FACE)
        await anna.send(f"{FACE}/show")
        own = (await anna.go("/t/open")).text
        assert 'alt="Own"' in own
        assert 'alt="Festival"' not in own
