"""A program says who must not meet, opens and closes the public form of entries, and ranks by hand."""

from pathlib import Path

import pytest

from domain.tournament import Tournament
from domain.words.players import EntrantId
from domain.words.rounds import ALWAYS, RoundSpan
from tests.api.programs import Program, app_of, hall, make_key
from tests.desk.browsers import Browser, browser, server, with_players


async def state(somebody: Browser) -> Tournament:
    tournament: Tournament = (await app_of(somebody).state.services.office.open("open")).tournament
    return tournament


def events(answer: dict[str, object]) -> list[str]:
    entries = answer["entries"]
    assert isinstance(entries, list)
    return [entry["event"] for entry in entries]


async def test_groups_that_must_not_meet_replace_those_before(tmp_path: Path) -> None:
    async with hall(tmp_path, "pairings") as (anna, program):
        body: dict[str, object] = {
            "groups": [{"entrants": [4, 7, 2]}, {"entrants": [1, 3], "last_round": 3}],
            "reason": "one club",
        }
        assert (await program.post("/prohibited", body)).json()["code"] == "kept-in-fide-mode"
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/fide-mode/leave", confirmed="4")
        assert (await program.post("/prohibited", body)).json()["code"] == "needs-confirmation"
        body["confirmed"] = 4
        answer = await program.post("/prohibited", body, id="once")
        assert events(answer.json()) == ["PairsProhibited"]
        assert (await program.post("/prohibited", body, id="once")).content == answer.content
        assert (await state(anna)).prohibited == (((4, 7, 2), ALWAYS), ((1, 3), RoundSpan(0, 3)))
        assert events((await program.post("/prohibited", body)).json()) == []
        assert events((await program.post("/prohibited", {"groups": [], "confirmed": 4})).json()) == ["PairsProhibited"]
        assert (await state(anna)).prohibited == ()


@pytest.mark.parametrize(
    ("groups", "status", "code"),
    [
        ([{"entrants": [1, 99]}], 404, "unknown-player"),
        ([{"entrants": [1]}], 422, "body-not-read"),
        ([{"entrants": [1, 1]}], 422, "bad-field"),
        ([{"entrants": [1, 2], "first_round": 4, "last_round": 2}], 422, "bad-field"),
    ],
)
async def test_a_group_that_cannot_be_is_refused(tmp_path: Path, groups: object, status: int, code: str) -> None:
    async with hall(tmp_path) as (anna, program):
        answer = await program.post("/prohibited", {"groups": groups})
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert (await state(anna)).prohibited == ()


async def test_equals_are_put_in_order_and_points_come_from_outside(tmp_path: Path) -> None:
    async with hall(tmp_path, "everything") as (anna, program):
        assert events((await program.post("/by-arbiter", {"order": [3, 1]})).json()) == ["EqualsOrdered"]
        values = [{"entrant": 1, "points": 1.5}, {"entrant": 2, "points": 1}]
        assert events((await program.post("/outside", {"values": values})).json()) == ["OutsideValuesGiven"]
        t = await state(anna)
        assert (t.by_arbiter, [(one.player, one.points) for one in t.outside]) == ((3, 1), [(1, 3), (2, 2)])
        third = await program.post("/outside", {"values": [{"entrant": 1, "points": 0.3}]})
        assert (third.status_code, third.json()["code"]) == (422, "body-not-read")
        twice = await program.post("/by-arbiter", {"order": [3, 3]})
        assert (twice.status_code, twice.json()["code"]) == (422, "bad-field")
        assert events((await program.post("/by-arbiter", {"order": []})).json()) == ["EqualsOrdered"]


async def test_the_public_form_is_opened_limited_and_closed(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as other:
        await with_players(await anna.log_in(), 4)
        program = Program(other.client, await make_key(anna, "players"))
        assert events((await program.post("/entries", {"most_entrants": 60})).json()) == ["SelfRegistrationOpened"]
        assert (await program.client.get("/entry/open")).status_code == 200
        await program.post("/entries", {"last_day": "2999-01-01"})
        limits = (await state(anna)).self_registration
        assert limits is not None
        assert (limits.most, limits.last_day) == (60, "2999-01-01")
        late = await program.post("/entries", {"last_day": "2001-01-01"})
        assert (late.status_code, late.json()["code"]) == (422, "bad-field")
        assert events((await program.post("/entries/close")).json()) == ["SelfRegistrationClosed"]
        assert events((await program.post("/entries/close")).json()) == []


async def test_a_key_for_results_arranges_nothing(tmp_path: Path) -> None:
    async with hall(tmp_path, "results") as (_, program):
        bodies = {"/prohibited": {"groups": []}, "/by-arbiter": {"order": []}, "/outside": {"values": []}}
        for path, body in {**bodies, "/entries": {}, "/entries/close": {}}.items():
            answer = await program.post(path, body)
            assert (answer.status_code, answer.json()["code"]) == (403, "scope-missing"), path


async def test_the_ratings_of_a_later_list_are_taken_over(tmp_path: Path) -> None:
    async with hall(tmp_path, "everything") as (anna, program):
        await program.post("/details", {"rating_lists": ["FIDE 2026-10", "FIDE 2026-10", "FIDE 2026-11"]})
        ratings = {"ratings": [{"player": 2, "rating": 2250, "title": "FM"}], "rating_from": "FIDE 2026-11"}
        early = await program.post("/periods/3", ratings)
        assert (early.status_code, early.json()["code"]) == (422, "bad-field")
        assert events((await program.post("/regulations", {"regulations": {"rating_periods": True}})).json()) == [
            "RegulationsAmended"
        ]
        assert events((await program.post("/periods/3", ratings)).json()) == ["PeriodRatingsTaken"]
        taken = (await state(anna)).period_ratings[3]
        assert [(one.player, one.rating, one.title) for one in taken.ratings] == [(2, 2250, "FM")]
        assert (await state(anna)).players[EntrantId(2)].rating != 2250
        high = await program.post("/periods/3", {"ratings": [{"player": 2, "rating": 9999}]})
        assert (high.status_code, high.json()["code"]) == (422, "bad-field")
