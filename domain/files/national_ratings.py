"""Ratings of national federations: the lines of a report file, as events and as lines again."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from domain.files.trf.columns import National
from domain.files.trf.report import Report
from domain.tournament import Tournament
from domain.words.players import EntrantId
from domain.words.rating_lists import NationalRating


def national_lines(report: Report) -> dict[int, National]:
    """By starting rank the one national rating that a player has here: of their own federation, else the first."""
    chosen: dict[int, National] = {}
    federations = {entrant.number: entrant.federation for entrant in report.players}
    for line in report.national:
        first = chosen.setdefault(line.number, line)
        if line.federation == federations[line.number] != first.federation:
            chosen[line.number] = line
    return chosen


def beyond_the_card(report: Report, ids: Mapping[int, EntrantId]) -> Iterator[NationalRating]:
    """Lines of national federations that say more than the one rating a player has here."""
    taken = set(national_lines(report).values())
    for line in report.national:
        if line not in taken or line.title or line.origin or line.id:
            yield NationalRating(ids[line.number], line.federation, line.rating, line.title, line.origin, line.id)


def national_ratings(tournament: Tournament, ranks: Mapping[EntrantId, int]) -> Iterator[National]:
    """National ratings, under the player's federation or that of the event, and those kept from an imported file."""
    kept = tournament.imported.national if tournament.imported is not None else ()
    for player, number in ranks.items():
        if player in tournament.anonymous:
            continue
        lines = {line.federation: _written(line, number) for line in kept if line.player == player}
        who = tournament.players[player]
        own = who.federation or tournament.details.federation
        if who.national_rating and own:
            known = lines.get(own, National(own, number, 0))
            lines[own] = replace(known, rating=who.national_rating)
        yield from lines.values()


def _written(line: NationalRating, number: int) -> National:
    return National(line.federation, number, line.rating, line.title, line.origin, line.number)
