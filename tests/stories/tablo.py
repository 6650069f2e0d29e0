"""The program as people run it: the real `tablo serve` in a process of its own, and browsers beside it."""

import os
import re
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal
from urllib.parse import urljoin, urlsplit
from uuid import uuid4

from playwright.sync_api import APIResponse, Browser, Locator, Page, ViewportSize, expect

from domain.decisions.setup.regulations import IN_FORCE
from domain.tournament import Tournament
from domain.words.players import Player, PlayerId
from domain.words.rating_lists import FIDE, ListName
from domain.words.regulations import Details
from server.journal import open_journal
from server.rating_lists.reading import opened_list
from server.rating_lists.sqlite import shelf_of
from tests.crosstable import drawn, published
from tests.desk.browsers import form_of
from tests.files.rating_lists import zipped
from tests.forked import Program, announced_port
from tests.locked_door import lock_door
from tests.windows import lend

PASSWORD = "correct-horse-battery"
ARTIFACTS = Path(__file__).parent.parent.parent / "artifacts"


class Tablo:
    """A server process on a data directory; it can be killed and started again at the same address."""

    def __init__(self, data: Path, *words: str, chances: bool = False) -> None:
        """`words` are the command and its flags; none = `serve`. `chances`: what comes next is worked out, for which
        most stories need not wait while others do.
        """
        self.data = data
        self.words = words or ("serve",)
        self.chances = chances
        self.port = 0
        self.process: Program | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "Tablo":
        """Returns when the server has announced its address, which it does once the port is taken."""
        if self.words[0] == "serve":
            lock_door(self.data, PASSWORD)
        said, log = (self.data.parent / f"{self.data.name}.{end}" for end in ("out", "log"))
        said.write_bytes(b"")
        words = (*self.words, "--data", str(self.data), "--port", str(self.port))
        environment = {**os.environ, "TABLO_PASSWORD": PASSWORD, "TABLO_CHANCES": CHANCES if self.chances else "0"}
        self.process = Program(words, said, log, environment, own_session=self.chances)
        self.port = announced_port(self.process, said)
        return self

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Ends the process and returns its exit code; raises TimeoutExpired after a minute."""
        if self.process is None:
            raise RuntimeError("not started")
        self.process.send_signal(by)
        code = self.process.wait(timeout=60)
        self.process = None
        return code


def kept(data: Path, t: Tournament) -> str:
    """A tournament that is there when the server starts; returns its word in addresses."""
    slug = t.details.name.lower().replace(" ", "-")
    data.mkdir(parents=True, exist_ok=True)
    with closing(open_journal(str(data / "tablo.sqlite"))) as journal:
        journal.append(slug, 0, "Anna", f"seed-{slug}", list(t.history), datetime.now(UTC))
    return slug


def with_round_one(data: Path, name: str, players: Sequence[str], rounds: int) -> str:
    """As `kept`: a Swiss whose first round is published, for stories that begin there."""
    entered = [Player(PlayerId(n), player, 2400 - 50 * n) for n, player in enumerate(players, 1)]
    return kept(data, published(drawn(replace(IN_FORCE, rounds=rounds), Details(name), entered)))


@contextmanager
def running(data: Path, *words: str, chances: bool = False) -> Iterator[Tablo]:
    tablo = Tablo(data, *words, chances=chances).start()
    try:
        yield tablo
    finally:
        if tablo.process is not None:
            tablo.stop()


WEEKEND = ("Ivanova, Maria", "Petrov, Peter", "Dimitrov, Assen", "Georgieva, Elena", "Nikolov, Todor", "Popova, Vera",
           "Stoyanov, Iliya", "Todorova, Kalina")  # fmt: skip
CHANCES = "0.1"
"""A few endings are enough for what stories are about."""
CHANCES_SECONDS = 240.0
"""They come from a process that gives way to every other of its session."""


@contextmanager
def weekend(data: Path, *, chances: bool = False) -> Iterator[Tablo]:
    """A server with a Swiss of eight, three rounds, of which the first is published."""
    with_round_one(data, "Weekend", WEEKEND, rounds=3)
    with running(data, chances=chances) as tablo:
        yield tablo


def with_rating_list(folder: Path, data: Path, players: bytes) -> None:
    """FIDE's list with these players, in its fixed columns, is here before the server starts."""
    with opened_list(zipped(folder, players), lambda share: None) as file:
        shelf_of(data).put(ListName(FIDE, file.month), file, lambda share: None)


