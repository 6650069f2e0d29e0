"""Games that may be left out of a norm, and rounds without a game (FIDE B.01 of 2024, 1.4.1 and 1.4.2)."""

from dataclasses import replace

from domain.norms.choosing import Concession, NormCase, claim
from domain.norms.judging import Norm, NormCheck, NormGame, norms_of_use
from domain.words.players import PairingNumber, Sex, Title

FEDERATIONS = ("GER", "USA", "FRA", "NED")


def game(round: int, half_points: int, rating: int = 2400, title: Title = Title.GM, federation: str = "") -> NormGame:
    federation = federation or FEDERATIONS[round % len(FEDERATIONS)]
    return NormGame(round, PairingNumber(round), rating, title, federation, half_points)


def games(*half_points: int) -> tuple[NormGame, ...]:
    return tuple(game(round, points) for round, points in enumerate(half_points, 1))


SEVEN_WINS_TWO_DRAWS = (2, 2, 2, 2, 2, 2, 2, 1, 1)


def test_a_norm_that_needs_no_game_left_out_counts_them_all() -> None:
    found = claim(Norm.GM, NormCase("BUL", games(*SEVEN_WINS_TWO_DRAWS, 2, 2)))
    assert found.achieved
    assert (found.left_out, found.concessions) == ((), ())


def test_rounds_after_the_norm_was_reached_are_cut() -> None:
    case = NormCase("BUL", games(*SEVEN_WINS_TWO_DRAWS, 0, 0))
    found = claim(Norm.GM, case)
    assert found.achieved
    assert [game.round for game in found.left_out] == [11]
    assert found.concessions == (Concession.LATER_ROUNDS_CUT,)


def test_where_pairings_were_known_in_advance_nothing_is_cut() -> None:
    found = claim(Norm.GM, NormCase("BUL", games(*SEVEN_WINS_TWO_DRAWS, 0, 0), may_cut=False))
    assert not found.achieved
    assert found.left_out == ()


def test_a_win_against_a_weak_opponent_is_left_out() -> None:
    nine = games(*SEVEN_WINS_TWO_DRAWS)
    weak = game(10, 2, rating=1500, title=Title.NONE)
    found = claim(Norm.GM, NormCase("BUL", (*nine[:8], replace(nine[8], rating=2250), weak), may_cut=False))
    assert found.achieved
    assert found.left_out == (weak,)
    assert found.concessions == (Concession.WINS_LEFT_OUT,)


def test_a_game_that_was_not_won_is_never_left_out_but_from_the_end() -> None:
    weak = game(1, 1, rating=1500, title=Title.NONE)
    later = tuple(game(round, 2) for round in range(2, 8)) + tuple(game(round, 1) for round in range(8, 11))
    found = claim(Norm.GM, NormCase("BUL", (weak, *later)))
    assert weak in found.judgement.games


def test_nine_games_must_remain() -> None:
    found = claim(Norm.GM, NormCase("BUL", games(2, 2, 2, 2, 2, 2, 1, 1)))
    assert found.judgement.failed == (NormCheck.GAMES,)


def test_eight_games_and_a_win_without_a_game_make_a_norm_of_nine_rounds() -> None:
    case = NormCase("BUL", games(2, 2, 2, 2, 2, 2, 1, 1), rounds=9, free_rounds=1)
    assert claim(Norm.GM, case).achieved
    assert claim(Norm.GM, case).concessions == (Concession.EIGHT_OF_NINE,)
    for other in (replace(case, free_rounds=2), replace(case, rounds=10)):
        assert not claim(Norm.GM, other).achieved


def test_a_last_opponent_who_did_not_come_may_count_as_a_lost_game() -> None:
    """Eight games of which six are against one federation: nine games bear six of them, eight only five."""
    eight = tuple(game(round, 1 if round > 6 else 2, federation="USA" if round < 7 else "GER") for round in range(1, 9))
    absent = game(9, 0, federation="GEO")
    case = NormCase("BUL", eight, rounds=9, free_rounds=1)
    assert claim(Norm.GM, case).judgement.failed == (NormCheck.ONE_FEDERATION,)
    found = claim(Norm.GM, replace(case, no_show=absent))
    assert found.achieved
    assert found.concessions == (Concession.LAST_AS_LOSS,)
    assert found.judgement.games[-1] == absent


def test_an_event_that_is_exempt_asks_nothing_of_federations() -> None:
    home = tuple(replace(game, federation="BUL") for game in games(*SEVEN_WINS_TWO_DRAWS))
    case = NormCase("BUL", home)
    failed = claim(Norm.GM, case).judgement.failed
    assert failed == (NormCheck.FEDERATIONS, NormCheck.OWN_FEDERATION, NormCheck.ONE_FEDERATION)
    assert claim(Norm.GM, replace(case, waived=frozenset(failed))).achieved


def test_a_player_for_no_country_counts_without_a_federation() -> None:
    """One opponent of the USA and eight for no country: the cap of one federation holds, two federations lack."""
    nine = games(*SEVEN_WINS_TWO_DRAWS)
    mixed = (replace(nine[0], federation="USA"), *(replace(game, federation="FID") for game in nine[1:]))
    assert claim(Norm.GM, NormCase("BUL", mixed)).judgement.failed == (NormCheck.FEDERATIONS,)


def test_norms_of_women_are_for_women_and_below_no_title_held() -> None:
    assert norms_of_use(Title.FM, Sex.MAN) == (Norm.GM, Norm.IM)
    assert norms_of_use(Title.NONE, Sex.WOMAN) == (Norm.GM, Norm.IM, Norm.WGM, Norm.WIM)
    assert norms_of_use(Title.WIM, Sex.WOMAN) == (Norm.GM, Norm.IM, Norm.WGM)
    assert norms_of_use(Title.IM, Sex.WOMAN) == (Norm.GM,)
    assert norms_of_use(Title.GM, Sex.WOMAN) == ()
