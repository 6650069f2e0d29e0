"""FIDE mode at the desk: the rules in force and nothing else, said where they are chosen."""

from pathlib import Path

from tests.desk.browsers import desk

OPEN = {"tournament_name": "Open", "rounds": "5"}
OF_1998 = OPEN | {"system": "dutch-1998", "order": "F10", "ruleset": "vo2009", "corrections": "dutch-1998-f7"}


async def test_a_new_tournament_starts_with_the_rules_in_force(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        offered = anna.form("/desk/new")
        await anna.send("/desk/new", **OPEN)
        await anna.go("/desk/t/open")
    chosen = {field: offered[field] for field in ("fide_mode", "system", "ruleset", "corrections", "order")}
    assert chosen == {
        "fide_mode": "on",
        "system": "dutch-2026",
        "ruleset": "c07_2026",
        "corrections": "handling-2026",
        "order": "C07-SWISS",
    }
    assert "not in FIDE mode" not in anna.text


async def test_other_rules_are_refused_in_it_with_the_fields_that_stand_outside(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", **OF_1998)
        refused = anna.text
        catalogue = (await anna.go("/catalogue.json")).text
    assert "Outside them: Pairing system, Tie-breaks, Unplayed rounds, Late corrections." in refused
    assert "Open" not in catalogue


async def test_the_rules_of_1998_are_had_without_it_and_every_page_says_so(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", **OF_1998, fide_mode="off")
        at_the_desk = (await anna.go("/desk/t/open")).text
        in_public = (await anna.go("/t/open/players")).text
    assert "not in FIDE mode" in at_the_desk
    assert "not in FIDE mode" in in_public


async def test_walls_and_pages_for_other_sites_say_it_too(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", **OF_1998, fide_mode="off")
        for page in ("/t/open/screen", "/embed/open/pairings", "/t/open/players"):
            said = (await anna.go(page)).text
            assert "not in FIDE mode" in said, page
