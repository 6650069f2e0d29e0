"""Entries of one person in two places: by FIDE number, else by name and year of birth."""

from collections.abc import Iterable, Sequence

from domain.words.players import EntrantId, Player, name_key


def people_matched(here: Iterable[Player], players: Sequence[Player]) -> list[EntrantId | None]:
    """The id of the same person here (`identity`) for each of `players`: two namesakes are two people."""
    free: dict[tuple[object, ...], list[EntrantId]] = {}
    for one in here:
        free.setdefault(identity(one), []).append(one.id)
    known = (free.get(identity(player)) for player in players)
    return [ids.pop(0) if ids else None for ids in known]


def identity(player: Player) -> tuple[object, ...]:
    """The part that entries of one person share: the FIDE number, else the name in any order and alphabet and the year.

    A club changes from week to week: it tells two namesakes apart only where the year of birth is not known.
    """
    if player.fide_id:
        return (player.fide_id,)
    name = name_key(player.name) or player.name.casefold()
    return (name, player.birth_year) if player.birth_year else (name, 0, player.club.casefold())
