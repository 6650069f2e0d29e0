"""Changes of an import to a file that was not as it should be."""

from domain.records import dataclass


@dataclass(frozen=True, slots=True)
class Mended:
    """Something in a file that was mended, left out or filled in; the sentence is made when somebody reads it."""

    kind: str
    """A value of `domain.files.trf.repairs.RepairKind` or of `domain.files.remarks.About`."""
    line: int = 0
    """0 = the whole file."""
    column: int = 0
    was: str = ""
    now: str = ""
    number: int = 0
    """Starting rank of the player concerned, if one is."""
    round: int = 0
    record: str = ""
    more: int = 0
    lines: tuple[int, ...] = ()
    """The lines of the first of them."""
