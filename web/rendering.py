"""Templates to text. Pages and pushed parts come out of the same templates through this one door."""

import hashlib
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from web.wording import Language, language, names_of_languages
from web.wording import results as say

HERE = Path(__file__).parent
STATIC = HERE / "static"
TEMPLATES = HERE / "templates"


def render(template: str, *, lang: str = "en", **context: object) -> str:
    """One page in one language. `lang` is a code; in the template it is the `Language` itself."""
    return _template(template, lang).render(**context)


def part(template: str, macro: str, *values: object, lang: str = "en") -> Markup:
    """What `macro` of a file in `parts/` prints for these values: the row that is pushed."""
    printed: Markup = _macro(template, macro, lang)(*values)
    return printed


def static_url(path: str) -> str:
    """The address of a file under `static/`, changed by every change of its content."""
    return f"/static/{path}?v={_fingerprint(path)}"


@cache
def _fingerprint(path: str) -> str:
    return hashlib.sha256((STATIC / path).read_bytes()).hexdigest()[:10]


@cache
def _template(name: str, lang: str) -> Template:
    return environment(lang).get_template(name)


@cache
def _macro(name: str, macro: str, lang: str):  # type: ignore[no-untyped-def]
    return getattr(_template(name, lang).module, macro)


@cache
def environment(lang: str) -> Environment:
    """Autoescaping everywhere, and an undefined name is an error: a page never shows a blank by accident."""
    words = language(lang)
    env = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
        auto_reload=False,
    )
    env.install_gettext_translations(words.catalogue, newstyle=True)  # type: ignore[attr-defined]
    env.globals.update(lang=words, languages=names_of_languages(), static=static_url)
    env.filters.update(_filters(words))
    return env


def _filters(words: Language) -> dict[str, object]:
    return {
        "points": words.points,
        "day": words.day,
        "local_time": words.local_time,
        "moment": words.moment,
        "clock": words.clock,
        "number": words.number,
        "money": words.money,
        "decimal": words.decimal,
        "signed": words.signed,
        "person": lambda person: say.person(person, words),
        "result": lambda result: say.result(result, words),
        "score_sheet": lambda code: say.code(code, words),
    }
