"""The public pages, over HTTP, from a real journal."""

import gzip
import json
import re
from dataclasses import replace
from datetime import date, datetime

import pytest
from icalendar import Calendar

from domain import events as e
from domain.files.trf import parse
from domain.moves.games import pgn_games
from domain.words.games import Result
from domain.words.players import PlayerId
from domain.words.regulations import Details, Format, Regulations
from server.http.page_cache import PageCache
from tests.crosstable import announcement, big_open, history
from tests.live_boards.files import game
from tests.public.served import printed, served
from web.public.pages import EMBEDDED_PAGES, PAGES
from web.rendering import TEMPLATES
from web.wording import spoken

OPEN = history(
    """
    Alice GM 2500  +w4 ?b2
    Bruno    2400  +b3 ?w1
    Carla    2300  -w2 =w4
    David    2200  -b1 =b3
    Eva      2100  U   H
    """,
    rounds=5,
    details=Details(
        "City Open", "Sofia", "BUL", "2026-11-19", "2026-11-22", schedule=("2026-11-19T16:00", "2026-11-20")
    ),
)
PATHS = (
    "", "/pairings", "/pairings/1", "/pairings/1?by=name", "/standings", "/standings/1", "/standings/1?known=then",
    "/crosstable", "/crosstable?by=number", "/players", "/players/1", "/players/5", "/compare?a=1&b=2", "/results",
    "/downloads", "/api",
)  # fmt: skip
TWINS = (
    "/overview.json", "/pairings.json", "/pairings/1.json", "/standings.json", "/standings/1.json", "/crosstable.json",
    "/players.json", "/players/1.json", "/compare.json?a=1&b=2", "/results.json",
)  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
async def test_every_page_is_there_and_says_its_position(path: str) -> None:
    async with served({"open": OPEN}) as client:
        page = await client.get(f"/t/open{path}")
        assert page.status_code == 200
        assert f'<meta name="tablo-position" content="{len(OPEN)}">' in page.text


@pytest.mark.parametrize("path", ["/pairings/1", "/results"])
async def test_the_winner_is_strong_and_the_loser_quiet_in_lists(path: str) -> None:
    async with served({"open": OPEN}) as client:
        page = (await client.get(f"/t/open{path}")).text

    fates = re.findall(r'<td class="(?:white|black) (won|lost)"><a class="person"[^>]*>(?:<span.*?</span>)?(\w+)', page)
    assert sorted(fates) == [("lost", "Carla"), ("lost", "David"), ("won", "Alice"), ("won", "Bruno")]


async def test_lists_of_a_round_say_the_federation() -> None:
    norway = [
        replace(one, player=replace(one.player, federation="NOR")) if isinstance(one, e.PlayerRegistered) else one
        for one in OPEN
    ]
    async with served({"open": norway}) as client:
        page = (await client.get("/t/open/pairings/2")).text

    assert page.count('<span class="from">NOR</span>') == 5


@pytest.mark.parametrize("path", PATHS)
async def test_no_page_has_a_script_or_a_style_inside(path: str) -> None:
    async with served({"open": OPEN}) as client:
        page = (await client.get(f"/t/open{path}")).text
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", page)


@pytest.mark.parametrize("path", TWINS)
async def test_every_twin_says_from_which_position_it_comes(path: str) -> None:
    async with served({"open": OPEN}) as client:
        answer = (await client.get(f"/t/open{path}")).json()
        assert (answer["tournament"], answer["position"], len(answer["head"])) == ("open", len(OPEN), 64)


async def test_every_page_of_a_tournament_that_has_just_been_announced_is_readable() -> None:
    async with served({"fresh": OPEN[:1]}) as client:
        for path in ("", "/pairings", "/standings", "/crosstable", "/players", "/results", "/downloads"):
            assert (await client.get(f"/t/fresh{path}")).status_code == 200, path


async def test_the_front_page_lists_tournaments() -> None:
    async with served({"open": OPEN}) as client:
        assert "City Open" in (await client.get("/")).text
        assert (await client.get("/catalogue.json")).json()["tournaments"][0]["slug"] == "open"


