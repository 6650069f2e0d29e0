"""Walls with live boards: which stand beside a list, and that a move prints no list again."""

from pathlib import Path

from domain.moves.games import pgn_games
from domain.screens.events import Content, ContentKind
from server.live.frames import Channel, difference
from tests.live_boards.files import game
from tests.screens.site import Site, open_of, running_site, shown


def play(site: Site, *texts: str) -> None:
    site.do(site.app.state.services.games.take("open", "api", pgn_games("".join(texts)), "Tablo"))


def sent(board: int, moves: str, result: str = "*") -> str:
    return game(moves, Round=f"5.{board}", White="?", Black="?", result=result)


def test_a_move_beside_a_list_is_one_part_at_a_higher_position(tmp_path: Path) -> None:
    with running_site(tmp_path, {"open": open_of(24)}) as site:
        site.screen("wall", shown(ContentKind.STANDINGS, boards=2))
        play(site, *(sent(board, "1. e4") for board in (1, 2, 3)))
        views, channel = site.app.state.services.screens, Channel("screen/wall", "html")
        before = views(channel)
        play(site, sent(2, "1. e4 e5"))
        after = views(channel, before)
        patch = difference(before.parts, after.parts)
        assert patch is not None
        assert [key for key, _ in patch.changed] == ["standings:open/beside/b2"]
        assert after.position > before.position
        play(site, sent(2, "1. e4 e5", "1-0"))
        later = views(channel, after)
        beside = [key for key in later.parts if "/beside/" in key]
        assert beside == ["standings:open/beside/b1", "standings:open/beside/b3"]


def test_a_screen_without_boards_hears_of_no_move(tmp_path: Path) -> None:
    with running_site(tmp_path, {"open": open_of(24)}) as site:
        for name, boards in (("plain", 0), ("boards", 1)):
            site.screen(name, shown(ContentKind.PAIRINGS, boards=boards))
        assert site.app.state.services.screens.showing_boards("open") == ["screen/boards"]


def test_boards_go_with_the_tournament_as_it_goes(tmp_path: Path) -> None:
    with running_site(tmp_path, {"open": open_of(24)}) as site:
        site.screen("wall", shown(ContentKind.TOURNAMENT, boards=1))
        play(site, sent(1, "1. e4"))
        parts = site.app.state.services.screens(Channel("screen/wall", "html")).parts
    assert [key for key in parts if "/beside/" in key] == ["pairings:open/beside/b1", "standings:open/beside/b1"]


def test_only_contents_with_boards_move_with_games() -> None:
    assert Content(ContentKind.LIVE_BOARDS, "open").moves_with_games
    assert Content(ContentKind.STANDINGS, "open", boards=1).moves_with_games
    assert not Content(ContentKind.STANDINGS, "open").moves_with_games
