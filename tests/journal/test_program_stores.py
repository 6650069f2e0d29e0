"""Answers to programs and messages to webhooks, kept by every kind of store and shared by several processes."""

from collections.abc import Callable

from server.journal import Journal
from server.journal.side.deliveries import DeliveryState, StoredMessage
from server.journal.side.programs import KeptAnswer

MORNING, NOON, EVENING = (f"2026-11-23T{hour}:00:00+00:00" for hour in ("09", "12", "18"))
MESSAGE = StoredMessage("msg_1", "w0", "correction", "{}", NOON)


def test_the_first_answer_stays_and_old_ones_are_dropped(reopen: Callable[[], Journal]) -> None:
    one, other = reopen().programs, reopen().programs
    one.keep("c1", KeptAnswer("d", 409, "no"), MORNING, "")
    other.keep("c1", KeptAnswer("d", 200, "yes"), MORNING, "")
    assert other.answer("c1") == KeptAnswer("d", 409, "no")
    other.keep("c2", KeptAnswer("d", 200, "yes"), EVENING, NOON)
    assert one.answer("c1") is None


def test_the_newest_use_of_a_key_is_kept(journal: Journal) -> None:
    journal.programs.used("k", MORNING)
    journal.programs.used("k", NOON)
    assert journal.programs.last_uses() == {"k": NOON}


def test_a_message_is_stored_once_whoever_brings_it(reopen: Callable[[], Journal]) -> None:
    one, other = reopen().deliveries, reopen().deliveries
    one.tell("open", 7, [MESSAGE])
    other.tell("open", 5, [MESSAGE])
    assert other.told("open") == 7
    assert [found.id for found in one.latest("w0", 10)] == ["msg_1"]


def test_a_message_is_in_one_pair_of_hands_until_its_lease_ends(reopen: Callable[[], Journal]) -> None:
    one, other = reopen().deliveries, reopen().deliveries
    one.tell("open", 1, [MESSAGE])
    assert [one.lease("msg_1", NOON, EVENING), other.lease("msg_1", NOON, EVENING)] == [True, False]
    assert other.due(NOON, 10) == []
    assert other.lease("msg_1", EVENING, "2026-11-23T19:00:00+00:00")


def test_a_message_given_up_can_be_tried_again(journal: Journal) -> None:
    journal.deliveries.tell("open", 1, [MESSAGE])
    journal.deliveries.note("msg_1", DeliveryState.GIVEN_UP, 7, "", 500)
    assert journal.deliveries.due(EVENING, 10) == []
    journal.deliveries.again("another", "msg_1", EVENING)
    assert journal.deliveries.due(EVENING, 10) == []
    journal.deliveries.again("w0", "msg_1", EVENING)
    [found] = journal.deliveries.due(EVENING, 10)
    assert (found.tries, found.state) == (0, DeliveryState.WAITING)
    journal.deliveries.note("msg_1", DeliveryState.TAKEN, 1, "", 200)
    journal.deliveries.drop_old(EVENING)
    assert journal.deliveries.latest("w0", 10) == []


def of_webhook(webhook: str, *at: str) -> list[StoredMessage]:
    return [StoredMessage(f"{webhook}-{when[11:13]}", webhook, "correction", "{}", when) for when in at]


def test_a_webhook_with_many_messages_stands_before_no_other(journal: Journal) -> None:
    journal.deliveries.tell("open", 1, [*of_webhook("w0", MORNING, NOON, EVENING), *of_webhook("w1", EVENING)])
    assert [found.id for found in journal.deliveries.due(EVENING, 2)] == ["w0-09", "w0-12", "w1-18"]


def test_of_a_webhook_that_takes_nothing_the_newest_messages_wait(journal: Journal) -> None:
    journal.deliveries.tell("open", 1, [*of_webhook("w0", MORNING, NOON, EVENING), *of_webhook("w1", MORNING)])
    journal.deliveries.give_up_surplus("w0", 1)
    assert {found.id for found in journal.deliveries.due(EVENING, 10)} == {"w0-18", "w1-09"}
    assert journal.deliveries.waiting() == 2
