"""Faults of a player list, a sentence each. English is the source."""

from collections.abc import Mapping
from dataclasses import fields

from domain.files import player_list_problems as r
from web.wording import N_
from web.wording.trf import Translate, place

RULE_SENTENCES: Mapping[str, str] = {
    "required": N_("must not be empty"),
    "printable": N_("must be readable text"),
    "three-letters": N_("must be three letters"),
    "number": N_("must be a number"),
    "year": N_("must contain a year"),
    "old-scale": N_("must be a number of that scale (its rating would be impossible)"),
    "title": N_("must be a FIDE title such as GM or WFM"),
    "m-or-w": N_("must be m or w"),
}


LIST_REFUSALS: Mapping[type[r.BadRoster], str] = {
    r.EmptyRoster: N_("the list names no players"),
    r.NotAList: N_("this is not a player list: it is no text, or a quotation mark is never closed"),
    r.NoNameColumn: (N_("the first row must name the columns, one of them 'Name' or 'Last name'; it has {headers}")),
    r.TwoColumns: N_("the columns '{other}' and '{header}' mean the same; leave out one of them"),
    r.BadCell: N_("{header} {rule}, not '{value}'"),
    r.TooManyCells: N_(
        "the row has {cells} cells, but the first row names {headers}; "
        'put a name that contains the separator in quotation marks, as in "Smith, John"'
    ),
    r.ListedTwice: N_("'{name}' stands already in line {first_line}"),
    r.RosterTooLong: N_("the list has more than {most} players"),
}

SAME_NUMBER = N_("the FIDE number {fide_id} stands already in line {first_line}")
LIMITS = N_("must be from {least} to {most}")
TOO_LONG = N_("must have at most {most} letters")
CANNOT_BE = N_("cannot be that")
NOTHING_TYPED = N_("nothing")


def list_sentence(problem: r.BadRoster, said: Translate = str) -> str:
    """With its place: `line 7, column 3: ...`; columns of a list are counted from the left."""
    data = {f.name: getattr(problem, f.name) for f in fields(problem)}  # type: ignore[arg-type]
    pattern = LIST_REFUSALS[type(problem)]
    if isinstance(problem, r.BadCell):
        data["rule"] = rule(problem.rule, said)
    if isinstance(problem, r.NoNameColumn):
        data["headers"] = ", ".join(f"'{h}'" for h in problem.headers) or said(NOTHING_TYPED)
    if isinstance(problem, r.ListedTwice) and problem.fide_id:
        pattern = SAME_NUMBER
    return place(problem.line, problem.column, said) + said(pattern).format_map(data) + "."


def rule(text: str, said: Translate = str) -> str:
    """`whole:0:4000` and the like in words."""
    name, *limits = text.split(":")
    if name == "whole" and len(limits) == 2:
        return said(LIMITS).format(least=limits[0], most=limits[1])
    if name == "longest" and limits:
        return said(TOO_LONG).format(most=limits[0])
    return said(RULE_SENTENCES.get(name, CANNOT_BE))
