"""The words of a club's Swiss: those of FIDE Dutch 2026, and the numbers."""

from web.wording import N_
from web.wording.pairing.dutch_2026 import Dutch2026Words
from web.wording.pairing.told import Chapter

ON_CLUB_SWISS = Chapter(
    suits=(N_("Evenings of a club on which nobody has a rating, or nobody wants it to count."),),
    needs=(N_("Nothing."),),
    way=(N_("Players are numbered as they have entered; everything else is as in FIDE Dutch 2026."),),
    unusual=(N_("The strongest players may meet in round 1."),),
    options=(N_("Those of every Swiss, without acceleration."),),
    sources=(N_("No FIDE text."),),
)


class ClubSwissWords(Dutch2026Words):
    title = N_("Swiss of a club, numbered by entry (no FIDE system)")
    short = N_("Swiss of a club")
    event = N_("Nobody has a rating")
    chapter = ON_CLUB_SWISS
    use = N_("Players are numbered as they have entered. Good where ratings are not known.")


WORDS = ClubSwissWords()
