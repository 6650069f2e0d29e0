"""The commands that a program may give, as the bodies of its requests; each becomes the form of the same desk step.

The first line of a docstring is the summary of the command in the OpenAPI document.
"""

from typing import Annotated, ClassVar, Literal

import msgspec

from domain.decisions.rounds.arena import MOST_ARENA_MINUTES
from domain.words.games import Colour
from domain.words.players import Sex, Title
from web.api import fields as f

MOST_LISTED = 3000
MOST_SEATED = 2000
MOST_PAUSING = 500
MOST_OF_A_MATCH = 99
GameNumber = Annotated[int, msgspec.Meta(ge=1, le=MOST_OF_A_MATCH)]
SeenResult = Annotated[str, msgspec.Meta(description="The result that stands there, as you read it; empty = none.")]


class ProgramCommand(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A command without details."""

    listed: ClassVar[str] = ""
    """The field with many items, each of which is told apart when it cannot be read."""
    confirmed: f.Confirmed = 0

    def form(self) -> dict[str, tuple[str, ...]]:
        """The fields of the desk's form, of those that were given."""
        return self.form_without()

    def form_without(self, *others: str) -> dict[str, tuple[str, ...]]:
        """All fields but those that the desk's form has in another way."""
        given = msgspec.structs.asdict(self).items()
        return {name: _typed(value) for name, value in given if value is not None and name not in others}


def _typed(value: object) -> tuple[str, ...]:
    if isinstance(value, bool):
        return ("on",) if value else ()
    if isinstance(value, list):
        return tuple(str(one) for one in value)
    return (str(value),)


class PlayerFields(ProgramCommand):
    """The fields of a player; what is left out stays as it is."""

    name: f.PlayerName | None = None
    rating: f.Rating | None = None
    title: f.TitleText | None = None
    federation: f.Federation | None = None
    fide_id: f.FideNumber | None = None
    sex: Literal["", "m", "w"] | None = None
    birth_year: f.BirthYear | None = None
    club: f.ClubName | None = None
    national_rating: f.Rating | None = None
    k: f.KFactor | None = None
    official_rating: f.Rating | None = None
    namesake: f.NamesakeAnswer = ""


class RegisterPlayer(PlayerFields, kw_only=True):
    """Register a player."""

    name: f.PlayerName
    from_round: f.Number = 0


class PlayerOfList(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A player among others who are registered in the same step; what is left out is not known."""

    name: f.PlayerName
    rating: f.Rating = 0
    title: Title = Title.NONE
    federation: f.Federation = ""
    fide_id: f.FideNumber = 0
    sex: Sex = Sex.UNKNOWN
    birth_year: f.BirthYear = 0
    club: f.ClubName = ""
    national_rating: f.Rating = 0
    k: f.KFactor = 0
    official_rating: f.Rating = 0
    namesake: f.NamesakeAnswer = ""

    def fields(self) -> str:
        """All but the answer, as JSON of the fields that a form has."""
        said = msgspec.structs.asdict(self)
        return msgspec.json.encode({name: str(value) for name, value in said.items() if name != "namesake"}).decode()


class RegisterPlayers(ProgramCommand, kw_only=True):
    """Register many players: all of them or nobody; whoever cannot be registered is named by index and field."""

    listed: ClassVar[str] = "players"
    players: Annotated[list[PlayerOfList], msgspec.Meta(min_length=1, max_length=MOST_LISTED)]
    from_round: f.Number = 0

    def form(self) -> dict[str, tuple[str, ...]]:
        answers = {f"namesake-{at}": (one.namesake,) for at, one in enumerate(self.players) if one.namesake}
        return {**self.form_without("players"), "players": tuple(one.fields() for one in self.players), **answers}


class ChangePlayer(PlayerFields):
    """Change what is known of a player; what is left out stays as it is."""


class WithReason(ProgramCommand):
    reason: f.ReasonText = ""


class WithNeededReason(ProgramCommand):
    reason: f.NeededReason


class StrikePlayer(WithReason):
    """Strike an entry that was made by mistake, before round 1."""


class ExpelPlayer(WithNeededReason):
    """Expel a player: out of the next pairing and out of the table; opponents keep their games."""


class AdjustPoints(ProgramCommand):
    """Give a player points beside the results, or take some away, for a round that is published."""

    round: f.RoundNumber
    points: f.GivenPoints
    reason: f.NeededReason


class CorrectStartingPoints(ProgramCommand):
    """Correct the starting points of a player of McMahon after round 1 is published."""

    starting_points: f.GivenPoints
    reason: f.NeededReason


class AnonymisePlayer(ProgramCommand):
    """Publish the name of a player no longer."""


class ShowPhotos(ProgramCommand):
    """Show photos of players to everybody; false = to the desk alone."""

    photos_shown: bool
    photos_of_juniors: Annotated[
        bool,
        msgspec.Meta(description="Also of players under 18 in the year of the event, or of an unknown year of birth."),
    ] = False


class RemovePhoto(ProgramCommand):
    """Take the photo of a player away."""


class BarFromByes(WithReason):
    """Grant a player no half-point byes any more."""


class AllowByes(ProgramCommand):
    """Let a player who was barred from half-point byes have them again."""


class ExchangeNumbers(ProgramCommand):
    """Exchange the pairing numbers of two players of the same rating and title."""

    one: f.PlayerNumber
    other: f.PlayerNumber
    reason: f.ReasonText = ""

    def form(self) -> dict[str, tuple[str, ...]]:
        return {**ProgramCommand.form(self), "one": (by_id(self.one),), "other": (by_id(self.other),)}


class RegenerateNumbers(ProgramCommand):
    """Make the pairing numbers anew by the ratings of today."""


class FromRound(ProgramCommand):
    from_round: f.Number | None = None
    reason: f.ReasonText = ""


class WithdrawPlayer(FromRound):
    """Withdraw a player; without from_round from the next round that is not paired."""


class ReadmitPlayer(FromRound):
    """Let a player who left play again."""


class GrantBye(ProgramCommand):
    """Grant a player leave for one round."""

    round: f.RoundNumber
    kind: Literal["Z", "H", "F"]


class RevokeBye(ProgramCommand):
    """Take back a player's leave for one round."""

    round: f.RoundNumber


class CorrectRating(ProgramCommand):
    """Correct a rating after round 1 is paired."""

    rating: f.Number
    reason: f.NeededReason
    counts: Literal["pairing", "report"] = "pairing"


class PairRound(ProgramCommand):
    """Draw up the next round as a draft."""


class PublishRound(ProgramCommand):
    """Publish a draft."""


class DiscardRound(ProgramCommand):
    """Throw a draft away."""


class CloseRound(ProgramCommand):
    """Close a round that is finished."""


class WithdrawRound(ProgramCommand):
    """Take back a published round."""

    reason: f.NeededReason
    override: bool = False


class SeatLatecomer(ProgramCommand):
    """Pair somebody who came late with whoever has the bye of a published round."""

    entrant: f.EntrantNumber
    reason: f.ReasonText = ""
    override: Annotated[
        bool, msgspec.Meta(description="Insist, with a reason, where the rules of pairing know no late entry.")
    ] = False

    def form(self) -> dict[str, tuple[str, ...]]:
        return {**self.form_without("entrant"), "player": (str(self.entrant),)}


class DrawStartPosition(ProgramCommand):
    """Draw the start position of a round of Chess960 by lot."""


class SeatedBoard(msgspec.Struct, forbid_unknown_fields=True):
    """Two entrants by their ids, of a board that is seated by hand."""

    white: f.EntrantNumber
    black: f.EntrantNumber


class SeatBoards(ProgramCommand):
    """The boards of a round that is paired by hand, in their order."""

    boards: Annotated[list[SeatedBoard], msgspec.Meta(max_length=MOST_SEATED)]
    bye: Annotated[int, msgspec.Meta(ge=0, le=999_999_999, description="The id of who has the bye; 0 = nobody.")] = 0
    reason: f.ReasonText = ""
    override: Annotated[bool, msgspec.Meta(description="Insist, with a reason, on what breaks an absolute rule.")] = (
        False
    )

    def form(self) -> dict[str, tuple[str, ...]]:
        seats = {side: tuple(by_id(getattr(one, side)) for one in self.boards) for side in ("white", "black")}
        return {**self.form_without("boards", "bye"), **seats, **({"bye": (by_id(self.bye),)} if self.bye else {})}


class BeginByHand(ProgramCommand):
    """Begin to pair the next round by hand."""


class SeatRound(SeatBoards):
    """Seat the next round by hand, once that has begun; it becomes a draft."""


class EndByHand(ProgramCommand):
    """End the pairing by hand of the next round."""


class BeginAltering(ProgramCommand):
    """Begin to change the boards of a round by hand."""


class AlterRound(SeatBoards):
    """Change the boards of a round by hand, once that has begun; of a published one with a reason."""


class EndAltering(ProgramCommand):
    """End the pairing by hand of a round: it is compared with what the system would pair."""


class PlayedBoard(msgspec.Struct, forbid_unknown_fields=True):
    """The two who sat at a board, by their ids, and the result."""

    board: f.BoardNumber
    white: f.EntrantNumber
    black: f.EntrantNumber
    result: f.ResultText


class CorrectSeats(ProgramCommand):
    """Correct who played at which board of a round, where others sat there than were paired."""

    boards: Annotated[list[PlayedBoard], msgspec.Meta(min_length=1, max_length=MOST_SEATED)]
    reason: f.NeededReason
    choice: Literal["", "next-pairing", "pairing-after", "pair-again", "rating-only"] = ""
    override: bool = False

    def form(self) -> dict[str, tuple[str, ...]]:
        seats = {side: tuple(by_id(getattr(one, side)) for one in self.boards) for side in ("white", "black")}
        played = {name: tuple(str(getattr(one, name)) for one in self.boards) for name in ("board", "result")}
        return {**self.form_without("boards"), **seats, **played}


class DecideMatch(ProgramCommand):
    """Take the next step of a match: further games, lots, who goes on, forfeits.

    `games` adds the further games that the regulations have next for a level match, `lots` draws where none are left,
    `goes-on` is the arbiter's word for `winner`, with a reason; `forfeit` says who is `absent`, `came-after-all` takes
    that back, and `leave-out` drops games that a decided match does not need.
    """

    step: Literal["games", "lots", "goes-on", "forfeit", "came-after-all", "leave-out"]
    winner: Annotated[f.Number, msgspec.Meta(description="With goes-on: the id of the one of the two.")] = 0
    absent: Annotated[
        Literal["", "first", "second", "both"], msgspec.Meta(description="With forfeit: White or Black of game 1.")
    ] = ""
    reason: f.ReasonText = ""

    def __post_init__(self) -> None:
        """Raises ValueError for a step without what it takes, or with what another one takes."""
        if (self.step == "goes-on") != bool(self.winner):
            raise ValueError("winner: with the step goes-on, and with no other")
        if (self.step == "forfeit") != bool(self.absent):
            raise ValueError("absent: with the step forfeit, and with no other")


class EnterResult(ProgramCommand):
    """Enter the result of a board; the same result twice is no second entry."""

    board: f.BoardNumber
    result: f.ResultText
    game: GameNumber = 1
    seen: SeenResult = ""

    def form(self) -> dict[str, tuple[str, ...]]:
        return {**self.form_without("game"), "board": (f"{self.board}.{self.game}",)}


class Absent(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A side that is not at its board."""

    board: f.BoardNumber
    colour: Colour
    game: GameNumber = 1


class ForfeitAbsent(ProgramCommand, kw_only=True):
    """Enter forfeits for those who are not there when the default time is over; both sides of a board lose both."""

    absent: Annotated[list[Absent], msgspec.Meta(min_length=1, max_length=MOST_LISTED)]

    def form(self) -> dict[str, tuple[str, ...]]:
        absent = tuple(f"{one.board}.{one.game}:{one.colour}" for one in self.absent)
        return {**self.form_without("absent"), "absent": absent}


class SettleDispute(ProgramCommand):
    """Settle a board for which two entries differ."""

    result: f.ResultText
    game: GameNumber = 1


class NoteIllegalMove(ProgramCommand):
    """Note an illegal move of a player in a game that is being played; the time is that of the server."""

    board: f.BoardNumber
    colour: Colour
    game: GameNumber = 1

    def form(self) -> dict[str, tuple[str, ...]]:
        return {**self.form_without("game"), "board": (f"{self.board}.{self.game}",)}


class TakeIllegalMoveBack(NoteIllegalMove):
    """Take back the newest illegal move that was noted for a player."""


class BeginArena(ProgramCommand):
    """Begin an arena that lasts so many minutes from now, or give it another end: so many minutes from now."""

    arena_minutes: Annotated[int, msgspec.Meta(ge=1), f.noted(maximum=MOST_ARENA_MINUTES)]


class EndArena(ProgramCommand):
    """No game of the arena begins any more; with drop_open the games in play are taken back and count for nobody."""

    drop_open: bool = False


class PairWaiting(ProgramCommand):
    """Pair everybody who is free in the arena now, even two who have just met."""


class PausePlayers(ProgramCommand):
    """Players of an arena pause, and are not paired until they are back; or they are back."""

    players: Annotated[list[f.PlayerNumber], msgspec.Meta(min_length=1, max_length=MOST_PAUSING)]
    paused: bool = True

    def form(self) -> dict[str, tuple[str, ...]]:
        return {**self.form_without("players"), "player": tuple(map(str, self.players))}


class EnterAtTable(ProgramCommand):
    """Enter the result of the game that is in play at a table of the arena."""

    board: f.BoardNumber
    result: f.ResultText


class TakeGameBack(ProgramCommand):
    """Take back a game of the arena that has no result, as if it had never begun."""


class DecideArmageddon(ProgramCommand):
    """Say how the Armageddon after a drawn game ended, with the colours of that game; a draw is a win for Black.

    `none` says that there was none.
    """

    result: f.ResultText


class CorrectResult(ProgramCommand):
    """Correct a result of a round that is over; ?preview=1 shows the effect and writes nothing."""

    result: Annotated[str, msgspec.Meta(description="As when it is entered, or colours for exchanged colours.")]
    reason: f.NeededReason
    choice: Literal["", "next-pairing", "pairing-after", "pair-again", "rating-only"] = ""
    override: bool = False
    seen: SeenResult = ""
    game: GameNumber = 1
    whole: bool = False


class GiveLineup(ProgramCommand):
    """Give the lineup of a team for a round, board by board."""

    team: f.EntrantNumber
    players: Annotated[list[f.EntrantNumber], msgspec.Meta(max_length=MOST_OF_A_MATCH)]
    reason: f.ReasonText = ""

    def form(self) -> dict[str, tuple[str, ...]]:
        return {
            **self.form_without("players"),
            **{f"board-{board}": (str(id),) for board, id in enumerate(self.players, 1)},
        }


class ShowLineups(ProgramCommand):
    """Show the lineups of a round to everybody."""


class WithdrawTeam(FromRound):
    """Withdraw a team."""


class ReadmitTeam(FromRound):
    """Let a team that left play again."""


class Undo(ProgramCommand):
    """Take back an entry of the journal, and those named that rest on it."""

    reason: f.NeededReason
    also: Annotated[list[f.Number], msgspec.Meta(max_length=1000)] = []

    def form(self) -> dict[str, tuple[str, ...]]:
        return {**ProgramCommand.form(self), "also": (" ".join(map(str, self.also)),)}


class CloseTournament(WithReason):
    """Close the tournament: its table is final. Before the last round with a reason."""


class ReopenTournament(WithNeededReason):
    """Open a closed tournament again."""


def by_id(entrant: int) -> str:
    """As the desk types an id, which is no pairing number."""
    return f"#{entrant}"
