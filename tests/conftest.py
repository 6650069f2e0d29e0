"""Fixtures of all tests: one browser for the whole run."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

CHROMIUM = "/usr/bin/chromium"
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser comes last: its event loop stays in the main thread, where others could not start theirs.

    The tests of a file share what they set up, so one process runs them all; those with a browser are another group.
    """
    items.sort(key=drives_browser)
    for item in items:
        item.add_marker(pytest.mark.xdist_group(f"{item.path}{' in a browser' if drives_browser(item) else ''}"))


def drives_browser(item: pytest.Item) -> bool:
    return "browser" in getattr(item, "fixturenames", ())


PATIENCE_MILLISECONDS = 30_000
"""A busy machine is slow and not wrong."""


BROWSERS: list[Browser] = []
"""The browser of this run, once a test has asked for it."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE_MILLISECONDS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        BROWSERS.append(browser)
        yield browser
        BROWSERS.clear()
        browser.close()


@pytest.fixture(scope="module", autouse=True)
def windows_closed() -> Iterator[None]:
    """Closes the windows that the tests of a file left open: each would go on asking for a server that has ended."""
    yield
    for context in [context for browser in BROWSERS for context in browser.contexts]:
        context.close()
