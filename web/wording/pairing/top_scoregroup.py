"""The words of the two systems of 2026 that pair the top scoregroup with its upfloaters, again and again."""

from collections.abc import Mapping

from domain.pairing.swiss import rising
from domain.pairing.swiss.account import ByeGiven, Reason, WhyNot
from domain.pairing.top_scoregroup.account import Identified
from web.wording import N_
from web.wording.pairing.told import BREACHES, CRITERIA, REASONS, Chapter, EditionWords, Pattern, Telling, number_of

ON_DOUBLE_SWISS_2026 = Chapter(
    suits=(
        N_("Rapid and blitz events, and any event in which colours must not decide."),
        N_("Few rounds with many games: seven rounds are fourteen games."),
    ),
    needs=(N_("Two results of each board in each round; the second game has the colours exchanged."),),
    way=(
        N_("The bye is given first: lowest score, then most matches played, then the largest number (3.4)."),
        N_("Scoregroups are paired from the top, with as few as possible from below (3.5)."),
        N_(
            "Of the pairings of a group the first by identifier is made: the smaller numbers, then their opponents "
            "(3.6)."
        ),
        N_("White of the first game is who began fewer matches with White (4.3)."),
    ),
    unusual=(
        N_("A round is worth 0 to 2 points with usual scoring; the bye is a game won and a game drawn, 1½ (1.4)."),
        N_("No criterion asks for colours, and players float up only."),
        N_("A match is forfeited only by who forfeits both games; one of which each forfeits a game counts as played."),
        N_("Ratings count each game by itself."),
    ),
    options=(
        N_("Points of single games; what the bye is worth follows from them."),
        N_("Baku acceleration, with the points of a match."),
        N_("In a report file each game has a column of its own."),
    ),
    sources=(
        N_("C.04.5 of 2026, second-hand, article by article, with the Handbook's examples."),
        N_("A second implementation that tries everything agrees in 60,000 random rounds."),
    ),
)

ON_TEAM_SWISS_2026 = Chapter(
    suits=(N_("Events of teams, in which each pairing is a match of all boards."),),
    needs=(
        N_("The number of boards, and a squad with its order for each team."),
        N_("Pairing numbers of teams, by the rating of their boards or as the arbiter sets them."),
    ),
    way=(
        N_("The bye is given first: lowest score, then most matches played, then the largest number."),
        N_("Scoregroups are paired from the top, with as few as possible from below (C4, C5)."),
        N_("Of the pairings of a group the first by identifier is made that meets the criteria best."),
        N_("White of the odd boards is given by the colours that both teams have had on their first board."),
    ),
    unusual=(
        N_("The colour of a team is that of its first board, and no colour keeps two teams apart."),
        N_("Teams float up only; the bye is worth a drawn match."),
    ),
    options=(
        N_("Match points or game points first; the other score decides who is the first team of a pair."),
        N_("Colour preferences of type A, of type B (with mild ones), or none."),
        N_("Baku acceleration."),
    ),
    sources=(N_("C.04.6 of 2026, in full condensation with its article numbers."),),
)


