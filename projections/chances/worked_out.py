"""The rows of an event's rest, worked out from runs of it: by entrant, as everybody is shown them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from domain.pairing import NoLegalPairing
from domain.words.choices.chances import OpenGames
from domain.words.players import EntrantId, PairingNumber
from projections.chances.lots import Lot, ends_by_rating, ends_drawn
from projections.chances.needs import needs_of
from projections.chances.playing_out import next_pairing
from projections.chances.rest import RestOfEvent
from projections.chances.tally import ROUGH_ERROR, RUNS_OF_GOOD_FIGURES, Meetings, Tally
from projections.moment.chances_found import (
    FIRST_THREE,
    ChancesFound,
    EntrantChances,
    LikelyOpponent,
    NextRound,
    PackedRows,
    Share,
    SharesByPlace,
    UpcomingRound,
    WithPoints,
)

WAYS: Mapping[OpenGames, Lot | None] = {
    OpenGames.OPEN: None,
    OpenGames.RATING: ends_by_rating,
    OpenGames.DRAWN: ends_drawn,
}
LEAST_SHARE_OF_PLACE = 0.005
"""A place that is less likely is not worth a figure."""
LEAST_SHARE_OF_OPPONENT = 0.01
MOST_OPPONENTS = 8
MOST_ERROR_WITH_POINTS = 0.05
"""Chances with so many points from here whose standard error is larger say too little."""


def next_round(rest: RestOfEvent, version: int, at: datetime, meetings: Meetings) -> NextRound | None:
    """The next round if it ended now, and the likely opponents in it; None where no round is left to be paired."""
    if not rest.rounds_to_pair:
        return None
    ways = WAYS if rest.open else {OpenGames.DRAWN: ends_drawn}
    return NextRound(
        version=version,
        at=at,
        round=rest.task.round,
        open_games=len(rest.open),
        upcoming=[_upcoming(rest, way, lot) for way, lot in ways.items()],
        draws=meetings.pairings,
        drawn_at=at if meetings.pairings else None,
        opponents=PackedRows.of(dict(_opponents(rest, meetings))) if meetings.pairings else {},
    )


def _upcoming(rest: RestOfEvent, way: OpenGames, lot: Lot | None) -> UpcomingRound:
    round = rest.task.round
    try:
        made = next_pairing(rest, lot)
    except NoLegalPairing:
        return UpcomingRound(round, way, ())
    boards = [(_entrant(rest, pair.white), _entrant(rest, pair.black)) for pair in made.pairs]
    return UpcomingRound(round, way, boards, _entrant(rest, made.bye) if made.bye is not None else None)


def _opponents(rest: RestOfEvent, meetings: Meetings) -> Iterator[tuple[EntrantId, Sequence[LikelyOpponent]]]:
    for number, met in meetings.likeliest():
        yield (
            _entrant(rest, number),
            [
                LikelyOpponent(_entrant(rest, other) if other is not None else None, colour, share)
                for (other, colour), share in met[:MOST_OPPONENTS]
                if share.chance >= LEAST_SHARE_OF_OPPONENT
            ],
        )


def _entrant(rest: RestOfEvent, number: PairingNumber) -> EntrantId:
    return rest.ids[number - 1]


def chances(rest: RestOfEvent, version: int, at: datetime, tally: Tally) -> ChancesFound:
    entrants = dict(_entrants(rest, tally)) if tally.runs else {}
    shares: list[Share] = []
    for one in entrants.values():
        shares += one.aims
        shares += one.places.values()
    return ChancesFound(
        version=version,
        at=at,
        after_round=rest.task.round - 1,
        open_games=len(rest.open),
        ended=rest.over,
        runs=tally.runs,
        stopped=tally.stopped,
        aims=rest.aims.aims,
        entrants=PackedRows.of(entrants) if entrants else {},
        error=max((share.error for share in shares), default=0.0),
    )


def _entrants(rest: RestOfEvent, tally: Tally) -> Iterator[tuple[EntrantId, EntrantChances]]:
    aims, needs = rest.aims, needs_of(rest)
    for number in tally.numbers:
        yield (
            _entrant(rest, number),
            EntrantChances(
                places=SharesByPlace.of(_places(tally, number)),
                aims=[tally.fulfilled(number, aims, at) for at in range(len(aims.aims))],
                needs=needs[number],
                with_points=list(_with_points(rest, tally, number)),
            ),
        )


def _with_points(rest: RestOfEvent, tally: Tally, number: PairingNumber) -> Iterable[WithPoints]:
    """Of those who may still come to the top; in a bracket and a play-off points say nothing."""
    if (
        rest.over
        or not rest.course.points_place
        or tally.best_to(number, FIRST_THREE.places).chance < LEAST_SHARE_OF_PLACE
    ):
        return ()
    return tally.with_points(number, MOST_ERROR_WITH_POINTS)


def _places(tally: Tally, number: PairingNumber) -> dict[int, Share]:
    found = tally.places(number, LEAST_SHARE_OF_PLACE)
    if tally.runs < RUNS_OF_GOOD_FIGURES:
        return found
    return {place: tally.at(number, place) if share.error > ROUGH_ERROR else share for place, share in found.items()}
