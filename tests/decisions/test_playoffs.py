"""A play-off as a tournament of its own: seated, corrected, ruled about, and brought back to the table."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from domain import events as e
from domain.decisions import playoffs
from domain.decisions.players.attendance import withdraw
from domain.decisions.playoffs import TiedPlayers, draw_and_seat
from domain.decisions.rounds.correcting import correct_result
from domain.decisions.rounds.pairing import pair_round
from domain.decisions.rounds.results import record_result
from domain.decisions.undoing import undo
from domain.formats import rules_of
from domain.formats.playoff.rules import position_of
from domain.formats.playoff.state import DecidedBy, PlayoffOutcome
from domain.refusals import (
    BadField,
    ColourNotChosen,
    GamesStillPlayed,
    LotsNotDrawn,
    MovesMissing,
    NobodyTied,
    NoColourToChoose,
    NoPlayoffAnnounced,
    NoSuchPlayoff,
    OnlyForTwo,
    PlayoffGoesOn,
    PlayoffIsDecided,
    RuledAlready,
)
from domain.tournament import RoundState, Tournament, replay
from domain.words.games import Colour, Result
from domain.words.options import ArmageddonColours, FirstLot, PlayoffOptions
from domain.words.players import EntrantId, Player, player_id
from domain.words.regulations import Details, Regulations
from server.journal.chain import GENESIS
from server.journal.codec import Codec
from server.journal.entries import Append
from tests.crosstable import announced

AT = datetime(2026, 11, 22, 16, 0, tzinfo=UTC)
A, B, C = (EntrantId(n) for n in (4, 7, 9))
"""Their ids in the main tournament."""
CYCLE = {(A, B), (B, C), (C, A)}
"""Winner and loser."""


def main_tournament(players: int = 3, order: tuple[str, ...] = ("PTS", "PLAYOFF", "BH")) -> Tournament:
    ids = [A, B, C, *(EntrantId(n) for n in range(10, 30))][:players]
    players = [Player(player_id(id), f"Player {id}", 2400 - id) for id in ids]
    return announced(Regulations(rounds=5, order=order), Details("Open", city="Sofia"), players)


def tied(main: Tournament) -> TiedPlayers:
    return TiedPlayers(1, 1, tuple(main.players))


def held(players: int = 3, **options: object) -> Tournament:
    main = main_tournament(players)
    chosen = replace(PlayoffOptions(), **options)  # type: ignore[arg-type]
    return replay(playoffs.announce_playoff(main, "open", "Play-off", tied(main), chosen, ended="2026-11-22T16:00"))


def seated(t: Tournament, ended: str = "") -> Tournament:
    return replay(draw_and_seat(t, "x7", ended), t)


def entered(t: Tournament, wins: set[tuple[EntrantId, EntrantId]], moves: int = 0) -> Tournament:
    """All games of the newest round: won as said, else drawn."""
    for board, (game,) in t.round(t.paired).matches.items():
        result = Result.DRAW
        if (game.white, game.black) in wins:
            result = Result.WHITE_WINS
        elif (game.black, game.white) in wins:
            result = Result.BLACK_WINS
        t = replay(record_result(t, t.paired, board, result, None), t)
        if moves:
            t = replay(playoffs.count_moves(t, t.paired, board, moves), t)
    return t


def ended_in_armageddon() -> Tournament:
    """A and B beat C and draw with each other, then Armageddon is drawn: for Black."""
    t = held()
    for _ in range(3):
        t = entered(seated(t), {(A, C), (B, C)})
    return entered(seated(t, "2026-11-22T17:05"), set())


def test_the_tied_come_with_their_ids_in_the_order_of_the_tiebreaks() -> None:
    t = held()
    assert (t.numbers, t.playoff.declared and t.playoff.declared.tied) == ((A, B, C), (A, B, C))
    assert t.details.city == "Sofia"


def test_one_step_draws_the_lots_seats_and_publishes() -> None:
    events = draw_and_seat(held(), "x7")
    assert [type(event) for event in events] == [e.PlayoffStageOpened, e.RoundPaired, e.RoundPublished]


def won_lot() -> Tournament:
    """Late, and two are left: Armageddon, whose lot is drawn."""
    t = held(2, late=True, armageddon_colours=ArmageddonColours.WINNER_CHOOSES)
    return seated(t)


@pytest.mark.parametrize(("colour", "place"), [(Colour.WHITE, 0), (Colour.BLACK, 1)])
def test_the_winner_of_the_lot_may_choose_the_colour(colour: Colour, place: int) -> None:
    t = won_lot()
    assert not t.rounds
    with pytest.raises(ColourNotChosen):
        draw_and_seat(t, "x8")
    t = seated(replay(playoffs.choose_colour(t, "armageddon", colour), t))
    assert t.round(1).boards[0].white == t.playoff.opened["armageddon"].order[place]


def test_a_colour_is_chosen_once_and_where_the_regulations_say_so() -> None:
    t = won_lot()
    t = replay(playoffs.choose_colour(t, "armageddon", Colour.BLACK), t)
    for other in (t, seated(t), held(2, late=True)):
        with pytest.raises(NoColourToChoose):
            playoffs.choose_colour(other, "armageddon", Colour.WHITE)


def test_nobody_chooses_a_colour_against_an_opponent_who_refuses() -> None:
    t = won_lot()
    t = replay(withdraw(t, [B], 1), t)
    found = position_of(t).outcome
    assert found is not None
    assert found.order[0] == A


def test_the_same_seed_draws_the_same_lots() -> None:
    assert draw_and_seat(held(), "x7")[:2] == draw_and_seat(held(), "x7")[:2]
    drawn = {
        event.order
        for seed in "abcdefgh"
        for event in draw_and_seat(held(), seed)
        if isinstance(event, e.PlayoffStageOpened)
    }
    assert len(drawn) > 1


def test_the_first_games_begin_half_an_hour_after_the_last_main_game() -> None:
    [opened] = [event for event in draw_and_seat(held(), "x7") if isinstance(event, e.PlayoffStageOpened)]
    assert opened.not_before == "2026-11-22T16:30"


def test_a_later_stage_begins_ten_minutes_after_the_one_before() -> None:
    assert ended_in_armageddon().playoff.opened["three/armageddon"].not_before == "2026-11-22T17:15"


def test_the_next_games_wait_for_those_that_are_played() -> None:
    with pytest.raises(GamesStillPlayed):
        draw_and_seat(seated(held()), "x7")


def test_a_draft_without_lots_is_refused() -> None:
    with pytest.raises(LotsNotDrawn):
        pair_round(held())


def test_three_end_in_armageddon_which_the_draw_gives_to_black() -> None:
    t = ended_in_armageddon()
    outcome = position_of(t).outcome
    assert outcome is not None
    assert outcome.order == (t.round(4).game(1).black, t.round(4).game(1).white, C)
    assert outcome.by == (DecidedBy.ARMAGEDDON, DecidedBy.ARMAGEDDON, DecidedBy.TIEBREAK)
    assert rules_of(t).over(t)


def test_a_decided_play_off_seats_nobody() -> None:
    with pytest.raises(PlayoffIsDecided):
        draw_and_seat(ended_in_armageddon(), "x7")


def test_the_moves_that_decide_are_asked_for() -> None:
    t = held()
    for _ in range(6):
        t = entered(seated(t), CYCLE)
    with pytest.raises(MovesMissing) as refused:
        draw_and_seat(t, "x7")
    assert refused.value.games == ((4, 1), (5, 1), (6, 1))
    lengths = {(A, B): 62, (B, C): 48, (C, A): 80}
    for round in (4, 5, 6):
        game = t.round(round).game(1)
        length = next(n for pair, n in lengths.items() if set(pair) == {game.white, game.black})
        t = replay(playoffs.count_moves(t, round, 1, length), t)
    outcome = position_of(t).outcome
    assert outcome is not None
    assert (outcome.order[0], outcome.by[0]) == (B, DecidedBy.FEWEST_MOVES)


def test_a_correction_opens_the_stage_again_and_takes_back_what_came_after() -> None:
    """A beat B after all: nobody is level, and the Armageddon game was never due."""
    t = ended_in_armageddon()
    [(round, game)] = [(r.number, g) for r in t.rounds[:3] for g in r.games if {g.white, g.black} == {A, B}]
    truth = Result.WHITE_WINS if game.white == A else Result.BLACK_WINS
    events = correct_result(t, round, 1, truth, "typed wrongly")
    assert [type(event) for event in events] == [e.ResultCorrected, e.RoundWithdrawn]
    t = replay(events, t)
    outcome = position_of(t).outcome
    assert (t.paired, outcome and outcome.order[0], "three/armageddon" in t.playoff.opened) == (3, A, False)


def test_a_correction_in_one_group_leaves_the_games_of_the_other() -> None:
    """Six: the first group has a winner, the second is level all three and plays on alone."""
    t = held(6)
    ids = list(t.players)
    first, second = {ids[0], ids[3], ids[4]}, {ids[1], ids[2], ids[5]}
    wins = {(ids[0], ids[3]), (ids[0], ids[4]), (ids[3], ids[4])}
    for _ in range(4):
        t = entered(seated(t), wins)
    assert t.round(4).seated <= second
    drawn = [(r.number, g) for r in t.rounds[:3] for g in r.games if {g.white, g.black} == {ids[0], ids[3]}]
    [(round, game)] = drawn
    lost = Result.BLACK_WINS if game.white == ids[0] else Result.WHITE_WINS
    events = correct_result(t, round, game.board, lost, "typed wrongly")
    assert [type(event) for event in events] == [e.ResultCorrected]
    t = replay(events, t)
    assert position_of(t).void == ()
    assert first.isdisjoint(t.round(4).seated)


def test_games_of_others_in_the_same_round_stay_when_one_is_taken_back() -> None:
    t = held(6)
    for _ in range(3):
        t = entered(seated(t), set())
    t = entered(seated(t), set())
    ids = list(t.players)
    game = next(g for r in t.rounds[:3] for g in r.games if {g.white, g.black} == {ids[0], ids[3]})
    round = next(r.number for r in t.rounds[:3] if game in r.games)
    won = Result.WHITE_WINS if game.white == ids[0] else Result.BLACK_WINS
    events = correct_result(t, round, game.board, won, "typed wrongly")
    assert [type(event) for event in events] == [e.ResultCorrected, e.BoardsAltered]
    t = replay(events, t)
    assert t.round(4).seated <= {ids[1], ids[2], ids[5]}
    assert all(g.result is Result.DRAW for g in t.round(4).games)


def test_those_whom_the_table_seats_next_take_part_and_nobody_else() -> None:
    t = entered(seated(held(4)), set())
    rules, ids = rules_of(t), list(t.players)
    assert [rules.takes_part(t, id, t.paired + 1) for id in (*ids, EntrantId(99))] == [True] * 4 + [False]
    t = replay(withdraw(t, [ids[0]], t.paired + 1, "refuses"), t)
    assert not rules.takes_part(t, ids[0], t.paired + 1)


def test_a_player_who_refuses_is_not_seated() -> None:
    t = replay(withdraw(held(), [C], 1, "refuses"), held())
    t = seated(t)
    assert t.round(1).seated == {A, B}


def test_an_undone_result_takes_the_rounds_after_it_along() -> None:
    t = ended_in_armageddon()
    first = next(v for v, event in enumerate(t.history, 1) if isinstance(event, e.ResultRecorded))
    needed = range(first + 1, len(t.history) + 1)
    t = replay(undo(t, first, "test", tuple(needed)), t)
    assert t.round(1).state is RoundState.PUBLISHED
    assert t.paired == 1


def test_a_panel_of_three_others_rules_once() -> None:
    t = seated(held())
    t = replay(playoffs.assign_arbiter(t, 1, 1, "Anna"), t)
    with pytest.raises(BadField):
        playoffs.rule_by_panel(t, 1, 1, ("Anna", "Bea", "Carl"), "lost")
    with pytest.raises(BadField):
        playoffs.rule_by_panel(t, 1, 1, ("Bea", "Carl"), "lost")
    t = replay(playoffs.rule_by_panel(t, 1, 1, ("Bea", "Carl", "Dora"), "lost"), t)
    with pytest.raises(RuledAlready):
        playoffs.rule_by_panel(t, 1, 1, ("Bea", "Carl", "Eva"), "won")


def test_longer_games_are_agreed_for_two_before_they_begin() -> None:
    t = held(2)
    t = replay(playoffs.agree_longer_control(t, "Eva", "Anna", "10 + 5"), t)
    assert t.playoff.longer_control is not None
    begun = entered(seated(t), set())
    for refused in (held(), begun):
        with pytest.raises(OnlyForTwo):
            playoffs.agree_longer_control(refused, "Eva", "Anna", "10 + 5")


def test_a_play_off_is_closed_with_its_order_as_the_table() -> None:
    with pytest.raises(PlayoffGoesOn):
        playoffs.close_playoff(held())
    t = ended_in_armageddon()
    t = replay(playoffs.close_playoff(t), t)
    assert t.closed
    assert [value.points for value in t.outside] == [4, 2, 0]


def test_the_order_comes_back_as_the_tiebreak_playoff() -> None:
    main = main_tournament()
    main = replay(playoffs.hold_playoff(main, "play-off", tied(main)), main)
    by = ("armageddon", "armageddon", "tie-break")
    main = replay(playoffs.take_outcome(main, "play-off", 30, (B, A, C), by), main)
    assert {value.player: value.points for value in main.outside} == {B: 4, A: 2, C: 0}
    assert playoffs.take_outcome(main, "play-off", 30, (B, A, C), by) == []


def test_an_order_leaves_what_others_have_from_elsewhere() -> None:
    main = main_tournament(4)
    other = next(id for id in main.players if id not in (A, B, C))
    main = replay([e.OutsideValuesGiven((e.OutsideValue(other, 3), e.OutsideValue(A, 9)))], main)
    main = replay(playoffs.hold_playoff(main, "play-off", TiedPlayers(1, 1, (A, B, C))), main)
    main = replay(playoffs.take_outcome(main, "play-off", 30, (B, A, C), ("score",) * 3), main)
    assert {value.player: value.points for value in main.outside} == {other: 3, B: 4, A: 2, C: 0}


def test_a_play_off_that_goes_on_takes_its_order_out_of_the_table() -> None:
    main = main_tournament()
    main = replay(playoffs.hold_playoff(main, "play-off", tied(main)), main)
    main = replay(playoffs.take_outcome(main, "play-off", 30, (B, A, C), ("score",) * 3), main)
    main = replay(playoffs.reopen_playoff(main, "play-off", 33, reason="typed wrongly"), main)
    assert (main.outside, dict(main.playoff.decided)) == ((), {})
    assert playoffs.reopen_playoff(main, "play-off", 34) == []


def test_only_a_play_off_that_is_held_gives_an_order_to_the_tied() -> None:
    main = main_tournament()
    with pytest.raises(NoSuchPlayoff):
        playoffs.take_outcome(main, "play-off", 30, (B, A, C), ("score",) * 3)
    main = replay(playoffs.hold_playoff(main, "play-off", tied(main)), main)
    with pytest.raises(BadField):
        playoffs.take_outcome(main, "play-off", 30, (B, A), ("score",) * 2)


def test_a_play_off_that_was_not_announced_is_refused() -> None:
    main = main_tournament(order=("PTS", "BH"))
    with pytest.raises(NoPlayoffAnnounced):
        playoffs.hold_playoff(main, "play-off", tied(main))
    with pytest.raises(NobodyTied):
        playoffs.hold_playoff(main_tournament(), "play-off", TiedPlayers(1, 1, (A,)))


def test_its_journal_replays_byte_for_byte() -> None:
    t = ended_in_armageddon()
    rows = sealed_rows(t.history)
    again = [entry.event for entry in Codec().read_all(rows, "play-off", 1)]
    assert again == t.history
    assert sealed_rows(again) == rows
    assert replay(again) == t


def sealed_rows(history: list[e.Event]) -> list[tuple[str, bytes]]:
    codec, hash, rows = Codec(), GENESIS, []
    asked = Append("play-off", 0, "Anna", "c", ())
    for version, event in enumerate(history, 1):
        written = codec.write(asked, event, version, AT, hash)
        hash = written.entry.hash
        rows.append((written.name, written.row))
    return rows


def test_only_those_whom_the_plan_seats_take_part() -> None:
    t = seated(held())
    rules = rules_of(t)
    playing = {id for id in t.entrants if rules.takes_part(t, id, 1)}
    assert playing == t.round(1).seated
    assert len(playing) == 2
    t = entered(t, set())
    upcoming = {id for id in t.entrants if rules.takes_part(t, id, 2)}
    assert upcoming == seated(t.copy()).round(2).seated != playing
    gone = replay(withdraw(held(), [C], 1), held())
    assert not rules.takes_part(gone, C, 1)


def test_a_round_that_is_paired_already_is_seated_as_it_was() -> None:
    t = ended_in_armageddon()
    for round in t.rounds:
        assert rules_of(t).pair(t, round.number).boards == round.boards


def test_moves_counted_in_rounds_that_stay_are_kept_when_a_later_one_is_taken_back() -> None:
    t = held()
    for _ in range(3):
        t = entered(seated(t), {(A, C), (B, C)}, moves=50)
    t = entered(seated(t), set(), moves=60)
    [(round, game)] = [(r.number, g) for r in t.rounds[:3] for g in r.games if {g.white, g.black} == {A, B}]
    truth = Result.WHITE_WINS if game.white == A else Result.BLACK_WINS
    before = {at: moves for at, moves in t.playoff.half_moves.items() if at[0] < 4}
    assert sorted(moves for _, moves in before.items()) == [50, 50, 50]
    t = replay(correct_result(t, round, 1, truth, "typed wrongly"), t)
    assert t.paired == 3
    assert t.playoff.half_moves == before


def test_a_play_off_asks_for_no_colour_of_number_1() -> None:
    assert rules_of(held()).first_lot(held()) is FirstLot.NONE


def test_an_order_follows_by_itself_but_neither_into_a_closed_table_nor_against_the_arbiter() -> None:
    outcome = PlayoffOutcome((B, A, C), (DecidedBy.SCORE,) * 3)
    main = main_tournament()
    assert playoffs.follow_playoff(main, "play-off", 30, outcome, still_tied=True) == []
    main = replay(playoffs.hold_playoff(main, "play-off", tied(main)), main)
    brought = playoffs.follow_playoff(main, "play-off", 30, outcome, still_tied=True)
    assert [type(event) for event in brought] == [e.PlayoffDecided]
    closed = replay([e.TournamentClosed()], main.copy())
    assert playoffs.follow_playoff(closed, "play-off", 30, outcome, still_tied=True) == []
    decided = replay(brought, main.copy())
    assert playoffs.follow_playoff(decided, "play-off", 30, outcome, still_tied=True) == []
    taken_back = replay([e.EventUndone(decided.version, "not yet")], decided)
    assert playoffs.follow_playoff(taken_back, "play-off", 30, outcome, still_tied=True) == []
    other = PlayoffOutcome((A, B, C), outcome.by)
    assert playoffs.follow_playoff(taken_back, "play-off", 31, other, still_tied=True)
