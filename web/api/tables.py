"""Tables as JSON: standings, crosstables, prizes, players by board."""

from typing import Literal, NotRequired, TypedDict

from domain.events import Prize
from domain.ranking.tiebreaks import UNDEFINED
from domain.words.articles import cited_together
from domain.words.choices.prizes import BoardMerit, PrizeTax, TaxWay
from domain.words.choices.team_scores import TeamMerit, TeamsBy
from domain.words.games import Code, Result
from projections.table import crosstable as cross
from projections.table.board_tables import BoardTable, BoardTableRow, BoardTables, BoardTablesHead
from projections.table.prize_list import AwardRow, Prizes
from projections.table.standings import StandingRow, Standings
from projections.table.team_scores import TeamScoreRow, TeamScores, TeamScoresHead
from web.api.people import ColourLetter, Exact, PersonJson, Points, exact_json, person, points_json


class TiebreakColumnJson(TypedDict):
    code: str
    name: str
    article: str


class StandingsRowJson(TypedDict):
    """`undefined` are places of tie-breaks that cannot be computed."""

    place: int
    tied_with: int
    player: PersonJson
    points: Points
    tiebreaks: list[Exact]
    undefined: list[int]
    moved: int | None
    playing: bool
    beside: NotRequired[list[Points]]


class StandingsHeadJson(TypedDict):
    after_round: int
    rounds: int
    known: Literal["now", "then"]
    open_games: int


class StandingsJson(StandingsHeadJson):
    """The table after a round."""

    tiebreaks: list[TiebreakColumnJson]
    rows: list[StandingsRowJson]


def standings(view: Standings) -> StandingsJson:
    return {
        **standings_head(view.head),
        "tiebreaks": [{"code": c.text, "name": c.name, "article": cited_together(c.articles)} for c in view.columns],
        "rows": [standing(row) for row in view.rows],
    }


def standings_head(head: Standings) -> StandingsHeadJson:
    return {
        "after_round": head.after,
        "rounds": head.rounds,
        "known": "then" if head.known_then else "now",
        "open_games": head.open,
    }


def standing(row: StandingRow) -> StandingsRowJson:
    made: StandingsRowJson = {
        "place": row.place,
        "tied_with": row.tied_with,
        "player": person(row.person),
        "points": points_json(row.points),
        "tiebreaks": [exact_json(value) for value in row.values],
        "undefined": [at for at, value in enumerate(row.values) if value is UNDEFINED],
        "moved": row.moved,
        "playing": row.playing,
    }
    if any(row.beside):
        made["beside"] = [points_json(points) for points in row.beside]
    return made


class CrossCellJson(TypedDict):
    code: Code
    points: Points
    opponent: int | None
    colour: ColourLetter | None


class MeetingGameJson(TypedDict):
    round: int
    board: int
    colour: ColourLetter
    code: Code
    result: Result | None
    counts: bool


class MeetingsJson(TypedDict):
    opponent: int
    games: list[MeetingGameJson]


class CrosstableRowJson(TypedDict):
    """`cells` round by round; where everybody meets everybody `meetings` instead."""

    player: PersonJson
    points: Points
    cells: NotRequired[list[CrossCellJson]]
    meetings: NotRequired[list[MeetingsJson]]


class TeamTotalJson(TypedDict):
    name: str
    points: Points


class CrosstableHeadJson(TypedDict):
    rounds: int
    in_play: int | None
    by: Literal["place", "number"]
    round: NotRequired[int]
    games: NotRequired[int]
    open: NotRequired[int]
    columns: NotRequired[list[int]]
    teams: NotRequired[list[TeamTotalJson]]


class CrosstableJson(CrosstableHeadJson):
    """Everybody against everybody; `columns` and what follows only where everybody meets everybody.

    `in_play` is null where all games of it are decided.
    """

    rows: list[CrosstableRowJson]


def crosstable(view: cross.Crosstable | cross.MeetingTable) -> CrosstableJson:
    if isinstance(view, cross.MeetingTable):
        return {**meeting_head(view.head), "rows": [meeting_row(row) for row in view.rows]}
    return {**crosstable_head(view.head), "rows": [cross_row(row) for row in view.rows]}


def crosstable_head(head: cross.CrossHead) -> CrosstableHeadJson:
    return {"rounds": head.rounds, "in_play": head.in_play or None, "by": "place" if head.by_place else "number"}


def cross_row(row: cross.CrossRow) -> CrosstableRowJson:
    return {
        "player": person(row.person),
        "points": points_json(row.points),
        "cells": [_cell(cell) for cell in row.cells],
    }


def _cell(cell: cross.Cell) -> CrossCellJson:
    opponent = cell.opponent.id if cell.opponent else None
    return {"code": cell.code, "points": points_json(cell.points), "opponent": opponent, "colour": cell.colour}


def meeting_head(head: cross.MeetingHead) -> CrosstableHeadJson:
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


def meeting_row(row: cross.MeetingRow) -> CrosstableRowJson:
    """`meetings` has the opponents that there are games with, each by number."""
    met: list[MeetingsJson] = [
        {"opponent": cell.opponent.number, "games": [_meeting(game) for game in cell.games]}
        for cell in row.cells
        if cell.games
    ]
    return {"player": person(row.person), "points": points_json(row.points), "meetings": met}


def _meeting(game: cross.Meeting) -> MeetingGameJson:
    return {
        "round": game.round,
        "board": game.board,
        "colour": game.colour,
        "code": game.code,
        "result": game.result,
        "counts": game.counts,
    }


class AnnouncedPrizeJson(TypedDict):
    name: str
    cents: int
    category: str
    place: int
    thing: NotRequired[str]
    value_cents: NotRequired[int]


