"""The commands that a program may give, as the bodies of its requests; each becomes the form of the same desk step.

The first line of a docstring is the summary of the command in the OpenAPI document.
"""

from typing import Annotated, Literal

import msgspec

Number = Annotated[int, msgspec.Meta(ge=0)]
BoardNumber = Annotated[int, msgspec.Meta(ge=1, le=9999)]
RoundNumber = Annotated[int, msgspec.Meta(ge=1, le=999)]
ResultText = Annotated[
    str,
    msgspec.Meta(
        description="1-0, 0-1, 1/2-1/2, a key of the desk such as 1, 0, =, +, - or x, or clear", examples=["1-0"]
    ),
]
ReasonText = Annotated[str, msgspec.Meta(max_length=300, description="It stands in the journal.")]


class ProgramCommand(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A command without details."""

    confirmed: Annotated[
        int, msgspec.Meta(ge=0, le=4, description="The level of a refusal “needs-confirmation” that is accepted.")
    ] = 0

    def form(self) -> dict[str, tuple[str, ...]]:
        """The fields of the desk's form, of those that were given."""
        return {name: _typed(value) for name, value in msgspec.structs.asdict(self).items() if value is not None}


def _typed(value: object) -> tuple[str, ...]:
    if isinstance(value, bool):
        return ("on",) if value else ()
    if isinstance(value, list):
        return tuple(str(one) for one in value)
    return (str(value),)


class PlayerFields(ProgramCommand):
    """The fields of a player; what is left out stays as it is."""

    name: str | None = None
    rating: Number | None = None
    title: str | None = None
    federation: str | None = None
    fide_id: Number | None = None
    sex: Literal["", "m", "w"] | None = None
    birth_year: Number | None = None
    club: str | None = None
    national_rating: Number | None = None
    k: Number | None = None
    official_rating: Number | None = None
    namesake: Annotated[
        str, msgspec.Meta(description="Answer to “namesakes-asked”: another, or the place of the same person.")
    ] = ""


class RegisterPlayer(PlayerFields, kw_only=True):
    """Register a player."""

    name: str
    from_round: Number = 0


class ChangePlayer(PlayerFields):
    """Change what is known of a player; what is left out stays as it is."""


class FromRound(ProgramCommand):
    from_round: Number | None = None
    reason: ReasonText = ""


class WithdrawPlayer(FromRound):
    """Withdraw a player; without from_round from the next round that is not paired."""


class ReadmitPlayer(FromRound):
    """Let a player who left play again."""


class GrantBye(ProgramCommand):
    """Grant a player leave for one round."""

    round: RoundNumber
    kind: Literal["Z", "H", "F"]


class RevokeBye(ProgramCommand):
    """Take back a player's leave for one round."""

    round: RoundNumber


class CorrectRating(ProgramCommand):
    """Correct a rating after round 1 is paired."""

    rating: Number
    reason: ReasonText
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

    reason: ReasonText
    override: bool = False


class SeatLatecomer(ProgramCommand):
    """Pair somebody who came late with whoever has the bye of a published round."""

    entrant: Annotated[Number, msgspec.Meta(description="The id of the player or team who came.")]
    reason: ReasonText = ""
    override: Annotated[
        bool, msgspec.Meta(description="Insist, with a reason, where the rules of pairing know no late entry.")
    ] = False

    def form(self) -> dict[str, tuple[str, ...]]:
        fields = {name: value for name, value in ProgramCommand.form(self).items() if name != "entrant"}
        return {**fields, "player": (str(self.entrant),)}


class EnterResult(ProgramCommand):
    """Enter the result of a board; the same result twice is no second entry."""

    board: BoardNumber
    result: ResultText
    game: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    seen: Annotated[str, msgspec.Meta(description="The result that stands there, as you read it; empty = none.")] = ""

    def form(self) -> dict[str, tuple[str, ...]]:
        fields = {name: value for name, value in ProgramCommand.form(self).items() if name != "game"}
        return {**fields, "board": (f"{self.board}.{self.game}",)}


class SettleDispute(ProgramCommand):
    """Settle a board for which two entries differ."""

    result: ResultText
    game: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1


class CorrectResult(ProgramCommand):
    """Correct a result of a round that is over; ?preview=1 shows the effect and writes nothing."""

    result: Annotated[str, msgspec.Meta(description="As when it is entered, or colours for exchanged colours.")]
    reason: ReasonText
    choice: Literal["", "next-pairing", "pairing-after", "pair-again", "rating-only"] = ""
    override: bool = False
    seen: str = ""
    game: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    whole: bool = False


class GiveLineup(ProgramCommand):
    """Give the lineup of a team for a round, board by board."""

    team: Number
    players: list[Number]
    reason: ReasonText = ""

    def form(self) -> dict[str, tuple[str, ...]]:
        fields = {name: value for name, value in ProgramCommand.form(self).items() if name != "players"}
        return {**fields, **{f"board-{board}": (str(id),) for board, id in enumerate(self.players, 1)}}


class ShowLineups(ProgramCommand):
    """Show the lineups of a round to everybody."""


class WithdrawTeam(FromRound):
    """Withdraw a team."""


class ReadmitTeam(FromRound):
    """Let a team that left play again."""


class Undo(ProgramCommand):
    """Take back an entry of the journal, and those named that rest on it."""

    reason: ReasonText
    also: list[Number] = []

    def form(self) -> dict[str, tuple[str, ...]]:
        return {**ProgramCommand.form(self), "also": (" ".join(map(str, self.also)),)}


class CloseTournament(ProgramCommand):
    """Close the tournament: its table is final. Before the last round with a reason."""

    reason: ReasonText = ""


class ReopenTournament(ProgramCommand):
    """Open a closed tournament again."""

    reason: ReasonText
