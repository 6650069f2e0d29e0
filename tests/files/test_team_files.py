"""Files of team events: the records of teams in and out, and the teams of older files."""

import re
from dataclasses import replace

import pytest

from domain import events as e
from domain.files.exporting import report_of
from domain.files.header import regulations_of
from domain.files.importing import import_report, kept_lines
from domain.files.remarks import About, remarks
from domain.files.teams.rounds import team_rounds
from domain.files.trf import Ladder, RepairKind, Report, parse, write
from domain.files.trf.problems import BadValue, TwoPairingByes, TwoTeamsWithBye
from domain.files.trf.teams import team_records
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import table_cards
from domain.words.games import Code, Scoring
from domain.words.regulations import Acceleration, Entrants, Regulations
from domain.words.teams import ColourPreferences, PrimaryScore, TeamId, TeamOptions
from tests.files.lines import case, file, player
from tests.team_events import MATCH, team_id, team_tournament


def imported(report: Report) -> list[e.Event]:
    return import_report(report, file_name="teams.trf", sha256="0")


def written(t: Tournament) -> Report:
    return parse(write(report_of(t), Ladder.TRF26).encode())


def told(report: Report) -> list[tuple[About, str, str]]:
    return [(one.about, one.was, one.now) for one in remarks(report, regulations_of(report)) if one.about in OF_TEAMS]


OF_BYES = {About.BYE_IN_VAIN, About.BYE_AS_READABLE}
OF_TEAMS = {
    *OF_BYES,
    About.ABNORMAL_NOT_COUNTED,
    About.TEAMS_OF_LIST,
    About.WHITE_TEAM_ASSUMED,
    About.OTHER_COLOURS,
    About.NOT_IN_ORDER,
    About.TEAM_POINTS_DIFFER,
}


def test_a_player_of_no_team_who_sat_for_one_is_its_reserve() -> None:
    text = write(report_of(team_tournament(4, ["1-3 1000  4-2 11==", ""])), Ladder.TRF26)
    lines = [line[:88] if line.startswith("310   1") else line.rstrip() for line in text.splitlines()]
    report = parse(file(*lines, "300   1   1   3    1    2    3    4", rounds=None))
    assert team_rounds(report).teams[1].players == (1, 2, 3, 4)
    (told,) = [one for one in remarks(report, regulations_of(report)) if one.about is About.RESERVE_OF_ORDER]
    assert (told.was, told.now) == ("4", team_rounds(report).teams[1].name)
    assert imported(report)


CODES = {
    "FIDE_TEAM_TYPEA_MP_GP": TeamOptions(),
    "FIDE_TEAM_TYPEB_GP_MP": TeamOptions(PrimaryScore.GAME_POINTS, preferences=ColourPreferences.TYPE_B),
    "FIDE_TEAM_TYPEA_GP": TeamOptions(PrimaryScore.GAME_POINTS, primary_alone=True),
    "FIDE_TEAM_TYPEB_MP": TeamOptions(preferences=ColourPreferences.TYPE_B, primary_alone=True),
    "FIDE_TEAM_MP_GP": TeamOptions(preferences=ColourPreferences.NONE),
    "FIDE_TEAM_GP": TeamOptions(PrimaryScore.GAME_POINTS, preferences=ColourPreferences.NONE, primary_alone=True),
}
"""Record 192, and what it says of C.04.6 (1.2, 1.7)."""


@pytest.mark.parametrize(("code", "options"), CODES.items())
def test_the_options_of_the_swiss_of_teams_stand_in_record_192(code: str, options: TeamOptions) -> None:
    laws = Regulations(system="team-swiss-2026", scoring=MATCH, rounds=5, teams=options)
    report = written(team_tournament(4, ["1-3 1000  4-2 11==", ""], regulations=laws))
    assert report.header.encoded_type == code
    assert said_of(report) == (options.primary, options.preferences, not options.primary_alone)


def test_a_code_without_options_means_those_of_the_text() -> None:
    report = written(team_tournament(4, ["1-3 1000  4-2 11==", ""]))
    plain = replace(report, header=replace(report.header, encoded_type="FIDE_TEAM"))
    assert said_of(plain) == (PrimaryScore.MATCH_POINTS, ColourPreferences.TYPE_A, True)


