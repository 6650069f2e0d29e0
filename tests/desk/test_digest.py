"""The digest of a form in sixteen octets: two that say the same are one command."""

from dataclasses import fields

import pytest

from server.journal import PersonalData
from server.routes.forms import ERASABLE, Form


def form(**lists: str) -> Form:
    return Form(lists, {}, {name: (value,) for name, value in lists.items()})


@pytest.mark.parametrize("name", ["command_id", "form_token", "confirmed"])
def test_a_form_that_is_sent_once_more_says_the_same(name: str) -> None:
    again = form(name="Euwe, Max", **{name: "another"})
    assert again.digest("/desk/t/open/players") == form(name="Euwe, Max").digest("/desk/t/open/players")


def test_another_field_another_address_and_another_list_say_something_else() -> None:
    said = form(board="1", result="1-0")
    digests = {
        said.digest("/one"),
        said.digest("/two"),
        said.digest("/one", "another list"),
        form(board="2", result="1-0").digest("/one"),
        form(board="1-0", result="1").digest("/one"),
    }
    assert len(digests) == 5


@pytest.mark.parametrize("name", [field.name for field in fields(PersonalData)])
def test_nothing_that_must_be_erasable_is_in_a_digest(name: str) -> None:
    assert name in ERASABLE
    assert form(**{name: "1999-01-31"}).digest("/") == form(**{name: "1999-02-01"}).digest("/")
