"""The language of the desk: chosen by each steward, negotiated for whoever has not chosen."""

from pathlib import Path

import pytest

from domain.refusals import BadField
from domain.stewards.decisions import choose_language
from domain.stewards.events import LanguageChosen, Role, StewardInvited
from domain.stewards.state import Stewards, replay_stewards
from tests.desk.browsers import browser, desk, server, with_round_one
from tests.stewards.desk import invite
from web.wording import LANGUAGES, OWN_NAMES

BORIS = StewardInvited("b", "Boris", Role.READER)


def shown_in(page: str) -> str:
    """The language asked for; `<html lang>` says the language of the words, which may be English still."""
    return page.split(' data-lang="', 1)[1][:2]


def test_an_invited_steward_keeps_their_choice_with_their_invitation() -> None:
    chosen = choose_language(replay_stewards([BORIS]), replay_stewards([BORIS]).invited["b"], "bg", LANGUAGES)
    assert chosen == [LanguageChosen("bg", id="b")]
    assert replay_stewards([BORIS, *chosen]).invited["b"].language == "bg"


def test_who_knows_the_password_keeps_it_under_their_name() -> None:
    anna = Stewards().by_password("Anna")
    stewards = replay_stewards(choose_language(Stewards(), anna, "ru", LANGUAGES))
    assert stewards.by_password("anna").language == "ru"
    assert stewards.by_password("Vera").language == ""


def test_choosing_twice_changes_nothing() -> None:
    stewards = replay_stewards([LanguageChosen("ru", name="Anna")])
    assert choose_language(stewards, stewards.by_password("Anna"), "ru", LANGUAGES) == []


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadField):
        choose_language(Stewards(), Stewards().by_password("Anna"), "tlh", LANGUAGES)


async def test_the_page_offers_every_language_and_the_desk_is_shown_in_the_one_chosen(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go("/desk/language")
        for code, name in OWN_NAMES.items():
            assert f'<option value="{code}" lang="{code}">{name}</option>' in anna.page.text
        await anna.send("/desk/language", language="bg")
        await anna.go("/desk/t/open/history")
        assert shown_in(anna.page.text) == "bg"
        assert "Български" in anna.page.text


async def test_the_choice_holds_on_another_device_and_for_nobody_else(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await with_round_one(await anna.log_in())
        await boris.go(await invite(anna, "Boris", "reader"))
        await boris.go("/desk/language")
        await boris.send("/desk/language", language="ru")
        await boris.go("/desk/t/open")
        await anna.go("/desk/t/open")
        assert (shown_in(boris.page.text), shown_in(anna.page.text)) == ("ru", "en")
        async with browser(transport) as elsewhere:
            await elsewhere.go(await invite(anna, "Vera", "reader"))
            await elsewhere.go("/desk/t/open")
            assert shown_in(elsewhere.page.text) == "en"


async def test_before_the_login_the_browser_is_asked(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna:
        anna.client.headers["Accept-Language"] = "bg-BG,bg;q=0.9,en;q=0.5"
        await anna.go("/desk/login")
        assert shown_in(anna.page.text) == "bg"
        await anna.go("/desk/login?lang=ru")
        await anna.go("/desk/login")
        assert shown_in(anna.page.text) == "ru"


async def test_who_has_not_chosen_reads_the_desk_as_the_public_pages(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        anna.client.headers["Accept-Language"] = "ru"
        await anna.go("/desk")
        assert shown_in(anna.page.text) == "ru"


async def test_a_language_made_up_by_a_form_is_refused_on_the_page_of_the_form(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/language")
        await anna.send("/desk/language", language="tlh")
        assert anna.page.status_code == 422
        assert "tlh" in anna.refusal
