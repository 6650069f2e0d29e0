"""The papers there are, of tournaments and of festivals: each with its name, its maker, and who needs it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import TypeAlias

from domain.festival.state import Festival
from domain.records import dataclass
from domain.words.choices.bulletins import NO_BULLETINS, Bulletins
from domain.words.regulations import Regulations
from projections.festivals.prizes import FestivalPrizes
from projections.festivals.rankings import EventRanking
from projections.moment.faces import WornFace
from projections.moment.snapshot import Snapshot
from projections.table.podium import is_decided
from projections.table.team_scores import team_scores
from web.links import Frame, Site
from web.paper import awards, fees, lists, news, norm_forms, reports, rounds, slips_and_badges, title_forms
from web.paper.asked import SEPARATOR, PaperRequest
from web.paper.awards import CERTIFICATES_OF_A_SECTION, SectionAwards
from web.paper.laying_out import PaperFace, PaperHead, PaperSize, lay_out, paper_face
from web.paper.sheets import Sheet
from web.paper.typesetting import LaidOut
from web.wording import N_, Language
from web.wording.chess.status import fide_mode_note

SIZES: dict[str, PaperSize] = {"a4": "a4", "letter": "us-letter"}


class PaperGroup(StrEnum):
    """The part of the desk's page that a paper stands in."""

    ROUND = "round"
    BEFORE = "before"
    TABLE = "table"
    END = "end"
    NORMS = "norms"


GROUP_TITLES: dict[PaperGroup, str] = {
    PaperGroup.BEFORE: N_("Before the event"),
    PaperGroup.ROUND: N_("Of a round"),
    PaperGroup.TABLE: N_("Tables"),
    PaperGroup.END: N_("At the end"),
    PaperGroup.NORMS: N_("Title norms"),
}


def _with_players(asked: PaperRequest) -> bool:
    return bool(asked.snapshot.people)


def _with_photos(asked: PaperRequest) -> bool:
    return bool(asked.snapshot.tournament.photos)


def _with_own_links(asked: PaperRequest) -> bool:
    return asked.own_link is not None and _with_players(asked)


def _with_boards(asked: PaperRequest) -> bool:
    return asked.round > 0


def _with_next_round(asked: PaperRequest) -> bool:
    return asked.chances is not None and asked.chances.next_round is not None


def _with_games_to_come(asked: PaperRequest) -> bool:
    return asked.round > 0 and bool(asked.snapshot.tournament.round(asked.round).unanswered)


def _with_matches(asked: PaperRequest) -> bool:
    return asked.round > 0 and bool(asked.snapshot.tournament.teams)


def _with_rounds(asked: PaperRequest) -> bool:
    return asked.snapshot.round > 0


def _from_tables(asked: PaperRequest) -> bool:
    return asked.round > 0 and asked.snapshot.tournament.regulations.from_tables


def _with_bracket(asked: PaperRequest) -> bool:
    return asked.snapshot.round > 0 and asked.snapshot.tournament.regulations.with_bracket


def _when_over(asked: PaperRequest) -> bool:
    return is_decided(asked.snapshot)


def _with_team_scores(asked: PaperRequest) -> bool:
    return asked.snapshot.round > 0 and team_scores(asked.snapshot) is not None


def _with_prizes(asked: PaperRequest) -> bool:
    return asked.snapshot.round > 0 and asked.snapshot.tournament.prizes is not None


def _with_fees(asked: PaperRequest) -> bool:
    return asked.snapshot.tournament.fees.any and _with_players(asked)


def _with_payments(asked: PaperRequest) -> bool:
    return bool(asked.snapshot.tournament.payments)


WITH_PHOTOS = "badges-with-photos"
"""The paper that wants the photos of the players."""


@dataclass(frozen=True, slots=True)
class Paper:
    title: str
    purpose: str
    make: Callable[[PaperRequest], Sequence[Sheet]]
    """Answers nothing where there is nothing to print."""
    offered: Callable[[PaperRequest], bool]
    """Asked for the desk's page."""
    with_round: bool = False
    """Part of "all papers of this round"."""
    for_arbiters: bool = False
    """For those alone who decide about players."""
    belongs_to: Callable[[Regulations], bool] = lambda _laws: True
    """Whether an event under these regulations ever has it."""


