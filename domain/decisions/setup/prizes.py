"""The prize list as the organiser announces it. `ranking/prizes.py` works out who gets what."""

from collections.abc import Sequence

from domain.events import Event, Prize, PrizesAnnounced
from domain.fields import text
from domain.ranking.prizes import Sharing
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.prizes import BadCategory, category

MAX_PRIZE_UNITS = 10**12
"""Smallest units of a currency; more is a slip of the finger."""


def announce_prizes(
    tournament: Tournament,
    prizes: Sequence[Prize],
    sharing: str = Sharing.EQUAL,
    currency: str = "EUR",
    one_per_player: bool = True,
) -> list[Event]:
    """The whole list; it replaces the one before. Raises BadField naming the line."""
    most_boards = tournament.regulations.match_games if tournament.regulations.of_teams else None
    checked = tuple(_checked(line, prize, most_boards) for line, prize in enumerate(prizes, 1))
    if sharing not in [way.value for way in Sharing]:
        raise BadField("sharing", sharing, "one-of:" + ",".join(Sharing))
    if not (len(currency) == 3 and currency.isascii() and currency.isalpha()):
        raise BadField("currency", currency, "three-letters:EUR")
    announced = PrizesAnnounced(checked, sharing, currency.upper(), one_per_player)
    return [] if announced == tournament.prizes else [announced]


def _checked(line: int, prize: Prize, most_boards: int | None) -> Prize:
    """`most_boards` are those of a match of teams; None: nobody plays for a team."""
    field = f"prizes, line {line}"
    name = text(field, prize.name, longest=80, required=True)
    if not 0 <= prize.cents <= MAX_PRIZE_UNITS:
        raise BadField(field, str(prize.cents), f"whole:0:{MAX_PRIZE_UNITS}")
    if not 1 <= prize.place <= 1000:
        raise BadField(field, str(prize.place), "whole:1:1000")
    try:
        board = category(prize.category).board
    except BadCategory as bad:
        raise BadField(field, bad.text, "category") from None
    if board is not None and most_boards is None:
        raise BadField(field, prize.category, "board-of-teams")
    if board is not None and most_boards is not None and board.board > most_boards:
        raise BadField(field, prize.category, f"board:{most_boards}")
    return Prize(name, prize.cents, prize.category.strip(), prize.place)
