"""A hall ships its journal to a mirror over a network that comes and goes."""

import gzip
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount

from domain.events import DetailsAmended, Event, RoundPublished
from domain.words.regulations import Details
from server.care.metrics import Metrics
from server.care.mirror import sender
from server.care.mirror.receiver import NotRows, mirror_routes, unpacked
from server.care.mirror.sender import Diverged, Mirror, MirrorAway, MirrorRefuses, TokenRefused, push, ship
from server.http.auth import TRIES_BY_ADDRESS
from server.journal import AsyncJournal, Head, Journal, open_journal
from server.notice import ServerNotice
from server.office.tournaments import Office
from tests.journal.postgres import Cluster
from web.wording import language

AT = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
TOKEN = "a secret of two servers"


def named(number: int) -> Event:
    return DetailsAmended(Details(f"Open, name {number}"))


def add(journal: Journal, board: int, stream: str = "open") -> None:
    journal.append(stream, None, "Ivanova", f"{stream}-{board}", [named(board), named(board + 1)], AT)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def serving(journal: Journal, port: int, token: str = TOKEN) -> Iterator[str]:
    """A mirror behind a real socket."""
    office = Office(AsyncJournal(journal))
    metrics = Metrics()
    app = Starlette(routes=[Mount("/api/mirror", routes=mirror_routes(token, lambda _: office, lambda _: metrics))])
    server = uvicorn.Server(uvicorn.Config(app, "127.0.0.1", port, log_level="error", lifespan="off"))
    listening = socket.create_server(("127.0.0.1", port))
    thread = Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Journal]:
    journal = open_journal(str(tmp_path / "hall.sqlite"))
    for board in range(1, 4):
        add(journal, board)
    yield journal
    journal.close()


@pytest.fixture
def copy(journal: Journal) -> Journal:
    """The mirror's journal, in each kind of store."""
    return journal


def told_into(said: list[str]) -> Callable[[ServerNotice], None]:
    return lambda what: said.append(what.in_words(language("en")) + "\n")


def test_the_mirror_gets_everything_byte_for_byte(hall: Journal, copy: Journal) -> None:
    with serving(copy, free_port()) as url:
        assert push(hall, Mirror(url, TOKEN), "open") == 6
    assert list(copy.lines("open")) == list(hall.lines("open"))


def test_guesses_of_the_token_are_counted_and_right_ones_are_not(copy: Journal) -> None:
    with serving(copy, free_port()) as url, httpx.Client(base_url=url) as eve:
        right = {"Authorization": f"Bearer {TOKEN}"}
        known = [eve.get("/api/mirror/open", headers=right).status_code for _ in range(TRIES_BY_ADDRESS + 1)]
        wrong = [eve.get("/api/mirror/open", headers={"Authorization": "Bearer x"}) for _ in range(TRIES_BY_ADDRESS)]
        beyond = eve.get("/api/mirror/open", headers=right)
    assert set(known) == {200}
    assert {answer.status_code for answer in wrong} == {401}
    assert (beyond.status_code, beyond.headers["Retry-After"]) == (429, "60")


def test_only_what_is_missing_is_sent(hall: Journal, copy: Journal) -> None:
    with serving(copy, free_port()) as url:
        push(hall, Mirror(url, TOKEN), "open")
        add(hall, 9)
        assert push(hall, Mirror(url, TOKEN), "open") == 2
        assert push(hall, Mirror(url, TOKEN), "open") == 0
    assert copy.verify("open") == hall.verify("open")


def test_a_mirror_with_another_history_gets_nothing(hall: Journal, copy: Journal) -> None:
    copy.append("open", 0, "Somebody", "x", [named(1)], AT)
    with serving(copy, free_port()) as url, pytest.raises(Diverged):
        push(hall, Mirror(url, TOKEN), "open")
    assert copy.streams()[0].version == 1


