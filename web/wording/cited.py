"""Articles in brackets, by the rules in force in a tournament."""

from domain.pairing import SYSTEMS
from domain.tournament import Tournament
from domain.words.articles import Article, SharedRule
from domain.words.regulations import Regulations

HANDLING_RULES = "C.04.2"
"""They are no part of a pairing system: an article of theirs is cited with their own number."""

OF_A_SWISS = frozenset(
    {
        *(SharedRule.CORRECTIONS, SharedRule.PAIRING_STANDS, SharedRule.ABSENCE, SharedRule.ADJOURNED),
        *(SharedRule.INITIAL_COLOUR, SharedRule.NEVER_AGAIN, SharedRule.ONE_BYE),
        SharedRule.LATECOMER,
    }
)
"""Rules that only a Swiss has: the handling rules, and the pairing rules of its system."""


def cited_for(rules_of: Tournament | Regulations | None, *rules: str) -> str:
    """` (F.6, F.7)` to be put behind a word; empty where these regulations have no article for any of them."""
    laws = rules_of.regulations if isinstance(rules_of, Tournament) else rules_of
    known = [_article_of(laws, SharedRule(rule)) for rule in rules] if laws is not None else []
    numbers = [number for number in known if number]
    between = "; " if any(", " in number for number in numbers) else ", "
    return f" ({between.join(numbers)})" if numbers else ""


def article_number(article: Article) -> str:
    """`F.7`; `C.04.2, 4.3` of the handling rules."""
    handling = article.edition.startswith(HANDLING_RULES)
    return f"{HANDLING_RULES}, {article.number}" if handling else article.number


def _article_of(laws: Regulations, rule: SharedRule) -> str:
    """Empty: none."""
    if not laws.paired_by_system and rule in OF_A_SWISS:
        return ""
    if rule is SharedRule.CORRECTIONS:
        return article_number(laws.corrections.article)
    system = SYSTEMS.get(laws.system)
    return system.articles.get(rule, "") if system is not None else ""
