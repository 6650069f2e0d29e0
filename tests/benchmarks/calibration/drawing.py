"""The reliability of chances as SVG: how often it came beside what was forecast, by tenths, in light and in dark."""

from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

from tests.benchmarks.calibration.scores import Tenth

WIDTH, HEIGHT = 860, 520
LEFT, TOP, SIDE = 88, 52, 400
"""The square of the chances."""
ALLOWED = 5
"""Points of per cent by which a tenth may miss."""
STYLE = (
    "svg{color-scheme:light dark}.ground{fill:#fff}text,.axis{fill:#222}.axis{stroke:#333;fill:none}.grid{stroke:#ddd}"
    ".true{stroke:#777;stroke-dasharray:6 4}.allowed{fill:#e8eef4}.one{fill:#0060a0;stroke:#0060a0}"
    ".three{fill:#c04000;stroke:#c04000}@media(prefers-color-scheme:dark){.ground{fill:#16191d}text{fill:#e4e6e8}"
    ".axis{stroke:#aaa}.grid{stroke:#333}.true{stroke:#999}.allowed{fill:#232b33}.one{fill:#6ab7f0;stroke:#6ab7f0}"
    ".three{fill:#ff9a66;stroke:#ff9a66}}"
)


def drawn(title: str, found: Mapping[str, Sequence[Tenth]]) -> str:
    """The chart; the first of the names is drawn as circles, the second as squares, a little to the right."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'role="img" font-family="system-ui, sans-serif" font-size="14">',
        f"<title>{escape(title)}</title><style>{STYLE}</style>",
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>',
        f'<text x="{LEFT}" y="28" font-size="17" font-weight="bold">{escape(title)}</text>',
        *_frame(),
    ]
    for at, (kind, (name, tenths)) in enumerate(zip(("one", "three"), found.items(), strict=True)):
        lines += [f'<g class="{kind}">', *_points(at, name, tenths), "</g>", *_named(at, kind, name, tenths)]
    return "\n".join([*lines, "</svg>\n"])


def _across(share: float) -> float:
    return LEFT + share * SIDE


def _down(share: float) -> float:
    return TOP + (1 - share) * SIDE


def _frame() -> Iterator[str]:
    off = ALLOWED / 100 * SIDE
    yield (
        f'<path class="allowed" d="M{LEFT} {_down(0)}V{_down(0) - off}L{_across(1) - off} {TOP}H{_across(1)}'
        f'V{TOP + off}L{LEFT + off} {_down(0)}z"/>'
    )
    for tenth in range(0, 101, 20):
        x, y = _across(tenth / 100), _down(tenth / 100)
        yield f'<path class="grid" d="M{x} {TOP}V{_down(0)}M{LEFT} {y}H{_across(1)}"/>'
        yield f'<text x="{x}" y="{_down(0) + 20}" text-anchor="middle">{tenth} %</text>'
        yield f'<text x="{LEFT - 8}" y="{y + 5}" text-anchor="end">{tenth} %</text>'
    yield f'<path class="true" d="M{LEFT} {_down(0)}L{_across(1)} {TOP}"/>'
    yield f'<path class="axis" d="M{LEFT} {TOP}V{_down(0)}H{_across(1)}"/>'
    yield f'<text x="{_across(0.5)}" y="{HEIGHT - 24}" text-anchor="middle">chance that was forecast</text>'
    yield f'<text transform="translate(22 {_down(0.5)}) rotate(-90)" text-anchor="middle">how often it came so</text>'


def _points(at: int, name: str, tenths: Sequence[Tenth]) -> Iterator[str]:
    for tenth in tenths:
        if not tenth.cases:
            continue
        x, y = _across(tenth.forecast) + 3 * at, _down(tenth.came)
        high, low = _down(min(1, tenth.came + tenth.error)), _down(max(0, tenth.came - tenth.error))
        told = f"{name}: {100 * tenth.forecast:.1f} % forecast, {100 * tenth.came:.1f} % came, {tenth.cases:,} cases"
        yield f'<g><path d="M{x:.1f} {high:.1f}V{low:.1f}" stroke-width="2"/><path d="{_mark(at, x, y)}"/>'
        yield f"<title>{escape(told)}</title></g>"


def _mark(at: int, x: float, y: float) -> str:
    return f"M{x - 4:.1f} {y - 4:.1f}h8v8h-8z" if at else f"M{x - 4:.1f} {y:.1f}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0"


def _named(at: int, kind: str, name: str, tenths: Sequence[Tenth]) -> Iterator[str]:
    """At the side: the name, and the cases of each tenth."""
    x, y = LEFT + SIDE + 36 + 170 * at, TOP + 20
    yield f'<path class="{kind}" d="{_mark(at, x - 10, y - 5)}"/>'
    yield f'<text x="{x}" y="{y}" font-weight="bold">{escape(name)}</text>'
    for row, tenth in enumerate(tenths):
        told = f"{10 * row} to {10 * row + 10} %: {tenth.cases:,}"
        yield f'<text x="{x}" y="{y + 24 + 20 * row}" font-size="12">{told}</text>'
    cases = sum(tenth.cases for tenth in tenths)
    yield f'<text x="{x}" y="{y + 32 + 20 * len(tenths)}" font-size="12">cases in all: {cases:,}</text>'
