"""The plan of an event before its first round: can so many rounds be paired with those who have entered?"""

from collections.abc import Iterable, Iterator, Sequence

from domain.formats import rules_of
from domain.formats.tables.swiss_rounds import RoundsMethod, recommended
from domain.pairing import system_named
from domain.pairing.planned_rounds import PlannedEntry, RoundsOutlook, rounds_outlook
from domain.ranking.tiebreaks import Ruleset
from domain.tournament import Tournament
from domain.tournament_cards.starting_points import has_starting_points
from domain.words.cautions import BarMisplaced, Caution, RoundsNotCertain, RoundsOfPortal, TooManyRounds, UnratedPlayers
from domain.words.options import AT_THE_BAR
from domain.words.players import EntrantId
from domain.words.rounds import ALWAYS

FEWEST_ENTRANTS = 2


def plan_cautions(tournament: Tournament) -> Iterator[Caution]:
    """Cautions about the plan; none once a round is published, where no engine pairs, or for fewer than two players."""
    if tournament.published or not rules_of(tournament).paired_by_system:
        return
    seen = planned(tournament)
    if seen.players < FEWEST_ENTRANTS:
        return
    if system_named(tournament.regulations.system).meets_again:
        pass  # any number of rounds can be paired
    elif not seen.possible:
        yield TooManyRounds(seen.players, seen.planned, seen.most)
    elif seen.safe < min(seen.planned, seen.most):
        yield RoundsNotCertain(seen.players, seen.planned, seen.safe)
    fitting = recommended(seen.players).methods[RoundsMethod.KNOCKOUT]
    if tournament.regulations.ruleset == Ruleset.PORTAL and seen.planned != fitting:
        yield RoundsOfPortal(seen.players, seen.planned, fitting)
    if unrated := unrated_for(tournament, tournament.regulations.system):
        yield UnratedPlayers(unrated)
    if has_starting_points(tournament.regulations):
        yield from bar_cautions(tournament)


def bar_cautions(tournament: Tournament) -> Iterator[BarMisplaced]:
    laws = tournament.regulations
    ratings = [player.rating for player in tournament.players.values() if player.rating]
    at_the_bar = _at_least(laws.mcmahon.bar, ratings)
    least, most = AT_THE_BAR.get(laws.rounds, (0, len(ratings)))
    if not least <= at_the_bar <= most:
        fitting = _nearest_bar(laws.mcmahon.bar, ratings, range(least, most + 1))
        yield BarMisplaced(at_the_bar, laws.rounds, least, most, fitting)


def _nearest_bar(bar: int, ratings: Sequence[int], wanted: range) -> int:
    """A round number, if one fits; 0 where no bar does."""
    for step in (100, 50, 10, 1):
        bars = range(step, max(ratings, default=0) + 1, step)
        if fitting := [one for one in bars if _at_least(one, ratings) in wanted]:
            return min(fitting, key=lambda one: abs(one - bar))
    return 0


def _at_least(bar: int, ratings: Iterable[int]) -> int:
    return sum(rating >= bar for rating in ratings)


def unrated_for(tournament: Tournament, system: str) -> int:
    return sum(not player.rating for player in tournament.players.values()) if system_named(system).needs_ratings else 0


def planned(tournament: Tournament) -> RoundsOutlook:
    rounds = range(1, tournament.regulations.rounds + 1)

    def entry(id: EntrantId) -> PlannedEntry:
        groups = (group for group, when in tournament.prohibited if when == ALWAYS and id in group)
        kept_apart = {other for group in groups for other in group} - {id}
        return PlannedEntry(sum(tournament.present(id, round) for round in rounds), len(kept_apart))

    return rounds_outlook(len(rounds), [one for one in map(entry, tournament.entrants) if one.rounds])
