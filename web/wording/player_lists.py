"""Faults of a player list, a sentence each. English is the source."""

from collections.abc import Mapping
from dataclasses import fields

from domain.files.lists import rows as r
from web.wording import N_, Language
from web.wording.trf import placed

BAD_CELLS: Mapping[str, str] = {
    "required": N_("{header} must not be empty, not '{value}'"),
    "printable": N_("{header} must be readable text, not '{value}'"),
    "three-letters": N_("{header} must be three letters, not '{value}'"),
    "number": N_("{header} must be a number, not '{value}'"),
    "year": N_("{header} must contain a year, not '{value}'"),
    "two-scales": N_("{header} '{value}' stands beside an Ingo number: leave one of the two out, or give the rating"),
    "old-scale": N_("{header} must be a number of that scale (its rating would be impossible), not '{value}'"),
    "title": N_("{header} must be a FIDE title such as GM or WFM, not '{value}'"),
    "m-or-w": N_("{header} must be m or w, not '{value}'"),
    "whole": N_("{header} must be from {least} to {most}, not '{value}'"),
    "longest": N_("{header} must have at most {least} letters, not '{value}'"),
}
"""By the first word of the rule; its limits are {least} and {most}."""

LIST_REFUSALS: Mapping[type[r.BadRoster], str] = {
    r.EmptyRoster: N_("the list names no players"),
    r.NotAList: N_("this is not a player list: it is no text, or a quotation mark is never closed"),
    r.NotASpreadsheet: N_("{name} is called a spreadsheet and is none: save it again in your program, or as CSV"),
    r.NoNameColumn: (N_("the first row must name the columns, one of them 'Name' or 'Last name'; it has {headers}")),
    r.TwoColumns: N_("the columns '{other}' and '{header}' mean the same; leave out one of them"),
    r.BadCell: N_("{header} cannot be that, not '{value}'"),
    r.TooManyCells: N_(
        "the row has {cells} cells, but the first row names {headers}; "
        'put a name that contains the separator in quotation marks, as in "Smith, John"'
    ),
    r.ListedTwice: N_("'{name}' stands already in line {first_line}"),
    r.NumberNotListed: N_("nobody on {list_name} has the FIDE number {fide_id}: mend it, or write the name beside it"),
    r.NoTeam: N_("no team is named: write a line 'Team: Sofia' above its players, or give the list a column 'Team'"),
    r.BookTooLarge: N_(
        "the file unpacks to more than {megabytes} MB: save only the sheet with the list, or save it as CSV"
    ),
    r.SheetTooLarge: N_(
        "the sheet reaches over {rows} rows and {columns} columns: delete what stands far below the list or far beside "
        "it, or save the list as CSV"
    ),
    r.RosterTooLong: N_("the list has more than {most} players"),
}

SAME_NUMBER = N_("the FIDE number {fide_id} stands already in line {first_line}")
NOTHING_TYPED = N_("nothing")


def list_sentence(problem: r.BadRoster, words: Language) -> str:
    """With its place: `line 7, column 3: ...`; columns of a list are counted from the left."""
    data = {f.name: getattr(problem, f.name) for f in fields(problem)}  # type: ignore[arg-type]
    pattern = LIST_REFUSALS[type(problem)]
    if isinstance(problem, r.BadCell):
        rule, *limits = problem.rule.split(":")
        pattern = BAD_CELLS.get(rule, pattern)
        data.update(zip(("least", "most"), limits, strict=False))
    if isinstance(problem, r.NoNameColumn):
        data["headers"] = words.listing([f"'{h}'" for h in problem.headers]) or words.gettext(NOTHING_TYPED)
    if isinstance(problem, r.ListedTwice) and problem.fide_id:
        pattern = SAME_NUMBER
    return placed(words.gettext(pattern, **data), problem.line, problem.column, words)
