"""The state of one tournament, and the simplest questions to it.

It is changed by `replay` and `evolve` alone, through the steps in `domain/folding/`; everybody else reads it or
asks for a `copy()` to think ahead.
"""

from collections.abc import Mapping
from dataclasses import field, replace
from typing import NamedTuple

from domain import events as e
from domain.records import dataclass
from domain.round import Round
from domain.words.choices.boards import USUAL_BOARDS, BoardPlan
from domain.words.choices.broadcasts import AT_ONCE, Broadcast
from domain.words.choices.bulletins import NO_BULLETINS, Bulletins
from domain.words.choices.chances import ChancesFor, OpenGames
from domain.words.choices.conditions import OPEN_TO_ALL, EntryConditions
from domain.words.choices.faces import NO_FACE, EventFace
from domain.words.choices.fees import NO_FEES, EntryFees, FeePayment, OwnFee
from domain.words.choices.handicap import HandicapStep
from domain.words.choices.photos import NO_PHOTOS, PhotoRules
from domain.words.choices.publication import ALL_BY_HAND, PublicationPlan
from domain.words.choices.self_help import NO_SELF_HELP, SelfHelp
from domain.words.choices.team_scores import NO_TEAM_SCORES, TeamScoring
from domain.words.games import Bye, Colour
from domain.words.options import NumbersBy
from domain.words.players import EntrantId, Player, PlayerId
from domain.words.regulations import Details, Entrants, Regulations, Visibility
from domain.words.rounds import RoundSpan
from domain.words.teams import Team

Absence = tuple[int, int | None]
"""First round away, first round back (None = not yet)."""

CorrectedStart = tuple[int, int]
"""The first round paired with them, and starting half-points."""


AT_THE_DESK = e.ChancesShown(ChancesFor.DESK, 1, OpenGames.DRAWN)
"""What is so until somebody says who sees what comes next."""


class Adjustment(NamedTuple):
    points: int
    """Half-points."""
    counts_from: int
    """The first round whose pairing takes them into account."""
    secondary: int = 0
    """Half-points of a team's other score."""


@dataclass(frozen=True, slots=True)
class PlayoffFacts:
    declared: e.PlayoffDeclared | None = None
    opened: Mapping[str, e.PlayoffStageOpened] = field(default_factory=dict)
    """By the name of the stage."""
    half_moves: Mapping[tuple[int, EntrantId, EntrantId], int] = field(default_factory=dict)
    """By round, White and Black of the board."""
    arbiters: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """By round and board."""
    rulings: Mapping[tuple[int, int], e.PanelRuled] = field(default_factory=dict)
    """By round and board."""
    longer_control: e.LongerControlAgreed | None = None
    held: Mapping[str, e.PlayoffHeld] = field(default_factory=dict)
    decided: Mapping[str, e.PlayoffDecided] = field(default_factory=dict)


class ArenaFacts(NamedTuple):
    ends: str = ""
    """Local time (ISO) from which on no game begins; empty = it has not begun."""
    ended: bool = False
    paused: frozenset[EntrantId] = frozenset()


