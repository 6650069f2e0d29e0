"""Where boards stand, for the rounds that are paired from now on."""

from collections import Counter
from collections.abc import Iterable

from domain import events as e
from domain.decisions import refuse_if_closed
from domain.decisions.players.registering import entrant
from domain.fields import text
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.choices.boards import MAX_BOARD, MAX_ROOM_NAME_CHARS, BoardPlan, KeptBoard, PlayingRoom

MOST_KEPT_BOARDS = 200
MOST_ROOMS = 50


def plan_boards(
    tournament: Tournament, kept: Iterable[KeptBoard], skipped: Iterable[int], rooms: Iterable[PlayingRoom]
) -> list[e.Event]:
    """The whole plan; a draft is paired anew before it is published. Raises BadField."""
    refuse_if_closed(tournament)
    plan = BoardPlan(
        tuple(sorted(kept, key=lambda one: one.board)),
        tuple(sorted(set(skipped))),
        tuple(sorted((_checked(room) for room in rooms), key=lambda room: room.first_board)),
    )
    for one in plan.kept:
        entrant(tournament, one.entrant)
    _refuse_twice("kept_boards", [one.board for one in plan.kept])
    _refuse_twice("kept_boards", [tournament.entrants[one.entrant].name for one in plan.kept])
    _refuse_twice("rooms", [room.first_board for room in plan.rooms])
    if both := {one.board for one in plan.kept} & {*plan.skipped}:
        raise BadField("skipped_boards", str(min(both)), "kept-board")
    for field, most, count in (("kept_boards", MOST_KEPT_BOARDS, plan.kept), ("rooms", MOST_ROOMS, plan.rooms)):
        if len(count) > most:
            raise BadField(field, str(len(count)), f"at-most:{most}")
    _refuse_no_board("kept_boards", (one.board for one in plan.kept))
    _refuse_no_board("skipped_boards", plan.skipped)
    _refuse_no_board("rooms", (room.first_board for room in plan.rooms))
    return [] if plan == tournament.board_plan else [e.BoardsPlanned(plan)]


def _checked(room: PlayingRoom) -> PlayingRoom:
    return room._replace(name=text("rooms", room.name, longest=MAX_ROOM_NAME_CHARS, required=True))


def _refuse_twice(field: str, values: Iterable[int | str]) -> None:
    if twice := [value for value, times in Counter(values).items() if times > 1]:
        raise BadField(field, str(twice[0]), "each-once")


def _refuse_no_board(field: str, boards: Iterable[int]) -> None:
    for board in boards:
        if not 1 <= board <= MAX_BOARD:
            raise BadField(field, str(board), f"whole:1:{MAX_BOARD}")
