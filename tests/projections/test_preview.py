"""The preview of a correction (F.7)."""

from domain import events as e
from domain.decisions.players.registering import NewPlayer, register_many
from domain.decisions.rounds.correcting import Choice, correct_result
from domain.decisions.rounds.pairing import pair_round
from domain.tournament import Tournament, replay
from domain.words.games import Result
from domain.words.players import PlayerId
from domain.words.regulations import Regulations
from projections.moment.snapshot import snapshot
from projections.round.reprojection import NamedSeating, PairingEffect, branch, pairing_effects
from projections.table.preview import effect
from projections.table.standings import standings
from tests.crosstable import entered, published, with_results


def played(rounds: int, players: int = 8, last_open: bool = False) -> Tournament:
    """White wins every game; the last round may be published only."""
    state = entered(players, Regulations(rounds=5))
    for round in range(1, rounds + 1):
        published(state)
        if round < rounds or not last_open:
            with_results(state)
    return state


def test_the_preview_shows_the_table_that_the_correction_would_make() -> None:
    state = played(2)
    events = correct_result(state, 1, 1, Result.BLACK_WINS, "scoresheet")
    shown = {change.person.id: change.place[1] for change in effect(snapshot(state), events).changes}
    real = {row.person.id: row.place for row in standings(snapshot(branch(state, events))).rows}
    assert shown == {id: real[id] for id in shown}


def test_who_is_not_listed_does_not_change() -> None:
    state = played(2)
    events = correct_result(state, 1, 1, Result.BLACK_WINS, "scoresheet")
    listed = {change.person.id for change in effect(snapshot(state), events).changes}
    rows = {row.person.id: (row.place, row.points, row.values) for row in standings(snapshot(state)).rows}
    after = {
        row.person.id: (row.place, row.points, row.values) for row in standings(snapshot(branch(state, events))).rows
    }
    assert {id for id in rows if rows[id] != after[id]} == listed


def test_thinking_ahead_changes_nothing() -> None:
    state = played(2)
    before = list(state.history)
    effect(snapshot(state), correct_result(state, 1, 1, Result.BLACK_WINS, "scoresheet"))
    assert (state.history, state.round(1).game(1).result) == (before, Result.WHITE_WINS)


def test_a_result_for_the_rating_report_moves_nobody() -> None:
    state = played(2)
    events = correct_result(state, 1, 1, Result.BLACK_WINS, "late", Choice.RATING_ONLY)
    assert effect(snapshot(state), events).changes == ()


def test_a_published_round_that_would_have_been_different_is_named_with_its_boards() -> None:
    state = played(2, last_open=True)
    events = correct_result(state, 1, 1, Result.BLACK_WINS, "scoresheet")
    second = next(iter(pairing_effects(snapshot(state), events, first=1)))
    assert (second.round, second.published, second.differs) == (2, True, True)
    assert second.boards


def test_a_result_put_back_leaves_every_pairing_as_it_was() -> None:
    state = played(3, last_open=True)
    there = correct_result(state, 1, 1, Result.DRAW, "scoresheet")
    back = [*there, *correct_result(branch(state, there), 1, 1, Result.WHITE_WINS, "no, it was right")]
    assert [round.differs for round in pairing_effects(snapshot(state), back, first=1)] == [False, False, False]


def test_the_next_pairing_is_shown_now_and_then() -> None:
    state = played(1)
    events = correct_result(state, 1, 1, Result.BLACK_WINS, "scoresheet")
    (coming,) = pairing_effects(snapshot(state), events, first=1)
    real = branch(state, events)
    paired = pair_round(real)[-1]
    assert isinstance(paired, e.RoundPaired)
    assert coming.then is not None
    assert [(w.id, b.id) for w, b in coming.then.boards] == [(b.white, b.black) for b in paired.boards]


def test_while_results_are_missing_there_is_no_next_pairing() -> None:
    state = played(2, last_open=True)
    *_, coming = pairing_effects(snapshot(state), correct_result(state, 1, 1, Result.BLACK_WINS, "scoresheet"), first=1)
    assert (coming.published, coming.now, coming.then) == (False, None, None)


def test_taking_the_round_back_is_said() -> None:
    state = played(2, last_open=True)
    events = correct_result(state, 1, 1, Result.BLACK_WINS, "scoresheet", Choice.PAIR_AGAIN)
    assert effect(snapshot(state), events).withdrawn == 2


def test_pairing_again_shows_the_published_boards_beside_the_new_ones() -> None:
    state = played(2, last_open=True)
    events = correct_result(state, 1, 1, Result.BLACK_WINS, "scoresheet", Choice.PAIR_AGAIN)
    (again,) = pairing_effects(snapshot(state), events, first=1)
    assert again.now is not None
    published = [(game.white, game.black) for game in state.round(2).games]
    assert (again.round, [(w.id, b.id) for w, b in again.now.boards]) == (2, published)
    assert again.differs


