"""Report files at the desk: uploaded, looked at, accepted, and taken away again."""

from pathlib import Path

import pytest

from domain.files.exporting import report_of
from domain.files.trf import Ladder, write
from tests.cli.conftest import CASES
from tests.desk.browsers import Browser, browser, desk, server, with_players
from tests.files.lines import TWO_ROUNDS, file, player
from tests.files.test_foreign_double_eliminations import of, other_tree
from tests.formats.knockouts import play_out
from tests.stewards.desk import invite

BORN = file("012 Open", player(1, "0.0", birth="1990/11/30"), player(2, "0.0", birth="1978/00/00"))


async def upload(anna: Browser, data: bytes, name: str = "club.trf") -> str:
    """The page before anything is stored."""
    await anna.go("/desk/import")
    await anna.send("/desk/import", files={"file": (name, data)})
    return anna.text


async def exported(anna: Browser, form: str = "trf26") -> list[str]:
    return (await anna.go(f"/desk/t/open/exports/{form}")).text.splitlines()


def births(lines: list[str]) -> list[str]:
    return [line[69:79] for line in lines if line.startswith("001")]


async def test_the_page_says_what_is_kept_left_out_and_filled_in(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        said = await upload(anna, file("012 Open", "202 NONSENSE", "XXQ 7", "405 a@b.example", *TWO_ROUNDS))
        assert "The tie-breaks “NONSENSE” (records 202, 212) cannot be used here" in said
        assert "Comments and unknown records, 1 in all, are kept word for word" in said
        assert "which no journal may have: line 5." in said


async def test_what_engines_understand_is_no_fault_of_the_file(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        assert "Nothing had to be repaired." in await upload(anna, file("012 Open", *TWO_ROUNDS))


async def test_prohibited_pairs_header_and_comments_come_back(tmp_path: Path) -> None:
    heads = (
        "172 FIDE NRO",
        "202 BH/C1,SB",
        "222 5400+30",
        "### MPA @ Round 1: board 2 by hand",
        "260   1   5    1    3",
    )
    async with desk(tmp_path) as anna:
        await upload(anna, file("012 Open", *heads, *TWO_ROUNDS))
        await anna.send("/desk/import")
        assert set(heads) <= set(await exported(anna))
        await anna.go("/desk/t/open/settings")
        assert "Player 1; Player 3" in anna.text


async def test_our_own_file_comes_in_without_a_word_and_goes_out_the_same(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await upload(anna, file("012 Open", "XXC white1", "XXP 1 3", "202 BH/C1,SB", *TWO_ROUNDS))
        await anna.send("/desk/import")
        first = await exported(anna)
        said = await upload(anna, "\n".join(first).encode(), "again.trf")
        assert "Nothing had to be repaired." in said
        await anna.send("/desk/import", tournament_name="Again")
        second = (await anna.go("/desk/t/again/exports/trf26")).text.splitlines()
        assert tellings(second) == tellings(first)


def tellings(lines: list[str]) -> list[str]:
    """All but the name, which two tournaments cannot share, and where each came from."""
    return [line for line in lines if not line.startswith(("012", "### Import"))]


async def test_the_system_of_an_imported_file_is_shown_and_can_be_chosen(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        said = await upload(anna, file("012 Open", "042 2026/05/01", *TWO_ROUNDS))
        assert "That is the system of FIDE that was in force when the event began, on 2026-05-01." in said
        await anna.send("/desk/import", system="dutch-1998")
        assert "You chose to pair by Swiss, FIDE Dutch system of 1998 (C.04.1 until 2011) instead." in anna.text
        assert "the tournament is not in FIDE mode" in anna.text
        await anna.send("/desk/import")
        assert "not in FIDE mode" in anna.text
        lines = await exported(anna)
        assert any(line.startswith("### Regulations: system dutch-1998;") for line in lines)


async def test_a_system_that_is_not_here_is_refused(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await upload(anna, file("012 Open", *TWO_ROUNDS))
        assert (await anna.send("/desk/import", system="dutch-1066")).status_code == 422
        assert "dutch-1066" in anna.text


async def test_fide_mode_does_not_come_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        note = "### Configuration @ Round 1: FIDE mode left (regulations-changed)"
        assert "FIDE mode was left in round 1" in await upload(anna, file("012 Open", note, *TWO_ROUNDS))
        await anna.send("/desk/import")
        assert "not in FIDE mode since round 1" in anna.text
        public = (await anna.go("/t/open/report.trf")).text
        assert note in public.splitlines()


async def test_dates_of_birth_are_the_arbiters_and_nobody_elses(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as rita:
        await anna.log_in()
        assert "Dates of birth, 1 in all, are kept beside the journal" in await upload(anna, BORN)
        await anna.send("/desk/import")
        await rita.go(await invite(anna, "Rita", "reader"))
        assert births(await exported(anna)) == ["1990/11/30", "1978/00/00"]
        assert births(await exported(rita)) == ["1990/00/00", "1978/00/00"]
        assert births((await rita.go("/t/open/report.trf")).text.splitlines()) == ["1990/00/00", "1978/00/00"]
        journal = (await anna.go("/desk/t/open/exports/journal")).text
        assert ("1990-11-30" in journal, "1990/11/30" in journal) == (False, False)
        await anna.go("/desk/t/open/players/1/personal")
        assert anna.form("/desk/t/open/players/1/personal")["birth_date"] == "1990-11-30"


async def test_the_dates_of_birth_of_a_pasted_list_are_kept_beside_the_journal(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go("/desk/t/open/players/import")
        await anna.send("/desk/t/open/players/import", list="Name;Born\nNew One;30.11.1990\nNew Two;1978")
        await anna.send("/desk/t/open/players/import")
        await anna.go("/desk/t/open/players/3/personal")
        assert anna.form("/desk/t/open/players/3/personal")["birth_date"] == "1990-11-30"
        assert "30.11.1990" not in (await anna.go("/desk/t/open/exports/journal")).text


async def test_an_imported_date_of_birth_can_be_erased(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await upload(anna, BORN)
        await anna.send("/desk/import")
        await anna.go("/desk/t/open/players/1/personal")
        await anna.send("/desk/t/open/players/1/personal/erase")
        assert births(await exported(anna)) == ["1990/00/00", "1978/00/00"]


async def test_a_team_file_is_imported(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await upload(anna, (CASES / "example_trf26.trf").read_bytes())
        await anna.send("/desk/import")
        page = (await anna.go("/t/grandmommy-s-cup/standings")).text
        assert page.index("India 3") < page.index("Slovakia") < page.index("Latvia")
        for path in ("", "/pairings/1", "/pairings/14", "/crosstable", "/players", "/players.csv", "/report.trf"):
            assert (await anna.go(f"/t/grandmommy-s-cup{path}")).status_code == 200
        boards = (await anna.go("/t/grandmommy-s-cup/boards.csv")).text.splitlines()
        assert len(boards) > 200
        ratings = (await anna.go("/desk/t/grandmommy-s-cup/exports/ratings")).text.splitlines()
        assert len(ratings) > 200


async def test_the_faults_of_a_team_file_are_told(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await upload(anna, file("013 Reds".ljust(36) + "   1", player(1, "x.y", "9 w 1")))
        assert "not 'x.y'" in anna.refusal


@pytest.mark.parametrize(("ticked", "code"), [("", "F"), ("1", "U")])
async def test_the_arbiter_says_whether_a_lone_full_bye_is_that_of_the_pairing(
    tmp_path: Path, ticked: str, code: str
) -> None:
    three = (player(1, "1.0", "2 w 1"), player(2, "0.0", "1 b 0"), player(3, "1.0", "0000 - +"))
    async with desk(tmp_path) as anna:
        said = await upload(anna, file("012 Open", *three))
        assert "The only full-point bye (F) of a round is the bye of its pairing (U)" in said
        await anna.send("/desk/import", **({"full_byes": ticked} if ticked else {}))
        assert [line[98] for line in await exported(anna) if line.startswith("001    3")] == [code]


async def test_nobody_is_asked_about_byes_that_are_clear(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        assert "full-point bye" not in await upload(anna, file("012 Open", *TWO_ROUNDS))


async def test_everything_that_is_wrong_is_listed(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        said = await upload(anna, file("152 X", player(1, "1.0", "2 w 1"), player(2, "x.y", "1 b 0")))
        assert anna.page.status_code == 422
        assert "line 2, column 5" in anna.refusal
        assert "line 4, column 82" in said


async def test_the_rating_changes_are_given_out(tmp_path: Path) -> None:
    rated = [player(1, "1.0", "2 w 1", rating="2100"), player(2, "0.0", "1 b 0", rating="2000")]
    async with desk(tmp_path) as anna:
        await upload(anna, file("012 Open", *rated))
        await anna.send("/desk/import")
        assert "/desk/t/open/exports/ratings" in (await anna.go("/desk/t/open/exports")).text
        answer = await anna.go("/desk/t/open/exports/ratings")
    assert answer.text.splitlines()[1] == "1,,Player 1,2100,20,1,1,0.64,7.2,2107,2800,"


async def test_rounds_that_are_paired_otherwise_are_shown_board_by_board(tmp_path: Path) -> None:
    blocks = {1: ("1.0", "2 w 1"), 2: ("0.0", "1 b 0"), 3: ("1.0", "4 w 1"), 4: ("0.0", "3 b 0")}
    four = (player(number, *rest) for number, rest in blocks.items())
    async with desk(tmp_path) as anna:
        said = await upload(anna, file("012 Open", *four))
        assert "Paired again by Swiss, FIDE Dutch system of 2026 (C.04.3), these rounds come out otherwise: 1." in said
        assert "in the file: 1-2, 3-4" in said
        await anna.send("/desk/import")
        assert "### Import @ Round 1: not as dutch-2026 pairs it" in await exported(anna)


async def test_a_report_is_interim_until_the_tournament_is_closed(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await upload(anna, file("012 Open", *TWO_ROUNDS, rounds=2))
        await anna.send("/desk/import")
        assert (await exported(anna))[0] == "### Interim report after round 2 of 2"
        await anna.go("/desk/t/open")
        await anna.send("/desk/t/open/close")
        closed = await exported(anna)
        assert closed[0] == "### Final report"
        await upload(anna, "\n".join(closed).encode())
        await anna.send("/desk/import", tournament_name="Again")
        again = (await anna.go("/desk/t/again/exports/trf26")).text.splitlines()
        assert [line for line in again if "report" in line] == ["### Interim report after round 2 of 2"]


async def test_namesakes_stay_two_players(tmp_path: Path) -> None:
    two = (player(1, "1.0", "2 w 1", name="Ivanov, Ivan"), player(2, "0.0", "1 b 0", name="Ivanov, Ivan"))
    async with desk(tmp_path) as anna:
        assert "“ivanov, ivan” stands in lines 3, 4 without a FIDE number" in await upload(anna, file("012 Open", *two))
        await anna.send("/desk/import")
        assert sum("Ivanov, Ivan" in line for line in await exported(anna)) == 2


async def test_a_double_elimination_keeps_its_tree_in_the_journal_and_in_our_file(tmp_path: Path) -> None:
    played = play_out(of(8, other_tree(8, 7)))
    async with desk(tmp_path) as anna:
        said = await upload(anna, write(report_of(played), Ladder.TRF16).encode(), "cup.trf")
        assert "who meets whom is read from its games" in said
        await anna.send("/desk/import")
        await anna.go("/t/open/bracket.json")
        tree = anna.page.json()["data"]["columns"]
        ours = "\n".join(await exported(anna)).encode()
        said = await upload(anna, ours, "again.trf")
        assert "who meets whom is read from its games" not in said
        await anna.send("/desk/import", tournament_name="Again")
        await anna.go("/t/again/bracket.json")
        assert anna.page.json()["data"]["columns"] == tree
    async with desk(tmp_path) as anna:
        await anna.go("/t/open/bracket.json")
        assert anna.page.json()["data"]["columns"] == tree
