"""A program creates a tournament, changes what is announced of it, and says who sees it."""

from pathlib import Path
from typing import get_args, get_type_hints

import httpx
import pytest

from domain.decisions.setup.regulations import NAMED_REGULATIONS
from domain.words.regulations import Details, Regulations
from server.journal.side.programs import KeptAnswer
from server.office.tournaments import Office
from tests.api.programs import Program, app_of, hall, make_key, version
from tests.desk.browsers import Browser, browser, server
from tests.stewards.desk import invite
from web.api.commands.tournaments import CreateTournament

CITY_OPEN = {
    "name": "City Open",
    "city": "Sofia",
    "regulations": {"rounds": 7},
    "deputies": ["Boris Borisov", "Vera Veleva"],
    "video": "https://www.twitch.tv/cityopen",
    "arbiters": ["Georgi Georgiev (sector B)"],
}


async def create(program: Program, body: object, id: str = "", query: str = "", **headers: str) -> httpx.Response:
    return await program.post("", body, id, at=f"/api/t{query}", **headers)


def office_of(somebody: Browser) -> Office:
    office: Office = app_of(somebody).state.services.office
    return office


async def folded(somebody: Browser, slug: str) -> tuple[Details, Regulations]:
    t = (await office_of(somebody).open(slug)).tournament
    return t.details, t.regulations


async def test_a_tournament_is_created_from_nothing_and_played(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        made = await create(program, {"name": "Blitz Night", "like": "club"})
        assert made.json()["tournament"] == "blitz-night"
        assert made.json()["entries"][0]["event"] == "TournamentAnnounced"
        assert made.headers["etag"] == f'"{version(made)}"'
        at = "/api/t/blitz-night"
        steps: list[tuple[str, object]] = [
            *(("/players", {"name": f"Player {letter}", "rating": 2000}) for letter in "ABCD"),
            ("/colour", {"colour": "lot"}),
            ("/pair", {"confirmed": 4}),
            ("/rounds/1/publish", {}),
        ]
        for path, body in steps:
            answer = await program.post("", body, at=f"{at}{path}")
            assert answer.status_code == 200, (path, answer.text)
        boards = (await program.client.get("/t/blitz-night/pairings/1.json")).json()["data"]["boards"]
        assert len(boards) == 2


async def test_a_creation_that_is_sent_again_makes_no_second_tournament(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, program):
        first = await create(program, CITY_OPEN, id="once")
        again = await create(program, CITY_OPEN, id="once")
        assert again.content == first.content
        assert set(office_of(anna)) == {"open", "city-open"}
        other = await create(program, {"name": "Another"}, id="once")
        assert (other.status_code, other.json()["code"]) == (422, "sent-before")
        second = await create(program, CITY_OPEN, id="twice")
        assert second.json()["tournament"] == "city-open-2"


async def test_a_creation_that_is_sent_again_after_a_crash_finds_what_was_written(tmp_path: Path) -> None:
    """The tournament was written, and its answer was not kept."""
    async with hall(tmp_path) as (anna, program):
        first = await create(program, CITY_OPEN, id="once")
        office_of(anna).journal.journal.programs.keep("-", KeptAnswer("", 200, ""), at="9", oldest="9")
        again = await create(program, CITY_OPEN, id="once")
        assert again.json() == first.json()
        assert set(office_of(anna)) == {"open", "city-open"}


async def test_a_preview_of_a_creation_creates_nothing(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, program):
        seen = (await create(program, CITY_OPEN, query="?preview=1")).json()
        assert (seen["events"], seen["tournament"]) == (["TournamentAnnounced"], "")
        assert set(office_of(anna)) == {"open"}


async def test_a_version_of_what_is_not_there_yet_does_not_match(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        answer = await create(program, CITY_OPEN, **{"If-Match": '"3"'})
        assert (answer.status_code, answer.json()["code"]) == (412, "moved-on")


async def test_the_named_regulations_are_those_of_the_desk(tmp_path: Path) -> None:
    names = get_args(get_type_hints(CreateTournament)["like"])
    assert set(names) == set(NAMED_REGULATIONS)
    async with hall(tmp_path) as (anna, program):
        for name in names:
            made = await create(program, {"name": name, "like": name, "fide_mode": False})
            assert made.status_code == 200, made.text
            _, laws = await folded(anna, made.json()["tournament"])
            assert laws == NAMED_REGULATIONS[name], name


async def test_what_is_named_is_taken_over_and_nothing_else(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, program):
        regulations = {
            "format": "round-robin",
            "tiebreaks": ["DE", "SB"],
            "shared_places": True,
            "round_robin": {"cycles": 2, "drawn": "one-by-one", "ends_by_itself": True},
            "scoring": {"win": 3, "draw": "1", "loss": 0.5},
        }
        made = await create(
            program, {**CITY_OPEN, "regulations": regulations, "fide_mode": False, "start": "2026-12-01"}
        )
        assert made.status_code == 200, made.text
        details, laws = await folded(anna, "city-open")
        assert (details.deputies, details.start) == (("Boris Borisov", "Vera Veleva"), "2026-12-01")
        assert (laws.order, laws.shared_places) == (("DE", "SB"), True)
        assert (laws.round_robin.cycles, laws.round_robin.one_by_one, laws.round_robin.ends_by_itself) == (
            2,
            True,
            True,
        )
        assert (laws.scoring.win, laws.scoring.draw, laws.scoring.loss) == (6, 2, 1)


async def test_rules_of_ones_own_are_refused_in_fide_mode(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        answer = await create(program, {**CITY_OPEN, "like": "dutch-1998"})
        assert (answer.status_code, answer.json()["code"]) == (409, "outside-fide-mode")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"city": "Sofia"}, "body-not-read"),
        ({"name": "Open", "like": "nothing"}, "body-not-read"),
        ({"name": "Open", "regulations": {"format": "lottery"}}, "body-not-read"),
        ({"name": "Open", "regulations": {"knockout": {"lottery": True}}}, "body-not-read"),
        ({"name": ""}, "bad-field"),
        ({"name": "Open", "start": "2026-12-02", "end": "2026-12-01"}, "bad-field"),
        ({"name": "Open", "regulations": {"tiebreaks": ["NOTHING"]}}, "bad-field"),
    ],
)
async def test_what_cannot_be_announced_is_refused_and_nothing_is_created(
    tmp_path: Path, body: object, code: str
) -> None:
    async with hall(tmp_path) as (anna, program):
        answer = await create(program, body)
        assert answer.headers["content-type"] == "application/problem+json"
        assert (answer.status_code in (409, 422), answer.json()["code"]) == (True, code)
        assert set(office_of(anna)) == {"open"}


