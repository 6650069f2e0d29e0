"""Templates to text. Pages and pushed parts are rendered here, from the same templates."""

import hashlib
import re
import sys
import unicodedata
from abc import abstractmethod
from collections.abc import Callable, Collection, Hashable, ItemsView, Iterator, Mapping, Sequence, ValuesView
from contextlib import suppress
from functools import cache, cached_property, lru_cache
from gettext import NullTranslations
from pathlib import Path
from pickle import UnpicklingError
from typing import TypeVar
from urllib.parse import urlsplit

import jinja2
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.runtime import Context
from markupsafe import Markup, escape

from domain.pairing import SYSTEMS
from domain.ranking.strengths import WHITE_IS_WORTH
from domain.records import dataclass
from domain.words.choices.conditions import RatingMeant
from domain.words.choices.fees import FeeOfLeavers, PaymentWay
from domain.words.games import Result, start_position
from projections.round.pairings import BoardRow, MatchLine, TeamMatch, TeamSide
from projections.screens import letters
from web.accents import stylesheet_address
from web.codes import transfer_code
from web.flags import flag_url
from web.help.pages import help_for
from web.markdown import MOST_TOLD_CHARS, in_html, plain_text
from web.plain import HERE, TEMPLATES, static_url
from web.typeface import stylesheet_url
from web.wording import (
    OWN_NAMES,
    Language,
    conditions,
    festivals,
    fields,
    folder_of_compiled,
    imports,
    keep_compiled,
    known,
    language,
    money,
    place_of,
    stewards,
)
from web.wording.cautions import article_number, caution, cited_for
from web.wording.chess import (
    chances,
    knockouts,
    needs,
    playoffs,
    regulations,
    results,
    statistics,
    status,
    team_scores,
    tiebreaks,
)
from web.wording.chess.clocks import clocks, meant_in_minutes, own_clock
from web.wording.chess.norms import event_name
from web.wording.english_inside import bracketing, labelled
from web.wording.events import people
from web.wording.federations import federation_choices, federation_name
from web.wording.manual import system_in_short
from web.wording.pairing import system_name, system_purpose

T = TypeVar("T")

# Cache of rendered HTML rows, shared by pages, feed and screens.

MAX_RENDERED_PARTS = 120_000
"""The most parts that are kept: those of 200 lists of 600 players."""


class RenderedParts:
    """Print a part again only when its value changes; forget parts that nobody asks for any more.

    A page of six hundred rows after one result, and the feed that pushes what changed, print the same few rows
    once between them.
    """

    def __init__(self, most: int = MAX_RENDERED_PARTS) -> None:
        self._most = most
        self._recent: dict[Hashable, tuple[object, str]] = {}
        self._older: dict[Hashable, tuple[object, str]] = {}

    def __len__(self) -> int:
        return len(self._recent) + len(self._older)

    def find(self, at: Hashable, value: object) -> str | None:
        """The part at this place, if it was printed from this value."""
        known = self._recent.get(at)
        if known is None:
            known = self._older.pop(at, None)
            if known is None:
                return None
            self._recent[at] = known
        return known[1] if known[0] is value or known[0] == value else None

    def printed(self, at: Hashable, value: object, make: Callable[[], str]) -> str:
        found = self.find(at, value)
        return self.keep(at, value, make()) if found is None else found

    def keep(self, at: Hashable, value: object, printed: str) -> str:
        self._recent[at] = value, printed
        if 2 * len(self._recent) > self._most:
            self.grow_older()
        return printed

    def forget(self, slugs: Collection[str]) -> None:
        """The rows of these tournaments: the place of each ends in its tournament."""
        for parts in (self._recent, self._older):
            for at in [at for at in parts if isinstance(at, tuple) and at[-1] in slugs]:
                del parts[at]

    def grow_older(self) -> None:
        """Forget what nobody has asked for since this was called last."""
        self._older, self._recent = self._recent, {}


