"""Drafts, hidden, archived and thrown away tournaments, seen from the desk and by everybody else."""

from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from server.live.frames import Channel
from server.routes.desk.guards import may_follow
from tests.desk.browsers import Browser, browser, desk, server, with_players, with_round_one

PUBLIC = [
    "/t/open",
    "/t/open/overview.json",
    "/t/open/standings",
    "/t/open/players.csv",
    "/t/open/calendar.ics",
    "/t/open/screen",
    "/t/open/find?q=player",
    "/t/open/players/1/preview.png",
    "/t/open/app.webmanifest",
    "/embed/open/standings",
]
"""Addresses at which everybody sees a tournament."""


async def make_draft(somebody: Browser) -> None:
    await somebody.go("/desk/new")
    await somebody.send("/desk/new", tournament_name="Open", rounds="5", visibility="draft")


async def answers(somebody: Browser) -> set[int]:
    return {(await somebody.client.get(path)).status_code for path in PUBLIC}


async def test_nobody_but_the_desk_sees_a_draft(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await make_draft(anna)
        assert "private" in anna.text
        assert await answers(anna) == {404}
        assert "Open" not in (await anna.client.get("/")).text
        assert (await anna.client.get("/catalogue.json")).json()["found"] == 0
        await anna.go("/desk")
        assert "Open" in anna.text


async def test_an_announced_draft_is_public(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await make_draft(anna)
        await anna.send("/desk/t/open/announce")
        assert "Everybody may see the tournament from now on." in anna.text
        assert (await anna.go("/t/open")).status_code == 200
        assert (await anna.client.get("/catalogue.json")).json()["found"] == 1


@pytest.mark.parametrize(("button", "public"), [({"announce": "1"}, True), ({}, False)], ids=["announced", "desk-only"])
async def test_a_round_of_a_private_tournament_is_announced_or_stays_with_the_desk(
    tmp_path: Path, button: dict[str, str], public: bool
) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, visibility="draft")
        await anna.send("/desk/t/open/pair", confirmed="2")
        await anna.go("/desk/t/open/rounds/1")
        assert "Announce and publish round 1" in anna.text
        assert "Publish for the desk only" in anna.text
        await anna.send("/desk/t/open/rounds/1/publish", **button)
        await anna.go("/desk/t/open/rounds/1")
        assert ("nobody but the desk sees this round" in anna.text) is not public
        assert (await anna.client.get("/t/open/pairings")).status_code == (200 if public else 404)


async def test_one_word_says_that_a_tournament_is_private(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await make_draft(anna)
        assert "Created, private: Open" in anna.text
        assert "It is private: nobody but the desk sees it." in anna.text
        assert "draft" not in anna.text
        await anna.go("/desk")
        assert "private" in anna.text


async def test_a_screen_named_from_a_tournament_begins_with_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        for name in ("Another", "Open"):
            await anna.go("/desk/new")
            await anna.send("/desk/new", tournament_name=name, rounds="5")
        await anna.go("/desk/screens?of=open")
        await anna.send("/desk/screens?of=open", name="hall")
        assert 'href="/desk/t/open/players"' in anna.page.text
        assert '<option value="open" selected>' in anna.page.text
        await anna.go("/desk/screens?of=open")
        shown = anna.page.text.split('aria-label="Show at once"', 1)[1]
        assert shown.split('<option value="', 1)[1].startswith("tournament|open")


async def test_a_tournament_without_a_word_about_it_is_public(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        assert (await anna.go("/t/open")).status_code == 200


async def test_a_hidden_tournament_comes_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/hide")
        assert await answers(anna) == {404}
        await anna.go("/desk/t/open")
        await anna.send("/desk/t/open/announce")
        assert (await anna.go("/t/open/standings")).status_code == 200


async def test_an_archived_tournament_is_out_of_the_lists_of_the_desk(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/archive")
        assert (await anna.go("/t/open")).status_code == 200
        await anna.go("/desk")
        assert "1 tournament in the archive" in anna.text
        assert 'href="/desk/t/open"' not in anna.page.text
        await anna.go("/desk?list=archive")
        assert 'href="/desk/t/open"' in anna.page.text
        await anna.go("/desk/screens")
        assert 'value="open"' not in anna.page.text


async def test_a_tournament_is_thrown_away_and_its_address_stays_taken(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/throw-away", reason="a trial")
        assert await answers(anna) == {404}
        await anna.go("/desk")
        assert "1 tournament thrown away" in anna.text
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Open", rounds="5")
        assert anna.page.url.path == "/desk/t/open-2"
        await anna.go("/desk/t/open")
        await anna.send("/desk/t/open/bring-back")
        assert (await anna.go("/t/open")).status_code == 200


async def test_nothing_that_was_played_is_thrown_away(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go("/desk/t/open/settings")
        assert "Throw it away" not in anna.text
        token = anna.form("/desk/t/open/hide")["form_token"]
        answer = await anna.client.post("/desk/t/open/throw-away", data={"form_token": token})
        assert answer.status_code == 409
        assert "no longer be thrown away" in answer.text


@pytest.mark.parametrize("path", ["/t/open/pairings", "/t/open/screen"])
async def test_a_restarted_server_keeps_a_draft_to_itself(tmp_path: Path, path: str) -> None:
    async with desk(tmp_path) as anna:
        await make_draft(anna)
    async with server(tmp_path) as transport, browser(transport) as reader:
        assert (await reader.go(path)).status_code == 404
        assert (await reader.client.get("/catalogue.json")).json()["found"] == 0


async def test_an_entry_made_by_mistake_is_struck(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go("/desk/t/open/players/8")
        await anna.send("/desk/t/open/players/8/strike", reason="typed twice")
        assert "Player H" in anna.text
        await anna.go("/desk/t/open/players")
        assert "Player H" not in anna.text
        await anna.go("/desk/t/open/history")
        assert "Player H" in anna.text
        assert "player 8" not in anna.text


async def test_screens_and_people_keep_the_tabs_of_the_tournament(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        for path in ("/desk/screens?of=open", "/desk/stewards?of=open"):
            await anna.go(path)
            assert 'href="/desk/t/open/players"' in anna.page.text
            assert 'aria-current="page"' in anna.page.text


async def test_a_card_made_from_a_tournament_is_for_that_one(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        for name in ("Open", "Another"):
            await anna.go("/desk/new")
            await anna.send("/desk/new", tournament_name=name, rounds="5")
        for slug in ("open", "another"):
            await anna.go(f"/desk/stewards?of={slug}")
            assert f'<option value="{slug}" selected>' in anna.page.text


async def test_only_the_desk_follows_a_draft(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna:
        await anna.log_in()
        await make_draft(anna)
        services = transport.app.state.services  # type: ignore[attr-defined]
        cookie = "; ".join(f"{name}={value}" for name, value in anna.client.cookies.items()).encode()
        at_the_desk = HTTPConnection({"type": "http", "app": transport.app, "headers": [(b"cookie", cookie)]})
        reader = HTTPConnection({"type": "http", "app": transport.app, "headers": []})
        of_the_desk = Channel("d/open/overview")
        assert [await may_follow(one, of_the_desk) for one in (at_the_desk, reader)] == [True, False]
        assert await may_follow(reader, Channel("t/open/overview"))
        assert services.live(Channel("t/open/overview")) is None
        assert services.live(of_the_desk) is not None


@pytest.mark.parametrize(
    ("origin", "may"),
    [
        ("http://chess.example", True),
        ("https://chess.example:443", True),
        ("http://chess.example:9999", False),
        ("https://evil.example", False),
        ("null", False),
    ],
)
async def test_the_page_of_another_site_does_not_follow_the_desk(tmp_path: Path, origin: str, may: bool) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna:
        await anna.log_in()
        await make_draft(anna)
        cookie = "; ".join(f"{name}={value}" for name, value in anna.client.cookies.items())
        said = {"cookie": cookie, "origin": origin, "host": "chess.example"}
        headers = [(name.encode(), value.encode()) for name, value in said.items()]
        asking = HTTPConnection({"type": "http", "app": transport.app, "headers": headers})
        assert await may_follow(asking, Channel("d/open/overview")) is may


async def test_the_desk_is_not_followed_after_a_logout(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna:
        await anna.log_in()
        await make_draft(anna)
        cookie = "; ".join(f"{name}={value}" for name, value in anna.client.cookies.items()).encode()
        connection = HTTPConnection({"type": "http", "app": transport.app, "headers": [(b"cookie", cookie)]})
        await anna.go("/desk")
        await anna.send("/desk/logout")
        assert not await may_follow(connection, Channel("d/open/overview"))


async def test_a_wall_does_not_show_a_hidden_tournament(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        assert "Player" in (await anna.client.get("/t/open/screen")).text
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/hide")
        answer = await anna.client.get("/t/open/screen")
        assert (answer.status_code, "Player" in answer.text) == (404, False)
