"""Players beside a rating list: what differs is shown, what is chosen is taken over in one step."""

from datetime import date

import pytest

from domain import events as e
from domain.decisions.players.ratings import ListedField, Listing, agrees, differences, month_of_list, take_over
from domain.decisions.players.registering import NewPlayer, amend_player, correct_rating, register_many
from domain.refusals import BadField
from domain.tournament import Tournament, replay
from domain.words.players import EntrantId, PlayerId, Title
from domain.words.rating_lists import FIDE, TYPED, ListName, RatingEntry, Speed
from domain.words.regulations import Details, Regulations
from tests.crosstable import announced, tournament

ONE, TWO, THREE = EntrantId(1), EntrantId(2), EntrantId(3)
NOVEMBER = ListName(FIDE, "2026-11")
STARTED = """
Alice 2500  +w3
Bruno 2400  =b4
Carla 2300  -b1
David 2200  =w2
"""


def registered() -> Tournament:
    t = announced(Regulations(rounds=5))
    players = [
        NewPlayer("Стефанова, Антоанета", 2350, fide_id=2902257, rating_from=TYPED),
        NewPlayer("Karpov, Anatoly", 2617, title=Title.GM, fide_id=4100026, federation="RUS", birth_year=1951),
        NewPlayer("Unlisted, Ursula", 1500),
    ]
    return replay(register_many(t, players), t)


LISTING = Listing(
    NOVEMBER,
    Speed.STANDARD,
    {
        ONE: RatingEntry(2902257, "Stefanova, Antoaneta", "BUL", title=Title.GM, birth_year=1979, standard=2402),
        TWO: RatingEntry(4100026, "Karpov, Anatoly Y.", "FID", standard=2617),
    },
)


def test_differences_are_what_the_list_has_otherwise() -> None:
    t = registered()
    assert differences(t.players[ONE], LISTING) == {
        ListedField.RATING: 2402,
        ListedField.TITLE: Title.GM,
        ListedField.FEDERATION: "BUL",
        ListedField.BIRTH_YEAR: 1979,
    }
    assert differences(t.players[TWO], LISTING) == {
        ListedField.FEDERATION: "FID",
        ListedField.NAME: "Karpov, Anatoly Y.",
    }
    assert differences(t.players[THREE], LISTING) == {}


def test_only_what_is_chosen_is_taken_over() -> None:
    t = registered()
    events = take_over(
        t, LISTING, {ONE: frozenset({ListedField.RATING, ListedField.TITLE}), TWO: frozenset({ListedField.NAME})}
    )
    after = replay(events, t)
    one, two = after.players[ONE], after.players[TWO]
    assert (one.rating, one.title, one.federation, one.name) == (2402, Title.GM, "", "Стефанова, Антоанета")
    assert (two.name, two.federation, two.title) == ("Karpov, Anatoly Y.", "RUS", Title.GM)


def test_a_player_who_is_not_chosen_stays_as_they_are() -> None:
    after = replay(take_over(registered(), LISTING, {ONE: frozenset({ListedField.RATING})}), registered())
    assert after.players[TWO] == registered().players[TWO]
    assert after.rating_sources == {ONE: "FIDE 2026-11"}


def test_the_list_is_noted_with_the_ratings_that_are_its_own() -> None:
    t = registered()
    assert t.rating_sources == {ONE: TYPED}
    assert [id for id in t.players if agrees(t, id, LISTING)] == [TWO]
    after = replay(take_over(t, LISTING, {ONE: frozenset({ListedField.RATING}), TWO: frozenset()}), t)
    assert after.rating_sources == {ONE: "FIDE 2026-11", TWO: "FIDE 2026-11"}
    assert not [id for id in after.players if agrees(after, id, LISTING)]


def test_another_rating_than_that_of_the_list_is_not_noted_as_its() -> None:
    t = registered()
    after = replay(take_over(t, LISTING, {ONE: frozenset({ListedField.TITLE})}), t)
    assert after.rating_sources == {ONE: TYPED}


def test_nothing_chosen_is_a_refusal() -> None:
    with pytest.raises(BadField):
        take_over(registered(), LISTING, {})


def test_after_the_start_a_rating_is_a_correction_with_its_list_as_the_reason() -> None:
    t = tournament(STARTED)
    listing = Listing(NOVEMBER, Speed.STANDARD, {THREE: RatingEntry(7, "Carla", standard=2450)})
    events = take_over(t, listing, {THREE: frozenset({ListedField.RATING})})
    (corrected,) = [event for event in events if isinstance(event, e.RatingCorrected)]
    assert (corrected.rating, corrected.reason, corrected.counts_from) == (2450, "FIDE 2026-11", 2)
    assert corrected.rating_from == "FIDE 2026-11"


def test_a_typed_correction_is_typed() -> None:
    t = registered()
    assert replay(correct_rating(t, TWO, 2600, "letter"), t).rating_sources[TWO] == TYPED


def test_other_details_leave_the_source_alone() -> None:
    t = registered()
    listed = replay(take_over(t, LISTING, {TWO: frozenset()}), t)
    same = NewPlayer("Karpov, Anatoly", 2617, title=Title.GM, fide_id=4100026, club="Moscow", rating_from=TYPED)
    assert replay(amend_player(listed, PlayerId(TWO), same), listed).rating_sources[TWO] == "FIDE 2026-11"


def test_a_national_list_says_the_national_rating() -> None:
    t = registered()
    listing = Listing(ListName("BUL", "2026-10"), Speed.STANDARD, {ONE: RatingEntry(0, "Stefanova", standard=2410)})
    assert differences(t.players[ONE], listing)[ListedField.NATIONAL_RATING] == 2410
    after = replay(take_over(t, listing, {ONE: frozenset({ListedField.NATIONAL_RATING})}), t)
    assert (after.players[ONE].national_rating, after.rating_sources[ONE]) == (2410, TYPED)


@pytest.mark.parametrize(
    ("start", "end", "month"),
    [
        ("2026-10-28", "2026-11-05", "2026-10"),
        ("2026-10-28", "", "2026-10"),
        ("2026-11-28", "2026-12-05", "2026-11"),
        ("", "", "2026-11"),
        ("2026-09-01", "2026-12-20", "2026-11"),
        ("2026-08-01", "2026-10-20", "2026-10"),
    ],
)
def test_the_list_of_the_first_day_counts_and_in_a_long_event_that_of_the_day(start: str, end: str, month: str) -> None:
    assert month_of_list(Tournament(Details("Open", start=start, end=end)), date(2026, 11, 3)) == month