class PrizeTaxJson(TypedDict):
    """`amount` is hundredths of a per cent, or cents where it is fixed; `threshold` is cents."""

    way: TaxWay
    amount: int
    threshold: int
    things: bool


class AwardJson(TypedDict):
    player: PersonJson
    team: NotRequired[PersonJson]
    place: int
    category: str
    cents: int
    shared_by: int
    prizes: list[str]
    value_cents: NotRequired[int]
    tax_cents: NotRequired[int]


class _OfAward(TypedDict, total=False):
    team: PersonJson
    value_cents: int
    tax_cents: int


class _OfThing(TypedDict, total=False):
    thing: str
    value_cents: int


class _Taxed(TypedDict, total=False):
    tax: PrizeTaxJson


class PrizesJson(TypedDict):
    """The prizes as the table stands, and their winners. Of things `cents` is 0; without a tax there is no `tax`."""

    currency: str
    sharing: str
    final: bool
    fund_cents: int
    announced: list[AnnouncedPrizeJson]
    awards: list[AwardJson]
    tax: NotRequired[PrizeTaxJson]


def prizes(view: Prizes) -> PrizesJson:
    tax: _Taxed = {"tax": _tax(view.tax)} if view.tax.way is not TaxWay.NONE else {}
    return {
        **tax,
        "currency": view.currency,
        "sharing": view.sharing,
        "final": view.final,
        "fund_cents": view.fund,
        "announced": [
            {"name": p.name, "cents": p.cents, "category": p.category, "place": p.place, **_thing(p)}
            for p in view.announced
        ],
        "awards": [_award(row, view.tax) for row in view.rows],
    }


def _thing(prize: Prize) -> _OfThing:
    said: _OfThing = {"thing": prize.thing} if prize.thing else {}
    return {**said, "value_cents": prize.value} if prize.value else said


def _tax(tax: PrizeTax) -> PrizeTaxJson:
    return {"way": tax.way, "amount": tax.amount, "threshold": tax.threshold, "things": tax.things}


def _award(row: AwardRow, tax: PrizeTax) -> AwardJson:
    more: _OfAward = {"team": person(row.team)} if row.team else {}
    if row.award.value:
        more["value_cents"] = row.award.value
    if tax.way is not TaxWay.NONE:
        more["tax_cents"] = row.award.tax
    return {
        "player": person(row.person),
        **more,
        "place": row.place,
        "category": row.award.category,
        "cents": row.award.cents,
        "shared_by": row.award.shared_by,
        "prizes": list(row.award.names),
    }


class BoardTableRowJson(TypedDict):
    """`place` is null for those who have played too few games."""

    place: int | None
    player: PersonJson
    team: PersonJson
    games: int
    points: Points
    percentage: Exact
    performance: int | None


class BoardTablesHeadJson(TypedDict):
    after_round: int
    in_play: int | None
    rounds: int
    least_games: int
    by: BoardMerit


class BoardTableHeadJson(TypedDict):
    board: int | None
    reserves: bool


class BoardTableJson(BoardTableHeadJson):
    """The players of one board, or the reserves."""

    rows: list[BoardTableRowJson]


class BoardTablesJson(BoardTablesHeadJson):
    """The players of teams by board; `in_play` is null where all games counted are decided."""

    tables: list[BoardTableJson]


def board_tables(view: BoardTables) -> BoardTablesJson:
    return {
        **board_tables_head(view.head),
        "tables": [
            {**table_of_board(one), "rows": [board_table_row(line) for line in one.rows]} for one in view.tables
        ],
    }


def board_tables_head(view: BoardTablesHead) -> BoardTablesHeadJson:
    return {
        "after_round": view.after,
        "in_play": view.in_play or None,
        "rounds": view.rounds,
        "least_games": view.least_games,
        "by": view.by,
    }


def table_of_board(one: BoardTable) -> BoardTableHeadJson:
    """Reserves have no board of their own."""
    return {"board": None if one.reserves else one.board, "reserves": one.reserves}


def board_table_row(line: BoardTableRow) -> BoardTableRowJson:
    return {
        "place": line.place or None,
        "player": person(line.person),
        "team": person(line.team),
        "games": line.games,
        "points": points_json(line.points),
        "percentage": exact_json(line.percentage),
        "performance": line.performance,
    }


class CountedPlayerJson(TypedDict):
    player: PersonJson
    place: int
    points: Points


class TeamScoreJson(TypedDict):
    place: int
    name: str
    points: Points
    places: int
    players: int
    counted: list[CountedPlayerJson]


class TeamScoresHeadJson(TypedDict):
    by: TeamsBy
    best_players: int
    team_merit: TeamMerit
    after_round: int
    in_play: int | None
    rounds: int


class TeamScoresJson(TeamScoresHeadJson):
    """Clubs or federations by the scores of their best players."""

    rows: list[TeamScoreJson]


def team_scores_json(view: TeamScores) -> TeamScoresJson:
    return {**team_scores_head(view.head), "rows": [team_score_json(row) for row in view.rows]}


def team_scores_head(head: TeamScoresHead) -> TeamScoresHeadJson:
    return {
        "by": head.scoring.by,
        "best_players": head.scoring.best,
        "team_merit": head.scoring.merit,
        "after_round": head.after,
        "in_play": head.in_play or None,
        "rounds": head.rounds,
    }


def team_score_json(row: TeamScoreRow) -> TeamScoreJson:
    return {
        "place": row.place,
        "name": row.name,
        "points": points_json(row.points),
        "places": row.places,
        "players": row.players,
        "counted": [
            {"player": person(one.person), "place": one.place, "points": points_json(one.points)} for one in row.counted
        ],
    }
