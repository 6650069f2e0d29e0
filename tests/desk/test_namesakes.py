"""Two of one name at the desk: the form asks, the list asks, and nothing is lost."""

from pathlib import Path

from tests.desk.browsers import Browser, desk

PLAYERS = "/desk/t/open/players"
IMPORT = f"{PLAYERS}/import"


async def with_petrov(anna: Browser) -> None:
    await anna.go("/desk/new")
    await anna.send("/desk/new", tournament_name="Open", rounds="5")
    await anna.go(PLAYERS)
    await anna.send(PLAYERS, name="Петров, Пётр", birth_year="1999")


async def test_the_form_asks_and_keeps_what_was_typed(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_petrov(anna)
        await anna.send(PLAYERS, name="Petrov, Petr", rating="1850")
        assert "The same person, or another one?" in anna.text
        assert anna.form(PLAYERS)["rating"] == "1850"
        await anna.send(PLAYERS, namesake="another")
        assert "Petrov, Petr" in anna.text
        assert "Петров, Пётр" in anna.text


async def test_the_same_person_gets_what_was_missing(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_petrov(anna)
        await anna.send(PLAYERS, name="Petrov, Petr", rating="1850")
        await anna.send(PLAYERS, namesake="0")
        assert "Petrov, Petr" not in anna.text
        await anna.go(f"{PLAYERS}/1")
        assert (anna.form(f"{PLAYERS}/1")["rating"], anna.form(f"{PLAYERS}/1")["birth_year"]) == ("1850", "1999")


async def test_a_list_is_asked_about_and_taken_whole(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_petrov(anna)
        await anna.go(IMPORT)
        await anna.send(IMPORT, list="Name;Rating;Born\nПетров, Пётр;1900;\nEuwe, Max;2500;1901-05-20\neuwe, max;1;\n")
        assert "2 names stand here twice" in anna.text
        await anna.send(IMPORT)
        assert anna.page.status_code == 422
        await anna.send(IMPORT, **{"namesake-0": "another", "namesake-2": "0"})
        await anna.go(PLAYERS)
        assert (anna.text.count("Петров, Пётр"), anna.text.count("Euwe, Max")) == (2, 1)
        await anna.go(f"{PLAYERS}/3/personal")
        assert "1901-05-20" in anna.page.text


async def test_a_list_that_is_sent_again_registers_nobody(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_petrov(anna)
        await anna.go(IMPORT)
        await anna.send(IMPORT, list="Name;Born\nПетров, Пётр;1999\n")
        await anna.send(IMPORT)
        assert anna.page.url.path == PLAYERS
        assert anna.text.count("Петров, Пётр") == 1
