"""Commands: `(Tournament, ...) -> list[Event]`, or a `Refusal` that carries data."""

from domain.fields import text
from domain.refusals import ReasonMissing, TournamentIsClosed
from domain.tournament import Tournament


def refuse_if_closed(tournament: Tournament) -> None:
    if tournament.closed:
        raise TournamentIsClosed


def refuse_without_reason(reason: str, step: str) -> None:
    if not reason.strip():
        raise ReasonMissing(step)


def given_reason(reason: str, step: str, longest: int) -> str:
    """The reason as it is kept. Raises ReasonMissing or BadField."""
    why = text("reason", reason, longest=longest)
    refuse_without_reason(why, step)
    return why
