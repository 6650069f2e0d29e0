"""Forms about members: another role, one festival alone, an account that is suspended, and whose something new is."""

import re
from pathlib import Path

from tests.desk.browsers import Browser, browser
from tests.stewards.desk import second_tournament
from tests.stewards.test_organisers import found, join, link_for, log_in, shared_server


async def test_a_member_gets_another_role_at_once(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as boris:
        club = await found(anna, "Levski")
        await join(boris, await link_for(anna, club, "reader"), "Boris")
        assert (await boris.go("/desk/new")).status_code == 403
        await anna.go(club)
        [step] = re.findall(r'action="([^"]+/members/[^"]+/role)"', anna.page.text)
        await anna.send(step, role="arbiter")
        assert anna.page.url.path == club
        assert (await boris.go("/desk/new")).status_code == 200


async def test_a_member_of_a_festival_has_its_sections_alone(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as boris:
        club = await found(anna, "Levski")
        for name in ("Cup", "League"):
            await anna.go("/desk/festivals")
            await anna.send("/desk/festivals", name=name)
        await join(boris, await link_for(anna, club, "arbiter", festival="cup"), "Boris")
        assert "Cup" in (await anna.go(club)).text.partition('id="members"')[2].partition("</table>")[0]
        assert (await boris.go("/desk/festivals/cup")).status_code == 200
        assert (await boris.go("/desk/festivals/league")).status_code == 403


async def test_nobody_is_invited_to_the_festival_of_another_organiser(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga:
        await found(anna, "First")
        await anna.go("/desk/festivals")
        await anna.send("/desk/festivals", name="Cup")
        club = await found(anna, "Levski")
        await join(olga, await link_for(anna, club), "Olga")
        await olga.go(club)
        await olga.send(f"{club}/members", role="arbiter", festival="cup")
        assert olga.page.status_code == 422


async def test_a_suspended_account_comes_in_nowhere_until_it_is_readmitted(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as again:
        club = await found(anna, "Levski")
        await join(olga, await link_for(anna, club), "Olga")
        await anna.go(club)
        [step] = re.findall(r'action="([^"]+/members/[^"]+/suspend)"', anna.page.text)
        await anna.send(step)
        assert "suspended" in anna.text
        assert (await olga.go("/desk")).status_code == 403
        assert (await log_in(again, "olga@example.org")).status_code == 403
        await anna.send(step.replace("/suspend", "/readmit"))
        assert (await olga.go("/desk")).status_code == 200
        assert (await olga.go(club)).status_code == 200
        assert "Suspend the account" not in olga.text


async def test_somebody_of_two_organisers_says_whose_a_new_tournament_is(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as petar:
        first, second = await found(anna, "Levski"), await found(anna, "Slavia")
        await join(olga, await link_for(anna, first), "Olga")
        link = await link_for(anna, second, "arbiter")
        await olga.go(link)
        await olga.send(link)
        await join(petar, await link_for(anna, second), "Petar")
        await olga.go("/desk/new")
        await olga.send("/desk/new", tournament_name="Slavia Open", rounds="5", belongs_to="slavia")
        await second_tournament(olga, "Levski Open")
        assert (await petar.go("/desk/t/slavia-open")).status_code == 200
        assert (await petar.go("/desk/t/levski-open")).status_code == 403
        await petar.go("/desk/new")
        assert "belongs_to" not in petar.page.text
        await petar.send("/desk/new", tournament_name="Stolen", rounds="5", belongs_to="levski")
        assert petar.page.status_code == 422
        assert (await anna.go("/desk/t/stolen")).status_code == 404


async def test_the_desk_lists_what_all_organisers_of_somebody_have_at_the_moment(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga:
        await second_tournament(anna, "Old Open")
        _, levski, slavia = [await found(anna, name) for name in ("First", "Levski", "Slavia")]
        await join(olga, await link_for(anna, levski), "Olga")
        link = await link_for(anna, slavia)
        await olga.go(link)
        await olga.send(link)
        for club in ("levski", "slavia"):
            await olga.go("/desk/new")
            await olga.send("/desk/new", tournament_name=f"{club.title()} Open", rounds="5", belongs_to=club)
        assert await listed(olga, "/desk") == {"Levski Open", "Slavia Open"}
        await anna.go(slavia)
        await anna.send(f"{slavia}/tournaments", tournament="old-open")
        assert await listed(olga, "/desk") == {"Old Open", "Levski Open", "Slavia Open"}
        await olga.go("/desk/t/old-open/settings")
        await olga.send("/desk/t/old-open/archive")
        assert await listed(olga, "/desk") == {"Levski Open", "Slavia Open"}
        assert await listed(olga, "/desk?list=archive") == {"Old Open"}


async def listed(somebody: Browser, path: str) -> set[str]:
    page = (await somebody.go(path)).text
    return {name for name in ("Old Open", "Levski Open", "Slavia Open") if name in page}
