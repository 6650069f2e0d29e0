"""FIDE's ratings of players who have another one in the tournament (checklist of FIDE, 116)."""

from domain.tournament import Tournament
from domain.words.players import EntrantId
from domain.words.rating_lists import is_of_a_federation


def official_ratings(t: Tournament) -> dict[EntrantId, int]:
    """The ratings of the rating report and of norms, of those who have another one in the tournament."""
    apart: dict[EntrantId, int] = {
        id: player.official_rating
        for id, player in t.players.items()
        if player.official_rating or is_of_a_federation(t.rating_sources.get(id, ""))
    }
    return apart | t.report_ratings
