"""Views printed one from the other are those printed afresh, and the patches lead from one to the next."""

from itertools import cycle

from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as e
from domain.tournament import Tournament, evolve, replay
from domain.words.games import Result
from projections.moment.snapshot import Snapshot, snapshot
from server.live.frames import Channel, Parts, Patch, apply, difference
from server.live.topics import print_view
from tests.crosstable import history
from tests.strategies import histories
from tests.tiers import tries
from web.links import Site
from web.public.pages import FOLLOWED_TOPICS, pieces

NUMBERED = sorted(name for name, topic in FOLLOWED_TOPICS.items() if topic.numbered)
FOLLOWED = [*FOLLOWED_TOPICS.keys() - {"board", "player"}, *(f"{name}/{n}" for name in NUMBERED for n in (1, 2, 3))]
CHANNELS = [Channel(topic, form) for topic in sorted(FOLLOWED) for form in ("html", "json")]
GLANCES = st.lists(st.sets(st.sampled_from(CHANNELS), max_size=12), min_size=1, max_size=5)
"""Channels asked for after each event, again and again: between two views of a channel much may happen."""
SITE = Site("open")


def steps(patch: Patch | None) -> object:
    """In which order parts are set does not matter."""
    return patch and (dict(patch.changed), patch.gone, patch.moved)


def printed(channel: Channel, made: Snapshot, before: Parts | None = None) -> Parts:
    """The view of this channel; empty if there is none."""
    found = pieces(made, channel.topic)
    return print_view(channel, SITE, made.position, found if found is not None else iter(()), before)


@settings(deadline=None, max_examples=tries(40))
@given(histories(), GLANCES)
def test_what_is_printed_from_the_view_before_is_what_is_printed_afresh(
    events: list[e.Event], glances: list[set[Channel]]
) -> None:
    live, made = Tournament(), None
    followed: dict[Channel, Parts] = {}
    for event, glance in zip(events, cycle(glances), strict=False):
        evolve(live, event)
        made = snapshot(live, made)
        for channel in glance:
            known = followed.get(channel, Parts(0, {}))
            now = followed[channel] = printed(channel, made, known)
            assert now.parts == printed(channel, snapshot(live)).parts
            patch = difference(known.parts, now.parts)
            assert now.since is not known.parts or steps(now.patch) == steps(patch)
            assert list((apply(known.parts, patch) if patch else known.parts).items()) == list(now.parts.items())


def before_and_after(topic: str, board: int, result: Result) -> tuple[Parts, Parts]:
    """A view in the second of two rounds of four players, and the one printed from it after this result."""
    state = replay(history("Alice 2500 +w4 ?b2\nBruno 2400 +b3 ?w1\nCarla 2300 -w2 ?w4\nDavid 2200 -b1 ?b3"))
    moment = snapshot(state)
    first = printed(Channel(topic, "html"), moment)
    evolve(state, e.ResultRecorded(2, board, result))
    return first, printed(Channel(topic, "html"), snapshot(state, moment), first)


def test_a_result_prints_what_it_changes_and_keeps_the_rest() -> None:
    first, second = before_and_after("pairings", 2, Result.DRAW)
    assert [key for key, part in second.parts.items() if part != first.parts[key]] == ["progress", "b2"]
    assert second.parts["b1"] is first.parts["b1"]
    assert second.since is first.parts


def test_a_table_in_another_order_says_itself_who_moved() -> None:
    first, second = before_and_after("crosstable", 1, Result.BLACK_WINS)
    assert second.since is first.parts
    assert second.patch is not None
    assert second.patch.moved
    assert list(apply(first.parts, second.patch).items()) == list(second.parts.items())


def test_a_view_that_says_the_same_is_the_same() -> None:
    first, second = before_and_after("pairings/1", 1, Result.DRAW)
    assert second.parts is second.since is first.parts
    assert second.patch is None
