"""Record by record: read, folded into a tournament or kept, and written again (TRF06, TRF16, TRF26, the engines)."""

import pytest

from domain.files.exporting import report_of
from domain.files.header import round_comments, rules_comment
from domain.files.importing import import_report
from domain.files.trf import Ladder, parse, write
from domain.files.trf.columns import TEAM_RECORDS
from domain.files.trf.records import READERS
from domain.tournament import Tournament, replay
from domain.words.regulations import Details
from tests.files.lines import TWO_ROUNDS, file, player
from web.wording.report_comments import comment_lines

BOTH = pytest.mark.parametrize("ladder", list(Ladder))

KEPT_AS_IT_IS = {
    "012": "012 Sofia Open",
    "022": "022 Sofia",
    "032": "032 BUL",
    "042": "042 2026/05/01",
    "052": "052 2026/05/09",
    "062": "062 4",
    "072": "072 0",
    "092": "092 Individual: Swiss-System (dutch-2026)",
    "102": "102 IA Petrov, Petar",
    "112": "112 Ivanov, Ivan",
    "122": "122 90 min + 30 s",
    "132": "132".ljust(91) + "26/05/01  26/05/02",
    "142": "142 5",
    "152": "152 B",
    "162": "162  W 1.0    D 0.5    P 0.5",
    "172": "172 FIDE NRO",
    "192": "192 FIDE_DUTCH_2026",
    "202": "202 BH/C1,SB",
    "212": "212 PTS,BH/C1,SB",
    "222": "222 40/6000+30:900+30",
    "240": "240 H   4    1    4",
    "260": "260   1   2    1    2    4",
    "BUL": "BUL    1    m Player 1                          2150 SOF        4711",
    "013": "013 Chess club Reds".ljust(36) + "   1    2",
    "###": "### played in the open air",
    "405": "405 a record that nobody here knows",
    "XXQ": "XXQ an extension that nobody here knows",
}
"""A line that comes out of a journal as it went in."""

WRITTEN_OTHERWISE = {
    "082": ("082 3", "082 0"),
    "182": ("182 Another program 1.0", "182 Tablo"),
    "XXR": ("XXR 5", "142 5"),
    "XXC": ("XXC black1", "152 B"),
    "XXP": ("XXP 1 4", "260   1   5    1    4"),
    "XXZ": ("XXZ 4", player(4, "0.0", "2 w 0", "3 b 0", "0000 - Z", rank="")),
    "XXS": ("XXS PAB=0.5", "162  W 1.0    D 0.5    P 0.5"),
    "BBW": ("BBW  1.0", ""),
    "BBD": ("BBD  0.5", ""),
    "BBL": ("BBL  0.0", ""),
    "BBZ": ("BBZ  0.0", ""),
    "BBF": ("BBF  0.0", ""),
    "BBU": ("BBU  0.5", "162  W 1.0    D 0.5    P 0.5"),
}
"""The TRF26 form of a record of an older kind; nothing where it says what goes without saying."""


def sent(t: Tournament, ladder: Ladder = Ladder.TRF26) -> list[str]:
    comments = [rules_comment(t), *round_comments(t), *comment_lines(t)]
    return write(report_of(t, program="Tablo"), ladder, comments=comments).splitlines()


def taken(*lines: str, rounds: int | None = 5) -> Tournament:
    report = parse(file(*lines, rounds=rounds))
    return replay(import_report(report, file_name="open.trf", sha256="0" * 64))


def journey(code: str, line: str) -> list[str]:
    """The file that comes out of a journal after one with this record, among others, went in."""
    heads = [] if code == "192" else ["192 FIDE_DUTCH_2026"]
    return sent(taken(*heads, line, *TWO_ROUNDS, rounds=None if code in ("142", "XXR") else 5))


def test_every_record_that_is_read_stands_in_one_of_the_tables() -> None:
    elsewhere = {"XXA", "250", "299"}
    assert READERS.keys() <= KEPT_AS_IT_IS.keys() | WRITTEN_OTHERWISE.keys() | elsewhere


@pytest.mark.parametrize("code", KEPT_AS_IT_IS)
def test_a_record_comes_out_of_the_journal_as_it_went_in(code: str) -> None:
    assert KEPT_AS_IT_IS[code] in journey(code, KEPT_AS_IT_IS[code])


@pytest.mark.parametrize("code", WRITTEN_OTHERWISE)
def test_a_record_of_an_older_form_comes_out_as_one_of_today(code: str) -> None:
    line, written = WRITTEN_OTHERWISE[code]
    assert not written or written in journey(code, line)


@BOTH
@pytest.mark.parametrize("code", KEPT_AS_IT_IS)
def test_a_second_journey_changes_nothing(code: str, ladder: Ladder) -> None:
    once = sent(taken("192 FIDE_DUTCH_2026", KEPT_AS_IT_IS[code], *TWO_ROUNDS), ladder)
    twice = sent(taken(*once, rounds=None), ladder)
    assert told(twice) == told(once)


def told(lines: list[str]) -> list[str]:
    """All but where each came from; comments may stand in another order."""
    return sorted(line for line in lines if not line.startswith("### Import"))


