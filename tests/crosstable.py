"""THE tournament builder of the tests: a tournament is written as the crosstable that hangs on the wall.

    Alice GM 2500  +w4 =b2 U
    Bruno    2400  +b3 =w1 -w4
    Carla    2300  -w2 H   .
    David    2200  -b1 .   +b2

One line a player, in the order of the pairing numbers; name, title and rating may all be left out, a
leading `3.` is decoration. One token a round:

    +w5 =b3 -w2    won with White against 5, drew with Black with 3, lost with White against 2
    Ww5 Dw5 Lw5    the same, not to be rated
    +f7 -f7        won, lost by forfeit (-f on both sides: nobody came); +fw7 where the colour matters,
                   otherwise White is the lower number
    ?w5 Xw5        not finished, adjourned
    U H F Z        the bye of an odd field; half-point, full-point and zero-point bye
    .              not there: a late entry before the first game, withdrawn after it

Where the system is to pair, step by step: `with_results(published(entered(8, Regulations(rounds=5))))`.
Before that: `announcement(laws)` has the first events, `announced(laws)` and `drawn(laws)` are tournaments.
"""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from domain import events as e
from domain.decisions.players.registering import NewPlayer, register_many
from domain.decisions.rounds.pairing import pair_round, publish_round
from domain.decisions.rounds.results import record_result
from domain.decisions.setup.announcing import announce_tournament
from domain.tournament import Tournament, replay
from domain.words.games import BY_SIDES, Bye, Code, Colour, Result, Scoring
from domain.words.players import Player, PlayerId, Title
from domain.words.regulations import Details, Regulations

TOKEN = re.compile(r"^(?:(?P<sign>[-+=WDL?X])(?P<how>f?[wb]|f)(?P<opponent>\d+)|(?P<bye>[UHFZ.]))$")
TITLES = frozenset(title.value for title in Title if title)
OPEN = Details("Open")
SWISS = Regulations()
FORFEIT = {"+": Code.FORFEIT_WIN, "-": Code.FORFEIT_LOSS}


@dataclass(frozen=True, slots=True)
class Token:
    """One cell: a bye of some kind, or an opponent with a colour and a code."""

    bye: str = ""
    opponent: int = 0
    colour: Colour | None = None
    code: Code = Code.PENDING


@dataclass(frozen=True, slots=True)
class Row:
    number: int
    player: Player
    tokens: tuple[Token, ...]


def tournament(text: str, **options: object) -> Tournament:
    """The folded state after everything the crosstable tells (options as in `history`)."""
    return replay(history(text, **options))  # type: ignore[arg-type]


def history(
    text: str,
    *,
    rounds: int | None = None,
    regulations: Regulations | None = None,
    details: Details | None = None,
    publish_last: bool = True,
    close_last: bool = False,
) -> list[e.Event]:
    """The events of a tournament that ends with this crosstable.

    `rounds` is how many are planned (default: as many as written); `regulations` overrides it.
    Every round but the last is closed; with `publish_last=False` the last one stays a draft
    (then its tokens must be `?`), with `close_last` it is closed as well.
    """
    rows = [_row(number, line) for number, line in enumerate(_lines(text), 1)]
    written = max((len(row.tokens) for row in rows), default=0)
    if {len(row.tokens) for row in rows} - {written}:
        raise ValueError("every line of a crosstable has the same number of rounds")
    laws = regulations or Regulations(rounds=rounds or max(written, 1))
    out = list(_start(rows, details or Details("Test Open"), laws))
    for round in range(1, written + 1):
        last = round == written
        out += _round(rows, round, laws.scoring, len(out), publish_last or not last, close_last or not last)
    return out


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]


def _row(number: int, line: str) -> Row:
    words = re.sub(r"^\d+\.\s*", "", line).split()
    first = next((i for i, word in enumerate(words) if TOKEN.match(word)), len(words))
    return Row(number, _player(number, words[:first]), tuple(_token(word, number) for word in words[first:]))


def _player(number: int, words: list[str]) -> Player:
    rating = next((int(word) for word in words if word.isdigit()), 0)
    title = next((Title(word) for word in words if word in TITLES), Title.NONE)
    name = " ".join(word for word in words if not word.isdigit() and word not in TITLES)
    return Player(PlayerId(number), name or f"Player {number}", rating, title)


