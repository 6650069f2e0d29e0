"""Games are kept move by move: what is known is not told again, and what was once told can be folded again."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

import pytest

from domain.games.events import DESK, PLAYER, GameLeft, GameNews, GamesEvent, GamesMoved
from domain.games.state import (
    MOST_PLIES_IN_AN_ENTRY,
    GamesState,
    evolve_games,
    news_of,
    replay_games,
    round_of,
)
from domain.moves.games import PgnGame, pgn_games, played
from domain.words.games import Result
from tests.live_boards.files import game
from tests.moves.test_games import OPERA

FOLDER, CLOUD = "folder", "cloud"
NINE = datetime(2026, 11, 28, 9, tzinfo=UTC)
RUY = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6")


def of(moves: Sequence[str], *clocks: int | None, result: Result | None = None, **tags: str) -> PgnGame:
    shown = clocks or (None,) * len(moves)
    return PgnGame({"Round": "1.1", **tags}, tuple(moves), shown, result, complete=True)


class Stream:
    """The games, and every event with the minute it was recorded in."""

    def __init__(self) -> None:
        self.state = GamesState()
        self.written: list[tuple[GamesEvent, datetime]] = []
        self._minutes: Iterator[int] = count()

    def take(self, source: str, *games: PgnGame, whole: bool = False) -> list[GamesEvent]:
        at, events = NINE + timedelta(minutes=next(self._minutes)), news_of(self.state, source, games, whole)
        for event in events:
            evolve_games(self.state, event, at)
            self.written.append((event, at))
        return events

    @property
    def only(self) -> PgnGame:
        [kept] = self.state.games.values()
        return kept.game


def test_only_new_moves_are_told() -> None:
    stream = Stream()
    stream.take(FOLDER, of(RUY[:2], 5400, 5390))
    [event] = stream.take(FOLDER, of(RUY[:3], 5400, 5390, 5380))
    assert event == GamesMoved(FOLDER, (GameNews(of(()).key, None, 2, ("Nf3",), (5380,)),))
    assert stream.only == of(RUY[:3], 5400, 5390, 5380)


def test_what_is_known_already_writes_nothing() -> None:
    stream = Stream()
    stream.take(FOLDER, of(RUY))
    assert stream.take(FOLDER, of(RUY)) == []
    assert stream.take(CLOUD, of(RUY)) == []


def test_each_move_has_the_time_at_which_it_was_recorded() -> None:
    stream = Stream()
    stream.take(FOLDER, of(RUY[:2]))
    stream.take(FOLDER, of(RUY[:4]))
    [kept] = stream.state.games.values()
    assert [at.minute for at in kept.at] == [0, 0, 1, 1]


def test_a_clock_that_comes_later_leaves_the_time_of_its_move() -> None:
    stream = Stream()
    stream.take(FOLDER, of(RUY[:3], 5400, 5390, None))
    stream.take(FOLDER, of(RUY[:4], 5400, 5390, 5380, None))
    [kept] = stream.state.games.values()
    assert (kept.game.clocks, [at.minute for at in kept.at]) == ((5400, 5390, 5380, None), [0, 0, 0, 1])


def test_a_move_taken_back_is_gone_and_its_place_has_a_new_time() -> None:
    stream = Stream()
    stream.take(FOLDER, of(RUY))
    stream.take(FOLDER, of((*RUY[:4], "Bc4")))
    [kept] = stream.state.games.values()
    assert (kept.game.moves[4:], [at.minute for at in kept.at]) == (("Bc4",), [0, 0, 0, 0, 1])
    assert kept.on_board == played(kept.game)


def test_a_text_that_breaks_off_takes_no_move_back() -> None:
    stream = Stream()
    stream.take(FOLDER, *pgn_games(game("1. e4 e5 2. Nf3", Round="1.1")))
    assert stream.take(FOLDER, *pgn_games(game("1. e4 e5 2. Nf3", Round="1.1")[:-12])) == []
    assert len(stream.only.moves) == 3


def test_a_game_that_has_not_begun_is_no_game_yet() -> None:
    stream = Stream()
    assert stream.take(FOLDER, PgnGame({"Round": "1.1"}, (), (), None, complete=False)) == []


def test_an_illegal_move_stops_its_own_game_alone() -> None:
    stream = Stream()
    stream.take(FOLDER, of((*RUY[:2], "Ke3")), of(RUY, Round="1.2"))
    stopped, other = (kept.on_board for kept in stream.state.games.values())
    assert (stopped.read, stopped.unreadable, other.read) == (2, "2. Ke3", 6)


def test_of_two_programs_the_one_that_knows_more_is_believed() -> None:
    stream = Stream()
    stream.take(FOLDER, of(RUY[:4]))
    assert stream.take(CLOUD, of(RUY[:3])) == []
    assert stream.take(CLOUD, of(RUY[:5]))
    assert stream.take(FOLDER, of(RUY[:4])) == []
    assert stream.take(CLOUD, of(RUY[:5], result=Result.DRAW))
    assert stream.only.result is Result.DRAW


def test_the_desk_is_believed_before_programs_and_those_before_players() -> None:
    stream = Stream()
    stream.take(PLAYER, of(RUY))
    stream.take(FOLDER, of(RUY[:2]))
    assert stream.take(PLAYER, of(RUY)) == []
    stream.take(DESK, of(("d4",)))
    assert stream.take(FOLDER, of(RUY)) == []
    assert stream.only.moves == ("d4",)


def test_a_game_under_another_name_replaces_the_one_in_its_place() -> None:
    stream = Stream()
    wrong, right = of(RUY, Board="1", White="Karlsen"), of(RUY, Board="1", White="Carlsen")
    other_round = of(RUY, Round="2.1", Board="1", White="Carlsen")
    stream.take(FOLDER, wrong, whole=True)
    assert stream.take(FOLDER, right, whole=True)[0] == GameLeft(FOLDER, wrong.key)
    stream.take(FOLDER, other_round, whole=True)
    assert set(stream.state.games) == {right.key, other_round.key}
    stream.take(FOLDER, whole=True)
    assert len(stream.state.games) == 2


def test_a_game_that_was_removed_is_back_when_something_else_is_said_of_it() -> None:
    stream = Stream()
    stream.take(FOLDER, of(RUY[:4]))
    evolve_games(stream.state, GameLeft(DESK, of(()).key), NINE)
    assert stream.take(FOLDER, of(RUY[:4]), whole=True) == []
    assert stream.take(FOLDER, of(RUY[:5]), whole=True)
    assert stream.only.moves == RUY[:5]


def test_games_that_leave_their_file_stay_if_nobody_new_sits_at_their_board() -> None:
    stream = Stream()
    alone, other = of(RUY, Round="1", White="Ann"), of(RUY, Round="1", White="Cid")
    first, second = of(RUY, White="Eve"), of(RUY, White="Fay")
    stream.take(FOLDER, alone, other, first, second, whole=True)
    assert stream.take(FOLDER, other, second, of(RUY, Round="1", White="Dee"), whole=True)
    assert len(stream.state.games) == 5


def test_of_two_games_of_one_name_in_a_message_the_longer_is_taken() -> None:
    stream = Stream()
    stream.take(FOLDER, of(RUY))
    for _ in range(2):
        stream.take(FOLDER, of(("d4",)), of((*RUY[:5], "Nf6")), of(("e4", "c5")))
    assert (stream.only.moves, stream.state.version) == ((*RUY[:5], "Nf6"), 2)


def test_tags_that_pass_are_not_kept_and_are_no_news() -> None:
    stream = Stream()
    stream.take(FOLDER, of(RUY, WhiteClock="1:29:10", Clock="W/1:29:10", PlyCount="6", Event="Open"))
    assert stream.take(FOLDER, of(RUY, WhiteClock="1:29:09", Clock="W/1:29:09", PlyCount="6", Event="Open")) == []
    assert stream.only.tags == {"Round": "1.1", "Event": "Open"}


def test_of_two_games_at_one_board_the_better_comes_last() -> None:
    stream = Stream()
    stream.take(DESK, of(("d4",), White="Ann"))
    stream.take(FOLDER, of(RUY[:4], White="A."), of(RUY, White="Anna"), of(RUY, Round="2.1"))
    assert [one.read for one in stream.state.boards(1)] == [4, 6, 1]
    assert len(stream.state.boards(0)) == 4


def test_a_long_upload_becomes_several_entries() -> None:
    stream = Stream()
    [opera] = pgn_games(OPERA)
    games = [PgnGame({**opera.tags, "Round": f"1.{n}"}, opera.moves, opera.clocks, None, True) for n in range(1, 301)]
    entries = stream.take(FOLDER, *games)
    plies = [sum(len(news.moves) for news in event.news) for event in entries if isinstance(event, GamesMoved)]
    assert (len(plies) > 1, sum(plies), max(plies) <= MOST_PLIES_IN_AN_ENTRY) == (True, 300 * len(opera.moves), True)


@pytest.mark.parametrize(
    "news",
    [
        GameNews(("1.1",), {}, 1, ("e4",), (None,)),
        GameNews(("1.1",), None, 0, ("e4",), (None,)),
        GameNews(("1.1",), {}, 0, ("e4",), ()),
    ],
)
def test_news_that_cannot_follow_are_refused(news: GameNews) -> None:
    with pytest.raises(ValueError, match="not there"):
        replay_games([(GamesMoved(FOLDER, (news,)), NINE)])


@pytest.mark.parametrize(("tag", "round"), [("3.1", 3), ("12", 12), ("", 0), ("?", 0), ("Round 4", 4)])
def test_the_round_is_the_first_number_of_its_tag(tag: str, round: int) -> None:
    assert round_of((tag, "1", "", "", "")) == round


def by_lot(dice: Random, opera: PgnGame) -> PgnGame:
    n, length = dice.randint(1, 3), dice.randint(0, len(opera.moves))
    moves = [*opera.moves[:length], *(["a6"] if dice.random() < 0.2 else [])]
    clocks = [dice.choice([None, 60, 90]) for _ in moves]
    return of(moves, *clocks, Round=f"1.{n}", White=dice.choice(["", "Ann"]), Event=dice.choice("ab"))


@pytest.mark.parametrize("seed", range(20))
def test_whatever_was_told_is_folded_again_to_the_same(seed: int) -> None:
    """Sources tell pieces of games in any order, with moves taken back and clocks put right."""
    dice, stream = Random(seed), Stream()
    [opera] = pgn_games(OPERA)
    for _ in range(60):
        told = [by_lot(dice, opera) for _ in range(dice.randint(1, 3))]
        stream.take(dice.choice([FOLDER, CLOUD, DESK, PLAYER]), *told, whole=dice.random() < 0.2)
    again = replay_games(stream.written)
    assert again.version == stream.state.version
    for key, kept in stream.state.games.items():
        assert (again.games[key].game, again.games[key].at) == (kept.game, kept.at)
        assert len(kept.at) == len(kept.game.moves) == len(kept.game.clocks)
        assert kept.on_board == played(kept.game)