class TopScoregroupWords(EditionWords):
    board: str
    board_of_upfloater: str
    heading = rising.PairingBracket
    criteria: Mapping[str, str] = {
        "C1": CRITERIA["C1"],
        "C2": N_("a bye, a match won by forfeit or a full-point bye already"),
        "C4": N_("as few upfloaters as possible"),
        "C5": N_("the highest scores among the upfloaters"),
        "C6": N_("as few upfloaters as possible for the next scoregroup"),
    }
    reasons = {
        **REASONS,
        Reason.BYE: Pattern(N_("{one} and {two}: one of them has the bye, which is given first (3.4).")),
        Reason.NOT_COMPLETED: Pattern(
            N_("{one} and {two}: with this pair the rest of bracket {bracket} could not be paired (C1).")
        ),
        Reason.WORSE: Pattern(
            N_("{one} and {two}: with this pair bracket {bracket} would meet its criteria worse."),
            N_("{one} and {two}: with this pair bracket {bracket} would meet a criterion worse: {criteria}."),
        ),
        Reason.LATER: Pattern(
            N_("{one} and {two}: a pairing of bracket {bracket} with this pair has a later identifier (3.6).")
        ),
    }
    breaches = {
        **BREACHES,
        "C2": N_("{players} had a bye, or won a match by forfeit, already (C2)"),
        "C3": N_("too few opponents are left for {players} (C3)"),
    }

    def sentence(self, t: Telling) -> str:
        match t.step.facts:
            case rising.PairingBracket() as bracket:
                return _heading(t, bracket)
            case WhyNot(players=(one, two), reason=reason, bracket=number):
                criteria = [t.criterion(number_of(child)) for child in t.step.children]
                data = {"one": t.label(one), "two": t.label(two), "bracket": number}
                return self.reasons[reason].filled(t.words, criteria, **data)
            case ByeGiven() as bye:
                return _bye(t, bye)
            case rising.BoardMade(board=board, white=white, black=black, bracket=number, upfloater=up):
                seats = t.seats(board, white, black, number)
                if up is None:
                    return t.said(self.board, **seats, article=t.article)
                return t.said(self.board_of_upfloater, **seats, article=t.article, up=t.label(up))
            case Identified(tops=tops, opponents=opponents):
                pattern = N_("Top members {tops}, their opponents {opponents}: the first identifier (3.6).")
                return t.said(pattern, tops=t.listed(tops), opponents=t.listed(opponents))
            case _:
                return super().sentence(t)


def _heading(t: Telling, bracket: rising.PairingBracket) -> str:
    data = t.bracket(bracket.number, bracket.score, residents=bracket.residents, upfloaters=bracket.upfloaters)
    if bracket.upfloaters:
        return t.said("Bracket {number} ({points}): residents {residents}, upfloaters {upfloaters} (3.5).", **data)
    return t.said("Bracket {number} ({points}): residents {residents}.", **data)


def _bye(t: Telling, bye: ByeGiven) -> str:
    data = {"player": t.label(bye.player), "points": t.points(bye.score)}
    if passed := t.passed_for_bye(bye, "C2", "C3"):
        return t.said("Bye: {player}, {points} (3.4); could not have it: {players}.", players=passed, **data)
    return t.said("Bye: {player}, {points} (3.4).", **data)


class DoubleSwissWords(TopScoregroupWords):
    title = N_("Swiss of two-game matches, FIDE Double-Swiss system of 2026 (C.04.5)")
    short = N_("Double-Swiss 2026")
    event = N_("Colours must not decide: rapid or blitz, two games against each opponent")
    chapter = ON_DOUBLE_SWISS_2026
    use = N_(
        "Every round is a match of two games against the same opponent, one with each colour: for events in which "
        "colours must not decide. Nobody floats down, and no colour keeps two players apart."
    )
    criteria: Mapping[str, str] = {
        **TopScoregroupWords.criteria,
        "C7": N_("no upfloater who floated in the last round"),
        "C8": N_("no opponent of an upfloater who floated in the last round"),
    }
    board = N_("Board {board}: {white} - {black}, bracket {bracket}; colours of game 1 by {article}.")
    board_of_upfloater = N_(
        "Board {board}: {white} - {black}, bracket {bracket}, {up} floated up; colours of game 1 by {article}."
    )


class TeamSwissWords(TopScoregroupWords):
    title = N_("Swiss of teams, FIDE Swiss Team Pairing System of 2026 (C.04.6)")
    short = N_("Teams 2026")
    event = N_("Teams meet, board against board")
    chapter = ON_TEAM_SWISS_2026
    use = N_(
        "For teams: by match points or by game points. Nobody floats down, and no colour keeps two teams apart; the "
        "colour of a team is that of its first board."
    )
    criteria: Mapping[str, str] = {
        **TopScoregroupWords.criteria,
        "C7": N_("no upfloater that floated in the last round"),
        "C8": N_("the colour that a team prefers"),
        "C9": N_("the colour that a team strongly prefers"),
        "C10": N_("no opponent of an upfloater that floated in the last round"),
    }
    board = N_("Match {board}: {white} - {black}, bracket {bracket}; colours of board 1 by {article}.")
    board_of_upfloater = N_(
        "Match {board}: {white} - {black}, bracket {bracket}, {up} floated up; colours of board 1 by {article}."
    )
