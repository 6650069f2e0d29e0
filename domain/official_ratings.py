"""FIDE's ratings of players who have another one in the tournament (checklist of FIDE, 116)."""

from domain.tournament import Tournament
from domain.words.entrants import EntrantId
from domain.words.rating_lists import is_national


def official_ratings(t: Tournament) -> dict[EntrantId, int]:
    """The ratings of the rating report and of norms, of those who have another one in the tournament."""
    apart: dict[EntrantId, int] = {
        id: player.fide_rating
        for id, player in t.players.items()
        if player.fide_rating or is_national(t.rating_sources.get(id, ""))
    }
    return apart | t.report_ratings
