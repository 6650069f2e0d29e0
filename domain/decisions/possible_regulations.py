"""Checks of regulations before they stand, and what of them is fixed by the first pairing."""

from dataclasses import replace

from domain.cards.acceleration import baku_points, suits_baku
from domain.decisions.new_player import HIGHEST_RATING
from domain.decisions.tiebreak_list import check_rankable
from domain.fields import text, whole_number
from domain.formats import FORMATS
from domain.pairing import SYSTEMS
from domain.refusals import BadField
from domain.words.games import Scoring
from domain.words.options import (
    COLOUR_RUNS,
    HALVES_OF_A_POINT,
    MOST_STARTING_POINTS,
    LeaverRule,
    NumbersBy,
    PlayoffOptions,
    SwissOptions,
)
from domain.words.regulations import MAX_PLANNED_ROUNDS, Acceleration, Details, Entrants, Regulations
from domain.words.teams import PrimaryScore

MOST_CYCLES = 8
MOST_PLACES_PLAYED_FOR = 100
"""Places of the table, the last of which a play-off decides."""


LONGEST_PLAYOFF_TEXT_CHARS = 100
MOST_RESERVES = 30
LONGEST_LINEUP_MINUTES = 14 * 24 * 60
MOST_GAMES_OF_A_MATCH = 24
"""As many as a match for the world title has had."""


def refuse_two_rounds_a_day(details: Details, regulations: Regulations) -> None:
    """Raises BadField for a schedule with two rounds on a day, where the regulations have one a day (document 003)."""
    days = [moment[:10] for moment in details.schedule]
    twice = next((day for at, day in enumerate(days) if day in days[:at]), None)
    if regulations.knockout.round_a_day and FORMATS[regulations.format].knocks_out and twice is not None:
        raise BadField("schedule", twice, "a-round-a-day")


def checked_regulations(regulations: Regulations) -> Regulations:
    """The same regulations. Raises BadField for what cannot be."""
    whole_number("rounds", regulations.rounds, 1, MAX_PLANNED_ROUNDS)
    if regulations.system not in SYSTEMS:
        raise BadField("system", regulations.system, "one-of:" + ",".join(SYSTEMS))
    fair_scoring("scoring", regulations.scoring)
    _accelerates(regulations)
    checked_playoff(regulations.playoff)
    _of_the_swiss(regulations.swiss)
    _where_players_begin(regulations)
    _tables(regulations)
    whole_number("match_games", regulations.match_games, 1, MOST_GAMES_OF_A_MATCH)
    _games_of_system(regulations)
    _of_teams(regulations)
    _entrants_of_system(regulations)
    check_rankable(regulations)
    return regulations


def _paired_by_system(regulations: Regulations) -> bool:
    return FORMATS[regulations.format].paired_by_system


def _games_of_system(regulations: Regulations) -> None:
    """A system of matches says how many games they have."""
    games = SYSTEMS[regulations.system].games_of_match
    if _paired_by_system(regulations) and games > 1 and regulations.match_games != games:
        raise BadField("match_games", str(regulations.match_games), f"one-of:{games}")


def _of_teams(regulations: Regulations) -> None:
    """Boards, points and lineups of an event of teams."""
    if regulations.entrants is not Entrants.TEAMS:
        return
    options = regulations.teams
    fair_scoring("game_scoring", options.game)
    if options.bye_game_points is not None:
        whole_number("bye_game_points", options.bye_game_points, 0, regulations.match_games * options.game.win)
    if options.most_reserves is not None:
        whole_number("most_reserves", options.most_reserves, 0, MOST_RESERVES)
    if options.lineup_minutes is not None:
        whole_number("lineup_minutes", options.lineup_minutes, 0, LONGEST_LINEUP_MINUTES)


def _entrants_of_system(regulations: Regulations) -> None:
    """A system of teams pairs nobody else."""
    for_teams = SYSTEMS[regulations.system].entrants is Entrants.TEAMS
    if _paired_by_system(regulations) and for_teams and not regulations.of_teams:
        raise BadField("system", regulations.system, "system-for-teams")


