"""What a cache between the server and a reader may keep: it knows neither positions nor languages."""

from pathlib import Path

from tests.desk.browsers import desk, with_players


async def test_data_may_be_a_second_old_and_pages_are_asked_for_each_time(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        data = await anna.client.get("/t/open/players.json", headers={"accept-language": "bg"})
        assert data.headers["cache-control"] == "public, max-age=0, s-maxage=1"
        assert data.headers["cdn-cache-control"] == "public, max-age=1, stale-while-revalidate=5"
        assert data.headers["vary"] == "Accept-Encoding"
        assert data.json()["data"] == (await anna.client.get("/t/open/players.json")).json()["data"]
        for path in ("/t/open", "/t/open/players.csv"):
            page = await anna.client.get(path)
            assert page.headers["cache-control"] == "public, no-cache"
            assert "Accept-Language" in page.headers["vary"]
            assert "cdn-cache-control" not in page.headers


async def test_an_answer_that_remembers_a_language_is_for_one_reader(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go("/desk/festivals")
        await anna.send("/desk/festivals", name="Fest")
        for path in ("/t/open?lang=bg", "/t/open/players.json?lang=ru", "/f/fest?lang=bg", "/t/open/live?lang=ru"):
            page = await anna.client.get(path)
            assert "set-cookie" in page.headers
            assert page.headers["cache-control"] == "private, no-cache"
            assert "cdn-cache-control" not in page.headers