def _token(word: str, number: int) -> Token:
    match = TOKEN.match(word)
    if match is None:
        raise ValueError(f"line {number}: {word!r} is not a token")
    if match["bye"]:
        return Token(bye=match["bye"])
    opponent, how, sign = int(match["opponent"]), match["how"], match["sign"]
    forfeit = how.startswith("f")
    code = FORFEIT[sign] if forfeit else Code({"+": "1", "-": "0"}.get(sign, sign))
    colour = Colour(how[-1]) if how[-1] in "wb" else (Colour.WHITE if number < opponent else Colour.BLACK)
    return Token(opponent=opponent, colour=colour, code=code)


def _start(rows: list[Row], details: Details, regulations: Regulations) -> Iterator[e.Event]:
    yield e.TournamentAnnounced(details, regulations)
    for row in rows:
        absent = next((i for i, token in enumerate(row.tokens) if token.bye != "."), 0)
        yield e.PlayerRegistered(row.player, from_round=absent + 1)
    yield e.InitialColourDrawn(Colour.WHITE)
    yield e.PairingNumbersIssued(tuple(row.player.id for row in rows))


def _round(
    rows: list[Row], round: int, scoring: Scoring, position: int, published: bool, closed: bool
) -> Iterator[e.Event]:
    absences = list(_absences(rows, round))
    yield from absences
    games = _games(rows, round, scoring)
    boards = tuple(e.Board(i, PlayerId(w), PlayerId(b)) for i, (w, b, _) in enumerate(games, 1))
    bye = next((row.player.id for row in rows if row.tokens[round - 1].bye == "U"), None)
    numbers = tuple(row.player.id for row in rows)
    yield e.RoundPaired(round, boards, bye, numbers, "by hand", "1", based_on=position + len(absences))
    if not published:
        return
    yield e.RoundPublished(round)
    for board, (_, _, result) in enumerate(games, 1):
        if result is Result.ADJOURNED:
            yield e.GameAdjourned(round, board)
        elif result is not None:
            yield e.ResultRecorded(round, board, result)
    if closed:
        yield e.RoundClosed(round)


def _absences(rows: list[Row], round: int) -> Iterator[e.Event]:
    for row in rows:
        token = row.tokens[round - 1]
        before = [earlier.bye == "." for earlier in row.tokens[: round - 1]]
        gone = bool(before) and before[-1] and not all(before)
        if token.bye in ("H", "F", "Z"):
            yield e.ByeGranted(row.player.id, round, Bye(token.bye))
        elif token.bye == "." and not gone and not all(before):
            yield e.PlayerWithdrawn(row.player.id, round)
        elif token.bye != "." and gone:
            yield e.PlayerReadmitted(row.player.id, round)


def _games(rows: list[Row], round: int, scoring: Scoring) -> list[tuple[int, int, Result | None]]:
    """White, black, result, in the order of the boards: best score first, then the better number (F.1)."""
    games = [_game(rows, row, round) for row in rows if row.tokens[round - 1].colour is Colour.WHITE]
    seated = [player for white, black, _ in games for player in (white, black)]
    if len(seated) != len(set(seated)) or len(seated) != sum(bool(row.tokens[round - 1].opponent) for row in rows):
        raise ValueError(f"round {round}: the two halves of a game do not agree")
    score = {row.number: _score(row, round - 1, scoring) for row in rows}
    games.sort(key=lambda g: (-max(score[g[0]], score[g[1]]), -score[g[0]] - score[g[1]], min(g[0], g[1])))
    return games


def _game(rows: list[Row], row: Row, round: int) -> tuple[int, int, Result | None]:
    white = row.tokens[round - 1]
    black = rows[white.opponent - 1].tokens[round - 1]
    if black.opponent != row.number or black.colour is not Colour.BLACK:
        raise ValueError(f"round {round}: {row.number} and {white.opponent} do not agree about their game")
    if white.code is Code.PENDING:
        return row.number, white.opponent, None
    return row.number, white.opponent, BY_SIDES[white.code, black.code]


def _score(row: Row, rounds: int, scoring: Scoring) -> int:
    bye = {"U": Code.PAIRING_BYE, "H": Code.HALF_BYE, "F": Code.FULL_BYE, "Z": Code.ZERO_BYE, ".": Code.ZERO_BYE}
    return sum(scoring.points(bye[token.bye] if token.bye else token.code) for token in row.tokens[:rounds])


