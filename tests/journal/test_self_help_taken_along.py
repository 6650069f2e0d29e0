"""Self-help, conditions and a waiting list go with a journal that is taken to another machine."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from domain.decisions.players import self_help
from domain.decisions.players.conditions import set_conditions
from domain.tournament import Tournament, replay
from domain.words.choices.conditions import EntryConditions, RatingMeant
from domain.words.games import Bye
from server.journal import open_journal
from server.journal.jsonl import export, import_lines
from tests.decisions.test_self_help import ADA, BO, EVERYTHING, NOON
from tests.decisions.test_waiting_list import event, step


def eventful() -> Tournament:
    """Four entries for two places; a bye asked for, another declined, a link renewed, and somebody moved up."""
    t = event(2, 4)
    replay(self_help.allow_self_help(t, EVERYTHING), t)
    replay(self_help.ask_for_bye(t, BO, 3, Bye.HALF, NOON), t)
    replay(self_help.ask_for_bye(t, BO, 2, Bye.ZERO, NOON), t)
    replay(self_help.decline_bye(t, BO, 2, "too many"), t)
    replay(self_help.renew_link(t, BO), t)
    replay(set_conditions(t, EntryConditions("R1600-1999|W", True, RatingMeant.FIDE, "2026-01-01")), t)
    step(t, self_help.withdraw_oneself(t, ADA))
    return t


def test_the_state_is_the_same_on_the_other_machine(tmp_path: Path) -> None:
    t = eventful()
    with closing(open_journal(f"sqlite://{tmp_path}/here.db")) as here:
        here.append("open", 0, "Anna", "c1", t.history, datetime.now(UTC))
        lines = list(export(here, ["open"]))
    with closing(open_journal(f"sqlite://{tmp_path}/there.db")) as there:
        import_lines(there, lambda: lines, "file")
        taken = replay(entry.event for entry in there.read("open"))  # type: ignore[misc]
    assert t.waiting
    assert t.byes_asked
    assert {name: getattr(taken, name) for name in Tournament.__slots__} == {
        name: getattr(t, name) for name in Tournament.__slots__
    }


def test_an_older_journal_has_nothing_of_it() -> None:
    t = Tournament()
    assert (t.self_help.any, t.waiting, t.byes_asked, t.renewed_links, t.conditions.who) == (False, {}, {}, {}, "")
