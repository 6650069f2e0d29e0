"""The contract of a format carries one that knows all its rounds at once and plays two games a match."""

from dataclasses import replace
from typing import cast

import pytest

from domain import events as e
from domain.decisions.rounds.closing import close_tournament
from domain.decisions.rounds.pairing import close_round, pair_round, publish_round
from domain.decisions.rounds.results import record_result
from domain.formats import FORMATS, Seating, rules_of
from domain.formats.contract import RoundByRound
from domain.round import RoundState
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import table_cards
from domain.words.games import Colour, Result
from domain.words.players import PlayerId
from domain.words.regulations import Format, Regulations
from projections.moment.overview import Phase, overview
from projections.moment.snapshot import snapshot
from projections.table.standings import standings
from tests.formats.test_matches import begun

TABLE = {1: ((1, 4), (2, 3)), 2: ((4, 3), (1, 2)), 3: ((2, 4), (3, 1))}
"""Everybody meets everybody: four players, three rounds."""


class Matches(RoundByRound):
    """Made up for the test."""

    predetermined = True

    def due(self, tournament: Tournament) -> tuple[int, ...]:
        super().due(tournament)
        return (1, 2, 3)

    def closes_first(self, tournament: Tournament, round: int) -> tuple[int, ...]:
        return ()

    def in_play(self, tournament: Tournament) -> tuple[int, ...]:
        return tuple(round.number for round in tournament.rounds if round.state is RoundState.PUBLISHED)

    def over(self, tournament: Tournament) -> bool:
        return bool(tournament.rounds) and all(round.state is RoundState.CLOSED for round in tournament.rounds)

    def pair(self, tournament: Tournament, round: int) -> Seating:
        numbers = tournament.numbers
        boards = (e.Board(i, numbers[a - 1], numbers[b - 1]) for i, (a, b) in enumerate(TABLE[round], 1))
        return Seating(tuple(boards), None, "made-up", "1")


@pytest.fixture
def all_published(monkeypatch: pytest.MonkeyPatch) -> Tournament:
    monkeypatch.setitem(FORMATS, "made-up", Matches())
    [first, *rest] = begun().history
    assert isinstance(first, e.TournamentAnnounced)
    laws = replace(first.regulations, format=cast(Format, "made-up"))
    t = replay([replace(first, regulations=laws), *rest])
    t = replay(pair_round(t), t)
    for round in (1, 2, 3):
        t = replay(publish_round(t, round), t)
    return t


def test_all_rounds_are_drafted_in_one_step(monkeypatch: pytest.MonkeyPatch, all_published: Tournament) -> None:
    paired = [event for event in all_published.history if isinstance(event, e.RoundPaired)]
    assert [event.round for event in paired] == [1, 2, 3]


def test_results_are_entered_in_any_published_round(all_published: Tournament) -> None:
    t = replay(record_result(all_published, 3, 1, Result.DRAW, None), all_published)
    t = replay(record_result(t, 1, 2, Result.WHITE_WINS, None, game=2), t)
    assert (t.round(3).game(1).result, t.round(1).game(2, 2).result) == (Result.DRAW, Result.WHITE_WINS)


def play_out(t: Tournament) -> Tournament:
    """Number 1 wins every game, all others are drawn."""
    for round in (3, 1, 2):
        for board, match in t.round(round).matches.items():
            for game in match:
                wins = Result.WHITE_WINS if game.white == PlayerId(1) else Result.BLACK_WINS
                result = wins if PlayerId(1) in (game.white, game.black) else Result.DRAW
                t = replay(record_result(t, round, board, result, None, game=game.number), t)
        t = replay(close_round(t, round), t)
    return t


def test_the_table_counts_the_games_of_all_matches(all_published: Tournament) -> None:
    t = play_out(all_published)
    assert {number: card.score for number, card in table_cards(t).items()} == {1: 12, 2: 4, 3: 4, 4: 4}
    assert standings(snapshot(t)).rows[0].person.number == 1


def test_the_format_says_when_it_is_over(all_published: Tournament) -> None:
    before, after = rules_of(all_published).over(all_published), play_out(all_published)
    assert (before, rules_of(after).over(after), overview(after).phase) == (False, True, Phase.OVER)
    assert isinstance(close_tournament(after)[-1], e.TournamentClosed)


def test_the_swiss_knows_one_round_at_a_time() -> None:
    t = begun(games=1)
    assert rules_of(t).due(t) == (1,)
    assert t.initial_colour is Colour.WHITE


@pytest.mark.parametrize("format", Format)
def test_the_rules_of_a_format_are_what_regulations_call_it(format: Format) -> None:
    laws, rules = Regulations(format=format), FORMATS[format]
    assert (laws.from_tables, laws.paired_by_system, laws.with_bracket) == (
        rules.predetermined,
        rules.paired_by_system,
        rules.knocks_out,
    )
