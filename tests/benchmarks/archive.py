"""A journal of many years: the same few tournaments again and again, under other names, places and dates.

`build(url, tournaments, players, rounds)` writes it through the journal's own appending, a tournament in a transaction.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import cast

from domain import events as e
from domain.organisers import events as o
from domain.stewards.events import Role
from domain.words.streams import ORGANISERS
from server.http.auth import hashed_password
from server.journal import Append, open_journal
from server.journal.side.accounts import KeptAccount
from tests.crosstable import big_open
from tests.deploy.processes import PASSWORD

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


MAIL_OF_OWNERS = "@example.org"


def share_out(url: str, tournaments: int, organisers: int) -> None:
    """Clubs with an owner each, who all have the same password, and an equal part of the tournaments."""
    hashed = hashed_password(PASSWORD)
    with closing(open_journal(url)) as journal:
        for number in range(organisers):
            club, account = f"club-{number}", f"a{number}"
            invited = o.MemberInvited(f"m{number}", club, Role.OWNER)
            founded = [o.OrganiserFounded(club, f"Club {number}"), invited, o.AccountOpened(account)]
            owned = range(number, tournaments, organisers)
            given = [o.OwnershipGiven(o.OwnedKind.TOURNAMENT, f"open-{one:05}", club) for one in owned]
            events = cast("list[e.Event]", [*founded, o.MemberJoined(f"m{number}", account), *given])
            journal.append(ORGANISERS, None, "Anna", f"{club}-founded", events, FIRST_DAY)
            journal.accounts.open(KeptAccount(account, f"Owner {number}", f"owner-{number}{MAIL_OF_OWNERS}", hashed))
