"""A new tournament starts with the rules in force, and in FIDE mode it has nothing else."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.announcing import OWN_RULES, amend_regulations, announce_in_mode
from domain.decisions.integrity import departure, guarded
from domain.decisions.rules_in_force import IN_FORCE, outside
from domain.refusals import NeedsConfirmation, OutsideFideMode
from domain.tournament import replay
from domain.words.formats.round_robin import RoundRobinOptions, TableColours
from domain.words.regulations import Acceleration, CorrectionPolicy, Details, Format, Regulations

OPEN = Details("Open")
OTHERS = [
    ("system", {"system": "dutch-1998"}),
    ("ruleset", {"ruleset": "vo2009"}),
    ("corrections", {"corrections": CorrectionPolicy.F7_1998}),
    ("order", {"order": ("F10",)}),
    ("order", {"order": ("BH", "SBX2")}),
    ("order", {"order": ("33.3.4",)}),
    ("table_colours", {"format": Format.ROUND_ROBIN, "round_robin": RoundRobinOptions(colours=TableColours.LOT)}),
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
        {"format": Format.ROUND_ROBIN, "system": "dutch-1998"},
    ],
)
def test_what_the_organiser_may_choose_is_no_matter(inside: dict[str, object]) -> None:
    assert len(announce_in_mode(OPEN, replace(IN_FORCE, **inside), fide_mode=True)) == 1


def test_other_rules_can_be_had_without_fide_mode_from_the_start() -> None:
    t = replay(announce_in_mode(OPEN, Regulations(), fide_mode=False))
    assert (t.regulations.system, t.left_fide_mode) == ("dutch-1998", 0)


@pytest.mark.parametrize(("field", "other"), OTHERS)
def test_choosing_other_rules_later_leaves_it_after_two_steps(field: str, other: dict[str, object]) -> None:
    t = replay(announce_in_mode(OPEN, IN_FORCE, fide_mode=True))
    events = amend_regulations(t, replace(IN_FORCE, **other))
    with pytest.raises(NeedsConfirmation) as asked:
        guarded(t, events, confirmed=3)
    assert (asked.value.level, asked.value.what) == (4, OWN_RULES)
    assert guarded(t, events, confirmed=4) == [e.FideModeLeft(0, OWN_RULES), *events]


def test_a_journal_from_before_keeps_what_it_announced() -> None:
    """Its rules of 1998 were in FIDE mode then; changing the number of rounds does not leave it."""
    t = replay([e.TournamentAnnounced(OPEN, Regulations())])
    assert (t.regulations.system, t.regulations.ruleset, t.left_fide_mode) == ("dutch-1998", "vo2009", None)
    assert departure(t, amend_regulations(t, Regulations(rounds=7))) is None
