"""Search in the manual: by words, whatever their endings, in the reader's language.

The pages are a few hundred sections, so they are searched where they are. SQLite's index knows the endings of English
alone, takes no others from Python, and would cite words without their endings.
"""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cache
from math import log

from markupsafe import Markup, escape

from domain.records import dataclass
from web.help.pages import FIRST_LANGUAGE, HELP_PAGES, HelpSection, help_page
from web.wording import language
from web.wording.manual import CHAPTERS, OF_EVERY_SWISS, WHICH_FOR_WHAT
from web.wording.pairing import system_name, system_purpose

MOST_SECTIONS_FOUND = 20
IN_A_TITLE, IN_A_HEADING, IN_A_TITLE_ABOVE, MOST_IN_THE_TEXT = 12, 5, 1, 3
"""What a word counts in these places; in the text once for each time, up to the most."""
BEGINNING = 0.5
"""What a word counts that only begins as the wanted one does."""
SHORTEST_BEGINNING = 4
LAST_LETTER = "\U0010ffff"

SNOWBALL = {"en": "english", "ru": "russian"}
BULGARIAN = re.compile(r"(\w{3,}?)(?:[ое]в)?(?:[аеиоуъюяйь][тм]?)*")
"""A word without the endings of number, person and article: кръг, кръгът, кръгове, кръговете.

Snowball has no rules for Bulgarian; the libraries that have are many megabytes, or nobody keeps them.
"""
WORD_OF_TEXT = re.compile(r"\w+")
END_OF_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\w\s]?[^\W\d_a-zа-яё])")


@dataclass(frozen=True, slots=True)
class SectionFound:
    address: str
    """Below `/help/`."""
    lang: str
    title: Markup
    heading: Markup
    sentence: Markup
    """Wanted words are marked in all three."""


@dataclass(frozen=True, slots=True)
class SectionsFound:
    places: tuple[SectionFound, ...]
    whole: bool
    """Whether all of the words were found together."""


@dataclass(frozen=True, slots=True)
class _Place:
    page: str
    lang: str
    title: str
    section: HelpSection

    @property
    def address(self) -> str:
        return f"{self.page}#{self.section.anchor}" if self.section.anchor else self.page


def search(wanted: str, lang: str) -> SectionsFound:
    """The sections with all of these words, or those with some of them where none has all; the best first."""
    index = _index(lang)
    asked = [index.like(word, lang) for word in dict.fromkeys(_words(wanted))]
    score: dict[int, float] = defaultdict(float)
    words_in: Counter[int] = Counter()
    for forms in asked:
        weighed = index.weighed(forms)
        words_in.update(weighed.keys())
        for number, weight in weighed.items():
            score[number] += weight * log(1.01 * len(index.places) / len(weighed))
    together = [number for number in score if words_in[number] == len(asked)]
    best = sorted(together or score, key=lambda number: (-score[number], number))[:MOST_SECTIONS_FOUND]
    marked = {form for forms in asked for form in forms}
    return SectionsFound(tuple(_found(index.places[number], marked) for number in best), bool(together))


@dataclass(frozen=True, slots=True)
class _Index:
    places: tuple[_Place, ...]
    weights: Mapping[str, Mapping[int, float]]
    """For each form of a word the places that have it, with what it counts there."""
    forms: Sequence[str]
    """Sorted."""

    def like(self, word: str, lang: str) -> dict[str, float]:
        """The forms in the manual that this word has, or that begin so, and how much each is like it.

        A page that nobody has translated has English endings.
        """
        found: dict[str, float] = {}
        for form in _forms(word, lang) | _forms(word, FIRST_LANGUAGE):
            if len(form) >= SHORTEST_BEGINNING:
                some = self.forms[bisect_left(self.forms, form) : bisect_left(self.forms, form + LAST_LETTER)]
                found = dict.fromkeys(some, BEGINNING) | found
            if form in self.weights:
                found[form] = 1
        return found

    def weighed(self, forms: Mapping[str, float]) -> dict[int, float]:
        """What these words count in each place that has one of them: the one that counts most."""
        found: dict[int, float] = {}
        for form, likeness in forms.items():
            for number, weight in self.weights[form].items():
                found[number] = max(found.get(number, 0), likeness * weight)
        return found


