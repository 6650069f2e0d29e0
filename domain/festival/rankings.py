"""Decisions about the ranking over the sections of a festival: a grand prix, a championship of many events."""

from dataclasses import replace

from domain import refusals as r
from domain.festival import events as e
from domain.festival.state import Festival
from domain.fields import whole_number
from domain.words.choices.prizes import BadCategory, category
from domain.words.festivals import Merit, RankingRules

MOST_RANKED_PLACES = 200
MOST_PLACE_POINTS = 10_000
MOST_COUNTED_EVENTS = 100
MOST_RANKING_CATEGORIES = 12


def set_ranking(festival: Festival, rules: RankingRules) -> list[e.FestivalEvent]:
    """Raises RankingIsClosed, NoSuchSection, BadField."""
    if festival.ranking_closed:
        raise r.RankingIsClosed
    rules = _checked(festival, rules)
    return [] if rules == festival.ranking else [e.RankingSet(rules)]


def close_ranking(festival: Festival) -> list[e.FestivalEvent]:
    """Twice changes nothing. Raises NoRanking."""
    if festival.ranking is None:
        raise r.NoRanking
    return [] if festival.ranking_closed else [e.RankingClosed()]


def reopen_ranking(festival: Festival) -> list[e.FestivalEvent]:
    return [e.RankingReopened()] if festival.ranking_closed else []


def end_ranking(festival: Festival) -> list[e.FestivalEvent]:
    """Twice changes nothing. Raises RankingIsClosed."""
    if festival.ranking_closed:
        raise r.RankingIsClosed
    return [] if festival.ranking is None else [e.RankingRemoved()]


def _checked(festival: Festival, rules: RankingRules) -> RankingRules:
    for tournament in rules.left_out:
        if tournament not in festival.sections:
            raise r.NoSuchSection(tournament)
    whole_number("best_events", rules.best, 0, MOST_COUNTED_EVENTS)
    if rules.merit is Merit.TABLE and not rules.points:
        raise r.BadField("place_points", "", "required")
    if len(rules.points) > MOST_RANKED_PLACES:
        raise r.BadField("place_points", str(len(rules.points)), f"lines:{MOST_RANKED_PLACES}")
    for points in rules.points:
        whole_number("place_points", points, 0, MOST_PLACE_POINTS)
    written = tuple(dict.fromkeys(filter(None, (one.strip() for one in rules.categories))))
    if len(written) > MOST_RANKING_CATEGORIES:
        raise r.BadField("ranked_apart", str(len(written)), f"lines:{MOST_RANKING_CATEGORIES}")
    for one in written:
        _refuse_unreadable(one)
    return replace(rules, ties=tuple(dict.fromkeys(rules.ties)), categories=written)


def _refuse_unreadable(written: str) -> None:
    """Boards are of one event alone, so that they make no category here."""
    try:
        found = category(written)
    except BadCategory as bad:
        raise r.BadField("ranked_apart", bad.text, "category") from None
    if found.board is not None:
        raise r.BadField("ranked_apart", written, "category")
