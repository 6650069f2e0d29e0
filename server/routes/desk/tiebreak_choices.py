"""The list of tie-breaks as the form builds it: codes typed in a row, or one chosen after the other."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain.decisions.setup.regulations import fitting, list_of
from domain.ranking.lists import MOST_TIEBREAKS, items_of
from domain.state import Tournament
from domain.words.regulations import Entrants, Regulations
from server.routes.forms import Form
from web.wording import Language
from web.wording.chess.tiebreaks import explained, long_name, misfit

OFFERED_TIEBREAKS: Mapping[Entrants, tuple[str, ...]] = {
    Entrants.PLAYERS: (
        *("BH/C1", "BH", "BH/M1", "SB", "DE", "WIN", "WON", "BPG", "BWG", "PS", "KS", "FB", "AOB"),
        *("ARO", "TPR", "APRO", "PLAYOFF", "MANUAL", "LOTS"),
    ),
    Entrants.TEAMS: (
        *("MP", "GP", "BH:MP", "BH:MP/C1", "BH:GP", "EMGSB", "EMMSB", "OSB", "DE:MP", "EDE", "BC", "TBR", "BBE"),
        *("BERLIN", "SB", "WIN", "PLAYOFF", "MANUAL", "LOTS"),
    ),
}
"""Tie-breaks to choose from; others can be typed."""
CODE_OF_POINTS = "PTS"
"""They come first by themselves."""
SPARE_CHOICES = 3
"""Empty places below the list."""


@dataclass(frozen=True, slots=True)
class ExplainedTiebreak:
    """One item of the list, for whoever builds it."""

    item: str
    name: str
    plain: str
    """A sentence; empty where the name says enough."""
    warnings: tuple[str, ...] = ()


def explained_tiebreak(item: str, words: Language, warnings: tuple[str, ...] = ()) -> ExplainedTiebreak:
    return ExplainedTiebreak(item, long_name(item, words), explained(item, words), warnings)


def chosen(regulations: Regulations) -> tuple[str, ...]:
    """The list of some regulations one by one, without the points before it. Raises BadTiebreak."""
    return tuple(str(tiebreak) for tiebreak in list_of(regulations).order if tiebreak.code != CODE_OF_POINTS)


def chosen_tiebreaks(form: Form, before: Regulations) -> tuple[str, ...]:
    """The codes as typed, else those chosen one after the other, if they are others than before."""
    typed = items_of(form.text("order"))
    if "tiebreak_1" not in form.fields or typed != before.order:
        return typed
    picked = tuple(form.text(f"tiebreak_{n}") for n in range(1, MOST_TIEBREAKS + 1))
    picked = tuple(item for item in picked if item)
    return typed if picked == chosen(before) else picked


def places_of_list(regulations: Regulations) -> tuple[str, ...]:
    """The item in each place of the list, with some empty ones below."""
    return (*chosen(regulations), *("",) * SPARE_CHOICES)[:MOST_TIEBREAKS]


def choices(regulations: Regulations) -> tuple[str, ...]:
    """Tie-breaks to choose from for a place, those of this list included."""
    return tuple(dict.fromkeys((*OFFERED_TIEBREAKS[regulations.entrants], *chosen(regulations))))


def list_in_words(tournament: Tournament, words: Language, expected: int = 0) -> list[ExplainedTiebreak]:
    """Each item of the list, and why it does not fit where it does not."""
    laws, fit = tournament.regulations, fitting(tournament, expected)
    said = [(str(one.tiebreak), misfit(one, words, fit.event)) for one in fit.misfits]
    return [
        explained_tiebreak(item, words, tuple(sentence for tiebreak, sentence in said if tiebreak == item))
        for item in chosen(laws)
    ]


def tiebreaks_of(tournament: Tournament, words: Language) -> dict[str, Any]:
    """All that the form needs to build the list."""
    laws = tournament.regulations
    return {
        "tiebreak_places": places_of_list(laws),
        "tiebreak_choices": [explained_tiebreak(item, words) for item in choices(laws)],
        "tiebreak_list": list_in_words(tournament, words),
    }
