"""The regulations of an event of teams in its report file: boards, scores, colour preferences, bye."""

from collections.abc import Iterator
from dataclasses import replace

from domain.cards.acceleration import baku_points, last_of_upper_group, suits_baku, virtual_points
from domain.decisions.setup.regulations import SYSTEM_OF_TEAMS
from domain.files.options import OF_TEAMS, options_said
from domain.files.teams.rounds import TeamRounds, team_rounds
from domain.files.trf import columns
from domain.files.trf.comments import rules_said
from domain.files.trf.points import AccelerationRecord, accelerated_line, gathered, spread
from domain.files.trf.report import Report
from domain.files.trf.tasks import names_baku
from domain.files.trf.teams import TeamRecords, team_records
from domain.tournament import Tournament
from domain.tournament_cards.starting_points import virtual_by_round
from domain.words.games import Scoring
from domain.words.regulations import Acceleration, Entrants, Format, Regulations
from domain.words.teams import ColourPreferences, PrimaryScore, TeamOptions, TeamStrength

TEAM_ORDER = ("C07-TEAM-SWISS",)
FIDE_TEAM = "FIDE_TEAM"
"""Record 192 of a Swiss of C.04.6; the words after it say its options."""
FIDE_TEAM_SYSTEMS = frozenset({SYSTEM_OF_TEAMS})
SCORE_WORDS = {"MP": PrimaryScore.MATCH_POINTS, "GP": PrimaryScore.GAME_POINTS}
TYPE_WORDS = {ColourPreferences.TYPE_A: "TYPEA", ColourPreferences.TYPE_B: "TYPEB"}
CODES_OF_FORMATS = {Format.KNOCKOUT: "CUSTOM_TEAM_KNOCKOUT"}
"""Record 192 of what is neither a Swiss nor a round robin; other formats have no code."""
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
    draw = worth.get("D", USUAL_MATCH.draw)
    match = Scoring(worth.get("W", USUAL_MATCH.win), draw, worth.get("L", 0), pairing_bye=bye[0] if bye else draw)
    said = rules_said(report.comments)
    rounds = team_rounds(report)
    boards = rounds.boards
    game = records.games.scoring
    preferences, primary, secondary_counts = _said(report.header.encoded_type)
    options = TeamOptions(
        primary=primary,
        game=game,
        bye_game_points=bye[1] if bye and bye[1] != boards * game.draw else None,
        preferences=preferences,
        primary_alone=not secondary_counts,
        strength=TeamStrength.AS_LISTED,
        open_lineups=True,
    )
    laws = replace(
        found,
        system=SYSTEM_OF_TEAMS if found.paired_by_system else found.system,
        entrants=Entrants.TEAMS,
        match_games=boards,
        scoring=match,
        teams=options_said(said, options, OF_TEAMS),
        order=TEAM_ORDER,
        acceleration=Acceleration.NONE,
    )
    return replace(laws, acceleration=acceleration_in(rounds, laws)) if laws.paired_by_system else laws


def _said(code: str) -> tuple[ColourPreferences, PrimaryScore, bool]:
    """Of record 192: colour preferences, the primary score, and whether the other one counts for colours.

    The scores are named in their order; without a type there are no preferences. `FIDE_TEAM` alone says nothing else.
    """
    words = code.upper().removesuffix(BAKU).removeprefix(FIDE_TEAM).split("_")
    scores = [word for word in words if word in SCORE_WORDS]
    named = next((kind for kind, word in TYPE_WORDS.items() if word in words), None)
    silent = ColourPreferences.NONE if scores and FIDE_TEAM in code.upper() else ColourPreferences.TYPE_A
    primary = SCORE_WORDS[scores[0]] if scores else PrimaryScore.MATCH_POINTS
    return named or silent, primary, len(scores) != 1


def names_team_swiss(code: str) -> bool:
    """Record 192 is that of a Swiss of C.04.6."""
    return code.startswith(FIDE_TEAM) and "ROUNDROBIN" not in code.replace("_", "")


def team_code(laws: Regulations) -> str:
    """Record 192."""
    if not laws.paired_by_system:
        return CODES_OF_FORMATS.get(laws.format, "OTHER")
    if laws.system not in FIDE_TEAM_SYSTEMS:
        return "CUSTOM_TEAM_SWISS"
    words = {score: word for word, score in SCORE_WORDS.items()}
    primary = words.pop(laws.teams.primary)
    secondary = [] if laws.teams.primary_alone else [*words.values()]
    kind = TYPE_WORDS.get(laws.teams.preferences)
    code = "_".join((FIDE_TEAM, *([kind] if kind else []), primary, *secondary))
    return code + (BAKU if laws.acceleration is Acceleration.BAKU else "")


def given_points(records: TeamRecords, primary: PrimaryScore) -> AccelerationRecord:
    """By number of the team the half-points of the primary score that the records 250 give, round by round."""
    by_match = primary is PrimaryScore.MATCH_POINTS
    spans = (one.match if by_match else one.game for one in records.spans)
    return spread(spans, {}, (team.number for team in records.teams))


def acceleration_in(rounds: TeamRounds, laws: Regulations) -> Acceleration:
    """Baku where the file names it, or gives just its points; those of rounds to come may be missing."""
    if laws.teams.primary is PrimaryScore.GAME_POINTS or not suits_baku(laws.scoring):
        return Acceleration.NONE
    given = given_points(rounds.records, laws.teams.primary)
    if not given:
        return Acceleration.BAKU if names_baku(rounds.report) else Acceleration.NONE
    return Acceleration.BAKU if _is_baku(rounds, given, laws) else Acceleration.NONE


def _is_baku(rounds: TeamRounds, given: AccelerationRecord, laws: Regulations) -> bool:
    order = sorted(rounds.teams)
    away = {round: _away(rounds, round) for round in range(1, rounds.report.rounds_paired + 1)}
    last = last_of_upper_group(order, set(order) - away.get(1, set()))
    by_place = virtual_points(order, last, baku_points(laws.rounds, laws.scoring))
    wanted = {order[place - 1]: points for place, points in by_place.items()}
    known = max(rounds.report.rounds_paired + 1, *map(len, given.values()))
    return all(
        _points(given, team, round) == _points(wanted, team, round)
        for round in range(1, known + 1)
        for team in order
        if team not in away.get(round, ())
    )


def _away(rounds: TeamRounds, round: int) -> set[int]:
    read = rounds.round(round)
    seated = {team for match in read.matches for team in (match.white, match.black)} | {read.bye}
    return set(rounds.teams) - seated


def _points(table: AccelerationRecord, team: int, round: int) -> int:
    mine = table.get(team, ())
    return mine[round - 1] if round <= len(mine) else 0


def accelerated_lines(tournament: Tournament) -> Iterator[str]:
    """The records 250 of an accelerated event of teams."""
    points = {int(number): mine for number, mine in virtual_by_round(tournament).items()}
    for span in gathered(points, range(1, len(tournament.numbers) + 1)):
        yield accelerated_line(span, columns.EXTRA_MATCH)
