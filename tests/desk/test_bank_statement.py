"""Paying from afar: the account at the desk, what players see of it, and the bank statement that says who has paid."""

import re
from pathlib import Path

from tests.desk.browsers import Browser, browser, desk, server
from tests.desk.test_fees import FEES, with_fees

ACCOUNT = {
    "iban": "BG80 BNBG 9661 1020 3456 78",
    "holder": "Chess Club",
    "pay_page": "https://pay.example.org/{amount}",
}


async def reference(anna: Browser, player: int) -> str:
    await anna.go(f"{FEES}/{player}")
    found = re.search(r"Reference: ([A-Z0-9 ]+)<", anna.page.text)
    assert found
    return found[1]


async def test_a_statement_offers_what_is_owed_and_says_why_other_lines_are_not(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_fees(anna, **ACCOUNT)
        ulla, otto = [await reference(anna, id) for id in (1, 2)]
        await anna.go(f"{FEES}/statement")
        lines = [f"27.11.2026;U. Young;{ulla};9,50 EUR", f"28.11.2026;Otto;{otto};20,00 EUR"]
        lines += ["28.11.2026;Energy;invoice 7;-60,00 EUR", f"29.11.2026;again;{ulla};9,50 EUR"]
        await anna.send(f"{FEES}/statement", list="\n".join(lines))
        offered, _, others = anna.text.partition("Other lines (3)")
        assert "Young, Ulla 9.50 € 27 November 2026" in offered
        assert "Old, Otto" not in offered
        reasons = (
            "another sum than is owed: 25",
            "no reference of this tournament",
            "a second payment of the same fee",
        )
        assert [reason in others for reason in reasons] == [True] * 3
        ticked = re.findall(r'name="transfer" value="([^"]+)" checked', anna.page.text)
        assert ticked == ["1 950 2026-11-27"]
        assert "Note the payments ticked" in anna.text, "no number: boxes may be unticked"
        entry = f'<Ntry><Amt Ccy="EUR">9.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts><Ustrd>{ulla}</Ustrd></Ntry>'
        await anna.go(f"{FEES}/statement")
        await anna.send(f"{FEES}/statement", list=f"<Stmt>{entry}</Stmt>")
        assert "No line pays a fee that is owed" in anna.text
        assert "not booked yet by the bank Young, Ulla" in anna.text
        await anna.go(f"{FEES}/statement")
        await anna.send(f"{FEES}/statement", list="\n".join(lines))
        await anna.send(f"{FEES}/statement/paid", transfer=ticked[0])
        assert "paid: 9.50 €" in anna.text
        await anna.go(f"{FEES}/1")
        assert "by bank transfer" in anna.text
        await anna.go(f"{FEES}/statement")
        await anna.send(f"{FEES}/statement", list=lines[0])
        assert "noted before" in anna.text


async def test_a_statement_that_cannot_be_read_is_refused_beside_its_field(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_fees(anna)
        assert (await anna.go(f"{FEES}/statement")).status_code == 404
        await anna.go(f"{FEES}/set-up")
        await anna.send(f"{FEES}/set-up", **{**ACCOUNT, "iban": "BG80"})
        assert "Account (IBAN): “BG80” is no account number" in anna.text
        await anna.send(f"{FEES}/set-up", **ACCOUNT)
        await anna.go(f"{FEES}/statement")
        await anna.send(f"{FEES}/statement", list="<Document/>")
        assert "no line of a statement was found" in anna.text


async def test_players_see_account_reference_code_and_page_by_their_own_link(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as ulla:
        await anna.log_in()
        await with_fees(anna, **ACCOUNT)
        said = await reference(anna, 1)
        await anna.go("/desk/t/open/players/1")
        found = re.search(r'href="[^"]*(/report/[^"]*)"', anna.page.text)
        assert found
        await ulla.go(found[1])
        assert [
            word for word in ("BG80 BNBG", "Chess Club", said, "Pay at pay.example.org") if word not in ulla.text
        ] == []
        assert 'href="https://pay.example.org/9.50"' in ulla.page.text
        assert 'class="transfer-code"' in ulla.page.text
        await anna.go(f"{FEES}/set-up")
        await anna.send(f"{FEES}/set-up", currency="CHF")
        await ulla.go(found[1])
        assert said in ulla.text
        assert 'class="transfer-code"' not in ulla.page.text, "codes are of euros alone"
        await anna.go(FEES)
        await anna.send(f"{FEES}/paid", player="1")
        await ulla.go(found[1])
        assert said not in ulla.text


async def test_the_account_is_on_no_page_for_everybody(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_fees(anna, **ACCOUNT)
        for path in ("", "/players", "/players/1", "/players.json"):
            await anna.go(f"/t/open{path}")
            assert "9661" not in anna.page.text
