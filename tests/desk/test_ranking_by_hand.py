"""Ranking by hand and expelling, through the pages of the desk."""

from pathlib import Path

from tests.desk.browsers import desk, with_players, with_round_one

AT = "/desk/t/open"


async def test_an_order_and_points_of_a_play_off_are_typed_where_the_list_has_them(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go(f"{AT}/settings")
        assert "Ranking by hand" not in anna.text
        await anna.send(f"{AT}/regulations", order="BH, PLAYOFF, MANUAL")
        await anna.go(f"{AT}/settings")
        assert "decides nothing" not in anna.text
        await anna.send(f"{AT}/by-arbiter", by_arbiter="Player C\nPlayer A", reason="drawn by hand")
        assert "Order of equals set by the arbiter: Player C, Player A (drawn by hand)." in anna.text
        await anna.send(f"{AT}/outside", outside="Player A; 1.5\nPlayer B; 1")
        assert "Points of the play-off: Player A 1½, Player B 1." in anna.text
        assert anna.form(f"{AT}/by-arbiter")["by_arbiter"] == "Player C\nPlayer A\n"
        assert anna.form(f"{AT}/outside")["outside"] == "Player A; 1.5\nPlayer B; 1.0\n"


async def test_what_is_no_number_of_points_is_refused_and_stays_typed(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/regulations", order="PLAYOFF")
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/outside", outside="Player A; won")
    assert anna.refusal.startswith("Points of the play-off must be whole or half points")
    assert anna.form(f"{AT}/outside")["outside"] == "Player A; won"


async def test_an_expelled_player_is_out_of_the_public_table(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go(f"{AT}/players/1")
        await anna.send(f"{AT}/players/1/expel", reason="phone")
        assert "Player A expelled from round 2 on (phone)." in anna.text
        assert "Expelled: not paired any more, and not in the table." in anna.text
        table = (await anna.go("/t/open/standings.json")).text
        assert "Player B" in table
        assert "Player A" not in table
        assert (await anna.go("/t/open/players/1")).status_code == 200
        assert (await anna.go("/t/open/crosstable")).status_code == 200
        assert (await anna.go("/t/open/screen")).status_code == 200
