"""`tablo bench`: the figures of the documentation, on your own machine."""

import argparse
from typing import TYPE_CHECKING

from server.cli.exits import BadInput
from server.cli.options import not_negative

if TYPE_CHECKING:
    Words = argparse._SubParsersAction[argparse.ArgumentParser]


def add(words: "Words") -> None:
    bench = words.add_parser("bench", help="measure this machine", description="Measure this machine.")
    kinds = bench.add_subparsers(metavar="WHAT", required=True)
    live = kinds.add_parser(
        "live",
        help="the live feed: one frame to many sockets, and from a key at the desk to the row on the screen",
        description="Measures the live feed on loopback with the real server. Takes less than two minutes. Linux only.",
    )
    live.add_argument("--sockets", type=not_negative, default=1000, metavar="N", help="followers (default: 1000)")
    live.add_argument("--screens", type=not_negative, default=100, metavar="N", help="televisions (default: 100)")
    live.add_argument("--players", type=not_negative, default=600, metavar="N", help="in the tournament (default: 600)")
    live.add_argument("--results", type=not_negative, default=100, metavar="N", help="to enter (default: 100)")
    live.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from server.cli.bench import live

    if not live.possible():
        raise BadInput("the measurement reads CPU times from /proc and waits with epoll, which only Linux has")
    if not (10 <= arguments.sockets <= 10_000 and 10 <= arguments.players <= 2000 and arguments.results > 0):
        raise BadInput("sockets must be 10 to 10000, players 10 to 2000, results at least one")
    return live.run(arguments)
