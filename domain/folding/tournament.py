"""Steps of the tournament as a whole, and the table to which every subject adds its own."""

from collections.abc import Iterator
from functools import singledispatch

from domain import events as e
from domain.state import Tournament
from domain.words.players import EntrantId


@singledispatch
def step(event: e.Event, t: Tournament) -> None:
    match event:
        case e.TournamentAnnounced():
            t.details, t.regulations, t.visibility = event.details, event.regulations, event.visibility
        case e.VisibilityChanged(visibility):
            t.visibility = visibility
        case e.TournamentArchived() | e.TournamentTakenFromArchive():
            t.archived = isinstance(event, e.TournamentArchived)
        case e.TournamentThrownAway():
            t.thrown_away = True
        case e.DetailsAmended():
            t.details = event.details
        case e.RegulationsAmended():
            if event.regulations.armageddon and not t.regulations.armageddon:
                t.without_armageddon = frozenset(_played_before_it_was_set(t))
            t.regulations = event.regulations
        case e.TournamentImported():
            t.imported = event
        case e.PairsProhibited():
            t.prohibited = event.bans
        case e.FideModeLeft() if t.left_fide_mode is None:
            t.left_fide_mode = event.during_round
        case e.FideModeLeft():
            pass
        case e.TournamentClosed() | e.TournamentReopened():
            t.closed = isinstance(event, e.TournamentClosed)
        case e.PrizesAnnounced():
            t.prizes = event
        case _:
            _for_everybody(event, t)


def _played_before_it_was_set(t: Tournament) -> Iterator[tuple[int, EntrantId]]:
    """Everybody in the rounds before the newest: their games knew no Armageddon."""
    for round in t.rounds[: max(t.published - 1, 0)]:
        for game in round.games:
            yield from ((round.number, game.white), (round.number, game.black))


def _for_everybody(event: e.Event, t: Tournament) -> None:
    match event:
        case e.FaceDrafted():
            t.face_draft = event.face
        case e.FaceShown():
            t.face, t.face_draft = event.face, None
        case e.PlayerReportsAllowed():
            t.players_report = event.allowed
        case e.PlayerGamesAllowed():
            t.players_send_games = event.allowed
        case e.SelfHelpAllowed():
            t.self_help = event.rules
        case e.TeamScoringSet():
            t.team_scoring = event.scoring
        case e.BulletinWritten(number, bulletin):
            t.bulletins = t.bulletins.written(number, bulletin)
        case e.BulletinWithdrawn(number):
            t.bulletins = t.bulletins.withdrawn(number)
        case e.BoardAddressesSet():
            t.board_addresses = event.addresses
        case e.BroadcastSet():
            t.broadcast = event.broadcast
        case e.ChancesShown():
            t.chances = event
        case e.SelfRegistrationOpened():
            t.self_registration = t.entry_limits = event
        case e.SelfRegistrationClosed():
            t.self_registration = None
        case e.EntryConditionsSet():
            t.conditions = event.conditions
        case e.TournamentHandedOff():
            t.handoff = event
        case e.HandoffEnded():
            t.handoff = None
        case _:
            _of_the_hall(event, t)


def _of_the_hall(event: e.Event, t: Tournament) -> None:
    match event:
        case e.PhotosAllowed():
            t.photo_rules = event.rules
        case e.BoardsPlanned():
            t.board_plan = event.plan
        case e.PublicationPlanned():
            t.publication = event.plan
        case e.DefaultTimeSet():
            t.default_minutes = event.minutes
        case e.HandicapSet():
            t.handicap = event.steps
        case _:
            raise TypeError(f"no step for {type(event).__name__}")
