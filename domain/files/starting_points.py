"""Starting points of McMahon: from a report file into regulations and events, and into its comment line again."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from domain import events as e
from domain.files.trf.comments import rules_said
from domain.files.trf.report import Report
from domain.files.trf.starting_points import starting_rules, top_start
from domain.tournament import Tournament
from domain.tournament_cards import has_starting_points, start_at_the_bar
from domain.words.options import HALVES_OF_A_POINT, McMahonOptions
from domain.words.players import EntrantId
from domain.words.regulations import Acceleration, Regulations


def starting_options(report: Report) -> McMahonOptions:
    """Bar, band and floor as the comment line says; of a file of another program as its points show them."""
    said = {name: int(value) for name, value in rules_said(report.comments).items() if value.isdecimal()}
    usual = McMahonOptions()
    if not {"bar", "band", "floor"} <= said.keys():
        return _options_seen(report, usual)
    options = McMahonOptions(said["bar"], max(1, said["band"]), said["floor"])
    lowest = options.lowest(player.rating for player in report.players)
    return options if options.top(lowest) == top_start(report) else _with_top(options, top_start(report))


def _options_seen(report: Report, usual: McMahonOptions) -> McMahonOptions:
    """The bar is the lowest rating of those who begin highest."""
    top = top_start(report)
    highest = [p.rating for p in report.players if p.rating and max(report.acceleration.get(p.number, (0,))) == top]
    return _with_top(replace(usual, bar=min(highest)), top) if top and highest else usual


def _with_top(options: McMahonOptions, top: int) -> McMahonOptions:
    """The floor from which players at the bar begin so high; the band is made narrower where none is low enough."""
    points = max(1, top // HALVES_OF_A_POINT)
    band = max(1, min(options.band, (options.bar - 1) // points))
    return replace(options, band=band, floor=max(0, options.bar - band * points))


def starts_of_file(
    report: Report, laws: Regulations, ids: Mapping[int, EntrantId]
) -> Iterator[e.StartingPointsCorrected]:
    """Starting points in the file that are not those by the rating."""
    if not has_starting_points(laws) or not report.acceleration:
        return
    lowest = laws.mcmahon.lowest(player.rating for player in report.players)
    rounds = max(map(len, report.acceleration.values()))
    for player in report.players:
        known = laws.mcmahon.start(player.rating, lowest)
        given = report.acceleration.get(player.number, ())
        for round, points in enumerate((*given, *[0] * (rounds - len(given))), 1):
            if points != known:
                yield e.StartingPointsCorrected(ids[player.number], points, known, round)
                known = points


def rules_of_start(tournament: Tournament) -> Mapping[str, str]:
    """For the comment line with the regulations; empty under a system without starting points."""
    laws = tournament.regulations
    return starting_rules(laws.mcmahon, start_at_the_bar(tournament)) if has_starting_points(laws) else {}


def has_virtual_points(laws: Regulations) -> bool:
    """Fictitious points of a file mean something: an acceleration, or where players begin."""
    return laws.acceleration is not Acceleration.NONE or has_starting_points(laws)
