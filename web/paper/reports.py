"""Reports for organisers, federations and rating officers."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from domain.tournament_cards.periods import RatingPeriod
from projections.moment.people import Person
from projections.table.rating_report import periods_begun
from web.paper.asked import PaperRequest
from web.paper.lists import bracket_paper, crosstable_sheet, standings_sheet
from web.paper.sheets import FormSheet, ListTable, Section, Sheet, TableSheet
from web.paper.table_writer import printed_table
from web.tables import ratings_table
from web.wording.chess.status import format_name
from web.wording.pairing import system_of_event

RATING_BAND = 200


def rating_changes_list(asked: PaperRequest) -> list[TableSheet]:
    """The line of everybody in the rating report, as far as K is known."""
    said = asked.words.gettext
    if not asked.snapshot.round:
        return []
    note = said("An estimate: the coefficient K is that of an established player where it is not known.")
    periods: Sequence[RatingPeriod | None] = periods_begun(asked.snapshot) or (None,)

    def table(period: RatingPeriod | None) -> ListTable:
        return printed_table(ratings_table(asked.snapshot, asked.words, period), asked.words)

    return [TableSheet(_title_of(period, asked), table(period), note) for period in periods]


def _title_of(period: RatingPeriod | None, asked: PaperRequest) -> str:
    said = asked.words.gettext
    if period is None:
        return said("Rating changes")
    last = min(period.last, asked.snapshot.round)
    return said("Rating changes, rounds {first} to {last} ({list})").format(
        first=period.first, last=last, list=period.list or "–"
    )


def final_report(asked: PaperRequest) -> list[Sheet]:
    """The event in figures, then its table and its crosstable."""
    said, words, t = asked.words.gettext, asked.words, asked.snapshot.tournament
    details, laws = t.details, t.regulations
    played = sum(game.result is not None and game.result.played for round in t.rounds for game in round.games)
    facts = (
        (said("Place"), details.city),
        (said("Federation"), details.federation),
        (said("Dates"), words.days(details.start, details.end or details.start) if details.start else ""),
        (said("Format"), format_name(laws.format, words)),
        (said("Pairing system"), system_of_event(laws, words)),
        (said("Rounds"), words.number(laws.rounds)),
        (said("Time control"), details.time_control),
        (said("Chief arbiter"), details.chief_arbiter),
        (said("Deputies"), ", ".join(details.deputies)),
        (said("Further arbiters"), ", ".join(details.arbiters)),
        (said("Participants"), words.number(len(asked.everybody))),
        (said("Games played"), words.number(played)),
        (said("Withdrawn"), words.number(sum(one.away for one in asked.everybody))),
    )
    people = [one for one in asked.snapshot.members.values() if not one.anonymous]
    sections = (
        Section(said("Event"), tuple((name, value) for name, value in facts if value)),
        _counted(said("Federations"), (one.federation for one in people), asked),
        _counted(said("Titles"), (one.title.value for one in people), asked),
        _counted(said("Ratings"), map(_band, people), asked, _band_order),
    )
    sheet = FormSheet(
        said("Final report"),
        tuple(part for part in sections if part.facts or part.text),
        signatures=(said("Place and date"), said("Chief arbiter")),
    )
    return [sheet, *standings_sheet(asked), *bracket_paper(asked), *crosstable_sheet(asked)]


def _counted(
    title: str,
    of_everybody: Iterable[str],
    asked: PaperRequest,
    order: Callable[[tuple[str, int]], tuple[int, int | str]] = lambda one: (-one[1], one[0]),
) -> Section:
    """The number of each kind, the greatest number first unless `order` says otherwise; nothing where none is known."""
    counted = Counter(of_everybody)
    none = counted.pop("", 0)
    told = [f"{kind} {asked.words.number(n)}" for kind, n in sorted(counted.items(), key=order)]
    if told and none:
        told.append(f"{asked.words.gettext('none')} {asked.words.number(none)}")
    return Section(title, text=asked.words.listing(told))


def _band(person: Person) -> str:
    low = person.rating // RATING_BAND * RATING_BAND
    return f"{low}–{low + RATING_BAND - 1}" if person.rating else ""


def _band_order(one: tuple[str, int]) -> tuple[int, int]:
    """The highest ratings first."""
    return -int(one[0].partition("–")[0]), 0
