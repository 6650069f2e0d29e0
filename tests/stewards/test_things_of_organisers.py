"""Screens, keys and webhooks of an organiser: its own, over its own things, and nobody else's."""

import re
from datetime import UTC, datetime
from pathlib import Path

from domain.organisers.events import OwnedKind
from tests.desk.browsers import Browser
from tests.festival.playing import services_of_test
from tests.stewards.test_audit_and_quotas import two_clubs

BEARER = re.compile(r'id="made">([^<]+)<')


async def key_over_everything(somebody: Browser, name: str) -> str:
    await somebody.go("/desk/keys")
    await somebody.send("/desk/keys", name=name, scopes="everything")
    found = BEARER.search(somebody.page.text)
    assert found, somebody.text
    return found[1]


async def test_a_screen_belongs_to_whose_desk_named_it(tmp_path: Path) -> None:
    async with two_clubs(tmp_path) as (anna, olga, petar):
        await olga.go("/desk/screens")
        await olga.send("/desk/screens", name="foyer", title="Foyer")
        assert olga.page.url.path == "/desk/screens/foyer"
        await petar.go("/desk/screens")
        assert "Foyer" not in petar.text
        assert (await petar.go("/desk/screens/foyer")).status_code == 403
        await petar.go("/desk/screens")
        await petar.send("/desk/screens", name="foyer", title="Mine now")
        assert "There is a screen called “foyer” already" in petar.refusal
        assert "Foyer" in (await anna.go("/desk/screens")).text


async def test_a_screen_shows_tournaments_of_its_own_organiser_alone(tmp_path: Path) -> None:
    async with two_clubs(tmp_path) as (_, olga, _petar):
        await olga.go("/desk/screens")
        await olga.send("/desk/screens", name="foyer", title="Foyer")
        assert "Slavia Open" not in olga.text
        at = "/desk/screens/foyer"
        await olga.send(at, **{"kind-0": "pairings", "tournament-0": "slavia-open"})
        assert olga.page.status_code == 422
        await olga.go(at)
        await olga.send(at, **{"kind-0": "pairings", "tournament-0": "levski-open"})
        [content] = services_of_test(olga).screens.state.by_name["foyer"].contents
        assert content.tournament == "levski-open"


async def test_announcements_over_all_screens_are_the_operator_s(tmp_path: Path) -> None:
    async with two_clubs(tmp_path) as (_, olga, _petar):
        await olga.go("/desk/screens")
        assert "/desk/announcement" not in olga.page.text
        form = {"form_token": olga.form("/desk/screens")["form_token"], "text": "Hello"}
        assert (await olga.client.post("/desk/announcement", data=form)).status_code == 403


async def test_a_key_over_everything_reaches_what_its_organiser_has(tmp_path: Path) -> None:
    async with two_clubs(tmp_path) as (anna, olga, petar):
        key = {"Authorization": f"Bearer {await key_over_everything(olga, 'Levski site')}"}
        assert (await olga.client.get("/api/t/levski-open/drafts", headers=key)).status_code == 200
        assert (await olga.client.get("/api/t/slavia-open/drafts", headers=key)).status_code == 403
        id = next(one for one in services_of_test(olga).stewards.state.programs.keys)
        assert services_of_test(olga).organisers.state.owned[OwnedKind.KEY, id] == "levski"
        await petar.go("/desk/keys")
        assert "Levski site" not in petar.text
        form = {"form_token": petar.form("/desk/keys")["form_token"]}
        assert (await petar.client.post(f"/desk/keys/{id}/revoke", data=form)).status_code == 403
        await anna.go("/desk/keys")
        assert "Levski site" in anna.text
        await olga.go("/desk/keys")
        await olga.send(f"/desk/keys/{id}/revoke")
        assert (await olga.client.get("/api/t/levski-open/drafts", headers=key)).status_code == 401


async def test_a_key_names_no_tournament_of_another_organiser(tmp_path: Path) -> None:
    async with two_clubs(tmp_path) as (_, olga, _petar):
        await olga.go("/desk/keys")
        await olga.send("/desk/keys", name="Curious", scopes="results", where="tournament:slavia-open")
        assert olga.page.status_code == 422
        assert not services_of_test(olga).stewards.state.programs.keys


async def test_a_webhook_is_told_of_its_own_organiser_s_tournaments(tmp_path: Path) -> None:
    async with two_clubs(tmp_path) as (_, olga, petar):
        await olga.go("/desk/webhooks")
        await olga.send("/desk/webhooks", url="https://8.8.8.8/tablo", topics="round.published")
        services = services_of_test(olga)
        [hook] = services.stewards.state.programs.webhooks.values()
        assert services.webhooks.reaches(hook, "levski-open")
        assert not services.webhooks.reaches(hook, "slavia-open")
        await petar.go("/desk/webhooks")
        assert "8.8.8.8" not in petar.text
        form = {"form_token": petar.form("/desk/webhooks")["form_token"]}
        for step in ("rotate", "remove", "messages/m1/again"):
            assert (await petar.client.post(f"/desk/webhooks/{hook.id}/{step}", data=form)).status_code == 403
        await olga.go("/desk/webhooks")
        assert "8.8.8.8" in olga.text
        await olga.send(f"/desk/webhooks/{hook.id}/remove")
        assert "8.8.8.8" not in olga.text


async def test_what_is_the_operator_s_is_nobody_else_s(tmp_path: Path) -> None:
    """The webhook and the key of the operator reach every organiser: none of them sees or ends it."""
    async with two_clubs(tmp_path) as (anna, olga, _):
        await key_over_everything(anna, "Federation")
        await anna.go("/desk/webhooks")
        await anna.send("/desk/webhooks", url="https://8.8.4.4/tablo", topics="round.published")
        services = services_of_test(anna)
        [hook], [key] = services.stewards.state.programs.webhooks.values(), services.stewards.state.programs.keys
        assert services.webhooks.reaches(hook, "slavia-open")
        for page, secret in (("/desk/webhooks", "8.8.4.4"), ("/desk/keys", "Federation")):
            assert secret not in (await olga.go(page)).text
        form = {"form_token": olga.form("/desk/keys")["form_token"]}
        for path in (f"/desk/webhooks/{hook.id}/remove", f"/desk/keys/{key}/revoke"):
            assert (await olga.client.post(path, data=form)).status_code == 403
        assert not services.stewards.state.programs.keys[key].ended(datetime.now(UTC))
