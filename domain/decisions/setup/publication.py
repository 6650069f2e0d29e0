"""When rounds are published by the clock."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime

from domain import events as e
from domain.decisions import refuse_if_closed
from domain.fields import whole_number
from domain.formats import rules_of
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.choices.publication import PublicationPlan, PublicationTime
from domain.words.choices.self_help import MOST_AHEAD_MINUTES


def plan_publication(
    tournament: Tournament, minutes: int, times: Iterable[PublicationTime], now: datetime
) -> list[e.Event]:
    """The rule for all rounds, and the times of single ones that are not published yet, in the place of those before.

    `now` is local. Raises BadField, for a time that is over too.
    """
    refuse_if_closed(tournament)
    whole_number("publish_minutes", minutes, 0, MOST_AHEAD_MINUTES)
    known, published = tournament.publication, tournament.published
    wanted = sorted(times)
    last = max(tournament.paired, rules_of(tournament).rounds(tournament) or tournament.regulations.rounds)
    for one in wanted:
        if not published < one.round <= last:
            raise BadField("publish_at", str(one.round), "round-to-come")
        if one.at and one not in known.times and datetime.fromisoformat(one.at) <= now:
            raise BadField("publish_at", one.at, "future")
    if twice := [round for round, times in Counter(one.round for one in wanted).items() if times > 1]:
        raise BadField("publish_at", str(twice[0]), "each-once")
    plan = PublicationPlan(minutes, (*(one for one in known.times if one.round <= published), *wanted))
    return [] if plan == known else [e.PublicationPlanned(plan)]
