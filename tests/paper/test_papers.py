"""Every paper is set from real events, and says what the screens say."""

import csv
import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import median

import pytest

from domain import events as e
from domain.decisions.players import fees
from domain.decisions.players.registering import anonymise
from domain.decisions.rounds.results import decide_armageddon
from domain.decisions.setup.announcing import announce_prizes
from domain.events import Prize
from domain.files.importing import import_report
from domain.files.trf import parse
from domain.tournament import Tournament, replay
from domain.words.choices.boards import BoardPlan, KeptBoard, PlayingRoom
from domain.words.choices.bulletins import Bulletin, BulletinKind, BulletinText
from domain.words.choices.fees import EntryFees, FeeChange, PaymentWay
from domain.words.choices.handicap import ClockTime, HandicapStep
from domain.words.games import Result
from domain.words.players import EntrantId, Player, PlayerId
from domain.words.regulations import Details, Format, Regulations
from projections.festivals.prizes import festival_prizes
from projections.moment.faces import NO_WORN_FACE
from projections.moment.snapshot import snapshot
from server.workers.picture_rooms import PHOTO_ROOM, made_anew
from tests.crosstable import drawn, entered, published, tournament
from tests.decisions.test_armageddon import NORWAY
from tests.faces.drawn import sent as drawn_photo
from tests.norms.test_claims_of_a_tournament import applicant_meets, event
from tests.norms.test_norms_in_reach import GRANDMASTERS, met
from tests.paper.printed import ORIGIN, pages, printed, request, text
from tests.projections.small_ends import after
from tests.projections.test_team_scores import CLUBS, of_clubs
from tests.team_events import team_tournament
from web.downloads.csv_file import csv_file
from web.paper.laying_out import PaperHead, lay_out
from web.paper.papers import ALL_OF_ROUND, BY_NAME, SIZES, FestivalPrint, festival_paper
from web.paper.slips_and_badges import badges, badges_with_photos
from web.paper.typesetting import typeset
from web.tables import pairings_tables
from web.wording import language

CASES = Path(__file__).parents[1] / "cases"
FOUR = """
Þorsteinsdóttir, Ünal GM 2500  +w4 ?b2
Щербаков, Константин     2400  +b3 ?w1
Карлова, Ана             2300  -w2 H
David                    2200  -b1 .
"""
GIVEN_TO_A_PERSON = {"badges", "badges-with-photos", "place-cards", "certificates", "own-links"}
"""Papers about a player alone, and no document of the event."""
FOUR_PLAY = """
Alice 2400  +w4 ?b2
Bruno 2300  +b3 ?w1
Carla 2200  -w2 ?b4
David 2100  -b1 ?w3
"""
OVER = """
Abel, Anna 2400   +w4 +b2
Bruno 2300        +b3 -w1
Carla 2200        -w2 +b4
David 2100        -b1 -w3
"""
WITHOUT_A_PAPER = {"prizes", "receipts"}
"""Papers that an event without prizes does not have."""


@pytest.fixture(scope="module")
def club() -> Tournament:
    data = (CASES / "2021_03.trf").read_bytes()
    return replay(import_report(parse(data), file_name="club.trf", sha256="0" * 64))


@pytest.fixture(scope="module")
def four() -> Tournament:
    details = Details("Sofia Open", "Sofia", "BUL", "2026-11-21", "2026-11-22", "Anna Smirnova", ("Petar Dimov",))
    return tournament(FOUR, details=details)


def with_prizes(t: Tournament) -> Tournament:
    announced = [Prize("First", 50_000), Prize("Second", 20_000, place=2), Prize("Cup of the city", 0, place=3)]
    return replay(announce_prizes(t, announced), t)


@pytest.mark.parametrize("name", [*BY_NAME, ALL_OF_ROUND])
def test_every_paper_of_a_finished_event_is_there_or_has_nothing_to_say(club: Tournament, name: str) -> None:
    nothing = WITHOUT_A_PAPER | {"slips", "coming", "it1", "match-sheets", "lineups", "boards", "all-rounds", "bracket"}
    nothing |= {"badges-with-photos", "norms-in-reach", "it2", "fees", "fee-receipts", "team-scores", "news"}
    made = printed(name, club)
    assert (made is None) == (name in nothing)


