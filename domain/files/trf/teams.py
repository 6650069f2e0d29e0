"""The records of teams (TRF26: 300, 310, 320, 330, 362, 802; TRF16: 013), read from the lines that a report keeps.

In a team file 240, 250, 260 and 299 speak of teams as well, and 162 of the games at the boards.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import field, replace

from domain.files.trf import columns as c
from domain.files.trf.columns import read_half_points, read_whole, written
from domain.files.trf.decoding import FileLine
from domain.files.trf.points import PointSystem, Span, read_point_system, symbols_and_points
from domain.files.trf.problems import BadValue, Misaligned
from domain.files.trf.records import abnormal_code, bye_code, rounds_and_row, words
from domain.files.trf.repairs import Repair
from domain.files.trf.report import Announced, ForbiddenPairs, KeptLine, Report
from domain.records import dataclass
from domain.words.games import Code

EARLIER_BY = {c.ABNORMAL_MATCH: 1, c.ABNORMAL_GAME: 2, c.ABNORMAL_ROUND: 3, c.ABNORMAL_PLAYER: 3}
"""Columns by which the fields of 299 stood more to the left before TRF26, as in FIDE's own example."""


@dataclass(frozen=True, slots=True)
class AbnormalMatches:
    """Points of teams out of the ordinary (299)."""

    code: Code | None
    """The results of a match that it changes; None = an addition to (or deduction from) a round."""
    match_points: int | None
    """Half-points; None = those of the results stand."""
    game_points: int | None
    round: int = 0
    """0 = every round."""
    teams: tuple[int, ...] = ()
    """Empty = all."""
    line: int = field(default=0, compare=False)
    early_columns: bool = field(default=False, compare=False)
    """It was written in the columns of before TRF26."""
    said: str = field(default="", compare=False)

    def concerns(self, team: int, round: int) -> bool:
        return self.round in (0, round) and (not self.teams or team in self.teams)


@dataclass(frozen=True, slots=True)
class TeamSpans:
    """One record 250: match points and game points for some rounds and a row of teams."""

    match: Span
    game: Span


def read_abnormal_matches(line: FileLine, repairs: list[Repair]) -> AbnormalMatches:
    """Record 299. Raises BadValue or NotHalfPoints."""
    said = abnormal_code(line)
    early = bool(line.text[11:13].strip() or line.text[6:7].strip())  # where TRF26 has blanks between its fields
    match, game, round, teams = (column.shifted(-by if early else 0) for column, by in EARLIER_BY.items())
    for column in (match, game, round, teams):
        if before := line.text[column.first - 2 : column.first - 1].strip():
            raise Misaligned(line.number, column.first - 1, before, "blank")
    both = points_in(line, match, repairs), points_in(line, game, repairs)
    if both == (None, None):
        raise BadValue(line.number, match.first, match.name, "", "points")
    places = (c.Column("team", at, at + len(word) - 1) for at, word in words(line) if at >= teams.first)
    concerned = tuple(number for place in places if (number := read_whole(line, place)))
    if said is None and not concerned:
        raise BadValue(line.number, teams.first, "team", "", "the numbers of teams")
    text = " ".join(line.text.split())
    return AbnormalMatches(said, *both, read_whole(line, round) or 0, concerned, line.number, early, text)


def read_team_spans(line: FileLine, repairs: list[Repair]) -> TeamSpans:
    """Record 250. Raises BadValue or NotHalfPoints."""
    where = rounds_and_row(line, "rounds and teams")
    match, game = (points_in(line, column, repairs) or 0 for column in (c.EXTRA_MATCH, c.EXTRA_GAME))
    return TeamSpans(Span(match, *where), Span(game, *where))


def points_in(line: FileLine, column: c.Column, repairs: list[Repair]) -> int | None:
    """Half-points; None where the field is blank. Raises NotHalfPoints."""
    text = column.read(line.text)
    return read_half_points(line, column.start_of(line.text), text, repairs) if text else None


def abnormal_line(rule: AbnormalMatches) -> str:
    """Record 299 of points given or taken away, in the columns of TRF26."""
    fields = [(c.RECORD, "299"), (c.ABNORMAL_MATCH, written(rule.match_points or 0))]
    fields += [(c.ABNORMAL_GAME, written(rule.game_points or 0)), (c.ABNORMAL_ROUND, str(rule.round))]
    return c.put([*fields, *c.every(c.ABNORMAL_PLAYER, rule.teams)])


BYE_WORDS = {"FPB": Code.FULL_BYE, "HPB": Code.HALF_BYE, "ZPB": Code.ZERO_BYE, "PAB": Code.PAIRING_BYE}


@dataclass(frozen=True, slots=True)
class ReportTeam:
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
    round: int
    white: int
    black: int
    signs: str
    """One of `c.FORFEIT_PAIRS`."""


