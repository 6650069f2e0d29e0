"""What a report file says that a tournament of ours cannot keep."""

from collections.abc import Mapping

CANNOT_KEEP: Mapping[str, str] = {
    "teams": "This is the report of a team tournament: Tablo keeps tournaments of single players.",
    "point-system": (
        "The file gives points that depend on the colour, or byes worth something else than the result they "
        "stand for (XXS, 162): Tablo has no scoring for that."
    ),
    "abnormal-points": "The file adds or takes away points by hand (299): Tablo has no event for that.",
    "fictitious-points": "The file accelerates with fictitious points (XXA, 250): no system of Tablo knows them.",
    "forbidden-for-some-rounds": (
        "The file forbids pairs for some rounds only (260): Tablo forbids them for the whole tournament (XXP)."
    ),
}
"""By `domain.files.importing.CannotKeep.what`."""
