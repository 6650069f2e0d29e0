"""One round a day: neither before the day of the schedule nor on that of the round before, unless confirmed."""

from dataclasses import replace
from pathlib import Path

import pytest

from domain import events as e
from domain.decisions.integrity import guarded
from domain.decisions.rounds.pairing import pair_round, publish_rounds, withdraw_round
from domain.refusals import NeedsConfirmation
from domain.tournament import Tournament, replay
from domain.words.cautions import RoundBeforeItsDay
from domain.words.options import KnockoutOptions
from tests.desk.browsers import desk
from tests.desk.test_matches import AT, ROUND, cup_of_four
from tests.formats.knockouts import all_results, knockout

A_DAY = KnockoutOptions(round_a_day=True)
MONDAY, TUESDAY, WEDNESDAY = "2026-11-23", "2026-11-24", "2026-11-25"


def cup(*schedule: str, options: KnockoutOptions = A_DAY) -> Tournament:
    t = knockout(4, options)
    return replay([e.DetailsAmended(replace(t.details, schedule=schedule))], t)


def paired(t: Tournament) -> Tournament:
    return replay(pair_round(t), t)


def published(t: Tournament, round: int, today: str) -> Tournament:
    return replay(guarded(t, publish_rounds(paired(t), round, today), confirmed=0), t)


def refused(t: Tournament, round: int, today: str) -> RoundBeforeItsDay:
    events = publish_rounds(paired(t), round, today)
    with pytest.raises(NeedsConfirmation) as gate:
        guarded(t, events, confirmed=2)
    assert guarded(t, events, confirmed=3) == events
    [caution] = gate.value.cautions
    assert isinstance(caution, RoundBeforeItsDay)
    return caution


def test_a_round_waits_for_the_day_of_the_schedule() -> None:
    t = cup(f"{TUESDAY}T18:00", f"{WEDNESDAY}T18:00")
    assert refused(t, 1, MONDAY) == RoundBeforeItsDay(1, TUESDAY, MONDAY)
    assert published(t, 1, TUESDAY).published == 1


def test_without_a_schedule_the_next_round_waits_for_the_next_day() -> None:
    t = all_results(published(cup(), 1, MONDAY))
    assert refused(t, 2, MONDAY) == RoundBeforeItsDay(2, TUESDAY, MONDAY)
    assert published(t, 2, TUESDAY).published == 2


def test_a_round_that_was_late_takes_the_day_of_the_next() -> None:
    t = all_results(published(cup(MONDAY, TUESDAY), 1, TUESDAY))
    assert refused(t, 2, TUESDAY) == RoundBeforeItsDay(2, WEDNESDAY, TUESDAY)


def test_a_round_that_was_taken_back_is_published_again_on_its_day() -> None:
    t = published(cup(), 1, MONDAY)
    t = replay(withdraw_round(t, 1, "somebody was ill"), t)
    assert published(t, 1, MONDAY).published == 1


def test_without_the_option_nobody_looks_at_the_calendar() -> None:
    t = published(cup(TUESDAY, options=KnockoutOptions()), 1, MONDAY)
    assert t.round(1).published_on == ""


@pytest.mark.process
async def test_the_desk_asks_before_a_second_round_on_one_day(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await cup_of_four(anna, round_a_day="1")
        await anna.go(f"{AT}/rounds/2")
        assert (
            "The regulations have one round a day: round 2 is for" in (await anna.send(f"{AT}/rounds/2/publish")).text
        )
        await anna.send(f"{AT}/rounds/2/publish", confirmed="3")
        await anna.go(ROUND)
        assert "closed" in anna.text
