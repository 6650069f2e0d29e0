"""The JSON twin of each public page: the same view for other people's programs.

Points are numbers (3.5); a tie-break is a string, exact: `"13.5"`, or a fraction like `"41/3"` where
decimals would round. A player is always `{"id", "number", "name", ...}`; `id` is for ever, `number` is the
pairing number in force.
"""

from fractions import Fraction
from typing import TypeAlias

from domain.ranking.tiebreaks import UNDEFINED, Value
from domain.words.articles import cited_together
from domain.words.games import start_position
from projections.lists.catalogue import CataloguePage, Summary
from projections.moment.overview import Overview
from projections.moment.people import PUBLISHED, People, Person
from projections.round.boards import BoardRow, Seat
from projections.round.latest_results import Latest
from projections.round.pairings import Pairings, PairingsHead, Unpaired
from projections.round.seats import SeatRow
from projections.table.crosstable import Cell, CrossHead, CrossRow, Crosstable
from projections.table.meetings import Meeting, MeetingHead, MeetingRow, MeetingTable
from projections.table.prize_list import Prizes
from projections.table.standings import StandingRow, Standings, StandingsHead

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"


def overview(view: Overview) -> dict[str, Json]:
    d, r = view.details, view.regulations
    return {
        "name": d.name,
        "city": d.city,
        "federation": d.federation,
        "start": d.start,
        "end": d.end,
        "chief_arbiter": d.chief_arbiter,
        "deputies": list(d.deputies),
        "time_control": d.time_control,
        "schedule": list(d.schedule),
        "system": r.system,
        "format": r.format.value,
        "rounds": r.rounds,
        "tiebreaks": list(r.order),
        "ruleset": r.ruleset,
        "phase": view.phase.value,
        "players": view.players,
        "round": view.round,
        "round_official": view.official,
        "games": view.games,
        "games_decided": view.decided,
        "matches_level": view.level,
        "next_start": view.next_start,
    }


def catalogue(page: CataloguePage, unread_ones: int) -> dict[str, Json]:
    return {
        "tournaments": [catalogue_row(row) for row in page.rows],
        "page": page.number,
        "pages": page.pages,
        "found": page.found,
        **unread(unread_ones),
    }


def unread(count: int) -> dict[str, Json]:
    """Tournaments that a server that has just started has yet to read from its journal."""
    return {"unread": count}


def catalogue_row(row: Summary) -> dict[str, Json]:
    return {"slug": row.slug, **overview(row.overview)}


def person(who: Person) -> dict[str, Json]:
    shown = {name: getattr(who, name) for name in PUBLISHED}
    return {"id": who.id, "number": who.number, **shown, "name": who.name or None, "away": who.away}


def players(people: People) -> dict[str, Json]:
    return {"players": [person(who) for who in people.values()]}


def board(row: BoardRow) -> dict[str, Json]:
    return {
        "board": row.board,
        "game": row.game,
        **_kind_of_game(row),
        "white": _seat(row.white),
        "black": _seat(row.black),
        "result": row.result.value if row.result is not None else None,
        "mark": row.mark.value,
    }


def _kind_of_game(row: BoardRow) -> dict[str, Json]:
    """Of a game after the first of its match; nothing for a first one."""
    return {"kind": row.kind.value} if row.game > 1 else {}


def pairings_head(head: PairingsHead) -> dict[str, Json]:
    return {
        "round": head.round,
        "rounds": head.rounds,
        "state": head.state.value,
        "stage": head.state.value,  # the word of 0.1, kept for one release
        "start": head.start,
        "games": head.games,
        "open": head.open,
        **chess960(head.start_position),
    }


def chess960(number: int | None) -> dict[str, Json]:
    """The start position of a Chess960 round, `pieces` being White's first rank; nothing for other rounds."""
    return {} if number is None else {"start_position": {"number": number, "pieces": start_position(number)}}


def pairings(view: Pairings) -> dict[str, Json]:
    return {
        **pairings_head(view.head),
        "boards": [board(row) for row in view.boards],
        "unpaired": [unpaired(row) for row in view.unpaired],
    }


def unpaired(row: Unpaired) -> dict[str, Json]:
    return {**person(row.person), "points": points_json(row.points), "bye": row.kind.value if row.kind else "U"}


def seat_row(row: SeatRow) -> dict[str, Json]:
    """One line of the round by name."""
    return {
        "player": person(row.person),
        "points": points_json(row.points),
        "board": row.board.board if row.board else None,
        **({"board_of_match": row.board.game, "team": person(row.team)} if row.board and row.team else {}),
        "colour": ("w" if row.white else "b") if row.board else None,
        "opponent": person(row.opponent) if row.opponent else None,
        "result": row.board.result.value if row.board and row.board.result is not None else None,
        "bye": None if row.board else row.kind.value if row.kind else "U",
    }


