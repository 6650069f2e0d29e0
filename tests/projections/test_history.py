"""The journal as rows: what was before, who sat there, and whether it counts, however much was undone since."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as e
from domain.tournament import Tournament, evolve, undone
from domain.words.games import Result
from domain.words.players import Player, PlayerId, player_id
from domain.words.regulations import Details
from projections.lists.history import EVERYTHING, Filter, History, HistoryRow
from tests.crosstable import history as events_of
from tests.strategies import histories
from tests.team_events import team_events, team_id
from tests.tiers import tries

OPEN = """
    Alice 2500  +w4 ?b2
    Bruno 2400  +b3 ?w1
    Carla 2300  -w2 =w4
    David 2200  -b1 =b3
    Eva   2100  U   H
"""


@dataclass(frozen=True)
class Line:
    """An envelope as the history wants it."""

    version: int
    by: str
    event: e.Event
    recorded_at: datetime = datetime(2026, 11, 21, tzinfo=UTC)


def journal(events: list[e.Event]) -> list[Line]:
    people = ["Anna", "Boris"]
    start = datetime(2026, 11, 21, tzinfo=UTC)
    return [Line(n, people[n % 2], event, start + timedelta(minutes=n)) for n, event in enumerate(events, 1)]


def history(entries: list[Line], wanted: Filter = EVERYTHING) -> list[HistoryRow]:
    """The rows of a page that shows everything found."""
    read = History().read_on(entries)
    return [read.row(version) for version in read.versions(wanted)]


def test_the_history_is_newest_first() -> None:
    rows = history(journal(events_of(OPEN)))
    assert [row.version for row in rows[:2]] == [len(rows), len(rows) - 1]


def test_the_history_of_a_board_names_its_players() -> None:
    (row,) = history(journal(events_of(OPEN)), Filter(round=1, board=2))
    assert row.players == (PlayerId(3), PlayerId(2))


def test_the_history_of_a_player_has_the_games_and_the_registration() -> None:
    kinds = {type(row.event) for row in history(journal(events_of(OPEN)), Filter(player=1))}
    assert kinds == {e.PlayerRegistered, e.ResultRecorded}


def test_games_that_others_played_are_in_the_history_of_all_of_them_and_of_their_boards() -> None:
    bruno, carla, alice = PlayerId(2), PlayerId(3), PlayerId(1)
    swapped = (
        e.PlayedGame(1, alice, bruno, Result.WHITE_WINS),
        e.PlayedGame(2, PlayerId(4), carla, Result.WHITE_WINS),
    )
    reseated = e.GamesReseated(1, swapped, 3, "boards confused")
    entries = journal([*events_of(OPEN), reseated, e.ResultCorrected(1, 2, Result.DRAW, Result.WHITE_WINS, 3, "read")])
    rows = history(entries, Filter(player=carla))
    assert [type(row.event) for row in rows[:2]] == [e.ResultCorrected, e.GamesReseated]
    assert rows[0].players == (PlayerId(4), carla)


def test_the_history_can_be_asked_for_one_actor() -> None:
    entries = journal(events_of(OPEN))
    assert {row.by for row in history(entries, Filter(by="Anna"))} == {"Anna"}
    assert History().read_on(entries).actors == {"Anna", "Boris"}


def test_what_breaches_the_integrity_can_be_asked_for() -> None:
    events = [*events_of(OPEN), e.ResultCorrected(1, 1, Result.DRAW, Result.WHITE_WINS, 3, "misread", 2)]
    assert [type(row.event) for row in history(journal(events), Filter(grave=True))] == [e.ResultCorrected]


def test_an_amendment_knows_what_was_before() -> None:
    events = [*events_of(OPEN), e.DetailsAmended(Details("Renamed"))]
    before = history(journal(events))[0].before
    assert isinstance(before, Details)
    assert before.name == "Test Open"


def test_a_result_typed_over_another_knows_the_first() -> None:
    events = [*events_of("A +w2\nB -b1"), e.ResultRecorded(1, 1, Result.DRAW)]
    assert history(journal(events))[0].before is Result.WHITE_WINS


def test_what_was_undone_says_by_which_entry() -> None:
    events = [*events_of(OPEN), e.EventUndone(2, "a registration")]
    undone = next(row for row in history(journal(events)) if row.version == 2)
    assert undone.undone_by == len(events)


def test_what_was_undone_was_never_replaced() -> None:
    events = [*events_of(OPEN), e.DetailsAmended(Details("Plovdiv Open"))]
    undo = e.EventUndone(len(events), "another name")
    (row, *_) = history(journal([*events, undo, e.DetailsAmended(Details("Sofia Open"))]))
    assert row.before == Details("Test Open")


def test_an_undo_that_was_undone_brings_back_what_was_before() -> None:
    events = [*events_of(OPEN), e.DetailsAmended(Details("Plovdiv Open"))]
    events += [e.EventUndone(len(events), "another name"), e.EventUndone(len(events) + 1, "the undo")]
    rows = history(journal([*events, e.DetailsAmended(Details("Sofia Open"))]))
    assert rows[0].before == Details("Plovdiv Open")
    assert [row.undone_by for row in rows[:4]] == [0, 0, len(events), 0]


def test_after_an_alteration_was_undone_the_old_pair_sits_there() -> None:
    events = events_of("A ?w2\nB ?b1", rounds=5)
    swapped = (e.Board(1, PlayerId(2), PlayerId(1)),)
    events += [e.BoardsAltered(1, swapped, None, "typed wrongly"), e.EventUndone(len(events) + 1, "the boards")]
    (row, *_) = history(journal([*events, e.ResultRecorded(1, 1, Result.DRAW)]))
    assert row.players == (1, 2)


@settings(deadline=None, max_examples=tries(200))
@given(histories(steps=20))
def test_every_row_knows_what_was_true_before_it(events: list[e.Event]) -> None:
    state, read = Tournament(), History().read_on(journal(events))
    for version, event in enumerate(events, 1):
        row = read.row(version)
        match event:
            case e.ResultRecorded(round=round, board=board):
                game = state.round(round).game(board)
                sat = game.seen(None) or game
                assert (row.players, row.before) == ((sat.white, sat.black), game.result)
            case e.DetailsAmended():
                assert row.before == state.details
            case e.RegulationsAmended():
                assert row.before == state.regulations
            case e.PlayerDetailsAmended(player=Player(id=player)):
                assert row.before == state.players[player]
            case e.PairingNumbersIssued():
                assert row.before == (state.numbers or None)
        evolve(state, event)


@settings(deadline=None, max_examples=tries(50))
@given(histories(), st.integers(1, 7))
def test_read_on_in_pieces_it_says_the_same(events: list[e.Event], most: int) -> None:
    entries, read = journal(events), History()
    while len(read) < len(entries):
        read.read_on(entries, most)
    assert [read.row(version) for version in read.versions()] == history(entries)
    assert {row.version for row in history(entries) if row.undone_by} == undone(events)


SEATED = [PlayerId(n) for n in (1, 2, 3, 4)]
PAIRED = e.RoundPaired(1, (e.Board(1, *SEATED[:2]), e.Board(2, *SEATED[2:])), None, tuple(SEATED), "dutch-1998", "1", 0)


def altered(*boards: tuple[int, int]) -> e.BoardsAltered:
    seats = tuple(e.Board(n, PlayerId(white), PlayerId(black)) for n, (white, black) in enumerate(boards, 1))
    return e.BoardsAltered(1, seats, None, "by hand")


def before_the_last(*events: e.Event) -> object:
    return history(journal([PAIRED, e.ResultRecorded(1, 1, Result.DRAW), *events]))[0].before


def test_a_pair_that_moves_to_another_board_keeps_what_it_had() -> None:
    assert before_the_last(altered((3, 4), (1, 2)), e.ResultRecorded(1, 2, Result.WHITE_WINS)) is Result.DRAW


def test_a_pair_that_was_parted_and_put_together_again_has_had_nothing() -> None:
    parted = altered((1, 3), (2, 4)), altered((1, 2), (3, 4))
    assert before_the_last(*parted, e.ResultRecorded(1, 1, Result.WHITE_WINS)) is None


def test_a_round_paired_afresh_has_no_results_of_before() -> None:
    assert before_the_last(PAIRED, e.ResultRecorded(1, 1, Result.WHITE_WINS)) is None


def test_an_alteration_that_was_undone_parted_nobody() -> None:
    undone_again = altered((1, 3), (2, 4)), e.EventUndone(3, "")
    assert before_the_last(*undone_again, e.ResultRecorded(1, 1, Result.WHITE_WINS)) is Result.DRAW


def test_a_row_has_its_round_its_board_and_its_place() -> None:
    rows = history(journal([PAIRED, e.ResultRecorded(1, 2, Result.DRAW), e.RoundClosed(1)]))
    assert [(row.version, row.round, row.board, row.players, row.undone_by) for row in rows] == [
        (3, 1, 0, (), 0),
        (2, 1, 2, (3, 4), 0),
        (1, 1, 0, (), 0),
    ]


def test_a_change_of_a_player_knows_the_player_before() -> None:
    first, second = (Player(PlayerId(1), name, 2400) for name in ("Alicia", "Alice B."))
    events = [*events_of(OPEN), e.PlayerDetailsAmended(first), e.PlayerDetailsAmended(second)]
    newest, older = history(journal(events))[:2]
    assert (newest.before, older.before) == (first, Player(PlayerId(1), "Alice", 2500))


def test_changed_details_know_those_before() -> None:
    first, second = Details("First"), Details("Second")
    rows = history(journal([*events_of(OPEN), e.DetailsAmended(first), e.DetailsAmended(second)]))
    assert rows[0].before == first
    assert isinstance(rows[1].before, Details)
    assert rows[1].before != first


def test_an_undo_that_comes_back_takes_its_event_out_again_and_so_on() -> None:
    events = events_of(OPEN)
    first = len(events)
    undone_by = list[list[int]]()
    for _ in range(4):
        events.append(e.EventUndone(len(events), ""))
        rows = {row.version: row for row in history(journal(events))}
        undone_by.append([rows[version].undone_by for version in range(first, len(events) + 1)])
        assert {version for version, row in rows.items() if row.undone_by} == undone(events)
    assert undone_by[2] == [first + 1, 0, first + 2 + 1, 0]


def test_a_result_entered_again_names_white_by_the_colours_that_were_corrected() -> None:
    events = [*events_of("A ?w2\nB ?b1", rounds=5), e.ResultRecorded(1, 1, Result.WHITE_WINS)]
    exchanged = [*events, e.ColoursCorrected(1, 1, counts_from=2, reason="as they sat")]
    (row, *_) = history(journal([*exchanged, e.ResultRecorded(1, 1, Result.DRAW)]))
    assert (row.players, row.before) == ((2, 1), Result.BLACK_WINS)
    undone = [*exchanged, e.EventUndone(len(exchanged), "a mistake")]
    (row, *_) = history(journal([*undone, e.ResultRecorded(1, 1, Result.DRAW)]))
    assert (row.players, row.before) == ((1, 2), Result.WHITE_WINS)


def board_of_teams(*events: e.Event) -> HistoryRow:
    """The newest row of a match of teams 1 and 2 at two boards, with these events after it was published."""
    league = team_events(2, ["1-2 ??"], boards=2, reserves=1)
    history = History().read_on(journal([*league, *events]))
    return history.row(len(history))


def test_a_board_of_teams_has_its_teams_and_players_white_first() -> None:
    row = board_of_teams(e.ResultRecorded(1, 1, Result.DRAW, game=2))
    assert (row.teams, row.members) == ((team_id(2), team_id(1)), (202, 102))


def test_the_players_of_a_board_are_those_of_the_lineup_given_by_then() -> None:
    lineup = e.LineupGiven(1, team_id(1), (player_id(101), player_id(103)))
    result = e.ResultRecorded(1, 1, Result.DRAW, game=2)
    later = e.LineupGiven(1, team_id(1), (player_id(102), player_id(103)))
    assert board_of_teams(lineup, result).members == (202, 103)
    league = team_events(2, ["1-2 ??"], boards=2, reserves=1)
    history = History().read_on(journal([*league, lineup, result, later]))
    assert history.row(len(history) - 1).members == (202, 103)
    assert [*history.versions(Filter(player=103))][:2] == [len(history), len(history) - 1]


def test_a_lineup_that_was_undone_is_not_that_of_a_board() -> None:
    lineup = e.LineupGiven(1, team_id(1), (player_id(101), player_id(103)))
    at = len(team_events(2, ["1-2 ??"], boards=2, reserves=1)) + 1
    row = board_of_teams(lineup, e.EventUndone(at), e.ResultRecorded(1, 1, Result.DRAW, game=2))
    assert row.members == (202, 102)


def test_a_lineup_that_is_too_short_leaves_a_board_to_its_teams() -> None:
    row = board_of_teams(
        e.LineupGiven(1, team_id(1), (player_id(101),)), e.ResultRecorded(1, 1, Result.WHITE_WINS_BY_FORFEIT, game=2)
    )
    assert (row.teams, row.members) == ((team_id(2), team_id(1)), ())


def test_exchanged_colours_turn_the_players_of_a_board_of_teams() -> None:
    recorded = e.ResultRecorded(1, 1, Result.DRAW, game=2)
    row = board_of_teams(
        recorded, e.ColoursCorrected(1, 1, 2, "sheet", game=2), e.ResultCleared(1, 1, Result.DRAW, game=2)
    )
    assert row.members == (102, 202)
