"""Looking at a screen as a person in the hall does: what is on the screen, and does it fit?"""

from typing import Any

from playwright.sync_api import Browser, Page

from tests.windows import lend

CAPITAL = 0.66
"""The height of capitals in our family, as a share of the size of a letter."""

KEEP_ERRORS = """
addEventListener('error', event => { window.broken = event.message; });
addEventListener('securitypolicyviolation', event => { window.broken = event.violatedDirective + event.blockedURI; });
"""

MEASURE = """function () {
  var SPARE = 0.04;  // em: our family reserves 0.273 below the line, and its deepest letters (ş) take 0.233
  var list = function (nodes) { return Array.prototype.slice.call(nodes); };
  var panel = document.getElementById('panel').getBoundingClientRect();
  var rows = list(document.querySelectorAll('#panel tbody tr'));
  var cells = list(document.querySelectorAll('#panel tbody td, #panel tbody th'));
  var columns = list(document.querySelectorAll('#panel .column'));
  var out = function (node) {
    var r = node.getBoundingClientRect();
    var beside = r.right > panel.right + 1 || r.left < panel.left - 1;
    return beside || r.bottom > panel.bottom + 1 || r.top < panel.top - 1;
  };
  var text = function (node) {
    var range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  var spills = function (cell) {
    var c = cell.getBoundingClientRect(), t = text(cell);
    var ink = t.bottom - SPARE * parseFloat(getComputedStyle(cell).fontSize);
    return t.width > 0 && (t.right > c.right + 1.5 || t.left < c.left - 1.5 || ink > c.bottom + 1.5);
  };
  return {
    rows: rows.map(function (row) { return row.getAttribute('data-row'); }),
    cut: rows.filter(out).length,
    spilled: cells.filter(spills).map(function (cell) { return cell.textContent.trim(); }),
    heights: list(document.querySelectorAll('#panel .leaf tbody tr')).map(function (row) {
      return row.getBoundingClientRect().height; }),
    top_heights: list(document.querySelectorAll('#panel .top tbody tr')).map(function (row) {
      return row.getBoundingClientRect().height; }),
    dotted: (document.getElementById('panel').textContent.match(/\\S*(\u2026|\\.\\.\\.)/g) || []).concat(
      cells.filter(function (cell) { return getComputedStyle(cell).textOverflow === 'ellipsis'; }).map(function (cell) {
        return cell.className; })),
    asked: Number(document.querySelector('.settings').getAttribute('data-capital')) / 100,
    fonts: columns.map(function (column) { return parseFloat(getComputedStyle(column).fontSize); }),
    too_large: document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight,
    broken: window.broken || '',
    short_side: Math.min(innerWidth, innerHeight)
  };
}"""
"""Of ECMAScript 5: old televisions are measured in the same way."""

CUT = """() => {
  const room = document.getElementById('panel').getBoundingClientRect();
  const all = what => [...document.querySelectorAll(what)];
  const placed = '#panel .stand p, #panel .stand li, #panel .stand span, #panel .duel, #panel .tree h2';
  const out = all(placed).filter(node => {
    const r = node.getBoundingClientRect();
    return r.right > room.right + 1 || r.left < room.left - 1 || r.top < room.top - 1 || r.bottom > room.bottom + 1;
  });
  const spilled = all('#panel .stand .name, #panel .tree .name').filter(node => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect().width > node.getBoundingClientRect().width + 1.5;
  });
  return out.concat(spilled).map(node => node.className + ' ' + node.textContent);
}"""
"""Everything that leaves its place on a podium or in a tree."""


def show(browser: Browser, address: str, width: int = 1920, height: int = 1080, **context: Any) -> Page:
    """A television of this size, switched on; errors of scripts and breaches of the policy are kept."""
    page = lend(browser, width, height, KEEP_ERRORS, **context)
    page.goto(address)
    page.wait_for_selector("html.js #panel .leaf")
    return page


def measure(page: Page) -> dict[str, Any]:
    measured: dict[str, Any] = page.evaluate(f"({MEASURE})()")
    return measured


ALL_PAGES = f"""() => {{
  const measure = {MEASURE}, count = tabloScreen.panels()[0].count(), found = [];
  const number = () => Number(document.getElementById('pages').textContent.match(/\\d+/) || 1);
  for (let turned = 1; turned < count && number() !== 1; turned += 1) tabloScreen.turn();
  for (let page = 1; page <= count; page += 1) {{
    found.push(measure());
    tabloScreen.turn();
  }}
  return found;
}}"""
"""At one go: a wall that is looked at for long turns by itself."""


def all_pages(page: Page) -> list[dict[str, Any]]:
    """Turns through the whole list from its first page on and measures every page."""
    measured: list[dict[str, Any]] = page.evaluate(ALL_PAGES)
    return measured


def fits(measured: dict[str, Any]) -> bool:
    """Nothing is cut, no name ends in dots, and letters have at least the size that was asked for. Rows have one
    height, and the top boards theirs.

    Old browsers tell sizes in whole pixels.
    """
    smallest = min(measured["fonts"], default=measured["short_side"])
    big_enough = smallest >= measured["asked"] / CAPITAL * measured["short_side"] - 0.5
    equal = all(max(kin) - min(kin) <= 1 for kin in (measured["heights"], measured["top_heights"]) if kin)
    return (
        big_enough
        and equal
        and not measured["dotted"]
        and not measured["cut"]
        and not measured["spilled"]
        and not measured["too_large"]
        and not measured["broken"]
    )
