"""Regulations that cannot be, each refused by its field and the rule that it breaks, and those at their edge."""

from dataclasses import replace

import pytest

from domain.decisions.setup.regulations import (
    MOST_CYCLES,
    MOST_GAMES_OF_A_MATCH,
    MOST_PLACES_PLAYED_FOR,
    checked_regulations,
    fixed_with_pairing,
    mixed_groups,
    refuse_two_rounds_a_day,
    virtual_points_by_round,
)
from domain.formats import FORMATS
from domain.pairing import SYSTEMS
from domain.ranking.tiebreaks import Ruleset
from domain.refusals import BadField
from domain.words.games import Scoring
from domain.words.options import (
    BracketOrder,
    KnockoutOptions,
    LeaverRule,
    NumbersBy,
    PlayoffOptions,
    RoundRobinOptions,
    ScheveningenOptions,
    SwissOptions,
)
from domain.words.regulations import Acceleration, Details, Entrants, Format, GroupRule, Regulations
from domain.words.teams import PrimaryScore, TeamOptions

SWISS_2026 = Regulations(system="dutch-2026")
TEAMS = Regulations(
    system="team-swiss-2026", entrants=Entrants.TEAMS, teams=TeamOptions(primary=PrimaryScore.GAME_POINTS)
)
TABLE = Regulations(format=Format.ROUND_ROBIN)
VARMA = RoundRobinOptions(numbers=NumbersBy.VARMA)
MATCH = Regulations(format=Format.SCHEVENINGEN, scheveningen=ScheveningenOptions("North", "South"))
A_ROUND_A_DAY = KnockoutOptions(round_a_day=True)


def refused(regulations: Regulations) -> tuple[str, str]:
    with pytest.raises(BadField) as refusal:
        checked_regulations(regulations)
    return refusal.value.field, refusal.value.rule


@pytest.mark.parametrize(
    ("regulations", "field", "rule"),
    [
        (Regulations(system="chess"), "system", "one-of:" + ",".join(SYSTEMS)),
        (replace(TABLE, round_robin=VARMA, entrants=Entrants.TEAMS), "numbers_by", "varma-for-players"),
        (Regulations(round_robin=VARMA), "numbers_by", "varma-for-players"),
        (Regulations(swiss=SwissOptions(numbers=NumbersBy.VARMA)), "swiss_numbers", "varma-for-players"),
        (Regulations(swiss=SwissOptions(colour_run=4)), "colour_run", "one-of:2,3"),
        (replace(MATCH, scheveningen=ScheveningenOptions("North", "NORTH")), "second_team", "another-name"),
        (Regulations(system="team-swiss-2026"), "system", "system-for-teams"),
        (replace(TEAMS, acceleration=Acceleration.BAKU), "acceleration", "match-points-are-accelerated"),
        (Regulations(acceleration=Acceleration.BAKU, system="dutch-1998"), "acceleration", "system-accelerates"),
        (replace(TABLE, system="dutch-2026", acceleration=Acceleration.BAKU), "acceleration", "system-accelerates"),
        (
            replace(SWISS_2026, acceleration=Acceleration.BAKU, scoring=Scoring(win=6)),
            "acceleration",
            "win-is-two-draws",
        ),
    ],
)
def test_what_cannot_be_names_its_field_and_the_rule(regulations: Regulations, field: str, rule: str) -> None:
    assert refused(regulations) == (field, rule)


@pytest.mark.parametrize(
    ("field", "smallest", "largest"),
    [
        ("cycles", 1, MOST_CYCLES),
        ("match_games", 1, MOST_GAMES_OF_A_MATCH),
        ("places", 1, MOST_PLACES_PLAYED_FOR),
    ],
)
def test_a_number_is_possible_from_its_smallest_to_its_largest(field: str, smallest: int, largest: int) -> None:
    def with_number(number: int) -> Regulations:
        match field:
            case "cycles":
                return replace(TABLE, round_robin=RoundRobinOptions(cycles=number))
            case "match_games":
                return Regulations(match_games=number)
        return Regulations(playoff=PlayoffOptions(places=number))

    assert checked_regulations(with_number(smallest)) == with_number(smallest)
    assert checked_regulations(with_number(largest)) == with_number(largest)
    assert refused(with_number(smallest - 1))[0] == field
    assert refused(with_number(largest + 1))[0] == field


