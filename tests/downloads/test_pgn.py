"""A round as PGN for electronic boards: tags in the order of the standard, names as typed."""

from dataclasses import replace

import pytest

from domain.tournament import Tournament
from domain.words.regulations import Details, Regulations
from projections.moment.snapshot import snapshot
from tests.crosstable import tournament
from tests.public.served import served
from tests.public.test_pages import OPEN
from tests.team_events import team_tournament
from web.downloads.pgn import PgnAbout, round_pgn
from web.wording import language

DETAILS = Details(
    "Sofia Open", "Sofia", "BUL", "2026-11-21", "2026-11-22", schedule=("2026-11-21T09:30",), clock="40/5400+30:1800+30"
)


@pytest.fixture
def four() -> Tournament:
    return tournament(
        """
        Þorsteinsdóttir "Tóta" GM 2500  +w4 ?b2
        Щербаков, Константин      2400  +fb3 ?w1
        Carla                           -fw2 H
        David                     2200  -b1 .
        """,
        details=DETAILS,
    )


def games(t: Tournament, round: int, *, drafts: bool = False, **about: str) -> list[dict[str, str]]:
    """The tags of each game in their order."""
    text = round_pgn(snapshot(t), round, language("en"), PgnAbout(**about), drafts=drafts)
    assert text is not None
    found: list[dict[str, str]] = []
    for block in text.split("\n\n")[::2]:
        lines = (line[1:-2].split(' "', 1) for line in block.splitlines() if line)
        found.append(dict(line for line in lines if line))  # type: ignore[misc]
    return [game for game in found if game]


def test_the_seven_tags_come_first_in_their_order(four: Tournament) -> None:
    first = games(four, 1)[0]
    assert list(first)[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    assert list(first)[7:] == sorted(list(first)[7:])


def test_a_game_has_names_as_typed_ratings_and_titles(four: Tournament) -> None:
    first = games(four, 1)[0]
    assert first["Event"] == "Sofia Open"
    assert first["Site"] == "Sofia BUL"
    assert first["Date"] == "2026.11.21"
    assert first["Round"] == "1.1"
    assert first["White"] == r"Þorsteinsdóttir \"Tóta\""
    assert first["WhiteElo"] == "2500"
    assert first["WhiteTitle"] == "GM"
    assert first["TimeControl"] == "40/5400+30:1800+30"
    assert "BlackTitle" not in first


def test_an_open_game_has_a_star_and_a_forfeit_its_points(four: Tournament) -> None:
    assert [game["Result"] for game in games(four, 1)] == ["1-0", "0-1"]
    assert [game["Result"] for game in games(four, 2)] == ["*"]


def test_a_round_without_a_start_has_the_first_day(four: Tournament) -> None:
    assert games(four, 2)[0]["Date"] == "2026.11.21"


def test_a_section_says_the_festival_and_itself(four: Tournament) -> None:
    game = games(four, 1, festival="Chess Week")[0]
    assert game["Event"] == "Chess Week, Sofia Open"
    assert game["Section"] == "Sofia Open"
    assert games(four, 1, festival="Sofia")[0]["Event"] == "Sofia Open"


def test_a_chess960_round_has_its_start_position(four: Tournament) -> None:
    drawn = replace(four.regulations, chess960=True)
    t = four.copy()
    t.regulations, t.start_positions = drawn, {1: 518}
    assert games(t, 1)[0]["FEN"] == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_boards_of_teams_have_round_match_and_board() -> None:
    found = games(team_tournament(4, ["1-2 1=+0  4-3 ?1=-"]), 1)
    assert [game["Round"] for game in found[:5]] == ["1.1.1", "1.1.2", "1.1.3", "1.1.4", "1.2.1"]
    assert found[1]["Board"] == "2"
    assert {found[1]["WhiteTeam"], found[1]["BlackTeam"]} == {found[0]["WhiteTeam"], found[0]["BlackTeam"]}
    assert found[0]["WhiteTeam"] == found[1]["BlackTeam"]


def test_a_draft_is_for_the_desk_alone() -> None:
    draft = tournament("Alice ?w2\nBruno ?b1", publish_last=False, regulations=Regulations(rounds=1))
    assert round_pgn(snapshot(draft), 1, language("en")) is None
    assert len(games(draft, 1, drafts=True)) == 1


async def test_spectators_find_each_round() -> None:
    async with served({"open": OPEN}) as client:
        assert "/t/open/pairings/2.pgn" in (await client.get("/t/open/downloads")).text
        answer = await client.get("/t/open/pairings/2.pgn")
        assert answer.headers["content-disposition"].endswith('.pgn"')
        assert '[Event "City Open"]' in answer.content.decode()
