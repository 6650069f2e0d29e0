"""Articles in brackets, by the edition in force in a tournament."""

from domain.pairing import SYSTEMS
from domain.tournament import Tournament
from domain.words.articles import SharedRule


def cited_for(tournament: Tournament | None, *rules: str) -> str:
    """` (F.6, F.7)` to be put behind a word; empty where the edition has no article of its own for any of them."""
    system = SYSTEMS.get(tournament.regulations.system) if tournament is not None else None
    known = [system.articles.get(SharedRule(rule)) for rule in rules] if system is not None else []
    numbers = [number for number in known if number]
    return f" ({', '.join(numbers)})" if numbers else ""