@pytest.mark.parametrize("name", [*BY_NAME, ALL_OF_ROUND])
def test_every_paper_says_that_fide_mode_was_left(name: str) -> None:
    state = without_fide_mode(name)
    said = " ".join(pages(name, state))
    assert ("not in FIDE mode since round 2" in said) == (name not in GIVEN_TO_A_PERSON)


def paid_by_two() -> Tournament:
    """Alice has paid and got some back, Bruno is not named any more; the payment is cancelled, and made again."""
    state = tournament(FOUR_PLAY)
    replay(fees.set_fees(state, EntryFees(2500)), state)
    for id, payer in ((1, "Levski"), (2, "Aunt Olga")):
        replay(fees.take_payment(state, EntrantId(id), None, PaymentWay.CARD, "2026-11-29", "Anna", payer=payer), state)
    replay(fees.refund(state, EntrantId(1), 550, PaymentWay.CASH, "2026-11-30", "Anna", "came late"), state)
    replay(fees.cancel_payment(state, 2, "mistake"), state)
    replay(fees.take_payment(state, EntrantId(2), 100, PaymentWay.CASH, "2026-11-30", "Anna", "Aunt Olga"), state)
    return replay(anonymise(state, EntrantId(2)), state)


def test_receipts_are_numbered_and_name_nobody_who_is_not_published() -> None:
    said = text("fee-receipts", paid_by_two()).replace("\u00a0", " ")
    assert [word in said for word in ("Levski", "25 €", "Entry fee given back", "5.50 €", "1 €")] == [True] * 5
    assert [word in said for word in ("Bruno", "Aunt Olga")] == [False, False]


def test_a_receipt_has_the_day_of_entry_where_the_fee_goes_by_it() -> None:
    state = tournament(FOUR_PLAY)
    replay(fees.set_fees(state, EntryFees(2500, changes=(FeeChange("2026-12-02", "", 4000),))), state)
    replay([e.PlayerRegistered(Player(PlayerId(9), "Zoe"), 2, entered_on="2026-12-03")], state)
    for id in (EntrantId(1), EntrantId(9)):
        replay(fees.take_payment(state, id, None, PaymentWay.CARD, "2026-12-05", "Anna"), state)
    said = text("fee-receipts", state).replace("\u00a0", " ")
    assert [said.count(word) for word in ("Day of entry", "3 December 2026", "5 December 2026")] == [1, 1, 2]


def with_news(t: Tournament) -> Tournament:
    body = "Doors open at **nine**.\n\n- [the way](https://example.org/way)\n- buses"
    told = Bulletin(
        BulletinKind.NEWS, (BulletinText("en", "Round 2 is moved", body),), "2026-11-21T10:00", link="https://a.org"
    )
    rules = Bulletin(BulletinKind.INFORMATION, (BulletinText("en", "Hotels"),), "2026-11-20T10:00")
    return replay([e.BulletinWritten(1, rules), e.BulletinWritten(2, told)], t)


def test_the_news_stands_on_paper_with_the_addresses_that_a_page_leads_to() -> None:
    said = text("news", with_news(tournament(FOUR_PLAY)))
    order = ["Round 2 is moved · 21 Nov 2026", "Doors open at nine.", "• the way (https://example.org/way)", "• buses"]
    places = [said.index(one) for one in (*order, "https://a.org", "Hotels")]
    assert places == sorted(places)


