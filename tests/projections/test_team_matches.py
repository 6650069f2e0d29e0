"""Matches of teams as readers see them: a running score, boards as the first team sees them, lineups when shown."""

from domain.tournament import replay
from domain.words.games import Result
from domain.words.regulations import Regulations
from domain.words.teams import TeamOptions
from projections.moment.people import Person
from projections.moment.snapshot import snapshot
from projections.round.pairings import Mark, TeamMatch, pairings
from projections.round.seats import seats
from tests.crosstable import big_open
from tests.team_events import MATCH, team_tournament
from web.api.rounds import pairings as as_json

OPEN = TeamOptions(open_lineups=True)


def matches(text: str, *, drafts: bool = False, options: TeamOptions = OPEN, **more: object) -> tuple[TeamMatch, ...]:
    laws = Regulations(scoring=MATCH, ruleset="c07_2026", rounds=3, teams=options)
    found = pairings(snapshot(team_tournament(4, [text], regulations=laws, **more)), 1, drafts=drafts)  # type: ignore[arg-type]
    assert found is not None
    return found.matches


def names(*people: Person | None) -> list[str | None]:
    return [one.name if one else None for one in people]


def test_a_match_has_the_running_score_of_its_boards() -> None:
    first, second = matches("1-2 1=?? 4-3 +x?=")
    assert (first.first.score, first.second.score, first.open) == (3, 1, 2)
    assert (second.first.person.name, second.first.score, second.second.score) == ("Team 4", 3, 1)


def test_the_first_team_stands_first_on_every_board_with_its_result() -> None:
    (match, _) = matches("1-2 1=0? 3-4 ????")
    assert [line.white for line in match.lines] == [True, False, True, False]
    assert names(*(line.first for line in match.lines)) == ["Player 101", "Player 102", "Player 103", "Player 104"]
    assert [line.result for line in match.lines] == [Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, None]
    assert [line.spot for line in match.lines] == ["1.1", "1.2", "1.3", "1.4"]
    assert {line.mark for line in match.lines} == {Mark.NONE}


def test_an_adjourned_board_is_open_and_gives_no_points_yet() -> None:
    (match, _) = matches("1-2 1X00 3-4 ????")
    assert (match.first.score, match.second.score, match.open) == (2, 4, 1)


def test_a_lineup_is_hidden_from_the_public_until_the_other_one_is_in_and_known_at_the_desk() -> None:
    lineups = {(1, 1): (104, 103, 102, 101)}
    (public, _) = matches("1-2 ???? 3-4 ????", options=TeamOptions(), lineups=lineups)
    (at_desk, _) = matches("1-2 ???? 3-4 ????", options=TeamOptions(), lineups=lineups, drafts=True)
    assert names(public.lines[0].first, public.lines[0].second) == [None, None]
    assert names(at_desk.lines[0].first, at_desk.lines[0].second) == ["Player 104", "Player 201"]


def test_both_lineups_are_shown_when_both_are_in() -> None:
    lineups = {(1, 1): (104, 103, 102), (1, 2): (201, 202, 203, 204)}
    (match, _) = matches("1-2 ???? 3-4 ????", options=TeamOptions(), lineups=lineups)
    assert names(match.lines[0].first, match.lines[3].first) == ["Player 104", None]


def test_the_worth_of_a_board_is_that_of_the_regulations() -> None:
    three = TeamOptions(open_lineups=True, game=MATCH)
    (match, _) = matches("1-2 1=00 3-4 ????", options=three)
    assert (match.first.score, match.second.score) == (6, 10)


def test_the_round_of_an_event_of_players_has_no_matches() -> None:
    view = pairings(snapshot(replay(big_open(8, 3, played=1))), 2)
    assert view is not None
    assert "matches" not in as_json(view)


def test_json_tells_the_matches_of_a_round_from_the_first_team() -> None:
    laws = Regulations(scoring=MATCH, ruleset="c07_2026", rounds=3, teams=OPEN)
    view = pairings(snapshot(team_tournament(4, ["1-2 ?0?? 3-4 ????"], regulations=laws)), 1)
    assert view is not None
    told = as_json(view)["matches"]
    assert isinstance(told, list)
    first = told[0]
    assert isinstance(first, dict)
    boards = first["boards"]
    assert isinstance(boards, list)
    second = boards[1]
    assert isinstance(second, dict)
    assert (second["board"], second["first_has"], second["result"]) == ("1.2", "black", "0-1")
    assert len(boards) == 4


def test_players_of_shown_lineups_find_their_seat_by_name_beside_their_teams() -> None:
    laws = Regulations(scoring=MATCH, ruleset="c07_2026", rounds=3)
    lineups = {(1, 1): (104, 103), (1, 2): (201, 202, 203, 204)}
    now = snapshot(team_tournament(4, ["1-2 ???? 3-4 ????"], regulations=laws, lineups=lineups))
    view = pairings(now, 1)
    assert view is not None
    rows = {row.person.name: row for row in seats(now, view)}
    assert list(rows) == [
        *("Player 103", "Player 104", "Player 201", "Player 202", "Player 203", "Player 204"),
        *("Team 1", "Team 2", "Team 3", "Team 4"),
    ]
    second = rows["Player 103"]
    assert (second.spot, second.white, second.team and second.team.name) == ("1.2", False, "Team 1")
    assert second.opponent is not None
    assert second.opponent.name == "Player 202"
    assert rows["Player 203"].opponent is None
    assert (rows["Team 1"].spot, rows["Team 1"].white) == ("1", True)


def test_a_team_without_a_lineup_is_said_to_play_as_expected() -> None:
    lineups = {(1, 1): (104, 103, 102, 101)}
    begun, hidden = matches("1-2 1??? 3-4 ????", options=TeamOptions(), lineups=lineups)
    assert (begun.first.expected, begun.second.expected) == (False, True)
    assert (hidden.first.expected, hidden.second.expected) == (False, False)
