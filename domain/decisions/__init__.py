"""Commands: `(Tournament, ...) -> list[Event]`, or a `Refusal` that carries data."""

from domain.refusals import TournamentIsClosed
from domain.tournament import Tournament


def refuse_if_closed(tournament: Tournament) -> None:
    if tournament.closed:
        raise TournamentIsClosed
