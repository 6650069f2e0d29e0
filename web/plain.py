"""The files beside pages, and the page of a sentence: what a process can show that loads no chess."""

import hashlib
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from web.typeface import stylesheet_url
from web.wording import Language, language

HERE = Path(__file__).parent
STATIC = HERE / "static"
TEMPLATES = HERE / "templates"


@cache
def static_url(path: str) -> str:
    """The address of a file under `static/`, changed by every change of its content."""
    return f"/static/{path}?v={hashlib.sha256((STATIC / path).read_bytes()).hexdigest()[:10]}"


def trouble_page(words: Language, heading: str, says: str, way_out: str, again: int = 0) -> str:
    """One sentence and a way out, or none on a wall; `again`: the page looks by itself after so many seconds."""
    template = _environment(words.code).get_template("desk/trouble.html" if way_out else "screens/away.html")
    return template.render(lang=words, heading=heading, says=says, way_out=way_out, again=again, help="")


@cache
def _environment(code: str) -> Environment:
    """One for each language, without the filters that know chess."""
    env = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        auto_reload=False,
    )
    env.policies["ext.i18n.trimmed"] = True
    env.install_gettext_translations(language(code).catalogue, newstyle=True)  # type: ignore[attr-defined]
    env.globals.update(static=static_url, typeface=stylesheet_url)
    return env
