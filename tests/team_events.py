"""Team tournaments for tests, written as the results hang on the wall.

    team_events(4, ["1-2 1=+0  4-3 ?1=-", "3-1 ====  bye:2 H:4"], boards=4)

Teams are numbered from 1; one word a round for the two teams of a match, the first with White on board 1, then a word
with its boards as the *first team* sees them:

    1 = 0     won, drawn, lost       + -   by forfeit      x   nobody came (forfeited by both)
    ?         no result yet          X     adjourned       W D L   not rated

`bye:5` is the bye of an odd field, `H:5` `F:5` `Z:5` a bye asked for. A team named nowhere is absent in that round.
Players of team n are n01, n02, ... in the order of the boards, so that 302 has the second board of team 3.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from domain import events as e
from domain.tournament import Tournament, replay
from domain.words.games import Bye, Colour, Result, Scoring
from domain.words.players import EntrantId, Player, player_id
from domain.words.regulations import Details, Entrants, Regulations
from domain.words.teams import Team, TeamId

MATCH = Scoring(4, 2, 0, 2)
"""Two match points for a match won, one for a drawn one and for the bye."""
FIRST_TEAM = 9000
BY_SIGN: Mapping[str, Result | None] = {
    "1": Result.WHITE_WINS,
    "=": Result.DRAW,
    "0": Result.BLACK_WINS,
    "+": Result.WHITE_WINS_BY_FORFEIT,
    "-": Result.BLACK_WINS_BY_FORFEIT,
    "x": Result.DOUBLE_FORFEIT,
    "X": Result.ADJOURNED,
    "W": Result.WHITE_WINS_UNRATED,
    "D": Result.DRAW_UNRATED,
    "L": Result.BLACK_WINS_UNRATED,
    "?": None,
}


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """Of teams by their numbers; signs as the first team sees them."""

    white: int
    black: int
    signs: str


def team_tournament(teams: int, rounds: Sequence[str], *, boards: int = 4, **choices: object) -> Tournament:
    """The folded state after these rounds."""
    return replay(team_events(teams, rounds, boards=boards, **choices))


def team_events(
    teams: int,
    rounds: Sequence[str],
    *,
    boards: int = 4,
    regulations: Regulations | None = None,
    reserves: int = 0,
    lineups: Mapping[tuple[int, int], tuple[int, ...]] | None = None,
) -> list[e.Event]:
    """The events; `lineups` by round and team number. The boards of `regulations` are `boards`, its entrants teams."""
    laws = regulations or Regulations(scoring=MATCH, ruleset="c07_2026", rounds=len(rounds))
    laws = replace(laws, entrants=Entrants.TEAMS, match_games=boards)
    numbered = tuple(team_id(n) for n in range(1, teams + 1))
    out: list[e.Event] = [e.TournamentAnnounced(Details("League"), laws)]
    for n in range(1, teams + 1):
        members = tuple(player_id(100 * n + seat) for seat in range(1, boards + reserves + 1))
        out += [e.PlayerRegistered(Player(id, f"Player {id}", 2600 - 10 * n - id % 100)) for id in members]
        out.append(e.TeamRegistered(Team(team_id(n), f"Team {n}", squad=members[:boards], reserves=members[boards:])))
    out += [e.InitialColourDrawn(Colour.WHITE), e.PairingNumbersIssued(numbered)]
    for round, text in enumerate(rounds, 1):
        given = {team: seats for (when, team), seats in (lineups or {}).items() if when == round}
        out += [e.LineupGiven(round, team_id(team), tuple(map(player_id, seats))) for team, seats in given.items()]
        out += _round(text, round, numbered, len(out), last=round == len(rounds))
    return out


def team_id(number: int) -> TeamId:
    """The id of team `number`."""
    return TeamId(EntrantId(FIRST_TEAM + number))


def matches_in(text: str) -> list[PlayedMatch]:
    """The matches of a round as it is written."""
    words = [word for word in text.split() if ":" not in word]
    pairs = zip(words[::2], words[1::2], strict=True)
    return [PlayedMatch(*map(int, teams.split("-")), signs) for teams, signs in pairs]


def _round(text: str, round: int, numbers: tuple[EntrantId, ...], position: int, *, last: bool) -> Iterator[e.Event]:
    matches = matches_in(text)
    asked = [tuple(word.split(":")) for word in text.split() if ":" in word]
    byes = [e.ByeGranted(team_id(int(team)), round, Bye(kind)) for kind, team in asked if kind != "bye"]
    yield from byes
    bye = next((team_id(int(team)) for kind, team in asked if kind == "bye"), None)
    boards = tuple(e.Board(at, team_id(m.white), team_id(m.black)) for at, m in enumerate(matches, 1))
    yield e.RoundPaired(round, boards, bye, numbers, "by hand", "1", based_on=position + len(byes))
    yield e.RoundPublished(round)
    for at, match in enumerate(matches, 1):
        yield from _results(round, at, match.signs)
    if not last:
        yield e.RoundClosed(round)


def _results(round: int, board: int, signs: str) -> Iterator[e.Event]:
    for game, sign in enumerate(signs, 1):
        seen = BY_SIGN[sign]
        if seen is Result.ADJOURNED:
            yield e.GameAdjourned(round, board, game=game)
        elif seen is not None:
            yield e.ResultRecorded(round, board, seen if game % 2 else seen.reversed, game=game)


def big_league(teams: int, boards: int, rounds: int, *, order: tuple[str, ...], seed: int = 1) -> list[e.Event]:
    """A made-up Swiss of teams of any size whose last round has no results: neighbours by score who have not met."""
    dice = random.Random(seed)
    met: set[frozenset[int]] = set()
    score = dict.fromkeys(range(1, teams + 1), 0)
    written = [_made_up(score, met, dice, boards, open=round == rounds) for round in range(1, rounds + 1)]
    laws = Regulations(scoring=MATCH, ruleset="c07_2026", rounds=rounds, order=order, system="team-swiss-2026")
    return team_events(teams, written, boards=boards, regulations=laws)


def _made_up(score: dict[int, int], met: set[frozenset[int]], dice: random.Random, boards: int, *, open: bool) -> str:
    free, words = sorted(score, key=lambda team: (-score[team], team)), []
    while free:
        first = free.pop(0)
        second = next((team for team in free if frozenset((first, team)) not in met), free[0])
        free.remove(second)
        met.add(frozenset((first, second)))
        signs = "?" * boards if open else "".join(dice.choices("1=0", k=boards))
        score[first] += signs.count("1") - signs.count("0")
        score[second] += signs.count("0") - signs.count("1")
        words.append(f"{first}-{second} {signs}")
    return " ".join(words)
