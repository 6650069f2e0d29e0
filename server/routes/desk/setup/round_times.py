"""Times of rounds at the desk: when each is published by the clock, the default time, and times of handicap games."""

import re
from collections.abc import Iterator, Sequence

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.rounds.lateness import set_default_time
from domain.decisions.setup.handicap import set_handicap
from domain.decisions.setup.publication import plan_publication
from domain.formats import rules_of
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.choices.handicap import HandicapStep, read_clock
from domain.words.choices.publication import PublicationTime
from server.clock import hall_clock
from server.office.tournaments import Decide, TournamentOffice
from server.routes.api.commands import EVERYTHING_KEY, PAIRINGS_KEY
from server.routes.desk.rounds.waiting import by_the_clock
from server.routes.desk.rows import act, deciding, get
from server.routes.desk.setup.announcement import typed_lines
from server.routes.desk.typed import typed_moment
from server.routes.desk.visit import Visit
from server.routes.forms import Form
from web.api.commands import arranging as arranging

TIMES = "/times"
TIME_OF_ROUND = re.compile(r"([0-9]{1,3}) *: *(.*)")
"""`4: 2026-11-21T15:00`; nothing behind the number = by hand."""

HANDICAP_LINE = re.compile(r"([0-9]{1,5}) *: *([0-9:+]+) */ *([0-9:+]+)")


async def show_times(visit: Visit, office: TournamentOffice) -> Response:
    t = office.tournament
    return visit.page(
        "desk/times.html",
        rounds=_rounds_to_come(t),
        own={one.round: one.at for one in t.publication.times},
        by_clock=by_the_clock(visit),
    )


def _rounds_to_come(t: Tournament) -> range:
    """Of a table that is drawn at once they are published together."""
    rules, first = rules_of(t), t.published + 1
    together = rules.predetermined and not t.regulations.round_robin.one_by_one
    last = max(t.paired, rules.rounds(t) or t.regulations.rounds)
    return range(first, min(first, last) + 1 if together else last + 1)


def _publication(visit: Visit) -> Decide:
    minutes, now = visit.form.whole("publish_minutes", 0), hall_clock()
    times = list(_times_typed(visit.form, _rounds_to_come(visit.at.tournament)))
    return lambda t: plan_publication(t, minutes, times, now)


def _times_typed(form: Form, rounds: range) -> Iterator[PublicationTime]:
    """A form of lines (`publish_at`) is read as such, otherwise a row for each round."""
    if "publish_at" in form.fields:
        for line in typed_lines(form, "publish_at"):
            read = TIME_OF_ROUND.fullmatch(line)
            if read is None:
                raise BadField("publish_at", line, "moment")
            yield PublicationTime(int(read[1]), typed_moment("publish_at", read[2]) if read[2] else "")
        return
    for round in rounds:
        typed = form.text(f"publish_at_{round}")
        if form.ticked(f"by_hand_{round}"):
            yield PublicationTime(round, "")
        elif typed:
            yield PublicationTime(round, typed_moment("publish_at", typed))


def _default_minutes(visit: Visit) -> int | None:
    """Empty = not set."""
    return visit.form.whole("default_minutes") if visit.form.text("default_minutes") else None


def _handicap(visit: Visit) -> list[HandicapStep]:
    """A line for each step: `200: 13/17`, the stronger first."""
    steps: list[HandicapStep] = []
    for line in typed_lines(visit.form, "handicap"):
        read = HANDICAP_LINE.fullmatch(line)
        stronger, weaker = (read_clock(read[2]), read_clock(read[3])) if read else (None, None)
        if read is None or stronger is None or weaker is None:
            raise BadField("handicap", line, "handicap-line")
        steps.append(HandicapStep(int(read[1]), stronger, weaker))
    return steps


routes: Sequence[BaseRoute] = (
    get(TIMES, show_times),
    act("/publication", _publication, PAIRINGS_KEY(arranging.PlanPublication), on=TIMES),
    act(
        "/default-time",
        deciding(set_default_time, _default_minutes),
        EVERYTHING_KEY(arranging.SetDefaultTime),
        on=TIMES,
    ),
    act("/handicap", deciding(set_handicap, _handicap), EVERYTHING_KEY(arranging.SetHandicap), on=TIMES),
)
