"""A pairing made by hand against the absolute criteria of an edition: the desk's live validator."""

from collections.abc import Iterable

from domain.pairing.attendance import attendance, kept_apart
from domain.pairing.swiss.absolute import BarsFromBye, BarsFromColour, ForbidsPair, HandSeating, LeavesPairing, One
from domain.words.articles import Article
from domain.words.players import PairingNumber
from domain.words.rounds import Breach, Fault

AbsoluteRow = ForbidsPair[One] | BarsFromBye[One] | BarsFromColour[One] | LeavesPairing[One]


def breaches(
    seating: HandSeating[One], rows: Iterable[AbsoluteRow[One]], seated: Article
) -> tuple[Breach[PairingNumber], ...]:
    """Breaches of these boards by the rows, by the article on who is seated, and of the arbiter's bans; empty = legal.

    Boards may still be missing: then C4 says whether those left can all be paired.
    """
    task = seating.task
    return (
        *attendance(task, seating.boards, seating.bye, seat=seated, away=seated),
        *(
            Breach(Fault.RULE, players, Article(seated.edition, row.number))
            for row in rows
            for players in row.broken(seating)
        ),
        *(breach for pair in seating.boards for breach in kept_apart(task, pair)),
    )