@pytest.mark.parametrize(
    "possible",
    [
        replace(TABLE, round_robin=VARMA),
        Regulations(swiss=SwissOptions(colour_run=3)),
        MATCH,
        replace(MATCH, scheveningen=ScheveningenOptions()),
        replace(SWISS_2026, acceleration=Acceleration.BAKU),
        Regulations(system="dutch-1998"),
    ],
)
def test_what_is_possible_stands_as_it_is(possible: Regulations) -> None:
    assert checked_regulations(possible) == possible


@pytest.mark.parametrize(("first", "second"), [("", "South"), ("North", "")])
def test_a_match_of_two_teams_needs_both_names(first: str, second: str) -> None:
    with pytest.raises(BadField) as refusal:
        FORMATS[Format.SCHEVENINGEN].refuse_gaps(replace(MATCH, scheveningen=ScheveningenOptions(first, second)))
    assert refusal.value.field == ("second_team" if first else "first_team")


def test_no_other_format_needs_names_of_teams() -> None:
    for laws in (MATCH, TABLE):
        FORMATS[laws.format].refuse_gaps(laws)


TWICE = Details("Cup", schedule=("2026-11-22T10:00", "2026-11-23T10:00", "2026-11-23T16:00"))


def test_two_rounds_on_a_day_are_refused_by_the_day() -> None:
    with pytest.raises(BadField) as refusal:
        refuse_two_rounds_a_day(TWICE, Regulations(format=Format.KNOCKOUT, knockout=A_ROUND_A_DAY))
    assert (refusal.value.field, refusal.value.value) == ("schedule", "2026-11-23")


@pytest.mark.parametrize(
    "regulations",
    [Regulations(format=Format.KNOCKOUT), Regulations(knockout=A_ROUND_A_DAY)],
    ids=["no such rule", "no bracket"],
)
def test_elsewhere_a_day_may_have_two_rounds(regulations: Regulations) -> None:
    refuse_two_rounds_a_day(TWICE, regulations)


def test_virtual_points_are_those_of_baku_and_none_without_it() -> None:
    assert virtual_points_by_round(SWISS_2026) == ()
    assert virtual_points_by_round(replace(SWISS_2026, acceleration=Acceleration.BAKU, rounds=5)) == (2, 2, 1)


@pytest.mark.parametrize(
    ("changed", "fixed"),
    [
        (replace(TABLE, round_robin=RoundRobinOptions(cycles=2)), True),
        (replace(TABLE, round_robin=RoundRobinOptions(leavers=LeaverRule.ANNUL_BELOW_HALF)), False),
        (replace(TABLE, rounds=5), True),
        (replace(TABLE, match_games=2), True),
        (replace(TABLE, format=Format.SWISS), True),
        (replace(TABLE, knockout=KnockoutOptions(bracket=BracketOrder.LOT)), True),
        (replace(TABLE, order=("BH",)), False),
    ],
)
def test_the_first_pairing_fixes_who_meets_whom_and_nothing_else(changed: Regulations, fixed: bool) -> None:
    assert (fixed_with_pairing(changed) != fixed_with_pairing(TABLE)) is fixed


def test_the_number_of_rounds_of_a_swiss_is_not_fixed() -> None:
    assert fixed_with_pairing(Regulations(rounds=5)) == fixed_with_pairing(Regulations(rounds=7))


def test_an_unknown_rule_for_unplayed_rounds_is_refused_with_those_there_are() -> None:
    assert refused(Regulations(ruleset="fair")) == ("ruleset", "one-of:" + ",".join(Ruleset))


@pytest.mark.parametrize(
    ("order", "offending"),
    [
        (("BH", "BH/C1"), ()),
        (("BH", "WIN", "BH/C1", "SB"), ("WIN",)),
        (("PTS", "WIN", "BH", "ARO"), ("BH", "ARO")),
        (("WIN", "PLAYOFF"), ()),
        (("PLAYOFF", "WIN"), ()),
    ],
)
def test_items_of_another_group_than_the_first_are_warned_of(
    order: tuple[str, ...], offending: tuple[str, ...]
) -> None:
    laws = Regulations(order=order, group_rule=GroupRule.WARN)
    assert mixed_groups(laws) == offending
    assert mixed_groups(replace(laws, group_rule=GroupRule.OFF)) == ()


def test_a_list_of_several_groups_is_refused_where_the_regulations_say_so() -> None:
    with pytest.raises(BadField) as refusal:
        checked_regulations(Regulations(order=("PTS", "WIN", "BH", "ARO"), group_rule=GroupRule.ERROR))
    assert (refusal.value.value, refusal.value.rule) == ("BH, ARO", "one-group")