@dataclass(slots=True)
class TeamRecords:
    teams: list[ReportTeam] = field(default_factory=list)
    orders: list[BoardOrderLine] = field(default_factory=list)
    byes: dict[int, int] = field(default_factory=dict)
    bye_points: tuple[int, int] | None = None
    forfeits: list[ForfeitedTeams] = field(default_factory=list)
    match_points: dict[str, int] = field(default_factory=dict)
    """By W, D and L, in halves."""
    announced: list[Announced] = field(default_factory=list)
    forbidden: list[ForbiddenPairs] = field(default_factory=list)
    abnormal: list[AbnormalMatches] = field(default_factory=list)
    spans: list[TeamSpans] = field(default_factory=list)
    readable_byes: dict[tuple[int, int], Code] = field(default_factory=dict)
    """By round and team, as record 802 repeats them for people."""
    values: dict[str, int] = field(default_factory=dict)
    """Of the games at the boards (162)."""
    sequence: str = ""
    """Colours of the team with White on board 1 (352)."""
    named: list[tuple[FileLine, int]] = field(default_factory=list)
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
    return lines_of_teams(report.kept, report.by_number)


def lines_of_teams(kept_lines: Iterable[KeptLine], players: Container[int]) -> TeamRecords:
    """Reads the lines of teams beside the numbers of the file's `players`. Raises BadValue or NotHalfPoints."""
    out = TeamRecords()
    lines = [FileLine(kept.line, kept.text) for kept in kept_lines if kept.text[3:4] == " "]
    modern = any(line.code == "310" for line in lines)
    for line in lines:
        if line.code in _READERS and not (modern and line.code == c.TEAM_LIST):
            _READERS[line.code](out, line)
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


def _team(out: TeamRecords, line: FileLine) -> None:
    number, said = read_whole(line, c.TEAM_NUMBER), c.TEAM_NUMBER.read(line.text)
    if not number or any(team.number == number for team in out.teams):
        raise BadValue(line.number, c.TEAM_NUMBER.first, c.TEAM_NUMBER.name, said, "1 to 999, each once")
    strength = c.TEAM_STRENGTH.read(line.text).replace(",", ".").split(".")[0]
    match, game = (points_in(line, column, out.repairs) for column in (c.MATCH_POINTS, c.GAME_POINTS))
    out.teams.append(
        ReportTeam(
            number,
            c.TEAM_NAME.read(line.text),
            tuple(_numbers(line, c.MEMBER)),
            c.SHORT_NAME.read(line.text),
            int(strength) if strength.isascii() and strength.isdigit() else 0,
            match,
            game,
            read_whole(line, c.TEAM_RANK) or 0,
            line.number,
        )
    )


def _old_team(out: TeamRecords, line: FileLine) -> None:
    players = tuple(n for n in _numbers(line, c.OLD_MEMBER) if n)
    out.teams.append(ReportTeam(len(out.teams) + 1, c.OLD_NAME.read(line.text), players, line=line.number))


def _board_order(out: TeamRecords, line: FileLine) -> None:
    round, team, opponent = (_needed(line, column) for column in (c.ORDER_ROUND, c.ORDER_TEAM, c.ORDER_OPPONENT))
    out.named += [(line, team), (line, opponent)]
    out.orders.append(BoardOrderLine(round, team, opponent, tuple(_numbers(line, c.ORDER_PLAYER)), line.number))


def _byes(out: TeamRecords, line: FileLine) -> None:
    match, game = (_worth(line, column, out.repairs) for column in (c.BYE_MATCH, c.BYE_GAME))
    if match is not None and game is not None:
        out.bye_points = match, game
    for round, team in enumerate(_numbers(line, c.BYE_TEAM, c.BYE_STEP), 1):
        if team:
            out.byes[round] = team
            out.named.append((line, team))


def _worth(line: FileLine, column: c.Column, repairs: list[Repair]) -> int | None:
    """Half-points that cannot be taken away; None where the field is blank. Raises BadValue or NotHalfPoints."""
    points = points_in(line, column, repairs)
    if points is not None and points < 0:
        raise BadValue(line.number, column.start_of(line.text), column.name, column.read(line.text), "points")
    return points


def _forfeit(out: TeamRecords, line: FileLine) -> None:
    signs = c.FORFEIT_SIGNS.read(line.text)
    if signs not in c.FORFEIT_PAIRS:
        raise BadValue(line.number, c.FORFEIT_SIGNS.first, c.FORFEIT_SIGNS.name, signs, "+-, -+ or --")
    round, white, black = (_needed(line, column) for column in (c.FORFEIT_ROUND, c.FORFEIT_WHITE, c.FORFEIT_BLACK))
    out.named += [(line, white), (line, black)]
    out.forfeits.append(ForfeitedTeams(round, white, black, signs))


