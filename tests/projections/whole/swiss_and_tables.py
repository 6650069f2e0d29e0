"""Swiss tournaments, one of teams, and tables drawn beforehand."""

from domain import events as e
from domain.decisions.players.attendance import (
    adjust_points,
    bar_from_half_point_byes,
    expel,
    grant_bye,
    readmit,
    withdraw,
)
from domain.decisions.players.lineups import give_lineup
from domain.decisions.players.numbering import (
    draw_initial_colour,
    draw_lots,
    draw_numbers,
    draw_start_position,
    exchange_numbers,
    set_initial_colour,
)
from domain.decisions.players.registering import NewPlayer, register
from domain.decisions.players.teams import register_team
from domain.decisions.rounds.closing import close_tournament
from domain.decisions.rounds.correcting import correct_colours, correct_player_rating, correct_result
from domain.decisions.rounds.pairing import close_round, pair_round, publish_rounds
from domain.decisions.rounds.results import adjourn, dispute_result, finish_adjourned, record_result, settle_dispute
from domain.decisions.setup.announcing import announce_prizes
from domain.decisions.setup.prohibited_pairs import prohibit
from domain.decisions.undoing import undo
from domain.formats import rules_of
from domain.words.games import Bye, Colour, Result
from domain.words.options import NumbersBy, RoundRobinOptions, ScheveningenOptions
from domain.words.players import EntrantId, Sex, Title
from domain.words.regulations import Acceleration, CorrectionPolicy, Entrants, Format, Regulations
from domain.words.rounds import RoundSpan
from domain.words.teams import Team, TeamId
from tests.projections.whole.playing import BLACK, DRAW, WHITE, Looks, do, entered, next_round, play

PRIZES = (
    e.Prize("first", 50000, place=1),
    e.Prize("second", 30000, place=2),
    e.Prize("women", 10000, "W", 1),
    e.Prize("cup", 0, place=1),
)


def swiss_1998() -> Looks:
    """Eight and a late one: byes, leavers, an adjourned and a disputed game, corrections and points given."""
    t = entered(Regulations(rounds=4), 8)
    t = do(t, announce_prizes, PRIZES)
    t = do(t, draw_initial_colour, "colour")
    t = do(t, draw_lots, "lots")
    t = do(t, exchange_numbers, EntrantId(5), EntrantId(6), "as listed")
    t = do(t, prohibit, [[EntrantId(1), EntrantId(5)]], "sisters", [RoundSpan(1, 2)])
    t = do(t, grant_bye, EntrantId(7), 1, Bye.HALF)
    t = next_round(t)
    t = do(t, record_result, 1, 1, WHITE, None)
    t = do(t, dispute_result, 1, 1, DRAW)
    yield "round 1 is played", t
    t = do(t, settle_dispute, 1, 1, WHITE)
    t = do(t, record_result, 1, 2, Result.BLACK_WINS_BY_FORFEIT, None)
    t = do(t, adjourn, 1, 3)
    t = do(t, close_round, 1)
    t = do(t, register, NewPlayer("Irina", 2300, Title.WFM, "UKR", sex=Sex.WOMAN), 2)
    t = do(t, bar_from_half_point_byes, EntrantId(7), "two had")
    t = next_round(t, DRAW, WHITE)
    t = do(t, finish_adjourned, 1, 3, BLACK)
    t = do(t, close_round, 2)
    t = do(t, correct_result, 1, 1, BLACK, "the scoresheet")
    t = do(t, correct_player_rating, EntrantId(6), 2150, "the list of May")
    t = do(t, withdraw, [EntrantId(2)], 3, "ill")
    t = next_round(t, BLACK, DRAW)
    yield "round 3 is played", t
    t = do(t, close_round, 3)
    t = do(t, correct_colours, 3, 1, "they sat the other way round")
    t = do(t, adjust_points, EntrantId(4), 3, -1, "a telephone")
    t = do(t, readmit, EntrantId(2), 4, "well again")
    t = do(t, expel, EntrantId(8), "twice away")
    t = next_round(t, WHITE, Result.DRAW_UNRATED, BLACK)
    t = do(t, close_round, 4)
    t = do(t, undo, len(t.history) - 1, "a wrong board", (len(t.history),))
    board = next(board for board, (game,) in t.round(4).matches.items() if game.result is None)
    t = do(t, record_result, 4, board, Result.DOUBLE_FORFEIT, None)
    t = do(t, close_round, 4)
    t = do(t, close_tournament, "all is played")
    yield "it is over", t


