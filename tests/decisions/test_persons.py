"""Who is one person over several tournaments, and who is hidden: an organiser says it, and takes it back."""

import pytest

from domain.organisers import decisions
from domain.organisers import person_decisions as d
from domain.organisers.events import (
    EntranceIdentified,
    EntranceSeparated,
    HidingRefused,
    OrganiserDescribed,
    OrganiserEvent,
    OrganiserFaceDrafted,
    OrganiserFaceShown,
    OrganiserFounded,
    PersonHidden,
    PersonShown,
)
from domain.organisers.persons import Entrance, entrance_of, fide_id_of
from domain.organisers.state import Organisers, replay_organisers
from domain.refusals import BadField
from domain.words.choices.faces import EventFace
from domain.words.players import EntrantId

OPEN, CUP = Entrance("open", EntrantId(1)), Entrance("cup", EntrantId(7))
SAME = EntranceIdentified("cup", 7, "open~1")
LEVSKI = OrganiserFounded("levski", "Levski")


def after(*events: OrganiserEvent) -> Organisers:
    return replay_organisers(events)


def test_a_person_is_a_fide_id_or_an_entrance() -> None:
    assert (fide_id_of("2900084"), fide_id_of("x"), fide_id_of("0")) == (2900084, 0, 0)
    assert entrance_of("open~1") == OPEN
    assert [entrance_of(one) for one in ("open", "2900084", "Open~1", "open~0", "hall~1")] == [None] * 5


def test_an_entrance_without_a_word_of_anybody_is_a_person_of_its_own() -> None:
    persons = after().persons
    assert (persons.person(OPEN), persons.person(OPEN, 2900084)) == ("open~1", "2900084")


def test_entrances_that_are_said_to_be_one_person_stay_one_whatever_is_said_later() -> None:
    assert d.identify_entrance(after(), CUP, "open~1") == [SAME]
    assert d.identify_entrance(after(SAME), CUP, "open~1") == []
    both = after(SAME, EntranceIdentified("open", 1, "2900084"))
    assert (both.persons.person(CUP), both.persons.root("cup~7")) == ("2900084", "2900084")
    assert list(both.persons.also("2900084")) == [CUP, OPEN]


@pytest.mark.parametrize("person", ["cup~7", "", "nobody", "open~1"])
def test_nobody_is_said_to_be_themselves_or_nobody(person: str) -> None:
    state = after(EntranceIdentified("open", 1, "cup~7"))
    with pytest.raises(BadField):
        d.identify_entrance(state, CUP, person)


def test_what_was_said_is_taken_back() -> None:
    assert d.separate_entrance(after(SAME), CUP) == [EntranceSeparated("cup", 7)]
    assert d.separate_entrance(after(), CUP) == []
    assert after(SAME, EntranceSeparated("cup", 7)).persons.person(CUP) == "cup~7"


def test_a_hidden_person_is_hidden_under_every_name() -> None:
    assert d.hide_person(after(SAME), "cup~7") == [PersonHidden("open~1")]
    hidden = after(PersonHidden("cup~7"), SAME)
    assert hidden.persons.is_hidden("open~1")
    assert d.hide_person(hidden, "cup~7") == []
    assert d.show_person(hidden, "cup~7") == [PersonShown("open~1")]
    shown = after(PersonHidden("cup~7"), SAME, PersonShown("open~1"))
    assert not shown.persons.is_hidden("cup~7")
    assert d.show_person(shown, "cup~7") == []


def test_a_request_is_refused_with_a_reason() -> None:
    assert d.refuse_hiding(after(), "open~1", "somebody else") == [HidingRefused("open~1", "somebody else")]
    with pytest.raises(BadField):
        d.refuse_hiding(after(), "open~1", " ")


def test_an_organiser_says_who_it_is() -> None:
    said = decisions.describe_organiser(after(LEVSKI), "levski", "Левски", " A club. ", "https://levski.example")
    assert said == [OrganiserDescribed("levski", "Левски", "A club.", "https://levski.example")]
    assert (
        decisions.describe_organiser(after(LEVSKI, *said), "levski", "Левски", "A club.", "https://levski.example")
        == []
    )
    with pytest.raises(decisions.OrganiserNameTaken):
        decisions.describe_organiser(after(LEVSKI, OrganiserFounded("slavia", "Slavia")), "levski", "slavia", "", "")
    with pytest.raises(BadField):
        decisions.describe_organiser(after(LEVSKI), "levski", "Levski", "", "javascript:alert(1)")


def test_a_face_is_drafted_and_then_shown() -> None:
    face = EventFace("#aa1122")
    [drafted] = decisions.draft_organiser_face(after(LEVSKI), "levski", face)
    assert drafted == OrganiserFaceDrafted("levski", face)
    assert decisions.show_organiser_face(after(LEVSKI, drafted), "levski") == [OrganiserFaceShown("levski", face)]
    assert decisions.show_organiser_face(after(LEVSKI), "levski") == []
    shown = after(LEVSKI, drafted, OrganiserFaceShown("levski", face)).organiser("levski")
    assert (shown.face, shown.face_at_desk) == (face, face)