def _match_points(out: TeamRecords, line: FileLine) -> None:
    for column, text, points_at, points in symbols_and_points(line, c.POINTS_CODE, out.repairs):
        said = text.upper()
        if said[:1] != "T" or not points:
            raise BadValue(line.number, column, c.POINTS_CODE.name, said, "TW, TD or TL with its points")
        out.match_points[said[1:]] = read_half_points(line, points_at, points, out.repairs)


def _announced(out: TeamRecords, line: FileLine) -> None:
    code = bye_code(line)
    teams = tuple(_numbers(line, c.BYE_PLAYER))
    out.named += [(line, team) for team in teams]
    out.announced.append(Announced(code, _needed(line, c.BYE_ROUND), teams))


def _forbidden(out: TeamRecords, line: FileLine) -> None:
    first, last = read_whole(line, c.FORBIDDEN_FIRST) or 0, read_whole(line, c.FORBIDDEN_LAST) or 0
    teams = tuple(_numbers(line, c.FORBIDDEN_PLAYER))
    out.named += [(line, team) for team in teams]
    out.forbidden.append(ForbiddenPairs(teams, first, last))


def _sequence(out: TeamRecords, line: FileLine) -> None:
    out.sequence = c.TEXT.read(line.text).upper()


def _abnormal(out: TeamRecords, line: FileLine) -> None:
    rule = read_abnormal_matches(line, out.repairs)
    out.named += [(line, team) for team in rule.teams]
    out.abnormal.append(rule)


def _readable(out: TeamRecords, line: FileLine) -> None:
    """Its byes alone; nothing of it can be wrong, since nobody has to read it."""
    team, rounds = c.READABLE_TEAM.read(line.text), (len(line.text) - c.READABLE_BYE.first) // c.READABLE_STEP + 1
    for round in range(1, rounds + 1) if team.isdecimal() else ():
        word = c.READABLE_BYE.shifted(c.READABLE_STEP * (round - 1)).read(line.text)
        if word in BYE_WORDS:
            out.readable_byes[round, int(team)] = BYE_WORDS[word]


_READERS: Mapping[str, Callable[[TeamRecords, FileLine], None]] = {
    c.TEAM_LIST: _old_team,
    "162": lambda out, line: read_point_system(line, out.values, out.repairs),
    "240": _announced,
    "250": lambda out, line: out.spans.append(read_team_spans(line, out.repairs)),
    "260": _forbidden,
    "299": _abnormal,
    "300": _board_order,
    "310": _team,
    "320": _byes,
    "330": _forfeit,
    "352": _sequence,
    "362": _match_points,
    "801": lambda out, line: None,  # repeats for people what others say
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


def team_line(team: ReportTeam) -> str:
    """Record 310."""
    fields = [
        (c.RECORD, "310"),
        (c.TEAM_NUMBER, str(team.number)),
        (c.TEAM_NAME, team.name),
        (c.SHORT_NAME, team.short_name),
        (c.TEAM_STRENGTH, str(team.strength) if team.strength else ""),
        (c.MATCH_POINTS, written(team.match_points or 0)),
        (c.GAME_POINTS, written(team.game_points or 0)),
        (c.TEAM_RANK, str(team.rank) if team.rank else ""),
    ]
    return c.put([*fields, *c.every(c.MEMBER, team.players)]).rstrip()


def order_line(order: BoardOrderLine) -> str:
    """Record 300."""
    heads = ((c.ORDER_ROUND, order.round), (c.ORDER_TEAM, order.team), (c.ORDER_OPPONENT, order.opponent))
    fields = [(c.RECORD, "300"), *((column, str(n)) for column, n in heads)]
    return c.put([*fields, *c.every(c.ORDER_PLAYER, order.players)]).rstrip()


def byes_line(byes: Mapping[int, int], match: int, game: int) -> str:
    """Record 320, up to the last round with a bye."""
    rounds = range(1, max(byes, default=0) + 1)
    fields = [(c.RECORD, "320"), (c.BYE_MATCH, written(match)), (c.BYE_GAME, written(game))]
    return c.put([*fields, *((c.BYE_TEAM.shifted(c.BYE_STEP * (r - 1)), f"{byes.get(r, 0):03}") for r in rounds)])


def forfeit_line(forfeit: ForfeitedTeams) -> str:
    """Record 330."""
    heads = ((c.FORFEIT_ROUND, forfeit.round), (c.FORFEIT_WHITE, forfeit.white), (c.FORFEIT_BLACK, forfeit.black))
    return c.put([(c.RECORD, "330"), (c.FORFEIT_SIGNS, forfeit.signs), *((column, str(n)) for column, n in heads)])


def points_line(win: int, draw: int, loss: int) -> str:
    """Record 362."""
    fields = [(c.RECORD, "362")]
    for place, (code, points) in enumerate((("TW", win), ("TD", draw), ("TL", loss))):
        by = place * c.SYSTEM_STEP
        fields += [(c.POINTS_CODE.shifted(by), code), (c.POINTS_WORTH.shifted(by), written(points))]
    return c.put(fields)
