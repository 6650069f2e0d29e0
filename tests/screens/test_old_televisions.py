"""Televisions of 2015 and 2016 have browsers of 2014 to 2016: a real one shows the screens as a new one does.

Faults that the real one cannot show, because only a rare path runs into them, are looked for in the files: no
syntax, no method and no property that came later.
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from domain import events as e
from domain.screens.events import Content, ContentKind
from domain.words.games import Result
from server.clock import hall_clock
from tests.faces.worn import wear
from tests.screens.looking import MEASURE, fits
from tests.screens.site import Site, open_of, running_site, shown
from tests.screens.television import Television
from tests.stories.tablo import ARTIFACTS
from tests.tiers import sample
from web.plain import STATIC

SCRIPTS = sorted([*(STATIC / "js" / "screens").glob("*.js"), *(STATIC / "js" / "feed").glob("*.js")])
SHEETS = [STATIC / "css" / "screens.css", STATIC / "css" / "diagrams.css"]

TOO_NEW = {
    "arrow functions": r"=>",
    "block scope": r"^\s*(let|const)\s",
    "template strings": r"`",
    "classes": r"^\s*class\s",
    "spread and rest": r"\.\.\.",
    "optional chaining": r"\?\.[a-zA-Z_\[(]",
    "nullish values": r"\?\?",
    "async": r"\b(async|await)\b",
    "modules": r"^\s*(import|export)\s",
    "for of": r"\bfor\s*\([^)]*\sof\s",
    "exponents": r"\*\*",
    "patterns and defaults": r"\b(var|function\s*\w*\s*\()\s*[\[{]|\bfunction\s*\w*\s*\([^)]*=",
    "young methods": r"\.(includes|padStart|padEnd|flat|flatMap|replaceAll|replaceChildren|append|prepend|at)\("
    r"|\.(startsWith|endsWith|repeat|find|findIndex|fill|closest|matches|replaceWith|before|after)\(",
    "young functions": r"\bObject\.(entries|values|fromEntries|assign)\b|\bArray\.(from|of)\b|\bNumber\.is\w+",
    "young objects": r"\b(Resize|Intersection)Observer\b|\b(Map|Set|WeakMap|Promise|URLSearchParams|Symbol|fetch)\(",
}

TOO_NEW_STYLES = {
    "custom properties": r"var\(|^\s*--",
    "grid": r"display:\s*(inline-)?grid",
    "gaps": r"\bgap\s*:",
    "selectors": r":(has|is|where|not)\(",
    "shapes": r"\baspect-ratio\s*:|position:\s*sticky|display:\s*(contents|flow-root)",
    "functions": r"\b(clamp|min|max)\(",
    "conditions": r"@(supports|layer|property)\b",
    "logical sides": r"-(inline|block)(-start|-end)?\s*:|\binset\s*:",
    "container queries": r"@container|\bcq[whib]\b",
    "nesting": r"&",
}


CONNECTED = "window.tabloFeed && tabloFeed.connected && document.querySelector('#panel .leaf')"
LIVE = f"document.readyState === 'complete' && {CONNECTED}"


def code(path: object) -> str:
    """Without comments and texts."""
    text = re.sub(r"/\*.*?\*/", "", str(path.read_text()), flags=re.DOTALL)  # type: ignore[attr-defined]
    text = re.sub(r"(^|\s)//[^\n]*", "", text)
    return re.sub(r'"(\\.|[^"\\\n])*"', '""', text)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
@pytest.mark.parametrize("what", TOO_NEW)
def test_no_script_uses_what_came_later(path: object, what: str) -> None:
    assert re.findall(TOO_NEW[what], code(path), flags=re.MULTILINE) == []


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
@pytest.mark.parametrize("what", TOO_NEW_STYLES)
def test_no_style_uses_what_came_later(path: object, what: str) -> None:
    assert re.findall(TOO_NEW_STYLES[what], code(path), flags=re.MULTILINE) == []


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Site]:
    """Twelve boards: they are on one page."""
    with running_site(tmp_path, {"open": open_of(24)}) as site:
        yield site


TOMORROW = (hall_clock() + timedelta(days=1)).isoformat(timespec="minutes")
SHOWN = {
    "boards": shown(ContentKind.BOARDS),
    "pairings": shown(ContentKind.PAIRINGS),
    "seats": shown(ContentKind.SEATS),
    "standings": shown(ContentKind.STANDINGS),
    "crosstable": shown(ContentKind.CROSSTABLE),
    "latest": shown(ContentKind.LATEST),
    "countdown": shown(ContentKind.COUNTDOWN, until=TOMORROW),
    "podium": shown(ContentKind.PODIUM, "over"),
    "champions": shown(ContentKind.PODIUM, "champions"),
    "prizes": shown(ContentKind.PRIZES, "over"),
    "matches": shown(ContentKind.PAIRINGS, "league"),
    "follow": shown(ContentKind.TOURNAMENT, "over"),
    "announcement": Content(ContentKind.ANNOUNCEMENT, text="Blitz tonight at 20:00, everybody is welcome"),
}
"""Contents that every television must be able to show."""


OF_EACH_LAYOUT = ("boards", "standings", "crosstable", "podium", "prizes", "matches", "announcement")


@pytest.mark.parametrize("kind", sample(dict.fromkeys((*OF_EACH_LAYOUT, *SHOWN)), len(OF_EACH_LAYOUT)))
def test_a_television_of_2015_shows_it_whole(site: Site, television: Television, kind: str) -> None:
    television.open(site.screen(f"old-{kind}", SHOWN[kind]))
    television.wait_for(LIVE)
    television.photograph(ARTIFACTS / f"television-of-2015-{kind}.png")
    assert fits(television.evaluate(f"({MEASURE})()"))
    assert television.errors() == []


APART = """(function () {
  var lefts = function (part) {
    var cells = document.querySelectorAll('#panel ' + part + ' tbody tr:first-child > *:not(.rating)');
    return [].map.call(cells, function (cell) {
      return cell.getBoundingClientRect().left;
    });
  };
  var top = lefts('.top'), others = lefts('.leaf');
  return top.map(function (left, at) { return Math.abs(left - others[at]); });
})()"""
"""The distance of the columns of the larger boards from those of the others, in px."""
SIGNS = """[].filter.call(document.querySelectorAll('#legend [data-sign]'), function (sign) {
  return sign.offsetWidth;
}).map(function (sign) { return sign.getAttribute('data-sign'); })"""


def test_a_television_of_2015_has_larger_top_boards_in_line_and_explains_the_signs(
    hall: Site, television: Television
) -> None:
    television.open(hall.screen("hall", shown(ContentKind.PAIRINGS)))
    television.wait_for(LIVE)
    assert television.evaluate("document.querySelectorAll('#panel .top tbody tr').length") == 3
    apart = television.evaluate(APART)
    assert len(apart) == 8
    assert max(apart) <= 2
    assert television.evaluate(SIGNS) == ["playing"]


def test_a_television_of_2015_counts_down(site: Site, television: Television) -> None:
    television.open(site.screen("old-clock", SHOWN["countdown"]))
    remaining = "document.querySelector('#panel .remaining')"
    television.wait_for(f"{remaining} && /^[0-9]+(:[0-9][0-9])+$/.test({remaining}.textContent)")
    television.evaluate(f"(window.before = {remaining}.textContent)")
    television.wait_for(f"{remaining}.textContent !== window.before")


def test_a_television_of_2015_names_the_players_of_the_winning_teams(site: Site, television: Television) -> None:
    television.open(site.screen("old-teams", SHOWN["champions"]))
    television.wait_for(LIVE)
    assert television.evaluate("document.querySelectorAll('#panel .members li').length") == 12
    blocks = "[].map.call(document.querySelectorAll('#panel .block'), function (one) { return one.offsetHeight; })"
    second, first, third = television.evaluate(blocks)
    assert first > second > third > 0


def test_a_television_of_2015_marks_a_result_that_has_just_come(hall: Site, television: Television) -> None:
    television.open(hall.screen("hall", shown(ContentKind.BOARDS)))
    television.wait_for(LIVE)
    hall.record("open", e.ResultRecorded(5, 3, Result.WHITE_WINS))
    television.wait_for("document.querySelector('#panel tr.fresh')")
    assert "1 – 0" in television.evaluate("document.querySelector('#panel tr.fresh').textContent")


def test_a_television_of_2015_shows_the_organisers_face(hall: Site, television: Television) -> None:
    hall.do(wear(hall, "open"))
    television.open(hall.url + "/t/open/screen")
    television.wait_for(LIVE)
    pictures = "[].slice.call(document.querySelectorAll('#logo img, #sponsors img'))"
    television.wait_for(f"{pictures}.length === 7 && {pictures}.every(function (one) {{ return one.naturalWidth; }})")
    television.photograph(ARTIFACTS / "television-of-2015-face.png")
    heights = television.evaluate(f"{pictures}.map(function (one) {{ return one.getBoundingClientRect().height; }})")
    assert all(height > 10 for height in heights)
    assert fits(television.evaluate(f"({MEASURE})()"))
    assert television.errors() == []


def test_a_television_of_2015_says_that_it_is_stale_and_comes_back_by_itself(
    hall: Site, television: Television
) -> None:
    television.open(hall.screen("hall", shown(ContentKind.BOARDS)))
    television.wait_for(LIVE)
    television.evaluate("(window.same = true)")
    hall.stop()
    television.wait_for("!document.getElementById('stale').hidden")
    assert "Not up to date since" in television.evaluate("document.getElementById('stale').textContent")
    hall.start()
    television.wait_for("document.getElementById('stale').hidden")
    hall.record("open", e.ResultRecorded(5, 4, Result.DRAW))
    television.wait_for("document.querySelector('#panel tr.fresh')")
    assert television.evaluate("window.same")


def test_a_browser_of_2015_reads_the_public_page_and_sees_results_come(hall: Site, television: Television) -> None:
    television.open(f"{hall.url}/t/open/pairings")
    hall.record("open", e.ResultRecorded(5, 2, Result.DRAW))
    television.wait_for("document.querySelector('[data-part=b2] .outcome').textContent.indexOf('½') >= 0")
    television.photograph(ARTIFACTS / "browser-of-2015-public.png")
