"""Results, codes, colours and people as written for readers."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from domain.words.games import Code, Colour, Result
from projections.moment.people import Person
from projections.round.live_boards import LiveBoard
from projections.round.pairings import TeamMatch
from web.wording import N_, Language, said_by

SIGNS: dict[Result, str] = {
    Result.WHITE_WINS: "1 – 0",
    Result.DRAW: "½ – ½",
    Result.BLACK_WINS: "0 – 1",
    Result.WHITE_WINS_BY_FORFEIT: "+ – −",
    Result.BLACK_WINS_BY_FORFEIT: "− – +",
    Result.DOUBLE_FORFEIT: "− – −",
    Result.WHITE_WINS_UNRATED: "(1 – 0)",
    Result.DRAW_UNRATED: "(½ – ½)",
    Result.BLACK_WINS_UNRATED: "(0 – 1)",
    Result.BOTH_LOSE: "0 – 0",
    Result.WHITE_HALF_BLACK_LOSES: "½ – 0",
    Result.WHITE_LOSES_BLACK_HALF: "0 – ½",
    Result.ADJOURNED: "… – …",
}

CODE_NAMES: dict[Code, str] = {
    Code.WIN: "1",
    Code.DRAW: "½",
    Code.LOSS: "0",
    Code.UNRATED_WIN: "(1)",
    Code.UNRATED_DRAW: "(½)",
    Code.UNRATED_LOSS: "(0)",
    Code.FORFEIT_WIN: "+",
    Code.FORFEIT_LOSS: "−",
    Code.PAIRING_BYE: "bye",
    Code.FULL_BYE: "1",
    Code.HALF_BYE: "½",
    Code.ZERO_BYE: "0",
    Code.ADJOURNED: "…",
    Code.PENDING: "",
}


def person_name(person: Person, language: Language) -> str:
    if not person.anonymous:
        return person.name
    return language.gettext("Player {number}", number=person.number or person.id)


def points_of(half_points: int, language: Language, most: int) -> str:
    """`7½ of 9`."""
    return language.gettext("{points} of {all}", points=language.points(half_points), all=language.points(most))


def points_won(half_points: int, language: Language, most: int = 0) -> str:
    """`7½ points`; with the most half-points there could be `7½ points of 9`."""
    # A part of a point is counted as two are: 1½ points, полтора очка.
    count = half_points // 2 if half_points % 2 == 0 else 2
    said = language.ngettext("{points} point", "{points} points", count, points=language.points(half_points))
    return language.gettext("{points} of {all}", points=said, all=language.points(most)) if most else said


def result(result: Result | None, language: Language) -> str:
    """The result as on a score sheet, White first; nothing for a game that has none."""
    return SIGNS[result] if result is not None else ""


def last_move(one: LiveBoard, language: Language) -> str:
    """The last move of a live board with its number: `23. Nf3`, or `23… Nf6` of Black."""
    return f"{(one.moves + 1) // 2}{'.' if one.moves % 2 else '…'} {one.letters}"


def match_score(match: TeamMatch, language: Language) -> str:
    """The boards of a match of teams so far: `2½ – 1½`."""
    return f"{language.points(match.first.score)} – {language.points(match.second.score)}"


def boards_of_rounds(boards: Iterable[tuple[int, int]], words: Language) -> str:
    """`round 3 board 2, round 4 board 1`."""
    said = words.gettext
    return words.listing([said("round {round} board {board}", round=round, board=board) for round, board in boards])


def reported(said: Mapping[Colour, Result], language: Language) -> str:
    """The word of one side alone on its game, for the desk; empty where nobody or both have said something."""
    if len(said) != 1:
        return ""
    [(side, told)] = said.items()
    white = side is Colour.WHITE
    pattern = N_("reported by White: {result}") if white else N_("reported by Black: {result}")
    return language.gettext(pattern, result=SIGNS[told])


def illegal_moves_said(side: Colour, times: Iterable[datetime], language: Language) -> str:
    pattern = N_("Illegal moves of White: {times}") if side is Colour.WHITE else N_("Illegal moves of Black: {times}")
    return language.gettext(pattern, times=", ".join(language.clock(one) for one in times))


result_in_words = said_by(
    {
        None: N_("no result yet"),
        Result.WHITE_WINS: N_("White won"),
        Result.DRAW: N_("draw"),
        Result.BLACK_WINS: N_("Black won"),
        Result.WHITE_WINS_BY_FORFEIT: N_("White won by forfeit"),
        Result.BLACK_WINS_BY_FORFEIT: N_("Black won by forfeit"),
        Result.DOUBLE_FORFEIT: N_("forfeited by both"),
        Result.WHITE_WINS_UNRATED: N_("White won, not rated"),
        Result.DRAW_UNRATED: N_("draw, not rated"),
        Result.BLACK_WINS_UNRATED: N_("Black won, not rated"),
        Result.BOTH_LOSE: N_("lost by both"),
        Result.WHITE_HALF_BLACK_LOSES: N_("half a point for White, Black lost"),
        Result.WHITE_LOSES_BLACK_HALF: N_("White lost, half a point for Black"),
        Result.ADJOURNED: N_("adjourned"),
    }
)
"""The meaning of a result's sign, for those who listen to a page and for the tip over it."""


def code(code: Code, language: Language) -> str:
    return language.gettext("bye") if code is Code.PAIRING_BYE else CODE_NAMES[code]


def after_draw(won: bool | None) -> str:
    """The sign behind a draw that an Armageddon decided; nothing without one."""
    return "" if won is None else "↑" if won else "↓"


code_in_words = said_by(
    {
        Code.WIN: N_("won"),
        Code.UNRATED_WIN: N_("won"),
        Code.DRAW: N_("drew"),
        Code.UNRATED_DRAW: N_("drew"),
        Code.LOSS: N_("lost"),
        Code.UNRATED_LOSS: N_("lost"),
        Code.FORFEIT_WIN: N_("won by forfeit"),
        Code.FORFEIT_LOSS: N_("lost by forfeit"),
        Code.PAIRING_BYE: N_("bye"),
        Code.FULL_BYE: N_("full-point bye"),
        Code.HALF_BYE: N_("half-point bye"),
        Code.ZERO_BYE: N_("not paired"),
        Code.ADJOURNED: N_("adjourned"),
        Code.PENDING: N_("playing"),
    }
)

colour = said_by({Colour.WHITE: N_("White"), Colour.BLACK: N_("Black"), None: ""})
