"""A desk with a chief arbiter and people who came in by their cards."""

import re

import httpx

from tests.desk.browsers import Browser

AT = "/desk/t/open/rounds/1"
JSON = {"Accept": "application/json"}


async def invite(chief: Browser, name: str, role: str = "entry", **typed: str) -> str:
    """Through the form; the path of the link on the card."""
    await chief.go("/desk/stewards")
    asked = {"tournament": "open", "first_board": "1", "last_board": "2", "until": "", **typed}
    await chief.send("/desk/stewards", name=name, role=role, **asked)
    found = re.search(r'id="link" href="http://[^"/]+(/join/[^"]+)"', chief.page.text)
    if found is None:
        raise AssertionError(chief.text)
    return found[1]


async def dismiss(chief: Browser, name: str) -> None:
    await chief.go("/desk/stewards")
    found = re.search(rf'data-steward="(\w+)"><th scope="row">{name}<', chief.page.text)
    if found is None:
        raise AssertionError(chief.text)
    await chief.send(f"/desk/stewards/{found[1]}/dismiss")


async def enter(helper: Browser, board: int, result: str, id: str = "") -> httpx.Response:
    """As the phone does it: the token of the page, and JSON back."""
    token = helper.form(f"{AT}/results")["form_token"]
    data = {"form_token": token, "command_id": id or f"{board}-{result}-command", "board": str(board), "result": result}
    return await helper.client.post(f"{AT}/results", data=data, headers=JSON)


async def second_tournament(chief: Browser, name: str = "Secret Cup") -> None:
    await chief.go("/desk/new")
    await chief.send("/desk/new", tournament_name=name, rounds="5")