def said_of(report: Report) -> tuple[PrimaryScore, ColourPreferences, bool]:
    options = regulations_of(report).teams
    return options.primary, options.preferences, not options.primary_alone


class TestTheExampleOfFide:
    """50 teams of 4 and 14 rounds, with byes, forfeited matches, empty boards and boards out of order."""

    REPORT = parse(case("example_trf26.trf"))
    EVENTS = imported(REPORT)

    def test_the_points_of_all_teams_are_those_of_the_file(self) -> None:
        """Denmark has a half-point bye in record 802 of round 3; record 240 gives it to Latvia, whom 320 has."""
        t = replay(self.EVENTS)
        cards = table_cards(t)
        differing = [
            team.name
            for team in team_records(self.REPORT).teams
            if (cards[team.number].score, cards[team.number].secondary_score) != (team.match_points, team.game_points)  # type: ignore[index]
        ]
        assert differing == []
        byes = [(about, was, now) for about, was, now in told(self.REPORT) if about in OF_BYES]
        assert byes == [(About.BYE_IN_VAIN, "Latvia", "3"), (About.BYE_AS_READABLE, "Denmark", "3")]

    def test_what_is_written_is_the_same_event(self) -> None:
        again = imported(written(replay(self.EVENTS)))
        kept = (e.TournamentAnnounced, e.TournamentImported)
        assert [x for x in again if not isinstance(x, kept)] == [x for x in self.EVENTS if not isinstance(x, kept)]

    def test_every_entry_of_every_player_is_written_again(self) -> None:
        again = written(replay(self.EVENTS))
        assert [p.entries for p in again.players] == [p.entries for p in self.REPORT.players]
        assert [p.points for p in again.players] == [p.points for p in self.REPORT.players]

    def test_its_records_of_points_beside_the_results_are_in_no_total_and_are_kept(self) -> None:
        """A forfeit lost would be worth 1½ game points; 310 gives none of the 21 teams that lost so any."""
        kept = [(was, now) for about, was, now in told(self.REPORT) if about is About.ABNORMAL_NOT_COUNTED]
        assert kept == [("2", "")]
        assert "299 -  0.0  1.5" in kept_lines(self.REPORT, regulations_of(self.REPORT)).after

    def test_its_record_250_is_baku_acceleration(self) -> None:
        assert regulations_of(self.REPORT).acceleration is Acceleration.BAKU
        lines = write(report_of(replay(self.EVENTS)), Ladder.TRF26).splitlines()
        assert [line for line in lines if line.startswith("250")] == [
            "250  2.0        1   4    1   25",
            "250  1.0        5   7    1   25",
        ]

    def test_its_regulations_are_those_of_teams(self) -> None:
        laws = regulations_of(self.REPORT)
        assert (laws.entrants, laws.match_games, laws.scoring) == (Entrants.TEAMS, 4, MATCH)
        assert laws.order == ("EDET/P", "EMGSB/C1/P", "BH:MP/C1/P", "MPVGP")


ROUGH = ["1-2 1=+0 3-4 x-=1 bye:5", "5-1 ++++ 2-3 0?10 H:4", "4-5 ===1 2-1 xxxx Z:3"]
LINEUPS = {(1, 1): (102, 101, 105, 103), (1, 3): (301, 0, 303, 304), (3, 4): (401, 403, 404, 405)}


def rough(laws: Regulations | None = None) -> Tournament:
    """With a bye, forfeits of boards and matches, an open board, a reserve, and an empty chair at board 2."""
    return team_tournament(5, ROUGH, regulations=laws, reserves=1, lineups=LINEUPS)


def test_an_event_of_teams_comes_back_from_its_file() -> None:
    before = rough()
    after = replay(imported(written(before)))
    assert [team.name for team in after.teams.values()] == [team.name for team in before.teams.values()]
    assert [c.lines for c in table_cards(after).values()] == [c.lines for c in table_cards(before).values()]


