"""Two small files and every event that an import makes of them, in order."""

from domain import events as e
from domain.files.header import regulations_of
from domain.files.importing import MAX_KEPT_LINE_CHARS, MAX_KEPT_LINES, import_report, kept_lines
from domain.files.remarks import About, Remark, remarks
from domain.files.trf import parse
from domain.words.games import Bye, Colour, Result
from domain.words.players import Player, player_id
from domain.words.regulations import Regulations
from domain.words.rounds import RoundSpan
from tests.files.lines import file, player

ONE, TWO, THREE, FOUR, FIVE = (player_id(n) for n in range(1, 6))
UNDERWAY = file(
    "012 Open",
    "042 2026/05/01",
    "142 4",
    "152 B",
    "240 H   4    1    2",
    "240 F   5    3",
    "260   1   2    1    2",
    "XXZ 5",
    player(1, "1.5", "2 w 1", "4 b =", rating="2500", fide="101", birth="1990/05/06", federation="BUL"),
    player(2, "1.0", "1 b 0", "3 w 1", rating="2400"),
    player(3, "1.0", "0000 - U", "2 b 0", rating="2300"),
    player(4, "0.5", " " * 10, "1 w =", rating="2200"),
    player(5, "0.5", "0000 - H", "0000 - Z", rating="2100"),
    rounds=None,
)
OVER = file(
    "012 Open",
    player(1, "1.0", "2 w +", "0000 - Z", "0000 - Z"),
    player(2, "2.5", "1 b -", "3 w 1", "3 w X"),
    player(3, "0.5", "0000 - Z", "2 b 0", "2 b X"),
    rounds=3,
)


def events(data: bytes) -> list[e.Event]:
    return import_report(parse(data), file_name="open.trf", sha256="00")


def paired(round: int, boards: tuple[tuple[int, int], ...], bye: int | None, players: int, based_on: int) -> e.Event:
    numbered = tuple(e.Board(n, player_id(w), player_id(b)) for n, (w, b) in enumerate(boards, 1))
    everybody = tuple(player_id(n) for n in range(1, players + 1))
    return e.RoundPaired(round, numbered, player_id(bye) if bye else None, everybody, e.FROM_FILE, "", based_on)


def test_a_file_of_an_event_underway() -> None:
    made = events(UNDERWAY)
    assert isinstance(made[0], e.TournamentAnnounced)
    assert (made[0].regulations.rounds, made[0].details.start) == (4, "2026-05-01")
    assert made[2:] == [
        e.PlayerRegistered(Player(ONE, "Player 1", 2500, federation="BUL", fide_id=101, birth_year=1990), 1),
        e.PlayerRegistered(Player(TWO, "Player 2", 2400), 1),
        e.PlayerRegistered(Player(THREE, "Player 3", 2300), 1),
        e.PlayerRegistered(Player(FOUR, "Player 4", 2200), 2),
        e.PlayerRegistered(Player(FIVE, "Player 5", 2100), 1),
        e.InitialColourDrawn(Colour.BLACK),
        e.PairingNumbersIssued((ONE, TWO, THREE, FOUR, FIVE)),
        e.PairsProhibited(((ONE, TWO),), 0, "", (RoundSpan(1, 2),)),
        e.ByeGranted(FIVE, 1, Bye.HALF),
        paired(1, ((1, 2),), 3, players=5, based_on=11),
        e.RoundPublished(1),
        e.ResultRecorded(1, 1, Result.WHITE_WINS),
        e.RoundClosed(1),
        e.ByeGranted(FIVE, 2, Bye.ZERO),
        paired(2, ((4, 1), (2, 3)), None, players=5, based_on=16),
        e.RoundPublished(2),
        e.ResultRecorded(2, 1, Result.DRAW),
        e.ResultRecorded(2, 2, Result.WHITE_WINS),
        e.RoundClosed(2),
        e.ByeGranted(FIVE, 3, Bye.ZERO),
        e.ByeGranted(ONE, 4, Bye.HALF),
        e.ByeGranted(TWO, 4, Bye.HALF),
    ]


def test_a_file_of_an_event_that_is_over() -> None:
    """A player who missed the last rounds has withdrawn; one who missed the first only was on leave."""
    made = events(OVER)
    assert made[5:] == [
        e.InitialColourDrawn(Colour.WHITE),
        e.PairingNumbersIssued((ONE, TWO, THREE)),
        e.ByeGranted(THREE, 1, Bye.ZERO),
        paired(1, ((1, 2),), None, players=3, based_on=8),
        e.RoundPublished(1),
        e.ResultRecorded(1, 1, Result.WHITE_WINS_BY_FORFEIT),
        e.RoundClosed(1),
        e.PlayerWithdrawn(ONE, 2),
        paired(2, ((2, 3),), None, players=3, based_on=13),
        e.RoundPublished(2),
        e.ResultRecorded(2, 1, Result.WHITE_WINS),
        e.RoundClosed(2),
        paired(3, ((2, 3),), None, players=3, based_on=17),
        e.RoundPublished(3),
        e.GameAdjourned(3, 1),
        e.RoundClosed(3),
    ]


