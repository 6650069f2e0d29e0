"""A new tournament starts with the rules in force, and in FIDE mode it has nothing else."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.integrity import departure, guarded
from domain.decisions.setup.announcing import BY_CHOICE, amend_regulations, announce_in_mode, leave_fide_mode
from domain.decisions.setup.regulations import IN_FORCE, outside
from domain.refusals import NeedsConfirmation, OutsideFideMode, TiebreaksOfOtherFormat
from domain.tournament import replay
from domain.words.options import FIDE_COLOUR_RUN, ApartBy, RoundRobinOptions, SwissOptions, TableColours
from domain.words.regulations import Acceleration, CorrectionPolicy, Details, Format, Regulations
from tests.crosstable import announced

OPEN = Details("Open")
BY_LOT = RoundRobinOptions(colours=TableColours.LOT)
OTHERS = [
    ("system", {"system": "dutch-1998"}),
    ("ruleset", {"ruleset": "vo2009"}),
    ("corrections", {"corrections": CorrectionPolicy.F7_1998}),
    ("order", {"order": ("F10",)}),
    ("order", {"order": ("BH", "SBX2")}),
    ("order", {"order": ("33.3.4",)}),
    ("apart_by", {"swiss": SwissOptions(apart_by=ApartBy.CLUB)}),
    ("colour_run", {"swiss": SwissOptions(colour_run=FIDE_COLOUR_RUN + 1)}),
    ("table_colours", {"format": Format.ROUND_ROBIN, "order": ("DE",), "round_robin": BY_LOT}),
]


def test_the_rules_in_force_are_those_of_2026() -> None:
    assert (IN_FORCE.system, IN_FORCE.ruleset, IN_FORCE.corrections.value) == (
        "dutch-2026",
        "c07_2026",
        "handling-2026",
    )
    assert outside(IN_FORCE) == ()


@pytest.mark.parametrize(("field", "other"), OTHERS)
def test_fide_mode_refuses_what_stands_outside_them_by_name(field: str, other: dict[str, object]) -> None:
    with pytest.raises(OutsideFideMode) as refused:
        announce_in_mode(OPEN, replace(IN_FORCE, **other), fide_mode=True)
    assert refused.value.fields == (field,)


@pytest.mark.parametrize(
    "inside",
    [
        {"order": ("BH/C1", "SB", "DE")},
        {"order": ("C07-SWISS", "ARO")},
        {"order": ()},
        {"rounds": 7, "shared_places": True},
        {"acceleration": Acceleration.BAKU},
        {"format": Format.ROUND_ROBIN, "order": ("C07-RR",), "system": "dutch-1998"},
    ],
)
def test_what_the_organiser_may_choose_is_no_matter(inside: dict[str, object]) -> None:
    assert len(announce_in_mode(OPEN, replace(IN_FORCE, **inside), fide_mode=True)) == 1


def test_other_rules_can_be_had_without_fide_mode_from_the_start() -> None:
    t = replay(announce_in_mode(OPEN, Regulations(), fide_mode=False))
    assert (t.regulations.system, t.left_fide_mode) == ("dutch-1998", 0)


@pytest.mark.parametrize(("field", "other"), OTHERS)
def test_other_rules_are_chosen_later_only_once_it_is_left(field: str, other: dict[str, object]) -> None:
    t = replay(announce_in_mode(OPEN, IN_FORCE, fide_mode=True))
    events = amend_regulations(t, replace(IN_FORCE, **other))
    with pytest.raises(OutsideFideMode) as refused:
        guarded(t, events, confirmed=4)
    assert refused.value.fields == (field,)
    assert guarded(replay(leave_fide_mode(t), t), events, confirmed=0) == events


def test_leaving_it_is_a_step_of_its_own_confirmed_twice_and_once() -> None:
    t = replay(announce_in_mode(OPEN, IN_FORCE, fide_mode=True))
    events = leave_fide_mode(t)
    with pytest.raises(NeedsConfirmation) as asked:
        guarded(t, events, confirmed=3)
    assert (asked.value.level, asked.value.what) == (4, "FideModeLeft")
    assert guarded(t, events, confirmed=4) == events == [e.FideModeLeft(0, BY_CHOICE)]
    assert leave_fide_mode(replay(events, t)) == []


TABLE = replace(IN_FORCE, format=Format.ROUND_ROBIN, order=("C07-RR",))


@pytest.mark.parametrize("buchholz", ["BH", "BH/C1", "BH/M1", "FB", "AOB", "AOB/F"])
def test_fide_mode_ranks_no_table_by_buchholz(buchholz: str) -> None:
    laws = replace(TABLE, order=("DE", buchholz, "SB"))
    with pytest.raises(TiebreaksOfOtherFormat) as refused:
        announce_in_mode(OPEN, laws, fide_mode=True)
    assert (refused.value.tiebreaks, refused.value.predetermined) == ((buchholz,), True)
    t = replay(announce_in_mode(OPEN, TABLE, fide_mode=True))
    with pytest.raises(TiebreaksOfOtherFormat):
        guarded(t, amend_regulations(t, laws), confirmed=4)


def test_a_named_list_is_looked_into() -> None:
    with pytest.raises(TiebreaksOfOtherFormat) as refused:
        announce_in_mode(OPEN, replace(TABLE, order=("C07-SWISS",)), fide_mode=True)
    assert refused.value.tiebreaks == ("BH/C1", "BH")


def test_fide_mode_ranks_no_swiss_by_koya() -> None:
    with pytest.raises(TiebreaksOfOtherFormat) as refused:
        announce_in_mode(OPEN, replace(IN_FORCE, order=("BH", "KS")), fide_mode=True)
    assert (refused.value.tiebreaks, refused.value.predetermined) == (("KS",), False)


def test_a_journal_with_buchholz_in_a_table_is_read_and_changes_what_else_it_says() -> None:
    laws = replace(TABLE, order=("BH", "SB"))
    t = announced(laws)
    assert (t.regulations.order, t.left_fide_mode) == (("BH", "SB"), None)
    assert guarded(t, amend_regulations(t, replace(laws, shared_places=True)), confirmed=0)


def test_a_journal_from_before_keeps_what_it_announced() -> None:
    """Its rules of 1998 were in FIDE mode then; changing the number of rounds does not leave it."""
    t = announced()
    assert (t.regulations.system, t.regulations.ruleset, t.left_fide_mode) == ("dutch-1998", "vo2009", None)
    assert departure(t, amend_regulations(t, Regulations(rounds=7))) is None
