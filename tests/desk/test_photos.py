"""Photos of players: by file name or one by one, small, without metadata, seen by whom the organiser lets, erasable."""

import re
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import httpx
import pytest
from PIL import Image

from domain.decisions.players.photos import player_of_file
from domain.decisions.players.registering import anonymise
from domain.decisions.setup.announcing import amend_details
from domain.events import PhotoKept, PhotosAllowed
from domain.refusals import BadField
from domain.tournament import Tournament, replay
from domain.words.choices.faces import PictureType
from domain.words.choices.photos import PhotoRules
from domain.words.players import EntrantId, Player, PlayerId
from domain.words.regulations import Details
from projections.moment.photos import shown_photo
from server.workers.picture_rooms import PHOTO_ROOM, made_anew
from tests.crosstable import drawn
from tests.desk.browsers import Browser, desk
from tests.faces.drawn import noise, sent, too_large

AT = "/desk/t/open"
PLAYERS = [
    Player(PlayerId(1), "Ivanova, Maria", 2410, fide_id=24101605, birth_year=1990),
    Player(PlayerId(2), "Petrov, Peter", 2300, fide_id=2900001, birth_year=2010),
    Player(PlayerId(3), "Jones, Gwen", 2200),
]


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("24101605.jpg", 1),
        ("Ivanova 24101605 (2).JPEG", 1),
        ("2.jpg", 2),
        ("0002.png", 2),
        ("3 Jones.webp", 3),
        ("IMG_0002.jpg", None),
        ("4.jpg", None),
        ("241016050.jpg", None),
        ("Jones.jpg", None),
    ],
)
def test_a_file_is_whose_fide_id_it_names_or_whose_number_it_begins_with(name: str, player: int | None) -> None:
    assert player_of_file(drawn(players=PLAYERS), name) == player


def test_a_photo_becomes_a_small_square_the_right_way_up_without_what_the_camera_wrote() -> None:
    exif = Image.Exif()
    exif[0x010F], exif[0x0112] = "Camera of Anna", 6
    picture = Image.new("RGB", (400, 600), "white")
    picture.paste("red", (0, 0, 400, 150))  # lies on the right once the photo is turned
    out = BytesIO()
    picture.save(out, "JPEG", exif=exif.tobytes(), comment=b"taken at home")
    made = made_anew(out.getvalue(), PHOTO_ROOM)
    shown = Image.open(BytesIO(made.data))
    assert (made.type, shown.size) == (PictureType.JPEG, (256, 256))
    assert not shown.getexif()
    assert b"Camera" not in made.data
    assert b"taken" not in made.data
    red, white = shown.getpixel((250, 128)), shown.getpixel((5, 128))
    assert (red[1] < 90, white[1] > 200) == (True, True)


@pytest.mark.parametrize("data", [noise((900, 700)), sent("PNG", (3000, 40)), sent("GIF", (30, 30))])
def test_every_photo_is_light(data: bytes) -> None:
    made = made_anew(data, PHOTO_ROOM)
    assert len(made.data) <= 20_000
    assert made.width == made.height <= 256


@pytest.mark.parametrize("data", [b"", b"<svg/>", b"MZ", too_large()])
def test_what_is_no_photo_is_refused(data: bytes) -> None:
    with pytest.raises(BadField, match="photo"):
        made_anew(data, PHOTO_ROOM)


def shown(rules: PhotoRules, t: Tournament, nameless: frozenset[EntrantId] = frozenset()) -> list[int]:
    t = replay([PhotosAllowed(rules), *(PhotoKept(one.id, "a" * 64) for one in PLAYERS)], t)
    return [one.id for one in PLAYERS if shown_photo(t, one.id, nameless)]