def without_fide_mode(paper: str) -> Tournament:
    """Events of every kind that a paper is made for, all of which left FIDE mode in round 2."""
    if paper in ("match-sheets", "lineups", "boards"):
        state = team_tournament(2, ["1-2 1=", "2-1 ??"], boards=2)
    elif paper == "coming":
        state = after(3, 2, 8, Regulations(rounds=5), 3)
    elif paper in ("fees", "fee-receipts"):
        state = paid_by_two()
    elif paper in ("certificates", "it4"):
        state = tournament(OVER)
    elif paper == "badges-with-photos":
        state = replay([e.PhotoKept(EntrantId(1), "a" * 64)], tournament(FOUR_PLAY))
    elif paper == "team-scores":
        state = of_clubs(*CLUBS)
    elif paper == "news":
        state = with_news(tournament(FOUR_PLAY))
    elif paper == "norms-in-reach":
        state = met("+++++===?", GRANDMASTERS)
    elif paper in ("it1", "it2", "arbiter-norms"):
        state = event(applicant_meets("+++++++=="))
    else:
        table = Regulations(rounds=3, format=Format.ROUND_ROBIN if paper == "all-rounds" else Format.SWISS)
        bracket = Regulations(rounds=2, format=Format.KNOCKOUT)
        state = with_prizes(tournament(FOUR_PLAY, regulations=bracket if paper == "bracket" else table))
    return replay([e.FideModeLeft(2, "own-rules")], state)


