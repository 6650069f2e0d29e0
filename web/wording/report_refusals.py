"""The words for players who report their own results, and for corrections that correct nothing."""

from collections.abc import Mapping

from domain import refusals as r
from web.wording import N_

REPORT_SENTENCES: Mapping[type[r.Refusal], str] = {
    r.ReportsNotAllowed: N_("Players do not report results in this tournament: hand in the slip."),
    r.ResultStands: N_("Board {board} has another result already: tell an arbiter."),
    r.TooManyReports: N_("Board {board}: you have changed your report too often. Tell an arbiter."),
    r.NotAtBoard: N_("There is no game of yours to report now."),
    r.NothingToCorrect: N_("Board {board} of round {round} has no result that could be corrected: enter one instead."),
    r.SameAsBefore: N_("That is what stands there already: nothing needs to be corrected."),
    r.NotAdjourned: N_("The game on board {board} of round {round} is not adjourned: reload the page."),
}
