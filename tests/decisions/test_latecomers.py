"""Somebody comes after a round is published, and plays whoever has its bye (C.04.2 of 2026, 4.4)."""

import random

import pytest

from domain import events as e
from domain.cards.card import PairingTask, RoundPairing
from domain.decisions.integrity import guarded
from domain.decisions.players.registering import NewPlayer, register
from domain.decisions.rounds import by_hand
from domain.decisions.rounds.late_boards import late_board, latecomers, pair_of, seat_latecomer
from domain.decisions.rounds.pairing import close_round
from domain.decisions.rounds.results import record_result
from domain.decisions.undoing import dependents, undo
from domain.pairing import SYSTEMS, System
from domain.pairing.generator import Wishes, generate
from domain.refusals import (
    AlreadyAway,
    HandPairingOpen,
    HasAPlace,
    IllegalBoards,
    NeedsConfirmation,
    NobodyHasTheBye,
    PairingStands,
    ReasonMissing,
    RoundIsOver,
    RoundNotPublished,
)
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import table_cards
from domain.words.articles import SharedRule
from domain.words.cautions import LatecomerPlays
from domain.words.games import Bye, Code, Colour, Result
from domain.words.players import EntrantId, PairingNumber
from domain.words.regulations import Entrants, Regulations
from tests.crosstable import history, published, tournament
from tests.files.test_round_trips import sent, taken
from tests.team_events import team_id, team_tournament
from web.wording.report_comments import comment_lines

FIDE = Regulations(rounds=5, system="dutch-2026", ruleset="c07_2026")
C, D = EntrantId(3), EntrantId(4)
FIRST_ROUND = """
    Alice 2400  ?w2
    Bruno 2300  ?b1
    Carla 2200  U
    David 2100  {david}
"""


def first_round(david: str = "Z", laws: Regulations = FIDE) -> Tournament:
    return tournament(FIRST_ROUND.format(david=david), regulations=laws)


def arrived(state: Tournament, latecomer: EntrantId = D, round: int = 1) -> Tournament:
    return replay(seat_latecomer(state, round, latecomer), state.copy())


@pytest.mark.parametrize("reason", ["Z", "H", "F", "."])
def test_whoever_was_left_out_plays_the_one_with_the_bye(reason: str) -> None:
    after = arrived(first_round(reason)).round(1)
    assert (after.bye, {after.game(2).white, after.game(2).black}) == (None, {C, D})
    assert after.latecomers == (D,)


def test_somebody_withdrawn_before_the_round_is_back_in_it_and_in_the_next() -> None:
    state = replay([e.PlayerWithdrawn(D, 1)], first_round("Z"))
    after = arrived(state)
    assert after.present(D, 1)
    assert after.present(D, 2)


def test_somebody_who_is_to_come_back_later_is_back_now() -> None:
    state = replay([e.PlayerWithdrawn(D, 1), e.PlayerReadmitted(D, 3)], first_round("Z"))
    assert arrived(state).present(D, 2)


def test_an_earlier_absence_stays() -> None:
    state = tournament(
        """
        Alice 2400  +w2 ?b4
        Bruno 2300  -b1 .
        Carla 2200  +w4 U
        David 2100  -b3 ?w1
        Elena 2000  Z   Z
        """,
        regulations=FIDE,
    )
    assert not arrived(state, EntrantId(2), 2).away(EntrantId(2), 2)
    assert table_cards(arrived(state, EntrantId(5), 2))[PairingNumber(5)].lines[0].code is Code.ZERO_BYE


def test_somebody_registered_after_the_pairing_gets_the_number_of_their_strength() -> None:
    state = replay(register(first_round("."), NewPlayer("Eva", rating=2350)), first_round("."))
    newcomer = max(state.entrants)
    events = seat_latecomer(state, 1, newcomer)
    assert [type(event) for event in events] == [e.PairingNumbersIssued, e.BoardsAltered]
    after = replay(events, state.copy())
    assert after.numbers.index(newcomer) == 1
    assert newcomer in after.round(1).seated


