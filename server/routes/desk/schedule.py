"""The start of each round in the form: a row for each round, or one line that fills all rows."""

from collections.abc import Iterator
from datetime import date, timedelta

from domain.refusals import BadField
from domain.words.regulations import MAX_PLANNED_ROUNDS
from server.routes.desk.typed_days import typed_day, typed_moment, typed_time
from server.routes.forms import Form

EACH_DAY = 1
MOST_DAYS_BETWEEN = 366


def schedule_from(form: Form, rounds: int) -> tuple[str, ...]:
    """The start of each round from round 1 on. A form of lines (`schedule`) is read as such.

    Where no row is filled in, the rows follow from a first day, the times of a day and the days between. Raises
    BadField.
    """
    if "schedule" in form.fields:
        lines = (line.strip() for line in form.text("schedule").splitlines())
        return tuple(typed_moment("schedule", line) for line in lines if line)
    return tuple(_rows(form)) or tuple(_filled(form, rounds))


def _rows(form: Form) -> Iterator[str]:
    """A row without a time begins when the one before did; a row left out between two others is refused."""
    clock, empty = "", 0
    for round in range(1, MAX_PLANNED_ROUNDS + 1):
        day = typed_day("schedule", form.text(f"start_day_{round}"))
        typed = typed_time("schedule", form.text(f"start_time_{round}"))
        if not (day or typed):
            empty = empty or round
            continue
        clock = typed or clock
        if empty or not day or not clock:
            raise BadField("schedule", str(empty or round), "round-without-start")
        yield f"{day}T{clock}"


def _filled(form: Form, rounds: int) -> Iterator[str]:
    first = typed_day("schedule", form.text("first_start"))
    times = [typed_time("schedule", one) for one in form.text("start_times").replace(",", " ").split()]
    if not first or not times:
        return
    between = form.whole("days_between", EACH_DAY)
    if not 1 <= between <= MOST_DAYS_BETWEEN:
        raise BadField("days_between", str(between), f"whole:1:{MOST_DAYS_BETWEEN}")
    for round in range(rounds):
        day = date.fromisoformat(first) + timedelta(days=between * (round // len(times)))
        yield f"{day.isoformat()}T{times[round % len(times)]}"
