"""The comment lines of the report file: what FIDE is told, by the numbers that the file uses."""

from domain import events as e
from domain.tournament import replay
from domain.words.games import Result
from domain.words.players import PlayerId
from domain.words.regulations import Regulations
from tests.crosstable import history
from web.wording.report_comments import KEYWORD_OF, comment_lines

EVENTS = history("Alice +w2\nBruno -b1", rounds=3)
NUMBERED_OTHERWISE = e.PairingNumbersIssued((PlayerId(2), PlayerId(1)), 1)


def said(*events: e.Event) -> list[str]:
    return comment_lines(replay([*EVENTS, NUMBERED_OTHERWISE, *events]))[1:]


def test_a_player_is_named_by_the_number_that_the_file_uses() -> None:
    corrected = e.RatingCorrected(PlayerId(2), 2100, 2000, 2, "list of May", 1)
    assert said(corrected) == ["### Correction @ Round 1: rating of player 1 2000 -> 2100; list of May"]


def test_a_rating_for_the_report_only_says_so() -> None:
    corrected = e.RatingCorrected(PlayerId(2), 2100, 2000, 0, "too late", 1)
    assert said(corrected) == ["### Correction @ Round 1: rating only, rating of player 1 2000 -> 2100; too late"]


def test_what_was_undone_is_not_told() -> None:
    corrected = e.ResultCorrected(1, 1, Result.DRAW, Result.WHITE_WINS, 2, "scoresheet", 1)
    assert said(corrected, e.EventUndone(len(EVENTS) + 2, "")) == []


def test_every_grave_step_is_told_in_words() -> None:
    events = (
        e.RegulationsAmended(Regulations(rounds=4), 1, "hall"),
        e.PairsProhibited(((PlayerId(1), PlayerId(2)),), 1, "family"),
        e.TournamentReopened("protest", 1),
    )
    assert [line.split(": ")[1] for line in said(*events)] == [
        "regulations changed; hall",
        "rounds 3 -> 4",
        "prohibited pairs changed; family",
        "tournament reopened; protest",
    ]


def test_every_kind_but_none_has_a_keyword() -> None:
    kinds = {cls.integrity for cls in e.EVENTS.values()} - {e.Integrity.NONE}
    assert kinds <= KEYWORD_OF.keys()