def page_of(
    browser: Browser,
    width: int = 1440,
    height: int = 900,
    lang: str | None = None,
    *,
    moving: bool = False,
    own: bool = False,
) -> Page:
    """A browser of its own that asks for this language: nothing shared with the others but the server.

    Its pages do not glide into each other, which takes as much of the processor as all the rest, unless `moving`.
    `own`: a new window, for a clock that the test sets.
    """
    motion: Literal["no-preference", "reduce"] = "no-preference" if moving else "reduce"
    if own:
        size: ViewportSize = {"width": width, "height": height}
        page = browser.new_context(viewport=size, locale=lang, reduced_motion=motion).new_page()
    else:
        page = lend(browser, width, height, locale=lang, reduced_motion=motion)
    page.set_default_timeout(30_000)
    return page


def log_in(page: Page, url: str, name: str = "Anna") -> None:
    """At the desk without drawing a page; `test_a_day_in_each_language` types the password."""
    form = form_of(page.request.get(f"{url}/desk/login").text(), "/desk/login")
    answer = page.request.post(f"{url}/desk/login", form={**form, "name": name, "password": PASSWORD})
    assert answer.ok, (answer.status, answer.text())
    assert answer.url == f"{url}/desk", answer.url


@contextmanager
def own_desk(browser: Browser, url: str) -> Iterator[Page]:
    """A window of the desk, logged in."""
    page = page_of(browser, own=True)
    log_in(page, url)
    try:
        yield page
    finally:
        page.context.close()


def new_tournament(page: Page, url: str) -> None:
    """The form of a new tournament with all of its parts unfolded."""
    page.goto(f"{url}/desk/new")
    page.evaluate("document.querySelectorAll('details.fold, details.codes').forEach(one => { one.open = true; })")


TICKED = {"byes": "1", "second_final": "1"}
"""What the form of a new tournament has ticked."""


def announce(page: Page, url: str, name: str, **fields: str) -> str:
    """Without drawing the form; returns the tournament's id."""
    return id_in(send(page, f"{url}/desk/new", tournament_name=name, **TICKED, **fields).url)


def announce_by_form(page: Page, url: str, name: str, rounds: int) -> str:
    """Returns the tournament's id."""
    page.goto(f"{url}/desk/new")
    page.locator("input[name=tournament_name]").fill(name)
    page.locator("input[name=rounds]").fill(str(rounds))
    press(page.get_by_role("button", name="Announce the tournament"))
    expect(page.locator("header .event")).to_have_text(name)
    return id_in(page.url)


def id_in(address: str) -> str:
    found = re.search(r"/desk/t/([^/?]+)", address)
    if found is None:
        raise AssertionError(address)
    return found[1]


def paste_players(page: Page, desk: str, lines: list[str]) -> None:
    page.goto(f"{desk}/players/import")
    page.locator("textarea").fill("\n".join(lines))
    press(page.locator("main form button.primary"))
    press(page.locator("main form button.primary"))
    page.wait_for_url(f"{desk}/players*")


def pair_and_publish(page: Page, desk: str, round: int) -> None:
    page.goto(desk)
    press(page.get_by_role("button", name=f"Pair round {round}"))
    press(page.get_by_role("button", name=f"Publish round {round}"))
    expect(page.locator("table.boards.typing")).to_be_visible()
    page.wait_for_load_state()


def seats(page: Page, desk: str, round: int) -> dict[int, tuple[str, str]]:
    """The names of White and Black by board, without drawing a page."""
    answer = page.request.get(f"{desk.replace('/desk', '')}/pairings/{round}.json")
    boards = answer.json()["data"]["boards"]
    return {board["board"]: (board["white"]["name"], board["black"]["name"]) for board in boards}


