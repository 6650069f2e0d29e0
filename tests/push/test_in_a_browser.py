"""A real browser shows a notice as the server writes it. No push service can be reached here, so the browser is handed
the message itself, as its maker's service would (`ServiceWorker.deliverPushMessage` of the DevTools protocol)."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.screens.site import Site, open_of, running_site

NOTICE = {"title": "Round 5", "body": "Board 3, White", "url": "/t/open/players/2", "tag": "open-p2"}
SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  for (let turn = 0; turn < 200; turn += 1) {
    const all = await registration.getNotifications();
    if (all.length) return all.map((one) => [one.title, one.body, one.data.url]);
    await new Promise((later) => setTimeout(later, 50));
  }
  return [];
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("push"), {"open": open_of(8)}) as site:
        yield site


def following(browser: Browser, site: Site, *permissions: str) -> Page:
    """The overview for somebody who follows a player."""
    context = browser.new_context(permissions=list(permissions))
    page = context.new_page()
    page.goto(f"{site.url}/t/open/players/2")
    page.click("button.follow")
    page.goto(f"{site.url}/t/open")
    return page


def test_a_notice_that_comes_is_shown_with_its_page(site: Site, whole_browser: Browser) -> None:
    page = following(whole_browser, site, "notifications")
    told = page.context.new_cdp_session(page)
    registered: list[str] = []
    told.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda news: registered.extend(one["registrationId"] for one in news["registrations"]),
    )
    told.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.ready.then((found) => Boolean(found.active))")
    message = {"origin": site.url, "registrationId": registered[-1], "data": json.dumps(NOTICE)}
    told.send("ServiceWorker.deliverPushMessage", message)
    shown = page.evaluate(SHOWN)
    page.context.close()
    assert shown == [[NOTICE["title"], NOTICE["body"], NOTICE["url"]]]


def test_a_browser_without_a_way_to_its_service_says_so(site: Site, whole_browser: Browser) -> None:
    page = following(whole_browser, site, "notifications")
    page.click("#push button")
    page.wait_for_selector("#push span:not(:empty)")
    said = page.text_content("#push span")
    page.context.close()
    assert said == "Notices cannot be switched on here."
