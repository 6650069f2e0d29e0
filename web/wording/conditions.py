"""Conditions of entry in words."""

from collections.abc import Iterable, Mapping

from domain.words.choices.conditions import RatingMeant
from domain.words.choices.prizes import Category, Condition, ConditionKind
from domain.words.players import Sex
from web.wording import N_, Language, said_by

RATINGS_MEANT: Mapping[RatingMeant, str] = {
    RatingMeant.COUNTS: N_("the rating that counts in the tournament"),
    RatingMeant.FIDE: N_("the FIDE rating"),
    RatingMeant.NATIONAL: N_("the national rating"),
}
rating_meant = said_by(RATINGS_MEANT)


def condition_in_words(term: Condition, words: Language) -> str:
    match term.kind:
        case ConditionKind.RATING if not term.most:
            return words.gettext("without a rating")
        case ConditionKind.RATING if term.least <= 1:
            return words.gettext("rated below {limit}", limit=term.most + 1)
        case ConditionKind.RATING:
            return words.gettext("rated from {least} to {most}", least=term.least, most=term.most)
        case ConditionKind.AGE if not term.least:
            return words.gettext("{age} years old or younger", age=term.most)
        case ConditionKind.AGE:
            return words.gettext("{age} years old or older", age=term.least)
        case ConditionKind.SEX:
            return words.gettext("women") if term.word == Sex.WOMAN else words.gettext("men")
        case ConditionKind.CLUB:
            return words.gettext("of the club {name}", name=term.word.title())
        case ConditionKind.FEDERATION:
            return words.gettext("of the federation {name}", name=term.word.upper())
        case ConditionKind.TITLE if term.word:
            return words.gettext("with the title {name}", name=term.word.upper())
        case ConditionKind.TITLE:
            return words.gettext("without a title")


def terms_in_words(terms: Iterable[Condition], words: Language) -> str:
    return words.listing([condition_in_words(term, words) for term in terms])


def category_in_words(asked: Category, words: Language) -> str:
    """Empty for one that is open to everybody."""
    terms = ([condition_in_words(term, words) for term in together] for together in asked.alternatives)
    return words.alternatives([words.all_of(one) for one in terms])
