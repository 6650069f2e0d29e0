"""The matches of teams behind the lines of their players: who met whom, in which order of boards, with which results.

A report file has games of players alone. Two teams met where their players did; a player without an opponent and
with a point sat at an empty board; the order at the boards is that of the team unless record 300 says otherwise.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field, replace

from domain.cards.counting import RoundPoints
from domain.files.options import BOARDS_RULE, number_said
from domain.files.trf.comments import rules_said
from domain.files.trf.problems import BadValue
from domain.files.trf.report import FORMATS_WITH_BRACKET, Report, RoundEntry, declared_format
from domain.files.trf.teams import ForfeitedTeams, ReportTeam, team_records
from domain.records import dataclass
from domain.words.games import Code, Colour
from domain.words.regulations import Regulations

Boards = tuple[tuple[int, int], ...]
"""The players of both teams by board, starting ranks; 0 = nobody."""


@dataclass(frozen=True, slots=True)
class ReadMatch:
    """A match of two teams; the first has White on board 1."""

    white: int
    black: int
    boards: Boards
    codes: tuple[tuple[Code, Code], ...]
    """Of each board, the team with White on board 1 first."""
    doubtful: tuple["MatchDoubt", ...] = ()


@dataclass(frozen=True, slots=True)
class MatchDoubt:
    """Something of a match that the file does not say, or says otherwise than teams play."""

    kind: str
    team: int
    board: int = 0


WHITE_NOT_SAID = "white-team-not-said"
"""No game with colours: the team with the smaller number is taken to have had White on board 1."""
OTHER_COLOURS = "other-colours"
NOT_IN_ORDER = "not-in-order"
"""The players sat in another order than the two teams have, and no record says in which."""


@dataclass(slots=True)
class ReadRound:
    matches: list[ReadMatch] = field(default_factory=list)
    bye: int | None = None
    going_on: tuple[int, ...] = ()
    """Teams of a bracket that go on without a match, where they are several."""
    asked: dict[int, Code] = field(default_factory=dict)
    as_readable: tuple[int, ...] = ()
    """Teams whose bye record 802 alone names."""
    asked_in_vain: tuple[int, ...] = ()
    """Teams that record 240 gives a bye in a round in which they were paired, or had the bye of the odd field."""


RoundsGained = tuple[tuple[tuple[int, RoundPoints], ...], ...]


def team_rounds(report: Report) -> "TeamRounds":
    """Raises BadValue for records of teams that contradict the players' lines."""
    return report.once(TeamRounds)


