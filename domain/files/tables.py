"""The options of round robins and Scheveningen matches in the comment line with the regulations."""

from collections.abc import Mapping

from domain.decisions.setup.regulations import MOST_CYCLES
from domain.files.trf.comments import YES, one_of, yes_or_no
from domain.files.trf.report import Report
from domain.files.trf.teams import team_records
from domain.formats.tables.round_robin import berger_rounds
from domain.words.options import CycleEnd, LeaverRule, NumbersBy, RoundRobinOptions, TableColours
from domain.words.regulations import Format


def table_rules(options: RoundRobinOptions) -> dict[str, str]:
    """The options of a round robin; the names of the teams of a match stand nowhere."""
    return {
        "cycles": str(options.cycles),
        "numbers_by": options.numbers.value,
        "one_by_one": yes_or_no(options.one_by_one),
        "leavers": options.leavers.value,
        "colours": options.colours.value,
        "ends_by_itself": yes_or_no(options.ends_by_itself),
        "cycle_end": options.cycle_end.value,
    }


def cycles_in(report: Report, format: Format) -> int:
    """The cycles that as many rounds are with so many players; 1 where they are no whole number of cycles."""
    entrants = len(team_records(report).teams) if report.team_line else 0
    players, rounds = entrants or len(report.players), report.rounds_planned or report.rounds_paired
    length = players // 2 if format is Format.SCHEVENINGEN else berger_rounds(players) if players > 1 else 0
    cycles, rest = divmod(rounds, length) if length else (1, 0)
    return cycles if not rest and 1 <= cycles <= MOST_CYCLES else 1


def table_options(said: Mapping[str, str], seen: int) -> RoundRobinOptions:
    """The options that the comment line names; `seen` are the cycles where it names none."""
    default = RoundRobinOptions()
    cycles = said.get("cycles", "")
    return RoundRobinOptions(
        cycles=int(cycles) if cycles in {str(n) for n in range(1, MOST_CYCLES + 1)} else seen,
        numbers=one_of(NumbersBy, said.get("numbers_by"), default.numbers),
        one_by_one=said.get("one_by_one") == YES,
        leavers=one_of(LeaverRule, said.get("leavers"), default.leavers),
        colours=one_of(TableColours, said.get("colours"), default.colours),
        ends_by_itself=said.get("ends_by_itself") == YES,
        cycle_end=one_of(CycleEnd, said.get("cycle_end"), default.cycle_end),
    )