class Late(Mapping[str, T]):
    """Parts by name, put together only for who wants them whole: a result changes a few of a thousand."""

    @property
    @abstractmethod
    def parts(self) -> Mapping[str, T]: ...

    def __getitem__(self, name: str) -> T:
        return self.parts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.parts)

    def __len__(self) -> int:
        return len(self.parts)

    def items(self) -> ItemsView[str, T]:
        return self.parts.items()

    def values(self) -> ValuesView[T]:
        return self.parts.values()


@dataclass(frozen=True, eq=False)
class Arranged(Late[T]):
    """Parts in another order than they are kept in, so that what moves costs no more than the names."""

    by_name: Mapping[str, T]
    order: Sequence[str]

    @cached_property
    def parts(self) -> Mapping[str, T]:
        return {name: self.by_name[name] for name in self.order}

    def __iter__(self) -> Iterator[str]:
        return iter(self.order)

    def __len__(self) -> int:
        return len(self.order)


def as_kept(parts: Mapping[str, T]) -> Mapping[str, T]:
    return parts.by_name if isinstance(parts, Arranged) else parts


RENDERED = RenderedParts()
"""Parts of the present alone: pages of the past are printed once, in other threads, and would fill the memory."""

ASYNCAPI = HERE / "api" / "asyncapi.yaml"


def render(template: str, *, lang: str = "en", **context: object) -> str:
    """One page in one language. `lang` is a code; in the template it is the `Language` itself.

    A template's macros and its context refer to each other. They are taken apart when the page is done, or the
    page would keep its whole tournament in memory until the garbage collector comes, and then hold everybody up.
    """
    page = _template(template, known(lang))
    values = page.new_context(context)
    try:
        return labelled(page.environment.concat(page.root_render_func(values)))
    except Exception:
        page.environment.handle_exception()
        raise
    finally:
        values.vars.clear()


def part(template: str, macro: str, *values: object, lang: str = "en") -> Markup:
    """The output of `macro` of a template for these values, printed afresh."""
    return _macro(template, macro, known(lang))(*values)


def printed(template: str, macro: str, key: str, value: object, site: object, lang: str = "en") -> str:
    """The output of `macro` of `parts/<template>.html` for the value under this name on this site.

    `lang` is one of `LANGUAGES`: parts are kept by it.
    """
    if getattr(site, "at", None) is not None:
        return str(_macro(f"parts/{template}.html", macro, lang)(value, site))
    at = lang, template, macro, key, getattr(site, "slug", None)
    return RENDERED.printed(at, value, lambda: str(_macro(f"parts/{template}.html", macro, lang)(value, site)))


@cache
def _template(name: str, lang: str) -> Template:
    return _environment(lang).get_template(name)


@cache
def _macro(name: str, macro: str, lang: str) -> Callable[..., Markup]:
    """A macro that marks its English words with their language; where the whole page is English it marks nothing."""
    said: Callable[..., Markup] = getattr(_template(name, lang).module, macro)
    return said if language(lang).spoken == "en" else lambda *values: Markup(labelled(str(said(*values))))


def environment(lang: str) -> Environment:
    """Autoescaping everywhere, and an undefined name is an error: a page never shows a blank by accident."""
    return _environment(known(lang))


@cache
def _environment(lang: str) -> Environment:
    words = bracketing(language(lang))
    env = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
        auto_reload=False,
        bytecode_cache=compiled_templates(lang),
    )
    env.context_class = TemplateNames
    env.policies["ext.i18n.trimmed"] = True
    env.newstyle_gettext = True  # type: ignore[attr-defined]
    env.globals.update(_sentences(words.catalogue), lang=words, languages=OWN_NAMES, static=static_url)
    env.globals["typeface"] = stylesheet_url
    env.globals["accent_sheet"] = stylesheet_address
    env.globals["cited"] = cited_for
    env.globals["expected_scores"] = chances.EXPECTED_SCORES
    env.globals["federation_choices"] = lambda: federation_choices(words)
    env.globals["most_told"] = MOST_TOLD_CHARS
    env.globals["white_is_worth"] = WHITE_IS_WORTH
    env.globals.update(fate=fate, match_fate=match_fate)
    env.globals["printed"] = lambda file, macro, key, value, site: Markup(printed(file, macro, key, value, site, lang))
    env.filters.update(_filters(words))
    return env