class TeamRounds:
    def __init__(self, report: Report) -> None:
        self.report, self.records = report, team_records(report)
        self._read: dict[int, ReadRound] = {}
        self._pairs: dict[int, dict[tuple[int, int], list[int]]] = {}
        self.gained: dict[Regulations, RoundsGained] = {}
        self.bracket = declared_format(report.header) in FORMATS_WITH_BRACKET
        self.teams: Mapping[int, ReportTeam] = {team.number: team for team in self.records.teams}
        self.team_of = dict(self._team_of())
        seen, said = self._most_boards(), rules_said(report.comments).get(BOARDS_RULE, "")
        self.boards = max(seen, number_said(BOARDS_RULE, said) or 0)
        if not self.boards:  # no match was played: as many as the colours have (352), else as every squad can fill
            squads = [sum(map(bool, team.players)) for team in self.records.teams]
            self.boards = len(self.records.sequence) or min(filter(None, squads), default=1)

    def _team_of(self) -> Iterator[tuple[int, int]]:
        """Raises BadValue for a player nobody knows, and for one in two teams."""
        seen: set[int] = set()
        known = self.report.by_number
        for team in self.records.teams:
            for player in team.players:
                if player not in known or player in seen:
                    raise BadValue(team.line, 0, "team-player", str(player), "listed-and-in-one-team")
                seen.add(player)
                yield player, team.number
        for order in self.records.orders:
            if unknown := next((player for player in order.players if player and player not in known), 0):
                raise BadValue(order.line, 0, "team-player", str(unknown), "listed-and-in-one-team")

    def initial_colour(self) -> Colour | None:
        """As written, or as round 1 shows it: the smaller number is the first-team, an odd one has it (C.04.6, 4.3)."""
        if self.report.initial_colour is not None or not self.report.rounds_paired:
            return self.report.initial_colour
        numbers = {team: n for n, team in enumerate(sorted(self.teams), 1)}
        for match in self.round(1).matches:
            if WHITE_NOT_SAID not in {doubt.kind for doubt in match.doubtful}:
                white, black = numbers[match.white], numbers[match.black]
                return Colour.WHITE if (white < black) == (min(white, black) % 2 == 1) else Colour.BLACK
        return None

    def entry(self, player: int, round: int) -> RoundEntry | None:
        return self.report.by_number[player].entry(round) if player else None

    def _met(self, round: int) -> dict[tuple[int, int], list[int]]:
        """The pairs of teams that met, the smaller number first, with the players who did."""
        if round in self._pairs:
            return self._pairs[round]
        met: dict[tuple[int, int], list[int]] = {}
        for player, team in self.team_of.items():
            entry = self.entry(player, round)
            opponent = entry.opponent if entry is not None else None
            if opponent:
                other = self.team_of.get(opponent, 0)
                if other in (0, team):
                    line = self.report.by_number[player].line
                    raise BadValue(line, 0, "opponent", str(opponent), "of-another-team")
                met.setdefault((min(team, other), max(team, other)), []).append(player)
        said = [(one.white, one.black) for one in self.records.forfeits if one.round == round]
        orders = ((one.team, one.opponent) for one in self.records.orders if one.round == round)
        said += [pair for pair in orders if self.teams.keys() >= {*pair}]
        for one, other in said:
            met.setdefault((min(one, other), max(one, other)), [])
        self._pairs[round] = met
        return met

    def _most_boards(self) -> int:
        sizes = [len(order.players) for order in self.records.orders]
        for round in range(1, self.report.rounds_paired + 1):
            for pair, players in self._met(round).items():
                games = len(players) // 2
                alone = [sum(self._won_alone(p, round) for p in self.teams[team].players) for team in pair]
                sizes.append(games + max(alone))
        return max(sizes, default=0)

    def _won_alone(self, player: int, round: int) -> bool:
        entry = self.entry(player, round)
        return entry is not None and entry.opponent is None and entry.code is Code.FORFEIT_WIN

    def round(self, round: int) -> ReadRound:
        """Raises BadValue where a team met two others."""
        if round not in self._read:
            self._read[round] = self._round(round)
        return self._read[round]

    def _round(self, round: int) -> ReadRound:
        out = ReadRound()
        seated: set[int] = set()
        for pair in sorted(self._met(round)):
            for team in pair:
                if team in seated:
                    twice = self.teams[team]
                    raise BadValue(twice.line, 0, "team-match", twice.name, "one-match-a-round")
                seated.add(team)
            out.matches.append(self._match(round, *pair))
        out.matches += self._walk_overs(round, seated)
        asked = [one for one in self.records.announced if one.round == round]
        byes = {number: one.code for one in asked for number in one.players}
        for alone in self.teams.values():
            if alone.number not in seated:
                code = self._alone(alone, round, byes)
                if code is Code.PAIRING_BYE:
                    out.going_on += (alone.number,)
                else:
                    out.asked[alone.number] = code
        # of a bracket any number of teams; else the first one has the bye of the odd field, others were away
        if len(out.going_on) == 1 or (out.going_on and not self.bracket):
            out.bye, *others = out.going_on
            out.asked |= dict.fromkeys(others, Code.ZERO_BYE)
            out.going_on = ()
        out.asked_in_vain = tuple(team for team in byes if team in seated or team == out.bye)
        said = {**byes, **dict.fromkeys([out.bye] if out.bye else [], Code.PAIRING_BYE)}
        out.as_readable = tuple(n for n in out.asked if n not in said and out.asked[n] is self._readable(n, round))
        return out

    def _alone(self, team: ReportTeam, round: int, byes: Mapping[int, Code]) -> Code:
        if self.records.byes.get(round) == team.number:
            return Code.PAIRING_BYE
        if team.number in byes:
            return byes[team.number]
        codes = {entry.code for player in team.players if (entry := self.entry(player, round)) is not None}
        found = (code for code in (Code.PAIRING_BYE, Code.FULL_BYE, Code.HALF_BYE) if code in codes)
        return next(found, None) or self._readable(team.number, round) or Code.ZERO_BYE

    def _readable(self, team: int, round: int) -> Code | None:
        """A bye worth something of which record 802 tells people; FIDE's example has one in no other record."""
        code = self.records.readable_byes.get((round, team))
        return code if code in (Code.FULL_BYE, Code.HALF_BYE) else None

    def _walk_overs(self, round: int, seated: set[int]) -> Iterator[ReadMatch]:
        """A team that won all boards without an opponent, and the only team that has nobody."""
        free = [team for team in self.teams.values() if team.number not in seated]
        won = [team for team in free if any(self._won_alone(player, round) for player in team.players)]
        others = [team for team in free if team not in won and self._alone(team, round, {}) is Code.ZERO_BYE]
        others = [team for team in others if any(self.entry(player, round) for player in team.players)]
        if len(won) == len(others) == 1 and round not in self.records.byes:
            one, other = sorted((won[0].number, others[0].number))
            seated |= {one, other}
            yield self._match(round, one, other)

    def _match(self, round: int, one: int, other: int) -> ReadMatch:
        found = (f for f in self.records.forfeits if f.round == round and {f.white, f.black} == {one, other})
        forfeit = next(found, None)
        boards, in_order = self._seats(round, one, other)
        boards = (*boards, *(((0, 0),) * (self.boards - len(boards))))[: self.boards]
        codes = tuple(self._codes(round, *board) for board in boards)
        if forfeit is not None and not any(code.played for sides in codes for code in sides):
            return self._forfeited(round, forfeit, boards if forfeit.white == one else _swapped(boards))
        by_colours = (one if usual else other for _, usual in self._colours(round, boards))
        white = forfeit.white if forfeit is not None else next(by_colours, None)
        match = ReadMatch(white or one, other if (white or one) == one else one, boards, codes)
        if match.white != one:
            match = replace(match, boards=_swapped(boards), codes=tuple((b, a) for a, b in codes))
        doubts = [MatchDoubt(WHITE_NOT_SAID, one)] if white is None else []
        colours = self._colours(round, match.boards)
        doubts += [MatchDoubt(OTHER_COLOURS, match.white, board) for board, usual in colours if not usual]
        doubts += [] if in_order else [MatchDoubt(NOT_IN_ORDER, match.white)]
        return replace(match, doubtful=tuple(doubts))

    def _forfeited(self, round: int, forfeit: ForfeitedTeams, boards: Boards) -> ReadMatch:
        """By the players who have a point each; where none is said to, the winner has all boards."""
        won = [tuple(self._won_alone(player, round) for player in board) for board in boards]
        if not any(map(any, won)):
            white, black = (sign == "+" for sign in forfeit.signs)
            won = [(white, black)] * self.boards
        codes = tuple((_forfeit_code(white), _forfeit_code(black)) for white, black in won)
        return ReadMatch(forfeit.white, forfeit.black, boards, codes)

    def _seats(self, round: int, one: int, other: int) -> tuple[Boards, bool]:
        fixed = {o.team: o.players for o in self.records.orders if o.round == round and o.team in (one, other)}
        if one in fixed:
            return self._beside(round, fixed[one], self._present(round, other, one)), True
        if other in fixed:
            return _swapped(self._beside(round, fixed[other], self._present(round, one, other))), True
        return self._side_by_side(round, self._present(round, one, other), self._present(round, other, one))

    def _present(self, round: int, team: int, against: int) -> list[int]:
        def met(player: int) -> bool:
            entry = self.entry(player, round)
            return entry is not None and bool(entry.opponent) and self.team_of.get(entry.opponent or 0) == against

        return [one for one in self.teams[team].players if self._won_alone(one, round) or met(one)]

    def _beside(self, round: int, fixed: tuple[int, ...], present: list[int]) -> Boards:
        """The boards of one team are known; those of the other team who met nobody take its empty ones."""
        alone = [player for player in present if self._won_alone(player, round)]
        boards = []
        for player in fixed:
            entry = self.entry(player, round)
            met = entry.opponent if entry is not None and entry.opponent else 0
            lost = not player or (entry is not None and not met and entry.code is not Code.FORFEIT_WIN)
            boards.append((player, alone.pop(0) if lost and alone else met))
        return (*boards, *((0, player) for player in alone))

    def _side_by_side(self, round: int, mine: list[int], theirs: list[int]) -> tuple[Boards, bool]:
        """Both teams in their own order; a player without an opponent faces an empty chair."""
        boards, in_order, left = [], True, list(theirs)
        for player in mine:
            while left and self._won_alone(left[0], round) and not self._won_alone(player, round):
                boards.append((0, left.pop(0)))
            entry = self.entry(player, round)
            met = entry.opponent if entry is not None and entry.opponent else 0
            if met:
                in_order &= bool(left) and left[0] == met
                left.remove(met)
            boards.append((player, met))
        return (*boards, *((0, player) for player in left)), in_order

    def _codes(self, round: int, one: int, other: int) -> tuple[Code, Code]:
        """An empty chair forfeits its game."""
        mine, theirs = (self.entry(player, round) for player in (one, other))
        if mine is not None and mine.opponent == other and theirs is not None:
            return mine.code, theirs.code
        first, second = (_forfeit_code(x is not None and x.code is Code.FORFEIT_WIN) for x in (mine, theirs))
        return first, second

    def _colours(self, round: int, boards: Boards) -> Iterator[tuple[int, bool]]:
        """Boards with colours, and whether they are those of the first team with White on board 1."""
        for at, (player, met) in enumerate(boards):
            entry = self.entry(player, round)
            if entry is not None and met and entry.colour is not None:
                yield at + 1, (entry.colour is Colour.WHITE) is (at % 2 == 0)


def _forfeit_code(won: bool) -> Code:
    return Code.FORFEIT_WIN if won else Code.FORFEIT_LOSS


def _swapped(boards: Boards) -> Boards:
    return tuple((other, one) for one, other in boards)
