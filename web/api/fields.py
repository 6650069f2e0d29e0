"""Fields of commands: what may stand in them, for the document.

The decoder refuses what has another type or is below a least number. Longest texts, signs that cannot be printed and
words that are none of a list are refused by the domain, each with the sentence of the desk; here they are only said.
"""

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec

from domain.decisions.players.registering import HIGHEST_RATING, LARGEST_FIDE_ID, MAX_PLAYER_NAME_CHARS
from domain.pairing import SYSTEMS
from domain.ranking.tiebreaks import HANDBOOK
from domain.words.players import Title

LONGEST_LINE = 300
UNPRINTABLE = r"\u0000-\u0008\u000e-\u001b\u007f-\u0084\u0086-\u009f\ue000-\uf8ff\u202a\u202b\u202d\u202e\u2066-\u2068"
PRINTABLE = f"^[^{UNPRINTABLE}]*$"
NOT_BLANK = rf"^[^{UNPRINTABLE}]*[^\s{UNPRINTABLE}][^{UNPRINTABLE}]*$"


def noted(description: str = "", **limits: Any) -> msgspec.Meta:
    """Words and limits for the document alone."""
    return msgspec.Meta(description=description or None, extra_json_schema=limits)


def line(longest: int = LONGEST_LINE, description: str = "") -> msgspec.Meta:
    return noted(description, pattern=PRINTABLE, maxLength=longest)


def needed_line(longest: int = LONGEST_LINE, description: str = "") -> msgspec.Meta:
    return noted(description, pattern=NOT_BLANK, minLength=1, maxLength=longest)


def one_word_of(words: Iterable[str]) -> msgspec.Meta:
    return noted(enum=[str(word) for word in words])


def _tiebreak_pattern() -> str:
    codes = "|".join(sorted((code.replace("+", r"\+") for code in HANDBOOK), key=len, reverse=True))
    return rf"^({codes})(:(MP|GP))?([/#!\-]([CMKU][0-9]{{1,4}}|L[+\-]?[0-9]{{1,2}}|[PFR]))*$"


Number = Annotated[int, msgspec.Meta(ge=0), noted(maximum=999_999_999_999)]
BoardNumber = Annotated[int, msgspec.Meta(ge=1, le=9999)]
RoundNumber = Annotated[int, msgspec.Meta(ge=1, le=999)]
EntrantNumber = Annotated[int, msgspec.Meta(ge=1, le=999_999_999, description="The id of a player or of a team.")]
PlayerNumber = Annotated[int, msgspec.Meta(ge=1, le=999_999_999, description="The id of a player.")]
Confirmed = Annotated[
    int, msgspec.Meta(ge=0, le=4, description="The level of a refusal “needs-confirmation” that is accepted.")
]
ResultText = Annotated[
    str,
    msgspec.Meta(
        description="1-0, 0-1, 1/2-1/2, a key of the desk such as 1, 0, =, +, - or x, or clear", examples=["1-0"]
    ),
    noted(minLength=1),
]
ReasonText = Annotated[str, msgspec.Meta(max_length=LONGEST_LINE), line(description="It stands in the journal.")]
NeededReason = Annotated[
    str, msgspec.Meta(max_length=LONGEST_LINE), needed_line(description="It stands in the journal.")
]
OneLine = Annotated[str, line()]
NeededLine = Annotated[str, needed_line()]
Seed = Annotated[str, line(description="The seed of the lot; without one it is drawn. It stands in the journal.")]
PlayerName = Annotated[str, needed_line(MAX_PLAYER_NAME_CHARS)]
ClubName = Annotated[str, line(MAX_PLAYER_NAME_CHARS)]
Rating = Annotated[int, msgspec.Meta(ge=0), noted(maximum=HIGHEST_RATING)]
KFactor = Annotated[int, msgspec.Meta(ge=0), noted(maximum=60)]
FideNumber = Annotated[int, msgspec.Meta(ge=0), noted(maximum=LARGEST_FIDE_ID)]
BirthYear = Annotated[
    int, msgspec.Meta(ge=0), noted("0 = not known.", anyOf=[{"const": 0}, {"minimum": 1880, "maximum": 2100}])
]
Federation = Annotated[str, noted("Three letters, or empty.", pattern="^([A-Za-z]{3})?$")]
TitleText = Annotated[str, one_word_of(Title)]
NamesakeAnswer = Annotated[
    str,
    noted("Answer to “namesakes-asked”: another, or the place of the same person.", pattern="^(|another|[0-9]{1,8})$"),
]
SystemName = Annotated[str, msgspec.Meta(examples=["dutch-2026"]), one_word_of(SYSTEMS)]
TiebreakCode = Annotated[
    str,
    noted(
        "A code of the Handbook with its modifiers: " + ", ".join(HANDBOOK),
        anyOf=[{"enum": list(HANDBOOK)}, {"pattern": _tiebreak_pattern()}],
    ),
]
GivenPoints = Annotated[int | float | str, msgspec.Meta(description="Points: 1, 0.5 or “½”.")]
IsoDay = Annotated[
    str,
    msgspec.Meta(description="2026-11-21, or empty.", examples=["2026-11-21"]),
    noted(pattern="^([0-9]{4}-[0-9]{2}-[0-9]{2})?$"),
]
