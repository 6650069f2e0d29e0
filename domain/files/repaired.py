"""The repairs of an imported file, apart from what was left out or filled in."""

from domain.events import TournamentImported
from domain.files.trf.repairs import RepairKind

REPAIR_KINDS = frozenset(kind.value for kind in RepairKind)


def repair_count(event: TournamentImported) -> int:
    """Older journals keep repairs as sentences, without the rest."""
    return len(event.repairs) + sum(one.kind in REPAIR_KINDS for one in event.mended)
