"""Results, codes, colours and people as written for readers."""

from collections.abc import Mapping

from domain.words.games import Code, Colour, Result
from projections.moment.people import Person
from projections.round.live_boards import LiveBoard
from projections.round.team_matches import TeamMatch
from web.wording import Language

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
    """The name as published; somebody who asked not to be named is a number."""
    if not person.anonymous:
        return person.name
    return language.gettext("Player {number}", number=person.number or person.id)


def result(result: Result | None, language: Language) -> str:
    """The result as on a score sheet, White first; nothing for a game that has none."""
    return SIGNS[result] if result is not None else ""


def last_move(one: LiveBoard, language: Language) -> str:
    """The last move of a live board with its number: `23. Nf3`, or `23… Nf6` of Black."""
    return f"{(one.moves + 1) // 2}{'.' if one.moves % 2 else '…'} {one.letters}"


def match_score(match: TeamMatch, language: Language) -> str:
    """The boards of a match of teams so far: `2½ – 1½`."""
    return f"{language.points(match.first.score)} – {language.points(match.second.score)}"


def reported(said: Mapping[Colour, Result], language: Language) -> str:
    """The word of one side alone on its game, for the desk; empty where nobody or both have said something."""
    if len(said) != 1:
        return ""
    [(side, told)] = said.items()
    if side is Colour.WHITE:
        return language.gettext("reported by White: {result}", result=SIGNS[told])
    return language.gettext("reported by Black: {result}", result=SIGNS[told])


def result_in_words(result: Result | None, language: Language) -> str:
    """The meaning of a result's sign, for those who listen to a page and for the tip over it."""
    said = language.gettext
    match result:
        case None:
            return said("no result yet")
        case Result.WHITE_WINS:
            return said("White won")
        case Result.DRAW:
            return said("draw")
        case Result.BLACK_WINS:
            return said("Black won")
        case Result.WHITE_WINS_BY_FORFEIT:
            return said("White won by forfeit")
        case Result.BLACK_WINS_BY_FORFEIT:
            return said("Black won by forfeit")
        case Result.DOUBLE_FORFEIT:
            return said("forfeited by both")
        case Result.WHITE_WINS_UNRATED:
            return said("White won, not rated")
        case Result.DRAW_UNRATED:
            return said("draw, not rated")
        case Result.BLACK_WINS_UNRATED:
            return said("Black won, not rated")
        case Result.BOTH_LOSE:
            return said("lost by both")
        case Result.WHITE_HALF_BLACK_LOSES:
            return said("half a point for White, Black lost")
        case Result.WHITE_LOSES_BLACK_HALF:
            return said("White lost, half a point for Black")
        case Result.ADJOURNED:
            return said("adjourned")


def code(code: Code, language: Language) -> str:
    """One player's half of a result, as short as a cell of a crosstable."""
    return language.gettext("bye") if code is Code.PAIRING_BYE else CODE_NAMES[code]


def code_in_words(code: Code, language: Language) -> str:
    said = language.gettext
    match code:
        case Code.WIN | Code.UNRATED_WIN:
            return said("won")
        case Code.DRAW | Code.UNRATED_DRAW:
            return said("drew")
        case Code.LOSS | Code.UNRATED_LOSS:
            return said("lost")
        case Code.FORFEIT_WIN:
            return said("won by forfeit")
        case Code.FORFEIT_LOSS:
            return said("lost by forfeit")
        case Code.PAIRING_BYE:
            return said("bye")
        case Code.FULL_BYE:
            return said("full-point bye")
        case Code.HALF_BYE:
            return said("half-point bye")
        case Code.ZERO_BYE:
            return said("not paired")
        case Code.ADJOURNED:
            return said("adjourned")
        case Code.PENDING:
            return said("playing")


def colour(colour: Colour | None, language: Language) -> str:
    match colour:
        case Colour.WHITE:
            return language.gettext("White")
        case Colour.BLACK:
            return language.gettext("Black")
        case None:
            return ""
