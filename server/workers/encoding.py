"""A picture that somebody sends, made anew: read by a library, without its metadata, small enough for phones.

SVG is not taken: it is a program. Only PNG and JPEG are given, for televisions of 2013 know nothing else.
"""

from collections.abc import Iterator
from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError

from domain.pictures import PictureKept
from domain.refusals import BadField
from domain.words.choices.faces import PictureType
from server.workers.picture_rooms import PictureRoom

FORMATS_TAKEN = ("PNG", "JPEG", "WEBP", "GIF")
MOST_PIXELS_SENT = 40_000_000
"""Pixels of a picture that is sent: as many as a phone's camera makes, and no file that unpacks without end."""
FEWEST_PIXELS = 24
JPEG_QUALITIES = (86, 78, 68, 58)
PALETTE_COLOURS = (256, 128, 64)
SHRINKING = 0.8
SMALL_QUALITY = 60
FACES_AT = (0.5, 0.3)
"""The part of what is cut off that goes left and above."""
SVG_BEGINNINGS = (b"<svg", b"<?xml", b"<!doctype svg")


def encoded_anew(data: bytes, room: PictureRoom) -> PictureKept:
    """Seconds of work for a large photograph. Raises BadField for what is no picture."""
    picture = _squared(_opened(data, room.field), room.width) if room.square else _opened(data, room.field)
    picture.thumbnail((room.width, room.height), Image.Resampling.LANCZOS)
    while True:
        for made in _photographs(picture) if room.square else _encoded(picture):
            if len(made.data) <= room.most_bytes:
                return made
        smaller = (round(picture.width * SHRINKING), round(picture.height * SHRINKING))
        picture = picture.resize(smaller, Image.Resampling.LANCZOS)


def made_small(photo: bytes, pixels: int) -> bytes:
    picture, out = Image.open(BytesIO(photo)), BytesIO()
    picture.resize((pixels, pixels), Image.Resampling.LANCZOS).save(out, "WEBP", quality=SMALL_QUALITY)
    return out.getvalue()


def _opened(data: bytes, field: str) -> Image.Image:
    """The picture in RGB or RGBA, the right way up. Raises BadField."""
    if not data:
        raise BadField(field, "", "no-file")
    if data[:300].lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(SVG_BEGINNINGS):
        raise BadField(field, "SVG", "drawing")
    try:
        picture = Image.open(BytesIO(data), formats=FORMATS_TAKEN)
        if picture.width * picture.height > MOST_PIXELS_SENT:
            raise BadField(field, f"{picture.width} × {picture.height}", "too-many-pixels:6000")
        if min(picture.size) < FEWEST_PIXELS:
            raise BadField(field, f"{picture.width} × {picture.height}", f"too-few-pixels:{FEWEST_PIXELS}")
        upright = ImageOps.exif_transpose(picture)
        upright.info = {key: upright.info[key] for key in upright.info.keys() & {"transparency"}}  # no comments
        clear = upright.has_transparency_data
        return upright.convert("RGBA" if clear else "RGB")
    except Image.DecompressionBombError as error:
        raise BadField(field, "", "picture-too-large:6000") from error
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        raise BadField(field, "", "picture") from error


def _squared(picture: Image.Image, most: int) -> Image.Image:
    """The middle of a photo, nearer to its top, where faces are; on white where it is transparent."""
    side = min(*picture.size, most)
    cut = ImageOps.fit(picture, (side, side), Image.Resampling.LANCZOS, centering=FACES_AT)
    if cut.mode == "RGB":
        return cut
    white = Image.new("RGB", cut.size, "white")
    white.paste(cut, mask=cut.getchannel("A"))
    return white


def _photographs(picture: Image.Image) -> Iterator[PictureKept]:
    for quality in JPEG_QUALITIES:
        yield _file(picture, PictureType.JPEG, quality=quality, optimize=True)


def _encoded(picture: Image.Image) -> Iterator[PictureKept]:
    """The picture in ever fewer bytes: exact, as a photograph where nothing is transparent, with fewer colours."""
    yield _file(picture, PictureType.PNG, optimize=True)
    if picture.mode == "RGB":
        yield from _photographs(picture)
    for colours in PALETTE_COLOURS:
        yield _file(picture.quantize(colours, method=Image.Quantize.FASTOCTREE), PictureType.PNG, optimize=True)


def _file(picture: Image.Image, type: PictureType, **options: object) -> PictureKept:
    out = BytesIO()
    picture.save(out, type.name, **options)
    return PictureKept(type, picture.width, picture.height, out.getvalue())