class TemplateNames(Context):
    """The names of a template. Nothing that templates call asks for the context, which Jinja finds out at each call."""

    def call(
        self,
        told: Callable[..., object],
        /,
        *given: object,
        _loop_vars: object = None,
        _block_vars: object = None,
        **named: object,
    ) -> object:
        return told(*given, **named)


def _sentences(catalogue: NullTranslations) -> dict[str, Callable[..., Markup]]:
    """The functions by which templates ask for sentences, as Jinja's own in what they give, in a fifth of the time."""

    @cache
    def whole(said: str) -> Markup:
        return Markup(said % ())

    def filled(said: str, values: Mapping[str, object]) -> Markup:
        """`Markup` would escape what is put in one by one, each through an object of its own."""
        if not values:
            return whole(said)
        return Markup(said % {name: one if type(one) is int else escape(one) for name, one in values.items()})

    def gettext(message: str, /, **values: object) -> Markup:
        return filled(catalogue.gettext(message), values)

    def ngettext(one: str, many: str, n: int, /, **values: object) -> Markup:
        return filled(catalogue.ngettext(one, many, n), {"num": n, **values})

    def pgettext(context: str, message: str, /, **values: object) -> Markup:
        return filled(catalogue.pgettext(context, message), {"context": context, **values})

    return {"_": gettext, "gettext": gettext, "ngettext": ngettext, "pgettext": pgettext}


FATES = {True: "won", False: "lost"}
WINNERS = {result: result.winner for result in Result}


def fate(row: BoardRow | MatchLine, colour: str) -> str:
    """The class of a name: the winner stands strong and the loser quiet; the figures say it too."""
    winner = WINNERS[row.result] if row.result else None
    return f" {FATES[winner == colour]}" if winner else ""


def match_fate(match: TeamMatch, own: TeamSide, other: TeamSide) -> str:
    """As `fate`, of a team whose match is over."""
    return "" if match.open or own.score == other.score else f" {FATES[own.score > other.score]}"


def _filters(words: Language) -> dict[str, object]:
    """Filters for templates: every one makes it readable, none computes."""
    times = ("day", "days", "local_time", "dated_time", "moment", "clock")
    numbers = ("points", "signed_points", "counted", "number")
    own = (*times, *numbers, "money", "decimal", "signed")
    return {
        **{name: _in(say, words) for name, say in SPOKEN.items()},
        **{name: getattr(words, name) for name in own},
        "manual_page": help_for,
        "clocks": clocks,
        "own_clock": own_clock,
        "meant_in_minutes": meant_in_minutes,
        "flag_url": flag_url,
        "after_draw": results.after_draw,
        "in_column": lru_cache(maxsize=4096)(lambda value, head: tiebreaks.in_column(value, head, words)),
        "bye_letter": lambda code: code.value,
        "capital_share": letters.capital_share,
        "capital_mm": letters.capital_mm,
        "readable_metres": letters.readable_metres,
        "in_html": in_html,
        "plain_text": plain_text,
        "readable": money.readable,
        "transfer_code": lambda it: transfer_code(it.holder, it.iban, it.bic, it.cents, it.reference),
        "host": lambda address: urlsplit(address).hostname or address,
        "dividable": dividable,
        "pieces": start_position,
        "minutes": statistics.minutes,
        "in_percent": chances.in_percent,
        "written_steps": knockouts.written_steps,
        "playoff_ways": lambda card: playoffs.card_ways(card, words),
        "article_number": article_number,
        "has_starting_points": lambda system: system in SYSTEMS and SYSTEMS[system].starting_points,
        "meets_again": lambda system: system in SYSTEMS and SYSTEMS[system].meets_again,
    }


