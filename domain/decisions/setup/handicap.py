"""Times of handicap games, by the difference of ratings."""

from collections import Counter
from collections.abc import Iterable

from domain import events as e
from domain.decisions import refuse_if_closed
from domain.decisions.players.registering import HIGHEST_RATING
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.handicap import ClockTime, HandicapStep

MOST_HANDICAP_STEPS = 50


def set_handicap(tournament: Tournament, steps: Iterable[HandicapStep]) -> list[e.Event]:
    """In the place of the times before; none: both sides have the time of the event. Raises BadField."""
    refuse_if_closed(tournament)
    wanted = tuple(sorted(steps))
    if wanted and tournament.regulations.of_teams:
        raise BadField("handicap", str(wanted[0].difference), "players-only")
    if len(wanted) > MOST_HANDICAP_STEPS:
        raise BadField("handicap", str(len(wanted)), f"at-most:{MOST_HANDICAP_STEPS}")
    for difference, times in Counter(one.difference for one in wanted).items():
        if times > 1:
            raise BadField("handicap", str(difference), "each-once")
        if difference > HIGHEST_RATING:
            raise BadField("handicap", str(difference), f"whole:0:{HIGHEST_RATING}")
    for one in wanted:
        _refuse_no_time(one)
    return [] if wanted == tournament.handicap else [e.HandicapSet(wanted)]


def _refuse_no_time(step: HandicapStep) -> None:
    """Both have some time, and of two equals nobody is the stronger."""
    said = f"{step.stronger.written}/{step.weaker.written}"
    if not all(_runs(one) for one in (step.stronger, step.weaker)):
        raise BadField("handicap", f"{step.difference}: {said}", "handicap-times")
    if step.difference == 0 and step.stronger != step.weaker:
        raise BadField("handicap", f"0: {said}", "equal-at-nought")


def _runs(clock: ClockTime) -> bool:
    return clock.seconds > 0
