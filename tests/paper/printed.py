"""Papers as somebody prints them, read back from the PDF."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO

from pypdf import PdfReader

from domain.tournament import Tournament
from projections.moment.overview import overview
from projections.moment.snapshot import snapshot
from projections.table.norms import NormEvent
from tests.projections.chances_shown import found_of
from web.links import Frame, Site
from web.paper.asked import PaperRequest
from web.paper.papers import SIZES, paper
from web.paper.typesetting import typeset
from web.wording import language

ORIGIN = "http://192.168.1.20:8000"


def request(t: Tournament, lang: str = "en", round: int = 0, event: NormEvent = NormEvent.ORDINARY) -> PaperRequest:
    return PaperRequest(snapshot(t), language(lang), round or t.paired, drafts=True, norm_event=event)


def printed(
    name: str, t: Tournament, *, lang: str = "en", size: str = "a4", reachable: bool = True, round: int = 0
) -> PdfReader | None:
    moment = datetime(2026, 11, 22, 15, tzinfo=UTC)
    frame = Frame(Site("open"), overview(t), "", 7, "1a2b3c4d5e6f", "", moment=moment, origin=ORIGIN)
    asked = request(t, lang, round)
    if name == "coming":
        asked = replace(asked, chances=found_of(t, 5))
    if name == "own-links":
        asked = replace(asked, own_link=lambda player: f"{ORIGIN}/report/open/{player}")
    made = paper(name, asked, frame, SIZES[size], reachable)
    return PdfReader(BytesIO(typeset(made))) if made is not None else None


def pages(name: str, t: Tournament, **how: object) -> Sequence[str]:
    """The text of each page, words that were broken over lines joined with a space."""
    read = printed(name, t, **how)  # type: ignore[arg-type]
    assert read is not None
    return [" ".join(page.extract_text().split()) for page in read.pages]


def text(name: str, t: Tournament, **how: object) -> str:
    return " ".join(pages(name, t, **how))


def words_of(pdf: bytes) -> str:
    """The words of a paper, one space between them."""
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())
