"""Vega's dialect: the same record numbers with another meaning."""

from domain.files.trf import columns as c
from domain.files.trf.decoding import FileLine
from domain.files.trf.draft import Draft, Reader, read_rounds, words
from domain.files.trf.repairs import RepairKind
from domain.files.trf.values import read_half_points

WIN = ("ww", "bw", "fw", "fpb", "pab")
DRAW = ("wd", "bd", "hpb", "unknown")


def _vega_points(draft: Draft, line: FileLine) -> None:
    """Vega's 142: points for a win and for a draw."""
    draft.repair(line, 1, RepairKind.VEGA_DIALECT, line.code, "points for win and draw")
    parts = words(line)
    for names, (at, text) in zip((WIN, DRAW), parts, strict=False):
        draft.values |= dict.fromkeys(names, read_half_points(line, at, text, draft.repairs))


def _vega_rounds(draft: Draft, line: FileLine) -> None:
    draft.repair(line, 1, RepairKind.VEGA_DIALECT, line.code, "number of rounds")
    read_rounds(draft, line)


def _vega_current_round(draft: Draft, line: FileLine) -> None:
    draft.repair(line, 1, RepairKind.VEGA_DIALECT, line.code, "current round")


def _vega_program(draft: Draft, line: FileLine) -> None:
    draft.repair(line, 1, RepairKind.VEGA_DIALECT, line.code, "program")
    draft.texts["program"] = c.TEXT.read(line.text)


def speaks_vega(lines: tuple[FileLine, ...]) -> bool:
    """Vega used the same numbers for other things: told by the shape of the values."""
    for line in lines:
        text = c.TEXT.read(line.text)
        if line.code == "192" and text.lower().startswith("vega"):
            return True
        if line.code == "142" and len(text.split()) == 2 and not text.split()[0].isdigit():
            return True
    return False


VEGA: dict[str, Reader] = {
    "142": _vega_points,
    "152": _vega_current_round,
    "162": _vega_rounds,
    "192": _vega_program,
}
