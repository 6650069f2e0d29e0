"""Players who could be level for the place of a play-off after the last round (32.5.2)."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as e
from domain.decisions.players.attendance import withdraw
from domain.decisions.rounds.pairing import pair_round, publish_rounds
from domain.decisions.rounds.results import record_result
from domain.tournament import Tournament, replay
from domain.words.games import SIDES, Result, Scoring
from domain.words.options import PlayoffOptions
from domain.words.players import EntrantId, Player, PlayerId, player_id
from domain.words.regulations import Format, Regulations
from projections.playoff.ties import could_tie
from tests.crosstable import announced, announcement
from tests.tiers import tries

OPEN = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def last_round_of(before: list[Result], results: list[Result | None], place: int = 1) -> Tournament:
    """Two rounds: 1-2, 3-4 ... with these results, then 1-3, 2-4, 5-7, 6-8 ..., some of them finished."""
    players = 2 * len(before)
    laws = Regulations(rounds=2, order=("PTS", "PLAYOFF", "RTNG"), playoff=PlayoffOptions(places=place))
    ids = tuple(EntrantId(n) for n in range(1, players + 1))
    first = tuple(e.Board(n + 1, ids[2 * n], ids[2 * n + 1]) for n in range(players // 2))
    pairs = [(ids[n], ids[n + 2]) for n in range(players - 2) if n % 4 < 2]
    second = tuple(e.Board(n, white, black) for n, (white, black) in enumerate(pairs, 1))
    history: list[e.Event] = [
        *announcement(laws),
        *(e.PlayerRegistered(Player(PlayerId(n), f"P{n}", 2000)) for n in ids),
        e.PairingNumbersIssued(ids),
        e.RoundPaired(1, first, None, ids, "made-up", "", 0),
        e.RoundPublished(1),
        *(e.ResultRecorded(1, n, result) for n, result in enumerate(before, 1)),
        e.RoundClosed(1),
        e.RoundPaired(2, second, None, ids, "made-up", "", 0),
        e.RoundPublished(2),
        *(e.ResultRecorded(2, n, result) for n, result in enumerate(results, 1) if result is not None),
    ]
    return replay(history)


def by_trying_all(t: Tournament, place: int) -> set[str]:
    """Every way in which the last round can end."""
    scoring, found = Scoring(), set[str]()
    games = list(t.round(2).games)
    for ends in product(*((game.result,) if game.result else OPEN for game in games)):
        points = dict.fromkeys(t.players, 0)
        played = [(game, game.result) for game in t.round(1).games] + list(zip(games, ends, strict=True))
        for game, result in played:
            assert result is not None
            for player, code in zip((game.white, game.black), SIDES[result], strict=True):
                points[player] += scoring.points(code)
        table = sorted(points.values(), reverse=True)
        wanted = table[place - 1]
        above, level = sum(p > wanted for p in table), sum(p == wanted for p in table)
        if above < place < above + level:
            found |= {t.players[id].name for id, p in points.items() if p == wanted}
    return found


@settings(deadline=None, max_examples=tries(60))
@given(
    st.lists(st.sampled_from(OPEN), min_size=4, max_size=4),
    st.lists(st.sampled_from([None, *OPEN]), min_size=4, max_size=4),
    st.integers(1, 3),
)
def test_they_are_those_of_every_way_in_which_the_round_can_end(
    before: list[Result], results: list[Result | None], place: int
) -> None:
    t = last_round_of(before, results, place)
    found = could_tie(t)
    expected = by_trying_all(t, place) if None in results else set()
    assert (set(found.players) if found else set()) == expected


def test_their_boards_of_the_last_round_are_named() -> None:
    """1 has met 2; 3 has beaten 4. Only the winner of 1 against 3, and whoever wins on another board, can be level."""
    t = last_round_of([Result.WHITE_WINS, Result.WHITE_WINS], [None, None])
    found = could_tie(t)
    assert found is not None
    assert found.players == ("P1", "P3")
    assert found.boards == (1,)


def test_before_the_last_round_is_paired_nobody_is_named() -> None:
    t = last_round_of([Result.WHITE_WINS, Result.WHITE_WINS], [None, None])
    earlier = replay(t.history[:-2])
    assert could_tie(earlier) is None
    without = replay([*announcement(Regulations(rounds=2, order=("PTS", "BH"))), *t.history[1:]])
    assert could_tie(without) is None


def all_play_all(results: str) -> Tournament:
    """Four players by the Berger table, with the results of the games in their order; `?` is still to be played."""
    laws = Regulations(rounds=3, format=Format.ROUND_ROBIN, order=("PTS", "PLAYOFF", "RTNG"))
    t = announced(laws, players=[Player(PlayerId(n), f"P{n}", 2000 - n) for n in range(1, 5)])
    t = replay(pair_round(t), t)
    t = replay(publish_rounds(t, 1), t)
    spots = [(round.number, game.board) for round in t.rounds for game in round.games]
    letters = {"1": Result.WHITE_WINS, "=": Result.DRAW, "0": Result.BLACK_WINS}
    for (round, board), letter in zip(spots, results, strict=True):
        if letter != "?":
            t = replay(record_result(t, round, board, letters[letter], None), t)
    return t


def test_the_last_round_of_a_table_is_counted_when_all_others_have_their_results() -> None:
    """Berger: 1-4 2-3, 4-3 1-2, 2-4 3-1. After two draws each everybody can still be level with somebody."""
    assert could_tie(all_play_all("===?==")) is None
    found = could_tie(all_play_all("====??"))
    assert found is not None
    assert set(found.players) == {"P1", "P2", "P3", "P4"}
    ahead = could_tie(all_play_all("1=11??"))
    assert ahead is not None
    assert "P2" not in ahead.players


def test_once_somebody_has_left_too_early_nothing_is_said_of_a_table() -> None:
    gone = replay(withdraw(all_play_all("??????"), [player_id(4)]), all_play_all("??????"))
    for round in gone.rounds[:2]:
        for game in round.games:
            if game.result is None:
                gone = replay(record_result(gone, round.number, game.board, Result.DRAW, None), gone)
    assert could_tie(gone) is None
