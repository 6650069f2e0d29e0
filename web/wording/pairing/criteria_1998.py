"""The words of section B of FIDE Dutch 1998: what a pair should satisfy, and what a pairing by hand breaks."""

from collections.abc import Mapping

from web.wording import N_

CRITERIA: Mapping[str, str] = {
    "B.1a": N_("they have met before"),
    "B.1b": N_("a point without playing already"),
    "B.2": N_("no third time the same colour in a row, nor a colour three ahead"),
    "B.3": N_("equal scores"),
    "B.4": N_("the colour that is due"),
    "B.5": N_("no float of the same kind as in the last round"),
    "B.6": N_("no float of the same kind as two rounds ago"),
}

CRITERIA_OF_THREE: Mapping[str, str] = {
    **CRITERIA,
    "B.2": N_("no fourth time the same colour in a row, nor a colour four ahead"),
}
"""For regulations that allow three games in a row with one colour."""

BREACHES: Mapping[str, str] = {
    "B.1a": N_("{players} have played each other already (B.1a)"),
    "B.1b": N_("{players} had a bye or a win without play already (B.1b)"),
    "B.2a": N_("{players} would be more than two ahead in one colour (B.2a)"),
    "B.2b": N_("{players} would get the same colour a third time in a row (B.2b)"),
}

BREACHES_OF_THREE: Mapping[str, str] = {
    **BREACHES,
    "B.2a": N_("{players} would be more than three ahead in one colour (B.2a)"),
    "B.2b": N_("{players} would get the same colour a fourth time in a row (B.2b)"),
}
"""For regulations that allow three games in a row with one colour."""
