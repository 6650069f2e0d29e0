"""The operator's numbers."""

from pathlib import Path

import httpx

from tests.stories.hall import running


def test_metrics_count_what_was_written_and_who_was_refused(tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo, httpx.Client(base_url=tablo.url) as client:
        page = client.get("/desk/login").text
        token = page.split('name="form_token" value="')[1].split('"')[0]
        client.post("/desk/login", data={"form_token": token, "name": "Eve", "password": "guessed wrong"})
        shown = client.get("/metrics").text
    assert "tablo_refused_logins_total 1.0" in shown
    assert "tablo_tournaments 0.0" in shown


def test_metrics_are_not_for_the_world_behind_a_proxy(tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        assert httpx.get(f"{tablo.url}/metrics", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 404
