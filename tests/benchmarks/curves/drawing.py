"""A chart as SVG: times beside sizes, both axes logarithmic, a line for each program, its name at the side."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import floor, log10
from xml.sax.saxutils import escape

Points = Sequence[tuple[float, float]]
"""Size and milliseconds, the smallest size first."""


@dataclass(frozen=True, slots=True)
class Curve:
    name: str
    points: Points


@dataclass(frozen=True, slots=True)
class Chart:
    title: str
    across: str
    """What the sizes are."""
    up: str
    """What the times are."""
    curves: Sequence[Curve]
    """Ours first."""


WIDTH, HEIGHT = 860, 460
LEFT, RIGHT, TOP, BOTTOM = 88, 612, 52, 396
"""The frame of the lines; names stand to the right of it."""
NAME_PIXELS = 20
COLOURS = ["#0060a0", "#c04000", "#007a50", "#8a4a9a", "#7a6400", "#505050"]
"""Each is legible on white, and tells apart for people who see colours differently; so do dashes and marks."""
DASHES = ("", "8 4", "2 3", "10 3 2 3", "5 5", "1 4")
MARKS = (
    '<circle cx="{x:.1f}" cy="{y:.1f}" r="4"/>',
    '<path d="M{x:.1f} {y:.1f}m-4-4h8v8h-8z"/>',
    '<path d="M{x:.1f} {y:.1f}m0-5l5 9h-10z"/>',
    '<path d="M{x:.1f} {y:.1f}m0-5l5 5l-5 5l-5-5z"/>',
)


class Axis:
    """Numbers from the decade of the least to that of the greatest, as places on a line."""

    def __init__(self, numbers: Sequence[float], start: int, end: int) -> None:
        steps = list(_steps(floor(log10(min(numbers))), floor(log10(max(numbers))) + 1))
        self.least = max((step for step in steps if step <= min(numbers)), default=steps[0])
        self.most = min((step for step in steps if step >= max(numbers)), default=steps[-1])
        self.steps = [step for step in steps if self.least <= step <= self.most]
        self.start, self.end = start, end

    def place(self, number: float) -> float:
        share = log10(number / self.least) / (log10(self.most / self.least) or 1)
        return self.start + share * (self.end - self.start)

    def told(self) -> list[float]:
        """Numbers to be written: all steps if there is room for them, else the decades."""
        pixels = abs(self.end - self.start)
        return self.steps if 36 * len(self.steps) < pixels else [s for s in self.steps if log10(s) % 1 < 1e-9]


def _steps(first: int, last: int) -> Iterator[float]:
    yield from (digit * 10.0**power for power, digit in product(range(first, last + 1), (1, 2, 5)))


def duration(milliseconds: float) -> str:
    return f"{milliseconds:,.3g} ms" if milliseconds < 1000 else f"{milliseconds / 1000:,.3g} s"


def drawn(chart: Chart) -> str:
    """The chart as an SVG document; each point says its size and time when the pointer rests on it."""
    sizes = Axis([size for curve in chart.curves for size, _ in curve.points], LEFT, RIGHT)
    times = Axis([time for curve in chart.curves for _, time in curve.points], BOTTOM, TOP)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'role="img" font-family="system-ui, sans-serif" font-size="14">',
        f"<title>{escape(chart.title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="28" font-size="17" font-weight="bold">{escape(chart.title)}</text>',
        *_grid(sizes, times),
        f'<text x="{(LEFT + RIGHT) / 2}" y="{HEIGHT - 16}" text-anchor="middle">{escape(chart.across)}</text>',
        f'<text transform="translate(18 {(TOP + BOTTOM) / 2}) rotate(-90)" text-anchor="middle">'
        f"{escape(chart.up)}</text>",
    ]
    for at, curve in enumerate(chart.curves):
        lines += _line(at, curve, sizes, times)
    lines += _names(chart.curves, times)
    return "\n".join([*lines, "</svg>\n"])


def _grid(sizes: Axis, times: Axis) -> Iterator[str]:
    for size in sizes.told():
        x = sizes.place(size)
        yield f'<path d="M{x:.1f} {TOP}V{BOTTOM}" stroke="#ddd"/>'
        yield f'<text x="{x:.1f}" y="{BOTTOM + 20}" text-anchor="middle">{size:,.0f}</text>'
    for time in times.told():
        y = times.place(time)
        yield f'<path d="M{LEFT} {y:.1f}H{RIGHT}" stroke="#ddd"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 5:.1f}" text-anchor="end">{duration(time)}</text>'
    yield f'<path d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}" fill="none" stroke="#333"/>'


def _line(at: int, curve: Curve, sizes: Axis, times: Axis) -> Iterator[str]:
    colour, mark = COLOURS[at % len(COLOURS)], MARKS[at % len(MARKS)]
    places = [(sizes.place(size), times.place(time)) for size, time in curve.points]
    way = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dash = f' stroke-dasharray="{dashes}"' if (dashes := DASHES[at % len(DASHES)]) else ""
    yield f'<g fill="{colour}">'
    yield f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="{2 if at else 3}"{dash}/>'
    for (size, time), (x, y) in zip(curve.points, places, strict=True):
        told = escape(f"{curve.name}, {size:,.0f}: {duration(time)}")
        yield f"<g>{mark.format(x=x, y=y)}<title>{told}</title></g>"
    yield "</g>"


def _names(curves: Sequence[Curve], times: Axis) -> Iterator[str]:
    """The names beside the frame, in the order of the last times, with the last size and time of each."""
    order = sorted(enumerate(curves), key=lambda known: times.place(known[1].points[-1][1]))
    lowest = TOP + 4.0
    for at, curve in order:
        (size, time), colour = curve.points[-1], COLOURS[at % len(COLOURS)]
        y = max(lowest, min(times.place(time), BOTTOM - 2 * NAME_PIXELS))
        lowest = y + 2.2 * NAME_PIXELS
        mark = MARKS[at % len(MARKS)].format(x=RIGHT + 18, y=y - 5)
        weight = "normal" if at else "bold"
        yield f'<g fill="{colour}">{mark}'
        yield f'<text x="{RIGHT + 30}" y="{y:.1f}" font-weight="{weight}">{escape(curve.name)}</text>'
        yield f'<text x="{RIGHT + 30}" y="{y + 16:.1f}" font-size="12">{size:,.0f}: {duration(time)}</text></g>'
