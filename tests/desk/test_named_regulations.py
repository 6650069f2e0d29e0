"""A new tournament begins with regulations that have a name."""

from pathlib import Path

from domain.decisions.setup.regulations import (
    NAMED_REGULATIONS,
    PORTAL_ROUND_ROBIN,
    PORTAL_SWISS,
    checked_regulations,
)
from tests.desk.browsers import desk
from tests.festival.playing import services_of_test
from web.wording import language
from web.wording.chess.regulations import regulations_name


def test_each_is_possible_and_has_words() -> None:
    for name, laws in NAMED_REGULATIONS.items():
        assert checked_regulations(laws) == laws
        assert regulations_name(name, language("en")) != name


async def test_the_form_begins_with_the_rules_in_force(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        form = anna.form("/desk/new")
    assert (form["fide_mode"], form["order"], form["colour_run"]) == ("on", "C07-SWISS", "2")
    assert 'href="/desk/new?like=portal-swiss"' in anna.page.text


async def test_the_swiss_of_the_portal_is_announced_as_the_form_has_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new?like=portal-swiss")
        filled = anna.form("/desk/new")
        await anna.send("/desk/new", tournament_name="Open")
        await anna.go("/desk/t/open/settings")
        settings = anna.form("/desk/t/open/regulations")
    assert filled["fide_mode"] == "off"
    named = ("odd_field", "bye_rule", "colour_run", "swiss_numbers", "order", "ruleset")
    assert [settings[name] for name in named] == ["refused", "last", "3", "rating-or-lot", "S003-SWISS", "portal"]
    assert PORTAL_SWISS.swiss.colour_run == 3
    assert (filled["rounds"], settings["rounds"]) == ("5", "5")


async def test_the_round_robin_of_the_portal_is_played_by_its_rules(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        page = await anna.go("/desk/new?like=portal-round-robin")
        assert 'name="ends_by_itself" value="1" checked' in page.text
        await anna.send("/desk/new", tournament_name="Open", ends_by_itself="1")
        laws = (await services_of_test(anna).office.open("open")).tournament.regulations
    assert laws == PORTAL_ROUND_ROBIN


async def test_an_unknown_name_is_the_rules_in_force(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new?like=nothing")
        form = anna.form("/desk/new")
    assert (form["fide_mode"], form["order"], form["colour_run"]) == ("on", "C07-SWISS", "2")
