"""Two of one name at the desk: the form asks, the list asks, and nothing is lost."""

from pathlib import Path

from tests.desk.browsers import Browser, desk
from tests.desk.teams import with_teams

PLAYERS = "/desk/t/open/players"
IMPORT = f"{PLAYERS}/import"
TEAMS = "/desk/t/league/teams"
RUSE = "Team;Board;Name;Rating;Born\nRuse;2;Varna 1;;1990-05-20\nRuse;1;New;2000;\nPleven;1;new;;\n"


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


async def test_a_list_of_teams_is_asked_about_and_taken_whole(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_teams(anna)
        await anna.go(f"{TEAMS}/import")
        await anna.send(f"{TEAMS}/import", list=RUSE)
        assert anna.page.status_code == 200
        assert "2 names stand here twice" in anna.text
        assert "the same as in line 3" in anna.text
        await anna.send(f"{TEAMS}/import", **{"namesake-1": "another"})
        assert anna.page.status_code == 422
        assert anna.form(f"{TEAMS}/import")["namesake-1"] == "another"
        await anna.send(f"{TEAMS}/import", **{"namesake-2": "another"})
        assert "Teams 6" in anna.text
        await anna.go("/desk/t/league/players/18/personal")
        assert "1990-05-20" in anna.page.text


async def test_a_file_of_teams_is_asked_about_and_the_same_person_plays_for_one_team(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_teams(anna)
        await anna.go(f"{TEAMS}/import")
        await anna.send(f"{TEAMS}/import", files={"file": ("teams.csv", RUSE.encode())})
        await anna.send(f"{TEAMS}/import", **{"namesake-1": "0", "namesake-2": "another"})
        assert "Ruse, board 2 (Varna 1): Varna 1 plays for Varna" in anna.text
        assert "Nothing was registered" in anna.text


async def test_the_form_of_a_team_asks_and_keeps_what_was_typed(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_teams(anna)
        await anna.go(TEAMS)
        await anna.send(TEAMS, team="Ruse", squad="First 2000\nVarna 1", reserves="Sofia 1")
        assert "2 names stand here twice" in anna.text
        assert anna.form(TEAMS)["squad"] == "First 2000\nVarna 1"
        await anna.send(TEAMS, **{"namesake-1": "another", "namesake-2": "another"})
        assert "Teams 5" in anna.text


async def test_a_new_player_of_a_team_is_asked_about(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_teams(anna)
        await anna.go(TEAMS)
        team = anna.page.text.split('<a class="person" href="')[1].split('"')[0]
        await anna.go(team)
        await anna.send(f"{team}/players", players="Varna 1 2000")
        assert "1 name stands here twice" in anna.text
        await anna.send(f"{team}/players", **{"namesake-0": "another"})
        await anna.go("/desk/t/league/players")
        assert anna.text.count("Varna 1") == 2
