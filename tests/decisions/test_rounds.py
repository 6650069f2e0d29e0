"""The life of a round."""

import pytest

from domain import events as e
from domain.decisions.players.attendance import grant_bye, withdraw
from domain.decisions.players.registering import NewPlayer, register, register_many
from domain.decisions.rounds.closing import close_tournament, reopen_tournament
from domain.decisions.rounds.pairing import (
    alter_boards,
    close_round,
    discard_draft,
    pair_by_hand,
    pair_round,
    publish_round,
    withdraw_round,
)
from domain.decisions.rounds.results import record_result
from domain.decisions.setup.prohibited_pairs import prohibit
from domain.refusals import (
    AllRoundsPaired,
    CannotPair,
    DraftOutdated,
    GamesAdjourned,
    IllegalBoards,
    NoDraft,
    NoInitialColour,
    NotTheNewestRound,
    PairingStands,
    ReasonMissing,
    ResultsMissing,
    RoundHasBegun,
    TooFewPlayers,
    TournamentIsClosed,
)
from domain.tournament import RoundState, Tournament, replay
from domain.words.articles import Article
from domain.words.games import Bye, Result
from domain.words.players import PlayerId
from domain.words.regulations import Format, Regulations
from domain.words.rounds import Fault
from tests.crosstable import entered, published, tournament, with_results


def ready(players: int = 6, rounds: int = 3) -> Tournament:
    return entered(players, Regulations(rounds=rounds))


def drafted(state: Tournament) -> Tournament:
    return replay(pair_round(state), state.copy())


def played(state: Tournament) -> Tournament:
    return with_results(published(state), Result.DRAW)


def test_numbers_are_issued_with_the_first_pairing() -> None:
    events = pair_round(ready())
    assert [type(event) for event in events] == [e.PairingNumbersIssued, e.RoundPaired]


def test_round_one_pairs_the_upper_half_with_the_lower() -> None:
    boards = drafted(ready()).round(1).boards
    assert [(b.white, b.black) for b in boards] == [(1, 4), (5, 2), (3, 6)]


def test_the_pairing_says_what_it_was_based_on() -> None:
    state = ready()
    paired = pair_round(state)[-1]
    assert isinstance(paired, e.RoundPaired)
    assert (paired.based_on, paired.engine, paired.numbers) == (state.version, "dutch-1998", (1, 2, 3, 4, 5, 6))


def test_pairing_again_replaces_the_draft() -> None:
    state = drafted(ready())
    assert replay(pair_round(state), state.copy()).paired == 1


def test_pairing_the_next_round_closes_the_one_before() -> None:
    after = drafted(played(ready()))
    assert (after.round(1).state, after.round(2).state) == (RoundState.CLOSED, RoundState.DRAFT)


def test_without_every_result_there_is_no_next_round() -> None:
    with pytest.raises(ResultsMissing) as refused:
        pair_round(published(ready()))
    assert refused.value.boards == (1, 2, 3)


def test_the_colour_must_be_drawn_first() -> None:
    state = ready()
    state.initial_colour = None
    with pytest.raises(NoInitialColour):
        pair_round(state)


def test_one_player_is_too_few() -> None:
    with pytest.raises(TooFewPlayers):
        pair_round(ready(players=1))


def test_there_are_no_more_rounds_than_announced() -> None:
    with pytest.raises(AllRoundsPaired):
        pair_round(played(ready(rounds=1)))


def test_a_bye_keeps_a_player_out_of_the_round() -> None:
    state = ready()
    replay(grant_bye(state, PlayerId(1), 1, Bye.HALF), state)
    after = drafted(state)
    assert PlayerId(1) not in after.round(1).seated
    assert after.round(1).bye is not None


def test_a_late_entry_is_numbered_by_strength_without_reshuffling_the_others() -> None:
    state = played(ready())
    replay(register_many(state, [NewPlayer("Late", rating=2375)]), state)
    assert drafted(state).numbers == (1, 7, 2, 3, 4, 5, 6)


def test_two_who_have_met_cannot_be_paired_again() -> None:
    with pytest.raises(CannotPair) as refused:
        pair_round(played(ready(players=2)))
    assert refused.value.conflict == (1,)


def test_publishing_twice_is_once() -> None:
    assert publish_round(published(ready()), 1) == []


def test_a_draft_with_somebody_who_has_left_is_not_published() -> None:
    state = drafted(ready())
    replay(withdraw(state, [PlayerId(2)]), state)
    with pytest.raises(DraftOutdated) as refused:
        publish_round(state, 1)
    assert refused.value.players == (2,)


def test_a_draft_without_somebody_who_has_joined_is_not_published() -> None:
    state = drafted(ready())
    replay(register(state, NewPlayer("Late"), from_round=1), state)
    with pytest.raises(DraftOutdated) as refused:
        publish_round(state, 1)
    assert refused.value.players == (7,)


def test_a_draft_of_two_who_are_kept_apart_since_is_not_published() -> None:
    state = drafted(ready())
    replay(prohibit(state, [[PlayerId(1), PlayerId(4)]]), state)
    with pytest.raises(DraftOutdated):
        publish_round(state, 1)


def test_a_draft_altered_by_hand_since_may_be_published() -> None:
    state = drafted(ready())
    replay(prohibit(state, [[PlayerId(1), PlayerId(2)]]), state)
    replay(alter_boards(state, 1, SWAPPED, None), state)
    assert publish_round(state, 1) == [e.RoundPublished(1)]


