"""Lists of teams as spreadsheets save them, in any of three shapes; columns are found by their names.

A row for each player with a column for the team; a line that names the team (`Team: Sofia`, or `Sofia:`) with its
players below it; or a line for each team with a column for each board. Every row that cannot be is told, not the first
alone.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import field

from domain.decisions.players.registering import NewPlayer
from domain.decisions.players.teams import NewTeam
from domain.files.lists import rows as r
from domain.files.lists.players import HEADERS, MAX_LIST_PLAYERS, ListedPlayer, birth_date_in, columns_of, player_in
from domain.records import dataclass
from domain.refusals import BadField
from domain.words.players import Title, player_id

OF_A_TEAM: Mapping[str, tuple[str, ...]] = {
    "team": ("team", "teamname", "отбор", "команда", "mannschaft"),
    "captain": ("captain", "teamcaptain", "капитан", "kapitän", "mannschaftsführer"),
    "team_federation": ("teamfederation", "teamfed"),
    "team_club": ("teamclub",),
    "board": ("board", "brett", "дъска", "доска"),
    "reserve": ("reserve", "резерва", "резерв", "ersatz"),
}
"""Field to the names of its column, beside those of a player."""

RESERVES_LINE = frozenset({"reserve", "reserves", "резерви", "резервы", "ersatz"})
BOARD_COLUMN = re.compile(r"(?:board|player|brett|дъска|доска|играч)(?P<number>\d+)")
RESERVE_COLUMN = re.compile(r"(?:reserve|r|ersatz|резерва|резерв)(?P<number>\d*)")
RESERVE_BOARD = re.compile(r"(?:reserve|res|r|ersatz|резерва|р)\.?\s*\d*", re.IGNORECASE)
TEAM_LINE = re.compile(r"\s*(?:team|отбор|команда|mannschaft)\s*:\s*(?P<named>.+)|(?P<plain>.+?)\s*:\s*", re.IGNORECASE)
PLAYER_CELL = re.compile(
    r"(?:(?P<title>[A-Z]{2,3})\s+)?(?P<name>.*?)(?:[\s(]+(?P<fide_id>\d{5,10}))?(?:[\s(]+(?P<rating>\d{3,4})\)?)?"
)
NO_RESERVE = ("", "0", "no", "не", "nein", "-")
AS_LISTED = 10_000
"""The board of somebody without one: below all numbers, in the order of the list."""


@dataclass(slots=True)
class TeamOnList:
    line: int
    name: str
    captain: str = ""
    federation: str = ""
    club: str = ""
    squad: list[tuple[int, ListedPlayer]] = field(default_factory=list)
    reserves: list[ListedPlayer] = field(default_factory=list)

    @property
    def new(self) -> NewTeam:
        players = tuple(listed.player for listed in self.players)
        squad, reserves = players[: len(self.squad)], players[len(self.squad) :]
        return NewTeam(self.name, self.captain, self.federation, self.club, squad, reserves)

    @property
    def players(self) -> list[ListedPlayer]:
        """The squad in the order of its boards, then the reserves."""
        return [listed for _, listed in sorted(self.squad, key=lambda seat: seat[0])] + self.reserves


@dataclass(frozen=True, slots=True)
class TeamList:
    teams: tuple[TeamOnList, ...]
    problems: tuple[r.BadRoster, ...]
    """Of each row that cannot be, in the order of the lines."""
    ignored: tuple[str, ...]
    """Headers that say nothing to us."""


def read_team_list(data: bytes) -> TeamList:
    """Raises a subclass of BadRoster where the list as a whole cannot be read."""
    _, rows = r.read_rows(data)
    (_, header), *body = rows
    if len(body) > MAX_LIST_PLAYERS:
        raise r.RosterTooLong(body[MAX_LIST_PLAYERS][0], 0, MAX_LIST_PLAYERS)
    heads = {i: r.plain(head) for i, head in enumerate(header)}
    boards = {i: False for i, head in heads.items() if BOARD_COLUMN.fullmatch(head)}
    if boards:
        boards |= {i: True for i, head in heads.items() if RESERVE_COLUMN.fullmatch(head)}
    reading: _TeamsInLines | _TeamsInRows = _TeamsInLines(header, boards) if boards else _TeamsInRows(header)
    problems = []
    for line, row in body:
        try:
            reading.take(line, row)
        except r.BadRoster as problem:
            problems.append(problem)
    if not reading.teams and not problems:
        raise r.EmptyRoster()
    ignored = tuple(h.strip() for i, h in enumerate(header) if i not in reading.known and h.strip())
    return TeamList(tuple(reading.teams.values()), tuple(problems), ignored)


class _TeamsInRows:
    """A row for each player; the team stands in a column of its own, or in a line above its players."""

    def __init__(self, header: list[str]) -> None:
        self.teams: dict[str, TeamOnList] = {}
        self._header = header
        self._found = columns_of(header, OF_A_TEAM)
        self._now: TeamOnList | None = None
        self._to_reserves = False

    @property
    def known(self) -> set[int]:
        return set(self._found.values())

    def take(self, line: int, row: list[str]) -> None:
        named = _team_line(row) if "team" not in self._found else ""
        if named and r.plain(named) in RESERVES_LINE:
            self._to_reserves = True
        elif named:
            captain, federation, club = (*(cell.strip() for cell in row[1:4]), "", "", "")[:3]
            self._now = self.teams.setdefault(named.casefold(), TeamOnList(line, named, captain, federation, club))
            self._to_reserves = False
        else:
            self._player(line, row)

    def _player(self, line: int, row: list[str]) -> None:
        team = self._now if "team" not in self._found else self._team_in(line, row)
        if team is None:
            raise r.NoTeam(line, 0)
        player = player_in(line, row, self._header, self._found)
        listed = ListedPlayer(line, player, birth_date_in(row, self._found.get("birth_year")))
        board, marked = self._cell(row, "board"), self._cell(row, "reserve").casefold() not in NO_RESERVE
        if self._to_reserves or marked or RESERVE_BOARD.fullmatch(board):
            team.reserves.append(listed)
        elif board and not board.isdecimal():
            at = self._found["board"]
            raise r.BadCell(line, at + 1, self._header[at].strip(), board, "number")
        else:
            team.squad.append((int(board) if board else AS_LISTED, listed))

    def _team_in(self, line: int, row: list[str]) -> TeamOnList | None:
        """The team of this row; an empty cell is the team of the row above, as in merged cells."""
        name = self._cell(row, "team")
        if name:
            self._now = self.teams.setdefault(name.casefold(), TeamOnList(line, name))
        if self._now is not None:
            self._now.captain = self._now.captain or self._cell(row, "captain")
            self._now.federation = self._now.federation or self._cell(row, "team_federation")
            self._now.club = self._now.club or self._cell(row, "team_club")
        return self._now

    def _cell(self, row: Sequence[str], name: str) -> str:
        at = self._found.get(name)
        return " ".join(row[at].split()) if at is not None and at < len(row) else ""


class _TeamsInLines:
    """A line for each team: its players in the columns of the boards, `GM Euwe, Max 2530` in a cell."""

    def __init__(self, header: list[str], boards: Mapping[int, bool]) -> None:
        """`boards`: column to whether it is of a reserve."""
        self.teams: dict[str, TeamOnList] = {}
        self._header, self._boards = header, boards
        names = {name: of for of in ("federation", "club") for name in HEADERS[of]} | {"name": "team"}
        self._found = r.matched(
            ["" if i in boards else head for i, head in enumerate(header)],
            names | {name: of for of in ("team", "captain") for name in OF_A_TEAM[of]},
        )

    @property
    def known(self) -> set[int]:
        return {*self._found.values(), *self._boards}

    def take(self, line: int, row: list[str]) -> None:
        said = {name: row[at].strip() for name, at in self._found.items() if at < len(row)}
        if not said.get("team"):
            raise r.NoTeam(line, 0)
        team = TeamOnList(line, said["team"], said.get("captain", ""), said.get("federation", ""), said.get("club", ""))
        self.teams[f"{line}"] = team
        for at, reserve in self._boards.items():
            cell = " ".join(row[at].split()) if at < len(row) else ""
            if cell:
                listed = ListedPlayer(line, self._player(line, at, cell))
                team.reserves.append(listed) if reserve else team.squad.append((AS_LISTED, listed))

    def _player(self, line: int, at: int, cell: str) -> NewPlayer:
        player = player_in_cell(cell)
        try:
            player.registered_as(player_id(1))
        except BadField as bad:
            raise r.BadCell(line, at + 1, self._header[at].strip(), bad.value, bad.rule) from None
        return player


def player_in_cell(cell: str) -> NewPlayer:
    """A player in one cell: a title before the name, FIDE number and rating behind it, each where it is known."""
    found = PLAYER_CELL.fullmatch(" ".join(cell.split()))
    if found is None or not found["name"]:
        return NewPlayer(name=cell)
    title = Title.__members__.get(found["title"] or "", Title.NONE)
    name = found["name"] if title or not found["title"] else f"{found['title']} {found['name']}"
    return NewPlayer(name=name, rating=int(found["rating"] or 0), title=title, fide_id=int(found["fide_id"] or 0))


def _team_line(row: Sequence[str]) -> str:
    """The name of the team that this row begins; empty for a player."""
    found = TEAM_LINE.fullmatch(row[0]) if row else None
    return " ".join((found["named"] or found["plain"]).split()) if found else ""
