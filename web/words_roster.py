"""What a player list does wrong, in one sentence (English)."""

from functools import singledispatch

from domain import roster as r
from web.words_trf import place

RULES: dict[str, str] = {
    "required": "must not be empty",
    "printable": "must be readable text",
    "three-letters": "must be three letters",
    "number": "must be a number",
    "year": "must contain a year",
    "title": "must be a FIDE title such as GM or WFM",
    "m-or-w": "must be m or w",
}


def sentence(problem: r.BadRoster) -> str:
    """With its place: `line 7, column 3: ...`; columns of a list are counted from the left."""
    return place(problem.line, problem.column) + _why(problem) + "."


def rule(text: str) -> str:
    """`whole:0:4000` and the like in words."""
    name, *limits = text.split(":")
    if name == "whole" and len(limits) == 2:
        return f"must be from {limits[0]} to {limits[1]}"
    if name == "longest" and limits:
        return f"must have at most {limits[0]} letters"
    return RULES.get(name, f"cannot be that ({text})")


@singledispatch
def _why(problem: r.BadRoster) -> str:
    return f"the list cannot be read ({type(problem).__name__})"


@_why.register
def _(problem: r.EmptyRoster) -> str:
    return "the list names no players"


@_why.register
def _(problem: r.NotAList) -> str:
    return "this is not a player list: it is no text, or a quotation mark is never closed"


@_why.register
def _(problem: r.NoNameColumn) -> str:
    found = ", ".join(f"'{h}'" for h in problem.headers) or "nothing"
    return f"the first row must name the columns, one of them 'Name' or 'Last name'; it has {found}"


@_why.register
def _(problem: r.TwoColumns) -> str:
    return f"the columns '{problem.other}' and '{problem.header}' mean the same; leave out one of them"


@_why.register
def _(problem: r.BadCell) -> str:
    return f"{problem.header} {rule(problem.rule)}, not '{problem.value}'"


@_why.register
def _(problem: r.TooManyCells) -> str:
    return (
        f"the row has {problem.cells} cells, but the first row names {problem.headers}; "
        'put a name that contains the separator in quotation marks, as in "Smith, John"'
    )


@_why.register
def _(problem: r.ListedTwice) -> str:
    what = f"the FIDE number {problem.fide_id}" if problem.fide_id else f"'{problem.name}'"
    return f"{what} stands already in line {problem.first_line}"


@_why.register
def _(problem: r.RosterTooLong) -> str:
    return f"the list has more than {problem.most} players"
