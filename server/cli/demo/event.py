"""The festival of the demo: what it is, and its journal up to the moment at which somebody opens it.

Every event is decided where the desk's are; the lot of it is a seed, and the seed stands in the first command.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from datetime import datetime, timedelta
from functools import cache, partial
from importlib.resources import files
from random import Random

from domain import events as e
from domain.decisions.integrity import guarded
from domain.decisions.players.attendance import grant_bye
from domain.decisions.players.numbering import draw_initial_colour
from domain.decisions.players.registering import register_many
from domain.decisions.players.teams import register_teams
from domain.decisions.rounds.pairing import pair_round, publish_round
from domain.decisions.rounds.results import record_result
from domain.decisions.setup.announcing import announce_prizes, announce_tournament
from domain.decisions.setup.regulations import IN_FORCE, SYSTEM_OF_TEAMS
from domain.festival.decisions import add_section, announce_festival
from domain.festival.events import FestivalDetails
from domain.festival.state import Festival, replay_festival
from domain.moves.games import PgnGame, pgn_games
from domain.ranking.elo import expected
from domain.records import dataclass
from domain.round import Game
from domain.tournament import Tournament, replay
from domain.tournament_cards.lineups import players_of_game
from domain.words.games import Bye, Result
from domain.words.players import EntrantId
from domain.words.regulations import Details, Entrants, Regulations
from domain.words.streams import FESTIVAL
from domain.words.teams import USUAL_MATCH_POINTS, TeamOptions
from server.cli.demo.people import BOARDS_OF_A_MATCH, of_the_festival
from server.journal import Append, Journal

FESTIVAL_NAME, CITY, EURO = "harbour", "Port Lantern", "EUR"
SEED = 160
ARBITERS = ("Ingrid", "Mihail")
PLAYER_COUNT, TEAM_COUNT = 160, 12
ROUND_IN_PLAY = 6
"""The round in which somebody finds the festival."""
PLAYED_SHARE = 0.5
"""Of the time of that round."""
ORDER_OF_RESULTS = ("1-0", "1/2-1/2", "0-1")
LIVE_BOARD_COUNT = 8
"""The first boards of the open: their games are known, move by move."""
ASKED_FOR_A_BYE, ROUND_OF_BYE = (EntrantId(40), EntrantId(41)), 4
"""Two who have asked for half a point instead of a game."""
LONGEST_ROUND = timedelta(hours=4)


@dataclass(frozen=True, slots=True)
class DemoSection:
    slug: str
    title: str
    laws: Regulations

    @property
    def with_live_boards(self) -> bool:
        return self is THE_OPEN


THE_OPEN = DemoSection("harbour-open", "Open", replace(IN_FORCE, rounds=9))
TEAM_EVENT = DemoSection(
    "harbour-teams",
    "Teams",
    replace(
        IN_FORCE,
        system=SYSTEM_OF_TEAMS,
        rounds=7,
        entrants=Entrants.TEAMS,
        match_games=BOARDS_OF_A_MATCH,
        scoring=USUAL_MATCH_POINTS,
        order=("C07-TEAM-SWISS",),
        teams=TeamOptions(open_lineups=True),
    ),
)
SECTIONS = (THE_OPEN, TEAM_EVENT)
PRIZES = (
    *(e.Prize(f"{place}", 100 * euros, "", place) for place, euros in enumerate((2000, 1200, 800, 500, 300), 1)),
    e.Prize("W", 400_00, "W"),
    e.Prize("U18", 250_00, "U18"),
    e.Prize("S65", 250_00, "S65"),
    e.Prize("U2000", 200_00, "U2000"),
)


@dataclass(frozen=True, slots=True)
class WrongResult:
    """A result that was entered from the wrong slip; the slip of the board says what was played."""

    slug: str = THE_OPEN.slug
    round: int = 3
    board: int = 9
    entered: Result = Result.WHITE_WINS
    played: Result = Result.BLACK_WINS


WRONG = WrongResult()


@dataclass(frozen=True, slots=True)
class PlannedResult:
    """A result that an arbiter is going to enter."""

    share: float
    """Of the time of the round, when it comes in."""
    board: int
    game: int
    result: Result


@cache
def known_games() -> tuple[PgnGame, ...]:
    """Games of masters of long ago."""
    return tuple(pgn_games(files("server.cli.demo").joinpath("games.pgn").read_text("utf-8")))


def games_at(t: Tournament, round: int, seed: int) -> dict[int, PgnGame]:
    """The games of the live boards by board: where White is much stronger White mostly wins."""
    dice, boards = Random(f"{seed} games {round}"), sorted(t.round(round).matches)[:LIVE_BOARD_COUNT]
    shuffled = dice.sample(known_games(), LIVE_BOARD_COUNT)
    games = sorted(shuffled, key=lambda one: ORDER_OF_RESULTS.index(one.tags["Result"]))
    ahead = {board: _difference(t, round, t.round(round).game(board)) + dice.gauss(0, 80) for board in boards}
    return dict(zip(sorted(boards, key=lambda board: -ahead[board]), games, strict=False))


def results_to_come(section: DemoSection, t: Tournament, round: int, seed: int) -> list[PlannedResult]:
    """The results of a published round in the order in which they come in.

    It begins slowly, with draws, has its peak after the middle and ends with a few long games.
    """
    dice, planned = Random(f"{seed} {section.slug} {round}"), []
    known = games_at(t, round, seed) if section.with_live_boards else {}
    for board, match in sorted(t.round(round).matches.items()):
        for game in match:
            result, share = _by_rating(_difference(t, round, game), dice), dice.betavariate(4.5, 2.8)
            if board in known:
                result = known[board].result or result
            elif result is Result.DRAW and dice.random() < 0.3:
                share = dice.uniform(0.05, 0.3)
            if (section.slug, round, board) == (WRONG.slug, WRONG.round, WRONG.board):
                result = WRONG.entered
            planned.append(PlannedResult(share, board, game.number, result))
    return sorted(planned, key=lambda one: one.share)


def _difference(t: Tournament, round: int, game: Game) -> int:
    """White's rating above Black's."""
    seats = players_of_game(t, round, game, at_desk=True) if t.regulations.of_teams else (game.white, game.black)
    white, black = (t.players[seat].rating if seat else 0 for seat in seats)
    return white - black


def _by_rating(difference: int, dice: Random) -> Result:
    if dice.random() < 0.32:
        return Result.DRAW
    return Result.WHITE_WINS if 100 * dice.random() < expected(difference) else Result.BLACK_WINS


@dataclass(slots=True)
class Script:
    """What happens to one section, step by step, as it is going to stand in its journal."""

    section: DemoSection
    seed: int
    t: Tournament = field(default_factory=Tournament)
    appends: list[Append] = field(default_factory=list)

    def step(self, at: datetime, decide: Callable[[Tournament], list[e.Event]]) -> None:
        after, number = self.t.version, len(self.appends)
        events = guarded(self.t, decide(self.t), 0)
        replay(events, self.t)
        follows = self.appends[-1].command_id if self.appends else ""
        id, by = f"demo/{self.seed}/{self.section.slug}/{number}", ARBITERS[number % len(ARBITERS)]
        self.appends.append(Append(self.section.slug, after, by, id, tuple(events), at, follows=follows))

    def announced(self, at: datetime, details: Details, enter: Callable[[Tournament], list[e.Event]]) -> None:
        self.step(at, lambda _: announce_tournament(details, self.section.laws))
        self.step(at, enter)
        if not self.section.laws.of_teams:
            self.step(at, lambda t: announce_prizes(t, PRIZES, currency=EURO))
            for player in ASKED_FOR_A_BYE:
                self.step(at, partial(grant_bye, player=player, round=ROUND_OF_BYE, kind=Bye.HALF))
        self.step(at, lambda t: draw_initial_colour(t, str(self.seed)))

    def published(self, round: int, begins: datetime) -> None:
        self.step(begins - timedelta(minutes=40), pair_round)
        self.step(begins - timedelta(minutes=30), lambda t: publish_round(t, round))

    def played(self, round: int, begins: datetime, lasts: timedelta, until: float = 1.0) -> None:
        """The results up to a share of the time."""
        for one in results_to_come(self.section, self.t, round, self.seed):
            if one.share <= until:
                given = record(round, one)
                self.step(begins + one.share * lasts, given)


def record(round: int, one: PlannedResult) -> Callable[[Tournament], list[e.Event]]:
    return lambda t: record_result(t, round, one.board, one.result, None, game=one.game)


def festival_appends(seed: int, now: datetime, *, played: bool, round_seconds: float) -> Iterator[Append]:
    """The festival and its sections: in the middle of a round, or `played=False` before the first.

    Later rounds have no time: they are played within the hour, and walls would count down to another day.
    """
    lasts = timedelta(seconds=round_seconds)
    since = PLAYED_SHARE * lasts
    begins, days = _beginnings(now - since, played)
    starts = tuple(one.astimezone().isoformat(timespec="minutes")[:16] for one in begins)
    players, teams = of_the_festival(PLAYER_COUNT, TEAM_COUNT, Random(f"{seed} people"))
    entries: Sequence[Callable[[Tournament], list[e.Event]]] = (
        lambda t: register_many(t, players),
        lambda t: register_teams(t, teams),
    )
    yield _of_festival(seed, begins[0] - timedelta(days=30), starts)
    for section, enter in zip(SECTIONS, entries, strict=True):
        script, rounds = Script(section, seed), section.laws.rounds
        about = Details(
            f"Harbour {section.title}",
            CITY,
            start=starts[0][:10],
            end=starts[rounds - 1][:10],
            chief_arbiter="Ingrid Solvang",
            deputies=("Mihail Kostov",),
            time_control="90 min + 30 s",
            schedule=starts[:days],
        )
        script.announced(begins[0] - timedelta(days=1), about, enter)
        for round in range(1, days):
            script.published(round, begins[round - 1])
            script.played(round, begins[round - 1], LONGEST_ROUND)
        if played:
            script.published(days, begins[days - 1])
            script.played(days, now - since, lasts, PLAYED_SHARE)
        yield from script.appends


def _beginnings(now: datetime, played: bool) -> tuple[list[datetime], int]:
    """The time of each round, one a day, and the round of today."""
    today = ROUND_IN_PLAY if played else 1
    hour = now.astimezone().replace(minute=0, second=0, microsecond=0)
    first = hour - timedelta(days=today - 1)
    return [first + timedelta(days=day) for day in range(THE_OPEN.laws.rounds)], today


def _of_festival(seed: int, at: datetime, starts: Sequence[str]) -> Append:
    details = FestivalDetails("Harbour Festival", CITY, starts[0][:10], starts[-1][:10], one_prize_each=True)
    events = announce_festival(details)
    festival: Festival = replay_festival(events)
    for section in SECTIONS:
        added = add_section(festival, section.slug, section.title)
        events += added
        festival = replay_festival(events)
    return Append(FESTIVAL + FESTIVAL_NAME, 0, ARBITERS[0], f"demo/{seed}/festival", tuple(events), at)  # type: ignore[arg-type]


def seed_of(journal: Journal) -> int | None:
    """The seed of the demo in this journal; None = it is another's."""
    founding = next(iter(journal.read(FESTIVAL + FESTIVAL_NAME, upto=1)), None)
    words = founding.command_id.split("/") if founding else []
    return int(words[1]) if len(words) == 3 and words[0] == "demo" else None
