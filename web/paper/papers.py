"""The papers there are: each with its name, what it is made of, and who needs it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from web.links import Frame, Site
from web.paper import awards, cards, crosstables, lists, matches, norm_forms, reports, rounds
from web.paper.asked import SEPARATOR, PaperRequest
from web.paper.faces import paper_face
from web.paper.sheets import Sheet
from web.paper.typesetting import LaidOut, PaperHead, PaperSize, lay_out
from web.qr_codes import qr_code
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


def _with_boards(asked: PaperRequest) -> bool:
    return asked.round > 0


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


def _with_prizes(asked: PaperRequest) -> bool:
    return asked.snapshot.round > 0 and asked.snapshot.tournament.prizes is not None


@dataclass(frozen=True, slots=True)
class Paper:
    title: str
    purpose: str
    make: Callable[[PaperRequest], Sequence[Sheet]]
    """Answers nothing where there is nothing to print."""
    offered: Callable[[PaperRequest], bool]
    """Asked for the desk's page, quickly."""
    with_round: bool = False
    """Part of "all papers of this round"."""


PAPERS: dict[PaperGroup, dict[str, Paper]] = {
    PaperGroup.BEFORE: {
        "check-in": Paper(N_("Check-in list"), N_("a box for everybody, by name"), lists.check_in, _with_players),
        "players": Paper(N_("Players"), N_("by number, with club and FIDE ID"), lists.players_by_number, _with_players),
        "badges": Paper(N_("Badges"), N_("eight to a page"), cards.badges, _with_players),
        "player-cards": Paper(
            N_("Players’ cards"),
            N_("every round of a player, with lines for those to come"),
            cards.players_cards,
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
            cards.result_slips,
            _with_games_to_come,
            with_round=True,
        ),
        "match-sheets": Paper(
            N_("Match sheets"),
            N_("a page for each match of teams, signed by both"),
            matches.match_sheets,
            _with_matches,
        ),
        "lineups": Paper(
            N_("Lineup sheets"),
            N_("a page for each team, for its captain to fill in"),
            matches.lineup_sheets,
            _with_matches,
        ),
        "place-cards": Paper(
            N_("Place cards"), N_("two to a page: name, board, colour"), cards.place_cards, _with_boards
        ),
    },
    PaperGroup.TABLE: {
        "standings": Paper(
            N_("Standings"), N_("after the round chosen"), lists.standings_table, _with_rounds, with_round=True
        ),
        "crosstable": Paper(
            N_("Crosstable"),
            N_("every round, or every opponent, in one line, by place"),
            crosstables.crosstable_paper,
            _with_rounds,
        ),
        "all-rounds": Paper(
            N_("All rounds"), N_("the plan of a round robin, with the results so far"), rounds.every_round, _from_tables
        ),
        "bracket": Paper(
            N_("Bracket"), N_("the whole tree, as far as it is known"), crosstables.bracket_paper, _with_bracket
        ),
        "ratings": Paper(
            N_("Rating changes"), N_("as the rating report will have them"), reports.rating_changes_list, _with_rounds
        ),
    },
    PaperGroup.END: {
        "prizes": Paper(N_("Prizes"), N_("who gets what"), awards.prize_sheet, _with_prizes),
        "receipts": Paper(
            N_("Receipts"), N_("three to a page, one for each prize with money"), awards.receipts, _with_prizes
        ),
        "certificates": Paper(
            N_("Certificates"),
            N_("for the first ten and everybody with a prize"),
            awards.certificates,
            _with_rounds,
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
        "it1": Paper(
            N_("Certificates of norms (IT1)"),
            N_("one for each norm achieved"),
            norm_forms.norm_certificates,
            _with_rounds,
        ),
        "it3": Paper(
            N_("Tournament report (IT3)"), N_("goes with the certificates"), norm_forms.tournament_report, _with_rounds
        ),
    },
}
ZONE = "UTC"
NO_PICTURES: Mapping[str, bytes] = {}
ALL_OF_ROUND = "round"
"""The name of the file with all papers of a round."""


BY_NAME: dict[str, Paper] = {name: paper for group in PAPERS.values() for name, paper in group.items()}


def sheets_of(name: str, asked: PaperRequest) -> list[Sheet]:
    """The sheets of a paper, or of all papers of the round; empty where there is nothing to print."""
    papers = [paper for paper in BY_NAME.values() if paper.with_round] if name == ALL_OF_ROUND else [BY_NAME[name]]
    return [sheet for paper in papers if paper.offered(asked) for sheet in paper.make(asked)]


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
    sheets = sheets_of(name, asked)
    if not sheets:
        return None
    address = frame.origin + Site(frame.site.slug).to(_live_page(name, asked)) if reachable else ""
    head = replace(_head(frame, asked.words, address), face=paper_face(frame.face, pictures))
    return lay_out(head, sheets, size)


def _live_page(name: str, asked: PaperRequest) -> str:
    """The public page that shows the same as it is now; else the tournament's first page."""
    if name == ALL_OF_ROUND or name in PAPERS[PaperGroup.ROUND]:
        return f"/pairings/{asked.round}"
    return f"/{name}" if name in ("standings", "crosstable", "bracket", "players", "prizes") else ""


def _head(frame: Frame, words: Language, address: str) -> PaperHead:
    moment = f"{words.moment(frame.moment)} {ZONE}" if frame.moment else ""
    stamp = SEPARATOR.join((f"{words.gettext('journal position')} {frame.position}", frame.stamp, moment))
    return PaperHead(
        title=frame.overview.details.name,
        event=frame.overview.details.name,
        mode=fide_mode_note(frame.overview.left_fide_mode, words),
        lang=words.spoken,
        direction=words.direction,
        address=address,
        qr=qr_code(address).svg_inline(border=1) if address else "",
        stamp=stamp,
    )