async def test_the_state_of_a_round_still_has_its_old_name_beside_the_new_one() -> None:
    async with served({"open": OPEN}) as client:
        data = (await client.get("/t/open/pairings/1.json")).json()["data"]
        assert (data["state"], data["stage"]) == ("closed", "closed")


async def test_the_crosstable_says_that_a_round_is_in_play_and_then_after_which_it_stands() -> None:
    done = [*OPEN, *(e.ResultRecorded(2, board, Result.DRAW) for board in (1, 2))]
    async with served({"open": OPEN, "done": done}) as client:
        for order in ("", "?by=number"):
            for slug, said in (("open", "round 2 in play"), ("done", "after round 2")):
                page = (await client.get(f"/t/{slug}/crosstable{order}")).text
                assert f'<h1>Crosstable <span class="soft">{said}</span></h1>' in page


async def test_programs_and_paper_are_told_that_a_round_is_in_play() -> None:
    done = [*OPEN, *(e.ResultRecorded(2, board, Result.DRAW) for board in (1, 2))]
    three = history(
        "A +w2 ?b3 .\nB -b1 . ?w3\nC . ?w1 ?b2", regulations=Regulations(rounds=3, format=Format.ROUND_ROBIN)
    )
    async with served({"open": OPEN, "done": done, "three": three}) as client:
        told = [
            (await client.get(f"/t/{one}/crosstable.json")).json()["data"]["in_play"]
            for one in ("open", "done", "three")
        ]
        assert told == [2, None, 3]
        assert "Standings, round 2 in play" in await printed(client, "/t/open/standings/2.pdf")
        assert "Standings after round 1" in await printed(client, "/t/open/standings/1.pdf")


# Drafts


async def test_a_draft_is_nowhere() -> None:
    draft = history("A +w2 ?b3\nB -b1 ?w4\nC +w4 ?w1\nD -b3 ?b2", publish_last=False)
    async with served({"open": draft}) as client:
        assert (await client.get("/t/open/pairings/2")).status_code == 404
        assert (await client.get("/t/open/pairings/2.json")).status_code == 404
        assert (await client.get("/t/open/pairings.json")).json()["data"]["round"] == 1
        assert (await client.get("/t/open/pairings/2.csv")).status_code == 404
        assert (await client.get("/t/open/pairings/2.pdf")).status_code == 404
        assert len((await client.get("/t/open/players/1.json")).json()["data"]["rounds"]) == 1


# Names


async def test_markup_in_a_name_is_shown_and_not_carried_out() -> None:
    async with served({"open": history("<script>alert(1)</script> +w2\nB -b1")}) as client:
        for path in ("/pairings", "/standings", "/crosstable", "/players", "/players/1", "/compare?a=1&b=2"):
            assert "<script>alert" not in (await client.get(f"/t/open{path}")).text


async def test_somebody_anonymous_is_named_nowhere() -> None:
    hidden = [*OPEN, e.PlayerAnonymised(PlayerId(1))]
    async with served({"open": hidden}) as client:
        files = ("/standings.csv", "/pairings/1.csv", "/crosstable.csv", "/players.csv", "/report.trf")
        for path in (*PATHS, *TWINS, *files, "/players.json?at=4"):
            text = (await client.get(f"/t/open{path}")).text
            assert "Alice" not in text, path
        for path in ("/standings", "/report.trf"):
            assert "Player 1" in (await client.get(f"/t/open{path}")).text


async def test_somebody_anonymous_is_named_at_no_board() -> None:
    """A source writes names into its games: pages and files take those of the tournament."""
    hidden, games = [*OPEN, e.PlayerAnonymised(PlayerId(1))], ("/live", "/live.json", "/game/1.1", "/game/1.1.json")
    async with served({"open": hidden}) as client:
        office = client.app.state.services.office  # type: ignore[attr-defined]
        await office.open("open")
        said = "".join(game(Round=f"{round}.1", White="Alice", Black="Alice") for round in (1, 2, 3))
        await office.games.take("open", "api", pgn_games(said), "Anna")
        for path in (*games, "/game/1.1.pgn", "/pairings/1.pgn", "/games.pgn", "/round-1.pgn"):
            answer = await client.get(f"/t/open{path}")
            assert "Alice" not in answer.text, path