@cache
def _index(lang: str) -> _Index:
    places = tuple(_places(lang))
    weights: dict[str, dict[int, float]] = defaultdict(dict)
    for number, place in enumerate(places):
        section, weight = place.section, Counter[str]()
        title_counts = IN_A_TITLE_ABOVE if section.heading else IN_A_TITLE
        for text, much in ((place.title, title_counts), (section.heading, IN_A_HEADING)):
            weight.update({form: much for word in _words(text) for form in _forms(word, place.lang)})
        times = Counter(form for text in section.texts for word in _words(text) for form in _forms(word, place.lang))
        weight.update({form: min(count, MOST_IN_THE_TEXT) for form, count in times.items()})
        for form, much in weight.items():
            weights[form][number] = much
    return _Index(places, weights, sorted(weights))


def searched_from(lang: str, address: Callable[[str, str], str]) -> Mapping[str, object]:
    """What a search without a server needs (`static/js/public/manual-search.js`), as JSON has it.

    `address` makes the address of a place from its page and its anchor. Every word of the manual comes with its stem:
    the browser knows no rules of any language.
    """
    places = _index(lang).places
    stems = {
        word: _stemmer(place.lang)(word)
        for place in places
        for text in (place.title, place.section.heading, *place.section.texts)
        for word in _words(text)
    }
    return {
        "places": [
            {
                "address": address(place.page, place.section.anchor),
                "lang": "" if place.lang == lang else place.lang,
                "title": place.title,
                "heading": place.section.heading,
                "sentences": _sentences(place.section),
            }
            for place in places
        ],
        "stems": {word: stem for word, stem in stems.items() if stem != word},
        "inTitle": IN_A_TITLE,
        "inHeading": IN_A_HEADING,
        "inTitleAbove": IN_A_TITLE_ABOVE,
        "mostInText": MOST_IN_THE_TEXT,
        "beginning": BEGINNING,
        "shortestBeginning": SHORTEST_BEGINNING,
        "mostFound": MOST_SECTIONS_FOUND,
    }


def _sentences(section: HelpSection) -> list[str]:
    return [sentence for text in section.texts for sentence in END_OF_SENTENCE.split(text)]


def _places(lang: str) -> Iterator[_Place]:
    for name in HELP_PAGES:
        page = help_page(name, lang)
        yield from (_Place(name, page.lang, page.title, section) for section in page.sections)
    words = language(lang)
    advice = tuple(words.gettext(one.event) for one in WHICH_FOR_WHAT)
    swiss = OF_EVERY_SWISS.in_words(words)
    said = (*advice, *swiss.needs, *swiss.way, *swiss.unusual, *swiss.options, *swiss.sources)
    yield _Place("systems", lang, words.gettext("Which pairing system for what"), HelpSection("", "", said))
    for system, chapter in CHAPTERS.items():
        told = chapter.in_words(words)
        parts = (told.suits, told.needs, told.way, told.unusual, told.options, told.sources)
        sentences = (system_purpose(system, words), *(sentence for part in parts for sentence in part))
        yield _Place(system, lang, system_name(system, words), HelpSection("", "", sentences))


def _found(place: _Place, forms: Container[str]) -> SectionFound:
    def wanted_in(text: str) -> list[re.Match[str]]:
        return [
            word
            for word in WORD_OF_TEXT.finditer(text)
            if any(form in forms for form in _forms(_folded(word[0]), place.lang))
        ]

    def marked(text: str) -> Markup:
        pieces, end = [Markup("")], 0
        for word in wanted_in(text):
            pieces += escape(text[end : word.start()]), Markup("<mark>{}</mark>").format(word[0])
            end = word.end()
        return Markup("").join([*pieces, escape(text[end:])])

    best = max(
        _sentences(place.section) or [""], key=lambda sentence: len({_folded(word[0]) for word in wanted_in(sentence)})
    )
    return SectionFound(place.address, place.lang, marked(place.title), marked(place.section.heading), marked(best))


def _words(text: str) -> list[str]:
    return [_folded(word) for word in WORD_OF_TEXT.findall(text)]


def _folded(word: str) -> str:
    return word.casefold().replace("ё", "е")


def _forms(word: str, lang: str) -> frozenset[str]:
    """The word with and without its ending: a stem of one form can be another form, забытый and забыт."""
    return frozenset((word, _stemmer(lang)(word)))


@cache
def _stemmer(lang: str) -> Callable[[str], str]:
    """A function that takes a word's ending away."""
    if lang == "bg":
        return _bulgarian_stem
    if lang not in SNOWBALL:
        return str
    from snowballstemmer import stemmer  # imported where it is needed: a server starts earlier without it

    return cache(stemmer(SNOWBALL[lang]).stemWord)


def _bulgarian_stem(word: str) -> str:
    whole = BULGARIAN.fullmatch(word)
    return whole[1] if whole else word