def test_the_prize_of_who_would_not_be_registered_any_more_is_shown_too() -> None:
    """The page of such an undo was an error: whoever gets nothing then has no row then."""
    state = played(1, players=2)
    replay([e.PrizesAnnounced((e.Prize("1st", 50000), e.Prize("2nd", 20000)))], state)
    first = min(version for version, event in enumerate(state.history, 1) if isinstance(event, e.PlayerRegistered))
    undone = [e.EventUndone(version) for version in range(len(state.history) - 1, first - 1, -1)]
    money = effect(snapshot(state), undone).prizes
    assert [(one.person.name, one.cents) for one in money] == [("P0", (70000, 0))]


def test_a_round_that_is_taken_back_is_in_neither_table() -> None:
    state = played(2, last_open=True)
    events = correct_result(state, 1, 1, Result.BLACK_WINS, "scoresheet", Choice.PAIR_AGAIN)
    assert (snapshot(state).round, effect(snapshot(state), events).after) == (2, 1)
    assert effect(snapshot(state), []).after == 2


def test_numbers_that_change_pair_a_published_round_otherwise() -> None:
    state = played(2, last_open=True)
    exchanged = [e.PairingNumbersExchanged(PlayerId(1), PlayerId(3), 2)]
    (second, _) = pairing_effects(snapshot(state), exchanged, first=1)
    seatings = [seating and seating.boards[:2] for seating in (second.now, second.then)]
    boards = [[{white.id, black.id} for white, black in seating or ()] for seating in seatings]
    assert boards == [[{1, 6}, {3, 8}], [{3, 6}, {1, 8}]]


def test_a_newcomer_is_not_in_the_rounds_before_they_came() -> None:
    state = played(2, players=6)
    replay(register_many(state, [NewPlayer("Late", rating=2500), NewPlayer("Later", rating=2500)]), state)
    state = published(state)
    events = correct_result(state, 1, 1, Result.BLACK_WINS, "scoresheet")
    rounds = list(pairing_effects(snapshot(state), events, first=1))
    sizes = [(len(round.now.boards), len(round.then.boards)) for round in rounds if round.now and round.then]
    assert sizes == [(3, 3), (4, 4)]


def test_boards_that_differ_are_told_by_their_numbers() -> None:
    people = list(snapshot(played(1, players=6)).people.values())

    def seating(*pairs: tuple[int, int]) -> NamedSeating:
        return NamedSeating(tuple((people[a], people[b]) for a, b in pairs), None)

    now = seating((0, 1), (2, 3), (4, 5))
    assert PairingEffect(2, False, now, now).boards == ()
    assert PairingEffect(2, False, now, seating((1, 0), (2, 3), (5, 4))).boards == (1, 3)
    assert PairingEffect(2, False, now, seating((0, 1))).boards == (2, 3)
    assert PairingEffect(2, False, seating((0, 1)), now).boards == (2, 3)
    assert PairingEffect(2, False, None, now).boards == (1, 2, 3)
    assert PairingEffect(2, False, None, None).boards == ()


def test_money_that_somebody_comes_to_is_shown_from_nothing() -> None:
    state = played(1, players=2)
    replay([e.PrizesAnnounced((e.Prize("1st", 50000),))], state)
    changed = effect(snapshot(state), correct_result(state, 1, 1, Result.BLACK_WINS, "scoresheet")).prizes
    assert sorted((one.person.name, one.cents) for one in changed) == [("P0", (50000, 0)), ("P1", (0, 50000))]


def test_a_row_is_shown_when_one_of_its_values_changes() -> None:
    """Somebody keeps place, points and one of the tie-breaks, and another one differs."""
    state = played(4)
    events = correct_result(state, 1, 1, Result.BLACK_WINS, "scoresheet")
    listed = {change.person.id: change for change in effect(snapshot(state), events).changes}
    unmoved = [c for c in listed.values() if not c.moves and c.points[0] == c.points[1]]
    assert any(any(a != b for a, b in c.values) and not all(a != b for a, b in c.values) for c in unmoved)


def test_a_round_as_the_system_paired_it_is_shown_as_it_stands_and_one_by_hand_as_it_would_be_paired() -> None:
    state = played(2, last_open=True)
    there = correct_result(state, 1, 2, Result.BLACK_WINS, "scoresheet")
    (second, *_) = pairing_effects(snapshot(state), there, first=1)
    boards = state.round(2).boards
    assert second.now is not None
    assert [(w.id, b.id) for w, b in second.now.boards] == [(b.white, b.black) for b in boards]
    turned = tuple(e.Board(b.number, b.black, b.white) for b in boards)
    replay([e.BoardsAltered(2, turned, None, "by hand")], state)
    (by_hand, *_) = pairing_effects(snapshot(state), there, first=1)
    assert by_hand.now == second.now