async def test_details_that_are_not_named_stay(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, program):
        schedule = ["2026-12-01T15:00", "2026-12-02T15:00"]
        await create(program, {**CITY_OPEN, "start": "2026-12-01", "end": "2026-12-07", "schedule": schedule})
        answer = await program.post("", {"chief_arbiter": "Anna Angelova"}, at="/api/t/city-open/details")
        assert [one["event"] for one in answer.json()["entries"]] == ["DetailsAmended"]
        details, _ = await folded(anna, "city-open")
        assert (details.chief_arbiter, details.city, details.end) == ("Anna Angelova", "Sofia", "2026-12-07")
        assert (details.schedule, len(details.deputies)) == (tuple(schedule), 2)
        assert details.video == "https://www.twitch.tv/cityopen"
        assert details.arbiters == ("Georgi Georgiev (sector B)",)
        await program.post("", {"schedule": [], "deputies": [], "end": ""}, at="/api/t/city-open/details")
        details, _ = await folded(anna, "city-open")
        assert (details.schedule, details.deputies, details.end, details.start) == ((), (), "", "2026-12-01")


async def test_regulations_that_are_not_named_stay_and_a_box_can_be_unticked(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, program):
        teams = {"most_reserves": 2, "open_lineups": True, "lineup_minutes": 30}
        laws = {"format": "knock-out", "teams": teams, "knockout": {"third_place": True}}
        made = await create(program, {"name": "League", "like": "teams", "regulations": laws})
        assert made.status_code == 200, made.text
        changed = {"teams": {"most_reserves": None, "board_order": "free"}, "knockout": {"byes": False}}
        answer = await program.post("", {"regulations": changed}, at="/api/t/league/regulations")
        assert answer.status_code == 200, answer.text
        _, now = await folded(anna, "league")
        assert (now.teams.most_reserves, now.teams.open_lineups, now.teams.lineup_minutes) == (None, True, 30)
        assert (now.teams.board_order.value, now.match_games) == ("free", 4)
        assert (now.knockout.third_place, now.knockout.byes) == (True, False)
        await program.post("", {"regulations": {"teams": {"open_lineups": False}}}, at="/api/t/league/regulations")
        _, now = await folded(anna, "league")
        assert (now.teams.open_lineups, now.teams.lineup_minutes) == (False, 30)


