"""The picture beside a shared link of a player: name, event, place, points and the game of this round.

The library that draws is imported where it is needed: a server starts earlier without it.
"""

import io
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from projections.lists.followed import Followed
from web.accents import AccentGround, shade
from web.typeface import WEIGHTS, whole_file
from web.wording import Language
from web.wording.chess.results import person_name
from web.wording.messages import pairing_out

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

SIZE_PIXELS = (1200, 630)
MARGIN_PIXELS = 80
LOGO_PIXELS = (260, 80)
PLATE_PIXELS = 12
GREEN, PAPER, PALE, GOLD = "#14523d", "#ffffff", "#cfe3d9", "#f3c969"
LARGEST_NAME_PIXELS, SMALLEST_NAME_PIXELS = 92, 40


class PreviewWords(NamedTuple):
    """All that is drawn: the same words make the same picture."""

    event: str
    name: str
    stands: str
    game: str
    accent: str = ""
    """The organiser's colour; empty = ours."""
    logo: str = ""


def preview_words(view: Followed, event: str, words: Language) -> PreviewWords:
    """The words of the picture; the lines of table and game are empty before the first round."""
    game, place = view.game, view.place.place
    name = person_name(game.person, words)
    if not game.round:
        return PreviewWords(event, name, "", "")
    points = words.gettext("{points} points", points=words.points(game.points))
    stands = words.gettext("{points}, place {place}", points=points, place=place) if place else points
    round = words.gettext("Round {round}", round=game.round)
    return PreviewWords(event, name, stands, f"{round} · {pairing_out(game, words).text}")


def drawn_preview(said: PreviewWords, logo: bytes = b"") -> bytes:
    """A PNG of 1200 x 630 pixels, as the sites expect it that show links."""
    from PIL import Image, ImageDraw

    ground = shade(said.accent, AccentGround.LIGHT_PAGE).colour if said.accent else GREEN
    picture = Image.new("RGB", SIZE_PIXELS, ground)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, SIZE_PIXELS[1] - 18, SIZE_PIXELS[0], SIZE_PIXELS[1]), fill=GOLD)
    _line(draw, 70, said.event, 40, 400, GOLD)
    _line(draw, 180, said.name, LARGEST_NAME_PIXELS, 600, PAPER)
    _line(draw, 340, said.stands, 56, 600, PAPER)
    _line(draw, 440, said.game, 44, 400, PALE)
    _line(draw, 545, "Tablo", 30, 600, PALE)
    if logo:
        _logo(picture, draw, logo)
    kept = io.BytesIO()
    picture.save(kept, "PNG")
    return kept.getvalue()


def _logo(picture: "Image.Image", draw: "ImageDraw.ImageDraw", data: bytes) -> None:
    """At the foot on the right, on a white plate."""
    from PIL import Image

    logo = Image.open(io.BytesIO(data)).convert("RGBA")
    logo.thumbnail(LOGO_PIXELS)
    left, top = SIZE_PIXELS[0] - MARGIN_PIXELS - logo.width, SIZE_PIXELS[1] - 50 - logo.height
    right, foot = left + logo.width, top + logo.height
    plate = (left - PLATE_PIXELS, top - PLATE_PIXELS, right + PLATE_PIXELS, foot + PLATE_PIXELS)
    draw.rounded_rectangle(plate, PLATE_PIXELS, PAPER)
    picture.paste(logo, (left, top), logo)


def _line(draw: "ImageDraw.ImageDraw", top: int, text: str, size: int, weight: int, colour: str) -> None:
    """As large as asked, or as it fits; what does not fit then loses its end."""
    room = SIZE_PIXELS[0] - 2 * MARGIN_PIXELS
    while size > SMALLEST_NAME_PIXELS and draw.textlength(text, _font(size, weight)) > room:
        size -= 2
    while text and draw.textlength(text, _font(size, weight)) > room:
        text = text[:-1]
    draw.text((MARGIN_PIXELS, top), text, colour, _font(size, weight))


@cache
def _font(size: int, weight: int) -> "ImageFont.FreeTypeFont":
    from PIL import ImageFont

    return ImageFont.truetype(str(whole_file(WEIGHTS[weight])), size)
