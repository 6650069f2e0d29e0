"""Every kind of content has a name, and every refusal of the screens a sentence without holes."""

import pytest

from domain.refusals import Refusal
from domain.screens import decisions as s
from domain.screens.events import Content, ContentKind
from domain.screens.state import NoSuchScreen
from web.wording import language
from web.wording import screens as words
from web.wording.refusals import desk, sentence

REFUSALS: list[Refusal] = [
    NoSuchScreen("bar"),
    s.BadScreenName("The Bar"),
    s.ScreenNameTaken("bar"),
    s.NoSuchPicture("ab"),
    *(s.ContentIncomplete(ContentKind.CARD, field) for field in desk.MISSING),
    *(s.OutOfRange(what, 0, 1, 9) for what in desk.RANGES),
]


def test_every_refusal_of_the_screens_is_among_these() -> None:
    known = {cls for cls in vars(s).values() if isinstance(cls, type) and issubclass(cls, Refusal)} - {Refusal}
    assert known <= {type(refusal) for refusal in REFUSALS}


@pytest.mark.parametrize("refusal", REFUSALS, ids=repr)
def test_a_refusal_is_one_sentence(refusal: Refusal) -> None:
    said = sentence(refusal, None, language("en"))
    assert said.endswith(".")
    assert "{" not in said


@pytest.mark.parametrize("kind", ContentKind)
def test_every_kind_has_a_name(kind: ContentKind) -> None:
    assert words.content(Content(kind, "open"), {"open": "Open"}, language("en")).endswith("· Open")
