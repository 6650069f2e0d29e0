"""Work in the background: all of it is begun by the supervisor, and has a name for people."""

import ast
from collections.abc import Iterator

from tests.house.test_sizes import FILES, place
from web.wording.health import WORK_NAMES

BEGINNERS = {"create_task", "ensure_future", "TaskGroup", "run_coroutine_threadsafe"}
OWN_TASKS = {
    "server/supervisor.py": "the supervisor itself",
    "server/notifying/outbox.py": "the hands of a work that the supervisor keeps",
    "server/office/stream.py": "a command: whoever gave it is told what it died of",
    "server/journal/asynchronous.py": "a batch of appends: whoever asked is told what it died of",
    "server/live/routes.py": "a connection: it ends with the request that it belongs to",
}
WITH_COMMANDS = {place(path): ast.parse(path.read_text()) for path in FILES if place(path).startswith("server/")}
SERVER = {at: tree for at, tree in WITH_COMMANDS.items() if not at.startswith("server/cli/")}


def test_tasks_are_begun_by_the_supervisor() -> None:
    found = {
        at
        for at, tree in SERVER.items()
        if any(isinstance(node, ast.Attribute) and node.attr in BEGINNERS for node in ast.walk(tree))
    }
    assert found == set(OWN_TASKS)


def names_of_works(tree: ast.AST) -> Iterator[str]:
    """The keys of what is kept, and the first argument of what is begun by a supervisor."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="keeping"), args=[ast.Dict(keys=keys)]):
                yield from (ast.literal_eval(key) for key in keys if key)
            case ast.AnnAssign(annotation=annotation, value=ast.Dict(keys=keys)) if "Work]" in ast.unparse(annotation):
                yield from (ast.literal_eval(key) for key in keys if key)
            case ast.Call(func=ast.Attribute(attr="begin", value=owner), args=[ast.Constant(value=name), _]):
                if "background" in ast.unparse(owner):
                    yield name


def test_every_work_has_a_name_for_people() -> None:
    assert {name for tree in WITH_COMMANDS.values() for name in names_of_works(tree)} == set(WORK_NAMES)
