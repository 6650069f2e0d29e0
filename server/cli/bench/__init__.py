"""`tablo bench`: the figures of the documentation, on your own machine."""

import argparse

from server.cli.terminal import Parser, bad_input, not_negative, said


def add(parser: Parser) -> None:
    kinds = parser.add_subparsers(metavar="WHAT", required=True)
    live = kinds.add_parser(
        "live",
        help=said("the live feed: one frame to many sockets, and from a key at the desk to the row on the screen"),
        description=said(
            "Measures the live feed on loopback with the real server. Takes less than two minutes. Linux only."
        ),
    )
    live.option("--sockets", "followers (default: 1000)", type=not_negative, default=1000, metavar="N")
    live.option("--screens", "televisions (default: 100)", type=not_negative, default=100, metavar="N")
    live.option("--players", "in the tournament (default: 600)", type=not_negative, default=600, metavar="N")
    live.option("--results", "to enter (default: 100)", type=not_negative, default=100, metavar="N")
    live.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from server.cli.bench import live

    if not live.possible():
        raise bad_input("the measurement reads CPU times from /proc and waits with epoll, which only Linux has")
    if not (10 <= arguments.sockets <= 10_000 and 10 <= arguments.players <= 2000):
        raise bad_input("sockets must be 10 to 10000, players 10 to 2000")
    if not 0 < arguments.results <= (boards := arguments.players // 2):
        raise bad_input("results must be 1 to {boards}: one for each board of so many players", boards=boards)
    return live.run(arguments)
