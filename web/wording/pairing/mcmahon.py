"""The words of McMahon: those of FIDE Dutch 2026, whose process it has, and the starting points."""

from domain.pairing.swiss.account import VirtualPoints
from web.wording import N_
from web.wording.pairing.dutch_2026 import Dutch2026Words
from web.wording.pairing.told import Chapter, Telling

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


class McMahonWords(Dutch2026Words):
    title = N_("Swiss, McMahon system (no FIDE system)")
    short = N_("McMahon")
    event = N_("Strengths are far apart and rounds are few, and everybody is to have even games")
    chapter = ON_MCMAHON
    use = N_(
        "Players begin with points by their rating, and then meet others of as many points; who is at or above the "
        "bar begins level and plays for the first place. Good where strengths are far apart and rounds are few."
    )

    def sentence(self, t: Telling) -> str:
        """The points of a bracket are McMahon scores."""
        match t.step.facts:
            case VirtualPoints(half_points=half, players=players):
                pattern = N_("Starting points, which count in the brackets: {points} for {players}.")
                return t.said(pattern, points=t.points(half), players=t.listed(players))
            case _:
                return super().sentence(t)


WORDS = McMahonWords()
