"""Words of brackets: parts, rounds, how a match was decided, and what comes next when it is level."""

import re
from collections.abc import Mapping, Sequence

from domain.formats.decided import WonBy
from domain.refusals import BadField
from domain.words.brackets import BracketPart
from domain.words.games import GameKind
from domain.words.options import BracketOrder, FurtherStep, KnockoutOptions, LevelRule
from projections.playoff.bracket import Awaited, BracketCell
from web.wording import N_, NN_, Language, said_by
from web.wording.chess.results import person_name

FURTHER_GAMES: Mapping[GameKind, tuple[str, str]] = {
    GameKind.MAIN: NN_("{n} game more", "{n} games more"),
    GameKind.RAPID: NN_("{n} rapid game", "{n} rapid games"),
    GameKind.BLITZ: NN_("{n} blitz game", "{n} blitz games"),
    GameKind.ARMAGEDDON: NN_("{n} Armageddon game", "{n} Armageddon games"),
}

KINDS_OF_GAMES: Mapping[GameKind, str] = {
    GameKind.MAIN: N_("game"),
    GameKind.RAPID: N_("rapid"),
    GameKind.BLITZ: N_("blitz"),
    GameKind.ARMAGEDDON: N_("Armageddon"),
}

ORDERS: Mapping[BracketOrder, str] = {
    BracketOrder.SEEDED: N_("by pairing number: 1–16, 8–9, ..."),
    BracketOrder.LOT: N_("by one lot for all lines"),
}

LEVEL_RULES: Mapping[LevelRule, str] = {
    LevelRule.FURTHER_GAMES: N_("further games, then lots"),
    LevelRule.LOWER_RATING: N_("the lower rating goes on"),
    LevelRule.LOTS: N_("lots"),
}

NAMED_ROUNDS = {
    1: N_("Final"),
    2: N_("Semi-finals"),
    4: N_("Quarter-finals"),
    8: N_("Round of 16"),
    16: N_("Round of 32"),
    32: N_("Round of 64"),
    64: N_("Round of 128"),
}
"""By the number of matches, by which Bulgarian and Russian count: 1/8-финал is the round of 16."""

WINNERS_OF_LAST_ROUNDS = {2: N_("winner of semi-final {n}"), 4: N_("winner of quarter-final {n}")}
LOSERS_OF_LAST_ROUNDS = {2: N_("loser of semi-final {n}")}

PARTS: Mapping[BracketPart, str] = {
    BracketPart.MAIN: N_("Upper bracket"),
    BracketPart.LOWER: N_("Lower bracket"),
    BracketPart.THIRD: N_("Third place"),
    BracketPart.FINAL: N_("Final"),
    BracketPart.SECOND_FINAL: N_("Second final"),
}

DECIDED: Mapping[WonBy, str] = {
    WonBy.OPEN: "",
    WonBy.LEVEL: N_("level"),
    WonBy.GAMES: "",
    WonBy.FURTHER_GAMES: N_("by further games"),
    WonBy.LOWER_RATING: N_("by the lower rating"),
    WonBy.LOTS: N_("by lots"),
    WonBy.RULING: N_("by ruling"),
    WonBy.NOBODY: N_("nobody came"),
    WonBy.NO_OPPONENT: N_("no opponent"),
}

kind_in_words = said_by(KINDS_OF_GAMES)
part_in_words = said_by(PARTS)
decided_in_words = said_by(DECIDED)
"""Empty for a match that is open, or won in its games."""


def further_step_in_words(step: FurtherStep, words: Language) -> str:
    return words.ngettext(*FURTHER_GAMES[step.kind], step.games)


def won_by_in_words(cell: BracketCell, words: Language) -> str:
    """As `decided_in_words`; of further games their kind: rapid, Armageddon."""
    if cell.by is WonBy.FURTHER_GAMES and cell.last_game is not GameKind.MAIN:
        return kind_in_words(cell.last_game, words)
    return decided_in_words(cell.by, words)


def game_in_play(cell: BracketCell, words: Language) -> str:
    """`game 2 of 2`, `rapid, game 1 of 2`; empty where the match has one game, or none is in play."""
    number, of = cell.games
    if not number or (of == 1 and cell.last_game is GameKind.MAIN):
        return ""
    counted = words.gettext("game {n} of {all}", n=words.number(number), all=words.number(of))
    if cell.last_game is GameKind.MAIN:
        return counted
    kind = kind_in_words(cell.last_game, words)
    return kind if of == 1 else words.gettext("{kind}, {game}", kind=kind, game=counted)


def awaited_in_words(awaited: Awaited | None, words: Language) -> str:
    """`Hansen or Petrova`, `winner of semi-final 1`; empty where the lines of the tree say it as well."""
    if awaited is None:
        return ""
    said, number = words.gettext, words.number
    if awaited.two:
        one, other = (person_name(person, words).partition(", ")[0] for person in awaited.two)
        either = said("{one} or {other}", one=one, other=other)
        return said("loser: {either}", either=either) if awaited.loser else either
    if awaited.part is BracketPart.FINAL:
        return said("loser of the final") if awaited.loser else said("winner of the final")
    if awaited.double and awaited.across and not awaited.loser:
        lower = awaited.part is BracketPart.LOWER
        return said("winner of the lower bracket") if lower else said("winner of the upper bracket")
    if awaited.double:
        return said("loser of upper round {n}", n=number(awaited.round)) if awaited.loser else ""
    sentences = LOSERS_OF_LAST_ROUNDS if awaited.loser else WINNERS_OF_LAST_ROUNDS
    return said(sentences[awaited.among], n=number(awaited.number)) if awaited.among in sentences else ""


def round_of_bracket(matches: int, words: Language) -> str:
    """Final, semi-finals, quarter-finals; rounds before all of these by how many play in them."""
    if matches in NAMED_ROUNDS:
        return words.gettext(NAMED_ROUNDS[matches])
    return words.gettext("Round of {n}", n=2 * matches)


def written_steps(steps: Sequence[FurtherStep]) -> str:
    """As a form takes them: `rapid 2, blitz 2, armageddon 1`."""
    return ", ".join(f"{step.kind} {step.games}" for step in steps)


STEP = re.compile(r"(?P<kind>rapid|blitz|armageddon)\s*(?P<games>[1-9]?)", re.IGNORECASE)


def read_steps(text: str) -> tuple[FurtherStep, ...]:
    """The steps of `written_steps`; without a number one game. Raises BadField."""
    found = []
    for part in filter(None, (raw.strip() for raw in text.split(","))):
        step = STEP.fullmatch(part)
        if step is None:
            raise BadField("further", part, "further-games")
        found.append(FurtherStep(GameKind(step["kind"].lower()), int(step["games"] or 1)))
    return tuple(found)


def options_in_words(options: KnockoutOptions, words: Language) -> str:
    said = [words.gettext(ORDERS[options.bracket]), words.gettext(LEVEL_RULES[options.level])]
    if options.level is LevelRule.FURTHER_GAMES:
        said += [further_step_in_words(step, words) for step in options.further]
    named = (
        (not options.byes, N_("no byes")),
        (options.games_at_once, N_("games at the same time")),
        (options.round_a_day, N_("one round a day")),
        (options.third_place, N_("match for the third place")),
        (not options.second_final, N_("one final only")),
    )
    return words.listing([*said, *(words.gettext(text) for holds, text in named if holds)])
