"""Formats on the command line: `tablo pair --system round-robin`, and which words name a format."""

from collections.abc import Mapping
from dataclasses import replace

from domain.files.header import regulations_of
from domain.files.rechecking import known_rounds, wanted_round
from domain.files.tasks import numbers_of_import
from domain.files.trf import Report
from domain.refusals import AllRoundsPaired, Refusal
from domain.tournament_cards import numbers_of
from domain.words.options import RoundRobinOptions
from domain.words.regulations import Format, Regulations
from server.cli.exits import BadInput
from server.cli.language import said, terminal
from web.wording.refusals import sentence

CYCLES: Mapping[str, int] = {"round-robin": 1, "double-round-robin": 2}
"""Round robins by what `--system` calls them: how often each meets each."""

TABLE_FORMATS = (*CYCLES, Format.SCHEVENINGEN.value)
BRACKET_FORMATS = (Format.KNOCKOUT.value, Format.DOUBLE_ELIMINATION.value)
PAIRED_BY_FORMAT = (*TABLE_FORMATS, *BRACKET_FORMATS)
"""Words of `--system` that name a format, not an edition of a Swiss system."""


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
    rank = numbers_of_import(report)
    try:
        before, due = known_rounds(report, laws, round)
        following = report.rounds_paired + 1 if laws.from_tables else due[0]
        wanted = following if round is None else round
        if wanted not in due:
            raise BadInput(said("round-not-known-yet", round=wanted, known=due[-1]))
        found = wanted_round(before, wanted)
    except AllRoundsPaired as paired:
        raise BadInput(said("round-not-known-yet", round=round or paired.rounds + 1, known=paired.rounds)) from None
    except Refusal as refusal:
        raise BadInput(sentence(refusal, None, terminal())) from None
    number = {id: rank[place] for id, place in numbers_of(before).items()}
    pairs = [f"{number[board.white]} {number[board.black]}" for board in found.seating.boards]
    pairs += [f"{number[id]} 0" for id in found.lone]
    return [str(len(pairs)), *pairs]
