"""`tablo chances`: the rest of the event of a report file played out by lot, and what each player needs for a place."""

import secrets
from argparse import Namespace
from collections.abc import Iterator
from random import Random

from domain.files.header import regulations_of
from domain.files.rechecking import event_before
from domain.records import dataclass
from domain.tournament import Tournament
from domain.tournament_cards.cards import numbers_of
from projections.chances.lots import EndsByLot
from projections.chances.needs import needs_for_places
from projections.chances.rest import NotPlayedOut, rest_of_event
from projections.chances.tally import Tally, played_out
from projections.moment.chances_found import Need, Share
from server.cli.report_file import add_report, read_report, refusals_told
from server.cli.terminal import OK, Parser, note, own_language, positive, print_answer, said
from web.wording.chess.needs import need_sentence
from web.wording.chess.results import points_won

RUNS = 500


def add(parser: Parser) -> None:
    parser.description = said(
        "Play the rest of an event out by lot: games by FIDE's table of expected scores and Davidson's model of draws, "
        "further rounds paired by the system of the file. Says how likely each player comes among the first, and what "
        "decides it whatever the others do."
    )
    parser.epilog = said("Exit codes: 0 done, 2 bad input.")
    add_report(parser)
    parser.option("--round", "as it stood before this round (default: after all that is in the file)", type=positive)
    parser.option("--top", "the last place that is asked for (default: {top})", {"top": 1}, type=positive, default=1)
    parser.option("--runs", "endings of the event (default: {runs})", {"runs": RUNS}, type=positive, default=RUNS)
    parser.option("--seed", "the same seed gives the same answer (default: a fresh one)", metavar="K")
    parser.json_flag()
    parser.set_defaults(run=run)


@dataclass(frozen=True, slots=True)
class Prospects:
    """A player's row: the points so far in half-points, the chance of the places asked for, and what is certain."""

    name: str
    points: int
    place: Share
    need: Need

    def facts(self) -> dict[str, object]:
        return {
            "name": self.name,
            "points": self.points / 2,
            "chance": round(self.place.chance, 4),
            "error": round(self.place.error, 4),
            "need": self.need.kind.value,
            "enough": None if self.need.enough is None else self.need.enough / 2,
            "needed": None if self.need.needed is None else self.need.needed / 2,
        }

    def line(self, width: int) -> str:
        chance = f"{100 * self.place.chance:5.1f} % ±{100 * self.place.error:4.1f}"
        points, needed = points_won(self.points, own_language()), need_sentence(self.need, own_language())
        return f"{self.name:<{width}} {points:>5}  {chance}  {needed}"


def run(arguments: Namespace) -> int:
    report = read_report(arguments)
    seed = arguments.seed if arguments.seed is not None else str(secrets.randbits(48))
    with refusals_told(arguments.file):
        laws = regulations_of(report)
        event = event_before(report, laws, arguments.round or report.rounds_paired + 1)
        try:
            ground = rest_of_event(event)
        except NotPlayedOut as none:
            raise none.why or none from None
        tally = played_out(ground, EndsByLot(Random(f"tablo chances {seed}").random), arguments.runs)
        need = needs_for_places(ground, (arguments.top,))
    number = numbers_of(event)
    rows = [
        Prospects(
            event.entrants[id].name,
            ground.table[number[id]].score,
            tally.best_to(number[id], arguments.top),
            need[number[id]][0],
        )
        for id in event.numbers
    ]
    rows.sort(key=lambda row: (-row.place.chance, -row.points))
    print_answer(arguments, _facts(arguments, seed, event, tally, rows), _lines(arguments, tally, rows))
    note("seed {seed}", seed=seed)
    return OK


def _facts(
    arguments: Namespace, seed: str, event: Tournament, tally: Tally, rows: list[Prospects]
) -> dict[str, object]:
    return {
        "after": event.published,
        "top": arguments.top,
        "runs": tally.runs,
        "stopped": tally.stopped,
        "seed": seed,
        "players": [row.facts() for row in rows],
    }


def _lines(arguments: Namespace, tally: Tally, rows: list[Prospects]) -> Iterator[str]:
    width = max((len(row.name) for row in rows), default=0)
    yield said("Among the first {top}, by {runs} endings played out by lot:", top=arguments.top, runs=tally.runs)
    yield from (row.line(width) for row in rows)
    if tally.stopped:
        yield said(
            "{stopped} runs came to a round that has no legal pairing and count for nothing.", stopped=tally.stopped
        )
