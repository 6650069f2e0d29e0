"""Names and shapes on the disk are for ever; classes are not."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from domain.events import EVENTS, ByeRequested, EntryWaitlisted, PaymentMade
from domain.festival.events import RankingRemoved
from domain.screens.events import SCREEN_EVENTS
from domain.words.choices.fees import FeePayment, PaymentWay
from domain.words.games import Bye
from domain.words.players import EntrantId, Player
from server.journal import Broken, BrokenChain, UnknownEvent, open_journal
from server.journal.chain import GENESIS, seal, sealed
from server.journal.codec import ALL_EVENTS, FORMER_NAMES, Codec, Fields
from server.journal.entries import Append
from server.journal.store import verdict
from server.notice import notice

AT = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
ASKED = Append("open", 0, "I", "c", (), AT)


@dataclass(frozen=True, slots=True)
class Greeted:
    """As it is today. First it had `who`, then `names` in one text, now `names` one by one."""

    names: tuple[str, ...]
    loudly: bool = False


def names_in_one_text(old: Fields) -> Fields:
    return {"names": old["who"]}


def names_one_by_one(old: Fields) -> Fields:
    return {**old, "names": str(old["names"]).split(" and ")}


TODAY = Codec({"Greeted": Greeted}, {("Greeted", 1): names_in_one_text, ("Greeted", 2): names_one_by_one})


def row(name: str, event: str) -> bytes:
    body = (
        f'{{"stream":"open","version":1,"recorded_at":"2026-11-21T09:00:00Z","by":"I","command_id":"c","digest":"",'
        f'"name":"{name}","event":{event}'
    ).encode()
    return sealed(body, seal(GENESIS, body))


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("Greeted", '{"who":"Anna and Boris"}'),
        ("Greeted.v2", '{"names":"Anna and Boris"}'),
        ("Greeted.v3", '{"names":["Anna","Boris"]}'),
        ("Greeted.v3", '{"names":["Anna","Boris"],"loudly":false}'),
    ],
)
def test_every_shape_an_event_ever_had_is_read(name: str, event: str) -> None:
    assert TODAY.read(name, row(name, event), "open", 1).event == Greeted(("Anna", "Boris"))


PAYMENT = PaymentMade(EntrantId(7), FeePayment(1, 2550, PaymentWay.CASH, "2026-11-28", "Anna", "EUR"))


ASKED_FOR = ByeRequested(EntrantId(7), 2, Bye.HALF)
WAITLISTED = EntryWaitlisted(Player(EntrantId(7), "Ada"))


@pytest.mark.parametrize(
    ("name", "event"),
    [("FeePaid", PAYMENT), ("RankingEnded", RankingRemoved()), ("ByeAskedFor", ASKED_FOR), ("EntryWaits", WAITLISTED)],
)
def test_an_event_that_has_another_name_today_is_read(name: str, event: object) -> None:
    assert Codec().read(name, row(name, msgspec.json.encode(event).decode()), "open", 1).event == event


def test_former_names_belong_to_events_of_today() -> None:
    assert not FORMER_NAMES.keys() & ALL_EVENTS.keys()
    assert set(FORMER_NAMES.values()) <= ALL_EVENTS.keys()


@pytest.mark.parametrize("name", ["Greeted", "Greeted.v2", "Greeted.v3"])
@pytest.mark.parametrize("says", ['"name":"Parted",', '"by":"","name":"greeted",', ""])
def test_a_row_says_itself_what_it_is_stored_as(name: str, says: str) -> None:
    found = row(name, '{"who":"\\"name\\":\\"Greeted\\"","names":["Anna"]}').replace(
        f'"name":"{name}",'.encode(), says.encode()
    )
    with pytest.raises(BrokenChain) as trouble:
        TODAY.read(name, found, "open", 1)
    assert str(trouble.value.why) == f"stored-under-another-name name={name}"


def test_today_is_written_in_todays_shape() -> None:
    written = TODAY.write(ASKED, Greeted(("Anna",)), 1, AT, GENESIS)  # type: ignore[arg-type]
    assert written.name == "Greeted.v3"
    assert TODAY.read(written.name, written.row, "open", 1).event == Greeted(("Anna",))


@pytest.mark.parametrize("name", ["Greeted.v4", "Waved", "Greeted.vx", "Greeted.v0", ""])
def test_a_name_from_the_future_stops_with_its_position(name: str) -> None:
    with pytest.raises(UnknownEvent) as trouble:
        TODAY.read(name, row(name, "{}"), "open", 1)
    assert (trouble.value.stream, trouble.value.version, trouble.value.name) == ("open", 1, name)


def test_a_field_from_the_future_fails_the_verification(tmp_path: Path) -> None:
    line = row("RoundPublished", '{"round":1,"hologram":true}')
    journal = open_journal(str(tmp_path / "t.sqlite"))
    journal.adopt("open", [line])
    found = journal.verify("open")
    journal.close()
    assert isinstance(found, Broken)
    assert "hologram" in str(found.why)


def test_of_two_troubles_the_verification_tells_the_first() -> None:
    rows = [("RoundPublished", row("RoundPublished", '{"round":1,"hologram":true}')), ("RoundPublished", b"{}")]
    found = verdict("open", rows, Codec())
    assert isinstance(found, Broken)
    assert found.version == 1
    found = verdict("open", rows[::-1], Codec())
    assert found == Broken(1, notice("hash-does-not-fit"))


def test_a_row_is_one_line_with_its_keys_in_order() -> None:
    written = TODAY.write(ASKED, Greeted(("A\nB",)), 1, AT, GENESIS)  # type: ignore[arg-type]
    assert b"\n" not in written.row
    assert list(msgspec.json.decode(written.row)) == [
        "stream", "version", "recorded_at", "by", "command_id", "digest", "name", "event", "hash",
    ]  # fmt: skip


def test_every_event_of_the_domain_has_a_place_in_the_journal() -> None:
    codec = Codec()
    assert {codec.stored_name(name) for name in EVENTS} >= {cls.__name__ for cls in EVENTS.values()}
    assert not EVENTS.keys() & SCREEN_EVENTS.keys()
