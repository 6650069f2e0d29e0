"""The records of teams as lines: the other half of `teams`."""

from collections.abc import Mapping

from domain.files.trf import columns as c
from domain.files.trf import team_columns as at
from domain.files.trf.teams import BoardOrderLine, ForfeitedTeams, ReportTeam
from domain.files.trf.values import written


def team_line(team: ReportTeam) -> str:
    """Record 310."""
    fields = [
        (c.RECORD, "310"),
        (at.TEAM_NUMBER, str(team.number)),
        (at.TEAM_NAME, team.name),
        (at.SHORT_NAME, team.short_name),
        (at.TEAM_STRENGTH, str(team.strength) if team.strength else ""),
        (at.MATCH_POINTS, written(team.match_points or 0)),
        (at.GAME_POINTS, written(team.game_points or 0)),
        (at.TEAM_RANK, str(team.rank) if team.rank else ""),
    ]
    return c.put([*fields, *_listed(at.MEMBER, team.players)]).rstrip()


def order_line(order: BoardOrderLine) -> str:
    """Record 300."""
    heads = ((at.ORDER_ROUND, order.round), (at.ORDER_TEAM, order.team), (at.ORDER_OPPONENT, order.opponent))
    fields = [(c.RECORD, "300"), *((column, str(n)) for column, n in heads)]
    return c.put([*fields, *_listed(at.ORDER_PLAYER, order.players)]).rstrip()


def byes_line(byes: Mapping[int, int], match: int, game: int) -> str:
    """Record 320, up to the last round with a bye."""
    rounds = range(1, max(byes, default=0) + 1)
    fields = [(c.RECORD, "320"), (at.BYE_MATCH, written(match)), (at.BYE_GAME, written(game))]
    return c.put([*fields, *((at.BYE_TEAM.shifted(at.BYE_STEP * (r - 1)), f"{byes.get(r, 0):03}") for r in rounds)])


def forfeit_line(forfeit: ForfeitedTeams) -> str:
    """Record 330."""
    heads = ((at.FORFEIT_ROUND, forfeit.round), (at.FORFEIT_WHITE, forfeit.white), (at.FORFEIT_BLACK, forfeit.black))
    return c.put([(c.RECORD, "330"), (at.FORFEIT_SIGNS, forfeit.signs), *((column, str(n)) for column, n in heads)])


def points_line(win: int, draw: int, loss: int) -> str:
    """Record 362."""
    fields = [(c.RECORD, "362")]
    for place, (code, points) in enumerate((("TW", win), ("TD", draw), ("TL", loss))):
        by = place * c.SYSTEM_STEP
        fields += [(at.POINTS_CODE.shifted(by), code), (at.POINTS_WORTH.shifted(by), written(points))]
    return c.put(fields)


def _listed(column: c.Column, numbers: tuple[int, ...]) -> list[tuple[c.Column, str]]:
    return [(column.shifted(at * c.ID_STEP), str(n)) for at, n in enumerate(numbers)]