def test_a_round_with_a_game_still_going_on_is_not_closed() -> None:
    made = events(file(player(1, "0.0", "2 w"), player(2, "0.0", "1 b"), rounds=3))
    assert made[-1] == e.RoundPublished(1)


def test_what_the_file_leaves_open_is_remarked() -> None:
    report = parse(UNDERWAY)
    found = {remark.about: remark for remark in remarks(report, regulations_of(report))}
    assert found == {
        About.SYSTEM_ASSUMED: Remark(About.SYSTEM_ASSUMED, "", "dutch-2026", "192"),
        About.SYSTEM_OF_DAY: Remark(About.SYSTEM_OF_DAY, "2026-05-01", "dutch-2026", "042"),
        About.ORDER_ASSUMED: Remark(About.ORDER_ASSUMED, "", "BH/C1,BH,SB,DE,WIN,BWG", "202"),
        About.RULESET_ASSUMED: Remark(About.RULESET_ASSUMED, now="c07_2026"),
        About.BIRTH_DATES: Remark(About.BIRTH_DATES, now="1", record="001"),
    }


def remarked(about: About, *lines: str) -> list[Remark]:
    report = parse(file(*lines, player(1, "0.0"), player(2, "0.0")))
    return [remark for remark in remarks(report, regulations_of(report)) if remark.about is about]


def test_a_text_of_a_hundred_letters_is_kept_and_a_longer_one_is_cut() -> None:
    assert remarked(About.CUT, "022 " + "x" * 100) == []
    assert remarked(About.CUT, "022 " + "x" * 101) == [Remark(About.CUT, "x" * 101, "x" * 100, "022")]
    assert remarked(About.CUT, "112 " + "d" * 101) == [Remark(About.CUT, "d" * 101, "d" * 100, "112")]
    assert remarked(About.CUT, "112 " + "d" * 100) == []


def test_dates_that_are_none_are_left_out_with_their_record() -> None:
    assert remarked(About.DATE_LEFT_OUT, "042 soon") == [Remark(About.DATE_LEFT_OUT, "soon", record="042")]
    assert remarked(About.DATE_LEFT_OUT, "042 2026/05/01") == []
    days = "132".ljust(91) + "26/05/01  26/13/01"
    assert remarked(About.DATE_LEFT_OUT, days) == [Remark(About.DATE_LEFT_OUT, "26/13/01", record="132")]


def test_the_first_number_that_changes_is_remarked() -> None:
    report = parse(file(player(2, "0.0"), player(7, "0.0"), player(9, "0.0")))
    assert [r for r in remarks(report, regulations_of(report)) if r.about is About.NUMBER_CHANGED] == [
        Remark(About.NUMBER_CHANGED, "2", "1", "001")
    ]


def test_namesakes_are_named_with_their_lines() -> None:
    report = parse(file(player(1, "0.0", name="Ivan"), player(2, "0.0", name="Anna"), player(3, "0.0", name="IVAN")))
    assert [r for r in remarks(report, regulations_of(report)) if r.about is About.NAMESAKES] == [
        Remark(About.NAMESAKES, "ivan", "2, 4", "001")
    ]


def test_more_than_eight_lines_are_counted_no_further() -> None:
    same = [player(n, "0.0", name="Ivan") for n in range(1, 11)]
    for players, lines in ((8, "2, 3, 4, 5, 6, 7, 8, 9"), (9, "2, 3, 4, 5, 6, 7, 8, 9, ...")):
        report = parse(file(*same[:players]))
        (found,) = [r for r in remarks(report, regulations_of(report)) if r.about is About.NAMESAKES]
        assert found.now == lines


def test_as_many_lines_as_a_journal_is_for_are_kept() -> None:
    lines = [f"### line {n}" for n in range(MAX_KEPT_LINES + 2)]
    kept = kept_lines(parse(file(*lines, player(1, "0.0"))), Regulations())
    assert len(kept.before) == MAX_KEPT_LINES == 500
    assert kept.too_many == (MAX_KEPT_LINES + 2, MAX_KEPT_LINES + 3)


def test_a_line_of_a_thousand_letters_is_kept_and_a_longer_one_is_not() -> None:
    long = ["### " + "x" * (length - 4) for length in (MAX_KEPT_LINE_CHARS, MAX_KEPT_LINE_CHARS + 1)]
    kept = kept_lines(parse(file(*long, player(1, "0.0"))), Regulations())
    assert (kept.before, kept.too_many, MAX_KEPT_LINE_CHARS) == ((long[0],), (3,), 1000)