@pytest.mark.parametrize("signs", ["++--", "+--x", "+x++", "xx+x", "----", "xxxx", "+-+1", "x---"])
@pytest.mark.parametrize("primary", PrimaryScore)
def test_boards_that_nobody_played_come_back_as_they_were_forfeited(signs: str, primary: PrimaryScore) -> None:
    """Record 330 is for matches that a team did not come to; of others each board says who forfeited it."""
    laws = Regulations(
        system="team-swiss-2026", scoring=MATCH, ruleset="c07_2026", rounds=3, teams=TeamOptions(primary)
    )
    t = team_tournament(4, [f"1-2 {signs}  3-4 1=0+"], boards=4, regulations=laws)
    back = replay(imported(written(t)))
    for number, card in table_cards(t).items():
        line, read = card.lines[0], table_cards(back)[number].lines[0]
        assert (read.code, read.points, read.secondary) == (line.code, line.points, line.secondary)
        assert (read.opponent, read.colour, read.games) == (line.opponent, line.colour, line.games)


def test_a_last_round_that_nobody_came_to_is_a_round() -> None:
    before = team_tournament(3, ["1-2 1=0+ bye:3", "1-3 xxxx bye:2"], boards=4)
    after = replay(imported(written(before)))
    assert [c.lines for c in table_cards(after).values()] == [c.lines for c in table_cards(before).values()]


def test_lineups_come_back_from_the_file() -> None:
    before, after = rough(), replay(imported(written(rough())))
    names = [
        [after.players[id].name if id else "" for id in after.lineups[round, after.numbers[team - 1]]]
        for round, team in LINEUPS
    ]
    assert names == [[before.players[id].name if id else "" for id in seats] for seats in LINEUPS.values()]  # type: ignore[index]


@pytest.mark.parametrize(
    "laws",
    [
        Regulations(scoring=Scoring(6, 2, 0, 2), ruleset="c07_2026"),
        Regulations(scoring=MATCH, teams=TeamOptions(primary=PrimaryScore.GAME_POINTS)),
        Regulations(scoring=MATCH, teams=TeamOptions(preferences=ColourPreferences.TYPE_B, bye_game_points=3)),
        Regulations(scoring=replace(MATCH, pairing_bye=4), teams=TeamOptions(game=Scoring(6, 2, 0))),
    ],
    ids=["3-1-0", "game points", "type B and a bye of its own", "games of 3-1-0"],
)
def test_the_scores_of_teams_come_back_from_the_file(laws: Regulations) -> None:
    before = rough(replace(laws, system="team-swiss-2026", rounds=3))
    found = regulations_of(written(before))
    was = before.regulations
    assert (found.scoring, found.teams.primary, found.teams.preferences) == (
        was.scoring,
        was.teams.primary,
        was.teams.preferences,
    )
    after = replay(imported(written(before)))
    assert [c.secondary_score for c in table_cards(after).values()] == [
        c.secondary_score for c in table_cards(before).values()
    ]


def bye_of(points: str) -> Report:
    text = case("adjudged/team-bye-in-round-1.trf").decode()
    return parse(text.replace("320  1.0  2.0", f"352 WB\n320  1.0  {points}").encode())


def test_a_bye_worth_more_than_a_match_is_kept_outside_fide_mode_and_told() -> None:
    """Two boards (352), and two and a half game points for who sits out."""
    report = bye_of("2.5")
    told = [one for one in remarks(report, regulations_of(report)) if one.about is About.BYE_BEYOND_A_MATCH]
    assert [(one.was, one.now, one.record) for one in told] == [("2.5", "2.0", "320")]
    after = replay(imported(report))
    assert (after.regulations.teams.bye_game_points, after.left_fide_mode) == (5, 0)


def test_a_bye_worth_a_won_match_is_nothing_to_tell() -> None:
    report = bye_of("2.0")
    assert About.BYE_BEYOND_A_MATCH not in {one.about for one in remarks(report, regulations_of(report))}
    assert replay(imported(report)).left_fide_mode is None


def old_file(text: str) -> Report:
    """The file as it was before TRF26 had teams: with record 013 in the place of all others about teams."""
    lines = []
    for line in text.splitlines():
        if line[:3] in ("300", "320", "330", "362", "240"):
            continue
        if line[:4] == "310 ":
            members = [f"{n:>4}" for n in line[73:].split()]
            line = "013 " + line[8:40] + " ".join(members)
        lines.append(line)
    return parse("\n".join(lines).encode())


