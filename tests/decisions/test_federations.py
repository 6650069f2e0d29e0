"""Federations that are typed are those of FIDE; those of files stay as they are."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.players.registering import (
    NewPlayer,
    add_what_is_missing,
    amend_player,
    register,
    register_listed,
    register_many,
)
from domain.decisions.players.teams import NewTeam, amend_team, register_teams
from domain.decisions.setup.announcing import amend_details, announce_in_mode
from domain.refusals import BadField, PlayersCannotEnter, TeamsCannotEnter
from domain.tournament import Tournament, replay
from domain.words.federations import FEDERATIONS, OTHER_CODES, codes_meant, federation_of, unknown_federations
from domain.words.players import player_id
from domain.words.regulations import Details, Entrants, Regulations
from tests.crosstable import announced
from web.wording import language
from web.wording.federations import federation_name, no_federation

GREEK = NewPlayer("Papadopoulos, Nikos", federation="GRC")
OF_TEAMS = Regulations(rounds=5, entrants=Entrants.TEAMS, match_games=2, order=("WIN",))
NOT_GRC = BadField("federation", "GRC", "no-federation:GRE")


def refused(why: BadField, step: Callable[[], object]) -> bool:
    with pytest.raises(BadField) as raised:
        step()
    return (raised.value.field, raised.value.value, raised.value.rule) == (why.field, why.value, why.rule)


def with_a_file() -> Tournament:
    t = announced()
    return replay(register_many(t, [replace(GREEK, federation="XQX")]), t)


def test_fide_has_210_codes_and_three_of_them_are_of_no_country() -> None:
    assert len(FEDERATIONS) == 210
    assert [code for code, one in FEDERATIONS.items() if not one.country] == ["AHO", "FID", "NON"]
    assert len({one.country for one in FEDERATIONS.values()}) == 208
    assert not OTHER_CODES.keys() & FEDERATIONS.keys()
    assert FEDERATIONS.keys() >= set(OTHER_CODES.values())
    assert FEDERATIONS["FID"].name == "FIDE (International Chess Federation)"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("GRC", ("GRE",)),
        ("gr", ("GRE",)),
        ("Greece", ("GRE",)),
        ("DEU", ("GER",)),
        ("SIN", ("SGP",)),
        ("BLG", ("BEL", "BLR", "BOL", "BUL")),
        ("QQQ", ()),
    ],
)
def test_what_somebody_may_mean_is_offered(written: str, meant: tuple[str, ...]) -> None:
    assert codes_meant(written) == meant


def test_a_code_that_is_fides_for_one_country_and_isos_for_another_is_fides() -> None:
    assert federation_of("BRN") == FEDERATIONS["BRN"]
    assert FEDERATIONS["BRN"].name == "Bahrain"


def test_whoever_enters_has_a_federation_of_fide() -> None:
    t = announced()
    assert refused(NOT_GRC, lambda: register(t, GREEK))
    with pytest.raises(PlayersCannotEnter) as raised:
        register_listed(t, [replace(GREEK, federation="bul"), GREEK])
    assert [one.index for one in raised.value.problems] == [1]


@pytest.mark.parametrize(
    ("typed", "kept"), [("wal", "WLS"), ("ROM", "ROU"), (" gre ", "GRE"), ("", ""), ("FID", "FID")]
)
def test_codes_of_other_bodies_are_understood(typed: str, kept: str) -> None:
    [event] = register(announced(), replace(GREEK, federation=typed))
    assert isinstance(event, e.PlayerRegistered)
    assert event.player.federation == kept


def test_a_file_keeps_a_code_that_fide_has_not_and_another_change_leaves_it() -> None:
    t = with_a_file()
    first = player_id(1)
    assert t.players[first].federation == "XQX"
    renamed = NewPlayer("Papadopoulos, Nikolaos", federation="XQX")
    assert amend_player(t, first, renamed)
    assert refused(NOT_GRC, lambda: amend_player(t, first, GREEK))
    assert add_what_is_missing(t, first, replace(t.players[first], club="Athens", federation="YYQ"))


def test_the_federation_of_a_tournament_is_known_or_was_there_before() -> None:
    with_code = Details("Open", federation="GRC")
    assert refused(NOT_GRC, lambda: announce_in_mode(with_code, Regulations(rounds=5), fide_mode=False))
    t = announced()
    assert refused(NOT_GRC, lambda: amend_details(t, replace(t.details, federation="GRC")))
    t = replay([e.DetailsAmended(replace(t.details, federation="GRC"))], t)
    assert amend_details(t, replace(t.details, city="Athens"))


def test_teams_of_a_form_are_looked_at_and_teams_of_a_file_are_not() -> None:
    t, teams = announced(OF_TEAMS), [NewTeam("Athens", federation="GRC", squad=(GREEK,))]
    with pytest.raises(TeamsCannotEnter) as raised:
        register_teams(t, teams)
    problems = [one.refusal for one in raised.value.problems]
    assert [one.rule for one in problems if isinstance(one, BadField)] == [NOT_GRC.rule] * 2
    t = replay(register_teams(t, teams, of_a_file=True), t)
    [team] = t.teams.values()
    assert amend_team(t, replace(team, captain="Somebody"))
    assert refused(
        BadField("federation", "QQQ", "no-federation"), lambda: amend_team(t, replace(team, federation="QQQ"))
    )


def test_codes_of_a_list_that_fide_has_not_are_each_told_once() -> None:
    assert unknown_federations(["BUL", "XQX", "", "WAL", "XQX", "GRC"]) == ("XQX", "GRC")


@pytest.mark.parametrize("code", ["en", "bg", "ru"])
def test_every_federation_has_a_name_of_its_own_in_every_language(code: str) -> None:
    names = [federation_name(one, language(code)) for one in FEDERATIONS]
    assert all(names)
    assert len(set(names)) == len(names)


def test_the_sentence_names_the_field_and_offers_the_code() -> None:
    assert no_federation("Federation", "GRC", ("GRE",), language("en")) == (
        "Federation: FIDE has no federation “GRC”. Is it GRE (Greece)?"
    )
    assert "GRE (Гърция)" in no_federation("Федерация", "GRC", ("GRE",), language("bg"))
    assert "GRE (Греция)" in no_federation("Федерация", "GRC", ("GRE",), language("ru"))
