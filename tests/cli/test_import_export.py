"""`tablo import` and `tablo export`: a report file into the journal and out of it, as a person types it."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from server.journal import PersonalData, open_journal
from tests.cli.conftest import CASES, Tablo
from tests.files.lines import TWO_ROUNDS, file, player

Trf = Callable[[bytes], Path]
DUTCH_2026 = "Swiss, FIDE Dutch system of 2026 (C.04.3)"


def travelled(tablo: Tablo, path: Path, data: Path, form: str = "trf26") -> list[str]:
    """The lines of the file that comes out of a journal after this one went in."""
    slug = tablo("import", path, "--data", data, "--accept-rounds").out.strip()
    answer = tablo("export", slug, "--data", data, "--format", form)
    assert answer.code == 0, answer.err
    return answer.lines


def test_a_report_file_may_be_called_a_text(tablo: Tablo, tmp_path: Path) -> None:
    path = tmp_path / "open.txt"
    path.write_bytes(file("012 Open", *TWO_ROUNDS))
    assert tablo("import", path, "--data", tmp_path, "--accept-rounds").out == "open\n"


@pytest.mark.parametrize("form", ["trf16", "trf26"])
def test_prohibited_pairs_survive_two_journeys(tablo: Tablo, trf: Trf, tmp_path: Path, form: str) -> None:
    first = travelled(tablo, trf(file("012 Open", "XXP 1 3", *TWO_ROUNDS)), tmp_path / "a", form)
    second = travelled(tablo, trf("\n".join(first).encode()), tmp_path / "b", form)
    kept = "260   1   5    1    3" if form == "trf26" else "XXP 1 3"
    assert (kept in first, kept in second) == (True, True)


def test_header_and_comments_survive(tablo: Tablo, trf: Trf, tmp_path: Path) -> None:
    heads = ("172 FIDE NRO", "202 BH/C1,SB", "222 5400+30", "### MPA @ Round 1: board 2 by hand")
    lines = travelled(tablo, trf(file("012 Open", *heads, *TWO_ROUNDS)), tmp_path)
    assert set(heads) <= set(lines)
    assert {"192 FIDE_DUTCH_2026", "212 PTS,BH/C1,SB"} <= set(lines)


def test_fide_mode_stays_left(tablo: Tablo, trf: Trf, tmp_path: Path) -> None:
    note = "### Configuration @ Round 1: FIDE mode left (regulations-changed)"
    lines = travelled(tablo, trf(file("012 Open", note, *TWO_ROUNDS)), tmp_path)
    assert lines.count(note) == 1


def test_dates_of_birth_come_back_and_are_in_no_journal(tablo: Tablo, trf: Trf, tmp_path: Path) -> None:
    one = file("012 Open", player(1, "0.0", birth="1990/11/30"), player(2, "0.0", birth="1978/00/00"))
    lines = travelled(tablo, trf(one), tmp_path)
    assert [line[69:79] for line in lines if line.startswith("001")] == ["1990/11/30", "1978/00/00"]
    journal = tmp_path / "open.jsonl"
    assert tablo("journal", "export", "open", "--data", tmp_path, "--output", journal).code == 0
    assert "1990-11-30" not in journal.read_text()
    assert '"birth_year":1990' in journal.read_text()


@pytest.mark.process
def test_dates_of_birth_of_a_player_list_are_in_no_journal_either(tablo: Tablo, tmp_path: Path) -> None:
    listed = tmp_path / "Club.csv"
    listed.write_text("Name;Born\nA;30.11.1990\nB;1978\n")
    assert tablo("import", listed, "--data", tmp_path).out.strip() == "club"
    with closing(open_journal(f"sqlite://{tmp_path / 'tablo.sqlite'}")) as journal:
        assert journal.side.of_stream("club") == {1: PersonalData(birth_date="1990-11-30")}
    journal_file = tmp_path / "club.jsonl"
    tablo("journal", "export", "club", "--data", tmp_path, "--output", journal_file)
    written = journal_file.read_text()
    assert ("1990-11-30" in written, "30.11.1990" in written) == (False, False)


def test_what_is_left_out_or_filled_in_is_said(tablo: Tablo, trf: Trf, tmp_path: Path) -> None:
    said = tablo("import", trf(file("202 NONSENSE", "XXQ 7", *TWO_ROUNDS)), "--data", tmp_path).err
    assert "note: The tie-breaks “NONSENSE” (records 202, 212) cannot be used here: the table goes by BH/C1" in said
    assert "note: Comments and unknown records, 1 in all, are kept word for word and written again." in said


OTHERWISE = (player(1, "1.0", "2 w 1"), player(2, "0.0", "1 b 0"), player(3, "1.0", "4 w 1"), player(4, "0.0", "3 b 0"))
"""1 meets 2 in round 1, where the Dutch system pairs 1 with 3."""


def test_rounds_that_are_paired_otherwise_are_shown_and_have_to_be_accepted(
    tablo: Tablo, trf: Trf, tmp_path: Path
) -> None:
    path = trf(file("012 Open", *OTHERWISE))
    refused = tablo("import", path, "--data", tmp_path)
    assert (refused.code, refused.out) == (2, "")
    assert f"note: Paired again by {DUTCH_2026}, these rounds come out otherwise: 1." in refused.err
    assert "note:   in the file: 1-2, 3-4" in refused.err
    assert "note:   ours:        1-3, 4-2" in refused.err
    assert tablo("import", path, "--data", tmp_path, "--accept-rounds").code == 0
    assert "### Import @ Round 1: not as dutch-2026 pairs it" in tablo("export", "open", "--data", tmp_path).lines


@pytest.mark.parametrize(
    ("day", "chosen", "system", "said"),
    [
        ("2026/02/01", (), "dutch-2026", "was in force when the event began, on 2026-02-01"),
        ("2011/09/01", (), "dutch-1998", "was in force when the event began, on 2011-09-01"),
        ("2020/01/01", (), "dutch-2026", f"dutch-2017, which is not here: {DUTCH_2026} is the system of today"),
        ("", (), "dutch-2026", f"{DUTCH_2026} is the system of today"),
        (
            "2026/02/01",
            ("--system", "dutch-1998"),
            "dutch-1998",
            "You chose to pair by Swiss, FIDE Dutch",
        ),
    ],
)
def test_a_file_without_a_system_has_that_of_its_day_or_the_one_that_is_named(
    tablo: Tablo, trf: Trf, tmp_path: Path, day: str, chosen: tuple[str, ...], system: str, said: str
) -> None:
    path = trf(file("012 Open", f"042 {day}", *TWO_ROUNDS))
    answer = tablo("import", path, "--data", tmp_path, "--accept-rounds", *chosen)
    assert (answer.code, said in answer.err) == (0, True), answer.err
    lines = tablo("export", "open", "--data", tmp_path).lines
    assert any(line.startswith(f"### Regulations: system {system};") for line in lines)
    left = "### Configuration @ Round 0: FIDE mode left (own-rules)" in lines
    assert left == bool(chosen)


@pytest.mark.parametrize("form", ["trf16", "trf26"])
def test_matches_of_two_games_travel_game_by_game(tablo: Tablo, tmp_path: Path, form: str) -> None:
    path, wishes = tmp_path / "made.trf", ("--players", 9, "--rounds", 4, "--seed", 5, "--forfeits", 20, "--byes", 5)
    tablo("generate", *wishes, "--system", "double-swiss-2026", "--output", path)
    lines = travelled(tablo, path, tmp_path / "a", form)
    of_players = [line for line in path.read_text().splitlines() if line.startswith("001")]
    assert [line for line in lines if line.startswith("001")] == of_players
    again = tmp_path / "again.trf"
    again.write_text("\n".join(lines) + "\n")
    assert [line for line in travelled(tablo, again, tmp_path / "b", form) if line.startswith("001")] == of_players


def test_single_games_are_no_rounds_of_matches(tablo: Tablo, trf: Trf, tmp_path: Path) -> None:
    answer = tablo("import", trf(file("012 Open", *TWO_ROUNDS)), "--data", tmp_path, "--system", "double-swiss-2026")
    assert answer.code == 2
    assert "columns for each game" in answer.err


def test_a_player_list_has_no_system(tablo: Tablo, tmp_path: Path) -> None:
    listed = tmp_path / "Club.csv"
    listed.write_text("Name;Born\nA;1990\n")
    answer = tablo("import", listed, "--data", tmp_path, "--system", "dutch-2026")
    assert (answer.code, "--system are for report files" in answer.err) == (2, True)


def test_a_lone_full_bye_can_be_called_the_bye_of_the_pairing(tablo: Tablo, trf: Trf, tmp_path: Path) -> None:
    path = trf(file("012 Open", player(1, "1.0", "2 w 1"), player(2, "0.0", "1 b 0"), player(3, "1.0", "0000 - F")))
    assert tablo("import", path, "--data", tmp_path, "--f-is-u").code == 0
    assert tablo("export", "open", "--data", tmp_path).lines[-1].endswith("0000 - U")


TEAMS = CASES / "example_trf26.trf"
TEAM_SENTENCE = "this is the report of a team tournament"


@pytest.mark.parametrize("word", ["pair", "check"])
def test_a_team_file_is_called_one_before_anything_else(tablo: Tablo, tmp_path: Path, word: str) -> None:
    answer = tablo(word, TEAMS, "--system", "dutch-2026")
    assert TEAM_SENTENCE in answer.complaint.lower()
    assert answer.err.lower().index(TEAM_SENTENCE) < 100


@pytest.mark.parametrize("word", ["import", "standings", "pair", "check"])
def test_the_faults_of_a_team_file_are_told(tablo: Tablo, trf: Trf, tmp_path: Path, word: str) -> None:
    broken = file("013 Reds".ljust(36) + "   1", player(1, "1.0", "9 w 1"), player(2, "x.y"))
    answer = tablo(word, trf(broken), *(["--data", tmp_path] if word == "import" else []))
    assert "not 'x.y'" in answer.complaint


def test_a_team_file_is_imported_and_ranked(tablo: Tablo, tmp_path: Path) -> None:
    assert tablo("import", TEAMS, "--accept-rounds", "--data", tmp_path).code == 0
    table = tablo("standings", TEAMS, "--ruleset", "c07_2024").lines
    assert table[2].split()[:4] == ["1", "16", "India", "3"]


@pytest.mark.parametrize("word", ["import", "standings", "pair", "check"])
def test_everything_that_is_wrong_is_listed(tablo: Tablo, trf: Trf, tmp_path: Path, word: str) -> None:
    broken = trf(file("152 X", player(1, "1.0", "2 w 1"), player(2, "x.y", "1 b 0")))
    answer = tablo(word, broken, *(["--data", tmp_path] if word == "import" else []))
    assert [line.partition("line ")[2][:13] for line in answer.err.splitlines()] == ["2, column 5: ", "4, column 82:"]
    assert (answer.code, all(line.startswith("tablo: ") for line in answer.err.splitlines())) == (2, True)


@pytest.mark.process
def test_namesakes_of_a_list_wait_for_an_answer(tablo: Tablo, tmp_path: Path) -> None:
    players = tmp_path / "open.csv"
    players.write_text("Name;Rating\nEuwe, Max;2500\nMax Euwe;2100\n")
    asked = tablo("import", players, "--data", tmp_path)
    assert asked.code == 2
    assert "line 3: somebody called Max Euwe is here already" in asked.err
    assert tablo("import", players, "--data", tmp_path, "--namesakes", "another").out == "open\n"
