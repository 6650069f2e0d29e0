"""Lists that do not fit their event."""

import pytest

from domain.ranking.tiebreaks import Ruleset, parse, parse_list
from domain.ranking.tiebreaks.fitness import Event, Misfit, Reason, misfits

SWISS = Event(Ruleset.C07_2026)


@pytest.mark.parametrize(
    ("text", "event", "reasons"),
    [
        ("BH/C1, SB, DE", SWISS, []),
        ("BH", Event(Ruleset.C07_2026, predetermined=True), [Reason.BUCHHOLZ_IN_ROUND_ROBIN]),
        ("KS", SWISS, [Reason.KOYA_IN_SWISS]),
        ("KS", Event(Ruleset.VO2009, predetermined=True), []),
        ("ARO", Event(Ruleset.C07_2026, unrated=3), [Reason.UNRATED_PLAYERS]),
        ("ARO/U1400", Event(Ruleset.C07_2026, unrated=3), []),
        ("BH:GP", SWISS, [Reason.ONLY_FOR_TEAMS]),
        ("EDET", SWISS, [Reason.ONLY_FOR_TEAMS]),
        ("EDET, BH:GP", Event(Ruleset.C07_2026, teams=True), []),
        ("STD", Event(Ruleset.C07_2024), [Reason.NOT_IN_RULESET]),
        ("AOB/F", Event(Ruleset.C07_2024), [Reason.NOT_IN_RULESET]),
        ("TPR400", Event(Ruleset.VO2009), []),
        ("TPR400", SWISS, [Reason.NOT_IN_C07]),
        ("BH/C9, SB/C8, BH/M4", Event(Ruleset.C07_2026, rounds=9), [Reason.NOTHING_LEFT]),
        ("BH/M5", Event(Ruleset.C07_2026, rounds=9), [Reason.NOTHING_LEFT]),
        ("BH/C9", SWISS, []),
        ("SB, PLAYOFF", SWISS, [Reason.NOT_RECORDED]),
        ("SB, DE, SB, DE", SWISS, [Reason.REPEATED]),
    ],
)
def test_what_does_not_fit_is_said_with_its_reason(text: str, event: Event, reasons: list[Reason]) -> None:
    assert [misfit.reason for misfit in misfits(parse_list(text), event)] == reasons


def test_a_misfit_names_the_item() -> None:
    assert misfits(parse_list("SB, KS/L+1"), SWISS) == (Misfit(parse("KS/L+1"), Reason.KOYA_IN_SWISS),)