class TestPoints:
    FINISHED = (
        player(1, "2.0", "2 w 1", "2 b 1"),
        player(2, "0.0", "1 b 0", "1 w 0"),
    )

    def test_abnormal_points_of_a_finished_event_come_back(self) -> None:
        line = "299           0.5    2    2"
        players = (self.FINISHED[0], self.FINISHED[1].replace(" 0.0 ", " 0.5 "))
        assert line in sent(taken(line, *players, rounds=2))

    @pytest.mark.parametrize("record", ["250       1.0   1   3    1    2", "XXA    1  1.0  1.0  0.5"])
    def test_the_points_of_acceleration_come_back(self, record: str) -> None:
        lines = [f"XXA {n:>4}  1.0  1.0  1.0  0.5" for n in (1, 2)] if record.startswith("XXA") else []
        both = lines or ["250       1.0   1   3    1    2", "250       0.5   4   5    1    2"]
        out = sent(taken("192 FIDE_DUTCH_2026_BAKU", *both, *TWO_ROUNDS, rounds=9))
        assert {"192 FIDE_DUTCH_2026_BAKU", "250       1.0   1   3    1    2"} <= set(out)


class TestTeams:
    LINES = {
        "013": "013 Reds".ljust(36) + "   1    2",
        "300": "300   1   1   2    1    2",
        "310": "310   1 Reds                             RED     2400    4.0    6.5   1    1    2",
        "320": "320  1.0  2.0   1   0",
        "330": "330 +-   1   1   2",
        "352": "352 WBWB",
        "362": "362 TW 2.0   TD 1.0   TL 0.0",
        "801": "801 readable",
        "802": "802 readable",
    }

    def test_every_record_of_teams_is_here(self) -> None:
        assert self.LINES.keys() == TEAM_RECORDS

    @BOTH
    @pytest.mark.parametrize("code", LINES)
    def test_it_is_kept_word_for_word(self, code: str, ladder: Ladder) -> None:
        report = parse(file(self.LINES[code], *TWO_ROUNDS))
        assert self.LINES[code] in write(report, ladder).splitlines()
        assert parse(write(report, ladder).encode()) == report

    def test_the_teams_of_an_individual_tournament_are_counted_and_kept(self) -> None:
        out = sent(taken("092 Individual: Swiss-System", self.LINES["013"], *TWO_ROUNDS))
        assert {self.LINES["013"], "082 1"} <= set(out)


class TestFactsOfRounds:
    def test_further_arbiters_come_back_and_are_no_deputies(self) -> None:
        said = ("### Arbiter: Petrova, Anna (fair-play officer)", "### Arbiter: Ivanov, Petar")
        t = taken("112 Todorov, Todor", *said, *TWO_ROUNDS)
        assert t.details.arbiters == ("Petrova, Anna (fair-play officer)", "Ivanov, Petar")
        assert t.details.deputies == ("Todorov, Todor",)
        assert [line for line in sent(t) if "Arbiter:" in line] == list(said)

    def test_the_rating_list_of_each_round_comes_back(self) -> None:
        lists = ("FIDE 2026-11", "FIDE 2026-11", "FIDE 2026-12")
        said = ("### Ratings @ Round 1: FIDE 2026-11", "### Ratings @ Round 3: FIDE 2026-12")
        t = taken(*said, *TWO_ROUNDS)
        assert t.details.rating_lists == lists
        assert [line for line in sent(t) if "Ratings" in line] == list(said)

    def test_a_round_before_the_first_that_is_named_has_none(self) -> None:
        assert taken("### Ratings @ Round 2: FIDE 2026-12", *TWO_ROUNDS).details.rating_lists == ("", "FIDE 2026-12")

    def test_a_tournament_without_lists_says_nothing_of_them(self) -> None:
        assert Details("Open").rating_lists == ()
        assert not any("Ratings" in line for line in sent(taken(*TWO_ROUNDS)))

    def test_the_position_of_each_round_of_chess960_comes_back(self) -> None:
        said = ("### Chess960 @ Round 1: start position 518", "### Chess960 @ Round 2: start position 0")
        t = taken("### Regulations: chess960 yes", *said, *TWO_ROUNDS)
        assert (t.start_positions, t.regulations.chess960) == ({1: 518, 2: 0}, True)
        assert set(said) <= set(sent(t))

    @pytest.mark.parametrize(
        "said", ["### Chess960 @ Round 1: start position 960", "### Chess960 @ Round 3: start position 7"]
    )
    def test_a_position_that_is_none_or_of_no_round_is_not_taken(self, said: str) -> None:
        assert taken(said, *TWO_ROUNDS).start_positions == {}

    def test_an_adjourned_game_is_a_question_mark_in_the_newer_form(self) -> None:
        t = taken(player(1, "0.5", "2 w X"), player(2, "0.5", "1 b X"))
        assert [line[98] for line in sent(t) if line.startswith("001")] == ["?", "?"]
        assert [line[98] for line in sent(t, Ladder.TRF16) if line.startswith("001")] == ["X", "X"]
        assert told(sent(taken(*sent(t), rounds=None))) == told(sent(t))
