"""`tablo bench`: the figures of the documentation, on your own machine."""

import argparse
from typing import TYPE_CHECKING

from server.cli.options import BadInput, not_negative, said

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]


def add(subcommands: "Subcommands") -> None:
    bench = subcommands.add_parser("bench", description=said("measure-machine"))
    kinds = bench.add_subparsers(metavar="WHAT", required=True)
    live = kinds.add_parser(
        "live",
        help=said("live-feed-frame-to-many"),
        description=said("measures-live-feed-loopback-with"),
    )
    live.add_argument("--sockets", type=not_negative, default=1000, metavar="N", help=said("followers-default"))
    live.add_argument("--screens", type=not_negative, default=100, metavar="N", help=said("televisions-default"))
    live.add_argument("--players", type=not_negative, default=600, metavar="N", help=said("tournament-default"))
    live.add_argument("--results", type=not_negative, default=100, metavar="N", help=said("to-enter-default"))
    live.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from server.cli.bench import live

    if not live.possible():
        raise BadInput(said("measurement-reads-cpu-times-from"))
    if not (10 <= arguments.sockets <= 10_000 and 10 <= arguments.players <= 2000 and arguments.results > 0):
        raise BadInput(said("sockets-must-be-to-players"))
    return live.run(arguments)