def checked_playoff(options: PlayoffOptions) -> PlayoffOptions:
    """The same options. Raises BadField for what cannot be."""
    whole_number("places", options.places, 1, MOST_PLACES_PLAYED_FOR)
    text("increment_from_move", options.increment_from_move, LONGEST_PLAYOFF_TEXT_CHARS)
    text("dropped_share", options.dropped_share, LONGEST_PLAYOFF_TEXT_CHARS)
    return options


def _tables(regulations: Regulations) -> None:
    """Cycles, and the options that the format has of its own."""
    whole_number("cycles", regulations.round_robin.cycles, 1, MOST_CYCLES)
    if (numbers := regulations.round_robin.numbers) is NumbersBy.RATING_OR_LOT:
        raise BadField("numbers_by", numbers, "one-of:rating,lot")
    FORMATS[regulations.format].refuse_options(regulations)


def _of_the_swiss(options: SwissOptions) -> None:
    if options.colour_run not in COLOUR_RUNS:
        raise BadField("colour_run", str(options.colour_run), "one-of:" + ",".join(map(str, COLOUR_RUNS)))
    if options.numbers is NumbersBy.VARMA:
        raise BadField("swiss_numbers", options.numbers, "varma-for-players")


def _where_players_begin(regulations: Regulations) -> None:
    """Bar, band and floor of McMahon, which is for players."""
    if not SYSTEMS[regulations.system].starting_points or not _paired_by_system(regulations):
        return
    if regulations.entrants is Entrants.TEAMS:
        raise BadField("system", regulations.system, "starts-by-rating")
    options = regulations.mcmahon
    whole_number("bar", options.bar, 1, HIGHEST_RATING)
    whole_number("band", options.band, 1, HIGHEST_RATING)
    if not 0 <= options.floor < options.bar:
        raise BadField("floor", str(options.floor), "floor-below-bar")
    if options.top(options.floor) > HALVES_OF_A_POINT * MOST_STARTING_POINTS:
        raise BadField("band", str(options.band), f"band-too-narrow:{MOST_STARTING_POINTS}")


def _accelerates(regulations: Regulations) -> None:
    """Baku needs a system that knows virtual points, and a win worth two draws (C.04.7)."""
    if regulations.acceleration is Acceleration.NONE:
        return
    if not _paired_by_system(regulations) or not SYSTEMS[regulations.system].accelerates:
        raise BadField("acceleration", regulations.acceleration, "system-accelerates")
    if regulations.entrants is Entrants.TEAMS and regulations.teams.primary is PrimaryScore.GAME_POINTS:
        raise BadField("acceleration", regulations.acceleration, "match-points-are-accelerated")
    if not suits_baku(regulations.scoring):
        raise BadField("acceleration", regulations.acceleration, "win-is-two-draws")


def virtual_points_by_round(regulations: Regulations) -> tuple[int, ...]:
    """The virtual points of each round: neither they nor what they follow from change after the start (Q109, Q110)."""
    if regulations.acceleration is Acceleration.NONE:
        return ()
    return baku_points(regulations.rounds, regulations.round_scoring)


def fixed_with_pairing(regulations: Regulations) -> tuple[object, ...]:
    """All that decides who meets whom in which round of a table or a bracket, and the format itself."""
    table = replace(regulations.round_robin, leavers=LeaverRule.KEEP, ends_by_itself=False)
    rounds = regulations.rounds if regulations.from_tables else 0
    bracket = (regulations.knockout.bracket, regulations.match_games)
    kind = (regulations.entrants, regulations.format)
    return (kind, regulations.swiss, table, regulations.scheveningen, bracket, rounds)


def fair_scoring(field: str, scoring: Scoring) -> None:
    """Two draws are worth no more than a win and a loss, a bye no more than a win (FIDE checklist, 74, 81)."""
    shown = ", ".join(_as_points(value) for value in (scoring.win, scoring.draw, scoring.loss))
    if not scoring.loss <= scoring.draw <= scoring.win:
        raise BadField(field, shown, "loss-draw-win-ascending")
    if 2 * scoring.draw > scoring.win + scoring.loss:
        raise BadField(field, shown, "two-draws-not-above-win-and-loss")
    if max(scoring.pairing_bye, scoring.absence) > scoring.win:
        raise BadField(field, _as_points(max(scoring.pairing_bye, scoring.absence)), "bye-not-above-win")


def _as_points(half_points: int) -> str:
    return f"{half_points // 2}.5" if half_points % 2 else str(half_points // 2)
