"""Events of every format for screens, in play and played out, with names as they come."""

from collections.abc import Callable
from dataclasses import replace

from domain import events as e
from domain.words.players import Player
from domain.words.regulations import Details, Format, Regulations
from domain.words.teams import TeamOptions
from tests.crosstable import big_open
from tests.formats.knockouts import all_results, knockout, next_round, play_out
from tests.formats.tables import entered, laws, play, published
from tests.screens.names import club, entrants, people
from tests.screens.site import NAME
from tests.team_events import MATCH, team_events

ROUNDS = 5
PRIZES = e.PrizesAnnounced(
    (
        e.Prize("First prize", 100_000),
        e.Prize("Second prize", 60_000, place=2),
        e.Prize("Third prize", 30_000, place=3),
        e.Prize("Best rated below 2400 of the whole championship", 10_050, category="U2400"),
        e.Prize("Best woman", 10_000, category="W"),
        e.Prize("Cup of the mayor", 0),
    )
)
"""Nobody of the fields is a woman."""


def named(
    events: list[e.Event], schedule: tuple[str, ...] = (), called: Callable[[int], list[Player]] = people
) -> list[e.Event]:
    """The field with names, titles, ratings and federations as they come."""
    ids = [one.player.id for one in events if isinstance(one, e.PlayerRegistered)]
    teams = [one.team.id for one in events if isinstance(one, e.TeamRegistered)]
    players = {id: replace(person, id=id) for id, person in zip(ids, called(len(ids)), strict=True)}

    def of(event: e.Event) -> e.Event:
        if isinstance(event, e.PlayerRegistered):
            return replace(event, player=players[event.player.id])
        if isinstance(event, e.TeamRegistered):
            return replace(event, team=replace(event.team, name=club(teams.index(event.team.id) + 1)))
        if isinstance(event, e.TournamentAnnounced):
            return replace(event, details=Details(NAME, schedule=schedule))
        return event

    return [of(event) for event in events]


def finished_open(players: int, rounds: int = ROUNDS) -> list[e.Event]:
    """Every round decided, prizes announced, not closed yet."""
    return [*named(big_open(players, rounds)), PRIZES]


def league(teams: int) -> list[e.Event]:
    """Teams of four; the first of three rounds is being played."""
    round = " ".join(f"{n}-{teams // 2 + n} 1=0?" for n in range(1, teams // 2 + 1))
    laws = Regulations(scoring=MATCH, rounds=3, teams=TeamOptions(open_lineups=True))
    return named(team_events(teams, [round], regulations=laws))


def large_league() -> list[e.Event]:
    """250 teams of four; the second of three rounds is being played."""
    first = " ".join(f"{n}-{125 + n} 1=01" for n in range(1, 126))
    second = " ".join(f"{n}-{n + 1} 1???" for n in range(1, 250, 2))
    laws = Regulations(scoring=MATCH, rounds=3, teams=TeamOptions(open_lineups=True))
    return named(team_events(250, [first, second], regulations=laws), called=entrants)


def finished_league(boards: int = 4) -> list[e.Event]:
    """Four teams that have met each other."""
    laws = Regulations(scoring=MATCH, rounds=3)
    matches = [("1-2 11", "3-4 1="), ("1-3 11", "2-4 10"), ("1-4 11", "2-3 =1")]
    rounds = ["  ".join(match + "=" * (boards - 2) for match in round) for round in matches]
    return named(team_events(4, rounds, regulations=laws, boards=boards))


def cup(players: int, *, over: bool = False) -> list[e.Event]:
    """The second round is being played, or the final is over; the better number wins."""
    t = knockout(players)
    return named(list((play_out(t) if over else next_round(all_results(next_round(t)))).history))


def double_elimination(players: int) -> list[e.Event]:
    """The third round is being played; the better number wins."""
    t = knockout(players, format=Format.DOUBLE_ELIMINATION)
    for _ in range(2):
        t = all_results(next_round(t))
    return named(list(next_round(t).history))


def round_robin(players: int, *, over: bool = False) -> list[e.Event]:
    """The pairings of all rounds are published; the games of the first player are open, or none is."""
    t = published(entered(players, laws()))
    return named(list(play(t, but=() if over else (1,)).history))