def swiss_2026() -> Looks:
    """Accelerated, from drawn positions, with the corrections of 2026 and its tie-breaks."""
    laws = Regulations(
        system="dutch-2026", rounds=5, order=("BH/C1", "BH", "SB", "DE", "WIN"), ruleset="c07_2026",
        corrections=CorrectionPolicy.HANDLING_2026, acceleration=Acceleration.BAKU, chess960=True,
    )  # fmt: skip
    t = entered(laws, 8)
    t = do(t, set_initial_colour, Colour.BLACK)
    for number, results in enumerate(((WHITE, DRAW), (DRAW, BLACK), (WHITE, WHITE, BLACK)), 1):
        t = next_round(t)
        t = do(t, draw_start_position, number, f"seed {number}")
        t = play(t, *results)
        t = do(t, close_round, number)
    t = do(t, correct_result, 2, 1, WHITE, "typed wrongly")
    yield "three rounds of five are played", t


def teams() -> Looks:
    laws = Regulations(rounds=3, match_games=2, entrants=Entrants.TEAMS, order=("BH", "SB"))
    t = entered(laws, 8)
    for place, name in enumerate(("Sofia", "Varna", "Ruse", "Burgas")):
        squad = (EntrantId(2 * place + 1), EntrantId(2 * place + 2))
        t = do(t, register_team, Team(TeamId(EntrantId(0)), name, squad=squad))  # type: ignore[arg-type]
    t = do(t, set_initial_colour, Colour.WHITE)
    t = next_round(t)
    sofia = next(team for team in t.teams.values() if team.name == "Sofia")
    t = do(t, give_lineup, 1, sofia.id, sofia.squad[::-1], reason="agreed")
    t = play(t, WHITE, DRAW, BLACK)
    t = do(t, close_round, 1)
    t = next_round(t, BLACK, DRAW)
    yield "two rounds of three are played", t


def round_robin() -> Looks:
    """Five, twice each, numbers drawn by lot; one leaves before half of the games."""
    options = RoundRobinOptions(cycles=2, numbers=NumbersBy.LOT)
    t = entered(Regulations(format=Format.ROUND_ROBIN, round_robin=options, order=("SB", "WIN")), 5)
    t = do(t, draw_numbers, "numbers")
    t = do(t, pair_round)
    t = do(t, publish_rounds, 10)
    for number in range(1, 4):
        for board, (game,) in sorted(t.round(number).matches.items()):
            t = do(t, record_result, number, board, WHITE if game.white < game.black else DRAW, None)
    yield "three rounds are played", t
    t = do(t, withdraw, [EntrantId(5)], None, "ill")
    for number in range(4, 11):
        for board, (game,) in sorted(t.round(number).matches.items()):
            if game.result is None:
                t = do(t, record_result, number, board, DRAW if game.white < game.black else BLACK, None)
    t = do(t, close_tournament) if rules_of(t).over(t) else t
    yield "it is over", t


def scheveningen() -> Looks:
    options = ScheveningenOptions("Sofia", "Plovdiv")
    t = entered(Regulations(format=Format.SCHEVENINGEN, scheveningen=options, order=("SB",)), 6)
    t = do(t, pair_round)
    t = do(t, publish_rounds, 3)
    for number in (1, 2):
        for board in sorted(t.round(number).matches):
            t = do(t, record_result, number, board, (WHITE, DRAW, BLACK)[(board + number) % 3], None)
    yield "two rounds of three are played", t
