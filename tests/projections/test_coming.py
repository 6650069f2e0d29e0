"""The next round as it would be if it ended now: the engine's pairing, in every form marked as provisional."""

from datetime import UTC, datetime

import pytest

from domain import events as e
from domain.decisions.rounds.pairing import alter_boards, close_round, pair_round, publish_round
from domain.decisions.rounds.results import record_result
from domain.tournament import Tournament, evolve, replay
from domain.words.choices.boards import BoardPlan, KeptBoard, PlayingRoom
from domain.words.choices.chances import ChancesFor, OpenGames
from domain.words.games import Result
from domain.words.players import EntrantId
from domain.words.regulations import Entrants, Regulations
from projections.chances.coming import WhatComesNext, coming
from projections.moment.snapshot import Snapshot, snapshot
from projections.round.pairings import pairings
from tests.projections.chances_shown import found_of, with_chances
from tests.projections.small_ends import after, teams_after
from web.downloads.csv_file import csv_file
from web.links import Site
from web.public.coming import BY, COMING_TOPICS
from web.tables import coming_tables
from web.wording import language

NOW = datetime(2026, 11, 28, 20, 0, tzinfo=UTC)


def an_open(open_games: int, way: OpenGames = OpenGames.DRAWN) -> Tournament:
    t = after(3, open_games, 9, Regulations(rounds=5), 1)
    evolve(t, e.ChancesShown(ChancesFor.PUBLIC, 1, way))
    return t


def view_of(t: Tournament) -> WhatComesNext:
    view = coming(snapshot(t), found_of(t))
    assert view is not None
    return view


def boards_of(view: WhatComesNext) -> list[tuple[int, int]]:
    return [(row.white.person.id, row.black.person.id) for row in view.boards if row.black]


def test_when_all_results_are_in_it_is_what_pairing_brings() -> None:
    t = an_open(0)
    seen = boards_of(view_of(t))
    paired = replay(pair_round(replay(close_round(t, 3), t)), t)
    drawn = pairings(snapshot(paired), 4, drafts=True)
    assert drawn is not None
    assert seen == [(row.white.person.id, row.black.person.id) for row in drawn.boards]


def test_boards_that_are_kept_and_rooms_are_those_of_the_plan() -> None:
    t = an_open(0)
    last = boards_of(view_of(t))[-1]
    plan = BoardPlan((KeptBoard(EntrantId(last[1]), 1),), rooms=(PlayingRoom("Hall", 1), PlayingRoom("Stage", 3)))
    evolve(t, e.BoardsPlanned(plan))
    view = view_of(t)
    assert [(row.board, row.room, row.kept) for row in view.boards if row.black] == [
        (1, "Hall", True),
        (2, "Hall", False),
        (3, "Stage", False),
        (4, "Stage", False),
    ]
    assert boards_of(view)[0] == last
    assert {seat.at.room for seat in view.seats if seat.person.id in last} == {"Hall"}
    assert "Stage" in (csv_file(coming_tables(with_chances(t), language("en"), 0), language("en")) or "")


def test_a_draft_tells_nothing() -> None:
    """Whatever the desk has drawn up, it is the engine's pairing of what everybody knows."""
    t = an_open(0)
    seen = boards_of(view_of(t))
    paired = replay(pair_round(replay(close_round(t, 3), t)), t)
    first, second, *others = [(board.white, board.black) for board in paired.rounds[-1].boards]
    crossed = [(first[0], second[1]), (second[0], first[1]), *others]
    altered = replay(alter_boards(paired, 4, crossed, paired.rounds[-1].bye, override=True), paired)
    assert boards_of(view_of(altered)) == seen


def test_a_round_that_is_published_by_now_comes_no_more() -> None:
    t = an_open(0)
    before = found_of(t)
    paired = replay(pair_round(replay(close_round(t, 3), t)), t)
    view = coming(snapshot(replay(publish_round(paired, 4), paired)), before)
    assert view is not None
    assert (view.head.round, view.head.at, view.boards, view.seats) == (0, None, [], [])
    assert not any(row.opponents for row in view.contenders)


def test_open_games_count_as_the_organiser_chose() -> None:
    ways = {way: boards_of(view_of(an_open(2, way))) for way in OpenGames}
    assert ways[OpenGames.DRAWN] != ways[OpenGames.RATING]
    t = an_open(2)
    for board in (1, 2):
        t = replay(record_result(t, 3, board, Result.DRAW, None), t)
    assert boards_of(view_of(t)) == ways[OpenGames.DRAWN]


