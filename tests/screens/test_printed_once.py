"""Rows of a screen after a result: all as a new screen prints them, and only those printed that say something else."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as e
from domain.screens.events import Content, ContentKind
from domain.screens.state import Screen, Screens
from domain.tournament import evolve, replay
from domain.words.games import Result
from projections.moment.snapshot import Snapshot, snapshot
from projections.screens.playlist import Source, playlist_of
from projections.table.standings import standings
from server.live.frames import apply, difference, patch_of
from tests.screens.site import open_of
from tests.tiers import tries
from web.rendering import RenderedParts
from web.screens import NOTHING_RENDERED, RenderedPlaylist, ScreenRenderer
from web.wording import LANGUAGES

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def printed(
    renderer: ScreenRenderer,
    kind: ContentKind,
    at: Snapshot,
    before: RenderedPlaylist = NOTHING_RENDERED,
    lang: str = "en",
) -> RenderedPlaylist:
    screens = Screens(by_name={"hall": Screen("hall", contents=(Content(kind, "open"),))})
    playlist = playlist_of(screens, "hall", 1, {"open": Source("open", at)}, NOON)
    return renderer.rendered_playlist(playlist, lang, before)


def wall(
    renderer: ScreenRenderer, kinds: list[ContentKind], at: Snapshot, before: RenderedPlaylist
) -> RenderedPlaylist:
    screens = Screens(by_name={"hall": Screen("hall", contents=tuple(Content(kind, "open") for kind in kinds))})
    return renderer.rendered_playlist(playlist_of(screens, "hall", 1, {"open": Source("open", at)}, NOON), "en", before)


def around_a_result(kind: ContentKind, board: int, result: Result) -> tuple[RenderedPlaylist, RenderedPlaylist]:
    """A screen of this kind before the result, and made from that after it."""
    tournament, renderer = replay(open_of(12)), ScreenRenderer(RenderedParts())
    first = snapshot(tournament)
    before = printed(renderer, kind, first)
    evolve(tournament, e.ResultRecorded(5, board, result))
    return before, printed(renderer, kind, snapshot(tournament, first), before)


def said_again(before: Mapping[str, str], after: Mapping[str, str]) -> set[str]:
    """The rows that are not the very same object."""
    return {name for name in after if "/" in name and after[name] is not before.get(name)}


@pytest.mark.parametrize("kind", [ContentKind.PAIRINGS, ContentKind.BOARDS, ContentKind.STANDINGS, ContentKind.SEATS])
def test_after_a_result_a_screen_says_what_a_new_one_says(kind: ContentKind) -> None:
    tournament, renderer = replay(open_of(12)), ScreenRenderer(RenderedParts())
    first = snapshot(tournament)
    before = printed(renderer, kind, first)
    evolve(tournament, e.ResultRecorded(5, 2, Result.BLACK_WINS))
    after = printed(renderer, kind, snapshot(tournament, first), before)
    fresh = printed(ScreenRenderer(RenderedParts()), kind, snapshot(tournament))
    assert list(after.parts.items()) == list(fresh.parts.items())
    assert said_again(before.parts, after.parts)


LISTS = [ContentKind.PAIRINGS, ContentKind.BOARDS, ContentKind.STANDINGS, ContentKind.SEATS, ContentKind.LATEST]


@settings(deadline=None, max_examples=tries(60))
@given(
    st.lists(st.sampled_from(LISTS), min_size=1, max_size=3),
    st.lists(st.tuples(st.integers(1, 6), st.sampled_from(Result)), min_size=1, max_size=8),
)
def test_the_step_of_a_wall_leads_from_each_moment_to_the_next(
    kinds: list[ContentKind], results: list[tuple[int, Result]]
) -> None:
    tournament, renderer = replay(open_of(12)), ScreenRenderer(RenderedParts())
    made = snapshot(tournament)
    known = wall(renderer, kinds, made, NOTHING_RENDERED)
    for board, result in results:
        evolve(tournament, e.ResultRecorded(5, board, result))
        made = snapshot(tournament, made)
        now = wall(renderer, kinds, made, known)
        patch = patch_of(*now.step) if now.step is not None else difference(known, now)
        fresh = wall(ScreenRenderer(RenderedParts()), kinds, snapshot(tournament), NOTHING_RENDERED)
        assert list((apply(known, patch) if patch else known).items()) == list(now.items()) == list(fresh.items())
        known = now


def test_a_table_in_another_order_is_a_step_of_the_rows_that_moved() -> None:
    before, after = around_a_result(ContentKind.STANDINGS, 2, Result.BLACK_WINS)
    assert after.step is not None
    patch, compared = patch_of(*after.step), difference(before, after)
    assert patch is not None
    assert compared is not None
    assert (sorted(patch.changed), patch.gone, patch.moved) == (sorted(compared.changed), (), compared.moved)
    assert patch.moved


def test_a_result_prints_one_board() -> None:
    before, after = around_a_result(ContentKind.PAIRINGS, 2, Result.DRAW)
    assert said_again(before.parts, after.parts) == {"pairings:open/b2"}


def test_screens_that_show_the_same_list_from_the_same_moment_on_share_its_rows() -> None:
    tournament, renderer = replay(open_of(12)), ScreenRenderer(RenderedParts())
    first = snapshot(tournament)
    one, other = (printed(renderer, ContentKind.PAIRINGS, first) for _ in "ab")
    assert one.panels["pairings:open"] is other.panels["pairings:open"]
    evolve(tournament, e.ResultRecorded(5, 2, Result.DRAW))
    then = snapshot(tournament, first)
    late = printed(renderer, ContentKind.PAIRINGS, then)
    after = printed(renderer, ContentKind.PAIRINGS, then, one)
    assert [each.again for each in after.panels["pairings:open"].lists] == [{1}, set()]
    assert after.parts == late.parts


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rows_that_only_others_pass_say_their_new_place_in_every_language(lang: str) -> None:
    tournament, renderer = replay(open_of(12)), ScreenRenderer(RenderedParts())
    first = snapshot(tournament)
    before = printed(renderer, ContentKind.STANDINGS, first, lang=lang)
    evolve(tournament, e.ResultRecorded(5, 2, Result.BLACK_WINS))
    then = snapshot(tournament, first)
    parts = printed(renderer, ContentKind.STANDINGS, then, before, lang).parts
    said = {name: re.findall(r'data-rank="(\d+)"|<td class="place">(\d+)<', row) for name, row in parts.items()}
    places = {f"standings:open/p{row.person.id}": str(row.place) for row in standings(then).rows}
    assert {name: [a or b for a, b in both] for name, both in said.items() if both} == {
        name: [place, place] for name, place in places.items()
    }


@pytest.mark.parametrize("kind", [ContentKind.PAIRINGS, ContentKind.BOARDS, ContentKind.STANDINGS, ContentKind.LATEST])
def test_a_result_prints_no_head(kind: ContentKind) -> None:
    before, after = around_a_result(kind, 6, Result.DRAW)
    assert after.parts[f"{kind}:open"] is before.parts[f"{kind}:open"]


def test_the_head_of_a_table_says_when_the_last_game_is_over() -> None:
    tournament, renderer = replay(open_of(12)), ScreenRenderer(RenderedParts())
    before = printed(renderer, ContentKind.STANDINGS, snapshot(tournament))
    for board, game in enumerate(tournament.round(5).results, 1):
        if game is None:
            evolve(tournament, e.ResultRecorded(5, board, Result.DRAW))
    after = printed(renderer, ContentKind.STANDINGS, snapshot(tournament), before)
    assert "in play" in before.parts["standings:open"]
    assert "in play" not in after.parts["standings:open"]


def test_the_head_of_the_latest_results_says_that_there_are_none_yet() -> None:
    tournament, renderer = replay(open_of(12)), ScreenRenderer(RenderedParts())
    played = printed(renderer, ContentKind.LATEST, snapshot(tournament))
    tournament = replay(event for event in open_of(12) if not isinstance(event, e.ResultRecorded))
    before = printed(renderer, ContentKind.LATEST, snapshot(tournament))
    assert "No result yet." in before.parts["latest:open"]
    assert "No result yet." not in played.parts["latest:open"]
