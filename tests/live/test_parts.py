"""The difference of two views, and a ring of differences."""

import json
from itertools import combinations, cycle

from hypothesis import given, settings
from hypothesis import strategies as st

from server.live.channels import RING_BYTES, RING_FRAMES, Stream, ViewLine
from server.live.frames import Channel, Message, Part, Parts, Patch, RunOfNames, apply, difference, patch_of
from tests.live.loopback import Reader

leaves = st.none() | st.booleans() | st.integers(-9, 9) | st.floats(-2, 2) | st.text("ab<", max_size=3)
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text("k", max_size=1), inner, max_size=2)
)
views = st.lists(st.tuples(st.sampled_from("abcdefgh"), values), max_size=8).map(dict)


def exactly(parts: dict[str, Part]) -> str:
    """With order and type: 1, 1.0 and True are three things."""
    return repr(list(parts.items()))


@given(views, views)
@settings(deadline=None)
def test_a_patch_turns_the_old_view_into_the_new_one(old: dict[str, Part], new: dict[str, Part]) -> None:
    patch = difference(old, new)
    assert exactly(new) == exactly(old if patch is None else apply(old, patch))


@given(views)
@settings(deadline=None)
def test_a_view_does_not_differ_from_itself(view: dict[str, Part]) -> None:
    assert difference(view, dict(view)) is None


@given(views, views)
@settings(deadline=None)
def test_a_patch_names_no_part_that_stayed_the_same(old: dict[str, Part], new: dict[str, Part]) -> None:
    patch = difference(old, new)
    changed = () if patch is None else patch.changed
    assert all(key not in old or repr(old[key]) != repr(part) for key, part in changed)


row_lists = st.lists(st.tuples(st.permutations("abcdefgh"), st.permutations("abcdefgh"), st.integers(0, 8)), max_size=3)


@given(row_lists, st.lists(values, min_size=2, max_size=4))
@settings(deadline=None)
def test_a_patch_of_runs_turns_the_old_view_into_the_new_one(
    lists: list[tuple[list[str], list[str], int]], parts: list[Part]
) -> None:
    """Lists one behind the other, in which rows move, change, and make room for others, between those that stay."""
    old, new, runs = dict[str, Part]({"foot": parts[0]}), dict[str, Part]({"foot": parts[1]}), list[RunOfNames]()
    for n, (before, after, length) in enumerate(lists):
        rows = [
            [(f"{n}/{key}", part) for key, part in zip(k, cycle(p))]
            for k, p in ((before[:length], parts), (after[:length], parts[1:]))
        ]
        names, others = ([key for key, _ in listed] for listed in rows)
        runs.append((f"head {n}", names, others))
        for view, listed in zip((old, new), rows, strict=True):
            view.update([(f"head {n}", None), *listed, (f"end {n}", None)])
    changed = [(key, part) for key, part in new.items() if key not in old or repr(old[key]) != repr(part)]
    patch = patch_of(changed, [key for key in old if key not in new], runs)
    assert exactly(new) == exactly(old if patch is None else apply(old, patch))
    assert exactly(new) == exactly(read(old, patch) if patch else old)


def stream_of(view: Parts) -> Stream:
    return Stream(Channel("t"), ViewLine(view))


def renew(stream: Stream, view: Parts) -> Message | None:
    step = stream.line.renew(view)
    return stream.message(step) if step is not None else None


def read(parts: dict[str, Part], patch: Patch) -> dict[str, Part]:
    """As a page reads it."""
    stream, reader = stream_of(Parts(1, parts)), Reader()
    message = renew(stream, Parts(2, {}, since=parts, patch=patch))
    return reader.read(map(as_frame, [stream_of(Parts(1, parts)).snapshot, message])).parts


def test_a_view_that_says_its_patch_is_not_compared() -> None:
    stream = stream_of(Parts(1, old := {"row": "a"}))
    message = renew(stream, Parts(2, {"row": "b"}, since=old, patch=Patch((("row", "as it says"),))))
    assert message is not None
    assert as_frame(message)["set"] == [["row", "as it says"]]


def test_a_view_made_from_another_than_the_followers_have_is_compared() -> None:
    stream = stream_of(Parts(1, {"row": "a", "other": "a"}))
    missed = {"row": "a", "other": "b"}
    message = renew(stream, Parts(3, {"row": "b", "other": "b"}, since=missed, patch=Patch((("row", "b"),))))
    assert message is not None
    assert as_frame(message)["set"] == [["row", "b"], ["other", "b"]]


def test_an_added_row_at_the_end_moves_nothing() -> None:
    patch = difference({"a": 1, "b": 2}, {"a": 1, "b": 3, "c": 4})
    assert patch is not None
    assert patch.moved == ()


def test_a_row_that_rose_moves_alone() -> None:
    table = {str(place): place for place in range(1, 601)}
    risen = {key: table[key] for key in sorted(table, key=lambda key: 2.5 if key == "500" else table[key])}
    patch = difference(table, risen)
    assert patch is not None
    assert (patch.changed, patch.moved) == ((), (("500", "2"),))


