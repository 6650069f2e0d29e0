"""Windows of the browser, lent to one test after another.

A new one starts a process of its own: with its first page it takes as much of the processor as three pages in a window
that is there.
"""

from functools import partial
from typing import Any

from playwright.sync_api import Browser, Error, Page

Kind = tuple[Browser, str]

_free: dict[Kind, list[Page]] = {}
_lent: dict[Page, Kind] = {}


def lend(browser: Browser, width: int, height: int, script: str = "", **context: Any) -> Page:
    """A window that remembers nothing: no cookie, nothing stored, at no address. To close it gives it back.

    `script` runs on each of its pages. A window with another script or with a clock of its own is no lent one: neither
    can be taken from it again.
    """
    kind = browser, script + repr(sorted(context.items()))
    free = _free.setdefault(kind, [])
    if free:
        page = free.pop()
        page.set_viewport_size({"width": width, "height": height})
    else:
        page = browser.new_context(viewport={"width": width, "height": height}, **context).new_page()
        page.close = partial(give_back, page)  # type: ignore[method-assign]
        if script:
            page.add_init_script(script)
    _lent[page] = kind
    return page


def give_back(page: Page) -> None:
    """The window forgets what it was told; one that cannot is closed."""
    if page not in _lent:
        return
    kind = _lent.pop(page)
    context = page.context
    try:
        for other in context.pages:
            if other is not page:
                other.close()
        context.set_offline(False)
        page.unroute_all()
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        context.clear_cookies()
        page.goto("about:blank")
    except Error:
        context.close()
    else:
        _free[kind].append(page)


def lent() -> set[Page]:
    return set(_lent)


def close_others(browser: Browser) -> None:
    """Closes what tests opened by themselves; lent windows come back."""
    for page in [page for page, kind in _lent.items() if kind[0] is browser]:
        give_back(page)
    kept = {page.context for pages in _free.values() for page in pages}
    for context in browser.contexts:
        if context not in kept:
            context.close()


def forget(browser: Browser) -> None:
    """The browser ends, and its windows with it."""
    for kind in [kind for kind in _free if kind[0] is browser]:
        del _free[kind]
