"""Fees at the desk: set up, taken with one key, given back, listed for the treasurer; shown to nobody else."""

import csv
import io
import re
from pathlib import Path

import pytest

from tests.desk.browsers import Browser, browser, desk, server
from tests.stewards.desk import invite

FEES = "/desk/t/open/fees"


async def with_fees(anna: Browser, **more: str) -> None:
    await anna.go("/desk/new")
    await anna.send("/desk/new", tournament_name="Open", start="2026-11-29", rounds="3")
    for name, year in (("Young, Ulla", "2010"), ("Old, Otto", "1960")):
        await anna.go("/desk/t/open/players")
        await anna.send("/desk/t/open/players", name=name, birth_year=year)
    await anna.go(f"{FEES}/set-up")
    typed = {"fee": "25", "fee_categories": "U18; 9.50", "how_to_pay": "BG80 BNBG"}
    await anna.send(f"{FEES}/set-up", **{**typed, **more})


async def test_fees_in_dinars_are_typed_with_three_decimals(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_fees(anna, currency="KWD", fee="5.250", fee_categories="U18; 2.500", fee_changes="2030-01-01; 7,500")
        assert "Due: 7.750 KWD" in anna.text
        await anna.go(f"{FEES}/2")
        await anna.send(f"{FEES}/paid", amount="1.250", way="cash")
        assert "paid: 1.250 KWD" in anna.text
        await anna.send(f"{FEES}/paid", amount="1.255", way="cash")
    assert anna.refusal == "Amount: 1.255 is too fine: sums of KWD go in steps of 0.010."


async def test_one_key_takes_what_is_owed_and_the_sums_follow(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_fees(anna)
        assert "Due: 34.50 €, paid: 0 €, still to pay: 34.50 €" in anna.text
        await anna.send(f"{FEES}/paid", player="1", way="card")
        assert "Due: 34.50 €, paid: 9.50 €, still to pay: 25 €" in anna.text
        assert 'value="card" checked' in anna.page.text
        await anna.go(f"{FEES}/2")
        await anna.send(f"{FEES}/paid", amount="10", way="transfer", paid_on="2026-11-20", payer="Levski")
        assert "Levski" in anna.text
        await anna.send(f"{FEES}/2/refund", amount="4", reason="half the rounds")
        await anna.go(f"{FEES}/file.csv")
        rows = list(csv.DictReader(io.StringIO(anna.page.text.lstrip("\ufeff"))))
        assert [(row["name"], row["due"], row["paid"], row["open"]) for row in rows] == [
            ("Old, Otto", "25.0", "6.0", "19.0"),
            ("Young, Ulla", "9.5", "9.5", "0.0"),
        ]


async def test_a_cancelled_payment_is_shown_and_counts_no_more(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_fees(anna)
        await anna.send(f"{FEES}/paid", player="1")
        await anna.go(f"{FEES}/1")
        await anna.send(f"{FEES}/1/cancel", reason="somebody else")
        assert "cancelled: somebody else" in anna.text
        await anna.go(FEES)
        assert "still to pay: 34.50 €" in anna.text


async def test_the_check_in_shows_what_is_open_and_stops_only_where_it_is_said(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_fees(anna)
        await anna.go("/desk/t/open/check-in")
        assert "to pay: 25 €" in anna.text
        await anna.send("/desk/t/open/check-in", check_in="2")
        assert "1 of 2 are here" in anna.text
        await anna.go(f"{FEES}/set-up")
        await anna.send(f"{FEES}/set-up", before_check_in="1")
        await anna.go("/desk/t/open/check-in")
        await anna.send("/desk/t/open/check-in", check_in="1")
        assert "has still to pay" in anna.page.text
        assert "1 of 2 are here" in anna.text


async def test_the_fee_of_whoever_left_before_the_first_game_is_chosen(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_fees(anna)
        await anna.go("/desk/t/open/players")
        await anna.send("/desk/t/open/players/withdraw", player="1")
        await anna.go(FEES)
        assert "still to pay: 34.50 €" in anna.text
        await anna.go(f"{FEES}/set-up")
        await anna.send(f"{FEES}/set-up", fee_of_leavers="nothing")
        assert "still to pay: 34.50 €" not in anna.text
        await anna.go(f"{FEES}/set-up")
        assert 'value="nothing" selected' in anna.page.text


async def test_who_is_to_get_money_back_is_shown_without_a_press(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_fees(anna)
        await anna.go(f"{FEES}/set-up")
        await anna.send(f"{FEES}/set-up", fee_of_leavers="nothing")
        await anna.go(FEES)
        await anna.send(f"{FEES}/paid", player="1")
        assert '<details class="more"><summary>Nothing to pay (1)' in anna.page.text
        await anna.go("/desk/t/open/players")
        await anna.send("/desk/t/open/players/withdraw", player="1")
        await anna.go(FEES)
        assert '<details class="more" open><summary>Nothing to pay (1)' in anna.page.text
        assert "paid too much: " in anna.text


async def test_helpers_take_payments_only_where_the_organiser_says_so(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as ben:
        await anna.log_in()
        await with_fees(anna)
        await ben.go(await invite(anna, "Ben"))
        assert (await ben.go(FEES)).status_code == 403
        await anna.go(f"{FEES}/set-up")
        await anna.send(f"{FEES}/set-up", helpers_take="1")
        assert (await ben.go(FEES)).status_code == 200
        await ben.send(f"{FEES}/paid", player="1")
        assert "paid: 9.50 €" in ben.text
        assert "treasurer" not in ben.page.text
        assert (await ben.go(f"{FEES}/1")).status_code == 403
        assert (await ben.go(f"{FEES}/file.csv")).status_code == 403


async def test_money_is_on_no_page_for_everybody_and_in_no_report_file(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_fees(anna)
        await anna.send(f"{FEES}/paid", player="1", way="transfer")
        for path in ("", "/players", "/players/1", "/players.json", "/players.csv", "/report.trf"):
            await anna.go(f"/t/open{path}")
            assert [word for word in ("9.5", "BNBG", "transfer") if word in anna.page.text] == []


async def test_the_entry_form_says_what_an_entry_costs_and_how_to_pay(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_fees(anna)
        await anna.go("/desk/t/open/entries")
        await anna.send("/desk/t/open/entries", most_entrants="7")
        await anna.go("/entry/open")
        shown = anna.text
        assert "18 years old or younger: 9.50 €" in shown
        assert "Everybody else: 25 €" in shown
        assert "BG80 BNBG" in shown


async def test_a_reader_sees_nobody_pay_in_the_history_either(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as rita:
        await anna.log_in()
        await with_fees(anna)
        await anna.send(f"{FEES}/paid", player="1")
        await anna.go(f"{FEES}/2")
        await anna.send(f"{FEES}/2/own", own_fee="0", reason="guest")
        link = await invite(anna, "Rita", "reader")
        for path in ("/desk/t/open", "/desk/t/open/history"):
            assert [word in (await anna.go(path)).text for word in ("receipt 1", "fee of their own")] == [True, True]
        await rita.go(link)
        for path in ("/desk/t/open", "/desk/t/open/history", "/desk/t/open/history?by=Anna"):
            assert "Entry fees: 9.50" in (await rita.go(path)).text.replace("\xa0", " ")
            assert [word for word in ("receipt", "guest", "fee of their own") if word in rita.page.text] == []
        for file in ("exports/journal", "papers/fees.pdf", "papers/fee-receipts.pdf"):
            assert (file, (await rita.go(f"/desk/t/open/{file}")).status_code) == (file, 409)


async def test_what_is_refused_names_amounts_as_they_are_typed_and_keeps_the_form(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_fees(anna)
        await anna.go(f"{FEES}/2")
        await anna.send(f"{FEES}/paid", amount="1000", paid_on="2026-11-20", payer="Levski")
        assert anna.text.count("Amount must be from 0.01 to 25, not 1000.") == 1
        assert anna.form(f"{FEES}/paid") | {"amount": "1000", "paid_on": "2026-11-20", "payer": "Levski"} == anna.form(
            f"{FEES}/paid"
        )
        await anna.send(f"{FEES}/paid", amount="12.50")
        await anna.send(f"{FEES}/2/refund", amount="20", reason="ill luck")
        assert "Amount must be from 0.01 to 12.50, not 20." in anna.text
        assert [anna.form(f"{FEES}/2/{one}")["reason"] for one in ("refund", "own")] == ["ill luck", ""]
        await anna.go(f"{FEES}/set-up")
        await anna.send(f"{FEES}/set-up", fee="1000000")
        assert anna.text.count("Fee must be from 0 to 100000, not 1000000.") == 1


async def test_players_see_their_own_fee_by_their_own_link(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as ulla:
        await anna.log_in()
        await with_fees(anna)
        await anna.go("/desk/t/open/self-help")
        await anna.send("/desk/t/open/self-help", check_in="1")
        await anna.go("/desk/t/open/players/1")
        found = re.search(r'href="[^"]*(/report/[^"]*)"', anna.page.text)
        assert found
        await ulla.go(found[1])
        assert "Due: 9.50 €, paid: 0 €. Still to pay: 9.50 €" in ulla.text
        assert "BG80 BNBG" in ulla.text
        assert "25" not in ulla.text.partition("Entry fee")[2]
        await anna.go(f"{FEES}/1")
        await anna.send(f"{FEES}/paid", amount="9.50")
        await ulla.go(found[1])
        assert "Due: 9.50 €, paid: 9.50 €. Paid" in ulla.text
        assert "BG80 BNBG" not in ulla.text
        await anna.go(f"{FEES}/1")
        await anna.send(f"{FEES}/1/own", own_fee="5", reason="two of a family")
        await ulla.go(found[1])
        assert "Due: 5 €, paid: 9.50 €. Paid" in ulla.text
        assert "two of a family" not in ulla.page.text


@pytest.mark.parametrize(
    ("ways", "said"),
    [
        ({"iban": "BG80 BNBG 9661 1020 3456 78", "holder": "Club"}, "The fee can be paid by transfer: how"),
        ({"pay_page": "https://pay.example.org/{amount}"}, "The fee can be paid at pay.example.org: how"),
        ({}, ""),
    ],
)
async def test_the_entry_form_says_that_the_fee_can_be_paid_from_afar(
    tmp_path: Path, ways: dict[str, str], said: str
) -> None:
    async with desk(tmp_path) as anna:
        await with_fees(anna, **ways)
        await anna.go("/desk/t/open/entries")
        await anna.send("/desk/t/open/entries", most_entrants="9")
        await anna.go("/entry/open")
        assert said in anna.text
        assert ("The fee can be paid" in anna.text) == bool(said)


async def test_a_fee_that_changes_on_a_day_stands_on_the_form_and_counts_for_who_enters_then(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_fees(anna, fee_changes="2020-01-01; 40\n2099-12-02; 50\nU18; 2099-12-02; 15")
        await anna.go(f"{FEES}/set-up")
        assert "2020-01-01; 40\n2099-12-02; 50\nU18; 2099-12-02; 15" in anna.page.text
        await anna.go("/desk/t/open/entries")
        await anna.send("/desk/t/open/entries", most_entrants="9")
        await anna.go("/entry/open")
        shown = anna.text
        assert "18 years old or younger: 9.50 €. From 2 December 2099 on: 15 €." in shown
        assert "Everybody else: 40 €. From 2 December 2099 on: 50 €." in shown
        await anna.go("/desk/t/open/players")
        await anna.send("/desk/t/open/players", name="Late, Lea", birth_year="1990")
        await anna.go(f"{FEES}/3")
        assert "Due: 40 €" in anna.text
        assert "Entered on " in anna.text
        await anna.go(f"{FEES}/2")
        assert "Due: 25 €" in anna.text, "who was there before"
