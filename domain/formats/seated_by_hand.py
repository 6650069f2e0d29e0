"""Formats whose rounds the arbiter seats: their tables count already, their pairings do not come from here yet."""

from domain.formats.contract import Seating
from domain.formats.round_by_round import RoundByRound
from domain.refusals import NotPairedByEngine
from domain.state import Tournament


class SeatedByHand(RoundByRound):
    predetermined = True

    def pair(self, tournament: Tournament, round: int) -> Seating:
        raise NotPairedByEngine(round, tournament.regulations.format)
