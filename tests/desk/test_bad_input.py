"""Bad input of any kind: a clear sentence, and the journal as it was."""

from pathlib import Path

import pytest

from tests.desk.browsers import Browser, desk, with_players, with_round_one

CASES = Path(__file__).parent.parent / "cases"
AT = "/desk/t/open"


async def position(anna: Browser) -> int:
    await anna.go(f"{AT}/exports/journal")
    return len(anna.page.text.splitlines())


async def read(anna: Browser, name: str, data: bytes) -> None:
    await anna.go("/desk/import")
    await anna.send("/desk/import", files={"file": (name, data)})


@pytest.mark.parametrize("name", ["2020_06.trf", "2021_03.trf"])
async def test_a_real_report_file_with_defects_is_imported_with_its_repairs_listed(tmp_path: Path, name: str) -> None:
    async with desk(tmp_path) as anna:
        await read(anna, name, (CASES / name).read_bytes())
        assert "not as" in anna.text
        assert "line " in anna.text
        await anna.send("/desk/import")
        assert f"Read from the file {name} (" in anna.text


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b"\x00\x01\x02\xff\xfe" * 100, ""),
        (b"012 Only a name\n", "player"),
        (b"%PDF-1.7 nothing of ours", ""),
    ],
)
async def test_what_is_no_report_file_is_refused_in_one_sentence(tmp_path: Path, data: bytes, says: str) -> None:
    async with desk(tmp_path) as anna:
        await read(anna, "file.trf", data)
        assert anna.page.status_code == 422
        assert says in anna.refusal
        assert anna.refusal.endswith(".")


async def test_a_report_file_cut_anywhere_is_read_or_refused(tmp_path: Path) -> None:
    whole = (CASES / "2021_03.trf").read_bytes()
    async with desk(tmp_path) as anna:
        for end in range(0, len(whole), len(whole) // 24):
            await read(anna, "cut.trf", whole[:end])
            assert anna.page.status_code in (200, 422)
            assert anna.page.status_code == 200 or anna.refusal


@pytest.mark.parametrize(
    ("pasted", "says"),
    [
        ("Name;Rating\nA;abc", "line 2, column 2"),
        ("Rating\n2000", "must name the columns"),
        ("Name;FIDE ID\nA;77\nB;77", "FIDE number 77 stands already in line 2"),
        ('Name\n"never closed', "quotation mark"),
    ],
)
async def test_a_bad_list_is_refused_with_its_line(tmp_path: Path, pasted: str, says: str) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        before = await position(anna)
        await anna.go(f"{AT}/players/import")
        await anna.send(f"{AT}/players/import", list=pasted)
        assert anna.page.status_code == 422
        assert says in anna.refusal
        assert await position(anna) == before


@pytest.mark.parametrize(
    "name",
    ["Иванова, Анна", "محمد صلاح", "棋手", "O’Neill-Łukasz, Þór", "<b>Bold</b><script>alert(1)</script>", "x" * 120],
)
async def test_names_of_all_kinds_are_shown_as_they_are(tmp_path: Path, name: str) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(f"{AT}/players")
        await anna.send(f"{AT}/players", name=name)
        assert "<script>alert" not in anna.page.text
        assert "<b>Bold" not in anna.page.text
        await anna.go(f"{AT}/players/3")
        assert anna.form(f"{AT}/players/3")["name"] == name


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"name": "x" * 300}, "Name is too long: at most 120 characters."),
        ({"name": " "}, "Name is missing: please fill it in."),
        ({"name": "A", "rating": "strong"}, "Rating must be a whole number, not “strong”."),
        ({"name": "A", "rating": "99999"}, "Rating must be a whole number from 0 to 4000, not “99999”."),
        (
            {"name": "A", "federation": "Bulgaria"},
            "Federation: FIDE has no federation “Bulgaria”. Is it BUL (Bulgaria)?",
        ),
        ({"name": "A\u202eB"}, "Name contains characters that cannot be printed: please type it again."),
        ({"name": "A", "title": "KING"}, "Title cannot be “KING”"),
        ({"name": "A", "birth_year": "1066"}, "Year of birth must be a whole number from 1880 to 2100, not “1066”."),
    ],
)
async def test_a_field_that_cannot_be_is_named(tmp_path: Path, typed: dict[str, str], says: str) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        before = await position(anna)
        await anna.go(f"{AT}/players")
        await anna.send(f"{AT}/players", **typed)
        assert anna.refusal.startswith(says)
        assert anna.page.status_code in (409, 422)
        assert await position(anna) == before


async def test_what_was_typed_is_still_there_after_a_refusal(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(f"{AT}/players")
        await anna.send(f"{AT}/players", name="Euwe, Max", rating="strong", club="ASC")
        form = anna.form(f"{AT}/players")
        assert (form["name"], form["rating"], form["club"]) == ("Euwe, Max", "strong", "ASC")


@pytest.mark.parametrize(
    "path",
    [
        "rounds/9",
        "rounds/0",
        "players/99",
        "rounds/1/boards/99/correct",
        "exports/nothing",
        f"players/{'9' * 5000}",
    ],
)
async def test_what_is_not_there_is_a_page_that_says_so(tmp_path: Path, path: str) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna, 4)
        await anna.go(f"{AT}/{path}")
        assert anna.page.status_code == 404
        assert "There is no page at this address." in anna.text


