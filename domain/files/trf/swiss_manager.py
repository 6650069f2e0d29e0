"""Files of Swiss-Manager (TUNX, TURX, TUTX, TUMX) as report files: its layout is nowhere published by its author.

What is known of it was found by others who compared files with published results (docs/swiss-manager-format.md of
github.com/zyf0717/chess-results-api, and tunx_parser of the rating software of FEXERJ for the club). Nothing here is
guessed from the rest: what has no known meaning is left out, and the report says so.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import islice

from domain.files.trf import teams as records
from domain.files.trf.problems import ForeignLayout, NoPlayers
from domain.files.trf.repairs import Repair, RepairKind
from domain.files.trf.report import Announced, Header, KeptLine, Place, Report, ReportPlayer, RoundEntry
from domain.records import dataclass
from domain.words.games import SIDES, Code, Colour, Result
from domain.words.players import Sex, Title

_MARK = b"\xff\x89\x44"
BEGINS = b"\x93" + _MARK
_CONFIGURATION, _SCHEDULE, _PLAYERS, _GAMES, _TEAMS, _MATCHES, _DIRECTORY, _END = (
    bytes([tag]) + _MARK for tag in (0x95, 0xA3, 0xA5, 0xB3, 0xB5, 0xC3, 0xD3, 0xE3)
)
DIRECTORY_BYTES = 36
HEADER_BYTES, HEADER_TEXTS = 108, 132
ROUND_TEXTS, ROUND_BYTES = 16, 76
PLAYER_TEXTS, PLAYER_BYTES = 18, 134
TEAM_TEXTS, TEAM_BYTES = 5, 96
GAME_BYTES, MATCH_BYTES = 21, 15
_MOST_TIEBREAKS = 9
_BYE, _NOT_PAIRED = 0xFFFF, 0xFFFE
"""In the place of an opponent."""

_RESULTS = {
    1: Result.WHITE_WINS,
    2: Result.DRAW,
    3: Result.BLACK_WINS,
    4: Result.WHITE_WINS_BY_FORFEIT,
    5: Result.BLACK_WINS_BY_FORFEIT,
    6: Result.DOUBLE_FORFEIT,
    10: Result.BOTH_LOSE,
}
_NOT_REPORTED = 0
_OF_ONE_ALONE = {0: Code.ZERO_BYE, 1: Code.FULL_BYE, 2: Code.HALF_BYE, 3: Code.ZERO_BYE, 9: Code.PAIRING_BYE}
"""Of somebody without an opponent."""


class SwissManagerKind(IntEnum):
    SWISS = 0
    ROUND_ROBIN = 1
    TEAM_ROUND_ROBIN = 2
    TEAM_SWISS = 3

    @property
    def of_teams(self) -> bool:
        return self >= SwissManagerKind.TEAM_ROUND_ROBIN

    @property
    def from_tables(self) -> bool:
        return self in (SwissManagerKind.ROUND_ROBIN, SwissManagerKind.TEAM_ROUND_ROBIN)


_TYPES = {True: "Round Robin", False: "Swiss System"}


@dataclass(frozen=True, slots=True)
class SeatedPair:
    white: int
    """The place of a player in the file; 0 = nobody."""
    black: int
    """`_BYE` and `_NOT_PAIRED` too."""
    result: int

    @property
    def alone(self) -> bool:
        return self.black in (_BYE, _NOT_PAIRED)


@dataclass(frozen=True, slots=True)
class PairedTeams:
    first: int
    second: int
    """`_BYE` and `_NOT_PAIRED` too."""
    alone_halves: int
    """The game points of a team without an opponent; 0 too where nobody has reported them."""


@dataclass(frozen=True, slots=True)
class RoundOfFile:
    day: str
    time: str
    games: tuple[SeatedPair, ...]
    matches: tuple[PairedTeams, ...]


def is_of_swiss_manager(data: bytes) -> bool:
    return data.startswith(BEGINS)


def report_of_swiss_manager(data: bytes) -> Report:
    """What the file says, in the words of a report file. Raises ForeignLayout."""
    return _SwissManagerFile(data).report()


class _Bytes:
    """Numbers and texts one after the other; whatever is not there is a ForeignLayout."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at

    def block(self, size: int) -> bytes:
        found = self.data[self.at : self.at + size]
        if len(found) < size:
            raise ForeignLayout(byte=self.at)
        self.at += size
        return found

    def mark(self, mark: bytes) -> None:
        if self.block(len(mark)) != mark:
            raise ForeignLayout(byte=self.at - len(mark))

    def text(self) -> str:
        start = self.at
        try:
            return self.block(2 * _number(self.block(2), 0, 2)).decode("utf-16-le").strip()
        except UnicodeDecodeError:
            raise ForeignLayout(byte=start) from None

    def texts(self, count: int) -> list[str]:
        return [self.text() for _ in range(count)]


