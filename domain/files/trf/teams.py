"""The records of teams (TRF26: 300, 310, 320, 330, 362, 802; TRF16: 013), read from the lines that a report keeps.

In a team file 240, 250, 260 and 299 speak of teams as well, and 162 of the games at the boards.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from domain.files.trf import columns as c
from domain.files.trf import team_columns as at
from domain.files.trf.decoding import FileLine
from domain.files.trf.draft import words
from domain.files.trf.point_system import PointSystem
from domain.files.trf.points import read_point_system, symbols_and_points
from domain.files.trf.problems import BadValue
from domain.files.trf.repairs import Repair
from domain.files.trf.report import Announced, ForbiddenPairs, KeptLine, Report
from domain.files.trf.team_points import AbnormalMatches, TeamSpans, points_in, read_abnormal_matches, read_team_spans
from domain.files.trf.values import read_half_points, read_whole
from domain.words.games import Code

BYE_WORDS = {"FPB": Code.FULL_BYE, "HPB": Code.HALF_BYE, "ZPB": Code.ZERO_BYE, "PAB": Code.PAIRING_BYE}


@dataclass(frozen=True, slots=True)
class ReportTeam:
    """A team as the file has it."""

    number: int
    name: str
    players: tuple[int, ...]
    """Starting ranks, in the order of the boards."""
    short_name: str = ""
    strength: int = 0
    match_points: int | None = None
    """Half-points; None = the file does not say."""
    game_points: int | None = None
    rank: int = 0
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class BoardOrderLine:
    """The players of a team in one round, where they did not sit in the order of the team."""

    round: int
    team: int
    opponent: int
    players: tuple[int, ...]
    """0 = nobody."""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ForfeitedTeams:
    """A match that was not played at any board."""

    round: int
    white: int
    black: int
    signs: str
    """One of `at.FORFEIT_PAIRS`."""


@dataclass(slots=True)
class TeamRecords:
    """All that a file says of its teams."""

    teams: list[ReportTeam] = field(default_factory=list)
    orders: list[BoardOrderLine] = field(default_factory=list)
    byes: dict[int, int] = field(default_factory=dict)
    """The team with the bye of the odd field, by round."""
    bye_points: tuple[int, int] | None = None
    """Match points and game points of that bye, in halves."""
    bye_line: int = 0
    """The line of record 320 that says so."""
    forfeits: list[ForfeitedTeams] = field(default_factory=list)
    match_points: dict[str, int] = field(default_factory=dict)
    """By W, D and L, in halves."""
    announced: list[Announced] = field(default_factory=list)
    forbidden: list[ForbiddenPairs] = field(default_factory=list)
    abnormal: list[AbnormalMatches] = field(default_factory=list)
    spans: list[TeamSpans] = field(default_factory=list)
    """Acceleration."""
    readable_byes: dict[tuple[int, int], Code] = field(default_factory=dict)
    """By round and team, as record 802 repeats them for people."""
    values: dict[str, int] = field(default_factory=dict)
    """Of the games at the boards (162)."""
    sequence: str = ""
    """Colours of the team with White on board 1 (352)."""
    named: list[tuple[FileLine, int]] = field(default_factory=list)
    """Lines that name teams by their numbers."""
    let_in: list[tuple[int, int]] = field(default_factory=list)
    """Players in no record 310 and the teams that they sat for."""
    old: bool = False
    """The teams are those of record 013."""
    repairs: list[Repair] = field(default_factory=list)

    @property
    def team_of(self) -> dict[int, int]:
        """The team of each player; empty where record 013 lists the teams, which may be no more than clubs."""
        return {} if self.old else {player: team.number for team in self.teams for player in team.players}

    @property
    def games(self) -> PointSystem:
        return PointSystem().with_values(self.values)


def team_records(report: Report) -> TeamRecords:
    """Read the lines that the report keeps, once. Raises BadValue or NotHalfPoints."""
    return report.once(_records)


def _records(report: Report) -> TeamRecords:
    return lines_of_teams(report.kept, {player.number for player in report.players})


def lines_of_teams(kept_lines: Iterable[KeptLine], players: Container[int]) -> TeamRecords:
    """Reads the lines of teams beside the numbers of the file's `players`. Raises BadValue or NotHalfPoints."""
    out = TeamRecords()
    lines = [FileLine(kept.line, kept.text) for kept in kept_lines if kept.text[3:4] == " "]
    modern = any(line.code == "310" for line in lines)
    for line in lines:
        if line.code in _READERS and not (modern and line.code == c.TEAM_LIST):
            _READERS[line.code](out, line, out.repairs)
    out.old = not modern
    _let_in(out, players)
    _teams_exist(out)
    return out


