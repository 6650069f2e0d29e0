"""Two registered teams by the Scheveningen tables, in three languages: squads, lineups of the table, paper and file."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import announce, log_in, page_of, picture, press, running, send
from tests.tiers import sample

BOARDS = 4
GAMES = BOARDS * BOARDS
SQUADS = {"Red": "Ann Bob Cid Dan Rex", "Blue": "Eve Fay Gus Hal Ria"}


def list_of_teams() -> str:
    """Four boards and a reserve each."""
    lines = ["Team\tBoard 1\tBoard 2\tBoard 3\tBoard 4\tReserve 1"]
    for team, names in SQUADS.items():
        lines.append("\t".join([team, *(f"{name} {2400 - 10 * n}" for n, name in enumerate(names.split()))]))
    return "\n".join(lines)


def register_teams(page: Page, desk: str) -> None:
    page.goto(f"{desk}/teams/import")
    page.locator("textarea").fill(list_of_teams())
    press(page.locator("main form button.primary"))
    press(page.locator("main form button.primary"))
    expect(page.locator("#teams tbody tr")).to_have_count(2)


def play(page: Page, desk: str) -> None:
    """Red wins one game of each match more than Blue."""
    for round in range(1, BOARDS + 1):
        at = f"{desk}/rounds/{round}"
        first = page.request.get(f"{desk.replace('/desk', '')}/pairings/{round}.json").json()
        ahead = first["data"]["boards"][0]["white"]["name"] == "Red"
        send(page, desk, f"/rounds/{round}/boards/1/match", at, results="11=0" if ahead else "00=1")


@pytest.mark.parametrize("code", sample(("ru", "en", "bg"), 1))
def test_every_player_of_two_squads_meets_the_four_of_the_other(browser: Browser, tmp_path: Path, code: str) -> None:
    with running(tmp_path / "data") as tablo:
        arbiter, phone = page_of(browser), page_of(browser, 390, 844)
        log_in(arbiter, tablo.url)
        fields = {"format": "scheveningen", "entrants": "teams", "team_boards": str(BOARDS)}
        desk = f"{tablo.url}/desk/t/{announce(arbiter, tablo.url, 'Red v Blue', **fields)}"
        public = desk.replace("/desk", "")
        register_teams(arbiter, desk)
        arbiter.goto(f"{desk}?lang={code}")
        picture(arbiter, f"two-teams-before-{code}")
        press(arbiter.locator("form[action$='/pair'] button"))
        expect(arbiter.locator("table.drafted tbody tr")).to_have_count(1 + BOARDS)
        picture(arbiter, f"two-teams-draft-{code}")
        press(arbiter.locator("form[action*='/publish'] button").first)

        phone.goto(f"{public}/matches/3/1?lang={code}")
        expect(phone.locator("tr.match-board")).to_have_count(BOARDS)
        play(arbiter, desk)
        phone.goto(f"{public}/crosstable?lang={code}")
        expect(phone.locator("h1")).to_contain_text(str(GAMES))
        expect(phone.locator("body")).to_contain_text("Blue 6 : 10 Red")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        picture(phone, f"two-teams-crosstable-{code}")
        wall = page_of(browser, 1920, 1080, own=True)
        wall.goto(f"{public}/screen?lang={code}")
        expect(wall.locator("body")).to_contain_text("Red")
        picture(wall, f"two-teams-wall-{code}")

        for paper in ("pairings", "crosstable", "standings", "boards", "all-rounds"):
            answer = arbiter.request.get(f"{desk}/papers/{paper}.pdf?lang={code}")
            assert answer.ok, paper
            assert answer.body().startswith(b"%PDF")
        file = arbiter.request.get(f"{desk}/exports/trf26").body()
        arbiter.goto(f"{tablo.url}/desk/import?lang={code}")
        arbiter.locator("input[type=file]").set_input_files({"name": "a.trf", "mimeType": "text/plain", "buffer": file})
        press(arbiter.locator("main form button.primary"))
        arbiter.locator("input[name=tournament_name]").fill("Again")
        press(arbiter.locator("main form button.primary"))
        phone.goto(f"{tablo.url}/t/again/crosstable?lang={code}")
        expect(phone.locator("body")).to_contain_text("Blue 6 : 10 Red")
