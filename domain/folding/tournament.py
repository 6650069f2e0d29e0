"""Steps of the tournament as a whole, and the table to which every subject adds its own."""

from functools import singledispatch

from domain import events as e
from domain.state import Tournament


@singledispatch
def step(event: e.Event, t: Tournament) -> None:
    raise TypeError(f"no step for {type(event).__name__}")


@step.register
def _(event: e.TournamentAnnounced, t: Tournament) -> None:
    t.details = event.details
    t.regulations = event.regulations
    t.visibility = event.visibility


@step.register
def _(event: e.VisibilityChanged, t: Tournament) -> None:
    t.visibility = event.visibility


@step.register
def _(event: e.TournamentArchived, t: Tournament) -> None:
    t.archived = True


@step.register
def _(event: e.TournamentTakenFromArchive, t: Tournament) -> None:
    t.archived = False


@step.register
def _(event: e.TournamentThrownAway, t: Tournament) -> None:
    t.thrown_away = True


@step.register
def _(event: e.DetailsAmended, t: Tournament) -> None:
    t.details = event.details


@step.register
def _(event: e.RegulationsAmended, t: Tournament) -> None:
    t.regulations = event.regulations


@step.register
def _(event: e.TournamentImported, t: Tournament) -> None:
    t.imported = event


@step.register
def _(event: e.PairsProhibited, t: Tournament) -> None:
    t.prohibited = event.bans


@step.register
def _(event: e.FideModeLeft, t: Tournament) -> None:
    if t.left_fide_mode is None:
        t.left_fide_mode = event.during_round


@step.register
def _(event: e.TournamentClosed, t: Tournament) -> None:
    t.closed = True


@step.register
def _(event: e.TournamentReopened, t: Tournament) -> None:
    t.closed = False


@step.register
def _(event: e.PrizesAnnounced, t: Tournament) -> None:
    t.prizes = event


@step.register
def _(event: e.FaceDrafted, t: Tournament) -> None:
    t.face_draft = event.face


@step.register
def _(event: e.FaceShown, t: Tournament) -> None:
    t.face, t.face_draft = event.face, None


@step.register
def _(event: e.PlayerReportsAllowed, t: Tournament) -> None:
    t.players_report = event.allowed


@step.register
def _(event: e.SelfRegistrationOpened, t: Tournament) -> None:
    t.self_registration = event


@step.register
def _(event: e.SelfRegistrationClosed, t: Tournament) -> None:
    t.self_registration = None
