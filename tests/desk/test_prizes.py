"""The prize list as it is typed."""

from pathlib import Path

import pytest

from domain.decisions.setup.announcing import announce_prizes
from domain.events import Prize, PrizesAnnounced
from domain.refusals import BadField
from domain.tournament import replay
from domain.words.choices.prizes import PrizeTax, TaxWay
from server.routes.desk.setup.prizes import read_prizes
from tests.crosstable import tournament
from tests.desk.browsers import Browser, desk, with_round_one

TYPED = "First prize; 1 500\nSecond prize; 99,50\nBest under 2000; 100; U2000\nCup\n"


def test_places_count_within_a_category() -> None:
    assert read_prizes(TYPED) == [
        Prize("First prize", 150_000, "", 1),
        Prize("Second prize", 9_950, "", 2),
        Prize("Best under 2000", 10_000, "U2000", 1),
        Prize("Cup", 0, "", 3),
    ]


@pytest.mark.parametrize("amount", ["1.234", "1,500", "lots", "1e99", "9e999999", "NaN", "-", "-5"])
def test_an_amount_that_is_none_is_named_with_its_line(amount: str) -> None:
    with pytest.raises(BadField) as refused:
        read_prizes(f"First; 10\nSecond; {amount}")
    assert refused.value.field == "prizes, line 2"


def test_three_decimals_are_those_of_a_currency_that_has_them() -> None:
    assert [one.cents for one in read_prizes("First; 1 250.500\nSecond; 12,250\nThird; 0.5", "kwd")] == [
        125050,
        1225,
        50,
    ]
    with pytest.raises(BadField) as refused:
        read_prizes("First; 12.505", "KWD")
    assert refused.value.rule == "hundredths:KWD"


@pytest.mark.parametrize(
    "prize", [Prize("", 10), Prize("First", -1), Prize("First", 10, "U"), Prize("First", 10, place=0)]
)
def test_a_prize_that_cannot_be_is_named_with_its_line(prize: Prize) -> None:
    with pytest.raises(BadField) as refused:
        announce_prizes(tournament("A +w2\nB -b1"), [prize])
    assert refused.value.field == "prizes, line 1"


def test_the_same_list_again_is_no_event() -> None:
    state = tournament("A +w2\nB -b1")
    once = replay(announce_prizes(state, read_prizes(TYPED)), state)
    assert announce_prizes(once, read_prizes(TYPED)) == []


def test_the_list_is_announced_whole() -> None:
    (event,) = announce_prizes(tournament("A +w2\nB -b1"), read_prizes("First; 10"), "hort", "bgn", False)
    assert event == PrizesAnnounced((Prize("First", 1000),), "hort", "BGN", False)


LIST = "/desk/t/open/prizes"


def test_a_thing_is_typed_behind_the_category_with_its_value() -> None:
    assert read_prizes("First; 500; ; cup; 49.50\nBest woman; 0; W; clock") == [
        Prize("First", 50_000, "", 1, "cup", 4_950),
        Prize("Best woman", 0, "W", 1, "clock"),
    ]


@pytest.mark.parametrize("line", ["First; 500; ; ; 80", "First; 500; ; cup; lots"])
def test_a_value_belongs_to_a_thing(line: str) -> None:
    with pytest.raises(BadField) as refused:
        announce_prizes(tournament("A +w2\nB -b1"), read_prizes(line))
    assert refused.value.field == "prizes, line 1"


@pytest.mark.parametrize(
    ("tax", "field"),
    [
        (PrizeTax(TaxWay.WHOLE, 0), "tax_amount"),
        (PrizeTax(TaxWay.ABOVE, 10_001), "tax_amount"),
        (PrizeTax(TaxWay.FIXED, 0), "tax_amount"),
        (PrizeTax(TaxWay.FIXED, 1, -1), "tax_threshold"),
    ],
)
def test_a_tax_that_cannot_be_is_refused(tax: PrizeTax, field: str) -> None:
    with pytest.raises(BadField) as refused:
        announce_prizes(tournament("A +w2\nB -b1"), [Prize("First", 10)], tax=tax)
    assert refused.value.field == field


def test_without_a_tax_nothing_is_kept_of_it() -> None:
    unused = PrizeTax(TaxWay.NONE, 1, 2, things=True)
    (event,) = announce_prizes(tournament("A +w2\nB -b1"), [Prize("First", 10)], tax=unused)
    assert event == PrizesAnnounced((Prize("First", 10),))


