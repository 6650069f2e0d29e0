"""Events of every format for screens, in play and played out, with names as they come."""

from dataclasses import replace

from domain import events as e
from domain.words.regulations import Details
from tests.crosstable import big_open
from tests.formats.knockouts import all_results, knockout, next_round, play_out
from tests.formats.tables import entered, laws, play, published
from tests.screens.names import people
from tests.screens.site import NAME

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


def named(events: list[e.Event], schedule: tuple[str, ...] = ()) -> list[e.Event]:
    """The same with names, titles, ratings and federations as they come."""
    players = {person.id: person for person in people(sum(isinstance(one, e.PlayerRegistered) for one in events))}

    def of(event: e.Event) -> e.Event:
        if isinstance(event, e.PlayerRegistered):
            return replace(event, player=players[event.player.id])
        if isinstance(event, e.TournamentAnnounced):
            return replace(event, details=Details(NAME, schedule=schedule))
        return event

    return [of(event) for event in events]


def finished_open(players: int, rounds: int = ROUNDS) -> list[e.Event]:
    """Every round decided, prizes announced, not closed yet."""
    return [*named(big_open(players, rounds)), PRIZES]


def cup(players: int, *, over: bool = False) -> list[e.Event]:
    """The second round is being played, or the final is over; the better number wins."""
    t = knockout(players)
    return named(list((play_out(t) if over else next_round(all_results(next_round(t)))).history))


def round_robin(players: int, *, over: bool = False) -> list[e.Event]:
    """The pairings of all rounds are published; the games of the first player are open, or none is."""
    t = published(entered(players, laws()))
    return named(list(play(t, but=() if over else (1,)).history))