def announcement(laws: Regulations = SWISS, details: Details = OPEN) -> list[e.Event]:
    """The events that a journal of a tournament begins with."""
    return announce_tournament(details, laws)


def announced(laws: Regulations = SWISS, details: Details = OPEN, players: Iterable[Player] = ()) -> Tournament:
    """Just announced, with these players registered as they are."""
    return replay([*announcement(laws, details), *map(e.PlayerRegistered, players)])


def drawn(laws: Regulations = SWISS, details: Details = OPEN, players: Iterable[Player] = ()) -> Tournament:
    """The tournament before round 1, White drawn for number 1."""
    return replay([e.InitialColourDrawn(Colour.WHITE)], announced(laws, details, players))


def entered(field: int | Sequence[int], laws: Regulations, details: Details = OPEN) -> Tournament:
    """Players P0, P1 ... before round 1, White drawn, entered as at the desk.

    `field` has their ratings; a number stands for so many, from 2400 down by 50.
    """
    ratings = [2400 - 50 * n for n in range(field)] if isinstance(field, int) else field
    t = announced(laws, details)
    replay(register_many(t, [NewPlayer(f"P{n}", rating=rating) for n, rating in enumerate(ratings)]), t)
    return replay([e.InitialColourDrawn(Colour.WHITE)], t)


def published(t: Tournament) -> Tournament:
    """The tournament with its next round paired by its system and published."""
    replay(pair_round(t), t)
    return replay(publish_round(t, t.paired), t)


def with_results(t: Tournament, result: Result = Result.WHITE_WINS) -> Tournament:
    """The tournament with this result on every board of the published round; the round stays open."""
    for board in t.round(t.published).matches:
        replay(record_result(t, t.published, board, result, seen=None), t)
    return t


def big_open(players: int, rounds: int, *, played: int | None = None, seed: int = 1) -> list[e.Event]:
    """A made-up open of any size: neighbours by score play who have not met. For benchmarks and load.

    Not a legal pairing of any system, but a crosstable that looks like one: some byes, some
    forfeits, nobody meets twice. The first `played` rounds have results (default: all), one more
    is published without.
    """
    dice = random.Random(seed)
    names = [f"Player{n:04d}, Test" for n in range(1, players + 1)]
    people = [Player(PlayerId(n), names[n - 1], 2700 - n * 1500 // players) for n in range(1, players + 1)]
    finished = rounds if played is None else played
    cells: dict[int, list[str]] = {n: [] for n in range(1, players + 1)}
    score = dict.fromkeys(cells, 0)
    met: set[frozenset[int]] = set()
    for round in range(1, min(finished + 1, rounds) + 1):
        _invent(cells, score, met, dice, open=round > finished)
    lines = [f"{p.name} {p.rating} {' '.join(cells[p.id])}" for p in people]
    return history("\n".join(lines), rounds=rounds, details=Details(f"Big Open of {players}"))


def _invent(
    cells: dict[int, list[str]], score: dict[int, int], met: set[frozenset[int]], dice: random.Random, *, open: bool
) -> None:
    """One more round for everybody."""
    waiting = sorted(cells, key=lambda n: (-score[n], n))
    if len(waiting) % 2:
        lucky = next(n for n in reversed(waiting) if "U" not in cells[n])
        waiting.remove(lucky)
        cells[lucky].append("U")
        score[lucky] += 2
    for white, black in _neighbours(waiting, met):
        sign = "?" if open else dice.choices("+=-", weights=(38, 34, 28))[0]
        cells[white].append(f"{sign}w{black}")
        cells[black].append(f"{ {'+': '-', '-': '+'}.get(sign, sign) }b{white}".replace(" ", ""))
        score[white] += {"+": 2, "=": 1}.get(sign, 0)
        score[black] += {"-": 2, "=": 1}.get(sign, 0)


def _neighbours(waiting: list[int], met: set[frozenset[int]]) -> Iterable[tuple[int, int]]:
    left = list(waiting)
    while left:
        first = left.pop(0)
        second = next((n for n in left if frozenset((first, n)) not in met), left[0])
        left.remove(second)
        met.add(frozenset((first, second)))
        yield (first, second) if (first + len(met)) % 2 else (second, first)