def _number(block: bytes, at: int, size: int) -> int:
    """Raises ForeignLayout."""
    if len(block) < at + size:
        raise ForeignLayout(byte=at)
    return int.from_bytes(block[at : at + size], "little")


class _SwissManagerFile:
    def __init__(self, data: bytes) -> None:
        self.starts = self._directory(data)
        header = _Bytes(data, 0)
        header.block(HEADER_BYTES)
        self.texts = header.texts(HEADER_TEXTS)
        settings = data[header.at : self.starts[0]]
        if not settings.startswith(_CONFIGURATION):
            raise ForeignLayout(byte=header.at)
        try:
            self.kind = SwissManagerKind(_number(settings, 15, 2))
        except ValueError:
            raise ForeignLayout(byte=header.at + 15) from None
        used = min(_number(settings, 31, 2), _MOST_TIEBREAKS)
        self.tiebreaks = [_number(settings, 33 + 2 * at, 2) for at in range(used)]
        self.boards = _number(settings, 53, 2)
        self.days = [_day(_number(settings, at, 4)) for at in (75, 79)]
        self.players = [_Person(*one) for one in self._records(data, 1, _number(settings, 23, 2))]
        teams = _number(settings, 51, 2) if self.kind.of_teams else 0
        self.teams = [texts[0] for texts, _ in self._records(data, 3, teams)]
        self.rounds = list(self._rounds(data, _number(settings, 27, 2)))

    def _directory(self, data: bytes) -> list[int]:
        end = _Bytes(data, max(0, len(data) - DIRECTORY_BYTES))
        end.mark(_DIRECTORY)
        starts = [_number(end.block(4), 0, 4) for _ in range(7)]
        end.mark(_END)
        if any(start > len(data) for start in starts):
            raise ForeignLayout(byte=len(data) - DIRECTORY_BYTES)
        return starts

    def _records(self, data: bytes, section: int, count: int) -> Iterator[tuple[list[str], bytes]]:
        if not count:
            return
        mark, texts, size = {1: (_PLAYERS, PLAYER_TEXTS, PLAYER_BYTES), 3: (_TEAMS, TEAM_TEXTS, TEAM_BYTES)}[section]
        reader = _Bytes(data, self.starts[section])
        reader.mark(mark)
        for _ in range(count):
            yield reader.texts(texts), reader.block(size)

    def _rounds(self, data: bytes, count: int) -> Iterator[RoundOfFile]:
        schedule, games, matches = (_Bytes(data, self.starts[at]) for at in (0, 2, 4))
        schedule.mark(_SCHEDULE)
        games.mark(_GAMES)
        if self.kind.of_teams:
            matches.mark(_MATCHES)
        for _ in range(count):
            time, *_ = schedule.texts(ROUND_TEXTS)
            about = schedule.block(ROUND_BYTES)
            seated = tuple(self._pair(games) for _ in range(_number(about, 6, 2)))
            met = _number(about, 8, 2) if self.kind.of_teams else 0
            yield RoundOfFile(_day(_number(about, 0, 4)), time, seated, tuple(self._teams(matches) for _ in range(met)))

    def _pair(self, reader: _Bytes) -> SeatedPair:
        start, block = reader.at, reader.block(GAME_BYTES)
        pair = SeatedPair(_number(block, 0, 2), _number(block, 2, 2), block[4])
        named = (pair.white,) if pair.alone else (pair.white, pair.black)
        if any(one > len(self.players) for one in named) or (pair.white == pair.black != 0):
            raise ForeignLayout(byte=start)
        return pair

    def _teams(self, reader: _Bytes) -> PairedTeams:
        start, block = reader.at, reader.block(MATCH_BYTES)
        met = PairedTeams(_number(block, 0, 2), _number(block, 2, 2), _number(block, 4, 2))
        named = (met.first,) if met.second in (_BYE, _NOT_PAIRED) else (met.first, met.second)
        if any(not 1 <= one <= len(self.teams) for one in named):
            raise ForeignLayout(byte=start)
        return met

    # As a report

    def report(self) -> Report:
        if not self.players:
            raise NoPlayers()
        repairs = [Repair(0, 0, RepairKind.FOREIGN_SETTINGS, ", ".join(map(str, self.tiebreaks)))]
        rows: list[list[RoundEntry | None]] = [[None] * len(self.rounds) for _ in self.players]
        for round, one in enumerate(self.rounds, 1):
            for pair in one.games:
                for place, entry in self._entries(pair, round, repairs):
                    rows[place - 1][round - 1] = entry
        points = [sum(map(_halves, row)) for row in rows]
        order = sorted(points, reverse=True)
        return Report(
            tuple(
                one.player(n, _without_blanks(row), halves, order.index(halves) + 1)
                for n, (one, row, halves) in enumerate(zip(self.players, rows, points, strict=True), 1)
            ),
            header=self._header(),
            rounds_planned=len(self.rounds) or None,
            kept=tuple(self._kept()) if self.kind.of_teams else (),
            announced=tuple(self._teams_asking()) if self.kind.of_teams else (),
            team_line=1 if self.kind.of_teams else 0,
            repairs=tuple(repairs),
        )

    def _header(self) -> Header:
        days = tuple(one.day for one in self.rounds)
        return Header(
            name=self.texts[0],
            city=self.texts[5],
            federation=self.texts[20],
            start=self.days[0],
            end=self.days[1],
            type=_TYPES[self.kind.from_tables],
            chief_arbiter=self.texts[21],
            time_control=self.texts[14],
            round_dates=days if any(days) else (),
            round_times=tuple(one.time for one in self.rounds),
            program="Swiss-Manager",
        )

    def _entries(self, pair: SeatedPair, round: int, repairs: list[Repair]) -> Iterator[tuple[int, RoundEntry]]:
        known = pair.result in (_OF_ONE_ALONE if pair.alone else {_NOT_REPORTED, *_RESULTS})
        if not known:
            named = pair.white or pair.black
            repairs.append(Repair(0, 0, RepairKind.UNKNOWN_RESULT, str(pair.result), "", named, round))
        if pair.alone:
            if pair.white and not self.kind.from_tables:
                yield pair.white, RoundEntry(_of_one_alone(pair))
            return
        result = _RESULTS.get(pair.result)
        white, black = SIDES[result] if result else (Code.PENDING, Code.PENDING)
        if pair.white and pair.black:
            yield pair.white, RoundEntry(white, pair.black, Colour.WHITE)
            yield pair.black, RoundEntry(black, pair.white, Colour.BLACK)
        elif (player := pair.white or pair.black) and (white if pair.white else black) is Code.FORFEIT_WIN:
            yield player, RoundEntry(Code.FORFEIT_WIN)

    def _kept(self) -> Iterator[KeptLine]:
        """The records of teams, in the words of TRF26."""
        squads = [self._squad(team) for team in range(1, len(self.teams) + 1)]
        lines = [records.points_line(4, 2, 0)]
        for n, (name, squad) in enumerate(zip(self.teams, squads, strict=True), 1):
            lines.append(records.team_line(records.ReportTeam(n, name, squad)))
        byes: dict[int, int] = {}
        for round, one in enumerate(self.rounds, 1):
            for met, games in self._boards_of(one):
                if met.second == _BYE and not self.kind.from_tables:
                    byes.setdefault(round, met.first)
                elif met.second not in (_BYE, _NOT_PAIRED):
                    lines += self._orders(round, met, games)
        lines += [records.byes_line(byes, 2, self._worth_of_bye())] if byes else []
        yield from (KeptLine(line, Place.HEAD) for line in lines)

    def _worth_of_bye(self) -> int:
        """In halves: what the file says of all byes, else half of a match. A report file has one number for all."""
        byes = (met.alone_halves for one in self.rounds for met in one.matches if met.second == _BYE)
        said = {halves for halves in byes if 0 < halves <= 2 * self.boards}
        return said.pop() if len(said) == 1 else self.boards

    def _squad(self, team: int) -> tuple[int, ...]:
        members = [(one.board or len(self.players), n) for n, one in enumerate(self.players, 1) if one.team == team]
        return tuple(n for _, n in sorted(members))

    def _boards_of(self, one: RoundOfFile) -> Iterator[tuple[PairedTeams, list[SeatedPair]]]:
        """Each match with its games: of a round robin as many for each, of a Swiss those of players of its teams."""
        if self.kind.from_tables:
            left = iter(one.games)
            yield from ((met, list(islice(left, self.boards))) for met in one.matches)
            return
        at = {team: match for match in one.matches for team in (match.first, match.second)}
        games: dict[PairedTeams, list[SeatedPair]] = {}
        for pair in one.games:
            player = pair.white or (0 if pair.alone else pair.black)
            if player and (met := at.get(self.players[player - 1].team)):
                games.setdefault(met, []).append(pair)
        yield from ((met, games.get(met, [])) for met in one.matches)

    def _orders(self, round: int, met: PairedTeams, games: Sequence[SeatedPair]) -> Iterator[str]:
        """Who sat at which board (300); 330 of a match to which nobody came."""
        sides: dict[int, list[int]] = {met.first: [], met.second: []}
        for pair in games:
            seated = {self.players[n - 1].team: n for n in (pair.white, pair.black) if n}
            for team, seats in sides.items():
                seats.append(seated.get(team, 0))
        for team, other in ((met.first, met.second), (met.second, met.first)):
            if any(sides[team]):
                yield records.order_line(records.BoardOrderLine(round, team, other, tuple(sides[team])))
        if games and not any(pair.white and pair.black for pair in games):
            signs = "".join("+" if any(sides[team]) else "-" for team in (met.first, met.second))
            if signs != "++":
                yield records.forfeit_line(records.ForfeitedTeams(round, met.first, met.second, signs))

    def _teams_asking(self) -> Iterator[Announced]:
        for round, one in enumerate(self.rounds, 1):
            if teams := tuple(met.first for met in one.matches if met.second == _NOT_PAIRED):
                yield Announced(Code.ZERO_BYE, round, teams)