def test_points_are_those_now_and_who_is_still_playing_is_marked() -> None:
    t = an_open(2)
    view, cards = view_of(t), snapshot(t).cards
    sides = [side for row in view.boards for side in (row.white, row.black) if side]
    assert len(sides) == 9
    assert {side.person.id: side.points for side in sides} == {n: card.score for n, card in cards.items()}
    playing = {game.white for game in list(t.round(3).games)[:2]} | {game.black for game in list(t.round(3).games)[:2]}
    assert {side.person.id for side in sides if side.playing} == playing


def test_everybody_has_likely_opponents_by_name() -> None:
    view = view_of(an_open(2))
    assert [row.person.name for row in view.seats] == sorted(row.person.name for row in view.seats)
    assert all(row.likely for row in view.seats)
    assert all(abs(sum(one.likely.share.chance for one in row.likely)) <= 1.001 for row in view.seats)


@pytest.mark.parametrize("by", BY)
def test_it_is_provisional_in_every_form(by: str) -> None:
    t = an_open(2)
    shown = with_chances(t)
    pieces = list(COMING_TOPICS[BY[by]].feed(shown, 0) or ())
    assert all(form.twin(value)["provisional"] is True for form, rows in pieces for value in rows.values())
    form, heading = pieces[0]
    assert "provisional" in form.html("heading", heading["heading"], Site("open"), "en")


@pytest.mark.parametrize(("open_games", "said"), [(2, True), (0, False)])
def test_lots_are_named_only_where_a_game_is_open(open_games: int, said: bool) -> None:
    assert ("drawn by lot" in made(with_chances(an_open(open_games)), "name")) == said


@pytest.mark.parametrize(("rounds", "said"), [(5, True), (3, False)])
def test_an_event_that_is_over_has_no_error_of_chances(rounds: int, said: bool) -> None:
    over = after(3, 0, 9, Regulations(rounds=rounds), 1)
    evolve(over, e.ChancesShown(ChancesFor.PUBLIC, 1, OpenGames.DRAWN))
    assert ("standard error" in made(with_chances(over), "chances")) == said


def made(shown: Snapshot, by: str) -> str:
    """The words under the figures."""
    pieces = list(COMING_TOPICS[BY[by]].feed(shown, 0) or ())
    ((form, rows),) = [(form, rows) for form, rows in pieces if "made" in rows]
    return form.html("made", rows["made"], Site("open"), "en")


def test_what_is_needed_has_a_column_of_its_own() -> None:
    pieces = list(COMING_TOPICS[BY["chances"]].feed(with_chances(an_open(2)), 0) or ())
    written = {key: form.html(key, row, Site("open"), "en") for form, rows in pieces for key, row in rows.items()}
    widths = {html.count("<td") + html.count("<th ") for key, html in written.items() if key[0] == "p"}
    assert widths == {written["columns"].count("<th ")}
    assert any('<td class="needs">Needs' in html or '<td class="needs">Must' in html for html in written.values())


def test_every_line_of_a_file_is_marked() -> None:
    shown = with_chances(an_open(2))
    lines = (csv_file(coming_tables(shown, language("en"), 0), language("en")) or "").splitlines()
    assert lines[0].endswith(",provisional")
    assert [line.endswith(",yes") for line in lines[1:]] == [True] * 5


def test_teams_have_a_match_and_no_colours() -> None:
    t = teams_after(3, 0, 8, Regulations(rounds=5, entrants=Entrants.TEAMS, match_games=2, order=("MP", "GP")), 3)
    evolve(t, e.ChancesShown(ChancesFor.PUBLIC, 1, OpenGames.DRAWN))
    shown = with_chances(t)
    [table] = coming_tables(shown, language("en"), 0)
    assert [column.head for column in table.columns] == ["Match", "Team", "Pts", "Pts", "Team", "provisional"]


def test_nobody_sees_it_who_is_not_to() -> None:
    t = an_open(2)
    hidden = snapshot(t)
    assert coming(hidden, hidden.chances) is None
    assert all(topic.feed(hidden, 0) is None for topic in COMING_TOPICS.values())
    assert coming_tables(hidden, language("en"), 0) == []
