"""A festival on the web: its desk, its front page, its prizes and its topic of the feed."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.live.frames import Channel
from tests.desk.browsers import Browser, desk
from tests.desk.teams import with_teams

SUMMER = "/desk/festivals/summer-in-varna"


@pytest.fixture
async def anna(tmp_path: Path) -> AsyncIterator[Browser]:
    """The chief arbiter of a festival with an open and a tournament of seniors."""
    async with desk(tmp_path) as somebody:
        await somebody.go("/desk/festivals")
        await somebody.send("/desk/festivals", name="Summer in Varna", city="Varna", start="2026-07-01")
        for title in ("Open", "Seniors"):
            await somebody.send(f"{SUMMER}/announce", title=title, rounds="5", format="swiss")
        yield somebody


async def play_round_one(anna: Browser, slug: str, players: str, results: dict[int, str]) -> None:
    root = f"/desk/t/{slug}"
    await anna.go(f"{root}/players/import")
    await anna.send(f"{root}/players/import", list=players)
    await anna.send(f"{root}/players/import")
    await play_first(anna, slug, results)


async def play_first(anna: Browser, slug: str, results: dict[int, str]) -> None:
    root = f"/desk/t/{slug}"
    await anna.go(root)
    await anna.send(f"{root}/colour", colour="w")
    await anna.send(f"{root}/pair", confirmed="2")
    await anna.send(f"{root}/rounds/1/publish")
    for board, result in results.items():
        await anna.send(f"{root}/rounds/1/results", board=str(board), result=result, seen="")


FOUR = "Name;Rating\nAdams;2400\nBaker;2300\nClark;2200\nDavis;2100"


async def test_a_new_section_has_the_place_and_the_dates_of_the_festival(anna: Browser) -> None:
    data = (await anna.go("/f/summer-in-varna.json")).json()
    assert [(row["title"], row["city"], row["start"]) for row in data["sections"]] == [
        ("Open", "Varna", "2026-07-01"),
        ("Seniors", "Varna", "2026-07-01"),
    ]


async def test_a_section_of_teams_counts_teams(anna: Browser) -> None:
    await with_teams(anna)
    await anna.go(SUMMER)
    await anna.send(f"{SUMMER}/add", tournament="league", title="")
    assert '<td class="number">4 teams</td>' in (await anna.go(SUMMER)).text


async def test_a_tournament_that_is_here_already_is_added_with_one_press(anna: Browser) -> None:
    await anna.go("/desk/new")
    await anna.send("/desk/new", tournament_name="Blitz night", rounds="3")
    await anna.go(SUMMER)
    await anna.send(f"{SUMMER}/add", tournament="blitz-night", title="")
    assert [row["title"] for row in (await anna.go("/f/summer-in-varna.json")).json()["sections"]] == [
        "Open",
        "Seniors",
        "Blitz night",
    ]


async def test_a_hidden_section_is_not_on_the_front_page_of_the_festival(anna: Browser) -> None:
    seniors = "/desk/t/summer-in-varna-seniors"
    before = (await anna.go("/f/summer-in-varna.json")).json()
    await anna.go(f"{seniors}/settings")
    await anna.send(f"{seniors}/hide")
    after = (await anna.go("/f/summer-in-varna.json")).json()
    assert [len(one["sections"]) for one in (before, after)] == [2, 1]
    assert "Seniors" not in (await anna.go("/f/summer-in-varna")).text
    assert "Seniors" in (await anna.go(SUMMER)).text


async def test_sections_are_renamed_moved_and_taken_out(anna: Browser) -> None:
    seniors = f"{SUMMER}/sections/summer-in-varna-seniors"
    await anna.send(f"{seniors}/rename", title="S50")
    await anna.send(f"{seniors}/move", by="up")
    titles = [row["title"] for row in (await anna.go("/f/summer-in-varna.json")).json()["sections"]]
    await anna.go(SUMMER)
    await anna.send(f"{seniors}/remove")
    left = [row["title"] for row in (await anna.go("/f/summer-in-varna.json")).json()["sections"]]
    assert (titles, left) == (["S50", "Open"], ["Open"])


async def test_the_overview_says_what_is_open_and_leads_to_its_desk(anna: Browser) -> None:
    await play_round_one(anna, "summer-in-varna-open", FOUR, {1: "1"})
    await anna.go(SUMMER)
    line = re.search(r"(?s)<tr><th[^>]*><a[^>]*>Open</a>.*?</tr>", anna.page.text)
    assert line is not None
    assert 'href="/desk/t/summer-in-varna-open/rounds/1">1</a>' in line[0]


async def test_the_front_page_shows_who_leads_each_section(anna: Browser) -> None:
    await play_round_one(anna, "summer-in-varna-open", FOUR, {1: "1", 2: "="})
    await anna.go("/f/summer-in-varna")
    assert "Adams" in anna.text
    assert "/t/summer-in-varna-open/standings" in anna.page.text
    leaders = (await anna.go("/f/summer-in-varna.json")).json()["sections"][0]["leaders"]
    assert (leaders[0]["player"]["name"], leaders[0]["points"]) == ("Adams", 1)


async def test_its_topic_has_a_part_for_each_section_and_moves_with_a_result(anna: Browser) -> None:
    await play_round_one(anna, "summer-in-varna-open", FOUR, {1: "1"})
    services = anna.client._transport.app.state.services  # type: ignore[attr-defined]
    await services.festivals.ready("f/summer-in-varna")
    channel = Channel("f/summer-in-varna", "html")
    before = services.festivals(channel)
    await anna.go("/desk/t/summer-in-varna-open/rounds/1")
    await anna.send("/desk/t/summer-in-varna-open/rounds/1/results", board="2", result="1", seen="")
    after = services.festivals(channel, before)
    changed = [name for name in after.parts if after.parts[name] is not before.parts[name]]
    assert (list(before.parts), changed) == (
        ["summer-in-varna-open", "summer-in-varna-seniors"],
        ["summer-in-varna-open"],
    )
    assert services.festivals.topics_of("summer-in-varna-open") == ["f/summer-in-varna"]


async def test_one_player_wins_one_prize_only_where_the_regulations_say_so(anna: Browser) -> None:
    for slug, prizes in (("summer-in-varna-open", "First; 100\nSecond; 50"), ("summer-in-varna-seniors", "First; 300")):
        await play_round_one(anna, slug, FOUR, {1: "1", 2: "="})
        await anna.go(f"/desk/t/{slug}/prizes")
        await anna.send(f"/desk/t/{slug}/prizes", prizes=prizes)
    both = await winners(anna)
    await anna.go(SUMMER)
    await anna.send(SUMMER, one_prize_each="1")
    one = await winners(anna)
    assert [row for row in both if row[0] == "Adams"] == [("Adams", 10000), ("Adams", 30000)]
    assert [row for row in one if row[0] == "Adams"] == [("Adams", 30000)]
    assert sum(cents for _, cents in one) == 45000


async def test_a_player_is_found_in_all_sections_in_any_alphabet(anna: Browser) -> None:
    """Each with the board of the round, and a link into the section."""
    await play_round_one(anna, "summer-in-varna-open", f"{FOUR}\nЩербаков Иван;2000\nEvans;1900", {1: "1"})
    await play_round_one(anna, "summer-in-varna-seniors", f"{FOUR}\nShcherbakov, Ivan;1800\nFox;1700", {1: "1"})
    found = (await anna.go("/f/summer-in-varna/find.json?q=ivan+scherbakow")).json()
    names = [(one["title"], [row["player"]["name"] for row in one["players"]]) for one in found["sections"]]
    assert (found["found"], names) == (2, [("Open", ["Щербаков Иван"]), ("Seniors", ["Shcherbakov, Ivan"])])
    page = (await anna.go("/f/summer-in-varna/find?q=evans")).text
    assert re.search(r'<h2><a href="/t/summer-in-varna-open">Open</a></h2>.*Evans', page, re.DOTALL)
    assert "summer-in-varna-seniors" not in page
    assert 'href="/t/summer-in-varna-open/pairings#b3"' in page
    await anna.go("/f/summer-in-varna/find?q=nobody")
    assert "Nobody is called “nobody” here." in anna.text


async def test_every_page_of_a_festival_searches_also_in_the_past(anna: Browser) -> None:
    await play_round_one(anna, "summer-in-varna-open", FOUR, {1: "1"})
    for path in ("", "/prizes", "/find"):
        page = (await anna.go(f"/f/summer-in-varna{path}")).text
        assert 'action="/f/summer-in-varna/find" role="search"' in page
    page = (await anna.go("/f/summer-in-varna/find?q=adams&at=1")).text
    assert "Nobody is called “adams” here." in page
    assert 'name="at"' in page


async def winners(anna: Browser) -> list[tuple[str, int]]:
    sections = (await anna.go("/f/summer-in-varna/prizes.json")).json()["sections"]
    await anna.go("/f/summer-in-varna/prizes")
    assert "Adams" in anna.text
    return [(award["player"]["name"], award["cents"]) for section in sections for award in section["awards"]]


async def test_the_front_page_of_the_server_leads_to_it(anna: Browser) -> None:
    assert '<a href="/f/summer-in-varna">Summer in Varna</a>' in (await anna.go("/")).text


async def test_an_unknown_festival_is_said_to_be_none(anna: Browser) -> None:
    public, twin = await anna.go("/f/winter"), await anna.go("/f/winter.json")
    at_the_desk = await anna.go("/desk/festivals/winter")
    assert [public.status_code, twin.status_code, at_the_desk.status_code] == [404, 404, 404]
    assert "There is no festival at this address." in at_the_desk.text


async def test_a_title_that_is_taken_is_refused_before_a_tournament_is_made(anna: Browser) -> None:
    await anna.go(SUMMER)
    await anna.send(f"{SUMMER}/announce", title="open", rounds="5", format="swiss")
    assert "There is a section open already" in anna.refusal
    assert "summer-in-varna-open-2" not in (await anna.go("/catalogue.json")).text


async def test_the_form_of_the_groups_says_what_it_makes_and_writes_nothing(anna: Browser) -> None:
    names = "\n".join(f"Player {n:02d};{2400 - n}" for n in range(23))
    await anna.go("/desk/t/summer-in-varna-open/players/import")
    await anna.send("/desk/t/summer-in-varna-open/players/import", list=f"Name;Rating\n{names}")
    await anna.send("/desk/t/summer-in-varna-open/players/import")
    await anna.go(SUMMER)
    form = {**anna.form(f"{SUMMER}/groups"), "pool": "summer-in-varna-open"}
    said = []
    for typed in (
        {},
        {"super_title": "Super-final", "super_places": "3"},
        {"most": "3"},
        {"pool": "summer-in-varna-seniors"},
    ):
        answer = await anna.client.get(f"{SUMMER}/groups/effect", params={**form, **typed})
        said.append(re.sub(r"<[^>]+>", "", answer.text))
    assert said == [
        "23 players → 4 groups of 5 or 6 → 8 in “Final”",
        "23 players → 4 groups of 5 or 6 → 8 in “Final” → 3 in “Super-final”",
        "Players of a group, at least must be a whole number from 2 to 3, not “4”.",
        "Players of a group, at least: 0 players cannot be put into groups of 4 to 10.",
    ]
    assert len((await anna.go("/f/summer-in-varna.json")).json()["sections"]) == 2


async def test_refused_groups_keep_what_was_typed_and_stand_open(anna: Browser) -> None:
    await anna.go(SUMMER)
    typed = {
        "pool": "summer-in-varna-seniors",
        "final_title": "Big final",
        "final_carry": "points",
        "group_format": "swiss",
    }
    await anna.send(f"{SUMMER}/groups", **typed)
    assert "0 players cannot be put into groups" in anna.refusal
    assert anna.form(f"{SUMMER}/groups").items() >= typed.items()
    assert re.search(r'<details[^>]*id="add-groups" open>', anna.page.text)


async def test_the_same_form_sent_twice_makes_one_festival(anna: Browser) -> None:
    await anna.go("/desk/festivals")
    form = {**anna.form("/desk/festivals"), "name": "Winter"}
    first = await anna.client.post("/desk/festivals", data=form)
    again = await anna.client.post("/desk/festivals", data=form)
    assert (first.url, again.url) == (first.url, first.url)
    assert "winter-2" not in (await anna.go("/desk/festivals")).text


async def test_a_round_robin_of_a_festival_begins_with_the_tie_breaks_of_its_format(anna: Browser) -> None:
    await anna.send(f"{SUMMER}/announce", title="All", rounds="9", format="round-robin")
    about = (await anna.go("/t/summer-in-varna-all/overview.json")).json()["data"]
    assert (about["format"], about["tiebreaks"]) == ("round-robin", ["C07-RR"])


async def test_the_pages_of_a_section_lead_to_its_festival_as_it_is_called_now(anna: Browser) -> None:
    path = "/t/summer-in-varna-open"
    for _ in range(3):  # the third comes from the memory of ready answers
        assert '<a href="/f/summer-in-varna">Summer in Varna</a>' in (await anna.go(path)).text
    await anna.go(SUMMER)
    await anna.send(SUMMER, name="Autumn in Varna")
    assert '<a href="/f/summer-in-varna">Autumn in Varna</a>' in (await anna.go(path)).text
    await anna.go(SUMMER)
    await anna.send(f"{SUMMER}/sections/summer-in-varna-open/remove")
    assert "/f/summer-in-varna" not in (await anna.go(path)).text
