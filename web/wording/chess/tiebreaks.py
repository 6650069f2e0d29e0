"""Tie-breaks in words: what stands at the head of a column, and the value below it."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache

from domain.ranking import tiebreak_lists as lists
from domain.ranking.tiebreaks import (
    UNDEFINED,
    BadTiebreak,
    Contribution,
    Cut,
    Fact,
    NeedsPlayers,
    NeedsTeams,
    Ruleset,
    StandIn,
    Tiebreak,
    UnfitModifier,
    Value,
    parse_tiebreak,
)
from domain.words.articles import C07, FIDE_2009, FIRST_EDITION, PORTAL, Article
from web.wording import N_, Language, said_by, said_or_kept

SHORT_NAMES = {
    "PTS": N_("Pts"),
    "TPR400": "TPR",
    "DE1": "DE",
    "SBX2": "2×SB",
    "LOTS": N_("Lot"),
    "PLAYOFF": N_("PO"),
    "MANUAL": N_("Arb"),
    "BRACKET": N_("Bracket"),
    "START": N_("Start"),
}


def short_name(text: str, language: Language) -> str:
    """As narrow as a column: `BH/C1` is `BH-1`, cut from below."""
    tiebreak = _parsed(text)
    if tiebreak is None:
        return text
    head = language.gettext(SHORT_NAMES.get(tiebreak.code, tiebreak.code))
    tail = [f"−{tiebreak.cut}"] if tiebreak.cut else []
    tail += [f"±{tiebreak.median}"] if tiebreak.median else []
    tail += [f"{tiebreak.limit:+d}"] if tiebreak.limit else []
    return head + "".join(tail) + ("*" if tiebreak.forfeits_played or tiebreak.fore else "")


def long_name(text: str, language: Language) -> str:
    """The name in full with its modifiers, for the tip over the column and for the working."""
    tiebreak = _parsed(text)
    if tiebreak is None:
        return text
    return ", ".join([tiebreak_name(tiebreak.code, language), *_modifiers(tiebreak, language)])


def explained(text: str, language: Language) -> str:
    """A tie-break in plain words, for spectators; empty where its name says enough."""
    tiebreak = _parsed(text)
    if tiebreak is None:
        return ""
    left_out = "/M" if tiebreak.median else "/C" if tiebreak.cut else ""
    plain = PLAIN_WORDS.get(tiebreak.code + left_out, PLAIN_WORDS.get(tiebreak.code))
    return language.gettext(plain) if plain else ""


ONE_DIGIT = ("BH", "FB", "KS", "PS", "SOB", "STD", "SBX2", "MMS", "SOS", "SOSOS", "GP", "MP+GP", "BERLIN", "BC")
DECIMALS = {**dict.fromkeys(ONE_DIGIT, 1), "SB": 2, "AOB": 2, "SSSC": 2, "KZ": 2}
"""Digits that a column has throughout, so that its numbers stand under each other."""


def in_column(value: Value | None, head: str, language: Language) -> str:
    tiebreak = _parsed(head)
    places = DECIMALS.get(tiebreak.code, 0) if tiebreak else 0
    if not places or not isinstance(value, int | Fraction):
        return say_value(value, language)
    return language.decimal(Fraction(value), places)


def say_value(value: Value | None, language: Language) -> str:
    """Exact where a reader can take it in: `13½` stands as 13.5, thirds are rounded for display."""
    if value is None:
        return ""
    if value is UNDEFINED:
        return "–"
    exact = Fraction(value)
    if exact.denominator == 1:
        return str(exact.numerator) if exact >= 0 else f"−{-exact.numerator}"
    return language.decimal(exact, 1 if exact.denominator == 2 else 2)


def say_score(value: Value | None, language: Language, code: str) -> str:
    """As `say_value`; points as everywhere else, `5½`."""
    if code != "PTS" or not isinstance(value, int | Fraction):
        return say_value(value, language)
    return language.points(int(2 * value))


def _modifiers(tiebreak: Tiebreak, language: Language) -> list[str]:
    said = language.gettext
    out = [said("without the {n} lowest", n=tiebreak.cut)] if tiebreak.cut > 1 else []
    out += [said("without the lowest")] if tiebreak.cut == 1 else []
    out += [said("without the {n} highest and lowest", n=tiebreak.median)] if tiebreak.median > 1 else []
    out += [said("without the highest and the lowest")] if tiebreak.median == 1 else []
    out += [said("limit moved by {n} half-points", n=tiebreak.limit)] if tiebreak.limit else []
    out += [said("forfeits count as played")] if tiebreak.forfeits_played else []
    out += [said("last round counted as draws")] if tiebreak.fore else []
    out += [said("reversed")] if tiebreak.reversed else []
    return out


@cache
def _parsed(text: str) -> Tiebreak | None:
    try:
        return parse_tiebreak(text)
    except BadTiebreak:
        return None


stand_in_words = said_by(
    {
        StandIn.VIRTUAL: N_("virtual opponent"),
        StandIn.DUMMY: N_("dummy"),
        StandIn.NOBODY: N_("nobody"),
        StandIn.SELF: N_("the player, as before the round"),
        StandIn.OPPONENT: N_("own points"),
        StandIn.SCHEDULED: N_("own points"),
    }
)

WITH_EDITION = {FIDE_2009: N_("FIDE 2009, {article}"), FIRST_EDITION: N_("{article} of 1998")}

ruleset_in_words = said_or_kept(
    {
        Ruleset.RAW: N_("as nothing; opponents as they are"),
        Ruleset.VO2009: N_("as a virtual opponent (FIDE 2009)"),
        Ruleset.C07_2024: N_("by C.07 of 2024"),
        Ruleset.C07_2026: N_("by C.07 of 2026"),
        Ruleset.PORTAL: N_("as nothing (chess portal)"),
        Ruleset.USCF: N_("opponents’ as draws (USCF)"),
    }
)


def tiebreak_article(articles: Sequence[Article], language: Language, ruleset: str = "") -> str:
    """The one of these articles that the ruleset knows, with its edition; the first where it knows none.

    Empty for a tie-break without an article.
    """
    known = [article for article in articles if article.edition != PORTAL]
    of_c07 = Ruleset(ruleset).c07 if ruleset else False
    fitting = [article for article in known if (article.edition == C07) is of_c07]
    return _with_edition((fitting or known)[0], ruleset, language) if known else ""


def _with_edition(article: Article, ruleset: str, language: Language) -> str:
    said, number = language.gettext, article.number
    if article.edition == C07:
        year = {Ruleset.C07_2024: "2024", Ruleset.C07_2026: "2026"}.get(Ruleset(ruleset)) if ruleset else None
        return said("C.07 of {year}, {article}", year=year, article=number) if year else f"C.07, {number}"
    pattern = WITH_EDITION.get(article.edition)
    return said(pattern, article=number) if pattern else article.short


def contribution_reason(contribution: Contribution, language: Language, ruleset: str = "") -> str:
    """The reason a number was replaced or left out, with the article."""
    said = language.gettext
    out = [said(CUTS[contribution.cut])] if contribution.cut else []
    out += [said("by forfeit")] if contribution.kind is StandIn.SCHEDULED else []
    out += [tiebreak_article([contribution.article], language, ruleset)] if contribution.article else []
    return "; ".join(out)


CUTS = {
    Cut.LOW: N_("left out: among the lowest"),
    Cut.HIGH: N_("left out: among the highest"),
    Cut.VOLUNTARY: N_("left out first: unplayed by choice"),
    Cut.BYE: N_("left out first: the bye"),
    Cut.BEGINNING: N_("left out: first rounds"),
}

fact_name = said_by(
    {
        Fact.LIMIT: N_("least score that counts"),
        Fact.AVERAGE: N_("average rating of the opponents"),
        Fact.GAMES: N_("games"),
        Fact.RESULT: N_("points from these games"),
        Fact.PERCENTAGE: N_("percent"),
        Fact.DIFFERENCE: N_("difference of the table"),
        Fact.DIVISOR: N_("divisor"),
        Fact.PRIMARY: N_("primary score"),
        Fact.SECONDARY: N_("secondary score"),
        Fact.START: N_("starting points"),
        Fact.SCORED: N_("points scored"),
        Fact.OWN_VALUE: N_("value of one’s own place"),
    }
)


def misfit(one: lists.Misfit, language: Language, event: lists.EventFacts) -> str:
    """One sentence: what does not fit, why, and what becomes of it."""
    said = language.gettext
    sentences = {
        lists.MisfitReason.BUCHHOLZ_IN_ROUND_ROBIN: said(
            "{tiebreak} does not fit a round robin: everybody meets everybody, so it only mirrors the points (C.07)."
        ),
        lists.MisfitReason.KOYA_IN_SWISS: said(
            "{tiebreak} does not fit a Swiss: Koya is for round robins, and here nobody has a value (article 32.1.2)."
        ),
        lists.MisfitReason.UNRATED_PLAYERS: _unrated(event, language),
        lists.MisfitReason.SEVERAL_RATINGS: said(
            "{tiebreak} is advised against in an event of more than thirty days, whose players have several ratings "
            "(C.07, 10)."
        ),
        lists.MisfitReason.ONLY_FOR_TEAMS: said("{tiebreak} is for teams, and this is a tournament of players."),
        lists.MisfitReason.ONLY_FOR_PLAYERS: said("{tiebreak} is for players, and this is a tournament of teams."),
        lists.MisfitReason.OTHER_SCORE_FIRST: said(
            "The table begins with {tiebreak}, but teams are paired by the other score, which the regulations make "
            "the primary one."
        ),
        lists.MisfitReason.DIRECT_ENCOUNTER_FIRST: said(
            "{tiebreak} stands first, and {players} players hardly meet each other in {rounds} rounds: it will rarely "
            "decide. Put it behind Buchholz."
        ),
        lists.MisfitReason.REPEATED: said("{tiebreak} stands in the list twice: the second time it decides nothing."),
        lists.MisfitReason.NOT_IN_RULESET: said(
            "{tiebreak} is of C.07 of 2026, and this event counts unplayed rounds by older rules: {ruleset}."
        ),
        lists.MisfitReason.NOT_IN_C07: said("{tiebreak} does not exist in C.07: it is of article 32.4.3.1."),
        lists.MisfitReason.NOTHING_LEFT: said("{tiebreak} leaves nothing of {rounds} rounds: it decides nothing."),
        lists.MisfitReason.NOT_RECORDED: said(
            "{tiebreak} decides nothing: a report file does not have its result, which is entered at the desk."
        ),
    }
    counted = {"rounds": event.rounds, "unrated": event.unrated, "players": event.players}
    named = {"tiebreak": str(one.tiebreak), "ruleset": ruleset_in_words(event.ruleset, language)}
    return sentences[one.reason].format(**named, **counted)


def _unrated(event: lists.EventFacts, language: Language) -> str:
    said = language.gettext
    if event.ruleset.c07:
        return said(
            "{tiebreak} does not fit an event with unrated players ({unrated}): nobody has a value unless the list "
            "says how they count, as ARO/U1400 does (article 33.1; C.07, 10)."
        )
    return said(
        "{tiebreak} does not fit an event with unrated players ({unrated}): who met one of them has no value and "
        "stands last among equals (article 33.1)."
    )


def mixed(offending: Iterable[str], language: Language) -> str:
    """Article 33.2 wants the tie-breaks of one group only."""
    pattern = N_("Article 33.2: {tiebreaks} is of another group than the tie-breaks before.")
    return language.gettext(pattern, tiebreaks=", ".join(offending))


def bad_tiebreak(problem: BadTiebreak, language: Language) -> str:
    said = language.gettext
    match problem:
        case lists.TooManyTiebreaks(text=count):
            return said("a list has at most {most} tie-breaks, not {count}", most=lists.MOST_TIEBREAKS, count=count)
        case lists.NameNotFirst(text=name):
            return said("'{name}' is the name of a whole list of tie-breaks, and a name stands first", name=name)
        case NeedsTeams(text=text):
            return said("the tie-break {text} is for teams, and this is an individual tournament", text=text)
        case NeedsPlayers(text=text):
            return said("the tie-break {text} is for players, and this is a tournament of teams", text=text)
        case UnfitModifier(text=text, modifier=modifier):
            return said("the tie-break '{text}' cannot have the modifier '{modifier}'", text=text, modifier=modifier)
        case _:
            names = ", ".join(lists.FOR_PLAYERS)
            return said(
                "there is no tie-break '{text}' (nor a list of that name: {names})", text=problem.text, names=names
            )


TIEBREAK_NAMES = {
    "PTS": N_("points"),
    "PS": N_("sum of progressive scores"),
    "KS": N_("Koya"),
    "WIN": N_("number of wins"),
    "WON": N_("games won over the board"),
    "BPG": N_("games played with Black"),
    "BWG": N_("games won with Black"),
    "REP": N_("rounds one elected to play"),
    "STD": N_("standard points"),
    "KASHDAN": N_("Kashdan"),
    "DE": N_("direct encounter"),
    "DE1": N_("direct encounter, for first place only"),
    "TPN": N_("pairing number"),
    "BH": N_("Buchholz"),
    "FB": N_("fore Buchholz"),
    "AOB": N_("average of the opponents' Buchholz"),
    "SOB": N_("sum of the opponents' Buchholz"),
    "SB": N_("Sonneborn-Berger"),
    "SBX2": N_("Sonneborn-Berger, doubled"),
    "ARO": N_("average rating of the opponents"),
    "TPR": N_("performance rating"),
    "TPR400": N_("performance rating with the 400-point rule"),
    "PTP": N_("perfect performance rating"),
    "APRO": N_("average performance of the opponents"),
    "APPO": N_("average perfect performance of the opponents"),
    "RTNG": N_("rating"),
    "MP": N_("match points"),
    "GP": N_("game points"),
    "PLAYOFF": N_("play-off"),
    "MANUAL": N_("order given by the arbiter"),
    "BRACKET": N_("place in the bracket"),
    "LOTS": N_("drawing of lots"),
    "START": N_("starting points"),
    "MMS": N_("McMahon score: starting points and points"),
    "SOS": N_("sum of the opponents' McMahon scores"),
    "SOSOS": N_("sum of the opponents' SOS"),
    "KZ": N_("Keizer score"),
    "MPVGP": N_("the other score of teams"),
    "MP+GP": N_("match and game points together"),
    "EMMSB": N_("Sonneborn-Berger of teams: opponents' match points, own match points"),
    "EMGSB": N_("Sonneborn-Berger of teams: opponents' match points, own game points"),
    "EGMSB": N_("Sonneborn-Berger of teams: opponents' game points, own match points"),
    "EGGSB": N_("Sonneborn-Berger of teams: opponents' game points, own game points"),
    "OSB": N_("Olympiad Sonneborn-Berger"),
    "SSSC": N_("score and strength of schedule"),
    "EDE": N_("extended direct encounter"),
    "EDET": N_("extended direct encounter, then the first boards"),
    "EDEB": N_("extended direct encounter, then without the last boards"),
    "EDEBT": N_("extended direct encounter, then board count and the first boards"),
    "EDEBB": N_("extended direct encounter, then board count, then without the last boards"),
    "BC": N_("board count"),
    "TBR": N_("results of the first boards"),
    "BBE": N_("results without the last boards"),
    "BERLIN": N_("Berlin tie-break"),
}
tiebreak_name = said_or_kept(TIEBREAK_NAMES)

list_title = said_or_kept(
    {
        "F10": N_("article F.10 of 1998"),
        "33.3.1": N_("round robin (article 33.3.1)"),
        "33.3.2": N_("round robin of teams (article 33.3.2)"),
        "33.3.3": N_("Swiss, players of like ratings (article 33.3.3)"),
        "33.3.4": N_("Swiss, players of unlike ratings (article 33.3.4)"),
        "33.3.5": N_("Swiss of teams (article 33.3.5)"),
        "S003-RR": N_("round robin of the chess portal"),
        "S003-SWISS": N_("Swiss of the chess portal"),
        "S003-SOLKOFF": N_("Swiss of the encyclopaedia"),
        "C07-SWISS": N_("Swiss, in the spirit of C.07"),
        "C07-TEAM-SWISS": N_("Swiss of teams, in the spirit of C.07"),
        "C07-TEAM-RR": N_("round robin of teams, in the spirit of C.07"),
        "OLYMPIAD": N_("Olympiad of teams (D.02)"),
        "C07-RR": N_("round robin, in the spirit of C.07"),
        "MCMAHON": N_("McMahon, as in Go"),
        "KEIZER": N_("Keizer, as in clubs"),
    }
)

PLAIN_WORDS = {
    "PS": N_("the points after each round, added up: early points count more"),
    "KS": N_("the points made against those who have half of the points or more"),
    "WIN": N_("how many games were won"),
    "WON": N_("how many games were won over the board"),
    "BPG": N_("how many games were played with Black"),
    "BWG": N_("how many games were won with Black"),
    "DE": N_("the games between those who are equal"),
    "DE1": N_("the games between those who are equal in first place"),
    "BH": N_("the points of all opponents, added up: who met stronger ones has more"),
    "BH/C": N_("the points of the opponents, added up, without those of the weakest"),
    "BH/M": N_("the points of the opponents, added up, without those of the strongest and the weakest"),
    "FB": N_("Buchholz as if all games of the last round were drawn"),
    "AOB": N_("how strong the opponents’ opponents were, on average"),
    "SB": N_("the points of those one has beaten, and half of the points of those one has drawn with"),
    "KZ": N_("each win is worth the value of the opponent's place, a draw half of it, an absence a part of one's own"),
    "ARO": N_("how high the opponents are rated, on average"),
    "TPR": N_("the rating that fits these results"),
    "APRO": N_("how well the opponents have played, on average"),
    "RTNG": N_("the rating at the start"),
    "MP": N_("two points for a match won, one for a match drawn"),
    "GP": N_("the points of all boards, added up"),
    "LOTS": N_("drawn by lot"),
}
"""By code, with `/C` where the lowest are left out, with `/M` where the highest are too.

Without an entry the name in the Handbook says enough.
"""
