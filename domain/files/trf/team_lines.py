"""The records of teams as lines: the other half of `teams`."""

from collections.abc import Mapping

from domain.files.trf import columns as c
from domain.files.trf.teams import (
    BYE_GAME,
    BYE_MATCH,
    BYE_STEP,
    BYE_TEAM,
    FORFEIT_BLACK,
    FORFEIT_ROUND,
    FORFEIT_SIGNS,
    FORFEIT_WHITE,
    GAME_POINTS,
    MATCH_POINTS,
    MEMBER,
    ORDER_OPPONENT,
    ORDER_PLAYER,
    ORDER_ROUND,
    ORDER_TEAM,
    POINTS_CODE,
    POINTS_WORTH,
    SHORT_NAME,
    TEAM_NAME,
    TEAM_NUMBER,
    TEAM_RANK,
    TEAM_STRENGTH,
    BoardOrderLine,
    ForfeitedTeams,
    ReportTeam,
)
from domain.files.trf.values import written


def team_line(team: ReportTeam) -> str:
    """Record 310."""
    fields = [
        (c.RECORD, "310"),
        (TEAM_NUMBER, str(team.number)),
        (TEAM_NAME, team.name),
        (SHORT_NAME, team.short_name),
        (TEAM_STRENGTH, str(team.strength) if team.strength else ""),
        (MATCH_POINTS, written(team.match_points or 0)),
        (GAME_POINTS, written(team.game_points or 0)),
        (TEAM_RANK, str(team.rank) if team.rank else ""),
    ]
    return c.put([*fields, *_listed(MEMBER, team.players)]).rstrip()


def order_line(order: BoardOrderLine) -> str:
    """Record 300."""
    heads = ((ORDER_ROUND, order.round), (ORDER_TEAM, order.team), (ORDER_OPPONENT, order.opponent))
    fields = [(c.RECORD, "300"), *((column, str(n)) for column, n in heads)]
    return c.put([*fields, *_listed(ORDER_PLAYER, order.players)]).rstrip()


def byes_line(byes: Mapping[int, int], match: int, game: int) -> str:
    """Record 320, up to the last round with a bye."""
    rounds = range(1, max(byes, default=0) + 1)
    fields = [(c.RECORD, "320"), (BYE_MATCH, written(match)), (BYE_GAME, written(game))]
    return c.put([*fields, *((BYE_TEAM.shifted(BYE_STEP * (r - 1)), f"{byes.get(r, 0):03}") for r in rounds)])


def forfeit_line(forfeit: ForfeitedTeams) -> str:
    """Record 330."""
    heads = ((FORFEIT_ROUND, forfeit.round), (FORFEIT_WHITE, forfeit.white), (FORFEIT_BLACK, forfeit.black))
    return c.put([(c.RECORD, "330"), (FORFEIT_SIGNS, forfeit.signs), *((column, str(n)) for column, n in heads)])


def points_line(win: int, draw: int, loss: int) -> str:
    """Record 362."""
    fields = [(c.RECORD, "362")]
    for at, (code, points) in enumerate((("TW", win), ("TD", draw), ("TL", loss))):
        by = at * c.SYSTEM_STEP
        fields += [(POINTS_CODE.shifted(by), code), (POINTS_WORTH.shifted(by), written(points))]
    return c.put(fields)


def _listed(column: c.Column, numbers: tuple[int, ...]) -> list[tuple[c.Column, str]]:
    return [(column.shifted(at * c.ID_STEP), str(n)) for at, n in enumerate(numbers)]