def test_nobody_is_shown_who_should_not_be() -> None:
    t = drawn(details=Details("Open", start="2026-11-28"), players=PLAYERS)
    assert shown(PhotoRules(), t.copy()) == []
    assert shown(PhotoRules(shown=True), t.copy()) == [1]
    assert shown(PhotoRules(shown=True, juniors=True), t.copy()) == [1, 2, 3]
    assert shown(PhotoRules(shown=True, juniors=True), t.copy(), frozenset({EntrantId(3)})) == [1, 2]
    undated = replay(amend_details(t, Details("Open")), t)
    assert shown(PhotoRules(shown=True), undated) == []


def test_who_is_not_published_by_name_has_no_photo_any_more() -> None:
    t = replay([PhotoKept(PlayerId(1), "a" * 64)], drawn(players=PLAYERS))
    assert replay(anonymise(t, PlayerId(1)), t).photos == {}


# At the desk, and as everybody sees it


async def three(anna: Browser) -> None:
    await anna.go("/desk/new")
    await anna.send("/desk/new", tournament_name="Open", rounds="3", start="2026-11-28")
    lines = "Name;Rating;FIDE ID;Birth\n" + "\n".join(
        f"{one.name};{one.rating};{one.fide_id or ''};{one.birth_year or ''}" for one in PLAYERS
    )
    await anna.go(f"{AT}/players/import")
    await anna.send(f"{AT}/players/import", list=lines)
    await anna.send(f"{AT}/players/import")
    await anna.go(f"{AT}/players")
    assert "Ivanova" in anna.text


async def give(anna: Browser, *files: tuple[str, bytes]) -> None:
    await anna.go(f"{AT}/photos")
    form = anna.form(f"{AT}/photos")
    anna.page = await anna.client.post(f"{AT}/photos", data=form, files=[("photos", file) for file in files])


async def show(anna: Browser, **ticked: str) -> None:
    await anna.go(f"{AT}/photos")
    await anna.send(f"{AT}/photos/shown", **ticked)


def address_on(page: httpx.Response) -> str:
    found = re.search(r'src="(/t/open/photos/[0-9a-f]{64}\.jpg)"', page.text)
    return found[1] if found else ""


async def photo_shown(anna: Browser, player: int = 1) -> str:
    return address_on(await anna.go(f"/t/open/players/{player}"))


