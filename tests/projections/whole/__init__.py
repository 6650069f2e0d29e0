"""Small tournaments of every format, played through the decisions of the desk and told to the last field."""

from collections.abc import Callable
from pathlib import Path

from domain.tournament import Tournament
from domain.words.regulations import Entrants
from tests.projections.whole.brackets import double_elimination, knockout
from tests.projections.whole.playing import Looks
from tests.projections.whole.playoffs_held import playoff_of_six, playoff_of_three
from tests.projections.whole.swiss_and_tables import round_robin, scheveningen, swiss_1998, swiss_2026, teams
from tests.projections.whole.telling import journal, told, views

CASES = Path(__file__).parents[2] / "cases" / "whole_views"
MADE = (
    swiss_1998,
    swiss_2026,
    teams,
    knockout,
    double_elimination,
    playoff_of_three,
    playoff_of_six,
    round_robin,
    scheveningen,
)
STORIES: dict[str, Callable[[], Looks]] = {story.__name__: story for story in MADE}


def as_text(story: str) -> str:
    """Every moment that the story looks at, then the journal."""
    lines, last = list[str](), Tournament()
    for moment, t in STORIES[story]():
        shown = views(t) if t.regulations.entrants is Entrants.PLAYERS else told(t.numbers)
        lines += [f"===== {moment}", *shown]
        last = t
    return "\n".join([*lines, "===== journal", *journal(last.history), ""])
