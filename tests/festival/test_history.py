"""The history of a festival, and the undo of its last decision."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from domain.festival import events as f
from domain.festival.decisions import undo_decision, undoable
from domain.festival.state import replay_festival
from domain.refusals import CannotUndoDecision
from domain.words.festivals import Seeding
from domain.words.regulations import Regulations
from tests.desk.browsers import Browser, desk
from tests.festival.test_office import EVERY_EVENT
from web.wording import language
from web.wording.events.festivals import festival_event_in_words, festival_teller

TWO: list[f.FestivalEvent] = [
    f.FestivalAnnounced(f.FestivalDetails("Summer")),
    f.SectionAdded("a", "A"),
    f.SectionAdded("b", "B"),
]
SUMMER = "/desk/festivals/summer"


def test_the_last_decision_is_undone_and_brought_back() -> None:
    festival = replay_festival(TWO)
    replay_festival(undo_decision(festival, 3), festival)
    assert (list(festival.sections), festival.version) == (["a"], 4)
    replay_festival(undo_decision(festival, 4), festival)
    assert (list(festival.sections), festival.version) == (["a", "b"], 5)


def test_after_an_undo_the_one_before_it_can_be_undone_once_it_is_brought_back_or_replaced() -> None:
    festival = replay_festival([*TWO, f.DecisionUndone(3), f.SectionRenamed("a", "Masters")])
    assert undoable(festival.history) == 5
    replay_festival(undo_decision(festival, 5), festival)
    assert festival.sections == {"a": "A"}


def test_a_decision_that_others_rest_on_stays() -> None:
    drawn = f.GroupsDrawn("a", 7, (), Seeding.LOT, "x", Regulations())
    festival = replay_festival([*TWO, drawn])
    assert undoable(festival.history) is None
    for version in (3, 4):
        with pytest.raises(CannotUndoDecision):
            undo_decision(festival, version)


def test_news_and_messages_stand_in_nobodys_way() -> None:
    assert undoable(replay_festival([*TWO, f.StageReported("a")]).history) == 3


def test_a_replay_from_the_journal_is_what_stood_in_memory() -> None:
    festival = replay_festival([*TWO, f.DecisionUndone(3), f.DecisionUndone(4), f.SectionsOrdered(("b", "a"))])
    assert replay_festival(festival.history) == festival
    assert list(festival.sections) == ["b", "a"]


def test_every_event_has_its_sentence() -> None:
    teller = festival_teller(replay_festival(EVERY_EVENT), language("en"))
    said = [festival_event_in_words(event, teller) for event in EVERY_EVENT]
    assert all(said)
    assert not any("{" in one for one in said)


@pytest.fixture
async def anna(tmp_path: Path) -> AsyncIterator[Browser]:
    async with desk(tmp_path) as somebody:
        await somebody.go("/desk/festivals")
        await somebody.send("/desk/festivals", name="Summer")
        for title in ("Open", "Seniors"):
            await somebody.send(f"{SUMMER}/announce", title=title, rounds="5", format="swiss")
        yield somebody


async def test_the_history_page_undoes_and_brings_back(anna: Browser) -> None:
    await anna.go(f"{SUMMER}/history")
    assert "Section added: Seniors" in anna.text
    await anna.send(f"{SUMMER}/history/3/undo")
    assert "undone by 4" in anna.text
    assert [row["title"] for row in (await anna.go("/f/summer.json")).json()["sections"]] == ["Open"]
    await anna.go(f"{SUMMER}/history")
    await anna.send(f"{SUMMER}/history/4/undo")
    assert [row["title"] for row in (await anna.go("/f/summer.json")).json()["sections"]] == ["Open", "Seniors"]


async def test_only_the_last_decision_has_the_button_and_another_is_refused(anna: Browser) -> None:
    await anna.go(f"{SUMMER}/history")
    form = anna.form(f"{SUMMER}/history/3/undo")
    assert f"{SUMMER}/history/2/undo" not in anna.page.text
    anna.page = await anna.client.post(f"{SUMMER}/history/2/undo", data=form)
    assert "Entry 2 is not the last decision" in anna.refusal
