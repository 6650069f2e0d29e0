"""The manual's chapters on pairing systems, one for each, and which system suits which event.

A chapter is English sentences; `in_words` says it in a language.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from web.wording import N_, Language, said_by

# The manual's chapters on pairing systems.

# The parts of a chapter.


@dataclass(frozen=True, slots=True)
class Chapter:
    suits: tuple[str, ...]
    needs: tuple[str, ...]
    way: tuple[str, ...]
    unusual: tuple[str, ...]
    options: tuple[str, ...]
    sources: tuple[str, ...]
    """The articles, and how they were read."""

    def in_words(self, words: Language) -> "Chapter":
        return Chapter(*(tuple(map(words.gettext, getattr(self, field.name))) for field in fields(self)))


# Chapters on the Dutch systems, and on Burstein and Dubov, which FIDE keeps beside them.

ON_DUTCH_2026 = Chapter(
    suits=(
        N_("Any open tournament; the system that FIDE events use unless their regulations name another."),
        N_("Fields of any size: a thousand players are paired while one waits."),
    ),
    needs=(N_("No ratings at all, though pairing numbers by rating make the first rounds sensible."),),
    way=(
        N_("Players of equal scores form a bracket; who cannot be paired in it moves down to the next."),
        N_("The upper half of a bracket meets the lower half, number 1 the first of the lower half."),
        N_(
            "Criteria C1 to C21 in their order: nobody twice, the bye, as few as possible move down, colours, no two "
            "moves in the same direction in rounds close to each other."
        ),
        N_("Of all pairings that are equally good the one that comes first in the order of article 4 is taken."),
    ),
    unusual=(
        N_("In force since 1 February 2026. The bye goes to the lowest score possible (C5)."),
        N_("The bye is barred to a player who had one, or once the points of a win without playing (C2)."),
        N_("An absence that is worth nothing is no float; one that is worth half a point is one downwards."),
        N_("In the last round players with more than half of the points may have a third equal colour (C10, C11)."),
    ),
    options=(N_("Those of every Swiss, Baku acceleration among them."),),
    sources=(
        N_("C.04.3 of 2026 (approved in October 2025), read in full condensation with its article numbers."),
        N_("Held against bbpPairings 6 and a second implementation to the letter, round by round."),
    ),
)

ON_DUTCH_1998 = Chapter(
    suits=(
        N_("Events announced under the rules of before 2011."),
        N_("Old report files, which it pairs again as they were paired then."),
    ),
    needs=(N_("Nothing beside the lot of round 1."),),
    way=(
        N_("Players of equal scores form a bracket, which is paired from the highest down."),
        N_("The upper half meets the lower half; transpositions are tried first, exchanges after them (D)."),
        N_("If nothing fits, criteria of colours and floats fall one after the other, never the absolute ones."),
        N_("A bracket that leaves the rest unpaired is opened again (C.12, C.13)."),
    ),
    unusual=(
        N_("No look ahead: a bracket is finished before the next one is seen."),
        N_("The bye is a point and counts as a float down; nobody has it who had a point without playing."),
        N_("An adjourned game is a draw for the pairing alone, and nothing in the table until it ends (F.9)."),
        N_("A result corrected after the next round was published counts for rounds still to be paired (F.7)."),
    ),
    options=(N_("Those of every Swiss without acceleration."),),
    sources=(
        N_("C.04.1, Swiss System based on Rating, as approved in 1992, 1997 and 1998; in the Handbook until 2011."),
        N_("Written twice, once as close to the text as code can be; both agree in random events and in known rounds."),
    ),
)

ON_DUBOV_2026 = Chapter(
    suits=(
        N_("Events where ratings are known and trusted, and where equals are to have met equal opposition."),
        N_("Qualifiers and closed opens of strong fields."),
    ),
    needs=(
        N_("A rating of everybody: the arbiter's estimate will do, and the desk names those who have none."),
        N_("A rating that is corrected changes pairing numbers until round 4 is paired."),
    ),
    way=(
        N_("The bye is given first. Scoregroups are paired from the top; those who are missing come up from below."),
        N_("Half of a group is due White (G1), half Black (G2); who is too many changes sides."),
        N_(
            "G1 is sorted by the average rating of opponents met, the weakest first; they meet G2 by pairing number: "
            "whoever has had weak opponents gets a strong one."
        ),
    ),
    unusual=(
        N_("Players float up only, and nobody more often than 2 + a fifth of the rounds if it can be helped (MaxT)."),
        N_("Nobody ever has three equal colours running, not even in the last round."),
        N_("Players without a game prefer Black."),
        N_("Number 1 may meet number 2 early: sorting is by opponents, not by own strength."),
    ),
    options=(N_("Those of every Swiss, Baku acceleration among them. MaxT follows from the rounds."),),
    sources=(
        N_("C.04.4.1 of 2026, as others quote and condense it, and the text of 2018."),
        N_("Held against py4swiss in tens of thousands of rounds, and against a second implementation to the letter."),
    ),
)

ON_BURSTEIN_2026 = Chapter(
    suits=(
        N_("Events in which many have no rating, or one that says little: what counts is this event alone."),
        N_("Long events, so that opponents' points have become telling."),
    ),
    needs=(N_("Nothing beside the lot of round 1: ratings are used for the first rounds only."),),
    way=(
        N_("The first rounds, half of all but four at most, are those of FIDE Dutch 2026 (1.6.2)."),
        N_("After them players of equal points are ranked by an Index: opponents' points, then Sonneborn-Berger."),
        N_("The first of a group meets the last, the second the last but one, if colours and earlier games allow it."),
    ),
    unusual=(
        N_(
            "Whoever has had strong opponents meets somebody who has had weak ones: equal points become worth the same."
        ),
        N_("A round without a game counts as one against oneself with the points it gave."),
        N_("Floats are not remembered, and the last round has no exceptions for colours."),
    ),
    options=(
        N_("Those of every Swiss, Baku acceleration among them; virtual points never count in the Index (1.7.2)."),
        N_("The number of first rounds is fixed by the text."),
    ),
    sources=(
        N_("C.04.4.2 of 2026, in condensation; older programs have an older text of the same name."),
        N_("Held against py4swiss, mended at seven articles, and against a second implementation to the letter."),
    ),
)

DUTCH_AND_KIN: Mapping[str, Chapter] = {
    "dutch-2026": ON_DUTCH_2026,
    "dutch-1998": ON_DUTCH_1998,
    "dubov-2026": ON_DUBOV_2026,
    "burstein-2026": ON_BURSTEIN_2026,
}


# Chapters on Lim, on matches of two games, on starting points by rating, and on teams.

ON_LIM = Chapter(
    suits=(
        N_("Events whose players want to follow each pairing step by step, as arbiters once made it."),
        N_("Series that have always been paired so, by the FIDE Swiss rules of 1987 to 1999."),
    ),
    needs=(N_("Nothing beside the lot of round 1; ratings where the event is a maxi-tournament."),),
    way=(
        N_("Groups above the median score are paired from the highest down, those below it from the lowest up."),
        N_("The median group, whose score is half of the rounds played, comes last and takes who is left over."),
        N_("In a group the upper half meets the lower half; each is tried in a fixed order of opponents (4.2, 4.3)."),
        N_("Who floats is chosen by type (d before c, b and a), then by colour, then by number (3.9)."),
    ),
    unusual=(
        N_("No optimisation: the first pairing that fits is made, and undone only if a group cannot be completed."),
        N_("In the last round players of equal scores meet even against their colours."),
        N_("The bye goes to the lowest ranked of the lowest group who may have it."),
    ),
    options=(
        N_("Maxi-tournament: with more players than 2 to the number of rounds, always or never."),
        N_(
            "In a maxi-tournament nobody is exchanged or floats for the sake of colours whose rating differs by more "
            "than 100."
        ),
        N_("No acceleration."),
    ),
    sources=(
        N_("C.04.4.3 (C.04.2 of 1987 to 1999): the structure from the text, details from descriptions of it."),
        N_("READINGS.md says how each open place is read; a second implementation reads the articles alone."),
    ),
)

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

ON_MCMAHON = Chapter(
    suits=(
        N_("Fields from beginners to masters in few rounds: everybody has even games from round 1 on."),
        N_("Events that want one first place for the strongest group, and no sections."),
    ),
    needs=(
        N_("A bar: the rating at or above which everybody begins level and plays for the first place."),
        N_(
            "A band: rating points for one starting point below the bar; if wished a floor, below which all begin with "
            "none."
        ),
        N_(
            "As many players at the bar as the rounds bear: 4 to 8 for three rounds, 8 to 18 for seven, 10 to 26 for "
            "nine."
        ),
    ),
    way=(
        N_("The McMahon score is starting points and points scored; it makes the groups, the floats and the bye."),
        N_("In each round everything else is as in FIDE Dutch 2026."),
        N_("In the last round those are topscorers who have more than the bar's start and half of the points."),
    ),
    unusual=(
        N_("Who wins all games need not be first: somebody who began lower has fewer points in all."),
        N_("Starting points are no points: tables show both and the sum, and rating reports know nothing of them."),
        N_("Without a rating one begins at the bottom; a late entrant begins by the same bar, band and floor."),
        N_("There is no handicap: chess has none."),
    ),
    options=(
        N_("Bar, band and floor, fixed when round 1 is published."),
        N_("Tie-breaks MMS (the McMahon score), SOS (sum of the opponents' scores) and SOSOS (sum of their SOS)."),
        N_("No acceleration: starting points do what it is for."),
    ),
    sources=(
        N_("No FIDE text. The game of Go has it; the British Go Association's organisers' handbook, chapter 4."),
        N_("A second implementation to the letter agrees in random events."),
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

OTHER_WAYS: Mapping[str, Chapter] = {
    "lim": ON_LIM,
    "double-swiss-2026": ON_DOUBLE_SWISS_2026,
    "mcmahon": ON_MCMAHON,
    "team-swiss-2026": ON_TEAM_SWISS_2026,
}


@dataclass(frozen=True, slots=True)
class Advice:
    event: str
    system: str


WHICH_FOR_WHAT: tuple[Advice, ...] = (
    Advice(N_("An open tournament like most: players of all strengths, five to eleven rounds"), "dutch-2026"),
    Advice(N_("Ratings are known and trusted, and equals are to meet equal opposition"), "dubov-2026"),
    Advice(N_("Many have no rating or a wrong one: juniors, a new club, a first event after years"), "burstein-2026"),
    Advice(N_("Strengths are far apart and rounds are few, and everybody is to have even games"), "mcmahon"),
    Advice(N_("Colours must not decide: rapid or blitz, two games against each opponent"), "double-swiss-2026"),
    Advice(N_("Everybody is to be able to follow the pairing by hand, step by step"), "lim"),
    Advice(N_("Teams meet, board against board"), "team-swiss-2026"),
    Advice(N_("The event was announced under the rules of before 2011, or an old file is paired again"), "dutch-1998"),
)

OF_EVERY_SWISS: Chapter = Chapter(
    suits=(),
    needs=(
        N_("The number of rounds, which is announced beforehand; the desk advises one for the players expected."),
        N_("The colour of number 1 in round 1, drawn by lot before anything is paired."),
        N_("Pairing numbers by rating, then title, then the alphabet."),
    ),
    way=(
        N_("Nobody meets the same opponent twice, and nobody has the bye of an odd field twice."),
        N_("Players of equal scores meet as far as that can be, and colours are balanced."),
        N_("Each pairing says by article why it is as it is, and the desk answers “why not these two?”."),
        N_("A pairing made by hand is held against the same articles, and each breach is named."),
    ),
    unusual=(
        N_("A late entrant has no points for the rounds missed and is paired on arrival."),
        N_("A forfeited game was not played: the two may meet again, and it gives nobody a colour."),
        N_("A corrected result counts for the rounds still to be paired; published pairings stand."),
    ),
    options=(
        N_("Points of a win, a draw, a loss, the bye and an absence; the list of tie-breaks."),
        N_("Baku acceleration (C.04.7), where a system knows virtual points: not in Lim, McMahon, Dutch 1998."),
        N_("Players kept apart, in all rounds or in some."),
        N_(
            "Outside FIDE mode: no round for an odd field, the bye to the last of the lowest group, three equal "
            "colours running, numbers by lot."
        ),
    ),
    sources=(N_("C.04.1, basic rules, and C.04.2, general handling rules, in the edition of the system."),),
)


CHAPTERS: Mapping[str, Chapter] = {**DUTCH_AND_KIN, **OTHER_WAYS}
"""By the name of the system."""

IN_SHORT: Mapping[str, str] = {
    "dutch-2026": N_("Dutch 2026"),
    "dubov-2026": N_("Dubov 2026"),
    "burstein-2026": N_("Burstein 2026"),
    "mcmahon": N_("McMahon"),
    "double-swiss-2026": N_("Double-Swiss 2026"),
    "lim": N_("Lim"),
    "team-swiss-2026": N_("Teams 2026"),
    "dutch-1998": N_("Dutch 1998"),
}
"""Systems in the order of the manual, by the names people use."""


system_in_short = said_by(IN_SHORT)
"""The name that people use; the whole one says the edition and its article."""