PAPERS: dict[PaperGroup, dict[str, Paper]] = {
    PaperGroup.BEFORE: {
        "check-in": Paper(N_("Check-in list"), N_("a box for everybody, by name"), lists.check_in, _with_players),
        "players": Paper(N_("Players"), N_("by number, with club and FIDE ID"), lists.players_by_number, _with_players),
        "news": Paper(
            N_("News and documents"), N_("everything that the organiser tells"), news.news_sheet, news.with_news
        ),
        "badges": Paper(N_("Badges"), N_("eight to a page"), slips_and_badges.badges, _with_players),
        WITH_PHOTOS: Paper(
            N_("Badges with photos"),
            N_("eight to a page, photos as the desk has them"),
            slips_and_badges.badges_with_photos,
            _with_photos,
            for_arbiters=True,
        ),
        "own-links": Paper(
            N_("Links of players"),
            N_("eight to a page, a code for each player alone"),
            slips_and_badges.own_links,
            _with_own_links,
        ),
        "fees": Paper(
            N_("Entry fees"), N_("who has paid, and who still owes"), fees.fee_sheet, _with_fees, for_arbiters=True
        ),
        "fee-receipts": Paper(
            N_("Receipts of fees"),
            N_("three to a page, numbered"),
            fees.fee_receipts,
            _with_payments,
            for_arbiters=True,
        ),
        "player-cards": Paper(
            N_("Players’ cards"),
            N_("every round of a player, with lines for those to come"),
            slips_and_badges.players_cards,
            _with_players,
        ),
    },
    PaperGroup.ROUND: {
        "pairings": Paper(
            N_("Pairings by board"), N_("for the wall"), rounds.pairings_by_board, _with_boards, with_round=True
        ),
        "seats": Paper(
            N_("Pairings by name"), N_("name, board, colour"), rounds.pairings_by_name, _with_boards, with_round=True
        ),
        "coming": Paper(
            N_("Next round, provisional"),
            N_("as it would be if the round ended now"),
            rounds.coming_by_board,
            _with_next_round,
        ),
        "round-sheet": Paper(
            N_("Arbiter’s sheet"),
            N_("a line a board, with room for the result, the time and a remark"),
            rounds.round_sheet,
            _with_boards,
            with_round=True,
        ),
        "slips": Paper(
            N_("Result slips"),
            N_("three to a page, for games without a result"),
            slips_and_badges.result_slips,
            _with_games_to_come,
            with_round=True,
        ),
        "match-sheets": Paper(
            N_("Match sheets"),
            N_("a page for each match of teams, signed by both"),
            rounds.match_sheets,
            _with_matches,
            belongs_to=lambda laws: laws.of_teams,
        ),
        "lineups": Paper(
            N_("Lineup sheets"),
            N_("a page for each team, for its captain to fill in"),
            rounds.lineup_sheets,
            _with_matches,
            belongs_to=lambda laws: laws.of_teams,
        ),
        "place-cards": Paper(
            N_("Place cards"), N_("two to a page: name, board, colour"), slips_and_badges.place_cards, _with_boards
        ),
    },
    PaperGroup.TABLE: {
        "standings": Paper(
            N_("Standings"), N_("after the round chosen"), lists.standings_sheet, _with_rounds, with_round=True
        ),
        "crosstable": Paper(
            N_("Crosstable"),
            N_("every round, or every opponent, in one line, by place"),
            lists.crosstable_sheet,
            _with_rounds,
        ),
        "boards": Paper(
            N_("Players by board"),
            N_("of teams, best performance first"),
            lists.boards_sheet,
            _with_matches,
            belongs_to=lambda laws: laws.of_teams,
        ),
        "team-scores": Paper(
            N_("Team scores"),
            N_("of clubs or federations, by their best players"),
            lists.team_scores_sheet,
            _with_team_scores,
        ),
        "all-rounds": Paper(
            N_("All rounds"),
            N_("the plan of a round robin, with the results so far"),
            rounds.every_round,
            _from_tables,
            belongs_to=lambda laws: laws.from_tables,
        ),
        "bracket": Paper(
            N_("Bracket"),
            N_("the whole tree, as far as it is known"),
            lists.bracket_paper,
            _with_bracket,
            belongs_to=lambda laws: laws.with_bracket,
        ),
        "ratings": Paper(
            N_("Rating changes"), N_("as the rating report will have them"), reports.rating_changes_list, _with_rounds
        ),
    },
    PaperGroup.END: {
        "prizes": Paper(N_("Prizes"), N_("who gets what"), awards.prize_sheet, _with_prizes),
        "receipts": Paper(
            N_("Receipts"),
            N_("three to a page, one for each prize with money or a value"),
            awards.receipts,
            _with_prizes,
        ),
        "certificates": Paper(
            N_("Certificates"), N_("for the first ten and everybody with a prize"), awards.certificates, _when_over
        ),
        "final-report": Paper(
            N_("Final report"), N_("the event in figures, its table and crosstable"), reports.final_report, _with_rounds
        ),
    },
    PaperGroup.NORMS: {
        "norms": Paper(
            N_("Norms"),
            N_("achieved and nearly achieved, with the rule that fails"),
            norm_forms.norm_summary,
            _with_rounds,
        ),
        "norms-in-reach": Paper(
            N_("Norms in reach"),
            N_("who can still make one, and with how many points"),
            norm_forms.norms_in_reach_list,
            norm_forms.with_norms_in_reach,
        ),
        "it1": Paper(
            N_("Certificates of norms (IT1)"),
            N_("one for each norm achieved"),
            norm_forms.norm_certificates,
            norm_forms.with_norms,
        ),
        "it2": Paper(
            N_("Applications for titles (IT2)"),
            N_("for everybody with a norm; norms of other events are written in"),
            title_forms.title_applications,
            norm_forms.with_norms,
        ),
        "arbiter-norms": Paper(
            N_("Norms of arbiters (FA1, IA1)"),
            N_("one for each arbiter of the announcement"),
            title_forms.arbiter_norms,
            title_forms.with_arbiters,
        ),
        "organiser": Paper(
            N_("Event of an organiser (IO)"),
            N_("what the title of an organiser needs of each event; who it was is written in"),
            title_forms.organiser_event,
            _with_rounds,
        ),
        "it4": Paper(
            N_("Direct titles (IT4)"),
            N_("those with a medal or half of the points; the title claimed is written in"),
            title_forms.direct_titles,
            title_forms.with_direct_titles,
        ),
        "it3": Paper(
            N_("Tournament report (IT3)"), N_("goes with the certificates"), norm_forms.tournament_report, _with_rounds
        ),
    },
}
OF_THE_END = (*PAPERS[PaperGroup.END], "it1")
PUBLIC_PAPERS: Mapping[str, str] = {
    "pairings": "/pairings/{round:int}.pdf",
    "seats": "/seats/{round:int}.pdf",
    "coming": "/coming.pdf",
    "news": "/news.pdf",
    "standings": "/standings/{round:int}.pdf",
    "boards": "/boards/{round:int}.pdf",
    "lineups": "/lineups/{round:int}.pdf",
    "match-sheets": "/matches/{round:int}.pdf",
}
"""Papers for everybody, each with its address below the tournament."""
ZONE = "UTC"
NO_PICTURES: Mapping[str, bytes] = {}
ALL_OF_ROUND = "round"
"""The name of the file with all papers of a round."""

