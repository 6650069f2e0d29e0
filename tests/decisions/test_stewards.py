"""The domain of the people at the desk: who was invited for what, and what they may."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import events as e
from domain.events import EVENTS
from domain.refusals import BadField, Refusal, ResultDiffers
from domain.screens.events import SCREEN_EVENTS
from domain.stewards.decisions import LastEntry, NameTaken, choose_language, dismiss, enter_result, invite
from domain.stewards.events import (
    STEWARD_EVENTS,
    LanguageChosen,
    Role,
    Scope,
    StewardDismissed,
    StewardEvent,
    StewardInvited,
)
from domain.stewards.permissions import WHOLE_DESK, Action, AskedThing, granted, may
from domain.stewards.roles import (
    Forbidden,
    Grant,
    InvitationEnded,
    NotYourBoard,
    NotYourTournament,
    OnlyAnArbiter,
    RoleTooSmall,
    ScopeMissing,
)
from domain.stewards.state import NoSuchSteward, Steward, Stewards, evolve_stewards, replay_stewards
from domain.tournament import Tournament, replay
from domain.words.games import Result
from server.journal.codec import ALL_EVENTS
from tests.crosstable import tournament
from web.wording import language
from web.wording.refusals import sentence

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
EVENING = "2026-11-21T18:00:00+00:00"
BORIS = StewardInvited("b0", "Boris", Role.ENTRY, "open", 1, 10, EVENING)
CHIEF = Steward("", "Anna", Role.CHIEF)
OPEN, OTHER = AskedThing("open"), AskedThing("other")


def after(*events: StewardEvent) -> Stewards:
    return replay_stewards(events)


def boris() -> Steward:
    return after(BORIS).steward("b0")


def grant_of(steward: Steward) -> Grant:
    return granted(steward, Action.ENTER, OPEN, NOON)


def test_an_invitation_is_kept_as_it_was_given() -> None:
    assert boris() == Steward("b0", "Boris", Role.ENTRY, "open", 1, 10, EVENING)


def test_inviting_gives_the_event_that_says_all_of_it() -> None:
    wanted = Steward("b0", "  Boris ", Role.ENTRY, "open", 1, 10, EVENING)
    assert invite(Stewards(), wanted, NOON) == [BORIS]


def test_two_people_of_one_name_are_refused_as_long_as_the_first_is_here() -> None:
    wanted = Steward("b1", "BORIS", Role.READER, "open")
    with pytest.raises(NameTaken):
        invite(after(BORIS), wanted, NOON)
    assert invite(after(BORIS, StewardDismissed("b0")), wanted, NOON)
    assert invite(after(BORIS), wanted, NOON + timedelta(days=1))


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        (Steward("x", " ", Role.READER), "name"),
        (Steward("x", "X", Role.ENTRY, "", 1, 5), "tournament"),
        (Steward("x", "X", Role.ENTRY, "open", 0, 5), "first_board"),
        (Steward("x", "X", Role.ENTRY, "open", 5, 4), "last_board"),
        (Steward("x", "X", Role.READER, until="2026-11-21T11:59:00+00:00"), "until"),
        (Steward("x", "X", Role.READER, until="2026-11-21T18:00:00"), "until"),
        (Steward("x", "X", Role.READER, until="tonight"), "until"),
    ],
)
def test_an_invitation_that_makes_no_sense_is_refused_by_its_field(wanted: Steward, field: str) -> None:
    with pytest.raises(BadField) as refusal:
        invite(Stewards(), wanted, NOON)
    assert refusal.value.field == field


def test_only_result_entry_has_boards_and_a_chief_has_no_single_tournament() -> None:
    [event] = invite(Stewards(), Steward("x", "X", Role.CHIEF, "open", 1, 5), NOON)
    assert event == StewardInvited("x", "X", Role.CHIEF)


def test_dismissing_twice_is_dismissing_once() -> None:
    stewards = after(BORIS)
    [event] = dismiss(stewards, "b0")
    evolve_stewards(stewards, event)
    assert dismiss(stewards, "b0") == []


def test_nobody_unknown_is_dismissed() -> None:
    with pytest.raises(NoSuchSteward):
        dismiss(Stewards(), "b0")


def test_an_invitation_ends_at_its_time_and_not_before() -> None:
    end = datetime.fromisoformat(EVENING)
    assert may(boris(), Action.FILL, OPEN, end - timedelta(seconds=1))
    assert not may(boris(), Action.FILL, OPEN, end)


def test_who_is_dismissed_may_nothing() -> None:
    gone = after(BORIS, StewardDismissed("b0")).steward("b0")
    with pytest.raises(InvitationEnded):
        granted(gone, Action.ENTER, WHOLE_DESK, NOON)


@pytest.mark.parametrize(
    ("role", "able"),
    [
        (Role.CHIEF, set(Action)),
        (Role.ARBITER, {Action.ENTER, Action.READ, Action.FILL, Action.ARBITRATE, Action.ANNOUNCE}),
        (Role.ENTRY, {Action.ENTER, Action.FILL}),
        (Role.CAPTAIN, {Action.ENTER, Action.LINE_UP}),
        (Role.READER, {Action.ENTER, Action.READ}),
    ],
)
def test_a_role_may_what_it_covers_and_nothing_else(role: Role, able: set[Action]) -> None:
    somebody = Steward("x", "X", role, "open")
    assert {action for action in Action if may(somebody, action, OPEN, NOON)} == able


def test_another_tournament_is_refused_whatever_it_takes() -> None:
    arbiter = Steward("x", "X", Role.ARBITER, "open")
    for action in Action:
        with pytest.raises(NotYourTournament):
            granted(arbiter, action, OTHER, NOON)


def test_the_desk_as_a_whole_is_not_for_somebody_of_one_tournament() -> None:
    assert not may(Steward("x", "X", Role.ARBITER, "open"), Action.ARBITRATE, WHOLE_DESK, NOON)
    assert may(Steward("x", "X", Role.ARBITER), Action.ARBITRATE, WHOLE_DESK, NOON)


def test_the_chief_arbiter_may_everything_everywhere() -> None:
    assert all(granted(CHIEF, action, thing, NOON).has_board(99) for action in Action for thing in (WHOLE_DESK, OPEN))


def test_a_key_of_a_festival_holds_for_its_sections_and_nothing_else() -> None:
    key = Steward("", "Uploader", Role.CHIEF, festival="cup", scopes=(Scope.RESULTS,))
    section, other = (
        AskedThing("open", festivals=frozenset({"cup"})),
        AskedThing("open", festivals=frozenset({"league"})),
    )
    assert may(key, Action.FILL, section, NOON)
    assert may(key, Action.ARBITRATE, AskedThing(festivals=frozenset({"cup"})), NOON)
    assert may(key, Action.ENTER, WHOLE_DESK, NOON)
    for thing in (other, OPEN, WHOLE_DESK):
        with pytest.raises(NotYourTournament):
            granted(key, Action.ARBITRATE, thing, NOON)


def test_a_key_does_what_it_was_made_for() -> None:
    key = Steward("", "Uploader", Role.CHIEF, scopes=(Scope.RESULTS,))
    assert granted(key, Action.FILL, OPEN, NOON, Scope.RESULTS)
    assert granted(replace(key, scopes=(Scope.EVERYTHING,)), Action.FILL, OPEN, NOON, Scope.PLAYERS)
    with pytest.raises(ScopeMissing):
        granted(key, Action.FILL, OPEN, NOON, Scope.PLAYERS)


def test_result_entry_may_record_and_dispute_on_its_boards() -> None:
    written: list[e.Event] = [
        e.ResultRecorded(1, 10, Result.DRAW),
        e.ResultCleared(1, 2, Result.DRAW),
        e.ResultDisputed(1, 1, Result.DRAW),
    ]
    assert grant_of(boris()).checked(written) == written


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (e.ResultRecorded(1, 11, Result.DRAW), NotYourBoard),
        (e.DisputeSettled(1, 1, Result.DRAW, Result.DRAW), OnlyAnArbiter),
        (e.GameAdjourned(1, 1), OnlyAnArbiter),
        (e.RoundClosed(1), OnlyAnArbiter),
    ],
)
def test_whatever_page_it_came_from_result_entry_writes_nothing_else(event: e.Event, why: type[Exception]) -> None:
    with pytest.raises(why):
        grant_of(boris()).checked([event])


def test_a_reader_writes_nothing() -> None:
    with pytest.raises(RoleTooSmall):
        grant_of(Steward("r", "Rita", Role.READER, "open")).checked([])


@given(st.lists(st.sampled_from(["b0", "b1", "b2"]), max_size=12))
def test_the_fold_remembers_the_last_word_about_everybody(ids: list[str]) -> None:
    events: list[StewardEvent] = []
    for id in ids:
        known = id in replay_stewards(events).invited
        events.append(StewardDismissed(id) if known else StewardInvited(id, id.upper(), Role.READER))
    stewards = replay_stewards(events)
    assert stewards.version == len(events)
    assert {id for id, who in stewards.invited.items() if who.dismissed} == {id for id in ids if ids.count(id) > 1}


def test_the_journal_knows_the_events_and_takes_them_for_no_others() -> None:
    assert STEWARD_EVENTS.items() <= dict(ALL_EVENTS).items()
    assert not STEWARD_EVENTS.keys() & (EVENTS.keys() | SCREEN_EVENTS.keys())


@pytest.mark.parametrize(
    "refusal",
    [
        NameTaken("Boris"),
        NoSuchSteward("b0"),
        InvitationEnded("Boris"),
        InvitationEnded("Boris", EVENING),
        RoleTooSmall(Role.ENTRY, Role.ARBITER),
        NotYourTournament("open"),
        NotYourBoard(11, 1, 10),
        OnlyAnArbiter(3),
    ],
)
def test_every_refusal_has_its_sentence(refusal: Refusal) -> None:
    said = sentence(refusal, None, language("en"))
    assert said[0].isupper()
    assert said.endswith(".")
    assert "{" not in said


ENTRY_LIMITS = {
    "the last board there may be": (Steward("x", "X", Role.ENTRY, "open", 9999, 9999), None),
    "the first board": (Steward("x", "X", Role.ENTRY, "open", 1, 1), None),
    "a name of 60": (Steward("x", "n" * 60, Role.READER), None),
    "no board": (Steward("x", "X", Role.ENTRY, "open", 0, 5), BadField("first_board", "0", "whole:1:9999")),
    "a first board too far": (
        Steward("x", "X", Role.ENTRY, "open", 10_000, 10_000),
        BadField("first_board", "10000", "whole:1:9999"),
    ),
    "a last board before the first": (
        Steward("x", "X", Role.ENTRY, "open", 5, 4),
        BadField("last_board", "4", "whole:5:9999"),
    ),
    "a last board too far": (
        Steward("x", "X", Role.ENTRY, "open", 5, 10_000),
        BadField("last_board", "10000", "whole:5:9999"),
    ),
    "a name of 61": (Steward("x", "n" * 61, Role.READER), BadField("name", "n" * 61, "longest:60")),
    "an end that is now": (
        Steward("x", "X", Role.READER, until=NOON.isoformat()),
        BadField("until", NOON.isoformat(), "future"),
    ),
}


@pytest.mark.parametrize("what", ENTRY_LIMITS)
def test_an_invitation_has_its_limits(what: str) -> None:
    wanted, refusal = ENTRY_LIMITS[what]
    if refusal is None:
        assert invite(Stewards(), wanted, NOON)
        return
    with pytest.raises(BadField) as refused:
        invite(Stewards(), wanted, NOON)
    assert vars(refused.value) == vars(refusal)


@pytest.mark.parametrize(("board", "theirs"), [(0, False), (1, True), (10, True), (11, False)])
def test_both_ends_of_the_boards_are_theirs(board: int, theirs: bool) -> None:
    assert grant_of(boris()).has_board(board) is theirs
    assert grant_of(Steward("x", "X", Role.ARBITER)).has_board(board)


@pytest.mark.parametrize(
    ("thing", "action", "obstacle"),
    [
        (OTHER, Action.FILL, NotYourTournament("open")),
        (WHOLE_DESK, Action.FILL, NotYourTournament("open")),
        (OPEN, Action.READ, RoleTooSmall(Role.ENTRY, Role.READER)),
    ],
)
def test_each_obstacle_says_what_it_is(thing: AskedThing, action: Action, obstacle: Forbidden) -> None:
    with pytest.raises(type(obstacle)) as refused:
        granted(boris(), action, thing, NOON)
    assert vars(refused.value) == vars(obstacle)


@pytest.mark.parametrize(("thing", "action"), [(OPEN, Action.FILL), (OPEN, Action.ENTER), (WHOLE_DESK, Action.ENTER)])
def test_a_grant_has_the_role_and_the_boards_of_the_invitation(thing: AskedThing, action: Action) -> None:
    assert granted(boris(), action, thing, NOON) == Grant(Role.ENTRY, 1, 10)


def test_a_board_outside_the_range_is_named_with_the_range() -> None:
    with pytest.raises(NotYourBoard) as refused:
        grant_of(boris()).checked([e.ResultRecorded(1, 11, Result.DRAW)])
    assert vars(refused.value) == vars(NotYourBoard(11, 1, 10))


def test_each_event_is_one_version_of_the_stewards() -> None:
    assert after(BORIS, StewardDismissed("b0")).version == 2


def test_a_helper_fills_an_empty_board_and_disputes_a_filled_one() -> None:
    helper = grant_of(boris())
    empty, filled = (tournament(f"A {sign}w2\nB {other}b1") for sign, other in ("??", "+-"))
    (entered,) = enter_result(empty, helper, 1, 1, Result.DRAW, seen=None)
    (disputed,) = enter_result(filled, helper, 1, 1, Result.DRAW, seen=None)
    assert (type(entered), type(disputed)) == (e.ResultRecorded, e.ResultDisputed)


def last(result: Result = Result.WHITE_WINS, own: bool = True, seconds: int = 120, game: int = 1) -> LastEntry:
    """The newest entry about board 1, so many seconds before noon."""
    return LastEntry(e.ResultRecorded(1, 1, result, game=game), own, NOON - timedelta(seconds=seconds), NOON)


def after_white_won(*events: e.Event) -> Tournament:
    return replay(events, tournament("A +w2\nB -b1"))


def test_a_helpers_own_slip_is_replaced_and_nothing_is_in_dispute() -> None:
    replaced = enter_result(after_white_won(), grant_of(boris()), 1, 1, Result.DRAW, seen=None, last=last)
    assert replaced == [e.ResultRecorded(1, 1, Result.DRAW)]


def test_a_helper_takes_back_a_slip_on_a_wrong_board() -> None:
    taken_back = enter_result(after_white_won(), grant_of(boris()), 1, 1, None, seen=Result.WHITE_WINS, last=last)
    assert taken_back == [e.ResultCleared(1, 1, Result.WHITE_WINS)]


@pytest.mark.parametrize(
    "other",
    [last(own=False), last(seconds=121), last(Result.BLACK_WINS), last(game=2), None],
    ids=["of somebody else", "too old", "no longer what stands", "another game of the match", "nothing known"],
)
def test_what_is_no_fresh_slip_of_their_own_is_disputed(other: LastEntry | None) -> None:
    (disputed,) = enter_result(after_white_won(), grant_of(boris()), 1, 1, Result.DRAW, seen=None, last=lambda: other)
    assert disputed == e.ResultDisputed(1, 1, Result.DRAW)


def test_a_slip_that_somebody_has_contradicted_stays_with_the_arbiter() -> None:
    t = after_white_won(e.ResultDisputed(1, 1, Result.BLACK_WINS))
    (disputed,) = enter_result(t, grant_of(boris()), 1, 1, Result.DRAW, seen=None, last=last)
    assert disputed == e.ResultDisputed(1, 1, Result.DRAW)


@pytest.mark.parametrize("result", [None, Result.ADJOURNED])
def test_who_enters_results_clears_no_board_and_adjourns_no_game(result: Result | None) -> None:
    state = tournament("A ?w2\nB ?b1")
    with pytest.raises(OnlyAnArbiter) as refused:
        enter_result(state, grant_of(boris()), 1, 1, result, seen=None)
    assert refused.value.board == 1


def test_a_language_is_chosen_once_by_whom_it_is_for() -> None:
    stewards, known = after(BORIS), ("en", "bg")
    chosen = choose_language(stewards, boris(), "bg", known)
    assert chosen == [LanguageChosen("bg", "b0", "")]
    assert choose_language(after(BORIS, *chosen), boris(), "bg", known) == []
    assert choose_language(after(BORIS, *chosen), boris(), "", known) == [LanguageChosen("", "b0", "")]
    assert choose_language(stewards, CHIEF, "bg", known) == [LanguageChosen("bg", "", "Anna")]
    assert choose_language(stewards, boris(), "", known) == []


def test_a_language_that_nobody_speaks_here_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadField) as refused:
        choose_language(Stewards(), CHIEF, "de", ("en", "bg"))
    assert (refused.value.field, refused.value.value, refused.value.rule) == ("language", "de", "one-of:en,bg")


class TestAnEntryThatWaited:
    """For a connection, at an arbiter's phone: it is older than what others see by now."""

    ARBITER = granted(CHIEF, Action.ENTER, OPEN, NOON)

    def entered(self, t: Tournament, result: Result, seen: Result | None = None) -> list[e.Event]:
        return list(enter_result(t, self.ARBITER, 1, 1, result, seen=seen, waited=True))

    def test_is_kept_beside_another_result(self) -> None:
        assert self.entered(after_white_won(), Result.BLACK_WINS) == [e.ResultDisputed(1, 1, Result.BLACK_WINS)]

    def test_is_a_result_where_nothing_else_was_entered(self) -> None:
        (recorded,) = self.entered(tournament("A ?w2\nB ?b1"), Result.DRAW)
        assert isinstance(recorded, e.ResultRecorded)

    def test_is_nothing_new_where_the_same_was_entered(self) -> None:
        assert self.entered(after_white_won(), Result.WHITE_WINS) == []

    def test_replaces_the_result_that_the_page_showed(self) -> None:
        (recorded,) = self.entered(after_white_won(), Result.DRAW, seen=Result.WHITE_WINS)
        assert isinstance(recorded, e.ResultRecorded)

    def test_is_refused_beside_an_adjournment(self) -> None:
        with pytest.raises(ResultDiffers):
            self.entered(replay([e.GameAdjourned(1, 1)], tournament("A ?w2\nB ?b1")), Result.DRAW)

    def test_of_somebody_with_a_connection_is_refused_beside_another_result(self) -> None:
        with pytest.raises(ResultDiffers):
            enter_result(after_white_won(), self.ARBITER, 1, 1, Result.DRAW, seen=None)