def _let_in(out: TeamRecords, players: Container[int]) -> None:
    """Players of no team who sat for one by record 300 are its reserves."""
    listed = {player for team in out.teams for player in team.players}
    for order in out.orders:
        for player in order.players:
            if player in players and player not in listed and any(team.number == order.team for team in out.teams):
                listed.add(player)
                out.let_in.append((player, order.team))
    for place, team in enumerate(out.teams):
        reserves = tuple(player for player, joined in out.let_in if joined == team.number)
        out.teams[place] = replace(team, players=(*team.players, *reserves))


def _teams_exist(out: TeamRecords) -> None:
    known = {team.number for team in out.teams}
    for line, number in out.named:
        if number not in known:
            at = next((at for at, word in words(line) if word.isdecimal() and int(word) == number), 5)
            raise BadValue(line.number, at, "team", str(number), "a team of the file")


def names_teams(group: ForbiddenPairs, teams: Container[int]) -> bool:
    """A record XXP of a file of teams can be meant for teams: it has their numbers. The format has it for players."""
    return all(number in teams for number in group.players)


def is_team_record(text: str) -> bool:
    """A kept line whose facts `team_records` has."""
    return text[:3] in _READERS and text[3:4] == " "


def _team(out: TeamRecords, line: FileLine, repairs: list[Repair]) -> None:
    number = read_whole(line, at.TEAM_NUMBER)
    if not number or any(team.number == number for team in out.teams):
        raise BadValue(
            line.number,
            at.TEAM_NUMBER.first,
            at.TEAM_NUMBER.name,
            at.TEAM_NUMBER.read(line.text),
            "1 to 999, each once",
        )
    match, game = (points_in(line, column, repairs) for column in (at.MATCH_POINTS, at.GAME_POINTS))
    out.teams.append(
        ReportTeam(
            number,
            at.TEAM_NAME.read(line.text),
            tuple(_numbers(line, at.MEMBER)),
            at.SHORT_NAME.read(line.text),
            _strength(line),
            match,
            game,
            read_whole(line, at.TEAM_RANK) or 0,
            line.number,
        )
    )


def _strength(line: FileLine) -> int:
    """Whole points: some programs write an average with decimals."""
    text = at.TEAM_STRENGTH.read(line.text).replace(",", ".").split(".")[0]
    return int(text) if text.isascii() and text.isdigit() else 0


def _old_team(out: TeamRecords, line: FileLine, repairs: list[Repair]) -> None:
    players = tuple(n for n in _numbers(line, at.OLD_MEMBER) if n)
    out.teams.append(ReportTeam(len(out.teams) + 1, at.OLD_NAME.read(line.text), players, line=line.number))


def _board_order(out: TeamRecords, line: FileLine, repairs: list[Repair]) -> None:
    round, team, opponent = (_needed(line, column) for column in (at.ORDER_ROUND, at.ORDER_TEAM, at.ORDER_OPPONENT))
    out.named += [(line, team), (line, opponent)]
    out.orders.append(BoardOrderLine(round, team, opponent, tuple(_numbers(line, at.ORDER_PLAYER)), line.number))


def _byes(out: TeamRecords, line: FileLine, repairs: list[Repair]) -> None:
    match, game = (points_in(line, column, repairs) for column in (at.BYE_MATCH, at.BYE_GAME))
    if match is not None and game is not None:
        out.bye_points, out.bye_line = (match, game), line.number
    for round, team in enumerate(_numbers(line, at.BYE_TEAM, at.BYE_STEP), 1):
        if team:
            out.byes[round] = team
            out.named.append((line, team))


