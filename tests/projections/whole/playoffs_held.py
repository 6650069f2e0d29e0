"""Play-offs of three and of six."""

from domain.decisions import playoffs
from domain.decisions.players.numbering import set_initial_colour
from domain.decisions.rounds.closing import close_tournament
from domain.decisions.rounds.correcting import correct_result
from domain.decisions.rounds.pairing import close_round
from domain.decisions.rounds.results import record_result
from domain.formats.playoff.rules import position_of
from domain.tournament import Tournament, replay
from domain.words.games import Colour
from domain.words.options import ArmageddonColours, FewestMoves, OrderGone, PlayoffOptions
from domain.words.regulations import Regulations
from tests.projections.whole.playing import BLACK, DRAW, WHITE, Looks, do, entered, next_round


def playoff_of_three() -> Looks:
    """All-play-all, level all three twice, then the fewest moves; one game is ruled about by a panel."""
    t = _held(3, FewestMoves.SHORTEST_WIN)
    t = do(t, playoffs.draw_and_seat, "seed 1", "2026-05-05T18:00")
    t = do(t, playoffs.assign_arbiter, 1, 1, "Nadia")
    yield "one game is being played", t
    while position_of(t).outcome is None:
        if position_of(t).next.moves:
            for game in position_of(t).next.moves:
                t = do(t, playoffs.count_moves, game.round, game.board, 50 + 2 * game.round)
            continue
        if t.published and any(game.result is None for game in t.round(t.published).games):
            t = _circle(t)
            continue
        t = do(t, playoffs.draw_and_seat, f"seed {t.version}")
    t = do(t, playoffs.rule_by_panel, 1, 1, ("Olga", "Petar", "Rosa"), "the flag fell first")
    t = do(t, playoffs.close_playoff)
    yield "it is over", t


def playoff_of_six() -> Looks:
    """Two groups: one is level twice, and the shortest wins decide it; a correction takes the final back."""
    t = _held(6, FewestMoves.SUM_OF_WINS, ArmageddonColours.WINNER_CHOOSES)
    for _ in range(30):
        if t.published == 3 and all(game.decided for game in t.round(3).games):
            yield "the groups have played", t.copy()
        position = position_of(t)
        if position.outcome is not None:
            break
        for game in position.next.moves:
            t = do(t, playoffs.count_moves, game.round, game.board, 40 + 3 * game.round + game.white)
        if position.next.colours:
            t = do(t, playoffs.choose_colour, position.next.colours[0].name, Colour.BLACK)
        elif position.next.waiting:
            t = _groups(t)
        elif not position.next.moves:
            t = do(t, playoffs.draw_and_seat, f"seed {t.version}", "2026-05-05T18:30")
    yield "it is decided", t.copy()
    [(round, game)] = [(r.number, g) for r in t.rounds[:3] for g in r.games if {g.white, g.black} == {1, 4}]
    t = do(t, correct_result, round, game.board, WHITE if game.white == 4 else BLACK, "typed wrongly")
    [(round, game)] = [(r.number, g) for r in t.rounds[:3] for g in r.games if {g.white, g.black} == {1, 5}]
    t = do(t, correct_result, round, game.board, DRAW, "typed wrongly")
    yield "another has won the first group", t


def _groups(t: Tournament) -> Tournament:
    """In the first group the better seed wins, in the second all three are level; the final is drawn."""
    level = {(2, 3), (3, 6), (6, 2)}
    for board, (game,) in t.round(t.published).matches.items():
        both = (game.white, game.black)
        seeded = set(both) < {1, 4, 5}
        white = both in level or (seeded and game.white < game.black)
        black = both[::-1] in level or (seeded and game.black < game.white)
        t = do(t, record_result, t.published, board, WHITE if white else BLACK if black else DRAW, None)
    return t


def table_with_a_playoff() -> Looks:
    """Four draw everything; the order of the play-off comes, goes with a correction, and comes again."""
    t = entered(Regulations(rounds=2, order=("WIN", "PLAYOFF", "RTNG"), playoff=PlayoffOptions(places=2)), 4)
    t = do(t, set_initial_colour, Colour.WHITE)
    for number in (1, 2):
        t = do(next_round(t, DRAW), close_round, number)
    yield "four are level", t.copy()
    tied = playoffs.TiedPlayers(1, 2, tuple(t.numbers))
    t = do(t, playoffs.hold_playoff, "open-play-off", tied, "for the second place")
    order = tuple(reversed(t.numbers))
    t = do(t, playoffs.take_outcome, "open-play-off", 30, order, ("score", "armageddon", "armageddon", "lots"))
    yield "the order has come", t.copy()
    t = do(t, playoffs.reopen_playoff, "open-play-off", 33, OrderGone.OTHERS_TIED, "typed wrongly")
    t = do(t, playoffs.take_outcome, "open-play-off", 35, t.numbers, ("score",) * 4)
    t = do(t, close_tournament)
    yield "another order has come", t


def _held(tied: int, fewest: FewestMoves, colours: ArmageddonColours = ArmageddonColours.LOT) -> Tournament:
    main = entered(Regulations(order=("PTS", "PLAYOFF", "RTNG")), tied)
    options = PlayoffOptions(fewest_moves=fewest, armageddon_colours=colours)
    level = playoffs.TiedPlayers(1, 1, tuple(main.players))
    return replay(playoffs.announce_playoff(main, "open", "Play-off", level, options, ended="2026-05-05T17:00"))


def _circle(t: Tournament) -> Tournament:
    """1 beats 2, 2 beats 3, 3 beats 1."""
    for board, (game,) in t.round(t.published).matches.items():
        won = (game.white, game.black) in ((1, 2), (2, 3), (3, 1))
        t = do(t, record_result, t.published, board, WHITE if won else BLACK, None)
    return t
