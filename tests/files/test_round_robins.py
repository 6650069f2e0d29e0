"""A round robin as a report file, and read again: what the records say, and what they cannot."""

import pytest

from domain.decisions.players.attendance import withdraw
from domain.decisions.rounds.pairing import alter_boards
from domain.decisions.rounds.results import record_result
from domain.files.exporting import report_of
from domain.files.header import cycles_in, rules_comment
from domain.files.importing import import_report
from domain.files.trf import parse, write
from domain.files.trf.columns import Ladder
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import table_cards
from domain.words.games import Result
from domain.words.options import LeaverRule, NumbersBy, RoundRobinOptions, ScheveningenOptions
from domain.words.players import Player, player_id
from domain.words.regulations import Details, Format
from tests.crosstable import announced
from tests.files.lines import file, player
from tests.formats.tables import entered, laws, play, published

OPTIONS = RoundRobinOptions(cycles=2, leavers=LeaverRule.KEEP)


def text_of(t: Tournament, ladder: Ladder = Ladder.TRF26, *, for_rating: bool = False) -> str:
    return write(report_of(t, for_rating=for_rating), ladder, comments=[rules_comment(t)])


def read_again(text: str) -> Tournament:
    return replay(import_report(parse(text.encode()), file_name="a.trf", sha256="00"))


@pytest.mark.parametrize("ladder", [Ladder.TRF16, Ladder.TRF26])
def test_a_played_double_round_robin_comes_back(ladder: Ladder) -> None:
    t = play(published(entered(5, laws(OPTIONS))))
    again = read_again(text_of(t, ladder))
    assert (again.regulations.format, again.regulations.round_robin) == (Format.ROUND_ROBIN, OPTIONS)
    assert {n: card.score for n, card in table_cards(again).items()} == {n: c.score for n, c in table_cards(t).items()}


def test_the_records_name_the_format() -> None:
    text = text_of(play(published(entered(4, laws()))))
    assert "092 Individual: Round-Robin" in text
    assert "192 BERGER_ROUNDROBIN" in text


def test_rounds_that_the_table_has_otherwise_have_no_code_of_it() -> None:
    t = published(entered(4, laws()))
    turned = [(board.black, board.white) for board in t.round(1).boards]
    replay(alter_boards(t, 1, turned, None, "agreed by all", override=True), t)
    assert "192 CUSTOM_ROUNDROBIN" in text_of(play(t))


def test_a_rest_is_a_round_without_a_game() -> None:
    report = parse(text_of(play(published(entered(3, laws())))).encode())
    codes = [[entry.code.value if entry else "" for entry in player.entries] for player in report.players]
    assert [sorted(row) for row in codes] == [["1", "1", "Z"], ["0", "1", "Z"], ["0", "0", "Z"]]


def test_annulled_games_are_missing_from_the_table_and_stand_in_the_rating_report() -> None:
    t = play(published(entered(5, laws())), but=[5])
    round, board = next((r.number, g.board) for r in t.rounds for g in r.games if g.white == 5)
    t = replay(record_result(t, round, board, Result.WHITE_WINS, None), t)
    t = replay(withdraw(t, [player_id(5)]), t)
    table, rating = (parse(text_of(t, for_rating=one).encode()).players[4] for one in (False, True))
    assert (table.points, rating.points) == (0, 2)


def test_a_match_of_two_teams_comes_back_without_their_names() -> None:
    match = laws(format=Format.SCHEVENINGEN, scheveningen=ScheveningenOptions("A", "B"))
    players = [Player(player_id(n), f"Player {n}", 2500 - n, club="AB"[n % 2]) for n in range(1, 5)]
    t = announced(match, Details("Match"), players)
    again = read_again(text_of(play(published(t))))
    assert (again.regulations.format, again.regulations.scheveningen) == (Format.SCHEVENINGEN, ScheveningenOptions())
    assert [len(round.games) for round in again.rounds] == [2, 2]


def test_numbers_by_lot_are_named_without_their_seed() -> None:
    options = RoundRobinOptions(numbers=NumbersBy.LOT, one_by_one=True)
    line = rules_comment(Tournament(regulations=laws(options)))
    assert "numbers_by lot; one_by_one yes; leavers annul-below-half" in line


@pytest.mark.parametrize(("rounds", "cycles"), [(1, 1), (2, 2), (8, 8), (9, 1)])
def test_up_to_eight_cycles_are_counted_from_the_rounds_of_the_file(rounds: int, cycles: int) -> None:
    report = parse(file(player(1, "0.0"), player(2, "0.0"), rounds=rounds))
    assert cycles_in(report, Format.ROUND_ROBIN) == cycles
