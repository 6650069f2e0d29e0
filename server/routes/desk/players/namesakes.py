"""The arbiter's answers about namesakes, as forms send them: `another`, or which of the others it is."""

from collections.abc import Iterable

from domain.refusals import NamesakesAsked, Refusal
from domain.words.players import NamesakeAnswers, NamesakeQuestion
from server.office.ratings_in_order import LONGEST_KEY_DIGITS
from server.routes.forms import Form, small

ANOTHER_PERSON = "another"


def answered_in_form(form: Form) -> NamesakeAnswers:
    """The answer about the one player of a form."""
    return _answers([(0, form.text("namesake"))])


def answered_in_list(form: Form, questions: Iterable[NamesakeQuestion]) -> NamesakeAnswers:
    """The answers about a list, by place in it."""
    return _answers([(one.index, form.text(f"namesake-{one.index}")) for one in questions])


def answered_in_places(form: Form, count: int) -> NamesakeAnswers:
    """The answers about the first `count` places of a list."""
    return _answers([(index, form.text(f"namesake-{index}")) for index in range(count)])


def chosen_entries(form: Form) -> dict[int, int]:
    """The keys of the listed players that were chosen for the lines of a list, by line; 0 = as written."""
    chosen = {name.removeprefix("listed-"): form.text(name) for name in form.fields if name.startswith("listed-")}
    return {small(line): listed_key(key) for line, key in chosen.items() if line.isdigit() and key.isdigit()}


def listed_key(typed: str) -> int:
    """The key of a listed player, which may be longer than a FIDE number; 0 for whatever is none."""
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= LONGEST_KEY_DIGITS else 0


def questions_of(refusal: Refusal | None) -> tuple[NamesakeQuestion, ...]:
    """The questions that the page is to ask."""
    return refusal.questions if isinstance(refusal, NamesakesAsked) else ()


def _answers(typed: list[tuple[int, str]]) -> NamesakeAnswers:
    same = {index: small(answer) for index, answer in typed if answer.isdigit()}
    return NamesakeAnswers(same, frozenset(index for index, answer in typed if answer == ANOTHER_PERSON))
