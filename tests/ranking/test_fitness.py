"""Lists that do not fit their event."""

import pytest

from domain.ranking.tiebreak_lists import EventFacts, Misfit, MisfitReason, misfits
from domain.ranking.tiebreaks import Reference, Ruleset, parse_list, parse_tiebreak

SWISS = EventFacts(Ruleset.C07_2026)
TEAMS = EventFacts(Ruleset.C07_2026, teams=True)


@pytest.mark.parametrize(
    ("text", "event", "reasons"),
    [
        ("BH/C1, SB, DE", SWISS, []),
        ("BH", EventFacts(Ruleset.C07_2026, predetermined=True), [MisfitReason.BUCHHOLZ_IN_ROUND_ROBIN]),
        ("KS", SWISS, [MisfitReason.KOYA_IN_SWISS]),
        ("KS", EventFacts(Ruleset.VO2009, predetermined=True), []),
        ("ARO", EventFacts(Ruleset.C07_2026, unrated=3), [MisfitReason.UNRATED_PLAYERS]),
        ("ARO/U1400", EventFacts(Ruleset.C07_2026, unrated=3), []),
        ("BH, ARO, RTNG", EventFacts(Ruleset.C07_2026, long=True), [MisfitReason.SEVERAL_RATINGS] * 2),
        ("BH:GP", SWISS, [MisfitReason.ONLY_FOR_TEAMS]),
        ("EDET", SWISS, [MisfitReason.ONLY_FOR_TEAMS]),
        ("EDET, BH:GP", EventFacts(Ruleset.C07_2026, teams=True), []),
        ("MP, ARO, BH", TEAMS, [MisfitReason.ONLY_FOR_PLAYERS]),
        ("GP, MP", TEAMS, [MisfitReason.OTHER_SCORE_FIRST]),
        ("GP, MP", EventFacts(Ruleset.C07_2026, teams=True, primary=Reference.GAME), []),
        ("STD", EventFacts(Ruleset.C07_2024), [MisfitReason.NOT_IN_RULESET]),
        ("AOB/F", EventFacts(Ruleset.C07_2024), [MisfitReason.NOT_IN_RULESET]),
        ("TPR400", EventFacts(Ruleset.VO2009), []),
        ("BH/C1", EventFacts(Ruleset.C07_2026, rounds=1), [MisfitReason.NOTHING_LEFT]),
        ("BH/C1", EventFacts(Ruleset.C07_2026, rounds=2), []),
        ("TPR400", SWISS, [MisfitReason.NOT_IN_C07]),
        ("BH/C9, SB/C8, BH/M4", EventFacts(Ruleset.C07_2026, rounds=9), [MisfitReason.NOTHING_LEFT]),
        ("BH/M5", EventFacts(Ruleset.C07_2026, rounds=9), [MisfitReason.NOTHING_LEFT]),
        ("BH/C9", SWISS, []),
        ("SB, PLAYOFF, MANUAL", SWISS, [MisfitReason.NOT_RECORDED, MisfitReason.NOT_RECORDED]),
        ("SB, PLAYOFF, MANUAL", EventFacts(Ruleset.C07_2026, by_arbiter=True), []),
        ("SB, DE, SB, DE", SWISS, [MisfitReason.REPEATED]),
    ],
)
def test_what_does_not_fit_is_said_with_its_reason(text: str, event: EventFacts, reasons: list[MisfitReason]) -> None:
    assert [misfit.reason for misfit in misfits(parse_list(text), event)] == reasons


def test_a_misfit_names_the_item() -> None:
    assert misfits(parse_list("SB, KS/L+1"), SWISS) == (Misfit(parse_tiebreak("KS/L+1"), MisfitReason.KOYA_IN_SWISS),)
