"""A tournament that ends before all planned rounds: a guarded step that looks at the newest round again."""

import pytest

from domain import events as e
from domain.decisions.integrity import guarded
from domain.decisions.rounds.closing import close_tournament
from domain.decisions.setup.announcing import amend_regulations
from domain.events import Integrity, integrity_of
from domain.refusals import NeedsConfirmation, ReasonMissing
from domain.tournament import Tournament, replay
from domain.words.cautions import LastRoundDiffers
from domain.words.regulations import Regulations
from tests.crosstable import tournament
from web.wording.report_comments import comment_lines

PAIRED_AS_THE_FIFTH_OF_SEVEN = """
    1. 2400  +w5 +b4 +w2 +b3 +w8
    2. 2350  +b6 =w3 -b1 +w5 +b7
    3. 2300  +w7 =b2 +w4 -w1 +b6
    4. 2250  +b8 -w1 -b3 +w7 +b5
    5. 2200  -b1 +w8 =b6 -b2 -w4
    6. 2150  -w2 +b7 =w5 +b8 -w3
    7. 2100  -b3 -w6 =b8 -b4 -w2
    8. 2050  -w4 -b5 =w7 -w6 -b1
"""
"""In an event of seven rounds the fifth is right (C.04.3 of 2026); as the last one it has a topscorer: 1 meets 6."""


def after_five(planned: int = 7) -> Tournament:
    laws = Regulations(system="dutch-2026", rounds=planned)
    return tournament(PAIRED_AS_THE_FIFTH_OF_SEVEN, regulations=laws, close_last=True)


def boards(state: Tournament, numbers: tuple[int, ...]) -> set[tuple[int, int]]:
    return {(b.white, b.black) for b in state.round(5).boards if b.number in numbers}


def test_an_early_end_needs_a_reason() -> None:
    with pytest.raises(ReasonMissing):
        close_tournament(after_five())


def test_an_early_end_looks_at_the_newest_round_as_the_last_one() -> None:
    state = after_five()
    (closed,) = close_tournament(state, "storm")
    assert isinstance(closed, e.TournamentClosed)
    assert (closed.after_round, closed.last_round_by) == (5, "dutch-2026")
    assert boards(state, closed.last_round_differs) == {(1, 8), (6, 3)}


def test_the_end_as_planned_looks_at_nothing_and_asks_nothing() -> None:
    state = after_five(planned=5)
    assert guarded(state, close_tournament(state), confirmed=0) == [e.TournamentClosed()]


def test_an_early_end_is_of_level_4_and_leaves_fide_mode() -> None:
    state = after_five()
    events = close_tournament(state, "storm")
    with pytest.raises(NeedsConfirmation) as gate:
        guarded(state, events, confirmed=3)
    assert (gate.value.level, gate.value.what) == (4, "closed-early")
    assert isinstance(guarded(state, events, confirmed=4)[0], e.FideModeLeft)
    assert integrity_of(events[-1]) is Integrity.CONFIGURATION


def test_boards_that_are_wrong_in_a_last_round_are_named_before_it_is_one() -> None:
    state = after_five()
    with pytest.raises(NeedsConfirmation) as gate:
        guarded(state, close_tournament(state, "storm"), confirmed=0)
    (caution,) = gate.value.cautions
    assert isinstance(caution, LastRoundDiffers)
    assert (caution.round, caution.rounds, len(caution.boards)) == (5, 5, 2)


@pytest.mark.parametrize(("planned", "wanted", "differing"), [(7, 5, 2), (5, 7, 0), (7, 6, 0)])
def test_rounds_that_move_the_end_look_at_the_newest_round_again(planned: int, wanted: int, differing: int) -> None:
    state = after_five(planned)
    (amended,) = amend_regulations(state, Regulations(system="dutch-2026", rounds=wanted), "hall")
    assert isinstance(amended, e.RegulationsAmended)
    assert len(amended.last_round_differs) == differing
    assert bool(amended.last_round_by) == (5 in (planned, wanted))


def test_the_report_file_tells_of_an_early_end_and_of_its_last_round() -> None:
    state = after_five()
    replay(guarded(state, close_tournament(state, "storm"), confirmed=4), state)
    early = [line for line in comment_lines(state) if "Configuration @ Round 5" in line]
    assert [line.split(": ")[1] for line in early] == [
        "FIDE mode left (closed-early)",
        "tournament closed early; storm",
        "rounds 7 -> 5",
        "last round moved; boards 1 2 not as dutch-2026 pairs it",
    ]


@pytest.mark.parametrize(("wanted", "told"), [(9, ["rounds 7 -> 9"]), (7, [])])
def test_the_report_file_says_from_how_many_rounds_to_how_many(wanted: int, told: list[str]) -> None:
    state = after_five()
    replay([e.RegulationsAmended(Regulations(system="dutch-2026", rounds=wanted), 5, "hall free")], state)
    mark = "### Configuration @ Round 5: "
    assert comment_lines(state) == [mark + said for said in ("regulations changed; hall free", *told)]