def test_a_row_goes_to_the_front_behind_nobody() -> None:
    patch = difference({"a": 1, "b": 2, "c": 3}, {"c": 3, "a": 1, "b": 2})
    assert patch is not None
    assert patch.moved == (("c", ""),)


@given(st.permutations("abcdefgh"))
@settings(deadline=None)
def test_no_fewer_parts_could_move(order: list[str]) -> None:
    """As many as the parts without the longest of all runs that keep their order."""
    patch = difference(dict.fromkeys("abcdefgh"), dict.fromkeys(order))
    runs = (run for size in range(9) for run in combinations(order, size) if list(run) == sorted(run))
    assert len(patch.moved if patch else ()) == 8 - max(map(len, runs))


@given(st.lists(st.tuples(st.integers(0, 2), views), min_size=1, max_size=30), st.integers(0, 40))
@settings(deadline=None)
def test_who_resumes_from_any_position_ends_with_the_newest_view(
    steps: list[tuple[int, dict[str, Part]]], after: int
) -> None:
    """For a source that does anything, also standing still or showing something else at the same position."""
    position = 1
    stream = stream_of(Parts(position, {}))
    seen = {position: dict[str, Part]()}
    for step, view in steps:
        position += step
        renew(stream, Parts(position, view))
        seen[position] = view
    start = Reader()
    start.parts, start.position = dict(seen.get(after, {"never": "seen"})), after
    assert exactly(start.read(map(as_frame, stream.catch_up(after))).parts) == exactly(dict(steps[-1][1]))


def as_frame(message: object) -> dict[str, object]:
    return json.loads(message.text)  # type: ignore[attr-defined]


def stream_with(changes: int, size: int = 1) -> Stream:
    stream = stream_of(Parts(0, {"row": ""}))
    for position in range(1, changes + 1):
        renew(stream, Parts(position, {"row": str(position) * size}))
    return stream


def test_the_ring_forgets_frames_beyond_its_length() -> None:
    assert stream_with(RING_FRAMES + 1).catch_up(0)[0].whole


def test_the_ring_still_reaches_back_its_whole_length() -> None:
    assert len(stream_with(RING_FRAMES + 1).catch_up(1)) == RING_FRAMES


def test_the_ring_is_bounded_in_octets() -> None:
    kept = stream_with(40, size=RING_BYTES // 40).catch_up(39)
    assert not kept[0].whole
    assert stream_with(40, size=RING_BYTES // 40).catch_up(0)[0].whole


def test_a_position_between_two_questions_gets_the_whole_view() -> None:
    """At 2 the row may have said something else for a moment, and have changed back by 3."""
    stream = stream_of(Parts(1, {"row": "a"}))
    renew(stream, Parts(3, {"row": "a"}))
    assert [message.whole for message in stream.catch_up(2)] == [True]


def test_a_position_without_a_visible_change_is_up_to_date() -> None:
    stream = stream_of(Parts(1, {"row": "a"}))
    renew(stream, Parts(2, {"row": "a"}))
    assert stream.catch_up(2) == []


def test_what_was_another_view_at_the_same_position_is_not_up_to_date_after_it_was_asked_for_again() -> None:
    stream = stream_of(Parts(1, {"row": "a"}))
    for _ in range(2):
        renew(stream, Parts(1, {"row": "b"}))
    assert [message.whole for message in stream.catch_up(1)] == [True]


def test_of_a_view_that_is_not_settled_nobody_is_up_to_date_before_it_came() -> None:
    """A page read at the same position may have shown others, before anybody followed it or just now."""
    stream = stream_of(Parts(1, {"row": "a"}, settled=False))
    opened = [message.whole for message in stream.catch_up(1)]
    patch = renew(stream, Parts(2, {"row": "b"}, settled=False))
    assert opened == [message.whole for message in stream.catch_up(2)] == [True]
    assert patch is not None
    assert not patch.whole


def test_the_ring_of_a_view_that_is_not_settled_is_bounded_too() -> None:
    stream = stream_of(Parts(0, {"row": 0}, settled=False))
    for position in range(1, RING_FRAMES + 3):
        renew(stream, Parts(position, {"row": position}, settled=False))
    assert [message.whole for message in stream.catch_up(RING_FRAMES)] == [True]


def test_walls_that_show_the_same_share_what_is_long_until_it_is_wanted_whole() -> None:
    line = ViewLine(Parts(1, {"row": "a"}))
    walls = [Stream(Channel(f"screen/{name}"), line) for name in ("hall", "bar")]
    for step in (line.whole, line.renew(Parts(2, {"row": "b"}))):
        assert step is not None
        hall, bar = (wall.message(step) for wall in walls)
        assert hall.pieces[1] is bar.pieces[1]
        pieces = b"".join(hall.pieces)
        assert (hall.wire, hall.octets) == (pieces, len(pieces))
        assert hall.wire is hall.wire


def test_the_snapshot_is_encoded_once_for_a_position() -> None:
    line = stream_with(3).line
    assert line.whole is line.whole
