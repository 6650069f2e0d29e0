"""Applications on paper: for titles by norms (IT2) or by a result (IT4), and the work of arbiters and organisers.

The layout of FIDE's own sheets is not copied: the same answers stand in the same order.
"""

from collections.abc import Sequence

from domain.norms.choosing import NormClaim
from domain.norms.judging import GAMES_OF_A_TITLE, RATING_OF_TITLE, TITLE_HOLDERS
from domain.words.regulations import Format
from projections.moment.people import Person
from projections.table.norms import Norms, norms
from projections.table.podium import is_decided
from projections.table.rating_report import numbered_players
from projections.table.standings import StandingRow, standings
from web.paper.asked import PaperRequest, joined, role_apart
from web.paper.norm_forms import TO_WRITE, Facts, event_facts, norms_achieved
from web.paper.sheets import FormSheet, ListColumn, ListTable, Section
from web.wording.chess.status import format_name

NORMS_TO_WRITE = 3
"""Lines for norms of other events."""
DOUBLE = 2
"""Cycles of a double round robin."""


def title_applications(asked: PaperRequest) -> list[FormSheet]:
    """An application (IT2) for everybody with a norm of this event; norms of other events are written in by hand."""
    view = norms(asked.snapshot, asked.norm_event)
    return [_application(one.person, found, view, asked) for one, found in norms_achieved(view)]


def _application(person: Person, found: NormClaim, view: Norms, asked: PaperRequest) -> FormSheet:
    said, norm = asked.words.gettext, found.judgement.norm
    player = asked.snapshot.tournament.players[person.id]
    applicant = (
        (said("Name"), asked.name(person)),
        (said("FIDE ID"), str(person.fide_id or TO_WRITE)),
        (said("Federation"), person.federation or TO_WRITE),
        (said("Born"), str(player.birth_year or TO_WRITE)),
        (said("Rating"), str(person.rating or TO_WRITE)),
    )
    return FormSheet(
        said("Application for a title (IT2): {title}", title=norm.value),
        (
            Section(said("Applicant"), applicant),
            Section(said("Norms"), table=_norms_table(found, asked)),
            Section(said("Conditions"), _conditions(person, found, view, asked)),
        ),
        said("A certificate (IT1) of each norm goes with it."),
        signatures=(said("Federation"), said("Place and date")),
    )


def _norms_table(found: NormClaim, asked: PaperRequest) -> ListTable:
    said, words, judged = asked.words.gettext, asked.words, found.judgement
    details = asked.snapshot.tournament.details
    columns = (
        ListColumn(said("Event"), wide=2),
        ListColumn(said("Dates"), wide=1),
        ListColumn(said("Games"), "end"),
        ListColumn(said("Points"), "end"),
        ListColumn(said("Average"), "end"),
        ListColumn(said("Performance"), "end"),
    )
    here = [
        joined((details.name, details.city, details.federation)),
        words.days(details.start, details.end or details.start) if details.start else "",
        str(len(judged.games)),
        words.points(judged.half_points),
        str(judged.average),
        str(judged.performance),
    ]
    return ListTable(columns, [here, *[["…", "", "", "", "", ""]] * NORMS_TO_WRITE])


def _conditions(person: Person, found: NormClaim, view: Norms, asked: PaperRequest) -> Facts:
    """What the title asks for beside a norm (1.5): the rating once reached, the games, an event of 1.5.6a."""
    said, norm, games = asked.words.gettext, found.judgement.norm, len(found.judgement.games)
    rating = RATING_OF_TITLE[norm]
    reached = said("reached") if person.rating >= rating else TO_WRITE
    return (
        (said("Published rating of {rating} or more", rating=rating), reached),
        (said("Games of all norms, {n} or more", n=GAMES_OF_A_TITLE), said("{n} in this event", n=games)),
        (said("A norm of a strong Swiss (1.5.6a)"), said("this event") if view.strong_swiss else TO_WRITE),
    )


# Direct titles

MOST_CLAIMS = 40
MEDALS = 3
"""Places that get one."""


def with_direct_titles(asked: PaperRequest) -> bool:
    return bool(_claimants(asked))


def _claimants(asked: PaperRequest) -> Sequence[StandingRow]:
    """Of a finished event of single players, those with a medal or half of the points."""
    t = asked.snapshot.tournament
    if t.teams or not is_decided(asked.snapshot):
        return ()
    half = t.regulations.rounds * t.regulations.round_scoring.win // 2
    rows = standings(asked.snapshot).rows
    return [row for row in rows if row.place <= MEDALS or row.points >= half][:MOST_CLAIMS]


def direct_titles(asked: PaperRequest) -> list[FormSheet]:
    """The claims of titles by places and points (IT4); which title a result is worth is written in by hand."""
    said, claimants = asked.words.gettext, _claimants(asked)
    if not claimants:
        return []
    members = said("{n} of ____ members", n=len(_federations(asked)))
    facts = (
        (said("FIDE code of the event"), TO_WRITE),
        *event_facts(asked),
        (said("Federations"), members),
        (said("Regulations (link)"), TO_WRITE),
    )
    return [
        FormSheet(
            said("Direct titles (IT4)"),
            (Section(said("Event"), facts), Section(said("Claims"), table=_claims_table(claimants, asked))),
            said("Who gets which title is in FIDE’s table of direct titles: write in the title or the norm claimed."),
            signatures=(said("Chief arbiter"), said("Federation"), said("Place and date")),
        )
    ]