def test_the_teams_of_an_older_file_play_the_same_matches() -> None:
    before = team_tournament(4, ["1-2 1==0 3-4 +01=", "4-1 0=1- 2-3 1111"])
    report = old_file(write(report_of(before), Ladder.TRF26))
    after = replay(imported(report))
    assert [c.lines for c in table_cards(after).values()] == [c.lines for c in table_cards(before).values()]
    assert told(report) == [(About.TEAMS_OF_LIST, "4", "4")]


def played_matches(name: str) -> list[dict[tuple[str, str], tuple[int, ...]]]:
    """Round by round the points at the boards of each match in which somebody moved, by the names of the teams."""
    t = replay(imported(parse(case(f"teams_of_013/{name}"))))
    found = []
    for round in t.rounds:
        points: dict[tuple[str, str], tuple[int, ...]] = {}
        for match in round.matches.values():
            if any(game.result and game.result.white.played for game in match):
                first, second = match[0].white, match[0].black
                results = [
                    game.result if game.white == first else game.result.reversed for game in match if game.result
                ]
                names = (t.teams[TeamId(first)].name, t.teams[TeamId(second)].name)
                points[names] = tuple(Scoring().points(result.white) for result in results)
        found.append(points)
    return found


@pytest.mark.parametrize("number", [1, 2, 3])
def test_older_files_have_the_matches_and_boards_of_their_twins(number: int) -> None:
    old, twin = played_matches(f"{number}.trf"), played_matches(f"{number}.trf26.trf")
    assert len(old) == 5
    assert old == twin


def test_an_older_file_that_cannot_say_who_had_white_is_told() -> None:
    """Two teams, the one with all points and the other without anybody."""
    before = team_tournament(4, ["1-2 1==0 3-4 ++++"])
    report = old_file(write(report_of(before), Ladder.TRF26))
    kinds = [about for about, _, _ in told(report)]
    assert kinds == [About.TEAMS_OF_LIST, About.WHITE_TEAM_ASSUMED]


@pytest.mark.parametrize(
    ("was", "now", "column", "name"),
    [
        ("310   1", "310   0", 5, "team"),
        ("310   2", "310   1", 5, "team"),
        ("362 TW", "362 XW", 5, "result of a match"),
        ("320  1.0", "320  one", 6, "points"),
        ("330 --", "330 ++", 5, "forfeit"),
        ("300   1   1", "300   1   x", 11, "team"),
    ],
)
def test_a_record_of_teams_that_cannot_be_is_refused_with_its_place(was: str, now: str, column: int, name: str) -> None:
    text = write(report_of(rough()), Ladder.TRF26)
    assert was in text
    line = next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(was))
    with pytest.raises(BadValue) as refused:
        regulations_of(parse(re.sub(re.escape(was), now, text, count=1).encode()))
    assert (refused.value.line, refused.value.column, refused.value.field) == (line, column, name)


def test_a_player_of_two_teams_is_refused() -> None:
    text = write(report_of(rough()), Ladder.TRF26)
    line = next(line for line in text.splitlines() if line.startswith("310   2"))
    with pytest.raises(BadValue):
        regulations_of(parse(text.replace(line, line[:73] + "   1" + line[77:]).encode()))


def test_teams_have_the_numbers_of_the_file() -> None:
    t = replay(imported(written(rough())))
    assert [t.teams[id].name for id in t.numbers] == [f"Team {n}" for n in range(1, 6)]
    assert team_id(1) not in t.teams


def test_a_match_without_a_game_comes_back_with_the_empty_chairs_of_both_teams() -> None:
    """Team 1 won board 1 by forfeit and had nobody at board 2 either: no player met another."""
    lineups = {(1, 1): (101,), (1, 2): ()}
    before = team_tournament(4, ["1-2 +x 3-4 11"], boards=2, lineups=lineups)
    after = replay(imported(written(before)))
    assert [c.lines for c in table_cards(after).values()] == [c.lines for c in table_cards(before).values()]


def team_line(number: int, *players: int) -> str:
    return f"310 {number:>3} {f'Team {number}':<32}".ljust(73) + " ".join(f"{player:>4}" for player in players)


