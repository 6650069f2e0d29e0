"""`--json`: what a program reads instead of lines."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import CASES, Answer, Tablo
from tests.files.rating_lists import text_list, zipped

HELD = CASES / "held_2014.trf"


def facts(answer: Answer, code: int = 0) -> Any:
    assert answer.code == code, answer.err
    return json.loads(answer.out)


def test_pairs_are_those_of_the_lines(tablo: Tablo) -> None:
    said = facts(tablo("pair", HELD, "--round", "2", "--json"))
    _, *lines = tablo("pair", HELD, "--round", "2").lines
    assert said["round"] == 2
    assert [f"{pair['white']} {pair['black'] or 0}" for pair in said["pairs"]] == lines


def test_accounts_stand_beside_the_pairs(tablo: Tablo) -> None:
    said = facts(tablo("pair", HELD, "--round", "2", "--json", "--why-not", "1", "2"))
    assert tablo("pair", HELD, "--round", "2", "--why-not", "1", "2").lines[-1] == said["accounts"][0][0]


def test_a_bye_has_no_black(tablo: Tablo, tmp_path: Path) -> None:
    tablo("generate", "--players", "7", "--rounds", "3", "--seed", "1", "--output", tmp_path / "a.trf")
    assert facts(tablo("pair", tmp_path / "a.trf", "--round", "2", "--json"))["pairs"][-1]["black"] is None


def test_a_round_without_a_pairing_names_somebody_in_conflict(tablo: Tablo, tmp_path: Path) -> None:
    tablo("generate", "--players", "2", "--rounds", "2", "--seed", "1", "--output", tmp_path / "a.trf")
    said = facts(tablo("pair", tmp_path / "a.trf", "--json"), 1)
    assert (said["pairs"], said["conflict"]) == (None, [1])


def test_a_bracket_s_round_is_said_so_too(tablo: Tablo, tmp_path: Path) -> None:
    tablo("generate", "--system", "knock-out", "--players", "8", "--seed", "1", "--output", tmp_path / "a.trf")
    assert (
        len(facts(tablo("pair", tmp_path / "a.trf", "--system", "knock-out", "--round", "1", "--json"))["pairs"]) == 4
    )


def test_files_that_were_checked(tablo: Tablo, tmp_path: Path) -> None:
    tablo("generate", "--players", "8", "--rounds", "3", "--seed", "1", "--count", "2", "--output", tmp_path)
    one, two = sorted(tmp_path.glob("*.trf"))
    said = facts(tablo("check", tmp_path, "--json"))["files"]
    assert [(file["file"], file["rounds"], file["differing"]) for file in said] == [
        (str(one), 3, []),
        (str(two), 3, []),
    ]
    assert facts(tablo("check", one, "--json"))["files"] == said[:1]


def test_a_round_that_differs_has_its_lines(tablo: Tablo) -> None:
    [said] = facts(tablo("check", HELD, "--system", "lim", "--json"), 1)["files"]
    first, lines = said["differing"][0], tablo("check", HELD, "--system", "lim").lines
    assert lines[: len(first["lines"])] == first["lines"]


def test_a_journal_its_copy_and_its_heads(tablo: Tablo, tmp_path: Path) -> None:
    place = ("--data", tmp_path)
    slug = facts(tablo("import", HELD, *place, "--json", "--accept-rounds"))["tournament"]
    verified = facts(tablo("verify", *place, "--json"))
    [stream] = verified["streams"]
    assert (stream["stream"], verified["heads"], verified["damage"]) == (slug, [], None)
    found = facts(tablo("verify", *place, "--json", "--head", stream["head"]))["heads"]
    assert (found[0]["entry"]["stream"], found[0]["entry"]["number"]) == (slug, stream["entries"])
    missing = facts(tablo("verify", *place, "--json", "--head", "0" * 64), 1)["heads"]
    assert missing == [{"head": "0" * 64, "entry": None}]
    copied = facts(tablo("backup", *place, "--to", tmp_path / "copy.sqlite", "--json"))
    assert copied == {"copy": str(tmp_path / "copy.sqlite"), "streams": [stream]}
    assert facts(tablo("restore", *place, tmp_path / "copy.sqlite", "--drill", "--json"))["streams"] == [stream]


def test_entries_carried_over_and_what_was_erased(tablo: Tablo, tmp_path: Path) -> None:
    here, there = ("--data", tmp_path / "here"), ("--data", tmp_path / "there")
    slug = tablo("import", HELD, *here, "--accept-rounds").out.strip()
    tablo("journal", "export", *here, "--output", tmp_path / "j.jsonl")
    [stream] = facts(tablo("journal", "import", *there, tmp_path / "j.jsonl", "--json"))["streams"]
    assert (stream["stream"], stream["new"]) == (slug, stream["entries"])
    assert facts(tablo("journal", "erase", *there, slug, "1", "--json"), 1)["erased"] is False


@pytest.mark.process
def test_rating_lists_and_lines_that_could_not_be_read(tablo: Tablo, tmp_path: Path) -> None:
    read = facts(tablo("rating-list", "import", zipped(tmp_path, text_list()), "--data", tmp_path, "--json"))
    assert facts(tablo("rating-list", "show", "--data", tmp_path, "--json")) == read
    [one] = read["lists"]
    assert (one["publisher"], one["month"], one["players"], one["unread"]) == ("FIDE", "2026-11", 4, [])


def test_bad_input_is_a_sentence_all_the_same(tablo: Tablo) -> None:
    assert "cannot be read" in tablo("pair", "nowhere.trf", "--json").complaint
