"""A waiting list as players and the desk see it: accepted into it, moved up by a withdrawal, left by one's own link."""

import re

from server.services import Services
from tests.desk.browsers import Browser
from tests.desk.test_self_registration import QUEUE, ask, hall, names

__all__ = ["hall"]

Hall = tuple[Browser, Browser, Services]


async def waiting(anna: Browser, boris: Browser, services: Services, *names: str) -> None:
    """Four are there, four have places, and these are accepted into the list."""
    await anna.go(QUEUE)
    await anna.send(QUEUE, most_entrants="4", waiting_list="1")
    for name in names:
        await ask(boris, services, name)
        await anna.go(QUEUE)
        await anna.send(f"{QUEUE}/accept")


async def test_accepted_beyond_the_limit_somebody_waits_and_moves_up(hall: Hall) -> None:
    anna, boris, services = hall
    await waiting(anna, boris, services, "Late, Lena", "Later, Lars")
    assert await names(services) == ["Player A", "Player B", "Player C", "Player D"]
    await boris.go(boris.page.url.path)
    assert "You are number 2 on the waiting list." in boris.text
    await anna.go("/desk/t/open/players/1")
    await anna.send("/desk/t/open/players/1/withdraw")
    assert "Late, Lena" in await names(services)
    await boris.go(boris.page.url.path)
    assert "You are number 1 on the waiting list." in boris.text
    await anna.go("/desk/t/open/history")
    assert "Late, Lena has a place now, from the waiting list" in anna.text


async def test_the_form_says_that_one_would_wait(hall: Hall) -> None:
    anna, boris, services = hall
    await waiting(anna, boris, services, "Late, Lena")
    await boris.go("/entry/open")
    assert "All places are taken: you would wait for one. 1 player is on the waiting list." in boris.text


async def test_the_list_of_players_says_how_many_wait_and_names_none_of_them(hall: Hall) -> None:
    anna, boris, services = hall
    await waiting(anna, boris, services, "Late, Lena", "Later, Lars")
    await boris.go("/t/open/players")
    assert "2 players are on the waiting list." in boris.text
    assert "Lena" not in boris.text


async def test_somebody_leaves_the_list_by_their_own_link(hall: Hall) -> None:
    anna, boris, services = hall
    await waiting(anna, boris, services, "Late, Lena")
    await boris.go(boris.page.url.path)
    own = re.search(r'href="(/report/[^"]+)"', boris.page.text)
    assert own is not None
    await boris.go(own[1])
    assert "You are number 1 on the waiting list." in boris.text
    await boris.send(f"{own[1]}/stop-waiting", leaving="1")
    office = await services.office.open("open")
    assert office.tournament.waiting == {}
    assert (await boris.go(own[1])).status_code == 404


async def test_a_higher_limit_moves_up_and_the_desk_takes_off(hall: Hall) -> None:
    anna, boris, services = hall
    await waiting(anna, boris, services, "Late, Lena", "Later, Lars", "Latest, Lou")
    await anna.go(QUEUE)
    await anna.send(QUEUE, most_entrants="5", waiting_list="1")
    assert "Late, Lena" in await names(services)
    await anna.send(f"{QUEUE}/waiting/take-off")
    office = await services.office.open("open")
    assert [one.player.name for one in office.tournament.waiting.values()] == ["Latest, Lou"]


async def test_without_a_limit_there_is_no_list(hall: Hall) -> None:
    anna, _, _ = hall
    await anna.go(QUEUE)
    await anna.send(QUEUE, most_entrants="", waiting_list="1")
    assert anna.page.status_code == 422
