"""Those who run an event over the board may play in it as long as one of them does not (the portal's §6)."""

from collections.abc import Iterable

from domain.festival.refusals import LastOrganiser
from domain.festival.state import Festival
from domain.words.players import Player


def organisers_who_all_play(festival: Festival, players: Iterable[Player]) -> tuple[str, ...]:
    """Their names; empty while one of them abstains, or where nobody is named."""
    rules = festival.series.plan.entries if festival.series else None
    if rules is None or not rules.over_the_board or not rules.organisers:
        return ()
    playing = {player.name.casefold() for player in players}
    return rules.organisers if all(name.casefold() in playing for name in rules.organisers) else ()


def refuse_last_organiser(festival: Festival, player: Player, others: Iterable[Player]) -> None:
    """Raises LastOrganiser for the entry after which all organisers would play."""
    here = tuple(others)
    if not organisers_who_all_play(festival, here) and organisers_who_all_play(festival, (*here, player)):
        raise LastOrganiser(player.name)