BY_NAME: dict[str, Paper] = {name: paper for group in PAPERS.values() for name, paper in group.items()}


def sheets_of(name: str, asked: PaperRequest) -> list[Sheet]:
    """The sheets of a paper, or of all papers of the round; empty where there is nothing to print."""
    papers = [paper for paper in BY_NAME.values() if paper.with_round] if name == ALL_OF_ROUND else [BY_NAME[name]]
    return [sheet for paper in papers if paper.offered(asked) for sheet in paper.make(asked)]


def papers_of_the_end(asked: PaperRequest) -> Mapping[str, Paper]:
    """What is signed and handed out when all is played."""
    return {name: BY_NAME[name] for name in OF_THE_END if BY_NAME[name].offered(asked)}


def paper(
    name: str,
    asked: PaperRequest,
    frame: Frame,
    size: PaperSize,
    reachable: bool,
    pictures: Mapping[str, bytes] = NO_PICTURES,
) -> LaidOut | None:
    """The paper, laid out; None where there is nothing to print.

    `reachable`: phones in the hall can open the address. `pictures` are those of the face, by digest.
    """
    site = Site(frame.site.slug)
    asked = _with_pages(asked, site.slug, frame.origin if reachable else "")
    sheets = sheets_of(name, asked)
    if not sheets:
        return None
    address = frame.origin + site.to(_live_page(name, asked)) if reachable else ""
    kept = name in PAPERS[PaperGroup.END] or name in PAPERS[PaperGroup.NORMS]
    return lay_out(_head(frame, asked.words, address, kept, paper_face(frame.face, pictures)), sheets, size)


def _with_pages(asked: PaperRequest, slug: str, origin: str) -> PaperRequest:
    """With the public pages of players, where phones reach them."""
    return replace(asked, page_of=lambda id: origin + Site(slug).player(id)) if origin else asked


def _live_page(name: str, asked: PaperRequest) -> str:
    """The public page that shows the same as it is now; else the tournament's first page."""
    if name == "coming":
        return "/coming"
    if name == ALL_OF_ROUND or name in PAPERS[PaperGroup.ROUND]:
        return f"/pairings/{asked.round}"
    return (
        f"/{name}"
        if name in ("standings", "crosstable", "bracket", "players", "boards", "team-scores", "prizes", "news")
        else ""
    )


def _head(frame: Frame, words: Language, address: str, kept: bool, face: PaperFace) -> PaperHead:
    """`kept`: somebody may ask years later whether the paper is true, so it says where the journal stood."""
    moment = f"{words.moment(frame.moment)} {ZONE}" if frame.moment else ""
    proof = words.gettext("journal position {position}", position=frame.position), frame.stamp
    stamp = SEPARATOR.join((*proof, moment)) if kept else moment
    mode = fide_mode_note(frame.overview.left_fide_mode, words)
    return _printed_head(frame.overview.details.name, mode, words, address, stamp, face)