@pytest.mark.parametrize(("size", "points"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_paper_is_a4_or_letter(four: Tournament, size: str, points: tuple[int, int]) -> None:
    made = printed("pairings", four, size=size)
    assert made is not None
    box = made.pages[0].mediabox
    assert (round(float(box.width)), round(float(box.height))) == points


def test_pairings_say_board_names_points_and_who_does_not_play(four: Tournament) -> None:
    said = text("pairings", four)
    assert "Round 2" in said
    assert "GM Þorsteinsdóttir, Ünal" in said
    assert "Щербаков, Константин" in said
    assert "Карлова, Ана: half-point bye" in said


def test_pairings_and_their_files_say_who_won_an_armageddon() -> None:
    t = tournament("Alice =w2\nBruno =b1\nCarla +w4\nDavid -b3", regulations=NORWAY)
    assert "Armageddon" not in text("pairings", t)
    t = replay(decide_armageddon(t, 1, 1, Result.DRAW), t.copy())
    said = text("pairings", t)
    assert "½ – ½ 0 – 1" in said
    assert "1 – 0 :" not in said
    file = csv_file(pairings_tables(snapshot(t), language("en"), 1), language("en"))
    assert file is not None
    assert [row["armageddon"] for row in csv.DictReader(file.splitlines())] == ["0-1", ""]


def test_the_crosstable_marks_who_won_an_armageddon_and_says_how() -> None:
    t = tournament("Alice =w2\nBruno =b1\nCarla +w4\nDavid -b3", regulations=NORWAY)
    said = text("crosstable", replay(decide_armageddon(t, 1, 1, Result.DRAW), t.copy()))
    assert "2w½↓" in said
    assert "1b½↑" in said
    assert "↑ won the Armageddon after it, ↓ lost it" in said


def test_the_arbiter_s_sheet_and_all_rounds_say_who_won_an_armageddon() -> None:
    laws = replace(NORWAY, format=Format.ROUND_ROBIN)
    t = tournament("Alice =w2 ?b3\nBruno =b1 ?w4\nCarla +w4 ?w1\nDavid -b3 ?b2", regulations=laws)
    t = replay(decide_armageddon(t, 1, 1, Result.WHITE_WINS), t.copy())
    assert "Armageddon 1 – 0" in text("round-sheet", t, round=1)
    said = text("all-rounds", t)
    assert "½ – ½ · 1 – 0" in said
    assert "Behind a draw stands who won the Armageddon." in said


def test_a_seat_is_found_by_name(four: Tournament) -> None:
    """A Bulgarian event: Cyrillic names first."""
    said = text("seats", four)
    assert said.index("Карлова") < said.index("Щербаков") < said.index("Þorsteinsdóttir")
    assert "Щербаков, Константин 1 White" in said


def test_the_foot_of_a_page_says_the_live_address_and_the_page(four: Tournament) -> None:
    said = text("pairings", four)
    assert f"{ORIGIN}/t/open/pairings/2" in said
    assert "1 / 1" in said


@pytest.mark.parametrize(("name", "says"), [("pairings", False), ("standings", False), ("final-report", True)])
def test_a_paper_to_keep_says_where_the_journal_stood_and_one_for_the_wall_does_not(
    four: Tournament, name: str, says: bool
) -> None:
    assert ("journal position 7 · 1a2b3c4d" in text(name, four)) == says


def test_an_address_that_no_phone_reaches_is_not_printed(four: Tournament) -> None:
    assert "http" not in text("pairings", four, reachable=False)


def test_slips_are_for_games_without_a_result_alone(four: Tournament) -> None:
    said = text("slips", four)
    assert said.count("Board") == 1
    assert "½ – ½" in said
    assert printed("slips", four, round=1) is None


def neighbours(players: int) -> Tournament:
    """A first round in which 1 meets 2, 3 meets 4, and so on."""
    return tournament("\n".join(f"P{n} ?w{n + 1}\nP{n + 1} ?b{n}" for n in range(1, players, 2)))


def test_a_list_of_players_has_no_column_in_which_nobody_has_anything() -> None:
    """In a club event nobody has a FIDE ID or a federation."""
    assert "FIDE ID" not in text("players", tournament(FOUR_PLAY))
    known = [Player(PlayerId(1), "Alice", 2400, fide_id=1503014), Player(PlayerId(2), "Bruno", 2300)]
    said = text("players", drawn(Regulations(rounds=3), Details("Open"), known))
    assert "FIDE ID" in said
    assert "1503014" in said
    assert "Club" not in said


@pytest.mark.parametrize(("players", "opponent"), [(24, True), (60, False)])
def test_a_short_list_by_name_has_one_column_and_the_opponents(players: int, opponent: bool) -> None:
    assert ("Opponent" in text("seats", neighbours(players))) is opponent


@pytest.mark.parametrize("players", range(82, 104, 2))
def test_a_full_column_of_names_makes_no_empty_page(players: int) -> None:
    """About fifty names stand in a column."""
    assert all("Board" in page for page in pages("seats", neighbours(players)))


def test_three_slips_stand_on_a_page() -> None:
    seven = tournament("\n".join(f"P{n} ?{'w' if n <= 7 else 'b'}{n + 7 if n <= 7 else n - 7}" for n in range(1, 15)))
    assert len(pages("slips", seven)) == 3


def test_all_papers_of_a_round_are_one_file(four: Tournament) -> None:
    said = text(ALL_OF_ROUND, four)
    for part in ("Arbiter’s sheet, round 2", "Board 1", "Standings, round 2 in play", "Colour"):
        assert part in said


def test_tables_say_that_a_round_is_in_play_or_after_which_they_stand(four: Tournament, club: Tournament) -> None:
    assert "Crosstable, round 2 in play" in text("crosstable", four)
    assert "Standings after round 1" in text("standings", four, round=1)
    assert f"Crosstable after round {club.published}" in text("crosstable", club)


def test_the_final_report_has_the_figures_of_the_event(four: Tournament) -> None:
    said = text("final-report", four)
    for part in ("Sofia", "Anna Smirnova", "Petar Dimov", "Participants 4", "Withdrawn 1", "2400–2599 2"):
        assert part in said


def test_ratings_of_the_final_report_go_down_whatever_their_number() -> None:
    players = [
        Player(PlayerId(EntrantId(n)), f"Player {n}", rating) for n, rating in enumerate((2450, 1810, 950, 1830), 1)
    ]
    t = drawn(Regulations(rounds=3), Details("Open"), players)
    assert "2400–2599 1, 1800–1999 2, 800–999 1" in text("final-report", published(t))


MARGIN_OF_BAND = 2.5
"""Points between the letters and the edges of the band."""


def test_a_long_name_of_an_event_stays_in_the_band_of_a_badge() -> None:
    name = "Международен открит турнир Царевец и Свети Димитър на името на гросмайстор Милко Бобоцов"
    t = drawn(
        Regulations(rounds=3),
        Details(name, start="2026-11-24", end="2026-12-02"),
        [Player(PlayerId(EntrantId(1)), "Ann")],
    )
    read = printed("badges", t, lang="bg")
    assert read is not None
    high = float(read.pages[0].mediabox.height)
    lines: dict[float, float] = {}

    def hear(part: str, at: list[float], _within: object, _font: object, size: float) -> None:
        if part.strip() and at[5] > high - 60:
            lines[at[5]] = size

    read.pages[0].extract_text(visitor_text=hear)
    top, foot = max(lines), min(lines)
    assert top + 0.75 * lines[top] < high - MARGIN_OF_BAND
    assert foot - 0.25 * lines[foot] > high - 13 * 72 / 25.4 + MARGIN_OF_BAND


def test_prizes_receipts_and_certificates_name_the_winners(club: Tournament) -> None:
    awarded = with_prizes(club)
    assert "First" in text("prizes", awarded)
    (receipts,) = pages("receipts", awarded)
    assert receipts.count("Received by") == 2
    assert "EUR" in receipts or "€" in receipts
    assert "Cup of the city" in text("certificates", awarded)


def test_a_certificate_has_every_prize_of_its_winner(club: Tournament) -> None:
    both = replay(announce_prizes(club, [Prize("First", 50_000), Prize("Cup of the city", 0)]), club)
    first = pages("certificates", both)[0]
    assert "First" in first
    assert "Cup of the city" in first


def test_a_certificate_has_the_name_as_one_says_it_and_the_figures_of_the_event() -> None:
    first, second, *_ = pages("certificates", tournament(OVER))
    assert "Winner among 4 players" in first
    assert "Anna Abel" in first
    assert "2 of 2 points" in first
    assert "2 – 0 – 0 won, drawn, lost" in first
    assert "place 2 of 4" in second


@pytest.mark.parametrize("origin", [ORIGIN, ""], ids=["phones reach the server", "none does"])
def test_a_certificate_of_a_section_has_the_code_of_its_winners_page_there(origin: str) -> None:
    known = {"summer-a": snapshot(tournament(OVER)), "summer-b": snapshot(tournament(OVER.replace("Abel", "Zahn")))}
    prizes = festival_prizes([(slug, slug[-1], at) for slug, at in known.items()], one_each=False)
    titles = {slug: slug[-1] for slug in known}
    festival = FestivalPrint("Summer", prizes, known, titles, NO_WORN_FACE, "", None, origin=origin)
    made = festival_paper("certificates", festival, language("en"), SIZES["a4"], {})
    assert made is not None
    certificates = [one for sheet in json.loads(made.data)["sheets"] for one in sheet["certificates"]]
    winners = [one["code"] for one in certificates if one["name"] in ("Anna Abel", "Anna Zahn")]
    address = "{}/t/summer-{}/players/1"
    expected = [address.format(origin, section) if origin else "" for section in "ab"]
    assert winners == expected


def test_a_certificate_is_offered_when_the_event_is_over(four: Tournament) -> None:
    assert printed("certificates", four) is None


def sizes_of(t: Tournament) -> set[int]:
    """The sizes of the letters on the first page of the list of players."""
    made = printed("players", t)
    assert made is not None
    sizes: set[int] = set()
    made.pages[0].extract_text(visitor_text=lambda _text, _cm, _tm, _font, size: sizes.add(round(size or 0)))
    return sizes


@pytest.mark.parametrize(("count", "size"), [(4, 14), (300, 11), (320, 10)])
def test_a_table_has_letters_as_large_as_its_sheets_allow(count: int, size: int) -> None:
    """A long one takes no more sheets for it."""
    players = "\n".join(f"Player {n} {2500 - n}" for n in range(1, count + 1))
    assert sizes_of(tournament(players)) & {10, 11, 14} == {size}


@pytest.mark.parametrize(
    ("paper", "count", "sheets"),
    [("seats", 106, 1), ("players", 53, 1), ("players", 110, 2), ("crosstable", 78, 2), ("standings", 78, 2)],
)
def test_large_letters_cost_a_list_no_sheet(paper: str, count: int, sheets: int) -> None:
    """These fill their last page to its end in one of the sizes, the last two with the lines that stand under them."""
    many = tournament("\n".join(f"P{n}" for n in range(1, count + 1))) if paper == "players" else neighbours(count)
    assert len(pages(paper, many)) == sheets


def test_a_name_of_two_lines_has_a_row_as_high() -> None:
    """Its lines lie near each other, and no other name nearer to one than names of one line do."""
    long = " ".join(["Maximilian"] * 14)
    made = printed("players", tournament("\n".join(long if n == 9 else f"Player {n}" for n in range(1, 31))))
    assert made is not None
    names: list[float] = []

    def hear(part: str, place: list[float], _within: object, _font: object, size: float) -> None:
        if part.strip().startswith(("Player", "Maximilian")) and size > 9:
            names.append(place[5])

    made.pages[0].extract_text(visitor_text=hear)
    ways = [above - below for above, below in pairwise(names) if above > below]
    usual = median(ways)
    near = [way < usual - 0.5 for way in ways]
    assert sum(near) == 1
    before, after = ways[near.index(True) - 1], ways[near.index(True) + 1]
    assert min(before, after) > usual - 0.5


def test_a_list_of_three_hundred_repeats_its_head_on_every_page() -> None:
    many = tournament("\n".join(f"Player {n} {2500 - n}" for n in range(1, 301)))
    lists = pages("players", many)
    assert len(lists) > 5
    assert all("No. Player Rtg" in page for page in lists)
    assert f"{len(lists)} / {len(lists)}" in lists[-1]


def test_a_crosstable_of_many_rounds_lies_on_its_side(club: Tournament) -> None:
    made = printed("crosstable", club)
    assert made is not None
    assert (made.pages[0].mediabox.width > made.pages[0].mediabox.height) == (club.published > 7)


def test_the_next_round_says_on_every_page_that_it_is_provisional() -> None:
    said = pages("coming", after(1, 2, 150, Regulations(rounds=5), 3))
    assert ["Round 2, provisional" in page for page in said] == [True, True]


def test_six_cards_of_nine_rounds_stand_on_a_page() -> None:
    cells = " ".join("." for _ in range(8))
    seven = tournament("\n".join(f"P{n} H {cells}" for n in range(1, 8)))
    assert len(pages("player-cards", seven)) == 2


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("rounds", [11, 20, 38])
def test_every_round_of_a_card_stays_on_it(rounds: int, size: str) -> None:
    many = tournament("A H\nB H", regulations=Regulations(rounds=rounds))
    made = printed("player-cards", many, size=size)
    assert made is not None
    assert len(made.pages) == 1
    found: list[float] = []
    made.pages[0].extract_text(
        visitor_text=lambda said, at, *_: found.append(float(at[5])) if said.strip() == str(rounds) else None
    )
    down = {11: 3, 20: 2, 38: 1}[rounds]
    assert min(found) > float(made.pages[0].mediabox.height) * (1 - 1 / down)


def test_cards_of_players_keep_lines_for_rounds_to_come(four: Tournament) -> None:
    said = text("player-cards", four)
    assert said.count("Opponent") == 4


def test_a_card_names_opponents_with_initials_where_they_are_long() -> None:
    said = text("player-cards", tournament("Щербаков-Заславский, Константин Юрьевич +w2\nDavid -b1"))
    assert "Щербаков-Заславский, К. Ю." in said


def test_a_word_longer_than_its_column_is_broken() -> None:
    said = text("check-in", tournament("Wolfeschlegelsteinhausenbergerdorff, Adolph 2400"))
    assert "Wolfeschlegelsteinhausenbergerdorff" not in said
    assert "Wolfeschl" in said


def test_a_very_long_name_stays_on_its_badge() -> None:
    long = tournament("Щербаков-Заславский-Владимирский, Константин 2400")
    assert "Константин" in text("badges", long)


def test_a_badge_leads_to_the_page_of_its_owner_once_check_in_is_over(four: Tournament) -> None:
    (sheet,) = badges(replace(request(four), page_of=lambda id: f"http://192.168.1.20:8000/t/open/players/{id}"))
    assert len({label.qr for label in sheet.labels if label.qr}) == 4
    assert sheet.code_of == "my pairings and results"


def test_a_badge_has_the_given_name_first(four: Tournament) -> None:
    (sheet,) = badges(request(four))
    names = [(label.first, label.second) for label in sheet.labels]
    assert ("Ünal", "Þorsteinsdóttir") in names
    assert ("David", "") in names


def test_the_badge_of_an_arbiter_says_their_role(four: Tournament) -> None:
    t = four.copy()
    t.details = replace(
        t.details, chief_arbiter="Smirnova, Anna", deputies=(), arbiters=("Petrova, Vera (sector A)", "Ivanov, Petar")
    )
    (sheet,) = badges(request(t))
    official = [(label.first, label.second, label.role) for label in sheet.labels if label.official]
    expected = [("Anna", "Smirnova", "Arbiter"), ("Vera", "Petrova", "sector A"), ("Petar", "Ivanov", "Arbiter")]
    assert official == expected


def test_a_badge_has_the_code_that_checks_its_owner_in(four: Tournament) -> None:
    asked = replace(request(four), check_in=lambda id: f"http://192.168.1.20:8000/check-in/{id}")
    (sheet,) = badges(asked)
    addresses = [label.qr for label in sheet.labels if label.qr]
    assert len(set(addresses)) == 4
    made = lay_out(PaperHead("Open", "Open", "", "en", "ltr", "", ""), [sheet])
    assert list(made.codes) == addresses
    assert typeset(made).startswith(b"%PDF")


def test_a_badge_has_the_photo_of_whoever_has_one_and_is_named(four: Tournament) -> None:
    hidden = replay([e.PhotoKept(EntrantId(n), "a" * 64) for n in (1, 2, 3)], four.copy())
    hidden = replay(anonymise(hidden, EntrantId(2)), hidden)
    asked = replace(request(hidden), photos={n: made_anew(drawn_photo(), PHOTO_ROOM).data for n in (1, 2)})
    (sheet,) = badges_with_photos(asked)
    assert [label.number for label in sheet.labels if label.photo] == ["1"]
    assert typeset(lay_out(PaperHead("Open", "Open", "", "en", "ltr", "", ""), [sheet])).count(b"/DCTDecode") == 1


def test_somebody_who_must_not_be_named_is_a_number_on_paper(four: Tournament) -> None:
    hidden = replay(anonymise(four, EntrantId(1)), four)
    assert "Þorsteinsdóttir" not in text(ALL_OF_ROUND, hidden) + text("badges", hidden) + text("final-report", hidden)
    assert "Player 1" in text("pairings", hidden)


@pytest.mark.parametrize(
    ("paper", "said"),
    [
        ("pairings", ("7 *", "Library", "* Opponents come to this board")),
        ("seats", ("7", "Library")),
        ("slips", ("Board 7 · Library",)),
        ("round-sheet", ("7 *",)),
    ],
)
def test_papers_of_a_round_say_rooms_and_kept_boards(paper: str, said: tuple[str, ...]) -> None:
    plan = BoardPlan((KeptBoard(EntrantId(4), 7),), (), (PlayingRoom("Library", 5),))
    t = replay([e.BoardsPlanned(plan)], entered(4, Regulations(rounds=3)))
    shown = text(paper, published(t))
    assert [one for one in said if one not in shown] == []


@pytest.mark.parametrize("paper", ["pairings", "seats"])
def test_papers_of_a_round_say_until_when_players_may_come(paper: str) -> None:
    t = entered(4, Regulations(rounds=3))
    replay([e.DetailsAmended(replace(t.details, schedule=("2026-11-21T15:00",))), e.DefaultTimeSet(30)], t)
    assert "whoever comes after 15:30 loses (FIDE Laws, 6.7)" in text(paper, published(t))


@pytest.mark.parametrize(
    ("paper", "said"),
    [("pairings", "13′ – 17′"), ("seats", "White · 13′"), ("slips", "13′ – 17′"), ("place-cards", "17′")],
)
def test_papers_of_a_round_say_the_times_of_a_handicap_game(paper: str, said: str) -> None:
    steps = (HandicapStep(200, ClockTime(13 * 60), ClockTime(17 * 60)),)
    t = replay([e.HandicapSet(steps)], entered([2200, 1900], Regulations(rounds=3)))
    assert said in text(paper, published(t))
