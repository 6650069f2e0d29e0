"""Conditions of entry: in the words of categories, enforced or as a warning, asked of everybody who enters."""

import pytest

from domain import events as e
from domain import refusals as r
from domain.decisions.integrity import guarded
from domain.decisions.players.conditions import contradicted, refuse_contradicted, set_conditions, unmet
from domain.decisions.players.registering import NewPlayer, register, register_listed, register_many
from domain.festival.entering import take_in
from domain.tournament import Tournament, replay
from domain.words.choices.conditions import OPEN_TO_ALL, EntryConditions, RatingMeant
from domain.words.choices.prizes import category
from domain.words.players import Player, Sex, player_id
from domain.words.regulations import Details, Regulations
from tests.crosstable import announced
from web.wording import language
from web.wording.conditions import condition_in_words
from web.wording.refusals import sentence

OPEN = Details("Open", start="2026-12-05")


def event(who: str, *, enforced: bool = True, rating: RatingMeant = RatingMeant.COUNTS, day: str = "") -> Tournament:
    t = announced(Regulations(rounds=5), OPEN)
    return replay(set_conditions(t, EntryConditions(who, enforced, rating, day)), t)


def somebody(**fields: object) -> Player:
    return NewPlayer("Ada", **fields).registered_as(player_id(1))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("who", "fields", "fulfilled"),
    [
        ("U2000", {"rating": 1999}, True),
        ("U2000", {"rating": 2000}, False),
        ("U2000", {}, False),
        ("U2000|UNR", {}, True),
        ("R1600-1999", {"rating": 1600}, True),
        ("R1600-1999", {"rating": 1599}, False),
        ("U18", {"birth_year": 2008}, True),
        ("U18", {"birth_year": 2007}, False),
        ("U18", {}, False),
        ("S65", {"birth_year": 1961}, True),
        ("W", {"sex": Sex.WOMAN}, True),
        ("W", {"sex": Sex.MAN}, False),
        ("fed:BUL&U2000", {"federation": "BUL", "rating": 1500}, True),
        ("fed:BUL&U2000", {"federation": "GER", "rating": 1500}, False),
        ("club:Levski", {"club": "levski"}, True),
        ("", {}, True),
    ],
)
def test_whoever_fulfils_them_enters_and_nobody_else(who: str, fields: dict[str, object], fulfilled: bool) -> None:
    t, new = event(who), NewPlayer("Ada", **fields)  # type: ignore[arg-type]
    assert (unmet(t, somebody(**fields)) == ()) is fulfilled
    if fulfilled:
        assert len(register(t, new)) == 1
    else:
        with pytest.raises(r.ConditionsNotMet):
            register(t, new)


def test_ages_are_those_reached_in_the_year_of_a_day() -> None:
    assert unmet(event("U18", day="2027-01-01"), somebody(birth_year=2008)) != ()
    assert unmet(event("U18"), somebody(birth_year=2008)) == ()


def test_a_condition_by_age_needs_a_day() -> None:
    t = announced(Regulations(rounds=5), Details("Open"))
    with pytest.raises(r.BadField) as refused:
        set_conditions(t, EntryConditions("U18"))
    assert refused.value.field == "age_day"


@pytest.mark.parametrize("who", ["X9", "board:1", "U18&", "a" * 301])
def test_what_is_no_category_is_refused(who: str) -> None:
    with pytest.raises(r.BadField) as refused:
        set_conditions(announced(details=OPEN), EntryConditions(who))
    assert refused.value.field == "conditions"


def test_the_rating_can_be_that_of_another_list() -> None:
    player = somebody(rating=2100, official_rating=1900, national_rating=1800)
    found = [unmet(event("U2000", rating=rating), player) == () for rating in RatingMeant]
    assert found == [False, True, True]


def test_a_list_is_refused_with_a_line_for_each() -> None:
    t = event("U2000")
    players = [NewPlayer("Ada", rating=1500), NewPlayer("Bo", rating=2100), NewPlayer("Cy", rating=2200)]
    for enter in (register_many, register_listed):
        with pytest.raises(r.PlayersCannotEnter) as refused:
            enter(t, players)
        assert [(one.index, one.name) for one in refused.value.problems] == [(1, "Bo"), (2, "Cy")]
    said = sentence(refused.value, t, language("en"))
    assert "Player 2 (Bo): Bo does not fulfil the conditions of entry: rated below 2000." in said


def test_as_a_warning_they_are_confirmed_at_the_desk() -> None:
    t = event("U2000", enforced=False)
    written = register(t, NewPlayer("Bo", rating=2100))
    with pytest.raises(r.NeedsConfirmation) as asked:
        guarded(t, written, 0)
    assert asked.value.level == 2
    assert guarded(t, written, 2) == written
    assert guarded(t, register(t, NewPlayer("Ada", rating=1500)), 0)


def test_what_is_left_empty_contradicts_nothing() -> None:
    t = event("W&U2000")
    refuse_contradicted(t, somebody())
    assert contradicted(t, somebody(sex=Sex.MAN)) == unmet(t, somebody(sex=Sex.MAN, rating=1500))
    with pytest.raises(r.ConditionsNotMet):
        refuse_contradicted(t, somebody(rating=2300))


def test_the_nearest_alternative_is_named() -> None:
    failed = unmet(event("U1400&W|U2000"), somebody(rating=2100))
    assert [condition_in_words(one, language("en")) for one in failed] == ["rated below 2000"]


def test_somebody_who_comes_back_is_not_asked_again() -> None:
    t = announced(details=OPEN)
    replay(register(t, NewPlayer("Ada", rating=2500)), t)
    replay([e.PlayerWithdrawn(player_id(1), 1)], t)
    replay(set_conditions(t, EntryConditions("U2000", enforced=True)), t)
    assert take_in(t, t.players[player_id(1)]) == [e.PlayerReadmitted(player_id(1), 1)]


def test_by_default_everybody_enters_and_the_same_again_is_no_news() -> None:
    assert Tournament().conditions == OPEN_TO_ALL
    assert set_conditions(event("U2000"), EntryConditions("U2000", enforced=True)) == []


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("R1600-1999", "rated from 1600 to 1999"),
        ("UNR", "without a rating"),
        ("U18", "18 years old or younger"),
        ("S65", "65 years old or older"),
        ("M", "men"),
        ("club:levski", "of the club Levski"),
        ("fed:bul", "of the federation BUL"),
        ("title:fm", "with the title FM"),
        ("title:none", "without a title"),
    ],
)
def test_each_condition_is_said_in_words(who: str, said: str) -> None:
    assert condition_in_words(category(who).alternatives[0][0], language("en")) == said
