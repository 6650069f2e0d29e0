"""Everybody who has made a norm or can still make one: for spectators where they are shown what comes next."""

from domain import events as e
from domain.norms.judging import Norm
from domain.tournament import Tournament, replay
from domain.words.choices.chances import ChancesFor, OpenGames
from projections.moment.snapshot import snapshot
from projections.table.norm_forecast import norm_forecast, public_norm_forecast
from projections.table.norms_in_reach import NormInReach
from tests.norms.test_norms_in_reach import APPLICANT, GRANDMASTERS, met
from tests.paper.printed import text
from web.api.norms import norm_forecast_json
from web.public.pages import pieces


def shown(t: Tournament) -> Tournament:
    return replay([e.ChancesShown(ChancesFor.PUBLIC, 1, OpenGames.DRAWN)], t)


def outlooks(t: Tournament) -> dict[str, tuple[Norm | None, tuple[NormInReach, ...]]]:
    view = norm_forecast(snapshot(t), None)
    return {one.person.name: (one.made, one.in_reach) for one in view.players} if view else {}


def test_who_can_still_make_one_is_told_with_the_points() -> None:
    found = outlooks(met("+++++===?", GRANDMASTERS))
    assert found == {"Applicant": (None, (NormInReach(Norm.GM, 1, 1, 2400, known=True),))}


def test_who_has_made_one_is_told() -> None:
    assert outlooks(met("++++++===", GRANDMASTERS)) == {"Applicant": (Norm.GM, ())}


def test_nobody_else_is() -> None:
    assert outlooks(met("+++=====?", GRANDMASTERS)) == {}


def test_without_titles_there_is_no_forecast() -> None:
    assert norm_forecast(snapshot(met("+++++===?", ["2400"] * 9)), None) is None


def test_everybody_sees_it_where_what_comes_next_is_shown() -> None:
    t = met("+++++===?", GRANDMASTERS)
    assert public_norm_forecast(snapshot(t)) is None
    assert public_norm_forecast(snapshot(shown(t))) is not None


def test_the_twin_says_the_points() -> None:
    view = public_norm_forecast(snapshot(shown(met("+++++===?", GRANDMASTERS))))
    assert view is not None
    (one,) = norm_forecast_json(view)["players"]
    assert (one["player"]["id"], one["made"]) == (APPLICANT, None)
    assert one["in_reach"] == [{"norm": "GM", "points": 0.5, "games": 1, "average": 2400, "opponents_known": True}]


def test_the_paper_has_the_sentence() -> None:
    said = text("norms-in-reach", met("+++++===?", GRANDMASTERS))
    assert "Applicant" in said
    assert "against 2400" in said


def test_the_feed_has_the_page_while_everybody_sees_it() -> None:
    t = met("+++++===?", GRANDMASTERS)
    assert pieces(snapshot(t), "norms") is None
    ((_, shown_now),) = pieces(snapshot(shown(t)), "norms") or ()
    assert shown_now == {"norms": public_norm_forecast(snapshot(shown(t)))}
