"""Commands: `(Tournament, ...) -> list[Event]`, or a `Refusal` that carries data."""

from domain.refusals import ReasonMissing, TournamentIsClosed
from domain.tournament import Tournament


def refuse_if_closed(tournament: Tournament) -> None:
    if tournament.closed:
        raise TournamentIsClosed


def refuse_without_reason(reason: str, step: str) -> None:
    if not reason.strip():
        raise ReasonMissing(step)
