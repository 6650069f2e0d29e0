"""Compiled templates outlive the process, and never their words."""

import sys
from pathlib import Path

import jinja2
import pytest
from babel.messages.catalog import Catalog

from tests.web.pseudo import speaking
from web import compile_ahead, rendering
from web.rendering import CompiledTemplates, compiled_templates, environment
from web.wording import folder_of_compiled


def started(folder: Path, source: str = "{{ 'pawn'|upper }}", code: str = "en") -> jinja2.Environment:
    """A process that has just started, with one template."""
    loader = jinja2.DictLoader({"page.html": source})
    return jinja2.Environment(loader=loader, bytecode_cache=CompiledTemplates(code, folder))


def compiled_as(folder: Path, says: str) -> None:
    """The compiled form of the template says something else than its source, so that one sees which of them is read."""
    before = started(folder)
    [file] = folder.iterdir()
    other = before.compile(says, "page.html")
    bucket = CompiledTemplates("en", folder).get_bucket(before, "page.html", None, "{{ 'pawn'|upper }}")
    bucket.code = other
    file.write_bytes(bucket.bytecode_to_string())


def said(env: jinja2.Environment) -> str:
    return env.get_template("page.html").render()


def test_the_next_process_reads_what_the_one_before_has_compiled(tmp_path: Path) -> None:
    said(started(tmp_path))
    compiled_as(tmp_path, "KNIGHT")
    assert said(started(tmp_path)) == "KNIGHT"


def test_a_template_that_has_changed_is_compiled_again(tmp_path: Path) -> None:
    said(started(tmp_path))
    compiled_as(tmp_path, "KNIGHT")
    assert said(started(tmp_path, "{{ 'rook'|upper }}")) == "ROOK"
    assert len(list(tmp_path.iterdir())) == 1


def test_each_language_has_compiled_templates_of_its_own(tmp_path: Path) -> None:
    said(started(tmp_path))
    compiled_as(tmp_path, "KNIGHT")
    assert said(started(tmp_path, code="bg")) == "PAWN"


def test_words_that_have_changed_are_compiled_again(tmp_path: Path) -> None:
    with speaking(tmp_path / "before", {"ru": Catalog("ru")}):
        said(started(tmp_path / "compiled", code="ru"))
        [file] = (tmp_path / "compiled").iterdir()
        first = file.read_bytes()
    translated = Catalog("ru")
    translated.add("Rating", "Рейтинг")
    with speaking(tmp_path / "after", {"ru": translated}):
        said(started(tmp_path / "compiled", code="ru"))
    assert file.read_bytes() != first


@pytest.mark.parametrize("damage", [b"", b"\0" * 40, b"whole sentences"])
def test_a_damaged_file_is_compiled_again(tmp_path: Path, damage: bytes) -> None:
    said(started(tmp_path))
    [file] = tmp_path.iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage)
    assert said(started(tmp_path)) == "PAWN"
    assert file.read_bytes() == whole


def test_a_half_written_file_is_compiled_again(tmp_path: Path) -> None:
    said(started(tmp_path))
    [file] = tmp_path.iterdir()
    whole = file.read_bytes()
    for length in range(1, len(whole), 29):
        file.write_bytes(whole[:length])
        assert said(started(tmp_path)) == "PAWN"


def test_a_page_needs_no_place_to_write(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file where the folder would be")
    assert said(started(tmp_path / "taken")) == "PAWN"


def test_everybody_may_read_what_an_administrator_has_compiled(tmp_path: Path) -> None:
    """`python -m tablo_chess.web.compile_ahead` is run by root, and the server is somebody else."""
    said(started(tmp_path))
    [file] = tmp_path.iterdir()
    (tmp_path / "any").touch()
    assert file.stat().st_mode == (tmp_path / "any").stat().st_mode


def test_nothing_is_written_where_python_is_not_to_write_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert compiled_templates("en") is None


def test_pages_lie_beside_the_compiled_files_of_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    assert folder_of_compiled().is_relative_to(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    with speaking(tmp_path / "locale", {"ru": Catalog("ru")}):
        environment("ru").get_template("public/missing.html")
    assert any(folder_of_compiled().glob("ru-*.compiled"))


def test_all_are_compiled_once_for_the_sources_of_a_day(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page = tmp_path / "templates" / "page.html"
    page.parent.mkdir()
    page.write_text("{{ 'pawn'|upper }}")
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "compiled"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(rendering, "TEMPLATES", page.parent)
    monkeypatch.setattr(compile_ahead, "HERE", tmp_path)
    with speaking(tmp_path / "locale", {}):
        assert compile_ahead.is_due()
        compile_ahead.compile_all()
        assert not compile_ahead.is_due()
        assert sorted(file.name[:3] for file in folder_of_compiled().glob("*.compiled")) == ["bg-", "en-", "ru-"]
        page.write_text("{{ 'rook'|upper }} and more")
        assert compile_ahead.is_due()


def test_what_a_new_installation_shows_first_is_compiled_first() -> None:
    pages = ["screens/panels.html", "public/standings.html", "public/catalogue.html", "account/first.html", "base.html"]
    assert sorted(pages, key=compile_ahead.turn) == [pages[4], pages[3], pages[2], pages[1], pages[0]]


def test_nothing_is_due_where_nothing_may_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert not compile_ahead.is_due()