async def test_a_name_that_looks_like_a_formula_is_harmless_in_a_spreadsheet() -> None:
    async with served({"open": history("=1+1 +w2\nB -b1")}) as client:
        assert ",'=1+1," in (await client.get("/t/open/players.csv")).text


# Time travel


async def test_a_page_of_the_past_shows_the_past_and_says_so() -> None:
    first_round = next(n for n, event in enumerate(OPEN, 1) if event == e.RoundClosed(1))
    async with served({"open": OPEN}) as client:
        page = (await client.get(f"/t/open/pairings?at={first_round}")).text
        assert "You are looking at the past" in page
        assert "Round 1" in page
        assert "feed.js" not in page


async def test_a_moment_may_be_a_time() -> None:
    async with served({"open": OPEN}) as client:
        answer = (await client.get("/t/open/players.json?at=2026-11-21T09:03:30")).json()
        assert (answer["position"], len(answer["data"]["players"])) == (4, 3)


async def test_a_moment_may_carry_its_zone() -> None:
    async with served({"open": OPEN}) as client:
        assert (await client.get("/t/open/players.json?at=2026-11-21T11:03:30+02:00")).json()["position"] == 4


async def test_a_moment_may_be_an_hour_of_today() -> None:
    async with served({"open": OPEN}) as client:
        assert (await client.get("/t/open/players.json?at=14:05")).status_code == 200
        assert (await client.get("/t/open/players.json?at=25:61")).status_code == 400


async def test_links_of_the_past_stay_in_the_past() -> None:
    async with served({"open": OPEN}) as client:
        page = (await client.get("/t/open/standings?at=10")).text
        assert 'href="/t/open/pairings?at=10"' in page


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("99999", f"The journal has not come to position 99999: you see the present, position {len(OPEN)}."),
        ("2999-01-01T10:00", "1 Jan 2999, 10:00 UTC is still to come: you see the present."),
        ("2999-01-01T10:00+02:00", "1 Jan 2999, 08:00 UTC is still to come"),
    ],
)
async def test_a_moment_to_come_is_said_and_shows_the_present(asked: str, said: str) -> None:
    async with served({"open": OPEN}) as client:
        page = await client.get("/t/open", params={"at": asked})
        assert said in page.text
        assert 'data-topic="t/open/status"' in page.text
        assert page.headers["cache-control"] == "no-store"
        assert "not happened yet" not in (await client.get("/t/open")).text


async def test_the_present_of_a_moment_to_come_is_marked_as_data() -> None:
    async with served({"open": OPEN}) as client:
        ahead = await client.get("/t/open/standings.json?at=99999")
        assert (ahead.json()["position"], ahead.json()["not_yet"]) == (len(OPEN), True)
        assert ahead.headers["cache-control"] == "no-store"
        assert "not_yet" not in (await client.get(f"/t/open/standings.json?at={len(OPEN)}")).json()
        assert (await client.get("/t/open/standings.csv?at=99999")).headers["cache-control"] == "no-store"


@pytest.mark.parametrize("asked", ["9999-12-31T23:00-05:00", "0001-01-01T00:00+05:00"])
async def test_a_time_beyond_the_calendar_is_no_moment(asked: str) -> None:
    async with served({"open": OPEN}) as client:
        assert (await client.get("/t/open", params={"at": asked})).status_code == 400


async def test_a_moment_that_cannot_be_read_is_answered_in_a_sentence() -> None:
    async with served({"open": OPEN}) as client:
        answer = await client.get("/t/open/standings.json?at=yesterday")
        assert (answer.status_code, "journal position" in answer.json()["sentence"]) == (400, True)


# Caching


