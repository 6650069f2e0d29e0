"""The notation of tie-breaks."""

import pytest

from domain.ranking.tiebreaks import (
    HANDBOOK,
    BadTiebreak,
    Reference,
    Tiebreak,
    Type,
    UnfitModifier,
    UnknownTiebreak,
    UnreadableTiebreak,
    parse_list,
    parse_tiebreak,
)


@pytest.mark.parametrize("text", ["BH/C1", "bh/c1", "BH-C1", "BH#C1", "BH!C1", " BH/C1 "])
def test_a_cut_may_be_written_in_many_ways(text: str) -> None:
    assert parse_tiebreak(text) == Tiebreak("BH", cut=1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SB:GP/P", Tiebreak("SB", Reference.GAME, forfeits_played=True)),
        ("KS/L+1", Tiebreak("KS", limit=1)),
        ("KS/L-2", Tiebreak("KS", limit=-2)),
        ("KS-L-2", Tiebreak("KS", limit=-2)),
        ("KS/L1", Tiebreak("KS", limit=1)),
        ("BH:MP/C1/P", Tiebreak("BH", Reference.MATCH, cut=1, forfeits_played=True)),
        ("AOB/F", Tiebreak("AOB", fore=True)),
        ("RTNG/R", Tiebreak("RTNG", reversed=True)),
        ("SSSC/K3", Tiebreak("SSSC", factor=3)),
        ("ARO/U1400/C1", Tiebreak("ARO", cut=1, unrated=1400)),
        ("MP+GP", Tiebreak("MP+GP")),
        ("OTHER_SOB", Tiebreak("SOB")),
        ("GE", Tiebreak("REP")),
        ("solkoff_s003", Tiebreak("BH", median=1)),
    ],
)
def test_the_whole_syntax(text: str, expected: Tiebreak) -> None:
    assert parse_tiebreak(text) == expected


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", UnreadableTiebreak),
        ("BH/", UnreadableTiebreak),
        ("BH/C", UnreadableTiebreak),
        ("BH/C1X", UnreadableTiebreak),
        ("BH//C1", UnreadableTiebreak),
        ("BH:XP", UnreadableTiebreak),
        ("/C1", UnreadableTiebreak),
        ("BUCHHOLZ", UnknownTiebreak),
        ("WIN/C1", UnfitModifier),
        ("ARO:GP", UnfitModifier),
        ("BH/L+1", UnfitModifier),
        ("BH/C1/M1", UnfitModifier),
    ],
)
def test_a_refusal_carries_what_was_written(text: str, error: type[BadTiebreak]) -> None:
    with pytest.raises(error) as refused:
        parse_tiebreak(text)
    assert refused.value.text == text


def test_the_offending_modifier_is_named() -> None:
    with pytest.raises(UnfitModifier) as refused:
        parse_tiebreak("BH/C1/L+1")
    assert refused.value.modifier == "L"


def test_a_list_is_separated_by_commas() -> None:
    assert parse_list("PTS, BH/C1,SB,") == (Tiebreak("PTS"), Tiebreak("BH", cut=1), Tiebreak("SB"))


def test_only_games_among_the_tied_are_of_type_a() -> None:
    assert {code for code, rule in HANDBOOK.items() if rule.how.column is None} == {
        code for code, rule in HANDBOOK.items() if rule.type is Type.TIED
    }
