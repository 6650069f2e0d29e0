"""Players enter a series by themselves: the public form, the queue, the places, their own way out, and petitions."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from domain.decisions.players.registering import NewPlayer, register_many
from server.app import create_app
from server.http.auth import open_access
from server.http.middleware import loggable
from server.journal import PersonalData
from server.office.festivals import FestivalOffice
from server.services import Services
from server.settings import Settings
from tests.desk.browsers import WORKERS, Browser, browser, desk
from tests.festival.playing import do, play_to_the_end, services_of_test, use_mail_server
from tests.festival.series import BLITZ, CLOCK, FIRST, SUNDAY, WEDNESDAY, desk_of_a_series, enter, look, set_series

ENTER = "/enter/blitz"
PETITIONS = f"{ENTER}/petitions"


@pytest.fixture
async def anna(tmp_path: Path) -> AsyncIterator[Browser]:
    async with desk_of_a_series(tmp_path) as somebody:
        yield somebody


@pytest.fixture
async def boris(anna: Browser) -> AsyncIterator[Browser]:
    """Somebody with a phone, not logged in."""
    transport = anna.client._transport
    assert isinstance(transport, httpx.ASGITransport)
    async with browser(transport) as somebody:
        yield somebody


async def ask(somebody: Browser, name: str, **more: str) -> httpx.Response:
    await somebody.go(ENTER)
    return await somebody.send(ENTER, name=name, **more)


def names(services: Services, slug: str = FIRST) -> list[str]:
    office = services.office.known(slug)
    assert office is not None
    t = office.tournament
    return [player.name for id, player in t.players.items() if not t.away(id, 1)]


async def address_of(services: Services, stream: str, player: int) -> str:
    found = await asyncio.to_thread(services.office.journal.journal.side.find, stream, player)
    return found.email


async def test_without_the_option_there_is_no_form(anna: Browser, boris: Browser) -> None:
    await set_series(anna)
    await boris.go(ENTER)
    assert "Nobody can enter or leave by themselves" in boris.text
    assert 'name="rating"' not in boris.page.text
    assert ENTER not in (await boris.go("/f/blitz")).text


async def test_an_entry_is_taken_at_once_and_told_by_mail_later(anna: Browser, boris: Browser) -> None:
    services, _ = await set_series(anna, entry_form="direct")
    assert f'href="{ENTER}"' in (await boris.go("/f/blitz")).text
    await ask(boris, "Tal, Mihail", rating="2400", email="tal@example.org")
    assert "Blitz 1 : entered" in boris.text
    assert names(services) == ["Tal, Mihail"]
    assert await address_of(services, FIRST, 1) == "tal@example.org"
    assert await address_of(services, "festival/blitz", 1) == ""


async def test_the_same_form_sent_twice_enters_once(anna: Browser, boris: Browser) -> None:
    services, office = await set_series(anna, entry_form="direct")
    await boris.go(ENTER)
    form = {**boris.form(ENTER), "name": "Tal, Mihail"}
    first = await boris.client.post(ENTER, data=form)
    again = await boris.client.post(ENTER, data=form)
    assert (first.url, first.status_code) == (again.url, again.status_code)
    assert (len(office.festival.entries), names(services)) == (1, ["Tal, Mihail"])


async def test_an_arbiter_decides_on_the_queue(anna: Browser, boris: Browser) -> None:
    services, office = await set_series(anna, entry_form="queue")
    await ask(boris, "Tal, Mihail", email="tal@example.org")
    mine = boris.page.url
    assert "waiting for the arbiter" in boris.text
    await ask(boris, "Rude Word", email="rude@example.org")
    assert names(services) == []
    await anna.go(f"{BLITZ}/series")
    assert "Entries to decide on 2" in anna.text
    await anna.send(f"{BLITZ}/series/entries/1/admit")
    await anna.send(f"{BLITZ}/series/entries/2/turn-down", reason="no name of a person")
    assert names(services) == ["Tal, Mihail"]
    assert (await address_of(services, FIRST, 1), await address_of(services, "festival/blitz", 2)) == (
        "tal@example.org",
        "",
    )
    assert "no name of a person" in (await boris.client.get(boris.page.url)).text
    assert "entered" in (await boris.client.get(mine)).text
    assert len(office.festival.entries) == 2


async def test_places_are_first_come_first_served_and_free_again(anna: Browser, boris: Browser) -> None:
    services, _ = await set_series(anna, entry_form="direct", capacity="2")
    for name in ("One", "Two"):
        await ask(boris, name)
    mine = boris.page.url
    refused = await ask(boris, "Three")
    assert refused.status_code == 409
    assert "All 2 places are taken." in boris.text
    await boris.go(str(mine))
    await boris.send(mine.path)
    assert "withdrawn" in boris.text
    await ask(boris, "Three")
    assert names(services) == ["One", "Three"]


async def test_somebody_who_withdrew_may_come_back(anna: Browser, boris: Browser) -> None:
    services, _ = await set_series(anna, entry_form="direct")
    await ask(boris, "Tal, Mihail")
    await boris.send(boris.page.url.path)
    assert names(services) == []
    await ask(boris, "Tal, Mihail")
    assert names(services) == ["Tal, Mihail"]


async def test_nobody_enters_twice_and_nobody_for_somebody_else_s_link(anna: Browser, boris: Browser) -> None:
    await set_series(anna, entry_form="direct")
    await ask(boris, "Tal, Mihail")
    token = boris.page.url.path
    refused = await ask(boris, "tal, mihail")
    assert (refused.status_code, "has entered already" in boris.text) == (409, True)
    assert (await boris.go(f"{token[:-3]}xyz")).status_code == 404


async def test_after_the_start_nobody_enters_or_leaves_by_themselves(anna: Browser, boris: Browser) -> None:
    services, office = await set_series(anna, entry_form="direct")
    await enter(services, 15)
    await ask(boris, "Tal, Mihail")
    mine = boris.page.url.path
    form = boris.form(mine)
    await look(services, office, WEDNESDAY)
    left = await boris.client.post(mine, data=form)
    assert (left.status_code, "Tal, Mihail" in names(services)) == (409, True)


async def test_what_nobody_decided_before_the_start_is_turned_down(anna: Browser, boris: Browser) -> None:
    services, office = await set_series(anna, entry_form="queue")
    await enter(services, 15)
    await ask(boris, "Tal, Mihail", email="tal@example.org")
    await look(services, office, WEDNESDAY)
    await boris.go(str(boris.page.url))
    assert "turned down" in boris.text
    assert await address_of(services, "festival/blitz", 1) == ""


async def test_a_server_that_stopped_half_way_admits_what_was_asked(anna: Browser, boris: Browser) -> None:
    services, office = await set_series(anna, entry_form="queue")
    await ask(boris, "Tal, Mihail")
    await set_series(anna, entry_form="direct")
    assert names(services) == ["Tal, Mihail"]
    before = office.position
    await look(services, office, "2026-11-22T10:05")
    assert office.position == before


async def test_a_flood_from_one_address_is_stopped_and_writes_nothing(anna: Browser, boris: Browser) -> None:
    _, office = await set_series(anna, entry_form="queue")
    await boris.go(ENTER)
    form = boris.form(ENTER)
    answers = [
        (await boris.client.post(ENTER, data={**form, "name": f"P {n}", "command_id": f"flood-{n:04}"})).status_code
        for n in range(22)
    ]
    assert answers == [200] * 20 + [429] * 2
    assert len(office.festival.entries) == 20


async def test_a_form_of_another_page_is_not_taken(anna: Browser) -> None:
    _, office = await set_series(anna, entry_form="direct")
    answer = await anna.client.post(ENTER, data={"name": "Forged", "form_token": "x"})
    assert (answer.status_code, office.festival.entries) == (403, {})


async def test_a_mirror_takes_no_entries(tmp_path: Path) -> None:
    async with desk_of_a_series(tmp_path) as anna:
        await set_series(anna, entry_form="direct")
    app = create_app(
        Settings(data=tmp_path, mirror_accepts="a token of a hall", chances=False), open_access(tmp_path), WORKERS
    )
    async with app.router.lifespan_context(app), browser(httpx.ASGITransport(app=app)) as boris:
        front = await boris.go("/f/blitz")
        assert (front.status_code, ENTER in front.text) == (200, False)
        assert (await boris.go(ENTER)).status_code == 404


def test_the_link_of_an_entry_is_a_key_and_stays_out_of_the_log() -> None:
    assert loggable("/enter/blitz/entry/InRodXJz.a5JT9f") == "/enter/blitz/entry/..."
    assert loggable("/enter/blitz/messages/InRodXJz.a5JT9f") == "/enter/blitz/messages/..."
    assert loggable("/enter/blitz/petitions") == "/enter/blitz/petitions"


async def test_who_waits_in_the_queue_keeps_the_start_where_it_is(anna: Browser, boris: Browser) -> None:
    _, office = await set_series(anna, entry_form="queue")
    await ask(boris, "Tal, Mihail")
    await set_series(anna, entry_form="queue", weekday="4")
    assert office.festival.editions[0].starts_at == f"{WEDNESDAY}:00+00:00"
    await anna.go(f"{BLITZ}/series")
    assert "must be told by you: Tal, Mihail" in anna.text


async def test_a_wrong_field_is_named_and_what_was_typed_stays(anna: Browser, boris: Browser) -> None:
    await set_series(anna, entry_form="direct")
    answer = await ask(boris, "Tal, Mihail", rating="strong")
    assert answer.status_code == 422
    assert "Rating must be a whole number" in boris.text
    assert 'value="Tal, Mihail"' in boris.page.text


# Petitions


async def sign(somebody: Browser, number: int, name: str, rating: str = "1500") -> httpx.Response:
    await somebody.go(PETITIONS)
    return await somebody.send(f"{PETITIONS}/{number}", name=name, rating=rating)


async def opened(anna: Browser, boris: Browser) -> tuple[Services, FestivalOffice]:
    services, office = await set_series(anna, petitions="1", class_minimum="3")
    await boris.go(PETITIONS)
    await boris.send(PETITIONS, petition_title="Below 1600", most_rating="1600", name="One", rating="1400")
    return services, office


async def test_enough_signers_get_a_tournament_in_which_they_have_entered(anna: Browser, boris: Browser) -> None:
    services, office = await opened(anna, boris)
    await sign(boris, 1, "Two")
    await anna.go(f"{BLITZ}/series")
    assert f"{BLITZ}/series/petitions/1/grant" not in anna.page.text
    await sign(boris, 1, "Three")
    await anna.go(f"{BLITZ}/series")
    await anna.send(f"{BLITZ}/series/petitions/1/grant")
    assert names(services, "blitz-below-1600") == ["One", "Two", "Three"]
    assert office.festival.sections["blitz-below-1600"] == "Below 1600"
    assert "announced" in (await boris.go(PETITIONS)).text


async def test_a_petition_is_signed_by_players_of_its_level_once_each(anna: Browser, boris: Browser) -> None:
    _, office = await opened(anna, boris)
    answers = [(await sign(boris, 1, name, rating)).status_code for name, rating in (("One", "1400"), ("GM", "2600"))]
    assert answers == [409, 409]
    assert "The rating of GM is outside the ratings of this petition." in boris.text
    assert len(office.festival.petitions[1].signers) == 1


async def test_a_petition_is_declined_with_a_reason_that_players_read(anna: Browser, boris: Browser) -> None:
    await opened(anna, boris)
    await anna.go(f"{BLITZ}/series")
    await anna.send(f"{BLITZ}/series/petitions/1/decline", reason="the hall is taken")
    assert "the hall is taken" in (await boris.go(PETITIONS)).text


async def test_where_no_petitions_are_taken_there_is_no_form(anna: Browser, boris: Browser) -> None:
    await set_series(anna)
    await boris.go(PETITIONS)
    assert "No petitions are taken just now." in boris.text


# A changed plan


async def test_a_changed_plan_moves_an_edition_that_nobody_has_entered(anna: Browser) -> None:
    services, office = await set_series(anna, edition_rounds="5")
    await set_series(anna, weekday="4", time="20:00", edition_rounds="7")
    [edition] = office.festival.editions
    assert (edition.starts_at, edition.postponed) == ("2026-11-27T18:00:00+00:00", 0)
    t = (await services.office.open(FIRST)).tournament
    assert (t.details.schedule, t.regulations.rounds) == (("2026-11-27T20:00",), 7)


async def test_with_entries_the_desk_says_who_must_be_told_and_moves_it_on_request(anna: Browser) -> None:
    services, office = await set_series(anna)
    await enter(services, 2)
    await asyncio.to_thread(services.office.journal.journal.side.keep, FIRST, 1, PersonalData(email="a@example.org"))
    await set_series(anna, weekday="4")
    assert office.festival.editions[0].starts_at == f"{WEDNESDAY}:00+00:00"
    await anna.go(f"{BLITZ}/series")
    assert "Edition 1 keeps its start" in anna.text
    assert "must be told by you: Player 00; Player 01" in anna.text  # no mail server is set
    use_mail_server(anna, "smtp://127.0.0.1:1?from=chess@example.org")
    await anna.go(f"{BLITZ}/series")
    assert "must be told by you: Player 01 Move it and write to them" in anna.text
    await anna.send(f"{BLITZ}/series/move")
    assert office.festival.editions[0].starts_at == "2026-11-27T17:30:00+00:00"
    [mailing] = office.festival.mailings.values()
    assert (mailing.written.occasion, mailing.waiting) == ("moved", (1,))
    assert "keeps its start" not in (await anna.go(f"{BLITZ}/series")).text


async def test_the_form_says_what_was_set(anna: Browser) -> None:
    await set_series(
        anna, edition_format="round-robin", edition_rounds="7", grouped="1", final_title="Final", final_places="3"
    )
    await anna.go(f"{BLITZ}/series")
    form = anna.form(f"{BLITZ}/series")
    assert (form["edition_format"], form["edition_rounds"], form["final_places"]) == ("round-robin", "7", "3")


# Over the board


async def test_over_the_board_only_those_count_who_have_played_before(anna: Browser) -> None:
    services, office = await set_series(
        anna, over_the_board="1", over_the_board_minimum="4", qualifying_games="3", edition_rounds="3"
    )
    await enter(services, 4)
    festival = await look(services, office, WEDNESDAY)
    assert [(one.postponed, one.started) for one in festival.editions] == [(1, False)]
    await anna.go(f"{BLITZ}/series")
    assert "Qualified" in anna.text
    assert "0 / 4" in anna.text


async def test_games_of_another_festival_qualify(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/festivals")
        await anna.send("/desk/festivals", name="Online")
        await anna.send("/desk/festivals/online/announce", title="Cup", rounds="3", format="swiss")
        services = services_of_test(anna)
        await enter(services, 4, "online-cup")
        await play_to_the_end(services, "online-cup")
        await anna.go("/desk/festivals")
        await anna.send("/desk/festivals", name="Blitz")
        CLOCK.set(SUNDAY)
        services.series.clock = CLOCK
        _, office = await set_series(
            anna,
            over_the_board="1",
            over_the_board_minimum="4",
            qualifying_games="3",
            qualifying_festival="online",
            edition_rounds="3",
        )
        await enter(services, 3)
        await look(services, office, WEDNESDAY)
        assert office.festival.editions[0].postponed == 1
        await do(services, FIRST, register_many, [NewPlayer("Player 03", 2370)])
        await look(services, office, "2026-11-26T17:30")
        assert office.festival.editions[0].started


async def test_of_those_who_run_it_one_at_least_does_not_play(anna: Browser, boris: Browser) -> None:
    organisers = "Ada Organiser\r\nBen Organiser"
    services, _ = await set_series(anna, entry_form="direct", over_the_board="1", organisers=organisers)
    await ask(boris, "Ada Organiser")
    await ask(boris, "ben organiser")
    assert "one of them must not" in boris.text
    assert names(services) == ["Ada Organiser"]
    await anna.go(f"{BLITZ}/series")
    assert anna.form(f"{BLITZ}/series")["organisers"].split() == organisers.split()
    assert "All organisers have entered" not in anna.text


async def test_the_desk_says_that_all_organisers_have_been_entered(anna: Browser) -> None:
    services, _ = await set_series(anna, over_the_board="1", organisers="Player 00\r\nPlayer 01")
    await enter(services, 2)
    assert "All organisers have entered: Player 00; Player 01." in (await anna.go(f"{BLITZ}/series")).text
    await set_series(anna, organisers="Player 00\r\nPlayer 01")
    assert "All organisers have entered" not in (await anna.go(f"{BLITZ}/series")).text


async def test_a_copy_that_can_only_be_read_has_no_form_of_entry(tmp_path: Path) -> None:
    async with desk_of_a_series(tmp_path) as anna:
        await set_series(anna, entry_form="direct", petitions="1")
    settings = Settings(data=tmp_path, read_only=True, chances=False)
    app = create_app(settings, open_access(tmp_path, read_only=True), WORKERS)
    async with app.router.lifespan_context(app), browser(httpx.ASGITransport(app=app)) as boris:
        services_of_test(boris).series.clock = CLOCK
        for path in (ENTER, PETITIONS):
            page = await boris.go(path)
            assert page.status_code == 200
            assert "This copy can only be read" in boris.text
            assert "<button" not in page.text.partition("<main")[2].partition("</main")[0]


async def test_a_group_stage_has_no_final_unless_one_is_named(anna: Browser) -> None:
    _, office = await set_series(anna, grouped="1")
    assert office.festival.series is not None
    assert office.festival.series.stages == ()
