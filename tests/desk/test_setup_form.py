"""The form of a tournament without scripts: dates, starts of rounds, tie-breaks and prizes in rows."""

from pathlib import Path

import pytest

from domain.decisions.setup.regulations import NAMED_REGULATIONS, outside
from domain.events import Prize
from domain.refusals import BadField
from server.routes.desk.setup.announcement import schedule_from
from server.routes.desk.setup.prizes import TypedPrize, Winners, rows_of_prizes, typed_rows
from server.routes.desk.typed import typed_day, typed_moment, typed_time
from server.routes.forms import Form
from tests.desk.browsers import desk, with_players, with_round_one
from web.wording import language
from web.wording.chess.regulations import regulations_sentence

AT = "/desk/t/open"


@pytest.mark.parametrize("typed", ["2026-11-21", "21.11.2026", "21/11/2026"])
def test_a_day_is_read_as_people_write_it(typed: str) -> None:
    assert typed_day("start", typed) == "2026-11-21"


@pytest.mark.parametrize("typed", ["9:05", "09:05", "9.05"])
def test_a_time_is_read_as_people_write_it(typed: str) -> None:
    assert typed_time("schedule", typed) == "09:05"


@pytest.mark.parametrize("typed", ["2026-11-21T15:00", "2026-11-21 15:00", "21.11.2026 15:00"])
def test_a_moment_is_read_as_people_write_it(typed: str) -> None:
    assert typed_moment("schedule", typed) == "2026-11-21T15:00"


@pytest.mark.parametrize("typed", ["31.2.2026", "21.11.", "2026-13-01"])
def test_a_day_that_is_none_is_refused(typed: str) -> None:
    with pytest.raises(BadField):
        typed_day("start", typed)


def test_a_row_without_a_time_begins_when_the_one_before_did() -> None:
    rows = {"start_day_1": "2026-12-04", "start_time_1": "10:00", "start_day_2": "05.12.2026"}
    assert schedule_from(Form(rows), 9) == ("2026-12-04T10:00", "2026-12-05T10:00")


def test_a_line_fills_the_rows_that_are_all_empty() -> None:
    weekly = Form({"first_start": "2026-12-04", "start_times": "19:00", "days_between": "7"})
    assert schedule_from(weekly, 3) == ("2026-12-04T19:00", "2026-12-11T19:00", "2026-12-18T19:00")


def test_the_line_leaves_rows_alone_that_are_filled_in() -> None:
    rows = {"start_day_1": "2026-12-04", "start_time_1": "10:00", "first_start": "2026-12-05", "start_times": "19:00"}
    assert schedule_from(Form(rows), 3) == ("2026-12-04T10:00",)


def test_a_round_left_out_between_two_others_is_refused() -> None:
    rows = {"start_day_1": "2026-12-04", "start_time_1": "10:00", "start_day_3": "2026-12-06"}
    with pytest.raises(BadField) as refused:
        schedule_from(Form(rows), 9)
    assert (refused.value.value, refused.value.rule) == ("2", "round-without-start")


def test_each_kind_of_event_has_a_sentence() -> None:
    assert all(regulations_sentence(name, language("en")) for name in NAMED_REGULATIONS)


@pytest.mark.parametrize("name", ["fide", "club", "juniors", "round-robin", "knock-out", "teams"])
def test_a_kind_of_event_stays_in_fide_mode(name: str) -> None:
    assert outside(NAMED_REGULATIONS[name]) == ()


@pytest.mark.parametrize("name", sorted(NAMED_REGULATIONS))
async def test_each_kind_of_event_is_announced_as_it_stands(tmp_path: Path, name: str) -> None:
    async with desk(tmp_path) as anna:
        await anna.go(f"/desk/new?like={name}")
        await anna.send("/desk/new", tournament_name="Open")
        assert (anna.page.url.path, anna.refusal) == (AT, "")
        await anna.go(f"{AT}/settings")
        assert anna.form(f"{AT}/regulations")["order"] == " ".join(NAMED_REGULATIONS[name].order)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("19.11.2027", "2027-11-19"), ("2027-11-19", "2027-11-19"), ("May 2027, Varna", "May 2027, Varna")],
)
async def test_the_next_time_is_a_day_or_words_and_stands_on_the_page(tmp_path: Path, typed: str, kept: str) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/details", next_time=typed)
        details = (await anna.go("/t/open/overview.json")).json()["data"]
        await anna.go("/t/open")
        assert details["next_time"] == kept
        assert f"Next time {'19 November 2027' if kept[0] == '2' else kept}" in anna.text


