"""The charts of `tests.benchmarks.curves`: a document with every program in it, all of them shown in the README."""

from pathlib import Path
from xml.etree import ElementTree

from tests.benchmarks.curves.drawing import Axis, Chart, Curve, drawn

HERE = Path(__file__).parent
CHART = Chart(
    "Dutch & others",
    "number of players",
    "processor time of one round",
    [Curve("ours", [(20, 2.5), (400, 6.8)]), Curve("theirs", [(20, 4.5), (100, 89)])],
)


def test_a_chart_names_each_program_with_its_last_size_and_time() -> None:
    texts = [text.text for text in ElementTree.fromstring(drawn(CHART)).iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == "Dutch & others"
    assert texts[-4:] == ["theirs", "100: 89 ms", "ours", "400: 6.8 ms"]


def test_equal_ratios_are_equally_far_apart() -> None:
    axis = Axis([3, 70], 0, 200)
    assert (axis.least, axis.most) == (2, 100)
    assert round(axis.place(20) - axis.place(4), 6) == round(axis.place(50) - axis.place(10), 6)


def test_every_chart_stands_in_the_readme() -> None:
    readme = (HERE / "README.md").read_text()
    charts = sorted(chart.name for chart in (HERE / "curves").glob("*.svg"))
    assert charts
    assert [name for name in charts if f"(curves/{name})" not in readme] == []
