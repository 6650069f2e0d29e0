"""The picture of README: the wall and a phone in the open of the demo, in the middle of round 6.

python -m tests.help.hall        takes it anew
"""

import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, sync_playwright

from tests.conftest import CHROMIUM, QUIET
from tests.help.pictures import DEMO, PUBLIC
from tests.stories.tablo import Tablo, running

FILE = Path(__file__).with_name("hall.png")
WALL, PHONE = (1920, 1080), (390, 844)


def opened(browser: Browser, tablo: Tablo, page: str, size: tuple[int, int]) -> Image.Image:
    width, height = size
    glass = browser.new_page(viewport={"width": width, "height": height}, locale="en-GB")
    glass.goto(f"{tablo.url}{PUBLIC}/{page}", wait_until="networkidle")
    with Image.open(BytesIO(glass.screenshot(animations="disabled"))) as shot:
        return shot.convert("RGB")


def side_by_side(wall: Image.Image, phone: Image.Image) -> Image.Image:
    """The phone stands before the right edge of the wall."""
    wall, phone = wall.resize((1440, 810)), phone.resize((300, 649))
    both = Image.new("RGB", (1760, 810), "white")
    both.paste(wall, (0, 0))
    left, top = 1444, 140
    frame = (left - 10, top - 10, left + phone.width + 10, top + phone.height + 10)
    ImageDraw.Draw(both).rounded_rectangle(frame, 22, "#1b1b1f", "white", 4)
    both.paste(phone, (left, top))
    return both


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "demo", *DEMO) as tablo,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        picture = side_by_side(opened(browser, tablo, "screen", WALL), opened(browser, tablo, "standings", PHONE))
        browser.close()
    picture.quantize(96, dither=Image.Dither.NONE).save(FILE, "PNG", optimize=True)
    print(f"{FILE.name}: {FILE.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
