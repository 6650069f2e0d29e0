"""Applications for titles (IT2) and norms of arbiters (FA1, IA1)."""

from dataclasses import replace

import pytest

from domain.tournament import Tournament
from tests.norms.test_claims_of_a_tournament import applicant_meets, event
from tests.norms.test_norms_in_reach import GRANDMASTERS, met
from tests.paper.printed import printed, text


@pytest.fixture(scope="module")
def strong() -> Tournament:
    return event(applicant_meets("+++++++=="))


def test_an_application_names_the_title_the_norm_and_what_the_title_needs(strong: Tournament) -> None:
    said = text("it2", strong)
    for part in ("Application for a title (IT2): GM", "Sofia Open", "8 2400 2751", "2500 or more", "9 in this event"):
        assert part in said


def test_without_a_norm_there_is_none() -> None:
    assert printed("it2", event(applicant_meets("---------"))) is None


def test_each_arbiter_has_a_form(strong: Tournament) -> None:
    t = strong.copy()
    t.details = replace(t.details, deputies=("Ivanov, Petar",))
    said = text("arbiter-norms", t)
    for part in (
        "SMIRNOVA",
        "Anna",
        "IVANOV",
        "Petar",
        "Deputy chief arbiter",
        "Title holders (without CM and WCM) 10",
    ):
        assert part in said


def test_further_arbiters_have_a_form_with_their_role(strong: Tournament) -> None:
    t = strong.copy()
    t.details = replace(t.details, arbiters=("Petrova, Anna (Fair-play officer)", "Ivanov, Petar"))
    said = text("arbiter-norms", t)
    for part in ("PETROVA", "Anna", "Position Fair-play officer", "IVANOV", "Position Arbiter"):
        assert part in said
    assert "Further arbiters Petrova, Anna (Fair-play officer), Ivanov, Petar" in text("final-report", t)


def test_nobody_is_named_nobody_has_one(strong: Tournament) -> None:
    t = strong.copy()
    t.details = replace(t.details, chief_arbiter="")
    assert printed("arbiter-norms", t) is None


def test_direct_titles_are_claimed_by_those_with_a_medal_or_half_of_the_points(strong: Tournament) -> None:
    said = text("it4", strong)
    assert "1 IM Applicant" in said
    assert "8 89" in said
    assert "2 GM P8" in said  # shares place 2 with a draw
    assert "of ____ members" in said


def test_there_are_no_direct_titles_before_the_end() -> None:
    assert printed("it4", met("+++++===?", GRANDMASTERS)) is None


def test_an_organiser_proves_the_event(strong: Tournament) -> None:
    said = text("organiser", strong)
    for part in ("Event of an organiser (IO)", "Sofia Open", "Rated 10", "Federations", "Surname"):
        assert part in said