def test_a_mirror_that_is_ahead_is_another_history(hall: Journal, copy: Journal) -> None:
    copy.adopt("open", list(hall.lines("open")))
    copy.append("open", 6, "Somebody", "x", [named(1)], AT)
    with serving(copy, free_port()) as url, pytest.raises(Diverged):
        push(hall, Mirror(url, TOKEN), "open")


def test_without_the_token_nothing_is_told_or_taken(hall: Journal, copy: Journal) -> None:
    with serving(copy, free_port()) as url:
        with pytest.raises(TokenRefused):
            push(hall, Mirror(url, "guess"), "open")
        assert httpx.get(f"{url}/api/mirror/open").status_code == 401
    assert copy.streams() == []


def test_a_server_without_a_token_is_no_mirror(hall: Journal, copy: Journal) -> None:
    with serving(copy, free_port(), token="") as url, pytest.raises(MirrorAway):
        push(hall, Mirror(url, ""), "open")


@pytest.mark.parametrize("body", [b"", b"garbage", b"\xff\xfe", b'{"stream":"open"}'])
def test_garbage_is_refused_and_changes_nothing(copy: Journal, body: bytes) -> None:
    with serving(copy, free_port()) as url:
        answer = httpx.put(f"{url}/api/mirror/open", content=body, headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 422
    assert copy.streams() == []


def test_a_changed_line_is_refused_and_changes_nothing(hall: Journal, copy: Journal) -> None:
    lines = b"\n".join(hall.lines("open")).replace(b"name 3", b"name 7")
    with serving(copy, free_port()) as url:
        answer = httpx.put(f"{url}/api/mirror/open", content=lines, headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 422
    assert copy.streams() == []


def test_rows_of_another_stream_are_refused(hall: Journal, copy: Journal) -> None:
    lines = b"\n".join(hall.lines("open"))
    with serving(copy, free_port()) as url:
        answer = httpx.put(f"{url}/api/mirror/cup", content=lines, headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 422
    assert copy.streams() == []


def test_a_repeated_request_is_told_where_the_mirror_is(hall: Journal, copy: Journal) -> None:
    mirror_lines = list(hall.lines("open"))
    with serving(copy, free_port()) as url:
        mirror = Mirror(url, TOKEN)
        first = mirror.put("open", mirror_lines)
        assert mirror.put("open", mirror_lines) == first == mirror.head("open")
    assert first == hall.verify("open")


def test_a_small_body_that_unpacks_to_a_huge_one_is_refused() -> None:
    with pytest.raises(NotRows):
        unpacked(gzip.compress(bytes(80_000_000), 9), "gzip")


@pytest.mark.parametrize("cut", [1, 10, 30])
def test_a_body_that_was_cut_off_is_refused(cut: int) -> None:
    with pytest.raises(NotRows):
        unpacked(gzip.compress(b"rows " * 100)[:-cut], "gzip")


def test_every_tournament_is_shipped_and_the_hall_stays_at_home(hall: Journal, copy: Journal) -> None:
    add(hall, 1, "cup")
    add(hall, 1, "hall")
    said: list[str] = []
    with serving(copy, free_port()) as url:
        ship(hall, Mirror(url, TOKEN), (), True, told_into(said))
    assert [info.stream for info in copy.streams()] == ["cup", "open"]
    assert said == ["cup: 2 entries sent\n", "open: 6 entries sent\n"]


def test_a_network_that_comes_and_goes_only_delays(hall: Journal, copy: Journal) -> None:
    port, said, network = free_port(), list[str](), ExitStack()

    def come_back(text: ServerNotice) -> None:
        """The network returns after the first complaint."""
        told_into(said)(text)
        if len(said) == 1:
            network.enter_context(serving(copy, port))

    with network:
        ship(hall, Mirror(f"http://127.0.0.1:{port}", TOKEN), (), True, come_back)
    assert said[0] == "the mirror does not answer (connection refused); trying again in 1 s\n"
    assert said[1:] == ["open: 6 entries sent\n"]
    assert copy.verify("open") == hall.verify("open")


class Enough(Exception):
    """It would go on for ever."""


def test_a_database_of_the_hall_that_comes_and_goes_only_delays(
    postgres_server: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "VERSIONS_LOOK_SECONDS", 0.01)
    said: list[str] = []

    def what_happens(text: ServerNotice) -> None:
        """The database goes away after the first shipment, comes back after the complaint, and something is written."""
        told_into(said)(text)
        match len(said):
            case 1:
                postgres_server.stop()
            case 2:
                postgres_server.start()
                add(hall, 9)
            case _:
                raise Enough

    with closing(open_journal(postgres_server.database())) as hall, closing(open_journal(str(tmp_path / "m"))) as copy:
        add(hall, 1)
        with serving(copy, free_port()) as url, pytest.raises(Enough):
            ship(hall, Mirror(url, TOKEN), (), False, what_happens)
        assert copy.versions() == {"open": 4}
    assert [said[0], said[2]] == ["open: 2 entries sent\n"] * 2
    assert said[1].endswith("trying again in 1 s\n")


def test_a_mirror_that_does_not_answer_is_away(hall: Journal) -> None:
    with pytest.raises(MirrorAway):
        push(hall, Mirror(f"http://127.0.0.1:{free_port()}", TOKEN), "open")


def test_an_empty_mirror_has_an_empty_head(copy: Journal) -> None:
    with serving(copy, free_port()) as url:
        assert Mirror(url, TOKEN).head("open") == Head(0, "0" * 64)


def test_what_the_mirror_could_not_show_is_refused_with_its_reason_and_keeps_no_other_back(
    hall: Journal, copy: Journal
) -> None:
    hall.append("broken", None, "Ivanova", "never", [RoundPublished(7)], AT)
    said: list[str] = []
    with serving(copy, free_port()) as url:
        with pytest.raises(MirrorRefuses, match="cannot follow what is before it"):
            push(hall, Mirror(url, TOKEN), "broken")
        assert not ship(hall, Mirror(url, TOKEN), (), True, told_into(said))
    assert [info.stream for info in copy.streams()] == ["open"]
    assert said[0].startswith("broken: The mirror refuses it: The journal of broken is damaged at entry 1")
    assert said[1] == "open: 6 entries sent\n"


def test_another_history_of_one_tournament_keeps_no_other_back(hall: Journal, copy: Journal) -> None:
    add(hall, 1, "cup")
    copy.append("cup", 0, "Somebody", "x", [named(1)], AT)
    said: list[str] = []
    with serving(copy, free_port()) as url:
        assert not ship(hall, Mirror(url, TOKEN), (), True, told_into(said))
    assert said == [
        "cup: The mirror has another history of cup up to entry 1; nothing was sent.\n",
        "open: 6 entries sent\n",
    ]


@pytest.mark.parametrize("stream", ["hall", "stewards", "a b", "Open", "%3Cb%3E"])
def test_a_mirror_keeps_tournaments_alone(hall: Journal, copy: Journal, stream: str) -> None:
    rows = b"\n".join(hall.lines("open"))
    with serving(copy, free_port()) as url:
        answer = httpx.put(f"{url}/api/mirror/{stream}", content=rows, headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 422
    assert "no tournament is called" in answer.json()["error"]


def test_later_entries_are_looked_at_with_those_before_them(hall: Journal, copy: Journal) -> None:
    with serving(copy, free_port()) as url:
        push(hall, Mirror(url, TOKEN), "open")
        hall.append("open", None, "Ivanova", "never", [RoundPublished(7)], AT)
        with pytest.raises(MirrorRefuses, match="entry 7"):
            push(hall, Mirror(url, TOKEN), "open")
    assert copy.streams()[0].version == 6


def test_a_guessed_token_is_in_the_log(copy: Journal, caplog: pytest.LogCaptureFixture) -> None:
    with serving(copy, free_port()) as url:
        httpx.get(f"{url}/api/mirror/open", headers={"Authorization": "Bearer guess"})
    [record] = [record for record in caplog.records if record.name == "tablo.audit"]
    assert record.getMessage() == "login refused"
    assert "guess" not in str(record.__dict__)
