"""The worth of results as a file can say it."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from domain.words.games import Code, Colour, Scoring


@dataclass(frozen=True, slots=True)
class PointSystem:
    """Worth of each result in half-points, with the names of the `XXS` record."""

    ww: int = 2
    bw: int = 2
    wd: int = 1
    bd: int = 1
    wl: int = 0
    bl: int = 0
    zpb: int = 0
    hpb: int = 1
    fpb: int = 2
    pab: int = 2
    fw: int = 2
    fl: int = 0
    unknown: int = 1
    """An adjourned game, or one whose result is not known (`X`)."""

    def points(self, code: Code, colour: Colour | None) -> int:
        """Half-points for `code`; a game without result counts nothing yet."""
        black = colour is Colour.BLACK
        match code:
            case Code.WIN | Code.UNRATED_WIN:
                return self.bw if black else self.ww
            case Code.DRAW | Code.UNRATED_DRAW:
                return self.bd if black else self.wd
            case Code.LOSS | Code.UNRATED_LOSS:
                return self.bl if black else self.wl
            case Code.FORFEIT_WIN:
                return self.fw
            case Code.FORFEIT_LOSS:
                return self.fl
            case Code.PAIRING_BYE:
                return self.pab
            case Code.FULL_BYE:
                return self.fpb
            case Code.HALF_BYE:
                return self.hpb
            case Code.ZERO_BYE:
                return self.zpb
            case Code.ADJOURNED:
                return self.unknown
            case Code.PENDING:
                return 0

    @property
    def scoring(self) -> Scoring:
        """The nearest scoring of the regulations (exact if `plain`)."""
        return Scoring(self.ww, self.wd, self.wl, self.pab, self.zpb)

    @property
    def plain(self) -> bool:
        """Colours do not matter and byes count as the result they stand for."""
        return self == PointSystem.of(self.scoring, self.unknown)

    @staticmethod
    def of(scoring: Scoring, unknown: int | None = None) -> "PointSystem":
        win, draw, loss, away = scoring.win, scoring.draw, scoring.loss, scoring.absence
        if unknown is None:
            unknown = draw
        return PointSystem(win, win, draw, draw, loss, loss, away, draw, win, scoring.pairing_bye, win, away, unknown)

    def with_values(self, values: Mapping[str, int]) -> "PointSystem":
        merged = {f.name: getattr(self, f.name) for f in fields(self)} | dict(values)
        return PointSystem(**merged)


USUAL_POINTS = PointSystem()
