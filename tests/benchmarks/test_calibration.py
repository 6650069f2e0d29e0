"""Events that were held as `tests.benchmarks.calibration` reads, forecasts and scores them."""

from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from domain.formats.tables.round_robin import berger_round
from domain.ranking.game_chances import game_chances
from tests.benchmarks.calibration.drawing import drawn
from tests.benchmarks.calibration.forecasts import Forecast, Phase, forecasts
from tests.benchmarks.calibration.held import Game, Held, held_of_games, held_of_report, pgn_games
from tests.benchmarks.calibration.scores import (
    Baseline,
    baselines,
    brier,
    by_rating,
    for_fitting,
    misses,
    of_the_others,
    reliability,
)

CASES = Path(__file__).parent.parent / "cases"
FIELD, ROUNDS, EVENTS, RUNS = 6, 5, 45, 30


def made_up(seed: int) -> Held:
    """A round robin whose players are stronger or weaker than their ratings."""
    dice = Random(f"held {seed}")
    ratings = [dice.randrange(1900, 2500) for _ in range(FIELD)]
    strengths = [rating + round(dice.gauss(0, 80)) for rating in ratings]
    games = []
    for round_ in range(1, ROUNDS + 1):
        for white, black in berger_round(FIELD, round_):
            chances = game_chances(strengths[white - 1], strengths[black - 1])
            signs = dice.choices(["+-", "==", "-+"], weights=chances)[0]
            games.append(Game(round_, str(white), str(black), signs, (ratings[white - 1], ratings[black - 1])))
    held = held_of_games(f"made up {seed}", games)
    assert held is not None
    return held


@pytest.fixture(scope="module")
def told() -> list[Forecast]:
    return [
        one
        for seed in range(EVENTS)
        for held in [made_up(seed)]
        for one in forecasts(held, 2 if for_fitting(held.name) else RUNS)
    ]


def test_chances_are_better_than_places_by_rating_and_by_points(told: list[Forecast]) -> None:
    fitting = [one for one in told if for_fitting(one.event)]
    proof = [one for one in told if not for_fitting(one.event)]
    fitted = baselines(fitting)
    rows = brier(proof, lambda _: fitted)
    for last in (1, 3):
        chosen = [row for row in rows if row.last == last]
        theirs = sum(row.rating for row in chosen), sum(row.points for row in chosen)
        assert sum(row.ours for row in chosen) < min(theirs)
    assert all(row.ours < row.points for row in misses(proof)[1:])


def test_chances_and_places_add_up(told: list[Forecast]) -> None:
    field = [one for one in told if one.event == "made up 1" and one.phase is Phase.HALF]
    assert len(field) == FIELD
    for last in (1, 3):
        assert sum(one.came[last] for one in field) == pytest.approx(last)
        assert sum(one.chances[last] for one in field) == pytest.approx(last, abs=0.3)
        assert sum(Baseline(by_rating, told).chances(field, last)) == pytest.approx(last, abs=0.01)
    assert sum(one.points_came for one in field) == ROUNDS * FIELD / 2


def test_an_event_stands_beside_baselines_of_the_others(told: list[Forecast]) -> None:
    others, one = of_the_others(told), told[0].event
    again = baselines([forecast for forecast in told if forecast.event != one])
    assert others[one].rating.hits == again.rating.hits
    assert others[one].rating.hits != baselines(told).rating.hits


def test_every_forecast_stands_in_a_tenth(told: list[Forecast]) -> None:
    tenths = reliability(told, [1])
    assert sum(tenth.cases for tenth in tenths) == len(told)
    assert [tenth.forecast for tenth in tenths if tenth.cases] == sorted(t.forecast for t in tenths if t.cases)
    texts = ElementTree.fromstring(drawn("Chances & places", {"first": tenths, "three": reliability(told, [3])})).iter()
    assert "Chances & places" in [text.text for text in texts]


@pytest.mark.parametrize(
    ("name", "players", "rounds"), [("2021_03.trf", 9, 9), ("exchange_of_equal_sums_2026.trf", 19, 8)]
)
def test_a_report_file_is_read_if_its_players_have_ratings(name: str, players: int, rounds: int) -> None:
    lines = (CASES / name).read_bytes().splitlines(keepends=True)
    assert held_of_report(name, b"".join(lines)) is held_of_report(name, b"") is None
    rated = [line[:48] + b"1800" + line[52:] if line.startswith(b"001") else line for line in lines]
    held = held_of_report(name, b"".join(rated))
    assert held is not None
    assert (len(held.ratings), held.rounds) == (players, rounds)


def test_a_game_that_never_began_is_an_empty_seat() -> None:
    seats = [(round, *pair) for round in range(1, 8) for pair in berger_round(32, round)]
    games = [Game(round, str(white), str(black), "==", (2000, 2000)) for round, white, black in seats]
    held = held_of_games("One", [games[0]._replace(signs=""), *games[1:]])
    assert held is not None
    assert sum(token in ("", ".", "Z") for tokens in held.tokens for token in tokens) == 2
    assert held_of_games("One", [games[0]._replace(round=0), *games[1:]]) is None


def test_games_of_an_event_that_is_not_whole_are_left_out() -> None:
    game = (
        '[Event "One"]\n[Round "{round}.1"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n[WhiteElo "2000"]\n\n1. e4 1-0\n'
    )
    games = list(pgn_games("\n".join(game.format(round=round_) for round_ in range(1, 6))))
    assert games[0] == Game(1, "A", "B", "+-", (2000, 0))
    assert held_of_games("One", games) is None
