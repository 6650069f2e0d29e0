"""A hall, a public mirror, and `tablo mirror` between them: three processes as people run them."""

import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from domain.festival.events import FestivalAnnounced, FestivalDetails, FestivalFaceShown, SectionAdded
from domain.words.choices.faces import EventFace
from server.journal import PersonalData, open_journal
from server.settings import Settings
from tests.deploy.processes import PLAIN, Server, published_round, serving
from tests.forked import answer

TOKEN = "a-token-of-the-federation"


@dataclass
class Far:
    """The hall's data directory, and the mirror somewhere else."""

    hall: Path
    mirror: Server

    def ship(self, token: str = TOKEN) -> subprocess.CompletedProcess[str]:
        words = ("mirror", "--data", str(self.hall), "--to", self.mirror.url, "--once")
        return answer(*words, **{**PLAIN, "TABLO_MIRROR_TOKEN": token})


@pytest.fixture(scope="module")
def far(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Far]:
    folder = tmp_path_factory.mktemp("mirror")
    hall = folder / "hall"
    hall.mkdir()
    with closing(open_journal(Settings(data=hall).journal_url)) as journal:
        journal.append("open", 0, "Boris", "seed", published_round(4), datetime.now(UTC))
        journal.side.keep("open", 1, PersonalData("1990-05-17", "tigran@example.org", "+359 888 123 456"))
    with serving(folder, TABLO_DATA=str(folder / "mirror"), TABLO_MIRROR_ACCEPTS=TOKEN) as mirror:
        yield Far(hall, mirror)


def test_what_the_hall_ships_is_on_the_mirrors_pages(far: Far) -> None:
    assert httpx.get(f"{far.mirror.url}/t/open").status_code == 404
    done = far.ship()
    assert done.returncode == 0, done.stderr
    assert "P0001" in shown(far, "/t/open/players")


def test_a_festival_is_there_with_its_face_and_the_sections_that_were_sent(far: Far) -> None:
    with closing(open_journal(Settings(data=far.hall).journal_url)) as journal:
        story = [
            FestivalAnnounced(FestivalDetails("Spring Festival")),
            SectionAdded("open", "Open A"),
            SectionAdded("elsewhere", "Hidden B"),
            FestivalFaceShown(EventFace("#aa3344")),
        ]
        journal.append("festival/spring", 0, "Boris", "spring", story, datetime.now(UTC))
    assert far.ship().returncode == 0
    front = shown(far, "/f/spring")
    assert ("Spring Festival" in front, "Open A" in front, "Hidden B" in front) == (True, True, False)
    assert "P0001" in shown(far, "/f/spring/find?q=P0001")
    for path in ("/f/spring/prizes", "/f/spring/screen", "/f/spring/prizes.json"):
        shown(far, path)
    assert 'data-face="own"' in front


def shown(far: Far, path: str) -> str:
    """The mirror follows its journal: the page is there a moment after the rows."""
    with httpx.Client(base_url=far.mirror.url, timeout=10) as visitor:
        for _ in range(200):
            if (answer := visitor.get(path)).status_code == 200:
                return answer.text
    raise AssertionError(answer.text)


def test_shipping_again_sends_nothing_twice(far: Far) -> None:
    far.ship()
    assert "open: 0 entries sent" in far.ship().stderr


def test_personal_data_stay_in_the_hall(far: Far) -> None:
    far.ship()
    there = b"".join(path.read_bytes() for path in far.mirror.log.parent.rglob("mirror/*") if path.is_file())
    assert b"P0001" in there
    assert b"tigran@example.org" not in there


def test_who_has_not_the_token_changes_nothing(far: Far) -> None:
    done = far.ship("guessed")
    assert done.returncode == 2
    assert "does not accept the token" in done.stderr
    assert TOKEN not in far.mirror.log.read_text()


@pytest.mark.parametrize("path", ["/desk", "/desk/login", "/desk/t/open", "/join/anything"])
def test_a_mirror_has_no_desk(far: Far, path: str) -> None:
    assert httpx.get(far.mirror.url + path).status_code == 404
    assert httpx.post(far.mirror.url + path).status_code in (404, 405)


def test_an_ordinary_server_is_no_mirror(tmp_path: Path) -> None:
    with serving(tmp_path, TABLO_DATA=str(tmp_path / "data"), TABLO_MIRROR_TOKEN=TOKEN) as server:
        answer = httpx.get(f"{server.url}/api/mirror/open", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 404