THREE_TEAMS = tuple(team_line(n, 2 * n - 1, 2 * n) for n in (1, 2, 3))
WITH_A_MATCH = (
    player(1, "1.0", "3 w 1"), player(2, "0.0", "4 b 0"), player(3, "0.0", "1 b 0"), player(4, "1.0", "2 w 1"),
)  # fmt: skip
SHARED_BYE = tuple(player(n, "1.0", "0000 - U") for n in (5, 6))


class TestByeNotedAtEachPlayer:
    def test_it_is_the_bye_of_their_team(self) -> None:
        found = team_rounds(parse(file(*WITH_A_MATCH, *SHARED_BYE, *THREE_TEAMS))).round(1)
        assert ([{match.white, match.black} for match in found.matches], found.bye) == ([{1, 2}], 3)

    def test_two_teams_with_it_are_named_once_a_round(self) -> None:
        away = (player(1, "1.0", "0000 - U"), player(2, "1.0", "0000 - U"), player(3, "0.0"), player(4, "0.0"))
        with pytest.raises(TwoTeamsWithBye) as refused:
            parse(file(*away, *SHARED_BYE, *THREE_TEAMS))
        assert (refused.value.other, refused.value.number, refused.value.round) == (1, 3, 1)

    def test_players_without_teams_who_all_have_it_are_named_in_one_sentence(self) -> None:
        with pytest.raises(TwoPairingByes) as refused:
            parse(file(*(player(n, "1.0", "0000 - U") for n in range(1, 6))))
        assert (refused.value.other, refused.value.number, refused.value.more) == (1, 2, 3)


def test_match_points_are_read_however_they_are_padded() -> None:
    line = "362 TW  3.0   TD  1.0   TL  0.0"
    report = parse(file(line, *WITH_A_MATCH, *SHARED_BYE, *THREE_TEAMS))
    assert team_records(report).match_points == {"W": 6, "D": 2, "L": 0}
    assert (RepairKind.OTHER_COLUMNS, "362") in [(one.kind, one.was) for one in report.repairs]


def test_the_rounds_of_a_file_are_worked_out_once() -> None:
    """A dozen questions about the file of fifty teams ask for them; each took a second."""
    report = parse(file(*WITH_A_MATCH, *SHARED_BYE, *THREE_TEAMS))
    assert team_rounds(report) is team_rounds(report)


def test_a_bye_at_the_board_of_a_team_that_plays_is_a_point_against_an_empty_chair() -> None:
    board_two = (player(1, "1.0", "3 w 1"), player(2, "1.0", "0000 - U"), player(3, "0.0", "1 b 0"), player(4, "0.0"))
    report = parse(file(*board_two, *SHARED_BYE, *THREE_TEAMS))
    (match,) = team_rounds(report).round(1).matches
    assert (match.codes, team_rounds(report).round(1).bye) == (
        ((Code.WIN, Code.LOSS), (Code.FORFEIT_WIN, Code.FORFEIT_LOSS)),
        3,
    )
    assert RepairKind.BYE_AT_A_BOARD in {one.kind for one in report.repairs}


class TestTeamsKeptApart:
    APART = file(*WITH_A_MATCH, *SHARED_BYE, *THREE_TEAMS, "260   0   0    1    3")

    @pytest.mark.parametrize("ladder", Ladder)
    def test_stay_apart_in_both_forms_of_the_file(self, ladder: Ladder) -> None:
        t = replay(imported(parse(self.APART)))
        again = replay(imported(parse(write(report_of(t), ladder).encode())))
        assert again.prohibited == t.prohibited != ()

    def test_are_read_of_a_record_of_engines_and_it_is_told(self) -> None:
        report = parse(file(*WITH_A_MATCH, *SHARED_BYE, *THREE_TEAMS, "XXP 1 3"))
        assert replay(imported(report)).prohibited == replay(imported(parse(self.APART))).prohibited
        assert About.XXP_OF_TEAMS in {one.about for one in remarks(report, regulations_of(report))}

    def test_of_players_cannot_be_kept_and_it_is_told(self) -> None:
        report = parse(file(*WITH_A_MATCH, *SHARED_BYE, *THREE_TEAMS, "XXP 1 5"))
        assert replay(imported(report)).prohibited == ()
        assert About.XXP_OF_PLAYERS in {one.about for one in remarks(report, regulations_of(report))}
