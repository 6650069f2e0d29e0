"""Files are read when they change; what is half written is read again, and nothing that was known is lost."""

import os
from collections.abc import Sequence
from dataclasses import field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from domain.games.state import GamesState, evolve_games, news_of
from domain.moves.games import PgnGame
from domain.records import dataclass
from domain.refusals import NoFolderOfBoards, NoGamesFile, OutsideTheFolderOfBoards
from domain.words.games import Result
from server.live_boards.watching import MOST_RETRIES, BoardsFolder, BoardWatch, GamesPlace, decoded
from tests.live_boards.files import game

NOW = datetime(2026, 11, 28, tzinfo=UTC)
TWO = game(Round="1.1", White="Ann", Black="Bob") + game(Round="1.2", White="Cid", Black="Dee")


def at(path: Path, text: str) -> None:
    """Written over, a moment later than before."""
    later = path.stat().st_mtime_ns + 10_000_000 if path.exists() else None
    path.write_text(text)
    if later:
        os.utime(path, ns=(later, later))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "games.pgn"
    made.write_text(TWO)
    return made


def place_of_file(file: Path) -> GamesPlace:
    place = GamesPlace(file)
    assert place.look()
    return place


def test_a_file_that_stays_as_it_is_is_not_read_again(file: Path) -> None:
    place = place_of_file(file)
    assert len(place.games) == 2
    assert not place.look()


@pytest.mark.parametrize("cut", range(0, len(TWO), 29))
def test_half_a_file_loses_no_game_and_says_nothing_new(file: Path, cut: int) -> None:
    place, state = place_of_file(file), GamesState()
    for event in news_of(state, "folder", place.games, whole=True):
        evolve_games(state, event, NOW)
    for text in (TWO[:cut], TWO):
        at(file, text)
        place.look()
        assert {one.key for one in place.games} == set(state.games)
        assert news_of(state, "folder", place.games, whole=True) == []


def test_a_game_that_stays_away_is_no_longer_in_the_file(file: Path) -> None:
    place = place_of_file(file)
    at(file, game(Round="1.1", White="Ann", Black="Bob"))
    for _ in range(MOST_RETRIES + 1):
        place.look()
    assert len(place.games) == 1


def test_a_move_and_a_result_are_seen(file: Path) -> None:
    place = place_of_file(file)
    at(file, TWO.replace("2. Nf3 {[%clk 1:30:12]} *", "2. Nf3 Nc6 1-0", 1))
    assert place.look()
    first = next(one for one in place.games if one.tags["White"] == "Ann")
    assert (len(first.moves), first.result) == (4, Result.WHITE_WINS)


def test_a_folder_is_read_with_the_folders_in_it(tmp_path: Path) -> None:
    (tmp_path / "round-1").mkdir()
    for number, text in enumerate(TWO.split("[Event")[1:], 1):
        (tmp_path / "round-1" / f"game-{number}.PGN").write_text("[Event" + text)
    (tmp_path / "notes.txt").write_text("x")
    assert len(place_of_file(tmp_path).games) == 2


def test_a_file_that_goes_away_leaves_what_was_read(file: Path) -> None:
    place = place_of_file(file)
    file.unlink()
    place.look()
    assert len(place.games) == 2


@pytest.mark.parametrize("content", ["Þór".encode(), "Þór".encode("latin-1"), b"\xef\xbb\xbf" + "Þór".encode()])
def test_letters_of_old_and_new_programs_are_read(content: bytes) -> None:
    assert decoded(content) == "Þór"


def test_a_letter_cut_in_two_is_waited_for() -> None:
    assert decoded("Þó".encode()[:-1]) == "Þ"


def test_nothing_is_read_where_no_folder_is_named() -> None:
    with pytest.raises(NoFolderOfBoards):
        BoardsFolder(None).allowed("games.pgn")


@pytest.mark.parametrize("typed", ["../secret.pgn", "/etc/passwd", "sub/../../secret.pgn", "link.pgn"])
def test_nothing_outside_the_folder_is_read(tmp_path: Path, typed: str) -> None:
    root = tmp_path / "boards"
    root.mkdir()
    (tmp_path / "secret.pgn").write_text(TWO)
    (root / "link.pgn").symlink_to(tmp_path / "secret.pgn")
    with pytest.raises(OutsideTheFolderOfBoards):
        BoardsFolder(root).allowed(typed)
    assert GamesPlace(root).look() is False


@pytest.mark.parametrize("typed", ["nothing.pgn", "notes.txt", "\0"])
def test_what_is_no_file_of_games_is_refused(tmp_path: Path, typed: str) -> None:
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(NoGamesFile):
        BoardsFolder(tmp_path).allowed(typed)


@dataclass()
class Taken:
    """What a watch has told, and whether it can be told just now."""

    told: list[tuple[str, int]] = field(default_factory=list)
    away: bool = False

    async def __call__(self, slug: str, games: Sequence[PgnGame]) -> None:
        if self.away:
            raise OSError
        self.told.append((slug, len(games)))

    def watch(self, file: Path) -> BoardWatch:
        return BoardWatch(BoardsFolder(file.parent), file.parent, self)


async def test_what_is_watched_is_watched_after_a_restart(file: Path) -> None:
    taken = Taken()
    await taken.watch(file).watch("open", "games.pgn")
    assert taken.told == [("open", 2)]
    again = taken.watch(file)
    async with again.running():
        assert again.typed == {"open": "games.pgn"}


async def test_only_a_change_is_told(file: Path) -> None:
    taken = Taken()
    watch = taken.watch(file)
    await watch.watch("open", "games.pgn")
    await watch.look()
    assert taken.told == [("open", 2)]
    at(file, TWO.replace("*", "1-0", 1))
    await watch.look()
    assert taken.told == [("open", 2), ("open", 2)]


async def test_what_could_not_be_taken_is_told_at_the_next_look(file: Path) -> None:
    taken = Taken()
    watch = taken.watch(file)
    await watch.watch("open", "games.pgn")
    at(file, TWO.replace("*", "1-0", 1))
    taken.away = True
    await watch.look()
    taken.away = False
    await watch.look()
    assert taken.told == [("open", 2), ("open", 2)]
