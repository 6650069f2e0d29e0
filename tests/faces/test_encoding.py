"""A picture that is sent is made anew: small, without metadata, PNG or JPEG."""

import struct
from io import BytesIO
from itertools import product
from zlib import crc32

import pytest
from PIL import Image

from domain.refusals import BadField
from domain.words.choices.faces import FacePlace, PictureType
from server.workers.picture_rooms import ROOMS, made_anew
from tests.faces.drawn import noise, sent, too_large
from tests.tiers import sample
from web.wording import language
from web.wording.refusals import sentence

LOGO = ROOMS[FacePlace.LOGO]


SIZES = ((2400, 1200), (300, 2000), (60, 60))
IN_TURN = tuple(zip(FacePlace, SIZES, strict=True))


@pytest.mark.parametrize(("place", "size"), sample(dict.fromkeys((*IN_TURN, *product(FacePlace, SIZES))), len(IN_TURN)))
def test_a_picture_keeps_its_shape_in_the_room_of_its_place(place: FacePlace, size: tuple[int, int]) -> None:
    room = ROOMS[place]
    made = made_anew(noise(size), room)
    assert made.width <= room.width
    assert made.height <= room.height
    assert len(made.data) <= room.most_bytes
    assert made.width / made.height == pytest.approx(size[0] / size[1], rel=0.1)
    assert Image.open(BytesIO(made.data)).size == (made.width, made.height)


@pytest.mark.parametrize("format", ["PNG", "JPEG", "WEBP", "GIF"])
def test_only_png_and_jpeg_come_out_for_old_televisions(format: str) -> None:
    made = made_anew(sent(format), LOGO)
    assert made.type in PictureType
    assert Image.open(BytesIO(made.data)).format == made.type.name


def test_what_a_camera_wrote_beside_the_picture_is_gone() -> None:
    exif = Image.Exif()
    exif[0x010F] = "Camera of Anna"
    made = made_anew(sent("JPEG", exif=exif.tobytes()), LOGO)
    assert b"Camera of Anna" not in made.data
    assert not Image.open(BytesIO(made.data)).getexif()


def test_a_photograph_that_lies_on_its_side_is_turned() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    made = made_anew(sent("JPEG", (200, 100), exif=exif.tobytes()), LOGO)
    assert made.width < made.height


def test_what_is_transparent_stays_transparent() -> None:
    out = BytesIO()
    Image.new("RGBA", (100, 50), (20, 82, 61, 0)).save(out, "PNG")
    made = made_anew(out.getvalue(), LOGO)
    assert made.type is PictureType.PNG
    assert Image.open(BytesIO(made.data)).convert("RGBA").getpixel((1, 1))[3] == 0


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "Logo: no file was chosen. Choose a PNG or JPEG picture."),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "Logo: an SVG is a program and is not taken."),
        (b"<?xml version='1.0'?><svg/>", "Logo: an SVG is a program and is not taken."),
        (b"GIF89a", "Logo: this file is no picture that can be read."),
        (sent()[:90], "Logo: this file is no picture that can be read."),
        (sent(size=(20, 20)), "Logo: 20 × 20 pixels are too few. It needs 24 across and down."),
        (too_large(), "Logo: 9000 × 5000 pixels are too many."),
    ],
)
def test_what_is_no_picture_for_us_is_refused_with_a_sentence(data: bytes, said: str) -> None:
    with pytest.raises(BadField) as refused:
        made_anew(data, LOGO)
    assert sentence(refused.value, None, language("en")).startswith(said)


@pytest.mark.parametrize(
    ("side", "said"), [(7000, "7000 × 7000 pixels are too many."), (20000, "this picture has far too many pixels.")]
)
def test_a_picture_of_too_many_pixels_is_told_how_many_it_may_have(side: int, said: str) -> None:
    header = b"IHDR" + struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    whole = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + header + struct.pack(">I", crc32(header))
    with pytest.raises(BadField) as refused:
        made_anew(whole + b"\0\0\0\0IDAT" + struct.pack(">I", crc32(b"IDAT")), LOGO)
    words = sentence(refused.value, None, language("en"))
    assert said in words
    assert "at most 6000 pixels" in words
