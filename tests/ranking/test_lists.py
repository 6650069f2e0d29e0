"""Lists of tie-breaks as people write them."""

from dataclasses import replace

import pytest

from domain.decisions.setup.announcing import announce_tournament
from domain.ranking.order import rank
from domain.ranking.tiebreak_lists import FOR_PLAYERS, MOST_TIEBREAKS, PRESETS, NameNotFirst, items_of, read_list
from domain.ranking.tiebreaks import UNDEFINED, Context, Ruleset, UnknownTiebreak, parse_tiebreak, values
from domain.refusals import BadField
from domain.words.regulations import Details, Entrants, Regulations
from tests.ranking.crosstables import cards_of, individual
from web.wording import language
from web.wording.refusals import sentence

TEAM_LISTS = [name for name, known in PRESETS.items() if known.for_teams]

TEC = individual("tec_swiss_16x5")


def _texts(*items: str) -> list[str]:
    return [str(tiebreak) for tiebreak in read_list(items).order]


@pytest.mark.parametrize("text", ["BH/C1, SB,DE", "BH/C1 SB DE", "BH/C1;SB ; DE", " BH/C1,,SB\nDE "])
def test_items_stand_between_commas_semicolons_or_blanks(text: str) -> None:
    assert items_of(text) == ("BH/C1", "SB", "DE")


@pytest.mark.parametrize("text", ["", ",", " , ", "\n"])
def test_an_empty_list_is_points_alone(text: str) -> None:
    table = rank(TEC, read_list(items_of(text)).order, Context())
    assert {row.order for row in table} == {(parse_tiebreak("PTS"),)}


def test_a_name_stands_for_its_list() -> None:
    assert _texts("33.3.4") == ["PTS", "BH", "PS", "SB", "DE", "WIN", "BPG", "PLAYOFF"]


def test_a_list_with_a_name_can_be_extended_before_its_last_resorts() -> None:
    assert _texts("33.3.4", "ARO", "BWG")[-4:] == ["BPG", "ARO", "BWG", "PLAYOFF"]
    assert _texts("f10", "BH") == ["PTS", "DE1", "ARO", "BH", "LOTS"]


def test_a_last_resort_that_is_named_again_stands_once() -> None:
    assert _texts("F10", "BH", "LOTS") == ["PTS", "DE1", "ARO", "BH", "LOTS"]


def test_a_name_stands_first() -> None:
    with pytest.raises(NameNotFirst):
        read_list(("BH", "33.3.4"))


def test_what_follows_a_name_has_to_be_known() -> None:
    with pytest.raises(UnknownTiebreak):
        read_list(("33.3.4", "FOO"))


def test_lists_for_teams_are_not_offered_to_players() -> None:
    assert set(PRESETS) - set(FOR_PLAYERS) == set(TEAM_LISTS)
    assert set(TEAM_LISTS) == {"33.3.2", "33.3.5", "C07-TEAM-SWISS", "C07-TEAM-RR", "OLYMPIAD"}


@pytest.mark.parametrize("name", TEAM_LISTS)
def test_what_is_offered_to_teams_ranks_teams_and_nobody_else(name: str) -> None:
    announce_tournament(Details("League"), Regulations(order=(name,), entrants=Entrants.TEAMS, match_games=4))
    with pytest.raises(BadField) as refused:
        announce_tournament(Details("Open"), Regulations(order=(name,)))
    assert refused.value.rule == "for-teams"


@pytest.mark.parametrize("name", ["F10", "33.3.3", "ARO", "TPR"])
def test_ratings_of_opponents_rank_no_teams(name: str) -> None:
    with pytest.raises(BadField) as refused:
        announce_tournament(Details("League"), Regulations(order=(name,), entrants=Entrants.TEAMS, match_games=4))
    assert refused.value.rule == "for-players"
    assert sentence(refused.value, None, language("en")).endswith("is for players, and this is a tournament of teams.")


@pytest.mark.parametrize("name", FOR_PLAYERS)
def test_what_is_offered_ranks_players(name: str) -> None:
    assert len(rank(TEC, read_list((name,)).order, Context())) == 16


class TestRussianLists:
    """Articles 32.4.1 and 32.4.3 of 2013, by the lists of article 33.3."""

    def test_the_average_rating_is_divided_by_the_rounds(self) -> None:
        """7550 of four games in five rounds: 1510, where C.07 has 1888."""
        for items in (("33.3.3",), ("33.3.4", "ARO")):
            listed = read_list(items)
            table = rank(TEC, listed.order, listed.rules(Context(Ruleset.VO2009, rounds=5)))
            row = next(row for row in table if row.number == 4)
            assert row.values[row.order.index(parse_tiebreak("ARO"))] == 1510

    def test_so_the_fourth_is_not_third(self) -> None:
        listed = read_list(("33.3.3",))
        table = rank(TEC, listed.order, listed.rules(Context(Ruleset.VO2009, rounds=5)))
        assert next(row.place for row in table if row.number == 4) == 5

    @pytest.mark.parametrize(("missed", "value"), [("Z H", 2400), ("Z H Z", UNDEFINED), ("Z Z Z Z", UNDEFINED)])
    def test_who_chose_to_miss_more_than_two_games_has_no_performance(self, missed: str, value: object) -> None:
        away = missed.split()
        rest = ["Z"] * len(away)
        rows = {1: ["+w2", "=b3", *away], 2: ["-b1", "Z", *rest], 3: ["Z", "=w1", *rest]}
        ratings = {1: 2000, 2: 2207, 3: 2207}
        found = values(
            cards_of(rows, ratings), parse_tiebreak("TPR"), read_list(("33.3.3",)).rules(Context(Ruleset.VO2009))
        )
        assert found[1] == value

    def test_other_lists_divide_by_the_games(self) -> None:
        found = values(TEC, parse_tiebreak("ARO"), read_list(("C07-SWISS", "ARO")).rules(Context()))
        assert found[4] == 1888


class TestTheRegulations:
    @staticmethod
    def _refusal(*order: str) -> str:
        with pytest.raises(BadField) as refused:
            announce_tournament(Details("Open"), replace(Regulations(), order=order))
        return sentence(refused.value, None, language("en"))

    def test_have_at_most_twenty_tie_breaks(self) -> None:
        assert self._refusal(*["BH/C1"] * 20_000) == "Tie-breaks: a list has at most 20 tie-breaks, not 20000."
        assert announce_tournament(Details("Open"), replace(Regulations(), order=("BH",) * MOST_TIEBREAKS))

    def test_count_those_of_a_name(self) -> None:
        assert self._refusal("33.3.4", *["BH/C1"] * 13) == "Tie-breaks: a list has at most 20 tie-breaks, not 21."

    def test_have_a_name_first(self) -> None:
        told = "Tie-breaks: “33.3.4” is the name of a whole list, and a name stands first."
        assert self._refusal("BH", "33.3.4") == told

    def test_may_have_none_at_all(self) -> None:
        assert announce_tournament(Details("Open"), replace(Regulations(), order=()))