async def test_the_desk_shows_what_is_withheld_and_the_sums_for_the_treasurer(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_prizes(anna, "First; 500; ; cup; 80\nSecond; 300")
        await anna.send(LIST, tax_way="whole", tax_amount="10", tax_threshold="400", tax_things="1")
        treasurer = anna.page.text.split('id="treasurer"')[1].split("</table>")[0]
        assert [sum in treasurer for sum in ("800", "58", "742", "80")] == [True] * 4
        assert "First: cup" in anna.text
        public = (await anna.client.get("/t/open/prizes.json")).json()["data"]
        assert public["tax"] == {"way": "whole", "amount": 1000, "threshold": 40000, "things": True}
        assert [(one["cents"], one.get("value_cents"), one["tax_cents"]) for one in public["awards"]] == [
            (50000, None, 5800),
            (30000, None, 0),
            (0, 8000, 0),
        ]
        assert {"thing": "cup", "value_cents": 8000}.items() <= public["announced"][0].items()
        csv = (await anna.client.get("/t/open/prizes.csv")).text.splitlines()
        assert csv[0].lstrip("\ufeff").split(",")[-5:] == ["amount", "value", "tax", "net", "currency"]
        assert anna.form(LIST)["prize_thing_1"] == "cup"


async def with_prizes(anna: Browser, prizes: str) -> None:
    """Announced in round 1, in which board 1 has a winner."""
    await with_round_one(anna)
    await anna.go("/desk/t/open/rounds/1")
    await anna.send("/desk/t/open/rounds/1/results", board="1", result="1-0", seen="")
    await anna.go(LIST)
    await anna.send(LIST, prizes=prizes, sharing="none")


async def test_a_refused_list_keeps_how_it_is_shared(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_prizes(anna, "First; 500")
        await anna.send(LIST, prizes="First; lots", sharing="hort", one_per_player="1")
        assert anna.refusal
        assert anna.form(LIST)["sharing"] == "hort"
        assert 'name="one_per_player" value="1" checked' in anna.page.text


async def test_a_rating_beside_everybody_is_asked_about(tmp_path: Path) -> None:
    """It was dropped, and the prize was one for everybody."""
    async with desk(tmp_path) as anna:
        await with_prizes(anna, "First; 500")
        await anna.send(LIST, prize_name_2="Best under 1800", prize_amount_2="50", prize_value_2="1800")
        assert "“1800” says who may win it; choose for whom it is" in anna.refusal
        await anna.send(LIST, prize_for_2="below")
        public = (await anna.client.get("/t/open/prizes.json")).json()["data"]
        assert [one["category"] for one in public["announced"]] == ["", "U1800"]


async def test_another_list_says_who_gets_what_before_it_is_saved(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_prizes(anna, "First; 500\nSecond; 300")
        assert "This changes who gets what" not in anna.text
        await anna.send(LIST, prizes="First; 400")
        assert "This changes who gets what" in anna.text
        section = anna.page.text.split('id="prize-changes"')[1].split("</section>")[0]
        assert [amount in section for amount in ("500", "400", "300", "nothing")] == [True] * 4
        assert "Second" in (await anna.client.get("/t/open/prizes")).text
        await anna.send(LIST)
        assert "This changes who gets what" not in anna.text
        assert "Second" not in (await anna.client.get("/t/open/prizes")).text


async def test_a_row_changed_after_the_look_is_looked_at_again(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_prizes(anna, "First; 500")
        await anna.send(LIST, prizes="First; 400")
        await anna.send(LIST, prize_amount_1="350")
        assert "This changes who gets what" in anna.text
        await anna.send(LIST)
        assert "350" in (await anna.client.get("/t/open/prizes")).text


async def test_what_changes_nothing_for_anybody_is_saved_at_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_prizes(anna, "First; 500")
        await anna.send(LIST, prizes="First; 500\nBest junior; 50; U12")
        assert "This changes who gets what" not in anna.text
        assert anna.form(LIST)["prize_name_2"] == "Best junior"


async def test_a_closed_tournament_says_that_prizes_may_have_been_given_out(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_prizes(anna, "First; 500")
        for board in ("2", "3", "4"):
            await anna.go("/desk/t/open/rounds/1")
            await anna.send("/desk/t/open/rounds/1/results", board=board, result="1-0", seen="")
        await anna.go("/desk/t/open")
        await anna.send("/desk/t/open/close", reason="storm", confirmed="4")
        await anna.go(LIST)
        await anna.send(LIST, prizes="First; 400")
        assert "may have been given out already" in anna.text
