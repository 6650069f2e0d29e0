"""Fixtures of all tests: one browser and one PostgreSQL for the whole run."""

import asyncio
import gc
import shutil
import signal
from asyncio import _get_running_loop, _set_running_loop
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests import windows
from tests.first_alone import first_alone
from tests.journal.postgres import Cluster
from tests.tiers import TESTS, Tier, seen_since, tier_of, tries, try_all, watch

WHOLE_CHROMIUM = "/usr/bin/chromium"
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE_CHROMIUM
"""Chromium without all that is around a page, where it is installed: it takes half the processor time. It knows no
notices, and only the whole one does.
"""
TURNED_ON_BY_PLAYWRIGHT = ("CDPScreenshotNewSurface", "SkipListAccountsWithoutGaiaCookies")
"""Of two such lists Chromium takes the last."""
IN_THE_BROWSER_ITSELF = "NetworkServiceInProcess2"
"""What asks servers has no process of its own."""
QUIET = (
    f"--enable-features={','.join((*TURNED_ON_BY_PLAYWRIGHT, IN_THE_BROWSER_ITSELF))}",
    "--process-per-site",
    "--renderer-process-limit=1",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
"""As root, without a screen, without calling home, and with one process for all pages: a window that is lent again
would start one of its own. Each page has a new frame, as for everybody: without (RenderDocument) Chromium 150 draws
nothing more after two pages that dissolve into each other."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Nothing of what is collected is garbage, then or later: the collector need not look at twelve thousand tests.

    One process compiles the files of tests, and the others read them.
    """
    gc.disable()
    try:
        with first_alone(__file__):
            return (yield)
    finally:
        gc.freeze()
        gc.enable()


LONGEST = (
    "live/test_floods.py",
    "stories/",
    "public/test_axe.py",
    "stewards/",
    "deploy/",
    "mutants/",
    "live/",
    "screens/",
    "help/",
    "desk/test_narrow",
    "desk/test_entry",
    "pairing/test_invariants",
    "server/test_demo",
    "server/test_bodies",
    "web/test_every_page",
)
"""The files that take longest, and folders of such."""


def turn(file: str) -> int:
    return next((number for number, start in enumerate(LONGEST) if file.startswith(start)), len(LONGEST))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--whole", action="store_true", help="run all cases of samples, and all random ones")


def pytest_configure(config: pytest.Config) -> None:
    for tier in Tier:
        config.addinivalue_line("markers", f"{tier}: a tier of tests, see tests/tiers.py")
    config.addinivalue_line("markers", "whole: a case beyond the sample of a test, run with --whole alone")
    watch()
    signal.signal(signal.SIGINT, interrupted)
    if config.option.whole:
        try_all()
    settings.register_profile("tablo", max_examples=tries(settings.default.max_examples))
    settings.load_profile("tablo")


def interrupted(_number: int, _frame: FrameType | None) -> None:
    """As Python's own handler, for which asyncio would put one of its own at the beginning and the end of each loop:
    `signal` prints it each time, with the result of its task, for some tests all that the server holds.
    """
    raise KeyboardInterrupt


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest files come first, so that no process is left alone with one; a file's tests with a browser come last,
    so that what its fixtures hold in the browser is given back in its loop.
    """
    if not config.option.whole:
        beyond = [item for item in items if item.get_closest_marker("whole")]
        items[:] = [item for item in items if not item.get_closest_marker("whole")]
        config.hook.pytest_deselected(items=beyond)
    cases: Counter[tuple[Path, str]] = Counter()
    for item in items:
        function = item.path, getattr(item, "originalname", item.name)
        marks = {mark.name for mark in item.iter_markers()}
        marked = [tier for tier in Tier if tier in marks]
        tier = tier_of(place(item), getattr(item, "fixturenames", ()), marked, cases[function])
        cases[function] += 1
        if tier not in marked:
            item.add_marker(tier.value)
    order = {file: number for number, file in enumerate(dict.fromkeys(item.path for item in items))}
    items.sort(key=lambda item: (turn(place(item)), order[item.path], is_in(Tier.BROWSER, item)))


def place(item: pytest.Item) -> str:
    return place_of(item.path)


@cache
def place_of(file: Path) -> str:
    return file.relative_to(TESTS).as_posix()


def is_in(tier: Tier, item: pytest.Item) -> bool:
    return item.get_closest_marker(tier) is not None


BROWSERS_LOOP: list[asyncio.AbstractEventLoop] = []
"""The event loop of Playwright, once there is one: it stays the running one of this thread from then on."""


@contextmanager
def in_loop(loop: asyncio.AbstractEventLoop | None) -> Iterator[None]:
    """As if this loop were running, or none were, so that a test can start another."""
    before = _get_running_loop()
    _set_running_loop(loop)
    try:
        yield
    finally:
        _set_running_loop(before)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Tests without a browser start event loops of their own, also after one that had it."""
    with in_loop(BROWSERS_LOOP[0] if BROWSERS_LOOP and is_in(Tier.BROWSER, item) else None):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    """Tasks that other tests still had running are not this one's."""
    seen_since()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """A fast test that starts a process fails."""
    answer = yield
    if is_in(Tier.FAST, item) and (seen := seen_since()):
        pytest.fail(f"a fast test did {seen}: give it another tier, see tests/tiers.py")
    return answer


PATIENCE_MILLISECONDS = 30_000
"""A busy machine is slow and not wrong."""


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Cluster]:
    server = Cluster()
    yield server
    server.close()


@pytest.fixture
def cluster(postgres_server: Cluster) -> Iterator[Cluster]:
    yield postgres_server
    postgres_server.clean()


BROWSERS: list[Browser] = []
"""The browsers of this run, each once a test has asked for it."""


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=PATIENCE_MILLISECONDS)
    with sync_playwright() as playwright:
        BROWSERS_LOOP[:] = [asyncio.get_running_loop()]
        yield playwright
        _set_running_loop(BROWSERS_LOOP[0])


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with launched(playwright, CHROMIUM) as browser:
        yield browser


@pytest.fixture(scope="module")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    with launched(playwright, WHOLE_CHROMIUM) as browser:
        yield browser


@contextmanager
def launched(playwright: Playwright, program: str) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=program, args=QUIET)
    BROWSERS.append(browser)
    yield browser
    BROWSERS.remove(browser)
    windows.forget(browser)
    with in_loop(BROWSERS_LOOP[0]):
        browser.close()


@pytest.fixture(autouse=True)
def windows_given_back() -> Iterator[None]:
    """A window that a test was lent goes on with its page until it is given back, for the tests after it to pay."""
    before = windows.lent()
    yield
    for page in windows.lent() - before:
        windows.give_back(page)


@pytest.fixture(scope="module", autouse=True)
def windows_closed() -> Iterator[None]:
    """Closes the windows that the tests of a file left open: each would go on asking for a server that has ended."""
    yield
    for browser in BROWSERS:
        windows.close_others(browser)
