"""Formats on the command line: `tablo pair --system round-robin`, and events made up by their tables."""

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass, replace

from domain import events as e
from domain.cards.card import Pair, PairingTask, RoundPairing
from domain.files.header import regulations_of
from domain.files.importing import import_report
from domain.files.trf import Report, starting_ranks
from domain.formats import rules_of
from domain.formats.round_robin import cycled_round
from domain.formats.tables.berger import berger_rounds
from domain.refusals import Refusal
from domain.tournament import Tournament, replay
from domain.words.entrants import EntrantId
from domain.words.formats.round_robin import RoundRobinOptions
from domain.words.players import PairingNumber
from domain.words.regulations import Format, Regulations
from server.cli.exits import BadInput
from server.cli.language import said, terminal
from web.wording.refusals import sentence

CYCLES: Mapping[str, int] = {"round-robin": 1, "double-round-robin": 2}
"""Round robins by what `--system` calls them: how often each meets each."""

PAIRED_BY_FORMAT = (*CYCLES, Format.KNOCKOUT.value)
"""Words of `--system` that name a format, not an edition of a Swiss system."""

OFF_IN_A_TABLE = ("byes", "full_byes", "zero_byes", "withdrawals")
"""Shares that a made-up round robin has none of."""
TIEBREAKS_OF_A_TABLE = "DE,WIN,SB,KS"


def regulations_named(name: str, before: Regulations) -> Regulations:
    """The regulations of a file, with the format that `--system` names."""
    if name in CYCLES:
        return replace(before, format=Format.ROUND_ROBIN, round_robin=RoundRobinOptions(CYCLES[name]))
    return replace(before, format=Format(name))


def format_lines(report: Report, name: str, round: int | None) -> list[str]:
    """The round as engines print it; who rests or goes on without a game has an opponent 0.

    Raises BadInput for a round that is not known yet, and for a field that the format cannot pair.
    """
    laws = regulations_named(name, regulations_of(report))
    rank = starting_ranks(report)
    try:
        before = _before(report, laws, round)
        due = rules_of(before).due(before)
        following = report.rounds_paired + 1 if laws.from_tables else due[0]
        wanted = following if round is None else round
        if wanted not in due:
            raise BadInput(said("round-not-known-yet", round=wanted, known=due[-1]))
        seating = rules_of(before).pair(before, wanted)
    except Refusal as refusal:
        raise BadInput(sentence(refusal, None, terminal())) from None
    seated = {id for board in seating.boards for id in (board.white, board.black)}
    lone = _without_game(before, wanted, seated, laws)
    pairs = [f"{rank[PairingNumber(b.white)]} {rank[PairingNumber(b.black)]}" for b in seating.boards]
    pairs += [f"{rank[PairingNumber(id)]} 0" for id in lone]
    return [str(len(pairs)), *pairs]


def _before(report: Report, laws: Regulations, round: int | None) -> Tournament:
    """The event as it stood before the round: for a table who is in it, for a bracket all results until then."""
    history = import_report(report, file_name="", sha256="", regulations=laws)
    if laws.from_tables:
        named = [one for one in history if isinstance(one, e.TournamentAnnounced | e.PairingNumbersIssued)]
        entered = [replace(one, from_round=1) for one in history if isinstance(one, e.PlayerRegistered)]
        return replay([named[0], *entered, *named[1:]])
    paired = (at for at, one in enumerate(history) if isinstance(one, e.RoundPaired) and one.round == round)
    return replay(history[: next(paired, len(history))])


def _without_game(t: Tournament, round: int, seated: set[EntrantId], laws: Regulations) -> tuple[EntrantId, ...]:
    if laws.from_tables:
        return tuple(id for id in t.numbers if id not in seated)
    return rules_of(t).advances_without_game(t, round)


@dataclass(frozen=True, slots=True)
class TableOfAll:
    """The rounds of a made-up round robin, as a system that the generator can ask."""

    players: int
    cycles: int

    def pair(self, task: PairingTask) -> RoundPairing:
        boards = cycled_round(self.players, self.cycles, task.round)
        return RoundPairing(tuple(Pair(PairingNumber(white), PairingNumber(black)) for white, black in boards))


def as_table(arguments: Namespace) -> Namespace:
    """The arguments of `tablo generate` for a round robin: nobody is away, and the rounds follow from the players.

    Raises BadInput where something else was asked for.
    """
    if any(getattr(arguments, share) for share in OFF_IN_A_TABLE):
        raise BadInput(said("table-without-byes"))
    if arguments.rounds is not None and arguments.rounds != rounds_in_table(arguments.system, arguments.players or 0):
        raise BadInput(said("table-counts-rounds"))
    off = dict.fromkeys(OFF_IN_A_TABLE, 0.0)
    listed = {"tiebreaks": arguments.tiebreaks or TIEBREAKS_OF_A_TABLE}
    return Namespace(**(vars(arguments) | off | listed))


def rounds_of_table(arguments: Namespace) -> Namespace:
    """With the number of rounds. Raises BadInput where there are too many, or none."""
    rounds = rounds_in_table(arguments.system, arguments.players)
    if not 0 < rounds < 100:
        raise BadInput(said("table-too-large", players=arguments.players, rounds=rounds))
    return Namespace(**(vars(arguments) | {"rounds": rounds}))


def rounds_in_table(name: str, players: int) -> int:
    return CYCLES[name] * berger_rounds(players) if players > 1 else 0
