"""Words of title norms: the conditions, the kinds of event, the concessions (FIDE B.01 of 2024)."""

from fractions import Fraction

from domain.norms.choosing import Concession
from domain.norms.judging import MAXIMA, CheckedCondition, NormCheck
from projections.table.norms import NormEvent
from web.wording import N_, Language, said_by

check_name = said_by(
    {
        NormCheck.GAMES: N_("games"),
        NormCheck.FEDERATIONS: N_("federations of opponents other than one’s own"),
        NormCheck.OWN_FEDERATION: N_("opponents of one’s own federation"),
        NormCheck.ONE_FEDERATION: N_("opponents of one federation"),
        NormCheck.TITLE_HOLDERS: N_("opponents with a title"),
        NormCheck.REQUIRED_TITLES: N_("opponents with the title asked for"),
        NormCheck.SCORE: N_("points (35 %)"),
        NormCheck.AVERAGE: N_("average rating of the opponents"),
        NormCheck.PERFORMANCE: N_("performance"),
    }
)

NORM_ARTICLES: dict[NormCheck, str] = {
    NormCheck.GAMES: "1.4.1",
    NormCheck.FEDERATIONS: "1.4.3",
    NormCheck.OWN_FEDERATION: "1.4.4",
    NormCheck.ONE_FEDERATION: "1.4.4",
    NormCheck.TITLE_HOLDERS: "1.4.5",
    NormCheck.REQUIRED_TITLES: "1.4.5",
    NormCheck.SCORE: "1.4",
    NormCheck.AVERAGE: "1.4.6",
    NormCheck.PERFORMANCE: "1.4",
}
"""The article of B.01 that asks for it; of the last two only the chapter is known."""


def figure(checked: CheckedCondition, language: Language) -> tuple[str, str]:
    """The figure reached and the bound: `2523` and `at least 2450`."""
    said, most = language.gettext, checked.check in MAXIMA
    reached, limit = (_number(value, language) for value in (checked.reached, checked.limit))
    return reached, said("at most {n}", n=limit) if most else said("at least {n}", n=limit)


def _number(value: Fraction, language: Language) -> str:
    return str(value) if value.denominator == 1 else language.decimal(value, 1 if value.denominator == 2 else 2)


def check_verdict(checked: CheckedCondition, language: Language) -> str:
    said = language.gettext
    if not checked.met:
        return said("not met")
    return said("waived") if checked.waived else said("met")


event_name = said_by(
    {
        NormEvent.ORDINARY: N_("an ordinary event"),
        NormEvent.NATIONAL_FINAL: N_("the final of a national championship"),
        NormEvent.NATIONAL_TEAMS: N_("a national championship of teams"),
        NormEvent.ZONAL: N_("a zonal tournament"),
        NormEvent.TEAM_CHAMPIONSHIP: N_("a world or continental championship of teams or clubs"),
        NormEvent.WORLD_CUP: N_("the World Cup"),
    }
)

concession_in_words = said_by(
    {
        Concession.LATER_ROUNDS_CUT: N_("rounds after the result was reached are left out"),
        Concession.WINS_LEFT_OUT: N_("games that were won are left out"),
        Concession.EIGHT_OF_NINE: N_("eight games of nine rounds and one round won without a game"),
        Concession.LAST_AS_LOSS: N_("the last opponent did not come: counted as a lost game"),
    }
)