@dataclass(slots=True)
class Tournament:
    """The state. Build it with `replay` (`domain/tournament.py`); look, do not touch."""

    details: Details = field(default_factory=lambda: Details(""))
    regulations: Regulations = field(default_factory=Regulations)
    visibility: Visibility = Visibility.PUBLIC
    archived: bool = False
    thrown_away: bool = False
    players: dict[EntrantId, Player] = field(default_factory=dict)
    teams: dict[EntrantId, Team] = field(default_factory=dict)
    lineups: dict[tuple[int, EntrantId], tuple[PlayerId, ...]] = field(default_factory=dict)
    """Players of a team in a round, in the order of the boards."""
    lineups_shown: frozenset[int] = frozenset()
    report_ratings: dict[EntrantId, int] = field(default_factory=dict)
    first_ratings: Mapping[EntrantId, int] = field(default_factory=dict)
    """The ratings of everybody when round 1 was published."""
    entry_ratings: dict[EntrantId, int] = field(default_factory=dict)
    """Ratings of everybody who came later, when the first of their rounds was published."""
    period_ratings: dict[int, e.PeriodRatingsTaken] = field(default_factory=dict)
    """By the first round that is played with them."""
    corrected_starts: dict[EntrantId, tuple[CorrectedStart, ...]] = field(default_factory=dict)
    """McMahon: starting points other than those by the rating, the oldest first."""
    rating_sources: dict[EntrantId, str] = field(default_factory=dict)
    """The rating list of each rating and its month, or that it was typed; nobody whose source is not known."""
    joined: dict[EntrantId, int] = field(default_factory=dict)
    absences: dict[EntrantId, tuple[Absence, ...]] = field(default_factory=dict)
    byes: dict[tuple[int, EntrantId], Bye] = field(default_factory=dict)
    adjustments: dict[tuple[int, EntrantId], tuple[Adjustment, ...]] = field(default_factory=dict)
    """By round and entrant: points beside the results, in the order in which they were given."""
    armageddons: dict[tuple[int, EntrantId], int] = field(default_factory=dict)
    """By round and winner: half-points of the Armageddon after their drawn game, which are among the adjustments."""
    without_armageddon: frozenset[tuple[int, EntrantId]] = frozenset()
    """By round and player: whose game is followed by none, drawn or not."""
    illegal_moves: dict[tuple[int, EntrantId, EntrantId, int], tuple[e.IllegalMoveNoted, ...]] = field(
        default_factory=dict
    )
    """By round, White, Black and number of the game, the oldest first."""
    expelled: frozenset[EntrantId] = frozenset()
    by_arbiter: tuple[EntrantId, ...] = ()
    """The order of the tie-break `MANUAL`, best first."""
    outside: tuple[e.OutsideValue, ...] = ()
    """The values of the tie-break `PLAYOFF`."""
    barred: frozenset[EntrantId] = frozenset()
    """From half-point byes."""
    checked_in: frozenset[EntrantId] = frozenset()
    """Players who were there before round 1 was paired, or came after being left out of a round."""
    start_positions: dict[int, int] = field(default_factory=dict)
    """Chess960: by round the number of its start position."""
    anonymous: frozenset[EntrantId] = frozenset()
    initial_colour: Colour | None = None
    colour_seed: str = ""
    """The seed of the lot that drew it; empty: it was not drawn here."""
    numbers: tuple[EntrantId, ...] = ()
    numbers_drawn_by: NumbersBy = NumbersBy.RATING
    """The way in which `numbers` came about."""
    lots: tuple[EntrantId, ...] = ()
    prohibited: tuple[tuple[tuple[EntrantId, ...], RoundSpan], ...] = ()
    qualified: dict[str, e.EntrantsQualified] = field(default_factory=dict)
    """Entrants who came from earlier stages, by the tournament they came from."""
    accepted: dict[str, e.QualificationAccepted] = field(default_factory=dict)
    imported: e.TournamentImported | None = None
    prizes: e.PrizesAnnounced | None = None
    face: EventFace = NO_FACE
    face_draft: EventFace | None = None
    """The face that the desk looks at before everybody does; None = it is the one shown."""
    self_registration: e.SelfRegistrationOpened | None = None
    """The limits of the public form; None = it is not open."""
    entry_limits: e.SelfRegistrationOpened | None = None
    """Those of the form that was opened last: they hold for the waiting list when it is closed, too."""
    waiting: dict[EntrantId, e.EntryWaitlisted] = field(default_factory=dict)
    """Those who wait for a place, the first who came first."""
    conditions: EntryConditions = OPEN_TO_ALL
    fees: EntryFees = NO_FEES
    own_fees: dict[EntrantId, OwnFee] = field(default_factory=dict)
    entered_on: dict[EntrantId, str] = field(default_factory=dict)
    """ISO dates, of those who entered while the fee went by the day."""
    payments: dict[int, tuple[EntrantId, FeePayment]] = field(default_factory=dict)
    """By the number of the receipt: whose fee it was."""
    cancelled_payments: dict[int, str] = field(default_factory=dict)
    """The reason for each."""
    rounds: list[Round] = field(default_factory=list)
    by_hand: int = 0
    """The round that is being seated by hand now; 0 = none."""
    closed: bool = False
    handoff: e.TournamentHandedOff | None = None
    """The copy that is played on another machine than the one where it was handed off; None = there is none."""
    players_report: bool = False
    players_send_games: bool = False
    self_help: SelfHelp = NO_SELF_HELP
    byes_asked: dict[tuple[int, EntrantId], Bye] = field(default_factory=dict)
    """By round and player: byes that players ask for and that nobody has decided, the first who asked first."""
    byes_declined: dict[tuple[int, EntrantId], str] = field(default_factory=dict)
    """The reason for each."""
    left_by_themselves: frozenset[EntrantId] = frozenset()
    """Players who have withdrawn by their own link."""
    renewed_links: dict[EntrantId, int] = field(default_factory=dict)
    """How often somebody's own link was renewed; nobody whose first one holds."""
    photos: dict[EntrantId, str] = field(default_factory=dict)
    """The digests of players' photos, which lie beside the journal."""
    photo_rules: PhotoRules = NO_PHOTOS
    board_plan: BoardPlan = USUAL_BOARDS
    publication: PublicationPlan = ALL_BY_HAND
    default_minutes: int | None = None
    """Minutes after the start of a round in which players may come; None = not set."""
    handicap: tuple[HandicapStep, ...] = ()
    """Times of both sides by the difference of their ratings; none: both have that of the event."""
    team_scoring: TeamScoring = NO_TEAM_SCORES
    bulletins: Bulletins = NO_BULLETINS
    """News and information of the organiser."""
    board_addresses: tuple[str, ...] = ()
    """Addresses at which games of live boards are looked up."""
    broadcast: Broadcast = AT_ONCE
    """The delay with which the public sees live games."""
    chances: e.ChancesShown = AT_THE_DESK
    left_fide_mode: int | None = None
    """The round during which FIDE mode was left; None = still in it."""
    playoff: PlayoffFacts = field(default_factory=PlayoffFacts)
    arena: ArenaFacts = ArenaFacts()
    history: list[e.Event] = field(default_factory=list)

    @property
    def version(self) -> int:
        return len(self.history)

    @property
    def photos_shown(self) -> tuple[PhotoRules, tuple[tuple[EntrantId, str], ...]]:
        """All photos that somebody may be shown with; of none where the desk alone sees them."""
        return self.photo_rules, tuple(self.photos.items()) if self.photo_rules.shown else ()

    @property
    def public(self) -> bool:
        return self.visibility is Visibility.PUBLIC and not self.thrown_away

    @property
    def entrants(self) -> Mapping[EntrantId, Player | Team]:
        return self.teams if self.regulations.entrants is Entrants.TEAMS else self.players

    @property
    def carried(self) -> Mapping[EntrantId, int]:
        """Half-points brought along from earlier stages; nobody without any is listed."""
        came = (one for event in self.qualified.values() for one in event.entrants)
        return {one.entrant: one.carried for one in came if one.carried} if self.qualified else {}

    @property
    def paired(self) -> int:
        return len(self.rounds)

    @property
    def keeps_waiting_list(self) -> bool:
        return self.entry_limits is not None and self.entry_limits.waiting_list

    @property
    def players_have_links(self) -> bool:
        """Players do something by the code of a slip, or by a link of their own."""
        return self.players_report or self.players_send_games or self.self_help.any or self.fees.paid_online

    @property
    def published(self) -> int:
        """The newest round that everybody may see; 0 = none yet."""
        for round in reversed(self.rounds):
            if round.published:
                return round.number
        return 0

    @property
    def draft(self) -> Round | None:
        """The first round that waits to be published."""
        return next((round for round in self.rounds if not round.published), None)

    def round(self, number: int) -> Round:
        """Raises IndexError for a round that has no boards."""
        if number < 1:
            raise IndexError(number)
        return self.rounds[number - 1]

    def away(self, player: EntrantId, round: int) -> bool:
        """Withdrawn, or not arrived yet, in `round`."""
        if self.joined.get(player, 1) > round:
            return True
        return any(first <= round and (back is None or round < back) for first, back in self.absences.get(player, ()))

    def all_away(self, round: int) -> frozenset[EntrantId]:
        """Everybody withdrawn, or not arrived yet, in `round`: only those who came late or left can be."""
        someone_late = max(self.joined.values(), default=1) > round
        late = [player for player, first in self.joined.items() if first > round] if someone_late else []
        return frozenset([*late, *(player for player in self.absences if self.away(player, round))])

    def present(self, player: EntrantId, round: int) -> bool:
        """To be paired in `round`."""
        return not self.away(player, round) and (round, player) not in self.byes

    def adjusted(self, player: EntrantId, round: int, by: int | None = None) -> int:
        """Half-points given or taken away in `round`, as known now or as the pairing of round `by` sees them."""
        return self.adjusted_scores(player, round, by)[0]

    def adjusted_scores(self, entrant: EntrantId, round: int, by: int | None = None) -> tuple[int, int]:
        given = self.adjustments.get((round, entrant), ()) if self.adjustments else ()
        counting = [one for one in given if by is None or one.counts_from <= by]
        return sum(one.points for one in counting), sum(one.secondary for one in counting)

    def copy(self) -> "Tournament":
        copied = replace(self, rounds=[round.copy() for round in self.rounds], history=list(self.history))
        for name in self.__slots__:
            if isinstance(table := getattr(self, name), dict):
                setattr(copied, name, dict(table))
        return copied