async def test_many_photos_come_by_their_names_and_the_others_are_listed(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await three(anna)
        files = ("24101605.jpg", sent("JPEG")), ("2.png", sent(colour="#aa3344")), ("3.jpg", b"MZ"), ("who.jpg", sent())
        await give(anna, *files, ("1.jpg", sent()))
        assert "2 photos came: Ivanova, Maria; Petrov, Peter" in anna.text
        assert "3.jpg : Photo: this file is no picture that can be read." in anna.text
        assert "who.jpg : fits nobody" in anna.text
        assert "1.jpg : another file is for the same player" in anna.text
        [first, second] = re.findall(rf'src="({AT}/photos/[^"]+)"', anna.page.text)
        seen = await anna.client.get(first)
        assert Image.open(BytesIO(seen.content)).size == (120, 120)
        assert f"{sha256(seen.content).hexdigest()}.jpg" in first
        assert await photo_shown(anna) == ""
        assert (await anna.go(first.removeprefix("/desk"))).status_code == 404
        anna.client.cookies.clear()
        assert "image" not in (await anna.client.get(second)).headers["content-type"]


async def test_a_photo_is_shown_taken_away_and_gone_on_pages_of_the_past_too(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await three(anna)
        await give(anna, ("1.jpg", sent()), ("2.jpg", sent(colour="#aa3344")))
        await show(anna, photos_shown="1")
        address = await photo_shown(anna)
        picture = await anna.go(address)
        assert (picture.status_code, picture.headers["content-type"]) == (200, "image/jpeg")
        assert "immutable" in picture.headers["cache-control"]
        data = (await anna.go("/t/open/players/1.json")).json()["data"]
        assert f"/t/open/{data['photo']}" == address
        assert await photo_shown(anna, 2) == ""  # a junior
        await show(anna, photos_shown="1", photos_of_juniors="1")
        of_junior = await photo_shown(anna, 2)
        position = (await anna.go("/t/open/players/2.json")).json()["position"]
        await show(anna, photos_shown="1")
        assert (await anna.go(of_junior)).status_code == 404
        assert address_on(await anna.go(f"/t/open/players/2?at={position}")) == ""
        assert address_on(await anna.go(f"/t/open/players/1?at={position}")) == address
        await anna.go(f"{AT}/players/1")
        await anna.send(f"{AT}/players/1/photo/remove")
        assert address_on(await anna.go(f"/t/open/players/1?at={position}")) == ""
        assert (await anna.go(address)).status_code == 404


async def test_live_boards_have_small_photos_of_those_who_are_shown(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await three(anna)
        await give(anna, ("1.jpg", noise((300, 300))), ("2.jpg", sent(colour="#aa3344")))
        await anna.go(AT)
        await anna.send(f"{AT}/colour", colour="w")
        await anna.send(f"{AT}/pair", confirmed="2")
        await anna.send(f"{AT}/rounds/1/publish")
        await anna.go(f"{AT}/live-boards")
        await anna.send(f"{AT}/live-boards/games", board="1", round="1", moves="1. e4 e5")
        assert await small_photos(anna) == []
        await show(anna, photos_shown="1")
        [address] = await small_photos(anna)
        assert address == (await photo_shown(anna)).replace(".jpg", ".webp")
        small = (await anna.go(address)).content
        assert Image.open(BytesIO(small)).size == (64, 64)
        assert len(small) <= 1_500
        one_to_one = (await anna.go(address.replace(".webp", ".1x.webp"))).content
        assert Image.open(BytesIO(one_to_one)).size == (32, 32)
        await show(anna, photos_shown="1", photos_of_juniors="1")
        assert len(await small_photos(anna)) == 2
        await show(anna)
        assert await small_photos(anna) == []
        assert (await anna.go(address)).status_code == 404


async def small_photos(anna: Browser) -> list[str]:
    found: list[str] = re.findall(r'src="(/t/open/photos/[^"]+)"', (await anna.go("/t/open/live")).text)
    return found


@pytest.mark.parametrize("step", ["/personal/erase", "/anonymise", "/photo/remove"])
async def test_an_erased_photo_is_in_no_byte_of_the_file(tmp_path: Path, step: str) -> None:
    async with desk(tmp_path) as anna:
        await three(anna)
        await give(anna, ("1.jpg", noise((300, 300))))
        await show(anna, photos_shown="1")
        photo = (await anna.go(await photo_shown(anna))).content
        assert photo[200:260] in whole(tmp_path)
        page = f"{AT}/players/1" + ("/personal" if "personal" in step else "")
        await anna.go(page)
        await anna.send(f"{AT}/players/1{step}")
        assert not anna.refusal
        assert await photo_shown(anna) == ""
        await anna.go(f"{AT}/history")
        assert "photo" in anna.text
        assert photo[200:260] not in whole(tmp_path)


def whole(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.glob("tablo.sqlite*"))


async def test_one_photo_at_the_page_of_the_player(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await three(anna)
        for data, said in (
            (b"MZ", "Photo: this file is no picture that can be read. Send a PNG or JPEG."),
            (sent(), ""),
        ):
            await anna.go(f"{AT}/players/3")
            form = anna.form(f"{AT}/players/3/photo")
            assert " capture" not in anna.page.text, "a phone offers its camera alone then, and no file"
            anna.page = await anna.client.post(
                f"{AT}/players/3/photo", data=form, files={"file": ("x.jpg", data)}, follow_redirects=True
            )
            assert anna.refusal == said
        assert 'alt="Photo of Jones, Gwen"' in anna.page.text


async def test_an_event_without_a_day_says_why_no_photo_is_shown(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await three(anna)
        said = "no photo is shown"
        await show(anna, photos_shown="1")
        assert said not in anna.text
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/details", start="")
        await anna.go(f"{AT}/photos")
        assert said in anna.text
        await show(anna, photos_shown="1", photos_of_juniors="1")
        assert said not in anna.text