def _claims_table(claimants: Sequence[StandingRow], asked: PaperRequest) -> ListTable:
    said, words, laws = asked.words.gettext, asked.words, asked.snapshot.tournament.regulations
    columns = (
        ListColumn(said("Place"), "end", strong=True),
        ListColumn(said("Player"), wide=2),
        ListColumn(said("Fed")),
        ListColumn(said("FIDE ID"), "end"),
        ListColumn(said("Rtg"), "end"),
        ListColumn(said("Points"), "end"),
        ListColumn("%", "end"),
        ListColumn(said("Title claimed"), wide=1),
        ListColumn(said("Remarks"), wide=1),
    )
    most = laws.rounds * laws.round_scoring.win
    return ListTable(
        columns,
        [
            [
                str(row.place),
                asked.name(row.person),
                row.person.federation,
                str(row.person.fide_id or ""),
                str(row.person.rating or ""),
                words.points(row.points),
                str(round(100 * row.points / most)),
                "",
                "",
            ]
            for row in claimants
        ],
    )


def _federations(asked: PaperRequest) -> frozenset[str]:
    return frozenset(one.federation for one in numbered_players(asked.snapshot).values()) - {""}


# Arbiters and organisers


def with_arbiters(asked: PaperRequest) -> bool:
    return bool(_arbiters(asked))


def _arbiters(asked: PaperRequest) -> list[tuple[str, str]]:
    """Everybody named in the announcement, with their position."""
    said, details = asked.words.gettext, asked.snapshot.tournament.details
    chief = [(details.chief_arbiter, said("Chief arbiter"))] if details.chief_arbiter else []
    deputies = [(name, said("Deputy chief arbiter")) for name in details.deputies]
    return [*chief, *deputies, *((name, role or said("Arbiter")) for name, role in map(role_apart, details.arbiters))]


def arbiter_norms(asked: PaperRequest) -> list[FormSheet]:
    """The report about the work of each arbiter (FA1, IA1), which the candidate's title needs."""
    return [_of_arbiter(name, position, asked) for name, position in _arbiters(asked)]


def organiser_event(asked: PaperRequest) -> list[FormSheet]:
    """The proof that an event was organised, for the title of an organiser (B.09 of 2023); who it was is written in."""
    said = asked.words.gettext
    names = (said("Surname"), said("First name"), said("FIDE ID"), said("Federation"))
    tasks = (said("Position"), said("Title"))
    return [
        FormSheet(
            said("Event of an organiser (IO)"),
            (
                Section(said("Candidate"), tuple((name, TO_WRITE) for name in (*names, *tasks))),
                Section(said("Event"), _about_event(asked)),
                Section(said("Remarks"), ((said("Work of the candidate"), TO_WRITE),)),
            ),
            signatures=(said("Organiser"), said("Federation"), said("Place and date")),
        )
    ]


def _of_arbiter(name: str, position: str, asked: PaperRequest) -> FormSheet:
    said = asked.words.gettext
    surname, first = _in_two(name)
    candidate = (
        (said("Surname"), surname.upper()),
        (said("First name"), first or TO_WRITE),
        (said("FIDE ID"), TO_WRITE),
        (said("Federation"), TO_WRITE),
        (said("Position"), position),
        (said("Title"), joined(("FA", "IA"))),
    )
    return FormSheet(
        said("Norm of an arbiter (FA1, IA1)"),
        (
            Section(said("Candidate"), candidate),
            Section(said("Event"), _about_event(asked)),
            Section(said("Remarks"), ((said("Work of the candidate"), TO_WRITE),)),
        ),
        signatures=(said("Chief arbiter"), said("Federation"), said("Place and date")),
    )


def _in_two(name: str) -> tuple[str, str]:
    """Surname and first name of `Ivanov, Petar` or `Petar Ivanov`."""
    if "," in name:
        last, _, first = name.partition(",")
        return last.strip(), first.strip()
    first, _, last = name.strip().rpartition(" ")
    return last, first


def _about_event(asked: PaperRequest) -> Facts:
    said, words, t = asked.words.gettext, asked.words, asked.snapshot.tournament
    people = list(numbered_players(asked.snapshot).values())
    laws = t.regulations
    system = said("Team") if laws.of_teams else format_name(laws.format, words)
    if laws.format is Format.ROUND_ROBIN and laws.round_robin.cycles == DOUBLE:
        system = said("Double round robin")
    return (
        (said("FIDE code of the event"), TO_WRITE),
        *event_facts(asked),
        (said("System"), system),
        (said("Rounds"), words.number(laws.rounds)),
        (said("Players"), words.number(len(people))),
        (said("Rated"), words.number(sum(one.rating > 0 for one in people))),
        (said("Federations"), words.number(len(_federations(asked)))),
        (said("Title holders (without CM and WCM)"), words.number(sum(one.title in TITLE_HOLDERS for one in people))),
    )