def send(page: Page, desk: str, action: str = "", on: str = "", **typed: str) -> APIResponse:
    """Fills in and sends a form of the page `on` as its button does, without drawing one: for what no story is about.

    A window that shows what is changed would follow by itself, and break off its next visit: it is left before.
    """
    page.goto("about:blank")
    path = urlsplit(desk).path + action
    form = form_of(page.request.get(on or desk).text(), path)
    answer = page.request.post(urljoin(desk, path), form={**form, **typed})
    assert answer.ok, (answer.status, answer.text())
    return answer


def register(page: Page, desk: str, lines: Sequence[str]) -> None:
    """As `paste_players`, without drawing a page."""
    seen = f"{desk}/players/import"
    read = send(page, desk, "/players/import", seen, list="\n".join(lines)).text()
    answer = page.request.post(seen, form=form_of(read, urlsplit(seen).path))
    assert answer.ok, (answer.status, answer.text())


def begin(page: Page, desk: str, round: int) -> None:
    """As `pair_and_publish`, without drawing a page."""
    draft = send(page, desk, "/pair").url
    send(page, desk, f"/rounds/{round}/publish", draft)


def screen_with(page: Page, url: str, kind: str, tournament: str) -> str:
    """The address of a named screen that shows this, without drawing a page; `test_desk_screens` does it by form."""
    send(page, f"{url}/desk/screens", name="hall")
    send(page, f"{url}/desk/screens/hall", **{"kind-0": kind, "tournament-0": tournament})
    return f"{url}/screen/hall"


def invited(page: Page, url: str, name: str, **boards: str) -> str:
    """The link of somebody's card, without drawing a page."""
    found = re.search(r'id="link" href="([^"]+)"', send(page, f"{url}/desk/stewards", name=name, **boards).text())
    assert found
    return found[1]


def enter(page: Page, desk: str, round: int, results: Mapping[int, str]) -> None:
    """Results by board, in the words of files (`1-0`), without drawing a page: sent as its script sends them."""
    page.goto("about:blank")
    at = f"{desk}/rounds/{round}/results"
    token = form_of(page.request.get(f"{desk}/rounds/{round}").text(), urlsplit(at).path)["form_token"]
    for board, result in results.items():
        form = {"form_token": token, "command_id": str(uuid4()), "board": str(board), "result": result, "seen": ""}
        answer = page.request.post(at, headers={"Accept": "application/json"}, form=form)
        assert answer.ok, (answer.status, answer.text())


def type_results(page: Page, results: Mapping[int, str] | Mapping[str, str]) -> None:
    """From the keyboard alone: board, Enter, one key. Waits until the server has taken each."""
    for board, key in results.items():
        page.keyboard.press("Escape")
        page.locator("#quick-board").fill(str(board))
        page.keyboard.press("Enter")
        page.keyboard.press(key)
        expect(row(page, board).locator(".sign > b")).not_to_be_empty()
    expect(page.locator("tr.waits")).to_have_count(0)
    expect(page.locator("#waiting")).to_be_hidden()


def step_of_festival(page: Page, name: str) -> Locator:
    """The form behind "Add" at the desk of a festival, unfolded."""
    step = page.locator(f"#add-{name}")
    for fold in (page.locator("#add"), step):
        if fold.get_attribute("open") is None:
            fold.locator("> summary").click()
    return step.locator(f"form[action$='/{name}']")


def press(button: Locator) -> None:
    """Press a button that sends its form, and wait for the answering page: an earlier visit would break it off."""
    with button.page.expect_navigation():
        button.click()


def row(page: Page, board: int | str) -> Locator:
    return page.locator(f"tr[data-board='{board}']")


def picture(page: Page, name: str) -> None:
    """Kept in `artifacts/`, to be looked at, if `TABLO_PICTURES` is set."""
    if not os.environ.get("TABLO_PICTURES"):
        return
    ARTIFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTIFACTS / f"{name}.png")


def patiently(page: Page, claim: Callable[[], bool], within: float = 5.0) -> None:
    """Turns the browser's own clock until the claim holds."""
    deadline = within * 1000
    while not claim():
        if deadline <= 0:
            raise AssertionError("it did not come true in time")
        page.wait_for_timeout(50)
        deadline -= 50
