"""Templates to text: nothing unescaped, nothing undefined, nothing old."""

import gc
import re
import weakref

import jinja2
import pytest

from domain.words.players import PlayerId
from projections.moment.overview import overview
from projections.moment.people import Person
from projections.moment.snapshot import snapshot
from projections.table.standings import StandingRow, Still
from tests.crosstable import tournament
from web.links import Frame, Site
from web.plain import STATIC, static_url
from web.public.pages import PAGES, PageQuery
from web.rendering import environment, printed, render
from web.wording import language
from web.wording.english_inside import bracketing


def row(points: int, name: str = "Alice") -> StandingRow:
    return StandingRow(1, 1, None, Still(Person(PlayerId(1), 1, name), points, (), (), playing=False))


def test_a_value_that_changed_is_printed_again() -> None:
    site = Site("printing")
    first = printed("standings", "row", "p1", row(1), site)
    assert "½" in first
    assert "½" not in printed("standings", "row", "p1", row(2), site)


def test_a_value_that_did_not_change_is_the_very_same_text() -> None:
    site = Site("printing")
    assert printed("standings", "row", "p2", row(1), site) is printed("standings", "row", "p2", row(1), site)


def test_tournaments_and_moments_do_not_share_rows() -> None:
    rows = {printed("standings", "row", "p3", row(1), site) for site in (Site("a"), Site("b"), Site("a", 7))}
    assert len(rows) == 3


def test_names_are_escaped() -> None:
    assert "<b>" not in printed("standings", "row", "p4", row(1, "<b>Bold</b>"), Site("printing"))


def test_a_forgotten_value_is_an_error_and_not_a_blank() -> None:
    with pytest.raises(jinja2.UndefinedError):
        render("public/missing.html", name="", slug="")


def test_a_page_that_is_done_keeps_nothing_of_its_tournament() -> None:
    """Freed at once and not by the garbage collector, whose look would come in the middle of somebody's request."""

    class WatchedSite(Site):
        """Without slots, so that it can be referred to weakly."""

    opened = snapshot(tournament("Alice 2400 +w2\nBob 2300 -b1"))
    for page in ("pairings", "standings", "overview"):
        site = WatchedSite("printing")
        shown, seen = Frame(site, overview(opened.tournament), page, 1, "", f"/{page}"), weakref.ref(site)
        gc.disable()
        try:
            assert PAGES[page].html(shown, opened, PageQuery(), "en")
            del site, shown
            assert seen() is None, page
        finally:
            gc.enable()


@pytest.mark.parametrize(
    "asked",
    [
        "_('Print')",
        "_('Round %(n)s', n=7)",
        "_('by %(who)s', who='<b>')",
        "_('by %(who)s', who='<b>'|safe)",
        "_('%(share)s %% of all', share=2.5)",
        "ngettext('%(num)s game', '%(num)s games', 1)",
        "ngettext('%(num)s game', '%(num)s games', 5)",
        "pgettext('round', 'closed')",
    ],
)
@pytest.mark.parametrize("lang", ["en", "bg"])
def test_sentences_are_what_the_library_makes_of_them(asked: str, lang: str) -> None:
    ours = environment(lang)
    library = jinja2.Environment(autoescape=True, extensions=["jinja2.ext.i18n"])
    library.install_gettext_translations(bracketing(language(lang)).catalogue, newstyle=True)  # type: ignore[attr-defined]
    source = f"{{% for n in [1, 2] %}}{{% set m = n %}}{{{{ {asked} }}}}{{% endfor %}}"
    assert ours.from_string(source).render() == library.from_string(source).render()


def test_nothing_that_templates_call_asks_for_the_context() -> None:
    assert [name for name, one in environment("bg").globals.items() if hasattr(one, "jinja_pass_arg")] == []


def test_an_address_of_a_static_file_changes_with_its_content() -> None:
    assert static_url("css/base.css").startswith("/static/css/base.css?v=")


def test_every_template_compiles_in_every_language() -> None:
    for lang in ("en", "bg", "ru"):
        env = environment(lang)
        for name in env.list_templates():
            env.get_template(name)


def test_every_style_sheet_and_script_that_is_named_exists() -> None:
    env = environment("en")
    for name in env.list_templates(filter_func=lambda name: not name.startswith("desk/")):
        source, _, _ = env.loader.get_source(env, name)  # type: ignore[union-attr]
        for path in re.findall(r"static\('([^']+)'\)", source):
            assert (STATIC / path).is_file(), (name, path)
