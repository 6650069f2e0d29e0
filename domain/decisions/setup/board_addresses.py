"""Addresses at which the games of live boards are looked up, and whether players send theirs."""

from collections.abc import Sequence

from domain import events as e
from domain.refusals import BadField
from domain.tournament import Tournament

MOST_ADDRESSES = 8


def look_up_boards(tournament: Tournament, addresses: Sequence[str]) -> list[e.Event]:
    """From now on at these; none = nowhere. Raises BadField."""
    wanted = tuple(dict.fromkeys(addresses))
    if len(wanted) > MOST_ADDRESSES:
        raise BadField("addresses", str(len(wanted)), f"at-most:{MOST_ADDRESSES}")
    return [] if tournament.board_addresses == wanted else [e.BoardAddressesSet(wanted)]


def allow_games(tournament: Tournament, allowed: bool) -> list[e.Event]:
    return [] if tournament.players_send_games is allowed else [e.PlayerGamesAllowed(allowed)]
