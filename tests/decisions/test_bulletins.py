"""News and information of the organiser: what may be written, and what is still shown."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.setup.bulletins import withdraw_bulletin, write_bulletin
from domain.refusals import BadField
from domain.tournament import Tournament, replay
from domain.words.choices.bulletins import MAX_BULLETIN_CHARS, Bulletin, BulletinKind, BulletinText
from tests.crosstable import announcement

MOVED = Bulletin(
    BulletinKind.NEWS,
    (BulletinText("en", "Round 5 is moved", "It starts at **five**."), BulletinText("bg", "Кръг 5 е преместен")),
    "2026-11-29T10:00",
)
RULES = replace(MOVED, kind=BulletinKind.INFORMATION, texts=(BulletinText("en", "Regulations"),))


def after(*events: e.Event) -> Tournament:
    return replay([*announcement(), *events])


def written(*bulletins: Bulletin) -> Tournament:
    return after(*(e.BulletinWritten(number, one) for number, one in enumerate(bulletins, 1)))


def test_the_newest_stands_first_and_what_is_pinned_before_it() -> None:
    later = replace(MOVED, at="2026-11-30T10:00")
    pinned = replace(MOVED, at="2026-11-01T10:00", pinned=True)
    shown = written(MOVED, later, pinned, RULES).bulletins
    assert [one.number for one in shown.news] == [3, 2, 1]
    assert [one.number for one in shown.information] == [4]


def test_a_reader_of_another_language_reads_the_first() -> None:
    assert (MOVED.text_in("bg").title, MOVED.text_in("ru").title) == ("Кръг 5 е преместен", "Round 5 is moved")


def test_a_new_one_gets_the_next_number_and_none_is_given_twice() -> None:
    [event] = write_bulletin(after(e.BulletinWritten(1, MOVED), e.BulletinWithdrawn(1)), 0, MOVED)
    assert event == e.BulletinWritten(2, MOVED)


def test_without_a_change_nothing_happens_unless_phones_are_to_be_told() -> None:
    t = written(MOVED)
    assert write_bulletin(t, 1, MOVED) == []
    assert write_bulletin(t, 1, MOVED, tell=True) == [e.BulletinWritten(1, MOVED, True)]


def test_what_is_withdrawn_is_shown_no_more_and_twice_changes_nothing() -> None:
    t = written(MOVED, RULES)
    [event] = withdraw_bulletin(t, 1)
    gone = after(*t.history[1:], event)
    assert [one.number for one in gone.bulletins.shown] == [2]
    assert withdraw_bulletin(gone, 1) == []


def test_an_earlier_moment_shows_what_is_still_there_as_it_reads_now() -> None:
    then = written(MOVED, RULES).bulletins
    now = written(MOVED, replace(RULES, link="https://example.org/"), MOVED).bulletins.withdrawn(1)
    [left] = then.as_they_stand(now).shown
    assert (left.number, left.bulletin.link) == (2, "https://example.org/")


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        (replace(MOVED, texts=()), "bulletin_title"),
        (replace(MOVED, texts=(BulletinText("en", "", "a body alone"),)), "bulletin_title"),
        (replace(MOVED, texts=(BulletinText("en", "Title", "x" * (MAX_BULLETIN_CHARS + 1)),)), "bulletin_body"),
        (replace(MOVED, texts=(BulletinText("en", "Title", "a bell \x07"),)), "bulletin_body"),
        (replace(MOVED, link="javascript:alert(1)"), "bulletin_link"),
        (replace(MOVED, at="soon"), "bulletin_at"),
    ],
)
def test_a_field_that_cannot_be_is_named(changed: Bulletin, field: str) -> None:
    with pytest.raises(BadField) as refused:
        write_bulletin(after(), 0, changed)
    assert refused.value.field == field


def test_a_number_that_was_withdrawn_cannot_be_changed() -> None:
    with pytest.raises(BadField) as refused:
        write_bulletin(after(e.BulletinWritten(1, MOVED), e.BulletinWithdrawn(1)), 1, MOVED)
    assert refused.value.rule == "no-such-bulletin"


def test_lines_indents_and_empty_lines_of_a_text_stay() -> None:
    text = BulletinText("en", "Title", "one  \r\n\r\n- two\r\n    - three\r\n")
    [event] = write_bulletin(after(), 0, replace(MOVED, texts=(text,)))
    assert isinstance(event, e.BulletinWritten)
    assert event.bulletin.texts[0].body == "one\n\n- two\n    - three"
