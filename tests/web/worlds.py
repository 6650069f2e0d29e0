"""A desk on which everything has happened once, by people whose names nobody takes for sentences; a walk over it."""

import re
from collections import deque
from collections.abc import AsyncIterator
from html import unescape

from tests.desk.browsers import PASSWORD, Browser
from tests.stewards.desk import invite

NAMES = ("Αλφα", "Βητα", "Γαμμα", "Δελτα", "Εψιλον", "Ζητα", "Ητα")
REASON = "Λογος"
OPEN = "/desk/t/open"
BEGINNINGS = ("/", "/desk", OPEN, "/t/open", "/screen", "/desk/login", "/desk/password", "/t/nowhere", "/t/open/api")
NO_PAGES = re.compile(r"^/(static|desk/logout|live)|\.(csv|json|jsonl|trf|ics|yaml|svg|png)(\?|$)|[?&](lang|at)=")
LINK = re.compile(r'(?:href|src|action|data-check|data-effect)="(/[^"#]*)')


async def log_in(somebody: Browser, name: str = "Αννα") -> Browser:
    await somebody.go("/desk/login")
    await somebody.send("/desk/login", name=name, password=PASSWORD)
    return somebody


async def hold_a_tournament(anna: Browser) -> None:
    """Seven players, two rounds, and every ordinary and extraordinary step of an arbiter."""
    await anna.go("/desk/new")
    await anna.send("/desk/new", tournament_name="Open", rounds="5", start="2026-11-21", end="2026-11-25", city="Σοφια")
    await anna.go(f"{OPEN}/players/import")
    lines = "\n".join(f"{name};{2400 - 50 * n}" for n, name in enumerate(NAMES))
    await anna.send(f"{OPEN}/players/import", list=f"Name;Rating\n{lines}")
    await anna.send(f"{OPEN}/players/import")
    await anna.go(OPEN)
    await anna.send(f"{OPEN}/colour", colour="w")
    await play(anna, 1, {1: "1", 2: "=", 3: "0"})
    await play(anna, 2, {1: "1"})
    await extraordinary_steps(anna)
    await people_and_screens(anna)


async def play(anna: Browser, round: int, results: dict[int, str]) -> None:
    await anna.go(OPEN)
    await anna.send(f"{OPEN}/pair")
    await anna.send(f"{OPEN}/rounds/{round}/publish")
    for board, result in results.items():
        await anna.go(f"{OPEN}/rounds/{round}")
        await anna.send(f"{OPEN}/rounds/{round}/results", board=str(board), result=result, seen="")


async def extraordinary_steps(anna: Browser) -> None:
    """A bye, a withdrawal, a correction, prizes and an undo."""
    await anna.go(f"{OPEN}/players/7")
    await anna.send(f"{OPEN}/players/7/withdraw", from_round="3", reason=REASON)
    await anna.go(f"{OPEN}/players/6")
    await anna.send(f"{OPEN}/players/6/bye", round="3", kind="H")
    await anna.go(f"{OPEN}/rounds/1/boards/2/correct")
    await anna.send(f"{OPEN}/rounds/1/boards/2/correct", result="1-0", reason=REASON)
    if "/rounds/1/boards/2/correct" in anna.page.text:
        await anna.send(f"{OPEN}/rounds/1/boards/2/correct")
    await anna.go(f"{OPEN}/prizes")
    await anna.send(f"{OPEN}/prizes", prizes="Πρωτο; 500\nΔευτερο; 99.50; U2200")
    await anna.go(f"{OPEN}/settings")
    await anna.send(f"{OPEN}/details", city="Πλοβντιβ")


async def people_and_screens(anna: Browser) -> None:
    await invite(anna, "Βορις")
    await anna.go("/desk/screens")
    await anna.send("/desk/screens", name="hall", title="Αιθουσα")
    await anna.go("/desk/screens/hall")
    contents = {"kind-0": "standings", "tournament-0": "open", "kind-1": "countdown", "tournament-1": "open"}
    await anna.send("/desk/screens/hall", **contents)


async def hold_a_festival(anna: Browser) -> None:
    """Sections, groups with finals, links, a series, and prizes on one list."""
    await anna.go("/desk/festivals")
    await anna.send("/desk/festivals", name="Open", city="Σοφια", start="2026-11-21")
    await anna.go("/desk/festivals")
    [root] = re.findall(r'href="(/desk/festivals/[a-z0-9-]+)"', anna.page.text)
    await anna.go(root)
    await anna.send(f"{root}/add", tournament="open", title="Α")
    await anna.send(f"{root}/announce", title="Β", rounds="3", format="swiss")
    [other] = [slug for slug in re.findall(r'value="([a-z0-9-]+)"> Β', anna.page.text) if slug != "open"]
    await anna.send(f"{root}/link", sources="open", into=other, qualifying_places="2", carry="points")
    await anna.go(f"{root}/series")
    plan = {"rhythm": "weekly", "weekday": "2", "entry_form": "queue", "capacity": "20", "petitions": "1"}
    await anna.send(f"{root}/series", **plan, pre_registration="1")
    enter = root.replace("/desk/festivals", "/enter")
    await anna.go(enter)
    await anna.send(enter, name="Δ")
    await anna.go(f"{enter}/petitions")
    await anna.send(f"{enter}/petitions", petition_title="Ε", most_rating="1600", name="Ζ")


async def walk(anna: Browser, most: int = 400) -> AsyncIterator[tuple[str, str]]:
    """Every page that can be reached by links, each address once."""
    waiting, seen = deque(BEGINNINGS), set(BEGINNINGS)
    while waiting and len(seen) < most:
        address = waiting.popleft()
        page = await anna.go(address)
        if not page.headers["content-type"].startswith("text/html"):
            continue
        yield address, page.text
        for found in LINK.findall(page.text):
            to = unescape(found)
            if to not in seen and not NO_PAGES.search(to):
                seen.add(to)
                waiting.append(to)


async def sent_empty(anna: Browser, address: str) -> AsyncIterator[tuple[str, str]]:
    """Every form of a page, sent as somebody does who has read nothing: the answers are refusals."""
    await anna.go(address)
    for action in sorted(set(re.findall(r'<form[^>]*method="post"[^>]*action="([^"]+)"', anna.page.text))):
        if action == "/desk/logout":
            continue
        await anna.go(address)
        if action not in anna.page.text:  # gone with a form that was sent before it
            continue
        kept = {"form_token", "command_id"}
        typed = {name: "" for name in anna.form(unescape(action)) if name not in kept}
        answer = await anna.send(unescape(action), **typed)
        if answer.headers["content-type"].startswith("text/html"):
            yield f"{address} -> {action}", answer.text