def _printed_head(title: str, mode: str, words: Language, address: str, stamp: str, face: PaperFace) -> PaperHead:
    return PaperHead(title, title, mode, words.spoken, words.direction, address, stamp, face)


# Papers of a festival: the prizes of all its sections together.


MakeOfFestival: TypeAlias = Callable[["FestivalPrint", Sequence[SectionAwards], Language], Sequence[Sheet]]


@dataclass(frozen=True, slots=True)
class FestivalPaper:
    title: str
    purpose: str
    make: MakeOfFestival
    offered: Callable[[Iterable[Snapshot], Festival], bool]
    """Asked for the desk's page, with the sections."""
    nothing_yet: str
    """Said where it is not offered."""


def _any_prize(sections: Iterable[Snapshot], _festival: Festival) -> bool:
    return any(at.round and at.tournament.prizes is not None for at in sections)


def _any_over(sections: Iterable[Snapshot], _festival: Festival) -> bool:
    return any(is_decided(at) for at in sections)


def _awarded(make: Callable[[Sequence[SectionAwards]], Sequence[Sheet]]) -> MakeOfFestival:
    return lambda _printed, sections, _words: make(sections)


def _ranking(printed: "FestivalPrint", _sections: Sequence[SectionAwards], words: Language) -> Sequence[Sheet]:
    return lists.ranking_sheets(printed.ranking, words) if printed.ranking else ()


def _news(printed: "FestivalPrint", _sections: Sequence[SectionAwards], words: Language) -> Sequence[Sheet]:
    return news.news_sheets(printed.bulletins, words)


RANKING_PAPER, NEWS_PAPER = "ranking", "news"
WITHOUT_PRIZES = N_("There are none until a section that has prizes has played.")
FESTIVAL_PAPERS: Mapping[str, FestivalPaper] = {
    "prizes": FestivalPaper(
        N_("Prizes"), N_("of all sections, in one list"), _awarded(awards.prizes_of), _any_prize, WITHOUT_PRIZES
    ),
    "receipts": FestivalPaper(
        N_("Receipts"),
        N_("three to a page, one for each prize with money or a value"),
        _awarded(awards.receipts_of),
        _any_prize,
        WITHOUT_PRIZES,
    ),
    "certificates": FestivalPaper(
        N_("Certificates"),
        N_("for the first three of each section and everybody with a prize"),
        _awarded(partial(awards.certificates_of, first=CERTIFICATES_OF_A_SECTION)),
        _any_over,
        N_("There are none until a section is over."),
    ),
    RANKING_PAPER: FestivalPaper(
        N_("Ranking"),
        N_("over all sections that count, and each category"),
        _ranking,
        lambda _sections, festival: festival.ranking is not None,
        N_("The sections count for no ranking yet."),
    ),
    NEWS_PAPER: FestivalPaper(
        N_("News and documents"),
        N_("everything that the organiser tells"),
        _news,
        lambda _sections, festival: bool(festival.bulletins),
        N_("Nothing is written yet."),
    ),
}


@dataclass(frozen=True, slots=True)
class FestivalPrint:
    name: str
    prizes: FestivalPrizes
    snapshots: Mapping[str, Snapshot]
    """Of the sections, by address."""
    titles: Mapping[str, str]
    """The sections in their order: address to title."""
    face: WornFace
    stamp: str
    ranking: EventRanking | None
    address: str = ""
    """The public page of the paper; empty = none that a phone could reach."""
    bulletins: Bulletins = NO_BULLETINS
    origin: str = ""
    """The address of this server; empty = no phone reaches it."""


def festival_paper(
    name: str, printed: FestivalPrint, words: Language, size: PaperSize, pictures: Mapping[str, bytes]
) -> LaidOut | None:
    by_slug = {one.slug: one.prizes for one in printed.prizes.sections}
    sections = [
        SectionAwards(_with_pages(PaperRequest(at, words, at.round), slug, printed.origin), by_slug.get(slug), title)
        for slug, title in printed.titles.items()
        if (at := printed.snapshots.get(slug)) is not None
    ]
    sheets = FESTIVAL_PAPERS[name].make(printed, sections, words)
    if not sheets:
        return None
    left = [one.title for one in sections if one.asked.snapshot.tournament.left_fide_mode is not None]
    mode = words.gettext("not in FIDE mode: {sections}", sections=words.listing(left)) if left else ""
    face = paper_face(printed.face, pictures)
    head = _printed_head(printed.name, mode, words, printed.address, printed.stamp, face)
    return lay_out(head, sheets, size)
