"""Papers of a festival: the prizes of all its sections together."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from projections.festivals.prizes import FestivalPrizes
from projections.moment.faces import WornFace
from projections.moment.snapshot import Snapshot
from web.paper import awards
from web.paper.asked import PaperRequest
from web.paper.awards import CERTIFICATES_OF_A_SECTION, SectionAwards
from web.paper.faces import paper_face
from web.paper.sheets import Sheet
from web.paper.typesetting import LaidOut, PaperHead, PaperSize, lay_out
from web.qr_codes import qr_code
from web.wording import N_, Language


@dataclass(frozen=True, slots=True)
class FestivalPaper:
    title: str
    purpose: str
    make: Callable[[Sequence[SectionAwards]], Sequence[Sheet]]


def _certificates(sections: Sequence[SectionAwards]) -> Sequence[Sheet]:
    return awards.certificates_of(sections, CERTIFICATES_OF_A_SECTION)


FESTIVAL_PAPERS: Mapping[str, FestivalPaper] = {
    "prizes": FestivalPaper(N_("Prizes"), N_("of all sections, in one list"), awards.prizes_of),
    "receipts": FestivalPaper(N_("Receipts"), N_("three to a page, one for each prize with money"), awards.receipts_of),
    "certificates": FestivalPaper(
        N_("Certificates"), N_("for the first three of each section and everybody with a prize"), _certificates
    ),
}


@dataclass(frozen=True, slots=True)
class FestivalPrint:
    """A festival as its papers show it."""

    name: str
    prizes: FestivalPrizes
    snapshots: Mapping[str, Snapshot]
    """Of the sections, by address."""
    titles: Mapping[str, str]
    """The sections in their order: address to title."""
    face: WornFace
    stamp: str
    """The moment of the print."""
    address: str = ""
    """The public page of the prizes; empty = none that a phone could reach."""


def _mode(printed: FestivalPrint, words: Language) -> str:
    left = [title for slug, title in printed.titles.items() if _left_fide_mode(printed.snapshots.get(slug))]
    return words.gettext("not in FIDE mode: {sections}", sections=words.listing(left)) if left else ""


def _left_fide_mode(section: Snapshot | None) -> bool:
    return section is not None and section.tournament.left_fide_mode is not None


def festival_paper(
    name: str, printed: FestivalPrint, words: Language, size: PaperSize, pictures: Mapping[str, bytes]
) -> LaidOut | None:
    """The paper, laid out; None where there is nothing to print."""
    by_slug = {one.slug: one.prizes for one in printed.prizes.sections}
    sections = [
        SectionAwards(PaperRequest(at, words, at.round), by_slug.get(slug), title)
        for slug, title in printed.titles.items()
        if (at := printed.snapshots.get(slug)) is not None
    ]
    sheets = FESTIVAL_PAPERS[name].make(sections)
    if not sheets:
        return None
    head = PaperHead(
        title=printed.name,
        event=printed.name,
        mode=_mode(printed, words),
        lang=words.spoken,
        direction=words.direction,
        address=printed.address,
        qr=qr_code(printed.address).svg_inline(border=1) if printed.address else "",
        stamp=printed.stamp,
        face=paper_face(printed.face, pictures),
    )
    return lay_out(head, sheets, size)
