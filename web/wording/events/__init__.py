"""Every event as a sentence: what happened, and why; who and when stand beside it in the row.

`event_in_words(row, people, language)` gives the sentence and the reason of one row of the history. The sentence
has the state before and the one after wherever something was changed.
"""

from collections.abc import Mapping

from domain import events as e
from domain.words.players import EntrantId
from projections.lists.history import HistoryRow
from projections.moment.people import Person
from web.wording import N_, Language, said_by
from web.wording.chess.telling import EventInWords, Teller
from web.wording.events import entrants, rounds, tournament
from web.wording.events.tournament import what_happened
from web.wording.imports import mended_sentences

SUBJECTS = (entrants, rounds, tournament)
"""Imported so that each adds its sentences."""


def event_in_words(row: HistoryRow, people: Mapping[EntrantId, Person], language: Language) -> EventInWords:
    teller = Teller(row, people, language)
    return EventInWords(
        what_happened(row.event, teller),
        _why(row.event),
        integrity_mark(row.integrity, language),
        _list(row.event, language),
        row.event.source if isinstance(row.event, e.EntrantsQualified | e.QualificationAccepted) else "",
    )


integrity_mark = said_by(
    {
        e.Integrity.NONE: "",
        e.Integrity.ALTERATION: N_("pairing altered by hand"),
        e.Integrity.IMPORT: N_("import"),
        e.Integrity.NUMBERING: N_("pairing numbers changed"),
        e.Integrity.CORRECTION: N_("correction"),
        e.Integrity.ADJOURNMENT: N_("adjournment"),
        e.Integrity.CONFIGURATION: N_("configuration changed"),
        e.Integrity.BYE: N_("full-point bye"),
    }
)
"""The FIDE checklist's name for this kind of step; empty for an ordinary one."""


def _why(event: e.Event) -> str:
    reason = getattr(event, "reason", "")
    return reason if isinstance(reason, str) else ""


def _list(event: e.Event, language: Language) -> tuple[str, ...]:
    if not isinstance(event, e.TournamentImported):
        return ()
    return (*event.repairs, *mended_sentences(event.mended, language))
