"""The office of a festival on a real journal."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from domain.festival import events as f
from domain.festival import events as p
from domain.festival.decisions import add_section, announce_festival
from domain.words.choices.bulletins import Bulletin, BulletinFile, BulletinKind, BulletinText
from domain.words.choices.faces import EventFace
from domain.words.festivals import Carry, Occasion, RankingRules, Rhythm, Seeding, SeriesPlan
from domain.words.players import EntrantId, Player, player_id
from domain.words.regulations import Regulations
from domain.words.streams import is_tournament
from server.journal import AsyncJournal, open_journal
from server.journal.jsonl import export, inspect
from server.office.festivals import FestivalOffice
from server.office.tournaments import Office

NOON = "2026-12-03T12:00:00+00:00"
SUMMER = f.FestivalDetails("Summer in Varna", "Varna")

NEWS = Bulletin(
    BulletinKind.INFORMATION,
    (BulletinText("en", "Rules", "- one"),),
    "2026-11-29T10:00",
    link="https://example.org/",
    document=BulletinFile("0" * 64, 12, "rules.pdf"),
)
EVERY_EVENT: list[f.FestivalEvent] = [
    f.FestivalAnnounced(SUMMER),
    f.FestivalDetailsAmended(SUMMER),
    f.SectionAdded("varna-a", "A"),
    f.SectionRenamed("varna-a", "Masters"),
    f.SectionsOrdered(("varna-a",)),
    f.SectionRemoved("varna-a"),
    f.SectionsLinked(("varna-a",), 2, "varna-final", Carry.MUTUAL),
    f.SectionsUnlinked("varna-final"),
    f.GroupsDrawn(
        "varna-a",
        7,
        (f.PlannedGroup("A", (EntrantId(1), EntrantId(2))),),
        Seeding.LOT,
        "x7",
        Regulations(),
        (f.PlannedStage("Final", 2, Carry.POINTS, Regulations()),),
    ),
    f.GroupsAnnounced("varna-a", ("varna-group-a",), ("varna-final",)),
    f.SeriesSet(SeriesPlan(Rhythm.WEEKLY, "19:30", "Europe/Sofia"), Regulations()),
    f.EditionScheduled(1, "2026-11-25T17:30:00+00:00", "blitz-1"),
    f.EditionPostponed(1, "2026-11-26T17:30:00+00:00", "2026-11-25T17:30:00+00:00", 14, 15),
    f.EditionExtended(1, "2026-12-03T17:30:00+00:00", "2026-11-26T17:30:00+00:00", 14),
    f.EditionStarted(1, 15, 17),
    f.ParticipantsTold("blitz-1", "2026-12-03T17:30:00+00:00", 15),
    p.MailingWritten(1, Occasion.START, "blitz-1", "blitz-1", (EntrantId(1), EntrantId(2)), NOON, NOON),
    p.MessagesDelivered(1, (EntrantId(1),)),
    p.DeliveryDelayed(1, NOON, "SMTPConnectError"),
    p.MailingDropped(1),
    f.StageReported("varna-a"),
    f.EditionMoved(1, NOON, NOON, 0),
    p.EntryAsked(1, "blitz-1", Player(player_id(0), "Tal, Mihail", 2400)),
    p.EntryAdmitted(1, EntrantId(1)),
    p.EntryAsked(2, "blitz-1", Player(player_id(0), "Euwe, Max")),
    p.EntryTurnedDown(2, "not of the club"),
    p.EntryWithdrawn(1),
    p.PetitionOpened(1, "Below 1600", 0, 1600),
    p.PetitionSigned(1, Player(player_id(0), "Tal, Mihail", 1400)),
    p.PetitionGranted(1, "below-1600"),
    p.PetitionDeclined(1, "the hall is taken"),
    f.SectionAdded("varna-b", "B"),
    f.DecisionUndone(32),
    f.FestivalFaceDrafted(EventFace(accent="#14523d")),
    f.FestivalFaceShown(EventFace(accent="#14523d")),
    f.FestivalBulletinWritten(1, NEWS),
    f.FestivalBulletinWithdrawn(1),
    f.SeriesEnded(),
    f.RankingSet(RankingRules(categories=("W",), left_out=("varna-b",))),
    f.RankingClosed(),
    f.RankingReopened(),
    f.RankingRemoved(),
]


@asynccontextmanager
async def festival(folder: Path) -> AsyncIterator[FestivalOffice]:
    journal = AsyncJournal(open_journal(str(folder / "tablo.sqlite")))
    try:
        async with FestivalOffice(journal, "summer").running() as office:
            yield office
    finally:
        await journal.close()


async def test_a_festival_is_there_after_a_restart(tmp_path: Path) -> None:
    async with festival(tmp_path) as office:
        await office.command("one", "Anna", lambda _: announce_festival(SUMMER))
        await office.command("two", "Anna", lambda state: add_section(state, "varna-a", "A"))
        before = office.state
    async with festival(tmp_path) as again:
        assert again.state == before


async def test_every_event_survives_the_journal_and_its_export(tmp_path: Path) -> None:
    assert {type(event) for event in EVERY_EVENT} == set(f.FESTIVAL_EVENTS.values())
    async with festival(tmp_path) as office:
        for number, event in enumerate(EVERY_EVENT):
            await office.command(f"c{number}", "Anna", lambda _, event=event: [event])
        assert [entry.event for entry in await office.journal.read("festival/summer")] == EVERY_EVENT
        lines = list(export(office.journal.journal, ["festival/summer"]))
    assert inspect(lines, "here", {})["festival/summer"].version == len(EVERY_EVENT)


async def test_a_festival_is_no_tournament(tmp_path: Path) -> None:
    async with festival(tmp_path) as office:
        await office.command("one", "Anna", lambda _: announce_festival(SUMMER))
        async with Office(office.journal).running() as tournaments:
            assert list(tournaments) == []
    assert not is_tournament("festival/summer")
