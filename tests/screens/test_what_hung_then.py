"""`?at=` on a screen: what stands at the foot of the screen brings back what hung there."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from domain import events as e
from domain.screens import decisions as decide
from domain.screens.events import ContentKind
from domain.words.games import Result
from server.turns import Turns
from tests.screens.site import Site, open_of, running_site, shown


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """`hall` shows one tournament, `foyer` two, `bar` none; then two results came."""
    with running_site(tmp_path_factory.mktemp("then"), {"open": open_of(24), "veterans": open_of(8)}) as site:
        site.screen("hall", shown(ContentKind.BOARDS))
        site.screen("foyer", shown(ContentKind.STANDINGS), shown(ContentKind.STANDINGS, "veterans"))
        site.screen("bar", shown(ContentKind.ANNOUNCEMENT, "", text="Tea at four"))
        site.record("open", e.ResultRecorded(5, 1, Result.WHITE_WINS))
        site.record("open", e.ResultRecorded(5, 2, Result.DRAW))
        site.record("veterans", e.ResultRecorded(5, 1, Result.DRAW))
        yield site


def foot(site: Site, path: str) -> str:
    found = re.search(r'data-position="([^"0-9][^"]*)"', httpx.get(site.url + path).raise_for_status().text)
    return found[1] if found else ""


def newest(site: Site, slug: str) -> int:
    return int(foot(site, f"/t/{slug}/screen").removeprefix(f"{slug} "))


def says(site: Site, path: str) -> tuple[int, str]:
    answer = httpx.get(site.url + path)
    return answer.status_code, answer.text.strip()


def test_a_position_gives_the_entry_even_where_many_were_written_at_one_time(site: Site) -> None:
    assert foot(site, "/t/open/screen?at=open:57") == "open 57"
    assert foot(site, "/t/open/screen?at=58") == "open 58"


def test_the_screen_shows_the_results_of_then(site: Site) -> None:
    now = newest(site, "open")
    counts = [httpx.get(f"{site.url}/t/open/screen?at={now - n}").text.count("½ – ½") for n in (0, 1)]
    assert counts[0] == counts[1] + 1


def test_the_foot_can_be_typed_as_it_stands(site: Site) -> None:
    before = newest(site, "open") - 1
    assert foot(site, f"/screen/hall?at=open {before}").endswith(f"open {before}")
    assert foot(site, f"/screen/hall?at={before}").endswith(f"open {before}")


def test_a_position_of_the_screens_brings_back_what_the_screen_was_set_to(site: Site) -> None:
    now = foot(site, "/screen/hall")
    hall = now.split()[1]
    site.set_up(lambda screens: decide.show_contents(screens, "hall", [shown(ContentKind.STANDINGS, "veterans")], 15))
    assert "veterans" in foot(site, "/screen/hall")
    assert "open" in foot(site, f"/screen/hall?at=hall:{hall}")
    assert foot(site, f"/screen/hall?at=open:{newest(site, 'open')}") == now
    site.set_up(lambda screens: decide.show_contents(screens, "hall", [shown(ContentKind.BOARDS)], 15))


def test_of_a_screen_with_several_tournaments_a_position_must_say_whose_it_is(site: Site) -> None:
    assert says(site, "/screen/foyer?at=57") == (
        400,
        "This screen does not show one tournament: say whose position it is, such as open:57 / veterans:57.",
    )
    last = newest(site, "veterans")
    assert foot(site, f"/screen/foyer?at=veterans:{last}").endswith(f"veterans {last}")


def test_before_a_screen_was_named_nothing_hung_there(site: Site) -> None:
    assert says(site, "/screen/hall?at=open:57") == (404, "Nothing hung here then.")
    assert says(site, "/screen/hall?at=2020-01-01") == (404, "Nothing hung here then.")


def test_a_time_is_a_time(site: Site) -> None:
    then = datetime.now(UTC) - timedelta(microseconds=1)
    now = foot(site, "/screen/hall")
    assert foot(site, f"/screen/hall?at={then.isoformat()}".replace("+", "%2B")) == now
    assert foot(site, f"/screen/hall?at={then.isoformat()}") == now


def test_a_time_to_come_is_said(site: Site) -> None:
    for at in ("2099-01-01T12:00", "2099-01-01 12:00"):
        assert says(site, f"/screen/hall?at={at}") == (
            400,
            f"“{at}” is still to come: a screen shows what hung here at a moment of the past.",
        )


def test_a_screen_without_a_tournament_has_the_hall(site: Site) -> None:
    assert says(site, "/screen/bar?at=57")[1].endswith("such as hall:57.")


@pytest.mark.parametrize(
    ("at", "sentence"),
    [
        ("teatime", "“at” is what stands at the foot of the screen, such as open:57, or a time such as 14:05"),
        ("juniors:57", "There is no tournament “juniors”."),
        ("open:0", "The journal of “open” goes from open:1 to open:"),
        ("99999", "The journal of “open” goes from open:1 to open:"),
        ("25:61", "There is no tournament “25”."),
    ],
)
def test_anything_else_is_answered_with_a_sentence(site: Site, at: str, sentence: str) -> None:
    status, said = says(site, f"/screen/hall?at={at}")
    assert status == 400
    assert said.startswith(sentence)


def test_when_too_many_look_back_the_next_one_is_told_to_come_again(site: Site) -> None:
    snapshots = site.app.state.services.snapshots
    usual, snapshots.archive = snapshots.archive, Turns(0)
    turn = snapshots.archive.turn()
    site.do(turn.__aenter__())
    answer = httpx.get(f"{site.url}/t/open/screen?at=57")
    site.do(turn.__aexit__(None, None, None))
    snapshots.archive = usual
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "10")
    assert "Try again in a few seconds" in answer.text
