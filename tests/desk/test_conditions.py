"""Conditions of entry at the public form, in the queue, at the desk and of a pasted list."""

from pathlib import Path

import httpx

from server.services import Services
from tests.desk.browsers import Browser
from tests.desk.test_self_registration import FORM, QUEUE, ask, hall

__all__ = ["hall"]

Hall = tuple[Browser, Browser, Services]


async def set_to(anna: Browser, who: str, enforced: str) -> httpx.Response:
    await anna.go(QUEUE)
    return await anna.send(f"{QUEUE}/conditions", conditions=who, enforced=enforced)


async def test_the_form_says_them_and_refuses_whoever_contradicts(hall: Hall) -> None:
    anna, boris, services = hall
    await set_to(anna, "U2000&W", "1")
    await boris.go(FORM)
    assert "Who may enter: rated below 2000 and women." in boris.text
    await ask(boris, services, "Adams, Ada", rating="2300", sex="w")
    assert boris.refusal == "Adams, Ada does not fulfil the conditions of entry: rated below 2000."
    await ask(boris, services, "Adams, Ada", rating="1900")
    assert "Not decided yet" in boris.text


async def test_the_queue_names_what_is_not_fulfilled_and_nobody_slips_through(hall: Hall) -> None:
    anna, boris, services = hall
    await set_to(anna, "U2000&W", "1")
    await ask(boris, services, "Adams, Ada", rating="1900")
    await anna.go(QUEUE)
    assert "Conditions of entry that are not fulfilled: women" in anna.text
    assert f"{QUEUE}/accept-clear" not in anna.page.text
    await anna.send(f"{QUEUE}/accept")
    assert "does not fulfil the conditions of entry: women" in anna.refusal


async def test_a_warning_is_confirmed_at_the_desk(hall: Hall) -> None:
    anna, _, services = hall
    await set_to(anna, "U2000", "")
    await anna.go("/desk/t/open/players")
    await anna.send("/desk/t/open/players", name="Big, Bo", rating="2500")
    assert "Big, Bo does not fulfil the conditions of entry: rated below 2000." in anna.text
    await anna.send("/desk/t/open/players")
    office = await services.office.open("open")
    assert "Big, Bo" in [player.name for player in office.tournament.players.values()]


async def test_a_pasted_list_is_told_line_by_line(hall: Hall) -> None:
    anna, _, _ = hall
    await set_to(anna, "U2000", "1")
    await anna.go("/desk/t/open/players/import")
    action = "/desk/t/open/players/import"
    await anna.send(action, list="Small, Sue;1500\nBig, Bo;2500\nBigger, Bea;2600")
    assert "Player 2 (Big, Bo): Big, Bo does not fulfil the conditions of entry: rated below 2000." in anna.text
    assert "Player 3 (Bigger, Bea)" in anna.text


async def test_what_is_no_category_is_said_at_its_field(hall: Hall, tmp_path: Path) -> None:
    anna, _, _ = hall
    await set_to(anna, "X99", "1")
    assert "“X99” is no category" in anna.refusal or "“X99” is no category" in anna.text
