"""Files are read when they change; what is half written is read again, and nothing that was known is lost."""

import os
from pathlib import Path

import pytest

from domain.refusals import NoFolderOfBoards, NoGamesFile, OutsideTheFolderOfBoards
from domain.words.games import Result
from server.live_boards.watching import MOST_RETRIES, BoardsFolder, BoardWatch, GamesPlace, decoded
from tests.live_boards.files import game

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
def test_half_a_file_loses_no_game_and_no_move(file: Path, cut: int) -> None:
    place = place_of_file(file)
    before = {one.game.key: one.read for one in place.games}
    at(file, TWO[:cut])
    place.look()
    assert {one.game.key: one.read for one in place.games} == before
    at(file, TWO)
    place.look()
    assert {one.game.key: one.read for one in place.games} == before


def test_a_game_that_stays_away_is_taken_off_in_the_end(file: Path) -> None:
    place = place_of_file(file)
    at(file, game(Round="1.1", White="Ann", Black="Bob"))
    for _ in range(MOST_RETRIES + 1):
        place.look()
    assert len(place.games) == 1


def test_a_move_and_a_result_are_seen(file: Path) -> None:
    place = place_of_file(file)
    at(file, TWO.replace("2. Nf3 {[%clk 1:30:12]} *", "2. Nf3 Nc6 1-0", 1))
    assert place.look()
    first = next(one for one in place.games if one.game.tags["White"] == "Ann")
    assert (first.read, first.game.result) == (4, Result.WHITE_WINS)


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


async def test_what_is_watched_is_watched_after_a_restart(file: Path) -> None:
    folder, told = BoardsFolder(file.parent), []
    watch = BoardWatch(folder, file.parent, changed=told.append)
    before = watch.revision
    await watch.watch("open", "games.pgn")
    assert (told, watch.revision, len(watch.games("open"))) == (["open"], before + 1, 2)
    again = BoardWatch(folder, file.parent)
    async with again.running():
        assert again.typed == {"open": "games.pgn"}


async def test_only_a_change_is_told(file: Path) -> None:
    told: list[str] = []
    watch = BoardWatch(BoardsFolder(file.parent), file.parent, changed=told.append)
    await watch.watch("open", "games.pgn")
    await watch.look()
    assert told == ["open"]
    at(file, TWO.replace("*", "1-0", 1))
    await watch.look()
    assert told == ["open", "open"]