async def test_a_form_sent_twice_registers_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(f"{AT}/players")
        form = {**anna.form(f"{AT}/players"), "name": "Euwe, Max"}
        for _ in range(2):
            answer = await anna.client.post(f"{AT}/players", data=form)
            assert answer.status_code == 200
        await anna.go(f"{AT}/players")
        assert anna.page.text.count("Euwe, Max</a>") == 1


async def test_a_corrected_form_under_the_old_id_is_refused_and_not_called_done(tmp_path: Path) -> None:
    """The answer to the first was never seen: the form was stopped, corrected and sent again."""
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(f"{AT}/players")
        form = anna.form(f"{AT}/players")
        await anna.client.post(f"{AT}/players", data={**form, "name": "Euwe, Maks"})
        corrected = await anna.client.post(f"{AT}/players", data={**form, "name": "Euwe, Max"})
        await anna.go(f"{AT}/players")
    assert corrected.status_code == 409
    assert "This form was sent before with something else in it, and only that was done." in corrected.text
    assert "Euwe, Maks" in anna.text
    assert "Euwe, Max " not in anna.text


async def test_a_list_that_is_confirmed_twice_registers_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(f"{AT}/players/import")
        await anna.send(f"{AT}/players/import", list="Name;Rating\nEuwe, Max;2400")
        form = anna.form(f"{AT}/players/import")
        for _ in range(2):
            answer = await anna.client.post(f"{AT}/players/import", data=form)
            assert (answer.status_code, answer.text.count("Euwe, Max</a>")) == (200, 1)


async def test_an_id_of_the_hall_or_of_another_tournament_is_refused_too(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/screens")
        form = {**anna.form("/desk/screens"), "name": "bar"}
        assert (await anna.client.post("/desk/screens", data=form)).status_code == 200
        assert (await anna.client.post("/desk/screens", data={**form, "name": "foyer"})).status_code == 409
        await anna.go("/desk/new")
        new = {**anna.form("/desk/new"), "tournament_name": "Open", "rounds": "5"}
        assert (await anna.client.post("/desk/new", data=new)).status_code == 200
        assert (await anna.client.post("/desk/new", data={**new, "tournament_name": "Blitz"})).status_code == 409
        reused = {**new, "command_id": form["command_id"]}
        assert (await anna.client.post("/desk/new", data=reused)).status_code == 409


async def test_five_thousand_players_are_registered_from_a_list(tmp_path: Path) -> None:
    lines = "\n".join(f"Player {n:04};{1000 + n % 1500};{n + 1}" for n in range(5000))
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(f"{AT}/players/import")
        await anna.send(f"{AT}/players/import", list=f"Name;Rating;FIDE ID\n{lines}")
        assert "5000 players would be registered." in anna.text
        await anna.send(f"{AT}/players/import")
        assert "5000 players registered." in anna.text
        assert "Player 4999" in anna.page.text


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (
            {"schedule": "tomorrow"},
            "Start of rounds must be a date and a time such as 21.11.2026 15:00, not “tomorrow”.",
        ),
        ({"start": "in May"}, "First day must be a date such as 2026-11-21, not “in May”."),
        ({"deputies": "x" * 200}, "Deputy arbiters is too long: at most 120 characters."),
        ({"tournament_name": "x" * 201}, "Name of the tournament is too long: at most 200 characters."),
    ],
)
async def test_an_announcement_that_cannot_be_is_refused(tmp_path: Path, typed: dict[str, str], says: str) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", **{"tournament_name": "Open", **typed})
        assert anna.refusal == says


async def test_an_endless_reason_is_refused(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(f"{AT}/players/1")
        await anna.send(f"{AT}/players/1/withdraw", reason="x" * 400)
        assert anna.refusal == "Reason is too long: at most 300 characters."


@pytest.mark.parametrize(
    ("path", "action", "field", "line", "says"),
    [
        ("/settings", "/prohibited", "groups", "1; 2", "Players who must not meet: at most 100 lines"),
        ("/settings", "/details", "deputies", "Anna", "Deputy arbiters: at most 100 lines"),
        ("/prizes", "/prizes", "prizes", "A cup", "Prizes: at most 500 lines"),
    ],
)
async def test_more_lines_than_can_be_kept_are_refused_and_none_is_lost(
    tmp_path: Path, path: str, action: str, field: str, line: str, says: str
) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        before = await position(anna)
        await anna.go(AT + path)
        await anna.send(AT + action, **{field: f"{line}\n" * 501}, reason="a family")
        assert (anna.page.status_code, anna.refusal) == (422, f"{says} can be kept, not 501.")
        assert await position(anna) == before


async def test_a_board_is_found_by_a_name_and_what_is_none_gets_a_clear_sentence(tmp_path: Path) -> None:
    results = "/desk/t/open/rounds/1/results"
    async with desk(tmp_path) as anna:
        await with_round_one(anna, count=4)
        for board, said in (("zzz", "nobody at a board of this round is called “zzz”"), ("pl", "several boards have")):
            await anna.go("/desk/t/open/rounds/1")
            await anna.send(results, board=board, result="1")
            assert said in anna.refusal
        await anna.go("/desk/t/open/rounds/1")
        await anna.send(results, board="player c", result="1/2-1/2")
        await anna.go("/desk/t/open/history")
    assert "Player C" in anna.text
    assert "½ – ½" in anna.text


async def test_the_head_of_the_day_has_the_first_day_and_the_last(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, count=2)
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/details", start="2026-11-14", end="2026-11-22", city="Sofia")
        await anna.go("/desk/t/open")
    assert "Sofia · 14 – 22 Nov 2026" in anna.text
