"""Title norms on paper: a summary, the certificate of a result (IT1), the report of the event (IT3)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from domain.norms.choosing import NormClaim
from domain.norms.event import STRONG_TITLES
from domain.norms.judging import REQUIREMENTS, TITLE_HOLDERS, NormGame, counted_ratings
from domain.words.players import Title
from domain.words.rating_lists import Speed, speed_of_clock
from domain.words.regulations import Acceleration
from projections.moment.people import Person
from projections.table.norm_forecast import norm_forecast
from projections.table.norms import Norms, PlayerNorms, norms
from projections.table.rating_report import numbered_players
from web.paper.asked import PaperRequest, joined
from web.paper.sheets import FormSheet, ListColumn, ListTable, Section, Sheet, TableSheet
from web.wording import N_
from web.wording.chess.needs import norm_sentence
from web.wording.chess.norms import NORM_ARTICLES, check_name, check_verdict, concession_in_words, event_name, figure
from web.wording.chess.status import format_name
from web.wording.pairing import system_of_event

TO_WRITE = "_" * 40
"""A line for handwriting."""

SPEEDS: Mapping[Speed, str] = {Speed.STANDARD: N_("standard"), Speed.RAPID: N_("rapid"), Speed.BLITZ: N_("blitz")}

Facts = tuple[tuple[str, str], ...]


def norm_summary(asked: PaperRequest) -> list[Sheet]:
    """Norms achieved and nearly achieved; the condition that fails stands beside each."""
    said, view = asked.words.gettext, norms(asked.snapshot, asked.norm_event)
    columns = (
        ListColumn(said("Player"), wide=1),
        ListColumn(said("Norm"), strong=True),
        ListColumn(said("Games"), "end"),
        ListColumn(said("Pts"), "end"),
        ListColumn(said("Average"), "end"),
        ListColumn(said("Performance"), "end"),
        ListColumn(said("Result"), wide=1),
    )
    rows = [_summary_row(one, found, asked) for one in view.players for found in one.claims]
    nobody = [[said("Nobody has made a norm or nearly made one.")]]
    return [TableSheet(said("Title norms"), ListTable(columns, rows or nobody), _about_event(view, asked))]


def _summary_row(one: PlayerNorms, found: NormClaim, asked: PaperRequest) -> list[str]:
    judged = found.judgement
    return [
        asked.name(one.person),
        judged.norm.value,
        str(len(judged.games)),
        asked.words.points(judged.half_points),
        str(judged.average),
        str(judged.performance),
        claim_outcome(found, asked),
    ]


def claim_outcome(found: NormClaim, asked: PaperRequest) -> str:
    """`achieved`, with what it rests on; or the conditions that fail."""
    said = asked.words.gettext
    if found.achieved:
        used = [f"{concession_in_words(one, asked.words)} ({one.value})" for one in found.concessions]
        return "; ".join([said("achieved"), *used])
    failed = (checked for checked in found.judgement.checks if not checked.met)
    reasons = []
    for checked in failed:
        reached, limit = figure(checked, asked.words)
        reasons.append(f"{check_name(checked.check, asked.words)}: {reached}, {limit} ({NORM_ARTICLES[checked.check]})")
    return said("not achieved: {reasons}", reasons="; ".join(reasons))


def _about_event(view: Norms, asked: PaperRequest) -> str:
    said = asked.words.gettext
    parts = [said("Judged as {event}, by B.01 of 2024.", event=event_name(view.event, asked.words))]
    if view.exempt_by_foreigners:
        parts.append(said("Enough foreign players in every round: nothing is asked of federations (1.4.3d)."))
    if view.strong_swiss:
        parts.append(said("Forty participants averaging 2000 in every round (1.5.6a)."))
    return " ".join(parts)


def norms_in_reach_list(asked: PaperRequest) -> list[Sheet]:
    """Who can still make a norm, with the points needed."""
    said, view = asked.words.gettext, norm_forecast(asked.snapshot, asked.chances, asked.norm_event)
    columns = (
        ListColumn(said("Player"), wide=1),
        ListColumn(said("Norm"), strong=True),
        ListColumn(said("What is needed"), wide=2),
    )
    rows = [
        [asked.name(one.person), norm.norm.value, norm_sentence(norm, asked.words)]
        for one in (view.players if view else ())
        for norm in one.in_reach
    ]
    about = said("Judged as {event}, by B.01 of 2024.", event=event_name(asked.norm_event, asked.words))
    return [TableSheet(said("Norms in reach"), ListTable(columns, rows), about)] if rows else []


def with_norms_in_reach(asked: PaperRequest) -> bool:
    view = norm_forecast(asked.snapshot, asked.chances, asked.norm_event)
    return view is not None and any(one.in_reach for one in view.players)


def norm_certificates(asked: PaperRequest) -> list[FormSheet]:
    """A certificate (IT1) for every norm achieved."""
    view = norms(asked.snapshot, asked.norm_event)
    return [_certificate(one, found, view, asked) for one, found in norms_achieved(view)]


def with_norms(asked: PaperRequest) -> bool:
    return any(norms_achieved(norms(asked.snapshot, asked.norm_event)))


def norms_achieved(view: Norms) -> Iterator[tuple[PlayerNorms, NormClaim]]:
    return ((one, found) for one in view.players for found in one.claims if found.achieved)


def _certificate(one: PlayerNorms, found: NormClaim, view: Norms, asked: PaperRequest) -> FormSheet:
    said, person, judged = asked.words.gettext, one.person, found.judgement
    required = REQUIREMENTS[judged.norm]
    applicant = (
        (said("Name"), asked.name(person)),
        (said("FIDE ID"), str(person.fide_id or "")),
        (said("Federation"), person.federation),
    )
    needed = judged.needed_half_points or 0
    totals = (
        (said("Average rating of the opponents"), str(judged.average)),
        (said("Score"), f"{asked.words.points(judged.half_points)} / {len(judged.games)}"),
        (said("Score needed"), asked.words.points(needed)),
        (said("More than needed by"), asked.words.points(judged.half_points - needed)),
        (said("Performance"), f"{judged.performance} ({said('at least {n}', n=required.performance)})"),
    )
    return FormSheet(
        said("Certificate of a title result (IT1): {norm}", norm=judged.norm.value),
        (
            Section(said("Applicant"), _known(applicant)),
            Section(said("Event"), event_facts(asked)),
            Section(said("Opponents"), _opponents(judged.games, person, asked)),
            *([_fewest_foreigners(view, asked)] if view.exempt_by_foreigners else []),
            Section("", table=_games_table(found, asked)),
            Section("", totals),
            Section(said("Conditions"), table=_checks_table(found, asked)),
            Section(said("Remarks"), text=_remarks(found, view, asked)),
        ),
        signatures=(said("Chief arbiter"), said("Federation"), said("Place and date")),
    )


def _known(facts: Facts) -> Facts:
    return tuple((name, value) for name, value in facts if value)


def event_facts(asked: PaperRequest) -> Facts:
    said, details = asked.words.gettext, asked.snapshot.tournament.details
    days = asked.words.days(details.start, details.end or details.start) if details.start else ""
    facts = (
        (said("Event"), joined((details.name, details.city, details.federation))),
        (said("Dates"), days),
        (said("Time control"), details.time_control),
        (said("Chief arbiter"), details.chief_arbiter),
    )
    return _known(facts)


def _opponents(games: Sequence[NormGame], person: Person, asked: PaperRequest) -> Facts:
    said, host = asked.words.gettext, asked.snapshot.tournament.details.federation
    titles = Counter(game.title for game in games)
    by_title = [(title.value, titles[title]) for title in Title if title in TITLE_HOLDERS and titles[title]]
    counts = (
        (said("Games"), len(games)),
        (said("Federations"), len({game.federation for game in games if game.federation})),
        (said("Not of the applicant’s federation"), sum(game.federation != person.federation for game in games)),
        (said("Of the host federation"), sum(game.federation == host for game in games if host)),
        (said("Rated"), sum(bool(game.rating) for game in games)),
        (said("With a title"), sum(game.title in TITLE_HOLDERS for game in games)),
    )
    told = tuple((name, asked.words.number(count)) for name, count in counts)
    return (*told, (said("Titles"), ", ".join(f"{count} {name}" for name, count in by_title) or "–"))


def _games_table(found: NormClaim, asked: PaperRequest) -> ListTable:
    said = asked.words.gettext
    columns = (
        ListColumn(said("Rd"), "end", strong=True),
        ListColumn(said("Opponent"), wide=1),
        ListColumn(said("FIDE ID"), "end"),
        ListColumn(said("Fed")),
        ListColumn(said("Rtg"), "end"),
        ListColumn(said("Counts as (1.4.6)"), "end"),
        ListColumn(said("Title")),
        ListColumn(said("Result"), "end"),
        ListColumn(""),
    )
    people, judged = numbered_players(asked.snapshot), found.judgement
    ratings = counted_ratings([game.rating for game in judged.games], judged.norm)
    counted = {game.round: str(rating) for game, rating in zip(judged.games, ratings, strict=True)}
    every = sorted((*judged.games, *found.left_out), key=lambda game: game.round)
    rows = [_game_row(game, people[game.opponent], counted.get(game.round, ""), asked) for game in every]
    return ListTable(columns, rows)


def _game_row(game: NormGame, opponent: Person, counted: str, asked: PaperRequest) -> list[str]:
    """`counted` is the rating that stands in the average; empty for a game that is left out."""
    return [
        str(game.round),
        asked.name(opponent),
        str(opponent.fide_id or ""),
        game.federation,
        str(game.rating or ""),
        counted,
        game.title.value,
        asked.words.points(game.half_points),
        "" if counted else asked.words.gettext("left out"),
    ]


def _checks_table(found: NormClaim, asked: PaperRequest) -> ListTable:
    said = asked.words.gettext
    columns = (
        ListColumn(said("Condition"), wide=1),
        ListColumn("B.01"),
        ListColumn(said("Reached"), "end"),
        ListColumn(said("Asked for")),
        ListColumn(""),
    )
    rows = []
    for checked in found.judgement.checks:
        reached, limit = figure(checked, asked.words)
        met = check_verdict(checked, asked.words)
        rows.append([check_name(checked.check, asked.words), NORM_ARTICLES[checked.check], reached, limit, met])
    return ListTable(columns, rows)


def _remarks(found: NormClaim, view: Norms, asked: PaperRequest) -> str:
    used = [f"{one.value}: {concession_in_words(one, asked.words)}." for one in found.concessions]
    return " ".join([*used, _about_event(view, asked)])


def tournament_report(asked: PaperRequest) -> list[FormSheet]:
    """The report of the event that goes with norms (IT3)."""
    said, words, view = asked.words.gettext, asked.words, norms(asked.snapshot, asked.norm_event)
    made = Counter(found.judgement.norm.value for one in view.players for found in one.claims if found.achieved)
    told = tuple((norm, words.number(count)) for norm, count in made.items())
    return [
        FormSheet(
            said("Tournament report (IT3)"),
            (
                Section(said("Event"), _facts_of_report(asked)),
                Section(said("Players"), table=_players_table(asked)),
                _fewest_foreigners(view, asked),
                Section(said("Norms"), told, text="" if told else "–"),
                Section(said("Remarks"), text=_about_event(view, asked)),
            ),
            signatures=(said("Chief arbiter"), said("Organiser"), said("Place and date")),
        )
    ]


def _facts_of_report(asked: PaperRequest) -> Facts:
    """The answers about the event, with lines to write on where nobody has told the program."""
    said, words, t = asked.words.gettext, asked.words, asked.snapshot.tournament
    laws, details = t.regulations, t.details
    facts = (
        (said("FIDE code of the event"), TO_WRITE),
        *event_facts(asked),
        (said("Deputies"), ", ".join(details.deputies)),
        (said("Further arbiters"), ", ".join(details.arbiters)),
        (said("Organiser (name, e-mail)"), TO_WRITE),
        (said("Rated as"), said(SPEEDS[speed_of_clock(details.clock)]) if details.clock else TO_WRITE),
        (said("Format"), format_name(laws.format, words)),
        (said("Individual or team"), said("teams") if t.teams else said("players")),
        (said("Pairing system"), system_of_event(laws, words)),
        (said("Acceleration"), said("Baku (C.04.7)") if laws.acceleration is Acceleration.BAKU else ""),
        (said("Rounds"), words.number(laws.rounds)),
        (said("Rounds per day"), _rounds_per_day(details.schedule)),
        (said("Paired by"), "Tablo"),
    )
    return _known(facts)


def _fewest_foreigners(view: Norms, asked: PaperRequest) -> Section:
    said, foreign = asked.words.gettext, view.foreigners
    facts = (
        (said("Rated, not of the host federation"), asked.words.number(foreign.players)),
        (said("Federations"), asked.words.number(foreign.federations)),
        (said("GM, IM, WGM, WIM"), asked.words.number(foreign.titled)),
    )
    return Section(said("Fewest in any round (1.4.3d)"), facts)


def _rounds_per_day(schedule: Sequence[str]) -> str:
    """`1-2-2-1`; empty where the schedule has no dates."""
    days = Counter(start[:10] for start in schedule if start)
    return "-".join(str(days[day]) for day in sorted(days))


def _players_table(asked: PaperRequest) -> ListTable:
    said, host = asked.words.gettext, asked.snapshot.tournament.details.federation
    columns = (
        ListColumn("", wide=1),
        ListColumn(said("Total"), "end", strong=True),
        ListColumn(said("Federations"), "end"),
        ListColumn(said("Of the host"), "end"),
        ListColumn(said("Foreign"), "end"),
    )
    people = list(numbered_players(asked.snapshot).values())
    kinds = [(said("Rated"), [one for one in people if one.rating])]
    kinds += [(said("Unrated"), [one for one in people if not one.rating])]
    titled = sorted(TITLE_HOLDERS | STRONG_TITLES, key=list(Title).index)
    kinds += [(title.value, [one for one in people if one.title is title]) for title in titled]
    rows = []
    for name, some in kinds:
        federations, own = len({one.federation for one in some} - {""}), _of(host, some)
        rows.append([name, str(len(some)), str(federations), str(own), str(len(some) - own)])
    return ListTable(columns, rows)


def _of(host: str, people: Sequence[Person]) -> int:
    return sum(one.federation == host for one in people) if host else 0