async def test_the_same_position_is_not_sent_twice() -> None:
    async with served({"open": OPEN}) as client:
        first = await client.get("/t/open/standings")
        again = await client.get("/t/open/standings", headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


async def test_a_new_position_is_a_new_page() -> None:
    async with served({"open": OPEN}) as client:
        first = await client.get("/t/open/standings")
        office = await client.app.state.services.office.open("open")  # type: ignore[attr-defined]
        await office.command("a-new-result", "Anna", lambda t: [e.ResultRecorded(2, 1, Result.DRAW)])
        again = await client.get("/t/open/standings", headers={"If-None-Match": first.headers["etag"]})
        assert again.status_code == 200


async def test_languages_have_tags_of_their_own() -> None:
    async with served({"open": OPEN}) as client:
        tags = {(await client.get(f"/t/open?lang={lang}")).headers["etag"] for lang in ("en", "bg", "ru")}
        assert len(tags) == 3


async def test_a_page_is_made_once_for_many_readers() -> None:
    async with served({"open": OPEN}) as client:
        cache: PageCache = client.app.state.services.pages  # type: ignore[attr-defined]
        for _ in range(5):
            await client.get("/t/open/standings")
        assert (cache.made, cache.served) == (1, 5)


async def test_questions_that_mean_nothing_make_no_pages() -> None:
    async with served({"open": OPEN}) as client:
        cache: PageCache = client.app.state.services.pages  # type: ignore[attr-defined]
        for n in range(5):
            await client.get(f"/t/open/standings?noise={n}")
        assert cache.made == 1


@pytest.mark.parametrize(
    "paths",
    [
        [f"/standings?a={n}&b={n}&by={n}&known={n}" for n in range(5)],
        [f"/crosstable?by={n}" for n in range(5)],
        ["/standings/1", "/standings/01", "/standings/0001"],
        ["/compare?a=1&b=2", "/compare?b=02&a=1", "/compare?a=001&b=2&by=name"],
        [f"/standings.csv?by={n}&a={n}" for n in range(5)],
    ],
    ids=lambda paths: paths[0],
)
async def test_one_question_is_one_page_however_it_is_asked(paths: list[str]) -> None:
    async with served({"open": OPEN}) as client:
        cache: PageCache = client.app.state.services.pages  # type: ignore[attr-defined]
        pages = {(await client.get(f"/t/open{path}")).text for path in paths}
        assert (cache.made, len(pages)) == (1, 1)


async def test_a_choice_of_language_is_remembered() -> None:
    async with served({"open": OPEN}) as client:
        chosen = await client.get("/t/open?lang=bg")
        assert 'lang="bg"' in chosen.text
        assert 'lang="bg"' in (await client.get("/t/open/standings")).text


async def test_the_browser_is_asked_for_its_language() -> None:
    async with served({"open": OPEN}) as client:
        page = await client.get("/t/open", headers={"Accept-Language": "de, ru;q=0.8, en;q=0.5"})
        assert (page.headers["content-language"], 'data-lang="ru"' in page.text) == (spoken("ru"), True)


async def test_a_page_for_four_hundred_players_fits_into_sixty_kilobytes() -> None:
    async with served({"big": big_open(400, 9, played=8)}) as client:
        for path in ("/standings", "/pairings", "/pairings/9?by=name", "/crosstable", "/players", ""):
            page = await client.get(f"/t/big{path}")
            assert page.headers["content-encoding"] == "gzip"
            assert len(gzip.compress(page.content, 6)) < 60_000, path


# Missing pages


@pytest.mark.parametrize(
    "path", ["/t/none", "/t/open/pairings/3", "/t/open/players/77", "/t/open/compare?a=1&b=1", "/t/open/prizes"]
)
async def test_what_is_not_here_is_said_in_a_sentence(path: str) -> None:
    async with served({"open": OPEN}) as client:
        page = await client.get(path)
        assert page.status_code == 404
        assert "<p>" in page.text


async def test_a_page_that_is_not_there_names_its_tournament() -> None:
    async with served({"open": OPEN}) as client:
        page = (await client.get("/t/open/players/77")).text
        assert '<p class="event"><a href="/t/open">City Open</a></p>' in page


async def test_points_are_written_as_points_where_places_are_explained() -> None:
    async with served({"open": OPEN}) as client:
        page = (await client.get("/t/open/players/4")).text
        assert "points <strong>½</strong> : <strong>" in page or ": <strong>½</strong>" in page


# Files


async def test_the_standings_as_a_file_have_exact_values() -> None:
    async with served({"open": OPEN}) as client:
        lines = (await client.get("/t/open/standings.csv")).text.lstrip("\ufeff").splitlines()
        assert lines[0].startswith("place,number,title,name,federation,rating,points")
        assert lines[1].split(",")[6] == "1.5"


async def test_who_withdrew_is_marked_on_every_table() -> None:
    gone = [*OPEN, e.PlayerWithdrawn(PlayerId(2), 3)]
    async with served({"open": gone}) as client:
        lines = (await client.get("/t/open/standings.csv")).text.lstrip("\ufeff").splitlines()
        assert lines[0].endswith(",withdrawn")
        assert [line.split(",")[3] for line in lines if line.endswith(",yes")] == ["Bruno"]
        assert (await client.get("/t/open/standings")).text.count("withdrawn") == 1
        assert (await printed(client, "/t/open/standings/1.pdf")).count("withdrawn") == 1


async def test_the_report_file_reads_back() -> None:
    async with served({"open": OPEN}) as client:
        report = parse((await client.get("/t/open/report.trf")).content)
        assert [player.name for player in report.players] == ["Alice", "Bruno", "Carla", "David", "Eva"]


async def test_the_calendar_has_an_event_for_each_announced_round() -> None:
    async with served({"open": OPEN}) as client:
        events = Calendar.from_ical((await client.get("/t/open/calendar.ics")).content).events
        assert [event.start for event in events] == [datetime(2026, 11, 19, 16), date(2026, 11, 20)]  # noqa: DTZ001


async def test_a_calendar_line_is_never_longer_than_allowed() -> None:
    name = "Ж" * 100
    events = announcement(details=Details(name, schedule=("2026-11-19",)))
    async with served({"open": events}) as client:
        lines = (await client.get("/t/open/calendar.ics")).content.split(b"\r\n")
        assert max(map(len, lines)) <= 75


async def test_a_printed_sheet_carries_its_address() -> None:
    async with served({"open": OPEN}) as client:
        page = await printed(client, "/t/open/standings/1.pdf")
        assert "http://tablo.test/t/open/standings" in page


@pytest.mark.parametrize(
    ("once", "now"),
    [
        ("/print/standings/1", "/standings/1.pdf"),
        ("/print/pairings/2?at=12&by=name&lang=bg", "/seats/2.pdf?at=12&lang=bg"),
        ("/print/slips/1", "/matches/1.pdf"),
    ],
)
async def test_a_page_for_printing_of_before_leads_to_the_paper(once: str, now: str) -> None:
    async with served({"open": OPEN}) as client:
        answer = await client.get(f"/t/open{once}")
        assert (answer.status_code, answer.headers["location"]) == (301, f"/t/open{now}")
        assert (await client.get("/t/open/print/nothing/1")).status_code == 404


async def test_the_twin_keeps_a_tie_break_that_stands_there_twice() -> None:
    four = "A +w2 =b3 -b4\nB -b1 =b4 +w3\nC +w4 =w1 -b2\nD -b3 =w2 +w1"
    events = history(four, regulations=Regulations(rounds=3, order=("DE", "BPG", "DE", "KS")))
    async with served({"open": events}) as client:
        table = (await client.get("/t/open/standings.json")).json()["data"]
        page = (await client.get("/t/open/players/2")).text
    assert [column["code"] for column in table["tiebreaks"]] == ["DE", "BPG", "DE", "KS"]
    assert [row["tiebreaks"][2] for row in table["rows"]] == ["1", "2", "1", "2"]
    assert [row["undefined"] for row in table["rows"]] == [[3]] * 4
    assert ('data-part="workings/DE"' in page, 'data-part="workings/DE~2"' in page) == (True, True)


async def test_twins_are_plain_json() -> None:
    async with served({"open": OPEN}) as client:
        text = (await client.get("/t/open/standings.json")).text
        assert json.loads(text)["data"]["rows"][0]["points"] == 1.5


def test_every_page_has_a_template_a_shape_and_an_address() -> None:
    assert all((TEMPLATES / page.template).exists() for page in (*PAGES.values(), *EMBEDDED_PAGES.values()))
    assert all(page.shape.__name__.endswith("Json") and page.paths for page in PAGES.values())
