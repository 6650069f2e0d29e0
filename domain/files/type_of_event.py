"""The kind of event as records 092 and 192 say it."""

from collections.abc import Mapping

from domain.files.team_regulations import team_code
from domain.files.trf.tasks import BAKU_SUFFIX
from domain.words.options import CycleEnd, TableColours
from domain.words.regulations import Acceleration, Entrants, Format, Regulations

TOURNAMENT_TYPES: Mapping[Format, str] = {
    Format.SWISS: "Individual: Swiss-System ({system})",
    Format.ROUND_ROBIN: "Individual: Round-Robin",
    Format.SCHEVENINGEN: "Individual: Scheveningen",
    Format.KNOCKOUT: "Individual: Knock-out",
    Format.DOUBLE_ELIMINATION: "Individual: Double elimination",
    Format.PLAYOFF: "Individual: Play-off",
}
"""Record 092, which the import reads again."""
TYPE_OF_FORMAT: Mapping[Format, str] = {
    Format.SWISS: "CUSTOM_SWISS",
    Format.SCHEVENINGEN: "FIDE_SCHEVENINGEN",
    Format.KNOCKOUT: "CUSTOM_KNOCKOUT",
    Format.DOUBLE_ELIMINATION: "OTHER",
    Format.PLAYOFF: "OTHER",
}
"""Record 192, but for the systems that have a code of their own, and for round robins."""
SYSTEM_CODES: Mapping[str, str] = {
    "dutch-2017": "FIDE_DUTCH_2017",
    "dutch-2026": "FIDE_DUTCH_2026",
    "dubov-2026": "FIDE_DUBOV",
    "burstein-2026": "FIDE_BURSTEIN",
    "double-swiss-2026": "FIDE_DOUBLESWISS",
}
CODES_WITH_BAKU = frozenset({"FIDE_DUTCH_2017", "FIDE_DUTCH_2026"})
"""Those that say of themselves that the event is accelerated."""
DUTCH = "FIDE_DUTCH"
"""The Dutch system without an edition: the one in force when the event began."""

MOST_CYCLES_WITH_CODE = 2


def type_of(regulations: Regulations) -> str:
    """Record 092."""
    if regulations.entrants is Entrants.TEAMS:
        individual = TOURNAMENT_TYPES[regulations.format].format(system=regulations.system)
        return individual.replace("Individual", "Team", 1)
    return TOURNAMENT_TYPES[regulations.format].format(system=regulations.system)


def encoded_type_of(regulations: Regulations, *, altered: bool = False) -> str:
    """Record 192; `altered`: a round of the table is not as the table has it."""
    if regulations.format is Format.ROUND_ROBIN:
        return _table_code(regulations, altered=altered)
    if regulations.entrants is Entrants.TEAMS:
        return team_code(regulations)
    code = SYSTEM_CODES.get(regulations.system) if regulations.paired_by_system else None
    if code is None:
        return TYPE_OF_FORMAT[regulations.format]
    accelerated = regulations.acceleration is Acceleration.BAKU and code in CODES_WITH_BAKU
    return code + (BAKU_SUFFIX if accelerated else "")


def _table_code(regulations: Regulations, *, altered: bool) -> str:
    """FIDE's own double round robin exchanges the last two rounds of its first cycle; Berger's has them as printed."""
    options, team = regulations.round_robin, "TEAM_" if regulations.of_teams else ""
    cycles, of_table = options.cycles, options.colours is TableColours.BERGER
    if altered or not of_table or cycles > MOST_CYCLES_WITH_CODE:
        return f"CUSTOM_{team}ROUNDROBIN"
    if cycles == 1:
        return f"BERGER_{team}ROUNDROBIN"
    tables = "FIDE" if options.cycle_end is CycleEnd.EXCHANGED else "BERGER"
    return f"{tables}_{team}DOUBLEROUNDROBIN"
