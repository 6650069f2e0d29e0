"""A journal of many years: the same few tournaments again and again, under other names, places and dates.

`build(url, tournaments, players, rounds)` writes it through the journal's own appending, a tournament in a transaction.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from domain import events as e
from server.journal import Append, open_journal
from tests.crosstable import big_open

CITIES = ("Sofia", "Plovdiv", "Varna", "Burgas", "Ruse", "Stara Zagora", "Pleven", "Albena", "Велико Търново")
CUPS = ("Open", "Memorial", "Cup", "Festival", "Rapid", "Купа", "Мемориал")
FIRST_DAY = datetime(2016, 1, 9, 9, tzinfo=UTC)


def build(url: str, tournaments: int, players: int = 100, rounds: int = 9) -> int:
    """The number of entries written."""
    patterns = [big_open(players, rounds, seed=seed) for seed in range(1, 4)]
    written = 0
    with closing(open_journal(url)) as journal:
        for number in range(tournaments):
            events = patterns[number % len(patterns)]
            for outcome in journal.append_many(list(commands(number, events))):
                if not isinstance(outcome, list):
                    raise outcome
                written += len(outcome)
    return written


def commands(number: int, events: Sequence[e.Event]) -> Iterator[Append]:
    """A command for each event but the players, who come in one, as from a list."""
    slug, city, cup = f"open-{number:05}", CITIES[number % len(CITIES)], CUPS[number % len(CUPS)]
    day = FIRST_DAY + timedelta(hours=4 * number)
    after, batch = 0, list[e.Event]()
    for event in [*events, None]:
        if batch and not (isinstance(event, e.PlayerRegistered) and isinstance(batch[-1], e.PlayerRegistered)):
            yield Append(slug, after, "Anna", f"{slug}-{after}", tuple(batch), day + timedelta(minutes=after))
            after, batch = after + len(batch), []
        if isinstance(event, e.TournamentAnnounced):
            start, end = day.date().isoformat(), (day + timedelta(days=8)).date().isoformat()
            about = replace(event.details, name=f"{city} {cup} {number}", city=city, start=start, end=end)
            event = replace(event, details=replace(about, chief_arbiter="Ivanova, Anna", federation="BUL"))
        if event is not None:
            batch.append(event)
