"""Announcing a draft, hiding a tournament, archiving it, and throwing it away before round 1."""

from domain import events as e
from domain.decisions.undoing import undo
from domain.refusals import TournamentHasStarted, WasThrownAway
from domain.tournament import Tournament, in_force, replay
from domain.words.regulations import Visibility


def make_public(tournament: Tournament) -> list[e.Event]:
    """A draft is announced, a hidden tournament shown again."""
    return [] if tournament.visibility is Visibility.PUBLIC else [e.VisibilityChanged(Visibility.PUBLIC)]


def hide(tournament: Tournament) -> list[e.Event]:
    """A draft stays one: nobody sees it anyway."""
    return [e.VisibilityChanged(Visibility.HIDDEN)] if tournament.visibility is Visibility.PUBLIC else []


def archive(tournament: Tournament) -> list[e.Event]:
    return [] if tournament.archived else [e.TournamentArchived()]


def take_from_archive(tournament: Tournament) -> list[e.Event]:
    return [e.TournamentTakenFromArchive()] if tournament.archived else []


def throw_away(tournament: Tournament, reason: str = "") -> list[e.Event]:
    """Before round 1 is published. Raises TournamentHasStarted."""
    if tournament.published:
        raise TournamentHasStarted("throw-away")
    return [] if tournament.thrown_away else [e.TournamentThrownAway(reason)]


def bring_back(tournament: Tournament, reason: str = "") -> list[e.Event]:
    """Undoes that it was thrown away."""
    thrown = [version for version, event in in_force(tournament.history) if isinstance(event, e.TournamentThrownAway)]
    return [undone for version in thrown for undone in undo(tournament, version, reason)]


def not_thrown_away(tournament: Tournament, events: list[e.Event]) -> list[e.Event]:
    """The events of a decision, unless they are about a tournament that was thrown away. Raises WasThrownAway.

    They may bring it back, and personal data can always be erased.
    """
    erasing = all(isinstance(event, e.PlayerAnonymised) for event in events)
    if tournament.thrown_away and not erasing and replay(events, tournament.copy()).thrown_away:
        raise WasThrownAway
    return events
