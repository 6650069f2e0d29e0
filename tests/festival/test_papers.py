"""Papers of a festival: prizes across its sections, and a round of all sections as PGN."""

import csv
from io import StringIO

import pytest

from tests.desk.browsers import Browser
from tests.festival.test_pages import FOUR, SUMMER, anna, play_round_one
from tests.paper.printed import words_of

__all__ = ["anna"]


@pytest.fixture
async def played(anna: Browser) -> Browser:
    """Round 1 of both sections, with prizes in each of them."""
    for slug, players in (("summer-in-varna-open", FOUR), ("summer-in-varna-seniors", FOUR.replace("Adams", "Evans"))):
        await play_round_one(anna, slug, players, {1: "1", 2: "0"})
        await anna.go(f"/desk/t/{slug}/prizes")
        await anna.send(f"/desk/t/{slug}/prizes", prizes="First; 500")
    return anna


def read(of: Browser) -> str:
    assert of.page.status_code == 200
    assert of.page.headers["content-type"] == "application/pdf"
    return words_of(of.page.content)


async def test_prizes_of_all_sections_are_one_list(played: Browser) -> None:
    await played.go(f"{SUMMER}/papers/prizes.pdf")
    said = read(played)
    assert said.index("Open") < said.index("Adams") < said.index("Seniors") < said.index("Evans")
    assert "Paid out: 1,000 €" in said


async def test_a_tax_of_the_second_section_has_its_column(played: Browser) -> None:
    """The columns were those of the first section alone, and the row of the second ran over them."""
    await played.send("/desk/t/summer-in-varna-seniors/prizes", tax_way="whole", tax_amount="10")
    await played.go(f"{SUMMER}/papers/prizes.pdf")
    said = read(played)
    assert "now. Seniors: Tax: 10 % from what each winner gets. Prize Player Place Amount Tax Net" in said
    assert "Adams 2 250 € 250 € Seniors" in said
    assert "Evans 2 250 € 25 € 225 €" in said


async def test_prizes_of_all_sections_are_one_file(played: Browser) -> None:
    """Below the address of the section for programs; the page has it once somebody has won."""
    await played.go("/f/summer-in-varna/prizes")
    assert 'href="/f/summer-in-varna/prizes.csv"' in played.page.text
    rows = list(csv.DictReader(StringIO((await played.go("/f/summer-in-varna/prizes.csv")).text.lstrip("\ufeff"))))
    assert sorted((one["section"], one["name"], one["amount"], one["currency"]) for one in rows) == [
        ("summer-in-varna-open", "Adams", "250.0", "EUR"),
        ("summer-in-varna-open", "Baker", "250.0", "EUR"),
        ("summer-in-varna-seniors", "Baker", "250.0", "EUR"),
        ("summer-in-varna-seniors", "Evans", "250.0", "EUR"),
    ]
    assert (await played.go("/f/summer-in-varna/prizes.csv?at=1")).status_code == 200


async def test_receipts_name_the_winners_of_each_section(played: Browser) -> None:
    await played.go(f"{SUMMER}/papers/receipts.pdf?size=letter")
    assert read(played).count("Received by") == 4


async def close(anna: Browser, slug: str) -> None:
    await anna.go(f"/desk/t/{slug}")
    await anna.send(f"/desk/t/{slug}/close", reason="rain", confirmed="4")


async def test_certificates_are_printed_of_each_section_that_is_over(played: Browser) -> None:
    await close(played, "summer-in-varna-open")
    await played.go(f"{SUMMER}/papers/certificates.pdf?lang=bg")
    said = read(played)
    assert "Adams" in said
    assert "Evans" not in said
    await close(played, "summer-in-varna-seniors")
    await played.go(f"{SUMMER}/papers/certificates.pdf")
    assert "Winner among 4 players" in read(played)


async def test_certificates_of_sections_in_play_are_refused_in_a_sentence(played: Browser) -> None:
    page = await played.go(SUMMER)
    assert "papers/certificates.pdf" not in page.text
    assert "There are none until a section is over." in page.text
    refused = await played.go(f"{SUMMER}/papers/certificates.pdf")
    assert refused.status_code == 409
    assert "Certificates need a section that is over" in refused.text


async def test_a_name_that_is_no_paper_of_a_festival_is_not_found(played: Browser) -> None:
    await played.go(f"{SUMMER}/papers/crosstable.pdf")
    assert played.page.status_code == 404


async def test_a_round_of_all_sections_is_one_file_of_games(played: Browser) -> None:
    for address in (f"{SUMMER}/round-1.pgn", "/f/summer-in-varna/round-1.pgn"):
        text = (await played.go(address)).text
        assert text.count('[Event "Summer in Varna: ') == 4
        assert text.count('[Section "Open"]') == text.count('[Section "Seniors"]') == 2
        assert text.index('[White "Adams"]') < text.index('[White "Evans"]')
    await played.go("/f/summer-in-varna/round-2.pgn")
    assert played.page.status_code == 404


async def test_a_draft_of_a_round_is_in_the_file_of_the_desk_alone(played: Browser) -> None:
    root = "/desk/t/summer-in-varna-open"
    await played.go(root)
    await played.send(f"{root}/pair", confirmed="2")
    assert (await played.go(f"{SUMMER}/round-2.pgn")).text.count("[Event ") == 2
    assert (await played.go("/f/summer-in-varna/round-2.pgn")).status_code == 404


async def test_the_page_of_downloads_offers_the_rounds_of_the_festival(played: Browser) -> None:
    page = await played.go("/t/summer-in-varna-open/downloads")
    assert "/f/summer-in-varna/round-1.pgn" in page.text