def test_the_bye_gives_no_point_any_more() -> None:
    assert table_cards(first_round())[PairingNumber(3)].score == 2
    assert table_cards(arrived(first_round()))[PairingNumber(3)].score == 0


def test_results_that_are_entered_stay() -> None:
    state = first_round()
    replay(record_result(state, 1, 1, Result.DRAW, None), state)
    assert arrived(state).round(1).game(1).result is Result.DRAW


class Watched:
    """A system that is asked for each board it makes what two of them alone would get."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.boards = 0

    def pair(self, task: PairingTask) -> RoundPairing:
        made = self.system.pair(task)
        for pair in made.pairs:
            assert pair_of(self.system, task, (pair.black, pair.white))[0] == pair
            self.boards += 1
        return made


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("colour", Colour)
def test_the_colours_are_those_the_system_gives_the_two(name: str, colour: Colour) -> None:
    watched = Watched(SYSTEMS[name])
    wishes = Wishes(19, 6, initial_colour=colour, byes=0.08, withdrawals=0.1, forfeits=0.05)
    generate(wishes, watched, random.Random(7).random)
    assert watched.boards > 30


def test_two_who_have_met_are_refused_with_the_article() -> None:
    state = tournament(
        """
        Alice 2400  +w2 ?w3
        Bruno 2300  -b1 ?b4
        Carla 2200  +w4 ?b1
        David 2100  -b3 ?w2
        Elena 2000  +w6 U
        Felix 1900  -b5 Z
        """,
        regulations=FIDE,
    )
    with pytest.raises(IllegalBoards) as no:
        seat_latecomer(state, 2, EntrantId(6))
    assert [breach.number for breach in no.value.breaches] == ["C1"]


def test_two_who_need_the_same_colour_absolutely_are_refused() -> None:
    state = tournament(
        """
        Alice 2400  +w2 =w3 ?b4
        Bruno 2300  -b1 =b4 ?b3
        Carla 2200  +w5 =b1 ?w2
        David 2100  +w6 =w2 ?w1
        Elena 2000  -b3 +b6 U
        Felix 1900  -b4 -w5 Z
        Georg 1800  +w8 =w8 Z
        Hanna 1700  -b7 =b7 Z
        """,
        regulations=FIDE,
    )
    with pytest.raises(IllegalBoards) as no:
        seat_latecomer(state, 3, EntrantId(8))
    assert no.value.breaches[0].number == "C3"


def test_two_who_are_kept_apart_are_refused() -> None:
    state = replay([e.PairsProhibited(((C, D),), "family", 0)], first_round())
    with pytest.raises(IllegalBoards):
        seat_latecomer(state, 1, D)


def test_where_the_rules_know_no_late_entry_it_is_insisted_on_with_a_reason() -> None:
    old = first_round(laws=Regulations(rounds=5, system="dutch-1998"))
    with pytest.raises(PairingStands):
        seat_latecomer(old, 1, D)
    with pytest.raises(ReasonMissing):
        seat_latecomer(old, 1, D, override=True)
    (altered,) = seat_latecomer(old, 1, D, "train", override=True)
    assert isinstance(altered, e.BoardsAltered)
    assert altered.overridden


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("Alice ?w2\nBruno ?b1\nDavid Z", NobodyHasTheBye),
        ("Alice ?w2\nBruno ?b1\nCarla U\nDavid ?b5\nEva ?w4", HasAPlace),
    ],
)
def test_without_a_bye_or_with_a_board_there_is_nothing_to_do(text: str, refused: type[Exception]) -> None:
    state = tournament(text, regulations=FIDE)
    with pytest.raises(refused):
        seat_latecomer(state, 1, state.numbers[-1])


def test_a_draft_a_closed_round_and_one_that_is_paired_by_hand_are_refused() -> None:
    text = FIRST_ROUND.format(david="Z")
    draft = tournament(text, regulations=FIDE, publish_last=False)
    over = replay(record_result(first_round(), 1, 1, Result.DRAW, None), first_round())
    replay(close_round(over, 1), over)
    by_an_arbiter = replay(by_hand.begin(first_round(), 1), first_round())
    for state, refused in ((draft, RoundNotPublished), (over, RoundIsOver), (by_an_arbiter, HandPairingOpen)):
        with pytest.raises(refused):
            seat_latecomer(state, 1, D)
        assert latecomers(state, 1) == ()


def test_somebody_expelled_does_not_come_back_like_this() -> None:
    state = replay([e.PlayerExpelled(D, 1, "cheated")], first_round())
    assert latecomers(state, 1) == ()
    with pytest.raises(AlreadyAway):
        seat_latecomer(state, 1, D)


def test_it_is_confirmed_with_the_two_and_keeps_fide_mode() -> None:
    state = first_round()
    events = seat_latecomer(state, 1, D)
    with pytest.raises(NeedsConfirmation) as gate:
        guarded(state, events, confirmed=0)
    assert gate.value.level == 3
    board = late_board(state, 1, D).board
    (told,) = gate.value.cautions
    assert isinstance(told, LatecomerPlays)
    names = {board.white: told.white, board.black: told.black}
    assert (names[C], names[D], told.latecomer, told.colours_by) == ("Carla", "David", "David", "5.2.5")
    assert guarded(state, events, confirmed=3) == events


def test_the_report_file_says_it() -> None:
    white, black = (late_board(first_round(), 1, D).board.white, late_board(first_round(), 1, D).board.black)
    assert f"### MPA @ Round 1: {white}-{black} on board 2: 4 came late, the other had the bye" in comment_lines(
        arrived(first_round())
    )


def test_undone_the_bye_is_back_and_the_player_away() -> None:
    events = history(FIRST_ROUND.format(david="Z"), regulations=FIDE)
    state = replay(events)
    replay(seat_latecomer(state, 1, D), state)
    undone = replay([*state.history, *undo(state, state.version)])
    assert (undone.round(1).bye, undone.present(D, 1), undone.byes[1, D]) == (C, False, Bye.ZERO)


def test_only_the_result_of_the_new_board_rests_on_it() -> None:
    state = arrived(first_round())
    seated = state.version
    for board in (1, 2):
        replay(record_result(state, 1, board, Result.DRAW, None), state)
    assert dependents(state, seated) == (state.version,)


def test_the_next_round_is_paired_with_them() -> None:
    state = arrived(first_round())
    for board in (1, 2):
        replay(record_result(state, 1, board, Result.WHITE_WINS, None), state)
    published(state)
    assert state.round(2).seated == {1, 2, 3, 4}


def test_a_team_that_comes_late_plays_the_team_with_the_bye() -> None:
    laws = Regulations(rounds=3, system="team-swiss-2026", ruleset="c07_2026", entrants=Entrants.TEAMS)
    state = team_tournament(4, ["1-2 ??  bye:3 Z:4"], boards=2, regulations=laws)
    after = replay(seat_latecomer(state, 1, team_id(4)), state.copy())
    board = after.round(1).matches[2]
    assert ({board[0].white, board[0].black}, len(board)) == ({team_id(3), team_id(4)}, 2)


def test_every_system_of_2026_has_the_article() -> None:
    without = {name for name, system in SYSTEMS.items() if SharedRule.LATECOMER not in system.articles}
    assert without == {"dutch-1998"}


def test_a_report_file_with_it_is_read_again_as_it_was() -> None:
    state = tournament(
        """
        Alice 2400  +w2 ?b3
        Bruno 2300  -b1 U
        Carla 2200  +w4 ?w1
        David 2100  -b3 Z
        """,
        regulations=FIDE,
    )
    replay(seat_latecomer(state, 2, D), state)
    for board in (1, 2):
        replay(record_result(state, 2, board, Result.DRAW, None), state)
    read = taken(sent(state))
    assert {n: card.lines for n, card in table_cards(read).items()} == {
        n: card.lines for n, card in table_cards(state).items()
    }
