"""Pictures as organisers send them."""

from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw


def sent(format: str = "PNG", size: tuple[int, int] = (300, 120), colour: str = "#14523d", **saved: object) -> bytes:
    """A picture with something on it."""
    picture = Image.new("RGB", size, colour)
    ImageDraw.Draw(picture).ellipse((5, 5, size[0] // 2, size[1] - 5), fill="#ffd34d")
    out = BytesIO()
    picture.save(out, format, **saved)
    return out.getvalue()


@cache
def too_large() -> bytes:
    """A picture of more pixels than are taken, all of one colour."""
    out = BytesIO()
    Image.new("1", (9000, 5000)).save(out, "PNG")
    return out.getvalue()


def noise(size: tuple[int, int]) -> bytes:
    """A picture that no format makes small."""
    out = BytesIO()
    Image.merge("RGB", [Image.effect_noise(size, 100) for _ in range(3)]).save(out, "PNG")
    return out.getvalue()