SPOKEN: Mapping[str, Callable[..., str]] = {
    "label": fields.label,
    "head": fields.head,
    "federation_name": federation_name,
    "person": results.person_name,
    "points_won": results.points_won,
    "points_of": results.points_of,
    "result": results.result,
    "last_move": results.last_move,
    "fact_of_games": statistics.fact_of_games,
    "fact_in_figures": statistics.fact_in_figures,
    "error_in_percent": chances.error_in_percent,
    "aim": chances.aim_name,
    "match_score": results.match_score,
    "result_in_words": results.result_in_words,
    "score_sheet": results.code,
    "code_in_words": results.code_in_words,
    "colour": results.colour,
    "need": needs.need_sentence,
    "norm_in_reach": needs.norm_sentence,
    "fee_of_leavers": lambda value, words: money.fee_of_leavers(FeeOfLeavers(value), words),
    "unpaid": money.unpaid,
    "payment_way": lambda value, words: money.payment_way(PaymentWay(value), words),
    "prize_tax": money.prize_tax,
    "terms_in_words": conditions.terms_in_words,
    "rating_meant": lambda value, words: conditions.rating_meant(RatingMeant(value), words),
    "tiebreak": tiebreaks.say_value,
    "tiebreak_score": tiebreaks.say_score,
    "tiebreak_name": tiebreaks.long_name,
    "tiebreak_short": tiebreaks.short_name,
    "tiebreak_plain": tiebreaks.explained,
    "tiebreak_article": tiebreaks.tiebreak_article,
    "stand_in": lambda one, words: tiebreaks.stand_in_words(one.kind, words),
    "contribution_reason": tiebreaks.contribution_reason,
    "fact_name": tiebreaks.fact_name,
    "misfit": tiebreaks.misfit,
    "mixed_groups": tiebreaks.mixed,
    "ruleset": tiebreaks.ruleset_in_words,
    "list_title": tiebreaks.list_title,
    "caution": caution,
    "regulations_name": regulations.regulations_name,
    "regulations_sentence": regulations.regulations_sentence,
    "rounds_method": regulations.method_name,
    "rounds_reason": regulations.reason,
    "status_line": status.status_line,
    "fide_mode_note": status.fide_mode_note,
    "phase": status.phase_word,
    "bye_in_words": status.bye_in_words,
    "format_name": status.format_name,
    "open_games_count": status.open_games_count,
    "engine": status.engine_name,
    "system": system_name,
    "system_purpose": system_purpose,
    "system_in_short": system_in_short,
    "encoding": imports.encoding_name,
    "kind_of_game": knockouts.kind_in_words,
    "further_step": knockouts.further_step_in_words,
    "decided": knockouts.decided_in_words,
    "won_by": knockouts.won_by_in_words,
    "game_in_play": knockouts.game_in_play,
    "awaited": knockouts.awaited_in_words,
    "round_of_bracket": knockouts.round_of_bracket,
    "part_of_bracket": knockouts.part_in_words,
    "playoff_form": playoffs.form_name,
    "playoff_stage": playoffs.stage_name,
    "playoff_card": playoffs.card_title,
    "pairing_form": playoffs.pairing_form_name,
    "few_wording": playoffs.wording_name,
    "armageddon_colours": playoffs.armageddon_colours_name,
    "stage_state": playoffs.stage_state,
    "decided_by": playoffs.decided_by,
    "entry_form_in_words": festivals.entry_form_in_words,
    "entry_stage_in_words": festivals.entry_stage_in_words,
    "occasion_in_words": festivals.occasion_in_words,
    "carry_in_words": festivals.carry_in_words,
    "rhythm_in_words": festivals.rhythm_in_words,
    "weekday_in_words": festivals.weekday_in_words,
    "seeding_in_words": festivals.seeding_in_words,
    "ground_name": festivals.ground_name,
    "shade_said": festivals.shade_said,
    "scoring_in_words": team_scores.scoring_in_words,
    "order_by_board": team_scores.order_by_board,
    "teams_by": team_scores.teams_by,
    "team_merit": team_scores.team_merit,
    "head_of_teams": team_scores.head_of_teams,
    "worth": festivals.worth_in_figures,
    "ranked_group": festivals.ranked_group,
    "head_of_ranked": festivals.head_of_ranked,
    "rules_in_words": festivals.rules_in_words,
    "merit_in_words": festivals.merit_in_words,
    "ranking_tie": festivals.ranking_tie,
    "head_of_tie": festivals.head_of_tie,
    "norm_event": event_name,
    "role": stewards.role,
    "role_in_words": stewards.role_in_words,
    "member_role_in_words": stewards.member_role_in_words,
    "quota_name": people.quota_name,
    "boards_of": stewards.boards,
    "scope_name": stewards.scope_name,
    "scope_in_words": stewards.scope_in_words,
    "topic_name": stewards.topic_name,
}
"""Filters that say something in the language of the page, by the names under which templates use them."""


