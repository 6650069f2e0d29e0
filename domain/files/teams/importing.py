"""The teams of a report file become events: teams, lineups, and the rounds with their matches."""

from collections.abc import Iterator, Mapping

from domain import events as e
from domain.decisions.setup.prohibited_pairs import prohibited
from domain.files.brackets import said_settled
from domain.files.header import UNNAMED, shortened
from domain.files.teams.exporting import club_said
from domain.files.teams.points import abnormal_counts, team_adjustments
from domain.files.teams.rounds import ReadMatch, ReadRound, TeamRounds, team_rounds
from domain.files.trf.columns import read_federation, trimmed
from domain.files.trf.comments import squads_said, teams_said
from domain.files.trf.report import Report
from domain.files.trf.teams import ReportTeam, names_teams, team_records
from domain.words.games import BY_SIDES, Bye, Code, Colour, Result
from domain.words.players import EntrantId, PlayerId
from domain.words.regulations import Regulations
from domain.words.teams import EMPTY_BOARD, Team, TeamId

Ids = Mapping[int, EntrantId]
"""By the number in the file."""


def team_events(report: Report, laws: Regulations, players: Ids, position: int) -> list[e.Event]:
    """Everything after the players are registered. Raises BadValue where two teams cannot have met so."""
    records = team_records(report)
    rounds, squads, facts = team_rounds(report), squads_said(report.comments), teams_said(report.comments)
    ordered = sorted(records.teams, key=lambda team: team.number)
    teams = {team.number: EntrantId(len(players) + n) for n, team in enumerate(ordered, 1)}
    out: list[e.Event] = [
        e.TeamRegistered(
            _team(team, teams, players, squads.get(team.number, laws.match_games), facts.get(team.number, {})),
            _first_round(rounds, team, report),
        )
        for team in ordered
    ]
    out.append(e.InitialColourDrawn(rounds.initial_colour() or Colour.WHITE))
    out.append(e.PairingNumbersIssued(tuple(teams.values())))
    if forbidden := [*records.forbidden, *(group for group in report.forbidden if names_teams(group, teams))]:
        groups = tuple(tuple(teams[n] for n in group.players if n in teams) for group in forbidden)
        out += prohibited(groups, [group.rounds(report.rounds_planned) for group in forbidden], 0)
    beside = abnormal_counts(rounds, laws)
    for round in range(1, report.rounds_paired + 1):
        out += _round(round, rounds, (teams, players), position + len(out), shortened(report.header.program))
        out += team_adjustments(rounds, laws, round, teams) if beside else ()
    coming = ((bye, team) for bye in records.announced if bye.round > report.rounds_paired for team in bye.players)
    out += [e.ByeGranted(teams[team], bye.round, Bye(bye.code.value)) for bye, team in coming if team in teams]
    return out


def _team(team: ReportTeam, teams: Ids, players: Ids, in_squad: int, facts: Mapping[str, str]) -> Team:
    """`facts` are those that record 310 has no room for."""
    members = tuple(PlayerId(players[n]) for n in team.players)
    return Team(
        TeamId(teams[team.number]),
        shortened(facts.get("name", team.name)) or f"{UNNAMED}{team.number}",
        captain=shortened(facts.get("captain", "")),
        federation=read_federation(team.short_name),
        club=shortened(facts.get("club", club_said(team.short_name))),
        squad=members[:in_squad],
        reserves=members[in_squad:],
    )


def _first_round(rounds: TeamRounds, team: ReportTeam, report: Report) -> int:
    for round in range(1, report.rounds_paired + 1):
        if any(rounds.entry(player, round) is not None for player in team.players):
            return round
    return report.rounds_paired + 1


def _round(round: int, rounds: TeamRounds, ids: tuple[Ids, Ids], position: int, program: str) -> Iterator[e.Event]:
    teams, players = ids
    read = rounds.round(round)
    byes = [e.ByeGranted(teams[team], round, Bye(code.value)) for team, code in read.asked.items()]
    before = [*byes, *_lineups(round, read, teams, players)]
    yield from before
    boards = tuple(e.Board(n, teams[m.white], teams[m.black]) for n, m in enumerate(read.matches, 1))
    bye = teams[read.bye] if read.bye is not None else None
    engine = program or e.FROM_FILE
    going_on = tuple(teams[team] for team in read.going_on)
    yield e.RoundPaired(round, boards, bye, tuple(teams.values()), engine, "", position + len(before), going_on)
    yield e.RoundPublished(round)
    open_games = False
    for board, match in enumerate(read.matches, 1):
        for game, result in enumerate(results(match), 1):
            if result is Result.ADJOURNED:
                yield e.GameAdjourned(round, board, game)
            elif result is not None:
                yield e.ResultRecorded(round, board, result, game=game)
            else:
                open_games = True
    yield from said_settled(rounds.report, round, teams, boards)
    if not open_games:
        yield e.RoundClosed(round)


def _lineups(round: int, read: ReadRound, teams: Ids, players: Ids) -> Iterator[e.Event]:
    """Of every match that anybody came to; empty boards at the end are left out."""
    for match in read.matches:
        for team, seats in zip((match.white, match.black), zip(*match.boards, strict=True), strict=True):
            seated = [PlayerId(players[n]) if n else EMPTY_BOARD for n in seats]
            yield e.LineupGiven(round, TeamId(teams[team]), trimmed(seated))


def results(match: ReadMatch) -> list[Result | None]:
    found = []
    for board, codes in enumerate(match.codes):
        white, black = codes if board % 2 == 0 else codes[::-1]
        found.append(None if Code.PENDING in codes else BY_SIDES.get((white, black)))
    return found
