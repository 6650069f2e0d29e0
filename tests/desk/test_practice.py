"""A practice: made-up players from one button, private for good, thrown away by one."""

from pathlib import Path

from tests.desk.browsers import desk

AT = "/desk/t/practice"


async def test_one_button_makes_a_tournament_whose_first_round_can_be_paired(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk")
        await anna.send("/desk/practice")
        assert anna.page.url.path == AT
        await anna.send(f"{AT}/pair", confirmed="2")
    assert anna.refusal == ""
    assert "Publish round 1" in anna.text


async def test_a_practice_is_never_shown_to_the_public(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk")
        await anna.send("/desk/practice")
        assert f"{AT}/announce" not in anna.page.text
        token = anna.form(f"{AT}/throw-away")["form_token"]
        answer = await anna.client.post(f"{AT}/announce", data={"form_token": token})
        assert "it is never announced" in answer.text
        assert (await anna.go("/t/practice")).status_code == 404


async def test_it_is_thrown_away_by_one_button_even_after_round_one(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk")
        await anna.send("/desk/practice")
        await anna.send(f"{AT}/pair", confirmed="2")
        await anna.send(f"{AT}/rounds/1/publish")
        await anna.go(AT)
        await anna.send(f"{AT}/throw-away")
        assert anna.refusal == ""
        await anna.go("/desk")
    assert f'href="{AT}"' not in anna.page.text


async def test_a_second_practice_is_another_tournament(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk")
        await anna.send("/desk/practice")
        await anna.go("/desk")
        await anna.send("/desk/practice")
    assert anna.page.url.path.startswith(f"{AT}-")


async def test_a_practice_without_its_players_is_refused(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Empty", visibility="practice")
        assert anna.page.status_code == 422
        assert "Press “Practise” in the list of tournaments" in anna.refusal
        await anna.go("/desk")
    assert "Empty" not in anna.text
