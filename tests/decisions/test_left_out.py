"""A number that nobody gave is nought and a flag that nobody set is off, everywhere; the exceptions are here."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from types import ModuleType

import pytest

import domain
import projections

EXCEPTIONS: dict[str, dict[str, int]] = {
    "domain.cards.card": {
        "Card.present": True,
        "PairingTask.colour_run": 2,
        "PairingTask.rounds_between": 3,
    },
    "domain.decisions.players.teams": {
        "_Entry.players_of.first_board": 1,
    },
    "domain.decisions.qualifying": {
        "ComesFrom.least_games": 1,
    },
    "domain.decisions.rounds.correcting": {
        "correct_colours.game": 1,
        "correct_result.game": 1,
    },
    "domain.decisions.rounds.results": {
        "adjourn.game": 1,
        "clear_result.game": 1,
        "dispute_result.game": 1,
        "finish_adjourned.game": 1,
        "game_of.game": 1,
        "record_result.game": 1,
        "report_result.game": 1,
        "settle_dispute.game": 1,
    },
    "domain.decisions.rounds.why": {
        "Reasons.colour_run": 2,
    },
    "domain.decisions.setup.announcing": {
        "announce_prizes.one_per_player": True,
    },
    "domain.events.entrants": {
        "EntrantsQualified.least_games": 1,
        "ForfeitedGame.game": 1,
        "PlayerRegistered.from_round": 1,
        "TeamRegistered.from_round": 1,
    },
    "domain.events.playoffs": {
        "MovesCounted.game": 1,
    },
    "domain.events.results": {
        "AdjournedGameFinished.game": 1,
        "ColoursCorrected.game": 1,
        "DisputeSettled.game": 1,
        "GameAdjourned.game": 1,
        "ResultCleared.game": 1,
        "ResultCorrected.game": 1,
        "ResultCorrectedForRating.game": 1,
        "ResultDisputed.game": 1,
        "ResultRecorded.game": 1,
        "ResultReported.game": 1,
    },
    "domain.events.tournament": {
        "Prize.place": 1,
        "PrizesAnnounced.one_per_player": True,
    },
    "domain.festival.decisions": {
        "link_sections.least_games": 1,
    },
    "domain.festival.entering": {
        "open_edition.to_enter": True,
    },
    "domain.festival.events": {
        "PlannedStage.least_games": 1,
        "SectionsLinked.least_games": 1,
    },
    "domain.festival.groups": {
        "GroupRules.least": 4,
        "GroupRules.most": 10,
        "group_sizes.least": 4,
        "group_sizes.most": 10,
    },
    "domain.fields": {
        "web_address.longest": 500,
    },
    "domain.files.trf.points": {
        "PointSystem.bd": 1,
        "PointSystem.bw": 2,
        "PointSystem.fpb": 2,
        "PointSystem.fw": 2,
        "PointSystem.hpb": 1,
        "PointSystem.pab": 2,
        "PointSystem.unknown": 1,
        "PointSystem.wd": 1,
        "PointSystem.ww": 2,
    },
    "domain.files.trf.report": {
        "Report.match_games": 1,
    },
    "domain.files.trf.teams": {
        "_numbers.step": 5,
    },
    "domain.files.trf.writing": {
        "from_cards.match_games": 1,
    },
    "domain.formats.tables.swiss_rounds": {
        "recommended.places": 3,
    },
    "domain.norms.choosing": {
        "NormCase.may_cut": True,
        "NormCase.min_games": 9,
    },
    "domain.pairing.dutch_1998.account": {
        "GivenUp.times": 1,
    },
    "domain.pairing.dutch_1998.competitors": {
        "bears.run": 2,
    },
    "domain.pairing.dutch_2026.competitors": {
        "Competitor.colour_run": 2,
    },
    "domain.pairing.generator": {
        "Wishes.match_games": 1,
    },
    "domain.pairing.swiss.colours": {
        "preference.run": 2,
    },
    "domain.pairing.top_scoregroup.competitors": {
        "TopScoregroup.asked": -1,
    },
    "domain.ranking.prizes": {
        "Award.shared_by": 1,
    },
    "domain.ranking.tiebreaks.context": {
        "Context.adjust": True,
        "Context.dummies": True,
        "Context.floor": 1400,
        "Context.voluntary_cut": True,
    },
    "domain.ranking.tiebreaks.field": {
        "TiebreakColumn.unit": 1,
    },
    "domain.ranking.tiebreaks.teams": {
        "TeamRules.boards": 4,
    },
    "domain.refusals.results": {
        "NeedsCorrection.game": 1,
        "ResultDiffers.game": 1,
    },
    "domain.round": {
        "Game.at.number": 1,
        "Round.game.number": 1,
        "match_at.games": 1,
        "new_matches.games": 1,
    },
    "domain.screens.decisions": {
        "show_contents.seconds": 15,
    },
    "domain.screens.events": {
        "RotationSet.seconds": 15,
    },
    "domain.screens.state": {
        "Screen.inches": 55,
        "Screen.metres": 6,
        "Screen.parts": 1,
        "Screen.seconds": 15,
    },
    "domain.stewards.decisions": {
        "enter_result.game": 1,
    },
    "domain.words.festivals": {
        "EntryRules.class_minimum": 11,
        "EntryRules.extension_days": 7,
        "EntryRules.later_stage_days": 14,
        "EntryRules.over_the_board_minimum": 10,
        "EntryRules.pre_registration": True,
        "EntryRules.share_percent": 60,
        "EntryRules.start_minimum": 15,
        "SeriesPlan.monthday": 1,
        "SeriesPlan.notice_hours": 24,
        "SeriesPlan.weekday": 5,
    },
    "domain.words.games": {
        "Scoring.draw": 1,
        "Scoring.pairing_bye": 2,
        "Scoring.win": 2,
    },
    "domain.words.options": {
        "FurtherStep.games": 1,
        "KnockoutOptions.byes": True,
        "KnockoutOptions.second_final": True,
        "McMahonOptions.band": 100,
        "McMahonOptions.bar": 2000,
        "PlayoffOptions.places": 1,
        "RoundRobinOptions.cycles": 1,
        "SwissOptions.colour_run": 2,
        "SwissOptions.rounds_between": 3,
    },
    "domain.words.regulations": {
        "Regulations.absence_means_withdrawal": True,
        "Regulations.match_games": 1,
        "Regulations.rounds": 9,
    },
    "domain.records": {
        "lazy_dataclass.eq": True,
    },
    "projections.lists.catalogue": {
        "Catalogue.page.number": 1,
        "CataloguePage.number": 1,
        "CataloguePage.pages": 1,
    },
    "projections.moment.table_pages": {
        "last_page.lines": 300,
        "on_page.lines": 300,
        "page_ends.lines": 300,
        "page_of_line.lines": 300,
    },
    "projections.player.card": {
        "RoundLine.counts": True,
    },
    "projections.round.results": {
        "latest_results.count": 30,
    },
    "projections.table.crosstable": {
        "crosstable.by_place": True,
        "meetings.by_place": True,
    },
}
"""Events among them are law: an old journal says less and means the same (half-points, the first game, round 1)."""

MODULES = [
    found.name
    for package in (domain, projections)
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
]


def classes(module: ModuleType) -> list[type]:
    return [value for value in vars(module).values() if inspect.isclass(value) and value.__module__ == module.__name__]


def functions(holder: ModuleType | type, module: str) -> Iterator[Callable[..., object]]:
    for value in vars(holder).values():
        plain = inspect.unwrap(getattr(value, "__func__", value))
        if inspect.isfunction(plain) and plain.__module__ == module and plain.__name__ != "__init__":
            yield plain


def left_out(module: ModuleType) -> Iterator[tuple[str, object]]:
    """Field or parameter, and what it is where nobody says it."""
    for shape in filter(is_dataclass, classes(module)):
        yield from ((f"{shape.__name__}.{field.name}", field.default) for field in fields(shape))
    for holder in (module, *classes(module)):
        for function in functions(holder, module.__name__):
            for parameter in inspect.signature(function).parameters.values():
                yield f"{function.__qualname__}.{parameter.name}", parameter.default


@pytest.mark.parametrize("name", MODULES)
def test_what_is_left_out_is_nought_or_off(name: str) -> None:
    found = left_out(importlib.import_module(name))
    assert {key: value for key, value in found if type(value) in (int, bool) and value} == EXCEPTIONS.get(name, {})
