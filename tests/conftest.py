"""Fixtures of all tests: one browser and one PostgreSQL for the whole run."""

import gc
import shutil
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.journal.postgres import Cluster

WHOLE_CHROMIUM = "/usr/bin/chromium"
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE_CHROMIUM
"""Chromium without all that is around a page, where it is installed: it takes half the processor time. It knows no
notices, and only the whole one does.
"""
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
"""As root, without a screen, and without calling home."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Nothing of what is collected is garbage, then or later: the collector need not look at twelve thousand tests."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


LONG = ("stories/", "stewards/", "help/", "public/test_axe.py", "desk/test_narrow", "screens/test_it_converges.py")
"""The longest tests with a browser: they come before the others, so that no process is left alone with one at the end.
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser comes last: its event loop stays in the main thread, where others could not start theirs.

    The tests of a file share what they set up, so one process runs them all; those with a browser are another group.
    """
    items.sort(key=lambda item: (drives_browser(item), drives_browser(item) and not is_long(item)))
    for item in items:
        item.add_marker(pytest.mark.xdist_group(f"{item.path}{' in a browser' if drives_browser(item) else ''}"))


def is_long(item: pytest.Item) -> bool:
    return item.path.relative_to(Path(__file__).parent).as_posix().startswith(LONG)


def drives_browser(item: pytest.Item) -> bool:
    return "playwright" in getattr(item, "fixturenames", ())


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
        yield playwright


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
    browser.close()


@pytest.fixture(scope="module", autouse=True)
def windows_closed() -> Iterator[None]:
    """Closes the windows that the tests of a file left open: each would go on asking for a server that has ended."""
    yield
    for context in [context for browser in BROWSERS for context in browser.contexts]:
        context.close()