async def test_a_change_of_regulations_can_be_seen_first(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, program):
        wanted = {"regulations": {"tiebreaks": ["SB"]}}
        assert (await program.post("/regulations", wanted)).json()["code"] == "kept-in-fide-mode"
        assert (await program.post("/fide-mode/leave", {})).json()["code"] == "needs-confirmation"
        await program.post("/fide-mode/leave", {"confirmed": 4})
        seen = await program.post("/regulations?preview=1", wanted)
        assert seen.json()["events"] == ["RegulationsAmended"]
        before = (await folded(anna, "open"))[1].order
        assert before != ("SB",)
        await program.post("/regulations", {**wanted, "confirmed": seen.json()["confirm"]})
        assert (await folded(anna, "open"))[1].order == ("SB",)


async def test_a_draft_is_seen_by_nobody_until_it_is_announced(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        await create(program, {**CITY_OPEN, "visibility": "draft"})
        seen = []
        for step in ("", "announce", "hide", "announce", "archive", "take-from-archive"):
            if step:
                assert (await program.post("", {}, at=f"/api/t/city-open/{step}")).status_code == 200
            seen.append((await program.client.get("/t/city-open/overview.json")).status_code)
        assert seen == [404, 200, 404, 200, 200, 200]


async def test_a_tournament_is_thrown_away_and_brought_back(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        await create(program, CITY_OPEN)
        assert (await program.post("", {"reason": "twice"}, at="/api/t/city-open/throw-away")).status_code == 200
        assert (await program.client.get("/t/city-open/overview.json")).status_code == 404
        assert (await program.post("", {"reason": "no"}, at="/api/t/city-open/bring-back")).status_code == 200
        assert (await program.client.get("/t/city-open/overview.json")).status_code == 200
        started = await program.post("/throw-away", {"reason": "too late"})
        assert (started.status_code, started.json()["code"]) == (409, "tournament-has-started")


async def test_a_key_for_less_than_the_whole_house_creates_nothing(tmp_path: Path) -> None:
    async with hall(tmp_path, "players", "results") as (anna, program):
        assert (await create(program, CITY_OPEN)).json()["code"] == "scope-missing"
        await anna.go("/desk/festivals")
        await anna.send("/desk/festivals", name="Days", city="", start="", end="")
        for where in ("tournament:open", "festival:days"):
            narrow = Program(program.client, await make_key(anna, name=f"Of {where}", where=where))
            answer = await create(narrow, CITY_OPEN)
            assert (answer.status_code, answer.json()["code"]) == (403, "not-your-tournament"), where


async def test_a_key_of_somebody_invited_for_one_tournament_creates_nothing(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await (await anna.log_in()).go("/desk/new")
        await anna.send("/desk/new", tournament_name="Open", rounds="5")
        await boris.go(await invite(anna, "Boris", "arbiter", first_board="", last_board=""))
        program = Program(boris.client, await make_key(boris, at="/desk/t/open/keys"))
        assert (await create(program, CITY_OPEN)).status_code == 403
        assert (await program.post("/details", {"city": "Plovdiv"})).status_code == 200
