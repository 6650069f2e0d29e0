"""The JSON twins of a player's page and of two players compared, with the working of every value."""

from domain.ranking.tiebreaks import Contribution, Working
from domain.words.articles import cited_together
from projections.player.card import CameFrom, Neighbour, PlayerCard, PlayerHead, RoundLine
from projections.player.compare import SideBySide
from web.api.views import Json, exact_json, person, points_json


def player_card(view: PlayerCard) -> dict[str, Json]:
    return {
        **player_head(view.head),
        "came_from": [came_from_json(one) for one in view.came],
        "rounds": [round_line(line) for line in view.lines],
        "tiebreaks": [working_json(one) for one in view.workings],
    }


def came_from_json(one: CameFrom) -> dict[str, Json]:
    return {
        "tournament": one.source,
        "name": one.name,
        "player_there": one.origin,
        "place": one.place,
        "carry": one.carry.value,
        "points": points_json(one.carried),
    }


def player_head(view: PlayerHead) -> dict[str, Json]:
    rating = view.rating
    return {
        "player": person(view.person),
        "place": view.place or None,
        "tied_with": view.tied_with,
        "points": points_json(view.points),
        "after_round": view.after,
        "above": _neighbour(view.above),
        "below": _neighbour(view.below),
        "performance": rating.performance if rating else None,
        "rating_change": exact_json(rating.change) if rating else None,
        "new_rating": rating.new_rating if rating else None,
        "k": rating.k if rating else None,
    }


def round_line(line: RoundLine) -> dict[str, Json]:
    return {
        "round": line.round,
        "code": line.code.value,
        "points": points_json(line.points),
        "total": points_json(line.total),
        "board": line.board or None,
        "opponent": person(line.opponent) if line.opponent else None,
        "colour": line.colour.value if line.colour else None,
        "float": line.floated.value if line.floated else None,
        "mark": line.mark.value,
        "counts": line.counts,
        "rests": line.rests,
        "rating_change": exact_json(line.change) if line.change is not None else None,
    }


def compare(view: SideBySide) -> dict[str, Json]:
    steps = view.comparison.steps if view.comparison else ()
    return {
        "first": player_card(view.first),
        "second": player_card(view.second),
        "steps": [
            {
                "tiebreak": str(step.tiebreak),
                "article": cited_together(step.articles),
                "first": exact_json(step.first),
                "second": exact_json(step.second),
                "verdict": step.verdict.value,
            }
            for step in steps
        ],
        "met": [round_line(line) for line in view.met],
        "common_opponents": [person(common.opponent) for common in view.common],
    }


def working_json(one: Working) -> dict[str, Json]:
    return {
        "code": str(one.tiebreak),
        "article": cited_together(one.articles),
        "ruleset": one.ruleset.value,
        "value": exact_json(one.value),
        "contributions": [_contribution(c) for c in one.contributions],
        "facts": {fact.value: exact_json(value) for fact, value in one.facts.items()},
        "among": list(one.among),
    }


def _contribution(c: Contribution) -> Json:
    return {
        "round": c.round,
        "code": c.code.value,
        "points": exact_json(c.points),
        "kind": c.kind.value,
        "opponent": c.opponent,
        "opponent_score": exact_json(c.face),
        "counted": exact_json(c.counted),
        "amount": exact_json(c.amount),
        "article": c.article.number if c.article else "",
        "cut": c.cut.value if c.cut else None,
    }


def _neighbour(one: Neighbour | None) -> Json:
    if one is None:
        return None
    decider = one.comparison.steps[-1] if one.comparison.steps else None
    return {
        "player": person(one.person),
        "place": one.place,
        "decided_by": str(decider.tiebreak) if decider and decider.verdict.value != "equal" else None,
    }
