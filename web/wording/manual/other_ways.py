"""Chapters on Lim, on matches of two games, on starting points by rating, and on teams."""

from collections.abc import Mapping

from web.wording import N_
from web.wording.manual.chapter import Chapter

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
