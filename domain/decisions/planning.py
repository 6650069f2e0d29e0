"""The plan of an event before its first round: can so many rounds be paired with those who have entered?"""

from collections.abc import Iterator

from domain.formats import rules_of
from domain.pairing import SYSTEMS
from domain.pairing.planned_rounds import PlannedEntry, RoundsOutlook, rounds_outlook
from domain.tournament import Tournament
from domain.words.cautions import Caution, RoundsNotCertain, TooManyRounds, UnratedPlayers
from domain.words.entrants import EntrantId
from domain.words.round_span import ALWAYS

FEWEST_ENTRANTS = 2


def plan_cautions(tournament: Tournament) -> Iterator[Caution]:
    """Cautions about the plan; nothing once a round is published, or where no engine pairs."""
    if tournament.published or not rules_of(tournament).paired_by_system or len(tournament.entrants) < FEWEST_ENTRANTS:
        return
    seen = planned(tournament)
    if not seen.possible:
        yield TooManyRounds(seen.players, seen.planned, seen.most)
    elif seen.safe < min(seen.planned, seen.most):
        yield RoundsNotCertain(seen.players, seen.planned, seen.safe)
    if unrated := unrated_for(tournament, tournament.regulations.system):
        yield UnratedPlayers(unrated)


def unrated_for(tournament: Tournament, system: str) -> int:
    """Players without a rating, where that system needs one of everybody."""
    return sum(not player.rating for player in tournament.players.values()) if SYSTEMS[system].needs_ratings else 0


def planned(tournament: Tournament) -> RoundsOutlook:
    """Everybody who has entered, with the byes and withdrawals known by now."""
    rounds = range(1, tournament.regulations.rounds + 1)
    field = [
        PlannedEntry(sum(tournament.present(id, round) for round in rounds), _kept_apart(tournament, id))
        for id in tournament.entrants
    ]
    return rounds_outlook(len(rounds), [entry for entry in field if entry.rounds])


def _kept_apart(tournament: Tournament, player: EntrantId) -> int:
    """From how many others, in all rounds."""
    groups = (group for group, rounds in tournament.prohibited if rounds == ALWAYS and player in group)
    return len({other for group in groups for other in group} - {player})
