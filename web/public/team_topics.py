"""Topics of the feed about teams: one match, and the players on the page of a team."""

from domain.words.entrants import EntrantId
from projections.snapshot import Snapshot
from projections.team_page import MatchPage, match_page, team_page
from web.api import team_matches, teams
from web.public.topic_form import Pieces, TopicForm

MATCHES_OF_A_ROUND = 10_000
"""The topic of board 3 of round 2 is `match/20003`."""

MATCH_FORM = TopicForm("team_matches", "match", team_matches.match)
MATCH_BOARD_FORM = TopicForm("team_matches", "match_board", team_matches.match_board)
_SQUAD = TopicForm("team_page", "squad", teams.team_page)


def match_topic(round: int, board: int) -> str:
    return f"match/{round * MATCHES_OF_A_ROUND + board}"


def one_match(snapshot: Snapshot, number: int) -> Pieces | None:
    """One match of teams, of any round."""
    view = match_page(snapshot, *divmod(number, MATCHES_OF_A_ROUND))
    return _both_kinds(view) if view is not None else None


def _both_kinds(view: MatchPage) -> Pieces:
    yield MATCH_FORM, {f"m{view.match.board}": view.match}
    yield MATCH_BOARD_FORM, {f"b{line.spot}": line for line in view.match.lines}


def of_team(snapshot: Snapshot, team: int) -> Pieces:
    """The players of somebody who is a team."""
    view = team_page(snapshot, EntrantId(team))
    if view is not None:
        yield _SQUAD, {"squad": view}
