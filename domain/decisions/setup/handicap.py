"""Times of handicap games, by the difference of ratings."""

from collections import Counter
from collections.abc import Iterable

from domain import events as e
from domain.decisions import refuse_if_closed
from domain.decisions.players.registering import HIGHEST_RATING
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.choices.handicap import HandicapStep

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
        _refuse_odd_times(one)
    return [] if wanted == tournament.handicap else [e.HandicapSet(wanted)]


def _refuse_odd_times(step: HandicapStep) -> None:
    """Both have some time, of two equals nobody is the stronger, and the stronger has no more than the weaker."""
    difference, stronger, weaker = step
    said = f"{difference}: {stronger.written}/{weaker.written}"
    if not (stronger.seconds and weaker.seconds):
        raise BadField("handicap", said, "handicap-times")
    if difference == 0 and stronger != weaker:
        raise BadField("handicap", said, "equal-at-nought")
    if stronger != weaker and stronger.seconds >= weaker.seconds and stronger.increment >= weaker.increment:
        raise BadField("handicap", said, "stronger-has-more")
