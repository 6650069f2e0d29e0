"""The end of a tournament at the desk."""

import re
from pathlib import Path

from tests.desk.browsers import Browser, desk, with_round_one

AT = "/desk/t/open"
CLOSE = f"{AT}/close"


async def played(anna: Browser, rounds: str = "5") -> None:
    """The first round is over."""
    await with_round_one(anna, count=4, rounds=rounds)
    for board in ("1", "2"):
        await anna.go(f"{AT}/rounds/1")
        await anna.send(f"{AT}/rounds/1/results", board=board, seen="", result="1-0")
    await anna.go(AT)


async def test_an_early_end_is_confirmed_in_two_steps_and_shown_as_left_fide_mode(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await played(anna)
        await anna.send(CLOSE, reason="storm")
        assert "The tournament ends before all planned rounds are played." in anna.text
        await anna.send(CLOSE)
        assert "Really?" in anna.text
        await anna.send(CLOSE)
    assert "Tournament closed early, after round 1; the table is final (storm)." in anna.text
    assert "not in FIDE mode since round 1" in anna.text


async def test_an_early_end_without_a_reason_is_refused(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await played(anna)
        await anna.send(CLOSE, reason="")
    assert anna.refusal == "Say why the tournament ends early: the reason stands in the journal."


async def test_the_planned_end_is_an_ordinary_step(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await played(anna, rounds="1")
        await anna.send(CLOSE)
    assert "Tournament closed; the table is final." in anna.text


async def test_today_of_a_closed_event_leads_to_what_is_handed_out(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await played(anna, rounds="1")
        assert "Certificates" not in anna.text
        await anna.go(f"{AT}/prizes")
        await anna.send(f"{AT}/prizes", prizes="First; 100")
        await anna.go(AT)
        await anna.send(CLOSE)
        led = re.findall(r'href="/desk/t/open/papers/([a-z0-9-]+)[.]pdf"', anna.page.text)
        assert led == ["prizes", "receipts", "certificates", "final-report"]
        assert (await anna.go(f"{AT}/papers/certificates.pdf")).status_code == 200
