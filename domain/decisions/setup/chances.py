"""Decisions about who sees what comes next."""

from domain import events as e
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.choices.chances import ChancesFor, OpenGames
from domain.words.regulations import MAX_PLANNED_ROUNDS


def show_chances(tournament: Tournament, shown: ChancesFor, from_round: int, open_games: OpenGames) -> list[e.Event]:
    """Raises BadField."""
    if not 1 <= from_round <= MAX_PLANNED_ROUNDS:
        raise BadField("from_round", str(from_round), f"whole:1:{MAX_PLANNED_ROUNDS}")
    chances = e.ChancesShown(shown, from_round, open_games)
    return [] if tournament.chances == chances else [chances]
