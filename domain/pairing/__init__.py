"""Pairing systems, one folder per system and edition, behind the contract in `system.py`.

    SYSTEMS["dutch-1998"].pair(task: PairingTask) -> RoundPairing        raises NoLegalPairing
    checker.check(history, system) -> tuple[Difference, ...]             empty = we pair every round just so
    generator.generate(wishes, system, chance) -> Generated              a made-up event

Every number is a pairing number, every point a half-point. `graph/` knows no chess.
"""

from typing import cast

from domain.pairing.burstein_2026 import Burstein2026
from domain.pairing.double_swiss_2026 import DoubleSwiss2026
from domain.pairing.dubov_2026 import Dubov2026
from domain.pairing.dutch_1998 import Dutch1998
from domain.pairing.dutch_2026 import Dutch2026
from domain.pairing.keizer import Keizer
from domain.pairing.kept_apart import ApartWherePossible
from domain.pairing.last_bye import ByeToTheLast
from domain.pairing.lim import Lim
from domain.pairing.mcmahon import McMahon
from domain.pairing.missing import MissingSystem
from domain.pairing.system import NoLegalPairing, System
from domain.pairing.team_swiss_2026 import TeamSwiss2026
from domain.state import Tournament
from domain.words.options import FIDE_COLOUR_RUN, ApartBy, ByeRule
from domain.words.regulations import Entrants, Regulations
from domain.words.teams import TeamOptions

__all__ = [
    "SYSTEMS", "NoLegalPairing", "System", "engine_signature", "system_named", "system_of", "system_under",
    "systems_for",
]  # fmt: skip

DUTCH_2026 = Dutch2026()
SYSTEMS: dict[str, System] = {
    system.name: system
    for system in (
        Dutch1998(),
        DUTCH_2026,
        Dubov2026(),
        Burstein2026(DUTCH_2026),
        DoubleSwiss2026(),
        Lim(),
        McMahon(DUTCH_2026),
        Keizer(),
        TeamSwiss2026(),
    )
}


def systems_for(entrants: Entrants) -> dict[str, System]:
    return {name: system for name, system in SYSTEMS.items() if system.entrants is entrants}


def system_named(name: str) -> System:
    """What the journal means by the name; a plugin's system stays a name where the plugin is missing."""
    return SYSTEMS.get(name) or cast(System, MissingSystem(name))


def system_of(tournament: Tournament) -> System:
    return system_under(tournament.regulations)


def system_under(laws: Regulations) -> System:
    """The system and edition of the regulations, with the bye that they want, and with whom they keep apart."""
    system, options = system_named(laws.system), laws.swiss
    if options.bye is ByeRule.LAST:
        system = cast(System, ByeToTheLast(system))
    if options.apart_by is not ApartBy.NOTHING:
        system = cast(System, ApartWherePossible(system, options.apart_by))
    return system


def engine_signature(tournament: Tournament) -> str:
    """The version of the engine, with the options of the regulations by which it answers otherwise."""
    options = tournament.regulations.swiss
    bye = "+last-bye" if options.bye is ByeRule.LAST else ""
    run = f"+colour-run-{options.colour_run}" if options.colour_run != FIDE_COLOUR_RUN else ""
    apart = f"+apart-{options.apart_by}-{options.apart_rounds}" if options.apart_by is not ApartBy.NOTHING else ""
    system = system_of(tournament)
    teams = _of_teams(tournament.regulations.teams) if system.entrants is Entrants.TEAMS else ""
    between = f"+between-{options.rounds_between}" if system.meets_again else ""
    return f"{system.version}{bye}{run}{apart}{between}{teams}"


def _of_teams(options: TeamOptions) -> str:
    """Settings of C.04.6 that are not its defaults (1.2, 1.7)."""
    usual = TeamOptions()
    primary = f"+{options.primary}" if options.primary is not usual.primary else ""
    preferences = f"+preferences-{options.preferences}" if options.preferences is not usual.preferences else ""
    return f"{primary}{preferences}{'+primary-alone' if options.primary_alone else ''}"