def test_paired_again_the_draft_may_be_published() -> None:
    state = drafted(ready())
    replay(grant_bye(state, PlayerId(2), 1, Bye.HALF), state)
    assert publish_round(drafted(state), 1) == [e.RoundPublished(1)]


def test_only_a_draft_can_be_published() -> None:
    with pytest.raises(NoDraft):
        publish_round(published(ready()), 2)


def test_a_discarded_draft_leaves_no_round() -> None:
    state = drafted(ready())
    assert replay(discard_draft(state, 1), state).paired == 0


def test_an_unplayed_round_can_be_taken_back() -> None:
    state = published(ready())
    assert replay(withdraw_round(state, 1, "wrong rating"), state).paired == 0


def test_a_round_with_a_result_is_not_taken_back() -> None:
    state = published(ready())
    replay(record_result(state, 1, 2, Result.DRAW, None), state)
    with pytest.raises(RoundHasBegun) as refused:
        withdraw_round(state, 1, "wrong rating")
    assert refused.value.boards == (2,)


def test_the_arbiter_may_insist_with_a_reason() -> None:
    state = published(ready())
    replay(record_result(state, 1, 2, Result.DRAW, None), state)
    (event,) = withdraw_round(state, 1, "fire alarm", override=True)
    assert isinstance(event, e.RoundWithdrawn)
    assert event.overridden


def test_taking_back_needs_a_reason() -> None:
    with pytest.raises(ReasonMissing):
        withdraw_round(published(ready()), 1, "  ")


def test_only_the_newest_round_is_taken_back() -> None:
    with pytest.raises(NotTheNewestRound):
        withdraw_round(published(played(ready())), 1, "x")


SWAPPED = [(PlayerId(4), PlayerId(1)), (PlayerId(5), PlayerId(2)), (PlayerId(3), PlayerId(6))]


def test_a_draft_may_be_changed_by_hand() -> None:
    state = drafted(ready())
    assert replay(alter_boards(state, 1, SWAPPED, None), state).round(1).altered


def test_a_published_pairing_stands() -> None:
    with pytest.raises(PairingStands):
        alter_boards(published(ready()), 1, SWAPPED, None, "they asked")


def test_a_published_pairing_changes_on_the_arbiters_word_and_reason() -> None:
    (event,) = alter_boards(published(ready()), 1, SWAPPED, None, "sponsor's board", override=True)
    assert isinstance(event, e.BoardsAltered)
    assert event.overridden


def test_nobody_is_seated_twice_or_forgotten() -> None:
    wrong = [(PlayerId(1), PlayerId(2)), (PlayerId(1), PlayerId(3)), (PlayerId(4), PlayerId(5))]
    with pytest.raises(IllegalBoards) as refused:
        alter_boards(drafted(ready()), 1, wrong, None)
    found = [(breach.fault, breach.players) for breach in refused.value.breaches]
    assert found == [(Fault.SEATED_TWICE, (1,)), (Fault.NOT_SEATED, (6,))]


def test_a_second_meeting_by_hand_is_named_by_its_article() -> None:
    state = drafted(played(ready()))
    again = [(b.white, b.black) for b in state.round(1).boards]
    with pytest.raises(IllegalBoards) as refused:
        alter_boards(state, 2, again, None)
    assert {breach.article for breach in refused.value.breaches} == {Article("dutch-1998", "B.1a")}


def test_results_follow_unchanged_boards_through_an_alteration() -> None:
    state = published(ready())
    replay(record_result(state, 1, 3, Result.WHITE_WINS, None), state)
    replay(alter_boards(state, 1, SWAPPED, None, "colours", override=True), state)
    assert [g.result for g in state.round(1).games] == [None, None, Result.WHITE_WINS]


def test_a_board_with_a_result_is_not_altered() -> None:
    state = published(ready())
    replay(record_result(state, 1, 1, Result.WHITE_WINS, None), state)
    with pytest.raises(RoundHasBegun):
        alter_boards(state, 1, SWAPPED, None, "x", override=True)


def test_the_final_table_waits_for_adjourned_games() -> None:
    with pytest.raises(GamesAdjourned) as refused:
        close_tournament(tournament("A Xw2\nB Xb1"))
    assert refused.value.games == ((1, 1),)


def test_closing_the_tournament_closes_its_last_round() -> None:
    state = tournament("A +w2\nB -b1")
    after = replay(close_tournament(state), state)
    assert (after.closed, after.round(1).state) == (True, RoundState.CLOSED)


def test_a_closed_tournament_is_not_paired() -> None:
    state = tournament("A +w2\nB -b1", rounds=3)
    with pytest.raises(TournamentIsClosed):
        pair_round(replay(close_tournament(state, "storm"), state))


def test_reopening_needs_a_reason() -> None:
    state = tournament("A +w2\nB -b1")
    replay(close_tournament(state), state)
    with pytest.raises(ReasonMissing):
        reopen_tournament(state, "")


def test_closing_a_round_twice_is_once() -> None:
    assert close_round(tournament("A +w2\nB -b1", close_last=True), 1) == []


def test_a_round_robin_can_be_seated_by_hand() -> None:
    state = ready(4)
    replay([e.RegulationsAmended(Regulations(rounds=3, format=Format.ROUND_ROBIN), 0)], state)
    by_id = [PlayerId(n) for n in range(1, 5)]
    replay(pair_by_hand(state, [(by_id[0], by_id[3]), (by_id[1], by_id[2])], None, "Berger table"), state)
    assert [(g.white, g.black) for g in state.round(1).games] == [(1, 4), (2, 3)]