class _Person:
    """A player's line: 18 texts, and numbers at known places."""

    def __init__(self, texts: Sequence[str], about: bytes) -> None:
        self.texts = texts
        self.rating, self.birth, self.fide_id = _number(about, 32, 2), _number(about, 38, 4), _number(about, 48, 4)
        self.team, self.board = _number(about, 52, 2), _number(about, 54, 2)

    def player(self, n: int, entries: tuple[RoundEntry | None, ...], points: int, rank: int) -> ReportPlayer:
        title = Title.__members__.get(self.texts[4].upper(), Title.NONE)
        return ReportPlayer(
            n,
            ", ".join(filter(None, self.texts[:2])) or self.texts[3],
            sex=Sex.WOMAN if title.startswith("W") else Sex.UNKNOWN,
            title=title,
            rating=self.rating,
            federation=self.texts[10],
            fide_id=self.fide_id,
            birth=_birth(self.birth),
            points=points,
            rank=rank,
            entries=entries,
            club=self.texts[9],
        )


def _day(yyyymmdd: int) -> str:
    """`YYYY/MM/DD`; empty = not said."""
    return f"{yyyymmdd // 10000:04}/{yyyymmdd // 100 % 100:02}/{yyyymmdd % 100:02}" if yyyymmdd else ""


def _birth(yyyymmdd: int) -> str:
    return _day(yyyymmdd) if yyyymmdd % 10000 else f"{yyyymmdd // 10000}" if yyyymmdd else ""


def _of_one_alone(pair: SeatedPair) -> Code:
    """The bye of an odd field is the one that the draw gave: of others somebody has asked for."""
    if pair.black == _BYE and pair.result in (_NOT_REPORTED, 1, 9):
        return Code.PAIRING_BYE
    return _OF_ONE_ALONE.get(pair.result, Code.ZERO_BYE)


_WORTH = {Code.WIN: 2, Code.FORFEIT_WIN: 2, Code.FULL_BYE: 2, Code.PAIRING_BYE: 2, Code.DRAW: 1, Code.HALF_BYE: 1}
"""In halves; anything else is worth nothing."""


def _halves(entry: RoundEntry | None) -> int:
    return _WORTH.get(entry.code, 0) if entry else 0


def _without_blanks(row: list[RoundEntry | None]) -> tuple[RoundEntry | None, ...]:
    last = max((n for n, entry in enumerate(row, 1) if entry is not None), default=0)
    return tuple(row[:last])