def _forfeit(out: TeamRecords, line: FileLine, repairs: list[Repair]) -> None:
    signs = at.FORFEIT_SIGNS.read(line.text)
    if signs not in at.FORFEIT_PAIRS:
        raise BadValue(line.number, at.FORFEIT_SIGNS.first, at.FORFEIT_SIGNS.name, signs, "+-, -+ or --")
    round, white, black = (_needed(line, column) for column in (at.FORFEIT_ROUND, at.FORFEIT_WHITE, at.FORFEIT_BLACK))
    out.named += [(line, white), (line, black)]
    out.forfeits.append(ForfeitedTeams(round, white, black, signs))


def _match_points(out: TeamRecords, line: FileLine, repairs: list[Repair]) -> None:
    for column, text, points_at, points in symbols_and_points(line, at.POINTS_CODE, repairs):
        said = text.upper()
        if said[:1] != "T" or not points:
            raise BadValue(line.number, column, at.POINTS_CODE.name, said, "TW, TD or TL with its points")
        out.match_points[said[1:]] = read_half_points(line, points_at, points, repairs)


def _announced(out: TeamRecords, line: FileLine, repairs: list[Repair]) -> None:
    letter = c.BYE_TYPE.read(line.text).upper()
    if letter not in ("F", "H", "Z"):
        raise BadValue(line.number, c.BYE_TYPE.first, c.BYE_TYPE.name, letter, "F, H or Z")
    teams = tuple(_numbers(line, c.BYE_PLAYER))
    out.named += [(line, team) for team in teams]
    out.announced.append(Announced(Code(letter), _needed(line, c.BYE_ROUND), teams))


def _forbidden(out: TeamRecords, line: FileLine, repairs: list[Repair]) -> None:
    first, last = read_whole(line, c.FORBIDDEN_FIRST) or 0, read_whole(line, c.FORBIDDEN_LAST) or 0
    teams = tuple(_numbers(line, c.FORBIDDEN_PLAYER))
    out.named += [(line, team) for team in teams]
    out.forbidden.append(ForbiddenPairs(teams, first, last))


def _game_points(out: TeamRecords, line: FileLine, repairs: list[Repair]) -> None:
    read_point_system(line, out.values, repairs)


def _sequence(out: TeamRecords, line: FileLine, repairs: list[Repair]) -> None:
    out.sequence = c.TEXT.read(line.text).upper()


def _abnormal(out: TeamRecords, line: FileLine, repairs: list[Repair]) -> None:
    rule = read_abnormal_matches(line, repairs)
    out.named += [(line, team) for team in rule.teams]
    out.abnormal.append(rule)


def _accelerated(out: TeamRecords, line: FileLine, repairs: list[Repair]) -> None:
    out.spans.append(read_team_spans(line, repairs))


def _readable(out: TeamRecords, line: FileLine, repairs: list[Repair]) -> None:
    """Its byes alone; nothing of it can be wrong, since nobody has to read it."""
    team, rounds = at.READABLE_TEAM.read(line.text), (len(line.text) - at.READABLE_BYE.first) // at.READABLE_STEP + 1
    for round in range(1, rounds + 1) if team.isdecimal() else ():
        word = at.READABLE_BYE.shifted(at.READABLE_STEP * (round - 1)).read(line.text)
        if word in BYE_WORDS:
            out.readable_byes[round, int(team)] = BYE_WORDS[word]


def _repeated(out: TeamRecords, line: FileLine, repairs: list[Repair]) -> None:
    """Record 801 repeats for people what others say."""


_READERS: Mapping[str, Callable[[TeamRecords, FileLine, list[Repair]], None]] = {
    c.TEAM_LIST: _old_team,
    "162": _game_points,
    "240": _announced,
    "250": _accelerated,
    "260": _forbidden,
    "299": _abnormal,
    "300": _board_order,
    "310": _team,
    "320": _byes,
    "330": _forfeit,
    "352": _sequence,
    "362": _match_points,
    "801": _repeated,
    "802": _readable,
}


def _needed(line: FileLine, column: c.Column) -> int:
    found = read_whole(line, column)
    if not found:
        raise BadValue(line.number, column.first, column.name, column.read(line.text), "whole number from 1")
    return found


def _numbers(line: FileLine, column: c.Column, step: int = c.ID_STEP) -> Iterator[int]:
    """From this column on; a blank between two is 0."""
    while line.text[column.first - 1 :].strip():
        yield read_whole(line, column) or 0
        column = column.shifted(step)
