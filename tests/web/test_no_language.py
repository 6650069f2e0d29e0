"""No human language outside `web/` and the command line: the server has codes and facts, the domain classes with data.

A command says its sentences itself, in English, by functions that the catalogues know.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from server.cli.terminal import language_of
from web.wording import language
from web.wording.catalogues import KEYWORDS_OF_COMMANDS
from web.wording.notices import NOTICES, notice_in_words

ROOT = Path(__file__).parents[2]
ROOMS = ("server", "projections", "domain")
WORD = re.compile("[A-Za-z]{2,}")
SQL = re.compile(
    r"\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|PRAGMA|BEGIN|WITH|AS row|SET|FROM|LISTEN|DROP|LOCK|ATTACH)"
    r"|\s*(\) SELECT|append_\w+\()|.*(::|ORDINALITY|VALUES|CAST\()"
)
LOGS = {"debug", "info", "warn", "warning", "error", "exception", "going_on"}
FOR_PROGRAMMERS = {
    "LookupError",
    "TypeError",
    "ValueError",
    "AssertionError",
    "RuntimeError",
    "OperationalError",
    "SignatureExpired",
}

ALLOWED = {
    "server/care/metrics.py": "what Prometheus prints beside a series",
    "server/cluster/roll_call.py": "what Prometheus prints beside a series",
    "server/cluster/gateway.py": "what Prometheus prints beside a series, and what a probe reads",
    "server/cli/bench": "what a measurement prints, and its requests",
    "server/cli/upgrade/": "lines of Python",
    "server/cli/setup/": "a command line to type, a remark in a unit, and what a probe reads",
    "server/cli/demo/people.py": "names of invented people",
    "server/cli/generate.py": "the header of a report file, the seed of a lot, and a command line to type again",
    "server/http/middleware.py": "HTTP headers",
    "server/http/page_cache.py": "HTTP headers",
    "server/http/protocol.py": "HTTP, and a type",
    "server/live/": "types, and the reason in a close frame of the websocket protocol",
    "server/rating_lists/postgres.py": "SQL",
    "server/rating_lists/sqlite.py": "SQL",
    "server/notifying/messengers.py": "words of Telegram that tell its answers apart",
    "server/routes/account.py": "the audit log",
    "server/routes/logging_in.py": "the audit log",
    "server/http/static_files.py": "an HTTP header",
    "server/journal/side/": "SQL",
    "server/routes/api/bearer.py": "an HTTP header",
    "server/routes/desk/guards.py": "the audit log",
    "server/routes/desk/papers/papers.py": "a media type",
    "server/routes/health.py": "what a probe reads",
    "server/routes/screens.py": "HTTP headers",
    "server/workers/worker.py": "a line of Python",
    "server/journal/postgres/": "a type, and the driver's words",
    "domain/files/header.py": "the words of the report format",
    "domain/files/trf/": "the words of the report format, and keys of web/wording/trf.py",
    "domain/records.py": "the source of a method",
    "domain/ranking/tiebreak_lists.py": "acronyms of tie-breaks",
    "domain/ranking/tiebreaks/handbook.py": "the Handbook's own names of its rules",
    "projections/player/card.py": "keys of web/wording/chess/tiebreaks.py",
    "projections/moment/snapshot.py": "a type",
}
"""Places where a text of several words is no sentence for a person, or one that belongs to a protocol."""


def sentences(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of what looks like a sentence: three words and a space, no docstring, no log, no SQL."""
    tree = ast.parse(source)
    passed_over = {id(inner) for node in ast.walk(tree) for outer in _no_speech(node) for inner in ast.walk(outer)}
    for node in ast.walk(tree):
        if id(node) in passed_over:
            continue
        if isinstance(node, ast.JoinedStr):
            text = "".join(v.value if isinstance(v, ast.Constant) else "{}" for v in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if " " in text.strip() and len(WORD.findall(text)) >= 3 and not SQL.match(text):
            yield node.lineno, text


def _no_speech(node: ast.AST) -> list[ast.AST]:
    """The parts of a node in which a text is said to nobody, or by somebody else."""
    match node:
        case ast.Expr(value=ast.Constant() as docstring):
            return [docstring]
        case ast.Call(func=ast.Attribute(attr=name)) if name in LOGS:
            return list(node.args)
        case ast.Call(func=ast.Name(id=name)) if name in FOR_PROGRAMMERS:
            return list(node.args)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in KEYWORDS_OF_COMMANDS:
            return list(node.args)
        case ast.Assert(msg=ast.expr() as why):
            return [why]
        case ast.AnnAssign(annotation=ast.Constant() as kind):
            return [kind]
        case ast.JoinedStr():
            return list(node.values)
        case _:
            return []


def sources(*rooms: str) -> Iterator[tuple[str, str]]:
    for room in rooms:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


@cache
def spoken() -> dict[str, list[tuple[int, str]]]:
    """The sentences of each file below the web that has some."""
    found = {name: list(sentences(source)) for name, source in sources(*ROOMS)}
    return {name: said for name, said in found.items() if said}


def test_nobody_below_the_web_says_a_sentence_past_the_catalogues() -> None:
    found = [
        f"{name}:{line} {text!r}"
        for name, said in spoken().items()
        if not name.startswith(tuple(ALLOWED))
        for line, text in said
    ]
    assert found == []


def test_nothing_is_allowed_for_nothing() -> None:
    assert [place for place in ALLOWED if not any(name.startswith(place) for name in spoken())] == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('raise BadInput("the round is over")', ["the round is over"]),
        ('says = f"round {n} is over now"', ["round {} is over now"]),
        ('def f():\n    """This is a docstring."""', []),
        ('log.info("the round is over")', []),
        ('db.execute("SELECT one FROM two three")', []),
        ('code = "round-is-over"', []),
    ],
)
def test_a_sentence_is_told_from_what_only_looks_like_one(source: str, found: list[str]) -> None:
    assert [text for _, text in sentences(source)] == found