async def test_tie_breaks_chosen_one_after_the_other_are_the_list(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        rest = {f"tiebreak_{n}": "" for n in range(3, 10)}
        await anna.send("/desk/new", tournament_name="Open", tiebreak_1="DE", tiebreak_2="BH", **rest)
        await anna.go(f"{AT}/settings")
        assert anna.form(f"{AT}/regulations")["order"] == "DE BH"


async def test_codes_that_were_typed_go_before_what_was_chosen(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Open", tiebreak_1="DE", order="BH SB")
        await anna.go(f"{AT}/settings")
        assert anna.form(f"{AT}/regulations")["order"] == "BH SB"


async def test_a_tie_break_that_does_not_fit_says_so_beside_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        asked = "/desk/tie-breaks?order=DE+KS+MP&players=100&rounds=9&ruleset=c07_2026"
        found = (await anna.go(asked)).json()
    said = {one["item"]: " ".join(one["warnings"]) for one in found["list"]}
    assert "hardly meet" in said["DE"]
    assert "round robins" in said["KS"]
    assert "for teams" in said["MP"]
    assert found["list"][0]["plain"] == "the games between those who are equal"


async def test_a_tie_break_that_is_not_known_is_named(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        assert (await anna.go("/desk/tie-breaks?order=BH+LUCK")).json()["unknown"] == "LUCK"


@pytest.mark.parametrize(("format", "rounds"), [("round-robin", 11), ("knock-out", 4), ("swiss", 6)])
async def test_the_rounds_are_advised_by_the_format(tmp_path: Path, format: str, rounds: int) -> None:
    async with desk(tmp_path) as anna:
        found = (await anna.go(f"/desk/rounds.json?players=12&format={format}")).json()
    assert found["recommended"] == rounds
    assert "12" in found["reason"]
    assert bool(found["norms"]) == (format == "swiss")


async def test_the_settings_say_what_other_tie_breaks_would_change(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        effect = await anna.go(f"{AT}/settings/effect?part=table&order=LOTS&rounds=5&format=swiss&system=dutch-2026")
        assert effect.status_code == 200
        assert "Standings after round 1" in anna.text
        await anna.go(f"{AT}/settings/effect?part=table&rounds=0")
        assert "Number of rounds must be" in anna.text


async def test_prizes_are_announced_in_rows(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go(f"{AT}/prizes")
        assert "No prizes are announced yet." in anna.text
        rows = {"prize_name_1": "Cup", "prize_name_2": "Best junior", "prize_amount_2": "99,50"}
        await anna.send(f"{AT}/prizes", **rows, prize_for_2="under", prize_value_2="18")
        form = anna.form(f"{AT}/prizes")
    assert form["prizes"] == "Cup; 0\nBest junior; 99.50; U18"
    assert (form["prize_for_2"], form["prize_value_2"], form["prize_amount_1"]) == ("under", "18", "")


async def test_the_text_of_the_prizes_goes_before_the_rows(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go(f"{AT}/prizes")
        await anna.send(f"{AT}/prizes", prizes="First; 500", prize_name_1="Cup")
        assert anna.form(f"{AT}/prizes")["prizes"] == "First; 500"


CATEGORIES = ["", "W", "M", "UNR", "U2000", "U18", "S65", "club:Levski", "fed:BUL", "U2000&W", "R1600-1999"]


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_prize_comes_back_from_its_row(category: str) -> None:
    [row, *_] = rows_of_prizes((Prize("Best", 1050, category),))
    fields = {"prize_name_1": row.name, "prize_amount_1": row.amount}
    typed = typed_rows(Form({**fields, "prize_for_1": row.winners.value, "prize_value_1": row.value}))
    assert typed == [Prize("Best", 1050, category)]


def test_below_the_prizes_are_empty_rows() -> None:
    assert rows_of_prizes(())[0] == TypedPrize("", "", Winners.ALL, "")


@pytest.mark.parametrize(
    ("asked", "order"),
    [
        ("format=scheveningen&entrants=players", ["C07-RR"]),
        ("format=scheveningen&entrants=teams", ["GP", "MP"]),
        ("format=round-robin&entrants=teams", ["C07-TEAM-RR"]),
        ("format=swiss&entrants=players&system=mcmahon", ["MCMAHON"]),
        ("format=swiss&entrants=players", ["C07-SWISS"]),
    ],
)
async def test_a_list_that_nobody_touched_follows_the_kind_of_event_and_fits(
    tmp_path: Path, asked: str, order: list[str]
) -> None:
    async with desk(tmp_path) as anna:
        about = f"{asked}&rounds=5&players=10&ruleset=c07_2026"
        found = (await anna.go(f"/desk/tie-breaks?order=C07-SWISS&untouched=1&{about}")).json()
        assert found["order"] == order
        assert [one["warnings"] for one in found["list"] if one["warnings"]] == []
        kept = (await anna.go(f"/desk/tie-breaks?order=C07-SWISS&{about}")).json()
        assert kept["order"] == ["C07-SWISS"]
        own = (await anna.go(f"/desk/tie-breaks?order=BH+SB&untouched=1&{about}")).json()
        assert own["order"] == ["BH", "SB"]


async def test_a_scheveningen_match_of_teams_begins_with_a_list_that_fits(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Open", format="scheveningen", entrants="teams", team_boards="4")
        await anna.go(f"{AT}/settings")
        assert anna.form(f"{AT}/regulations")["order"] == "GP MP"


async def test_further_arbiters_stand_on_the_public_page_until_they_are_taken_out(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/details", arbiters="Petrova, Anna (fair-play officer)\r\n\r\nIvanov, Petar")
        await anna.go(f"{AT}/settings")
        assert anna.form(f"{AT}/details")["arbiters"] == "Petrova, Anna (fair-play officer)\nIvanov, Petar"
        await anna.go(AT.removeprefix("/desk"))
        assert "<dt>Further arbiters</dt><dd>Petrova, Anna (fair-play officer), Ivanov, Petar</dd>" in anna.page.text
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/details", arbiters="x" * 121)
        assert anna.refusal == "Further arbiters is too long: at most 120 characters."
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/details", arbiters="")
        await anna.go(AT.removeprefix("/desk"))
        assert "Further arbiters" not in anna.page.text


async def test_public_pages_lead_to_the_stream_that_the_organiser_named(tmp_path: Path) -> None:
    link = 'href="https://www.youtube.com/watch?v=abc&amp;t=1" target="_blank" rel="noopener noreferrer">Watch the'
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/details", video="https://www.youtube.com/watch?v=abc&t=1")
        for page in ("", "/live", "/players"):
            answer = await anna.go(AT.removeprefix("/desk") + page)
            assert link in answer.text, page
            assert "frame-src 'self';" in answer.headers["content-security-policy"]
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/details", video="")
        assert "Watch the stream" not in (await anna.go(AT.removeprefix("/desk"))).text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("http://example.org/video", "does not begin with https://."),
        ("javascript:alert(1)", "is no address of the web, such as https://example.org/file."),
        ("tonight", "is no address of the web, such as https://example.org/file."),
    ],
)
async def test_a_stream_has_an_address_that_begins_with_https(tmp_path: Path, typed: str, said: str) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/details", video=typed)
        assert anna.refusal == f"Address of the video stream: “{typed}” {said}"


async def test_a_refusal_leaves_the_other_form_of_the_settings_as_it_was(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/details", deputies="Petar", start_day_1="2027-01-05", start_time_1="10:00", flags="1")
        await anna.go(f"{AT}/settings")
        system = anna.form(f"{AT}/regulations")["system"]
        await anna.send(f"{AT}/details", federation="GRC", start_day_1="2027-01-06", deputies="Elena")
        assert anna.refusal.startswith("Federation: ")
        assert anna.form(f"{AT}/regulations")["system"] == system
        assert 'name="byes" value="1" checked' in anna.page.text
        assert anna.form(f"{AT}/details")["start_day_1"] == "2027-01-06"
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/regulations", rounds="many")
        assert anna.refusal.startswith("Number of rounds ")
        poster = anna.form(f"{AT}/details")
        assert (poster["deputies"], poster["start_day_1"], poster["start_time_1"]) == ("Petar", "2027-01-05", "10:00")
        assert 'name="flags" value="1" checked' in anna.page.text
        assert 'name="byes" value="1" checked' not in anna.page.text
