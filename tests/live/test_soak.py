"""A short soak; `python -m tests.live.soak` is the long one."""

from tests.live.soak import Life, soak


def test_every_page_that_comes_and_goes_ends_with_the_view_of_a_fresh_one() -> None:
    report = soak(Life(seconds=5, sockets=60, players=60, readers=10))
    assert report.wrong == []
    assert report.resumed > 0
    assert report.typed["results"] > 0
    assert report.read["pages"] > 0
    assert report.read["failed"] == 0