def test_the_server_names_no_language() -> None:
    found = [name for name, source in sources("server") if re.search(r'\bENGLISH\b|language\("|lang="[a-z]', source)]
    assert found == []


def noticed() -> Iterator[tuple[str, str, set[str]]]:
    """Place, code and facts of each notice in the server."""
    for name, source in sources("server"):
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Call(func=ast.Name(id="notice"), args=[ast.Constant(value=str(code))]):
                    yield f"{name}:{node.lineno}", code, {str(keyword.arg) for keyword in node.keywords}
                case ast.ClassDef(bases=[ast.Name(id="JournalTrouble")]):
                    fields = {ast.unparse(one.target) for one in node.body if isinstance(one, ast.AnnAssign)}
                    [code] = [ast.literal_eval(one.value) for one in node.body if isinstance(one, ast.Assign)]
                    yield f"{name}:{node.lineno}", code, fields


def facts_of(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_notice_has_its_sentence_with_just_its_facts() -> None:
    wrong = [(place, code) for place, code, facts in noticed() if facts != facts_of(NOTICES.get(code, "{missing}"))]
    assert wrong == []


def of_commands() -> Iterator[tuple[str, str, set[str]]]:
    """Place, sentence and facts of each call that says one on the command line, where its facts are spelled out."""
    for name, source in sources("server/cli"):
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Call(
                    func=ast.Name(id="said" | "say" | "note" | "warn" | "bad_input" | "bad_option"),
                    args=[ast.Constant(value=str(text))],
                ) if all(keyword.arg for keyword in node.keywords):
                    yield f"{name}:{node.lineno}", text, {str(keyword.arg) for keyword in node.keywords}


def test_every_sentence_of_a_command_has_just_its_facts() -> None:
    told = list(of_commands())
    assert len(told) > 50
    assert [(place, text) for place, text, facts in told if facts != facts_of(text)] == []


def beginnings() -> Iterator[str]:
    """The beginning of a code that is put together of a kind and its member, as in `notice(f"rating-list-{kind}")`."""
    for _, source in sources("server"):
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Call(
                    func=ast.Name(id="notice"),
                    args=[ast.JoinedStr(values=[ast.Constant(value=str(first)), *_])],
                ):
                    yield first


def test_every_sentence_is_said_by_somebody() -> None:
    codes = {code for _, code, _ in noticed()}
    quoted = {code for code in NOTICES if any(f'"{code}"' in source for _, source in sources("server"))}
    begun = tuple(beginnings())
    assert {code for code in NOTICES.keys() - codes - quoted if not code.startswith(begun)} == set()


def test_a_notice_is_worded_with_its_facts() -> None:
    said = notice_in_words("no-tournament-is-called", language("en"), {"stream": "x"})
    assert said == "no tournament is called x"


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "bg_BG.UTF-8"}, "bg"),
        ({"LANG": "bg_BG.UTF-8", "LC_MESSAGES": "ru_RU.UTF-8"}, "ru"),
        ({"LC_ALL": "C.UTF-8", "LANG": "bg_BG.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "ru"}, "ru"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_terminal_speaks_the_language_of_its_environment(environment: dict[str, str], code: str) -> None:
    assert language_of(environment).code == code