def _in(say: Callable[..., str], words: Language) -> Callable[..., str]:
    return lambda value, *more: say(value, words, *more)


# Compiled templates, kept from one start to the next beside Python's own compiled files.
# Jinja works out at once what a template says of a fixed value (`"club"|label`), so that compiled templates hold
# words: they belong to one language and to the words of that day.


def compiled_templates(code: str) -> BytecodeCache | None:
    """The compiled templates of a language; None where Python itself is not to write compiled files."""
    return None if sys.dont_write_bytecode else CompiledTemplates(code, folder_of_compiled())


class CompiledTemplates(BytecodeCache):
    """A file for each template and language. A file that cannot be read or written never stops a page."""

    def __init__(self, code: str, folder: Path) -> None:
        self._code, self._folder = code, folder
        self._words = digest_of_words(code)

    def get_source_checksum(self, source: str) -> str:
        return super().get_source_checksum(self._words + source)

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError, EOFError, UnpicklingError), self._file(bucket).open("rb") as file:
            bucket.load_bytecode(file)

    def dump_bytecode(self, bucket: Bucket) -> None:
        keep_compiled(self._file(bucket), bucket.bytecode_to_string())

    def _file(self, bucket: Bucket) -> Path:
        return self._folder / f"{self._code}-{bucket.key}.compiled"


def digest_of_words(code: str) -> str:
    """One digest of everything that a compiled template depends on besides its source."""
    digest = hashlib.sha1(jinja2.__version__.encode())
    for file in (HERE / "rendering.py", *sorted((HERE / "wording").rglob("*.py")), place_of(code)):
        with suppress(FileNotFoundError):
            digest.update(file.read_bytes())
    return digest.hexdigest()


# Long words in little room: where they may be divided. A soft hyphen is only seen where a line ends.

LONG_WORD_CHARS = 10
FEWEST_BEFORE, FEWEST_BEHIND = 3, 3
SOFT_HYPHEN = "\u00ad"

_VOWELS = frozenset("aeiouyаеиоуъыэюяαειουηω")
_WORD = re.compile(r"[^\W\d_]+")
_ONSET = re.compile(r"s?ch|[cpst]h|qu|.", re.DOTALL)


def dividable(text: str) -> str:
    """The text with soft hyphens in its long words, before a consonant that a vowel follows: Schach-ge-sell-schaft."""
    return _WORD.sub(lambda found: _divided(found[0]), text)


def _divided(word: str) -> str:
    if len(word) <= LONG_WORD_CHARS:
        return word
    places = [at for at in range(FEWEST_BEFORE, len(word) - FEWEST_BEHIND + 1) if _begins_syllable(word.lower(), at)]
    return SOFT_HYPHEN.join(word[start:end] for start, end in zip([0, *places], [*places, len(word)], strict=True))


def _begins_syllable(word: str, at: int) -> bool:
    onset = _ONSET.match(word, at)
    if onset is None or _is_vowel(word[at]) or not word[at].isalpha():
        return False
    joined = (word[at] == "h" and word[at - 1] in "cpst") or word[at - 1 : at + 2] == "sch"
    return not joined and _is_vowel(word[onset.end() : onset.end() + 1])


def _is_vowel(letter: str) -> bool:
    return unicodedata.normalize("NFD", letter)[:1] in _VOWELS
