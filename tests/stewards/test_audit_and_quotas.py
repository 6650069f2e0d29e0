"""What organisers of a shared server have, how much they may have, and who decided what about people."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from domain.organisers.decisions import MOST_OF_A_QUOTA, QuotaReached, found_organiser, set_quota
from domain.organisers.events import ORGANISER_EVENTS, QuotaKind
from domain.organisers.state import Organisers, replay_organisers
from domain.refusals import BadField
from domain.stewards.events import STEWARD_EVENTS
from server.settings import BadSetting, quotas
from tests.desk.browsers import Browser, browser, server
from tests.faces.drawn import noise, sent
from tests.festival.playing import services_of_test
from tests.stewards.desk import second_tournament
from tests.stewards.test_organisers import found, join, link_for
from web.wording.events.people import ABOUT_PEOPLE

LEVSKI = "/desk/organisers/levski"


def levski() -> Organisers:
    return replay_organisers(found_organiser(Organisers(), "Levski", "levski"))


def test_a_quota_is_set_changed_and_taken_away() -> None:
    state = levski()
    replay_organisers(set_quota(state, "levski", QuotaKind.KEYS, 3), state)
    assert state.quotas == {("levski", QuotaKind.KEYS): 3}
    assert set_quota(state, "levski", QuotaKind.KEYS, 3) == []
    replay_organisers(set_quota(state, "levski", QuotaKind.KEYS, None), state)
    assert state.quotas == {}
    with pytest.raises(BadField):
        set_quota(state, "levski", QuotaKind.KEYS, MOST_OF_A_QUOTA + 1)


def test_the_usual_quotas_are_a_setting() -> None:
    assert quotas("tournaments=2 keys=0") == {QuotaKind.TOURNAMENTS: 2, QuotaKind.KEYS: 0}
    for text in ("tournaments", "games=3", "keys=-1"):
        with pytest.raises(BadSetting):
            quotas(text)


def test_every_decision_about_people_has_its_sentence() -> None:
    assert set(ABOUT_PEOPLE) == {*ORGANISER_EVENTS.values(), *STEWARD_EVENTS.values()}


@asynccontextmanager
async def two_clubs(folder: Path) -> AsyncIterator[tuple[Browser, Browser, Browser]]:
    """The operator, and the owners of Levski and Slavia, each with a tournament."""
    async with (
        server(folder, organisers=True) as transport,
        browser(transport) as anna,
        browser(transport) as olga,
        browser(transport) as petar,
    ):
        await anna.log_in()
        for somebody, name, club in ((olga, "Olga", "Levski"), (petar, "Petar", "Slavia")):
            await join(somebody, await link_for(anna, await found(anna, club)), name)
            await second_tournament(somebody, f"{club} Open")
        yield anna, olga, petar


async def limited(anna: Browser, **most: str) -> None:
    await anna.go(LEVSKI)
    await anna.send(f"{LEVSKI}/quotas", **{f"quota_{kind}": number for kind, number in most.items()})


async def test_the_operator_sees_what_each_has_and_finds_them(tmp_path: Path) -> None:
    async with two_clubs(tmp_path) as (anna, olga, _):
        await olga.go("/desk/t/levski-open/players")
        await olga.send("/desk/t/levski-open/players", name="Ivan")
        await anna.go("/desk/organisers")
        assert "Levski 1 1 1" in anna.text
        assert "Slavia 1 1 0" in anna.text
        await anna.go("/desk/organisers?q=slav")
        assert "Slavia" in anna.text
        assert "Levski" not in anna.text
        await anna.go(LEVSKI)
        await anna.send(f"{LEVSKI}/suspend", reason="no fees")
        await anna.go("/desk/organisers?list=suspended")
        assert "Levski" in anna.text
        assert "Slavia" not in anna.text


async def test_more_tournaments_than_the_quota_are_refused_to_that_organiser(tmp_path: Path) -> None:
    async with two_clubs(tmp_path) as (anna, olga, petar):
        await limited(anna, tournaments="1")
        await second_tournament(olga, "One More")
        assert "Tournaments of one organiser on this server: at most 1." in olga.refusal
        assert "one-more" not in services_of_test(olga).office
        await second_tournament(petar, "One More")
        assert petar.page.url.path == "/desk/t/one-more"
        await limited(anna, tournaments="2")
        await second_tournament(olga, "Two More")
        assert olga.page.url.path == "/desk/t/two-more"


async def test_more_players_than_the_quota_are_refused_whoever_enters_them(tmp_path: Path) -> None:
    async with two_clubs(tmp_path) as (anna, olga, _):
        await limited(anna, entries="1")
        for name in ("Ivan", "Boris"):
            await olga.go("/desk/t/levski-open/players")
            await olga.send("/desk/t/levski-open/players", name=name)
        assert "Players in all tournaments of one organiser on this server: at most 1." in olga.refusal
        office = services_of_test(olga).office.known("levski-open")
        assert office is not None
        with pytest.raises(QuotaReached):
            await office.step(lambda t: [event for event in t.history if type(event).__name__ == "PlayerRegistered"])


async def test_more_keys_than_the_quota_are_refused(tmp_path: Path) -> None:
    async with two_clubs(tmp_path) as (anna, olga, _):
        await limited(anna, keys="1")
        at = "/desk/t/levski-open/keys"
        for name in ("first", "second"):
            await olga.go(at)
            await olga.send(at, name=name, scopes="results")
        assert "Keys of one organiser on this server: at most 1." in olga.refusal


async def test_more_pictures_than_the_quota_are_refused_and_small_ones_are_not_rounded_up(tmp_path: Path) -> None:
    async with two_clubs(tmp_path) as (anna, olga, petar):
        await limited(anna, pictures="1")

        async def send(somebody: Browser, of: str, picture: bytes, place: str = "sponsor") -> None:
            await somebody.go(f"{of}/face")
            await somebody.send(f"{of}/face/pictures", {"file": ("a.png", picture)}, place=place, name="Bank")

        for colour in ("#14523d", "#aa0000"):
            await send(olga, LEVSKI, sent(colour=colour))
            assert olga.refusal == ""
        big = noise((1500, 1500))
        await send(olga, "/desk/t/levski-open", big, "poster")
        assert "Megabytes of pictures of one organiser on this server: at most 1." in olga.refusal
        used = await services_of_test(olga).quotas.used_by(["levski"])
        assert used["levski"].picture_bytes < 1024 * 1024
        await send(petar, "/desk/t/slavia-open", big, "poster")
        assert petar.refusal == ""


async def test_each_decision_about_people_is_told_to_whom_it_concerns(tmp_path: Path) -> None:
    async with two_clubs(tmp_path) as (anna, olga, petar):
        await limited(anna, keys="1")
        await anna.go("/desk/audit")
        for said in (
            "Organiser Levski founded",
            "Levski: Olga joined as Owner",
            "Slavia has from now on: Tournament Slavia Open",
            "Levski may have: Keys of programs 1",
        ):
            assert said in anna.text
        await olga.go(f"{LEVSKI}/audit")
        assert "Levski: Olga joined as Owner" in olga.text
        assert "Slavia" not in olga.text
        assert (await petar.go(f"{LEVSKI}/audit")).status_code == 403
        assert (await olga.go("/desk/audit")).status_code == 403
        await anna.go("/desk/audit?by=Olga")
        assert "Levski Open" in anna.text
        assert "founded" not in anna.text
        rows = (await anna.go("/desk/audit.csv?by=Petar")).text.splitlines()
        assert rows[0].lstrip("\ufeff") == "at,by,what"
        assert rows[1].endswith("Petar,Slavia has from now on: Tournament Slavia Open")
