"""The regulations of an event of teams in its report file: boards, scores, colour preferences, bye."""

from dataclasses import replace

from domain.files.team_rounds import TeamRounds
from domain.files.trf.report import Report
from domain.files.trf.teams import team_records
from domain.pairing import SYSTEMS
from domain.words.games import Scoring
from domain.words.regulations import Acceleration, Entrants, Format, Regulations
from domain.words.team_options import ColourPreferences, PrimaryScore, TeamOptions, TeamStrength

TEAM_SYSTEM = "team-swiss-2026"
TEAM_ORDER = ("C07-TEAM-SWISS",)
"""Tie-breaks of teams whose file names none."""
GAME_POINTS_FIRST = ("_GP_MP", "_GP")
"""Endings of record 192."""
BAKU = "_BAKU"
USUAL_MATCH = Scoring(win=4, draw=2, loss=0, pairing_bye=2)
"""2, 1 and 0 match points, and 1 for the bye (C.04.6, 1.4)."""


def is_of_teams(report: Report) -> bool:
    """The file lists teams that play each other: not only the clubs of some players, as record 013 may.

    Raises BadValue for a record of teams that cannot be.
    """
    if not report.team_line:
        return False
    records = team_records(report)
    if not records.old:
        return True
    members = {player for team in records.teams for player in team.players}
    return len(records.teams) > 1 and members >= {player.number for player in report.players}


def regulations_of_teams(report: Report, found: Regulations) -> Regulations:
    """The regulations that were read as those of players, for teams. Raises BadValue."""
    records = team_records(report)
    worth = records.match_points
    bye = records.bye_points
    match = replace(
        USUAL_MATCH, win=worth.get("W", USUAL_MATCH.win), draw=worth.get("D", USUAL_MATCH.draw), loss=worth.get("L", 0)
    )
    match = replace(match, pairing_bye=bye[0] if bye else match.draw)
    boards = TeamRounds(report, records).boards
    game = records.games.scoring
    options = TeamOptions(
        primary=_primary(report.header.encoded_type),
        game=game,
        bye_game_points=bye[1] if bye and bye[1] != boards * game.draw else None,
        preferences=_preferences(report.header.encoded_type),
        strength=TeamStrength.AS_LISTED,
        open_lineups=True,
    )
    return replace(
        found,
        system=TEAM_SYSTEM if found.format is Format.SWISS and TEAM_SYSTEM in SYSTEMS else found.system,
        entrants=Entrants.TEAMS,
        match_games=boards,
        scoring=match,
        teams=options,
        order=TEAM_ORDER,
        acceleration=Acceleration.NONE,
    )


def _primary(code: str) -> PrimaryScore:
    by_games = code.upper().removesuffix(BAKU).endswith(GAME_POINTS_FIRST)
    both = code.upper().removesuffix(BAKU).endswith("_MP_GP")
    return PrimaryScore.GAME_POINTS if by_games and not both else PrimaryScore.MATCH_POINTS


def _preferences(code: str) -> ColourPreferences:
    return ColourPreferences.TYPE_B if "TYPEB" in code.upper() else ColourPreferences.TYPE_A


def team_code(laws: Regulations) -> str:
    """Record 192."""
    if laws.format is not Format.SWISS:
        return {Format.ROUND_ROBIN: "FIDE_TEAM_ROUNDROBIN"}.get(laws.format, "CUSTOM_TEAM_KNOCKOUT")
    if laws.system != TEAM_SYSTEM:
        return "CUSTOM_TEAM_SWISS"
    kind = "TYPEB" if laws.teams.preferences is ColourPreferences.TYPE_B else "TYPEA"
    return f"FIDE_TEAM_{kind}_{'GP_MP' if laws.teams.primary is PrimaryScore.GAME_POINTS else 'MP_GP'}"
