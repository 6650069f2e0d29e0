"""News and documents from the desk to public pages, the feed of news and back."""

from xml.etree import ElementTree

import httpx

from server.services import Services
from tests.desk.browsers import Browser
from tests.desk.test_self_registration import hall

__all__ = ["hall"]

Hall = tuple[Browser, Browser, Services]
DESK, PUBLIC = "/desk/t/open/news", "/t/open/news"
PDF = b"%PDF-1.4 regulations"
ATOM = {"a": "http://www.w3.org/2005/Atom"}


async def write(anna: Browser, title: str, where: str = f"{DESK}/write", **more: str) -> httpx.Response:
    await anna.go(where.removesuffix("/write"))
    return await anna.send(where, bulletin_title_en=title, bulletin_at="2026-11-29T10:00", **more)


async def with_document(anna: Browser, data: bytes, name: str = "rules.pdf") -> httpx.Response:
    await anna.go(DESK)
    files = {"document": (name, data)}
    return await anna.send(f"{DESK}/write", files, bulletin_title_en="Regulations", bulletin_kind="information")


async def test_news_are_on_the_public_pages_in_the_language_of_the_reader(hall: Hall) -> None:
    anna, boris, _ = hall
    await write(anna, "Round 2 is moved", bulletin_body_en="It starts at **five**.", bulletin_title_bg="Нов час")
    await boris.go("/t/open")
    assert "Round 2 is moved" in boris.text
    await boris.go(PUBLIC)
    assert "<strong>five</strong>" in boris.page.text
    await boris.go(f"{PUBLIC}?lang=bg")
    assert "Нов час" in boris.text
    assert "Round 2 is moved" not in boris.text


async def test_nothing_of_it_is_in_the_navigation_before_something_is_written(hall: Hall) -> None:
    anna, boris, _ = hall
    await boris.go("/t/open/players")
    assert PUBLIC not in boris.page.text
    await write(anna, "Welcome")
    await boris.go("/t/open/players")
    assert f'href="{PUBLIC}"' in boris.page.text


async def test_what_is_withdrawn_is_on_no_page_not_even_of_the_past(hall: Hall) -> None:
    anna, boris, services = hall
    await write(anna, "Anna Petrova is ill")
    position = (await services.office.open("open")).position
    await write(anna, "Something else")
    await boris.go(f"{PUBLIC}?at={position}")
    assert "Anna Petrova is ill" in boris.text
    await anna.send(f"{DESK}/1/withdraw")
    for address in (PUBLIC, f"{PUBLIC}?at={position}", f"{PUBLIC}.json?at={position}", f"{PUBLIC}.atom", "/t/open"):
        await boris.go(address)
        assert boris.page.status_code == 200
        assert "Petrova" not in boris.page.text, address


async def test_news_are_withdrawn_and_not_struck_off_like_a_player(hall: Hall) -> None:
    anna, _, _ = hall
    await write(anna, "Buses leave at nine")
    for lang, said in (("bg", "Оттегляне"), ("ru", "Отозвать")):
        await anna.go(f"{DESK}?lang={lang}")
        assert f'aria-label="{said}: Buses leave at nine">{said}</button>' in anna.page.text


async def test_it_is_changed_and_keeps_its_number(hall: Hall) -> None:
    anna, boris, _ = hall
    await write(anna, "Round 2 at 15:00")
    await write(anna, "Round 2 at 16:00", f"{DESK}/1/write", pinned="1")
    await boris.go(f"{PUBLIC}.json")
    [told] = boris.page.json()["data"]["news"]
    assert (told["number"], told["texts"][0]["title"], told["pinned"]) == (1, "Round 2 at 16:00", True)


async def test_a_document_is_sent_as_a_pdf_until_it_is_withdrawn(hall: Hall) -> None:
    anna, boris, services = hall
    await with_document(anna, PDF, "Правила.pdf")
    file = (await services.office.open("open")).tournament.bulletins.shown[0].bulletin.document
    assert file is not None
    address = f"/t/open/documents/{file.digest}.pdf"
    await boris.go(PUBLIC)
    assert address in boris.page.text
    await boris.go(address)
    assert (boris.page.content, boris.page.headers["content-type"]) == (PDF, "application/pdf")
    assert "%D0%9F" in boris.page.headers["content-disposition"]
    await anna.go(DESK)
    await anna.send(f"{DESK}/1/withdraw")
    assert (await boris.go(address)).status_code == 404


async def test_a_document_stays_when_the_text_is_changed_and_goes_when_asked(hall: Hall) -> None:
    anna, _, services = hall
    await with_document(anna, PDF)
    await write(anna, "Rules", f"{DESK}/1/write")
    office = await services.office.open("open")
    assert office.tournament.bulletins.shown[0].bulletin.document is not None
    await write(anna, "Rules", f"{DESK}/1/write", no_document="1")
    assert office.tournament.bulletins.shown[0].bulletin.document is None


async def test_what_is_no_pdf_or_too_large_is_refused_and_what_was_typed_stays(hall: Hall) -> None:
    anna, _, _ = hall
    await with_document(anna, b"MZ not a document", "virus.pdf")
    assert anna.refusal == "Document: “virus.pdf” is no PDF."
    assert 'value="Regulations"' in anna.page.text
    await with_document(anna, PDF + bytes(2_000_000))
    assert anna.refusal == "Document: “rules.pdf” is larger than 2 MB."


async def test_readers_of_feeds_have_the_news_with_their_times(hall: Hall) -> None:
    anna, boris, _ = hall
    await write(anna, "First & foremost", bulletin_body_en="- one", bulletin_link="https://example.org/a?b=1&c=2")
    await boris.go(f"{PUBLIC}.atom")
    assert boris.page.headers["content-type"].startswith("application/atom+xml")
    [entry] = ElementTree.fromstring(boris.page.content).findall("a:entry", ATOM)
    assert entry.findtext("a:title", namespaces=ATOM) == "First & foremost"
    assert (entry.findtext("a:updated", namespaces=ATOM) or "").startswith("2026-11-29T10:00:00")
    assert "<li>one</li>" in (entry.findtext("a:content", namespaces=ATOM) or "")


async def test_a_festival_has_news_of_its_own(hall: Hall) -> None:
    anna, boris, _ = hall
    await anna.go("/desk/festivals")
    await anna.send("/desk/festivals", name="Summer")
    desk = "/desk/festivals/summer/news"
    await write(anna, "Buses leave at nine", f"{desk}/write")
    for address in ("/f/summer", "/f/summer/news", "/f/summer/news.json", "/f/summer/news.atom"):
        await boris.go(address)
        assert "Buses leave at nine" in boris.page.text, address
    await anna.go(desk)
    await anna.send(f"{desk}/1/withdraw")
    await boris.go("/f/summer/news")
    assert "Buses" not in boris.page.text
