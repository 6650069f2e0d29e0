"""Keys of programs: made at the desk, shown once, narrow, and gone at once."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from domain.refusals import BadField
from domain.stewards.decisions import NameTaken
from domain.stewards.decisions import make_key as decide_key
from domain.stewards.events import ApiKeyMade, Role, Scope, StewardDismissed, StewardInvited
from domain.stewards.roles import NotYourTournament
from domain.stewards.state import Steward, replay_stewards
from server.routes.api.bearer import KEY_REQUESTS_A_MINUTE
from tests.api.programs import Program, app_of, hall, make_key, version
from tests.desk.browsers import browser, server, with_round_one
from tests.stewards.desk import dismiss, invite
from tests.stewards.test_roles import written_in

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
BORIS = StewardInvited("b0", "Boris", Role.ARBITER, "open", until=(NOON + timedelta(hours=3)).isoformat())
KEY = ApiKeyMade("k0", "Uploader", "hash", (Scope.RESULTS,), tournament="open")


async def test_a_key_is_shown_once_and_only_its_hash_is_stored(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, program):
        secret = program.key.split("_", 2)[2]
        await anna.go("/desk/keys")
        assert secret not in anna.page.text
        assert "Uploader" in anna.text
    stored = written_in(tmp_path)
    assert b"ApiKeyMade" in stored
    assert secret.encode() not in stored


async def test_a_key_says_what_it_may_and_its_last_use_is_listed(tmp_path: Path) -> None:
    async with hall(tmp_path, "results") as (anna, program):
        await anna.go("/desk/keys")
        assert ">never<" in anna.page.text
        about = (await program.get("/api/key")).json()
        assert about == {
            "name": "Uploader",
            "scopes": ["results"],
            "role": "chief",
            "tournament": None,
            "festival": None,
            "until": None,
        }
        await anna.go("/desk/keys")
        assert ">never<" not in anna.page.text


@pytest.mark.parametrize("key", ["", "nonsense", "tablo_ffffffffffff_secret"])
async def test_without_a_key_of_this_server_nothing_is_done(tmp_path: Path, key: str) -> None:
    async with hall(tmp_path) as (_, program):
        answer = await Program(program.client, key).post("/pair")
        assert (answer.status_code, answer.headers["content-type"]) == (401, "application/problem+json")
        assert answer.headers["www-authenticate"].startswith("Bearer")
        assert answer.json()["code"] == "key-unknown"


async def test_a_revoked_key_opens_nothing_from_that_moment(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, program):
        await anna.go("/desk/keys")
        id = program.key.split("_")[1]
        await anna.send(f"/desk/keys/{id}/revoke")
        assert "revoked" in anna.text
        assert (await program.post("/pair")).json()["code"] == "key-ended"


async def test_a_key_does_what_its_scopes_name_and_nothing_else(tmp_path: Path) -> None:
    async with hall(tmp_path, "results") as (_, program):
        assert (await program.post("/rounds/1/results", {"board": 1, "result": "1-0"})).status_code == 200
        answer = await program.post("/players", {"name": "Zoe"})
        assert (answer.status_code, answer.json()["code"]) == (403, "scope-missing")
        assert answer.json()["data"] == {"scope": "players"}


async def test_a_key_ends_with_the_invitation_of_whoever_made_it(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await with_round_one(await anna.log_in())
        await boris.go(await invite(anna, "Boris", "arbiter", first_board="", last_board=""))
        program = Program(boris.client, await make_key(boris, "results", at="/desk/t/open/keys"))
        assert (await program.post("/rounds/1/results", {"board": 1, "result": "1-0"})).status_code == 200
        await dismiss(anna, "Boris")
        answer = await program.post("/rounds/1/results", {"board": 2, "result": "1-0"})
        assert (answer.status_code, answer.json()["code"]) == (403, "invitation-ended")


async def test_a_key_for_another_tournament_does_not_say_what_is_here(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, program):
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Blitz", rounds="5")
        other = Program(program.client, await make_key(anna, name="Blitz tool", where="tournament:blitz"))
        for slug in ("open", "nowhere"):
            answer = await other.client.post(
                f"/api/t/{slug}/pair", headers={"Authorization": f"Bearer {other.key}", "Idempotency-Key": "1"}
            )
            assert (answer.status_code, answer.json()["code"]) == (403, "not-your-tournament")


async def test_a_key_of_a_festival_holds_for_its_sections_alone(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, program):
        await anna.go("/desk/festivals")
        await anna.send("/desk/festivals", name="Days", city="", start="", end="")
        narrow = Program(program.client, await make_key(anna, name="Days tool", where="festival:days"))
        assert (await narrow.post("/rounds/1/results", {"board": 1, "result": "1-0"})).status_code == 403
        await anna.go("/desk/festivals/days")
        await anna.send("/desk/festivals/days/add", tournament="open", title="A")
        assert (await narrow.post("/rounds/1/results", {"board": 1, "result": "1-0"})).status_code == 200


async def test_a_key_that_asks_too_much_waits_and_others_do_not(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, program):
        tries = app_of(anna).state.services.program_tries
        for _ in range(KEY_REQUESTS_A_MINUTE - 1):
            tries.count({("key", program.key.split("_")[1]): KEY_REQUESTS_A_MINUTE})
        answers = [await program.get("/api/key") for _ in range(2)]
        assert [one.status_code for one in answers] == [200, 429]
        assert answers[-1].headers["retry-after"] == "60"
        other = Program(program.client, await make_key(anna, name="Another"))
        assert (await other.get("/api/key")).status_code == 200


async def test_the_name_of_the_key_stands_in_the_journal(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, program):
        answer = await program.post("/rounds/1/results", {"board": 1, "result": "1-0"})
        assert answer.json()["entries"][0]["by"] == "Uploader"
        await anna.go("/desk/t/open/history")
        assert "Uploader" in anna.text
        assert version(answer)


async def test_drafts_are_read_with_a_key_for_them_alone(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, program):
        for board in range(1, 5):
            await program.post("/rounds/1/results", {"board": board, "result": "1"})
        await program.post("/pair")
        reader = Program(program.client, await make_key(anna, "drafts", name="Preview wall"))
        assert [one["round"] for one in (await reader.get("/api/t/open/drafts")).json()["drafts"]] == [2]
        assert (await program.client.get("/t/open/pairings/2.json")).status_code == 404
        results = Program(program.client, await make_key(anna, "results", name="Results alone"))
        assert (await results.get("/api/t/open/drafts")).json()["code"] == "scope-missing"


def test_a_key_ends_at_the_earlier_of_its_own_end_and_its_makers() -> None:
    late = (NOON + timedelta(hours=9)).isoformat()
    state = replay_stewards([BORIS, ApiKeyMade("k0", "Uploader", "hash", (Scope.RESULTS,), "b0", "Boris", until=late)])
    assert state.behind_key(state.programs.key("k0")).until == BORIS.until
    gone = replay_stewards([StewardDismissed("b0")], state)
    assert gone.behind_key(gone.programs.key("k0")).dismissed


def test_a_key_reaches_no_further_than_whoever_makes_it() -> None:
    state, boris = replay_stewards([BORIS]), Steward("b0", "Boris", Role.ARBITER, "open")
    assert decide_key(state, KEY, boris, NOON)
    with pytest.raises(NotYourTournament):
        decide_key(state, ApiKeyMade("k1", "Wide", "hash", (Scope.RESULTS,)), boris, NOON)
    with pytest.raises(NameTaken):
        decide_key(state, ApiKeyMade("k1", "boris", "hash", (Scope.RESULTS,), tournament="open"), boris, NOON)
    with pytest.raises(BadField):
        decide_key(state, ApiKeyMade("k1", "Nothing", "hash", (), tournament="open"), boris, NOON)