def standings_head(head: StandingsHead) -> dict[str, Json]:
    return {
        "after_round": head.after,
        "rounds": head.rounds,
        "known": "then" if head.known_then else "now",
        "open_games": head.open,
    }


def standings(view: Standings) -> dict[str, Json]:
    return {
        **standings_head(view.head),
        "tiebreaks": [{"code": c.text, "name": c.name, "article": cited_together(c.articles)} for c in view.columns],
        "rows": [standing(row) for row in view.rows],
    }


def standing(row: StandingRow) -> dict[str, Json]:
    return {
        "place": row.place,
        "tied_with": row.tied_with,
        "player": person(row.person),
        "points": points_json(row.points),
        "tiebreaks": [exact_json(value) for value in row.values],
        "undefined": [at for at, value in enumerate(row.values) if value is UNDEFINED],
        "moved": row.moved,
        "playing": row.playing,
        **({"beside": [points_json(points) for points in row.beside]} if any(row.beside) else {}),
    }


def crosstable_head(head: CrossHead) -> dict[str, Json]:
    """`in_play` is None where all games of it are decided."""
    return {"rounds": head.rounds, "in_play": head.in_play or None, "by": "place" if head.by_place else "number"}


def crosstable(view: Crosstable | MeetingTable) -> dict[str, Json]:
    if isinstance(view, MeetingTable):
        return {**meeting_head(view.head), "rows": [meeting_row(row) for row in view.rows]}
    return {**crosstable_head(view.head), "rows": [cross_row(row) for row in view.rows]}


def cross_row(row: CrossRow) -> dict[str, Json]:
    return {
        "player": person(row.person),
        "points": points_json(row.points),
        "cells": [_cell(cell) for cell in row.cells],
    }


def meeting_head(head: MeetingHead) -> dict[str, Json]:
    return {
        "rounds": head.rounds,
        "in_play": head.round if head.open else None,
        "by": "place" if head.by_place else "number",
        "round": head.round,
        "games": head.games,
        "open": head.open,
        "columns": [who.number for who in head.people],
        "teams": [{"name": team.name, "points": points_json(team.points)} for team in head.teams],
    }


def meeting_row(row: MeetingRow) -> dict[str, Json]:
    """The table of meetings; `meetings` has the opponents that there are games with, each by number."""
    met: list[Json] = [
        {"opponent": cell.opponent.number, "games": [_meeting(game) for game in cell.games]}
        for cell in row.cells
        if cell.games
    ]
    return {
        "player": person(row.person),
        "points": points_json(row.points),
        "meetings": met,
    }


def _meeting(game: Meeting) -> dict[str, Json]:
    return {
        "round": game.round,
        "board": game.board,
        "colour": game.colour.value,
        "code": game.code.value,
        "result": game.result.value if game.result else None,
        "counts": game.counts,
    }


def latest(rows: tuple[Latest, ...]) -> dict[str, Json]:
    return {"results": [latest_row(row) for row in rows]}


def latest_row(row: Latest) -> dict[str, Json]:
    return {"position": row.position, "round": row.round, **board(row.row)}


def prizes(view: Prizes) -> dict[str, Json]:
    return {
        "currency": view.currency,
        "sharing": view.sharing,
        "final": view.final,
        "fund_cents": view.fund,
        "announced": [
            {"name": p.name, "cents": p.cents, "category": p.category, "place": p.place} for p in view.announced
        ],
        "awards": [
            {
                "player": person(row.person),
                **({"team": person(row.team)} if row.team else {}),
                "place": row.place,
                "category": row.award.category,
                "cents": row.award.cents,
                "shared_by": row.award.shared_by,
                "prizes": list(row.award.names),
            }
            for row in view.rows
        ],
    }


def points_json(half_points: int) -> Json:
    """7 half-points are 3.5: exact, since halves are exact in binary."""
    return half_points / 2 if half_points % 2 else half_points // 2


def exact_json(value: Value | None) -> Json:
    """A decimal if it ends, else a fraction; None for what was not asked or cannot be computed."""
    if value is None or value is UNDEFINED:
        return None
    number = Fraction(value)
    for places in range(5):
        scaled = number * 10**places
        if scaled.denominator == 1:
            return _decimal(scaled.numerator, places)
    return str(number)


def _decimal(digits: int, places: int) -> str:
    text = str(abs(digits)).rjust(places + 1, "0")
    sign = "-" if digits < 0 else ""
    return sign + (f"{text[:-places]}.{text[-places:]}" if places else text)


def _seat(seat: Seat) -> dict[str, Json]:
    floated = seat.floated.value if seat.floated else None
    return {**person(seat.person), "points": points_json(seat.points), "float": floated}


def _cell(cell: Cell) -> Json:
    opponent = cell.opponent.id if cell.opponent else None
    colour = cell.colour.value if cell.colour else None
    return {"code": cell.code.value, "points": points_json(cell.points), "opponent": opponent, "colour": colour}
