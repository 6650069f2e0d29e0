"""The columns of a list at the desk: shown, changed, and asked for where they cannot be found."""

from pathlib import Path

from tests.desk.browsers import desk
from tests.files.test_lists_without_heads import xlsx

PLAYERS = "/desk/t/open/players"
IMPORT = f"{PLAYERS}/import"


async def test_a_spreadsheet_goes_through_the_preview(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Open", rounds="5")
        await anna.go(IMPORT)
        book = xlsx(("Euwe, Max", 2530.0, 2400.0), ("Tal, Mihail", 2600.0, 2500.0))
        await anna.send(IMPORT, files={"file": ("players.xlsx", book)})
        assert anna.form(IMPORT)["column-1"] == "rating"
        await anna.send(IMPORT, again="1", **{"column-1": "national_rating", "column-2": "rating"})
        assert anna.form(IMPORT)["column-2"] == "rating"
        await anna.send(IMPORT)
        await anna.go(PLAYERS)
        assert ("2400" in anna.text, "2530" in anna.text) == (True, False)


async def test_a_fault_names_its_line_and_leaves_the_columns_to_be_changed(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Open", rounds="5")
        await anna.go(IMPORT)
        await anna.send(IMPORT, list="Name;Rating\nEuwe, Max;2530\nTal, Mihail;strong\n")
        assert "line 3, column 2: Rating must be a number, not 'strong'" in anna.text
        assert "Read it with these columns" in anna.text
