"""Entrants who come from an earlier stage, and a correction there after they have come (the F.7 of stages)."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.players.attendance import adjust_points
from domain.decisions.qualifying import ComesFrom, accept_qualifiers, exchange_qualifiers, register_qualifiers
from domain.decisions.rounds.closing import close_tournament
from domain.decisions.rounds.correcting import correct_result
from domain.decisions.rounds.pairing import close_round, pair_round, publish_round, publish_rounds
from domain.decisions.rounds.results import record_result
from domain.files.exporting import report_of
from domain.refusals import (
    AllRoundsPaired,
    NoQualifiersYet,
    QualifiersTied,
    ReasonMissing,
    StageHasBegun,
    TournamentOfTeams,
)
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import pairing_cards, scores_before, table_cards
from domain.words.festivals import Carry
from domain.words.games import Result
from domain.words.options import RoundRobinOptions
from domain.words.players import EntrantId
from domain.words.regulations import Details, Entrants, Format, Regulations
from domain.words.teams import USUAL_MATCH_POINTS, TeamOptions
from projections.festivals.qualifiers import Drift, coming_from, drift
from projections.moment.snapshot import Snapshot, snapshot
from projections.table.standings import standings
from tests.crosstable import announced, drawn, published, tournament
from tests.projections.small_ends import teams_after

GROUP = """
Alice 2400  +w2 =b3 +w4
Bruno 2300  -b1 +w4 =b3
Carla 2200  =b4 =w1 =w2
David 2100  =w3 -b2 -b1
"""
"""Alice 2½, Bruno 1½, Carla 1½, David ½."""
BY_WINS = Regulations(rounds=3, order=("WIN",))
RULE = ComesFrom("group-a", 2)
OF_TEAMS = Regulations(
    rounds=3,
    format=Format.ROUND_ROBIN,
    entrants=Entrants.TEAMS,
    match_games=2,
    scoring=USUAL_MATCH_POINTS,
    order=("MPTS", "GPTS", "WIN"),
    round_robin=RoundRobinOptions(one_by_one=True),
    teams=TeamOptions(open_lineups=True),
)


def group(text: str = GROUP, **options: object) -> Snapshot:
    return snapshot(tournament(text, regulations=BY_WINS, close_last=True, **options))


def final() -> Tournament:
    return drawn(Regulations(rounds=3), Details("Final"))


def sent(rule: ComesFrom = RULE, source: Snapshot | None = None) -> Tournament:
    t = final()
    return replay(register_qualifiers(t, rule, coming_from(source or group(), rule)), t)


def test_the_best_are_registered_and_the_journal_says_where_they_come_from() -> None:
    t = sent()
    [came] = t.qualified.values()
    assert [player.name for player in t.players.values()] == ["Alice", "Bruno"]
    assert [(one.origin, one.place, one.entrant) for one in came.entrants] == [(1, 1, 1), (2, 2, 2)]
    assert came.position == group().position


def league(results: Sequence[Result] = (Result.WHITE_WINS, Result.DRAW)) -> Snapshot:
    """Four teams of two after their three rounds, the last match with these results."""
    t = teams_after(3, 2, 4, OF_TEAMS, 1)
    for number, result in enumerate(results, 1):
        t = replay(record_result(t, 3, 1, result, None, game=number), t)
    return snapshot(t)


def test_teams_go_on_with_their_squads() -> None:
    source, rule = league(), ComesFrom("group-a", 2)
    t = announced(OF_TEAMS)
    t = replay(register_qualifiers(t, rule, coming_from(source, rule)), t)
    best = [row.person for row in standings(source).rows][:2]
    assert [team.name for team in t.teams.values()] == [one.name for one in best]
    squads = [[source.tournament.players[id].name for id in source.tournament.teams[one.id].squad] for one in best]
    assert [[t.players[id].name for id in team.squad] for team in t.teams.values()] == squads
    assert [one.entrant for one in t.qualified["group-a"].entrants] == list(t.teams)


def test_teams_are_exchanged_with_their_players() -> None:
    rule, t = ComesFrom("group-a", 1), announced(OF_TEAMS)
    t = replay(register_qualifiers(t, rule, coming_from(league((Result.WHITE_WINS, Result.BLACK_WINS)), rule)), t)
    before = [team.name for team in t.teams.values()]
    other = league((Result.BLACK_WINS, Result.WHITE_WINS))
    t = replay(exchange_qualifiers(t, rule, coming_from(other, rule), "corrected"), t)
    [team] = t.teams.values()
    assert [team.name] != before
    assert set(team.players) == set(t.players)


@pytest.mark.parametrize(("others", "teams"), [(True, 2), (False, 1)], ids=["other players", "the same team"])
def test_teams_of_one_name_from_two_groups_are_one_by_their_players(others: bool, teams: int) -> None:
    coming = coming_from(league(), ComesFrom("group-a", 1))
    players = tuple(replace(one, name=f"{one.name} of b") for one in coming.players) if others else coming.players
    t = announced(OF_TEAMS)
    for rule, sent in (("group-a", coming), ("group-b", replace(coming, players=players, name="Group B"))):
        t = replay(register_qualifiers(t, ComesFrom(rule, 1), sent), t)
    name = coming.teams[0].name
    assert [team.name for team in t.teams.values()] == [name, f"{name} (Group B)"][:teams]
    assert {player for team in t.teams.values() for player in team.players} == set(t.players)


def test_players_are_not_sent_to_teams() -> None:
    with pytest.raises(TournamentOfTeams):
        register_qualifiers(announced(OF_TEAMS), RULE, coming_from(group(), RULE))


def test_they_are_registered_once() -> None:
    t = sent()
    assert register_qualifiers(t, RULE, coming_from(group(), RULE)) == []


def test_somebody_who_is_here_already_is_not_registered_again() -> None:
    t = sent()
    again = ComesFrom("rapid", 2)
    t = replay(register_qualifiers(t, again, coming_from(group(), again)), t)
    assert len(t.players) == 2


def test_a_group_that_is_being_played_sends_nobody() -> None:
    with pytest.raises(NoQualifiersYet):
        coming_from(snapshot(tournament(GROUP, regulations=replace(BY_WINS, rounds=5))), RULE)


def test_equals_at_the_border_are_for_the_arbiter() -> None:
    equal = snapshot(tournament(GROUP, regulations=Regulations(rounds=3, order=()), close_last=True))
    with pytest.raises(QualifiersTied) as refused:
        coming_from(equal, RULE)
    assert (refused.value.place, refused.value.names) == (2, ("Bruno", "Carla"))


def test_somebody_who_has_played_no_game_does_not_go_on() -> None:
    forfeits = """
    Alice 2400  +f2 +f3 +f4
    Bruno 2300  -f1 +w4 =b3
    Carla 2200  =b4 -f1 =w2
    David 2100  =w3 -b2 -f1
    """
    coming = coming_from(group(forfeits), RULE)
    assert [player.name for player in coming.players] == ["Bruno", "Carla"]


def test_somebody_who_has_withdrawn_does_not_go_on() -> None:
    left = "Alice 2400  +w2 +b3 .\nBruno 2300  -b1 +w4 =b3\nCarla 2200  =b4 -w1 =w2\nDavid 2100  =w3 -b2 Z"
    assert [player.name for player in coming_from(group(left), RULE).players] == ["Bruno", "Carla"]


def test_all_points_come_along_into_the_pairing_and_into_the_table() -> None:
    t = sent(ComesFrom("group-a", 4, Carry.POINTS))
    t = replay(pair_round(t), t)
    assert dict(scores_before(t, 1)) == {1: 5, 2: 3, 3: 3, 4: 1}
    assert {n: card.score for n, card in pairing_cards(t, 1).items()} == {1: 5, 2: 3, 3: 3, 4: 1}
    first = t.round(1).game(1)
    assert {first.white, first.black} == {1, 2}
    t = replay(publish_round(t, 1), t)
    assert [row.points for row in standings(snapshot(t)).rows] == [5, 3, 3, 1]


def test_mutual_results_come_along_and_these_pairs_do_not_meet_again() -> None:
    t = sent(ComesFrom("group-a", 3, Carry.MUTUAL))
    assert t.carried == {1: 3, 2: 1, 3: 2}
    assert {frozenset(group) for group, _ in t.prohibited} == {frozenset({1, 2}), frozenset({1, 3}), frozenset({2, 3})}


def test_points_brought_along_are_not_points_of_a_game() -> None:
    t = sent(ComesFrom("group-a", 4, Carry.POINTS))
    t = published(t)
    assert all(line.points == 0 for card in table_cards(t).values() for line in card.lines)


# A correction in the group


def corrected(now: Snapshot) -> Snapshot:
    """Carla has beaten Bruno in round 3, and takes the place."""
    t = now.tournament
    board = next(game.board for game in t.round(3).games if {game.white, game.black} == {2, 3})
    white = t.round(3).game(board).white
    result = Result.WHITE_WINS if white == 3 else Result.BLACK_WINS
    return snapshot(replay(correct_result(t, 3, board, result, "misread"), t.copy()))


def drift_of(t: Tournament, source: Snapshot) -> Drift | None:
    return drift(t, t.qualified["group-a"], source)


def test_a_source_that_says_the_same_is_not_mentioned() -> None:
    assert drift_of(sent(), group()) is None


def test_a_correction_says_who_would_have_come_instead() -> None:
    found = drift_of(sent(), corrected(group()))
    assert found is not None
    names = [[person.name for person, _ in pairs if person] for pairs in (found.new, found.gone)]
    assert names == [["Carla"], ["Bruno"]]


def test_a_correction_that_changes_points_alone_says_so_where_they_are_carried() -> None:
    rule = ComesFrom("group-a", 4, Carry.POINTS)
    found = drift_of(sent(rule), corrected(group()))
    assert found is not None
    assert [(one.origin, one.carried, before) for _, one, before in found.otherwise] == [(3, 4, 3), (2, 2, 3)]
    assert drift_of(sent(), group()) is None


def test_a_group_that_is_opened_again_leaves_it_open() -> None:
    reopened = group()
    t = reopened.tournament
    again = replay([e.RegulationsAmended(replace(t.regulations, rounds=4), 3)], t.copy())
    found = drift_of(sent(), snapshot(again))
    assert found is not None
    assert found.open


def test_the_arbiter_leaves_everybody_with_a_reason() -> None:
    t, source = sent(), corrected(group())
    coming = coming_from(source, RULE)
    with pytest.raises(ReasonMissing):
        accept_qualifiers(t, RULE, coming, " ")
    t = replay(accept_qualifiers(t, RULE, coming, "the final has begun"), t)
    assert drift_of(t, source) is None
    assert [player.name for player in t.players.values()] == ["Alice", "Bruno"]


def test_another_correction_later_is_shown_again() -> None:
    t, source = sent(), corrected(group())
    t = replay(accept_qualifiers(t, RULE, coming_from(source, RULE), "begun"), t)
    once_more = snapshot(replay(correct_result(source.tournament, 1, 1, Result.BLACK_WINS, "again"), source.tournament))
    assert drift_of(t, once_more) is not None


def test_before_the_first_pairing_the_entrants_can_be_changed() -> None:
    t, source = sent(), corrected(group())
    t = replay(exchange_qualifiers(t, RULE, coming_from(source, RULE), "corrected"), t)
    assert [player.name for player in t.players.values()] == ["Alice", "Carla"]
    assert drift_of(t, source) is None


def test_an_exchange_keeps_others_apart_and_follows_the_new_pairs() -> None:
    rule = ComesFrom("group-a", 2, Carry.MUTUAL)
    t = sent(rule)
    source = corrected(group())
    t = replay(exchange_qualifiers(t, rule, coming_from(source, rule), "corrected"), t)
    names = [{t.players[id].name for id in pair} for pair, _ in t.prohibited]
    assert names == [{"Alice", "Carla"}]


def test_once_a_round_is_paired_nobody_is_exchanged() -> None:
    t, source = sent(), corrected(group())
    t = replay(pair_round(t), t)
    with pytest.raises(StageHasBegun):
        exchange_qualifiers(t, RULE, coming_from(source, RULE), "corrected")


def test_the_journal_of_a_stage_folds_to_the_same() -> None:
    t = sent(ComesFrom("group-a", 3, Carry.MUTUAL))
    again = replay(t.history)
    assert (again.qualified, again.carried, again.prohibited) == (t.qualified, t.carried, t.prohibited)


# Round robins

ALL_PLAY_ALL = Regulations(rounds=3, format=Format.ROUND_ROBIN, order=("WIN",))


def round_robin_final() -> Tournament:
    """Two of each of two groups, who bring the results against each other along."""
    t = announced(ALL_PLAY_ALL, Details("Final"))
    for source, text in (("group-a", GROUP), ("group-b", GROUP.replace("Al", "El").replace("Br", "Fr"))):
        rule = ComesFrom(source, 2, Carry.MUTUAL)
        t = replay(register_qualifiers(t, rule, coming_from(group(text), rule)), t)
    return t


def test_in_an_all_play_all_final_games_that_were_played_are_not_played_again() -> None:
    t = round_robin_final()
    t = replay(pair_round(t), t)
    met = [frozenset({game.white, game.black}) for round in t.rounds for game in round.games]
    assert sorted(map(sorted, met)) == [[1, 3], [1, 4], [2, 3], [2, 4]]
    assert {t.players[id].name: points for id, points in t.carried.items()} == {"Alice": 2, "Elice": 2}


def test_a_round_of_its_table_without_a_game_is_left_out() -> None:
    """The two pairs of the groups stand in one round of the Berger table for four."""
    t = round_robin_final()
    t = replay(pair_round(t), t)
    assert [len(round.boards) for round in t.rounds] == [2, 2]
    assert t.regulations.rounds == 2


def test_drawn_one_by_one_it_has_the_same_rounds() -> None:
    one_by_one = replace(ALL_PLAY_ALL, round_robin=RoundRobinOptions(one_by_one=True))
    at_once, t = round_robin_final(), round_robin_final()
    t = replay([e.RegulationsAmended(one_by_one, 0)], t)
    at_once = replay(pair_round(at_once), at_once)
    for round in (1, 2):
        t = published(t)
        for game in t.round(round).games:
            t = replay(record_result(t, round, game.board, Result.DRAW, None), t)
        t = replay(close_round(t, round), t)
    assert [round.boards for round in t.rounds] == [round.boards for round in at_once.rounds]
    with pytest.raises(AllRoundsPaired):
        pair_round(t)


def test_its_rounds_are_played_to_the_end() -> None:
    t = round_robin_final()
    t = replay(pair_round(t), t)
    t = replay(publish_rounds(t, 1), t)
    for round in t.rounds:
        for game in round.games:
            t = replay(record_result(t, round.number, game.board, Result.DRAW, None), t)
    t = replay(close_tournament(t), t)
    table = standings(snapshot(t)).rows
    assert [(row.person.name, row.points) for row in table] == [("Alice", 4), ("Elice", 4), ("Bruno", 2), ("Fruno", 2)]


@pytest.mark.parametrize(("least", "names"), [(3, ["Alice", "Bruno"]), (4, [])])
def test_as_many_games_as_asked_are_enough(least: int, names: list[str]) -> None:
    coming = coming_from(group(), ComesFrom("group-a", 2, least_games=least))
    assert [player.name for player in coming.players] == names


def test_points_brought_along_are_in_the_report_file_as_points_of_round_1() -> None:
    t = sent(ComesFrom("group-a", 4, Carry.POINTS))
    assert report_of(t).abnormal == ()
    t = published(t)
    t = replay(adjust_points(t, EntrantId(1), 1, -1, "a telephone"), t)
    said = [(one.points, one.round, one.players) for one in report_of(t).abnormal]
    assert said == [(1, 1, (4,)), (3, 1, (2, 3)), (4, 1, (1,))]
