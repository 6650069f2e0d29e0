"""Teams enter with their players in one step, are amended, and exchange players."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.players.registering import NewPlayer, register
from domain.decisions.players.teams import NewTeam, add_players, amend_team, register_teams, team_of, transfer_player
from domain.decisions.rounds.pairing import pair_round
from domain.decisions.undoing import undo
from domain.refusals import (
    AlreadyInATeam,
    BadField,
    CannotUndo,
    InALineup,
    NamesakesAsked,
    ReasonMissing,
    TeamNameTaken,
    TeamsCannotEnter,
    TournamentOfPlayers,
    UnknownTeam,
)
from domain.tournament import Tournament, replay
from domain.words.players import EntrantId, NamesakeAnswers, PlayerId
from domain.words.regulations import Entrants, Regulations
from domain.words.teams import Team, TeamId
from tests.crosstable import drawn, published

SAME = NamesakeAnswers(same={0: 0})


def league(entrants: Entrants = Entrants.TEAMS) -> Tournament:
    return drawn(Regulations(rounds=3, match_games=2, entrants=entrants, order=("WIN",)))


def people(*names: str, rating: int = 2000) -> tuple[NewPlayer, ...]:
    return tuple(NewPlayer(name=name, rating=rating) for name in names)


def four_teams() -> Tournament:
    t = league()
    teams = [
        NewTeam(name, squad=people(f"{name} One", f"{name} Two", rating=2100 + 50 * n), reserves=people(f"{name} Res"))
        for n, name in enumerate(("Burgas", "Plovdiv", "Sofia", "Varna"))
    ]
    return replay(register_teams(t, teams), t)


def begun() -> Tournament:
    t = four_teams()
    return published(t)


def named(t: Tournament, name: str) -> Team:
    return next(team for team in t.teams.values() if team.name == name)


def player(t: Tournament, name: str) -> PlayerId:
    return next(p.id for p in t.players.values() if p.name == name)


def test_a_team_and_its_new_players_are_one_group_of_events() -> None:
    events = register_teams(league(), [NewTeam("Sofia", "Ana", "bul", "CSKA", people("A", "B"), people("C"))])
    assert [type(event).__name__ for event in events] == ["PlayerRegistered"] * 3 + ["TeamRegistered"]
    entered = events[-1]
    assert isinstance(entered, e.TeamRegistered)
    assert (entered.team.squad, entered.team.reserves) == ((1, 2), (3,))
    assert (entered.team.id, entered.team.captain, entered.team.federation, entered.team.club) == (
        4, "Ana", "BUL", "CSKA",
    )  # fmt: skip


def test_a_player_who_is_registered_and_free_joins_the_squad() -> None:
    t = league()
    t = replay(register(t, NewPlayer(name="A")), t)
    t = replay(register_teams(t, [NewTeam("Sofia", squad=people("A", "B"))], answers=SAME), t)
    assert len(t.players) == 2
    assert named(t, "Sofia").squad == (1, 2)


def test_the_same_person_gets_what_was_missing() -> None:
    t = league()
    t = replay(register(t, NewPlayer(name="A", club="CSKA")), t)
    t = replay(register_teams(t, [NewTeam("Sofia", squad=people("A", "B"))], answers=SAME), t)
    assert [(one.club, one.rating) for one in t.players.values()] == [("CSKA", 2000), ("", 2000)]


def test_a_fide_number_says_who_it_is() -> None:
    t = league()
    t = replay(register(t, NewPlayer(name="A", fide_id=1000012)), t)
    t = replay(register_teams(t, [NewTeam("Sofia", squad=(NewPlayer(name="Other", fide_id=1000012),))]), t)
    assert named(t, "Sofia").squad == (1,)


def test_namesakes_of_a_list_of_teams_are_asked_about_by_their_place_in_it() -> None:
    t = four_teams()
    new = [
        NewTeam("Ruse", squad=people("R1", "One Varna"), reserves=people("R1")),
        NewTeam("Pleven", squad=people("P")),
    ]
    with pytest.raises(NamesakesAsked) as asked:
        register_teams(t, new)
    told = [(one.index, one.others[0].player.name, one.others[0].index) for one in asked.value.questions]
    assert told == [(1, "Varna One", None), (2, "R1", 0)]
    t = replay(register_teams(t, new, answers=NamesakeAnswers(another=frozenset({1, 2}))), t)
    assert [t.players[id].name for id in named(t, "Ruse").players] == ["R1", "One Varna", "R1"]


def test_somebody_who_is_the_same_person_cannot_play_for_two_teams() -> None:
    with pytest.raises(TeamsCannotEnter) as refused:
        register_teams(four_teams(), [NewTeam("Ruse", squad=people("Varna One"))], answers=SAME)
    (problem,) = refused.value.problems
    assert isinstance(problem.refusal, AlreadyInATeam)


def test_a_namesake_who_joins_a_team_is_asked_about() -> None:
    t = four_teams()
    with pytest.raises(NamesakesAsked):
        add_players(t, named(t, "Sofia").id, people("Varna One"))
    another = NamesakeAnswers(another=frozenset({0}))
    assert add_players(t, named(t, "Sofia").id, people("Varna One"), answers=another)


def test_all_problems_of_all_teams_are_told_and_nothing_is_done() -> None:
    t = four_teams()
    bad = [
        NewTeam("sofia", squad=people("Fresh")),
        NewTeam("Ruse", federation="Bulgaria"),
        NewTeam(
            "Pleven", squad=(NewPlayer(name="Y", fide_id=1), NewPlayer(name="X", rating=9999)), reserves=people("")
        ),
        NewTeam("Dobrich", squad=(*people("Same"), NewPlayer(name="Y", fide_id=1))),
    ]
    with pytest.raises(TeamsCannotEnter) as refused:
        register_teams(t, bad)
    told = [(one.team, one.board, type(one.refusal)) for one in refused.value.problems]
    assert told == [
        ("sofia", 0, TeamNameTaken),
        ("Ruse", 0, BadField),
        ("Pleven", 2, BadField),
        ("Pleven", 3, BadField),
        ("Dobrich", 2, AlreadyInATeam),
    ]


def test_two_new_teams_of_one_name_are_refused() -> None:
    with pytest.raises(TeamsCannotEnter):
        register_teams(league(), [NewTeam("Sofia"), NewTeam("SOFIA")])


def test_teams_do_not_enter_a_tournament_of_players() -> None:
    with pytest.raises(TournamentOfPlayers):
        register_teams(league(Entrants.PLAYERS), [NewTeam("Sofia")])


def test_a_late_team_plays_from_the_next_round_on() -> None:
    t = begun()
    t = replay(register_teams(t, [NewTeam("Ruse", squad=people("R1", "R2", rating=2180))]), t)
    assert t.joined[named(t, "Ruse").id] == 2


def test_before_round_one_the_order_of_the_boards_is_free() -> None:
    t = four_teams()
    sofia = named(t, "Sofia")
    t = replay(amend_team(t, replace(sofia, squad=sofia.squad[::-1])), t)
    assert named(t, "Sofia").squad == sofia.squad[::-1]


def test_after_round_one_another_order_needs_a_reason_and_the_name_does_not() -> None:
    t = begun()
    sofia = named(t, "Sofia")
    with pytest.raises(ReasonMissing):
        amend_team(t, replace(sofia, squad=sofia.squad[::-1]))
    assert amend_team(t, replace(sofia, captain="Ana"))
    (amended,) = amend_team(t, replace(sofia, squad=sofia.squad[::-1]), "a mistake in the list")
    assert amended == e.TeamDetailsAmended(replace(sofia, squad=sofia.squad[::-1]), "a mistake in the list", 1)


def test_a_stronger_squad_takes_its_number_before_round_one() -> None:
    t = four_teams()
    t = replay(pair_round(t), t)
    burgas = named(t, "Burgas")
    events = add_players(t, burgas.id, people("Star One", "Star Two", rating=2700))
    t = replay(events, t)
    stars = named(t, "Burgas").squad[2:]
    t = replay(amend_team(t, replace(named(t, "Burgas"), squad=(*stars, *burgas.squad))), t)
    assert t.numbers[0] == burgas.id


def test_new_players_join_a_team_below_those_it_has() -> None:
    t = begun()
    sofia = named(t, "Sofia")
    with pytest.raises(ReasonMissing):
        add_players(t, sofia.id, people("New"))
    t = replay(add_players(t, sofia.id, people("New"), reserve=True, reason="allowed until round 3"), t)
    assert named(t, "Sofia").reserves == (*sofia.reserves, player(t, "New"))


def test_a_player_goes_to_another_team() -> None:
    t = four_teams()
    one, varna = player(t, "Sofia One"), named(t, "Varna")
    t = replay(transfer_player(t, one, varna.id), t)
    assert named(t, "Varna").squad == (*varna.squad, one)
    assert one not in named(t, "Sofia").players
    assert team_of(t, one) == named(t, "Varna")


def test_a_transfer_to_the_own_team_or_to_none_is_refused() -> None:
    t = four_teams()
    with pytest.raises(AlreadyInATeam):
        transfer_player(t, player(t, "Sofia One"), named(t, "Sofia").id)
    with pytest.raises(UnknownTeam):
        transfer_player(t, player(t, "Sofia One"), TeamId(EntrantId(99)))


def test_after_round_one_a_transfer_needs_a_reason() -> None:
    t = begun()
    with pytest.raises(ReasonMissing):
        transfer_player(t, player(t, "Sofia Res"), named(t, "Varna").id)
    assert transfer_player(t, player(t, "Sofia Res"), named(t, "Varna").id, reason="agreed by the league")


def test_nobody_leaves_a_team_out_of_the_lineup_of_an_open_round() -> None:
    t = begun()
    sofia = named(t, "Sofia")
    t = replay([e.LineupGiven(1, sofia.id, sofia.squad)], t)
    with pytest.raises(InALineup):
        transfer_player(t, sofia.squad[0], named(t, "Varna").id, reason="agreed")
    with pytest.raises(InALineup):
        amend_team(t, replace(sofia, squad=sofia.squad[1:]), "he left")
    assert transfer_player(t, sofia.reserves[0], named(t, "Varna").id, reason="agreed")


def test_a_transfer_can_be_undone_and_a_team_that_it_went_to_not_before_it() -> None:
    t = four_teams()
    before = dict(t.teams)
    registration = next(
        v for v, event in enumerate(t.history, 1) if isinstance(event, e.TeamRegistered) and event.team.name == "Varna"
    )
    t = replay(transfer_player(t, player(t, "Sofia One"), named(t, "Varna").id), t)
    with pytest.raises(CannotUndo):
        undo(t, registration)
    t = replay(undo(t, len(t.history)), t)
    assert dict(t.teams) == before
