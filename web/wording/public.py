"""Sentences of the public pages that are data in a table: downloads, addresses, what is not here."""

from collections.abc import Sequence

from domain.records import dataclass
from web.wording import Language, language


@dataclass(frozen=True, slots=True)
class Download:
    """A file to take home; `path` is below the tournament."""

    path: str
    name: str
    what: str
    also: tuple[tuple[str, str], ...] = ()


def downloads(
    language: Language,
    rounds: int,
    forms: Sequence[str],
    of_teams: bool = False,
    prizes: bool = False,
    coming: bool = False,
    team_scores: bool = False,
) -> tuple[Download, ...]:
    """`forms` are the formats in which every table is there besides CSV."""
    said = language.gettext

    def also(name: str) -> tuple[tuple[str, str], ...]:
        return tuple((form, f"/{name}.{form.lower()}") for form in forms)

    people = "teams" if of_teams else "players"
    files = [
        Download("/workbook.xlsx", said("The whole tournament"), said("XLSX, a sheet for each table and each round")),
        Download("/report.trf", said("Report file (TRF16)"), said("for FIDE, rating officers and pairing programs")),
        Download("/standings.csv", said("Standings"), said("CSV, with exact tie-breaks"), also("standings")),
        Download("/crosstable.csv", said("Crosstable"), said("CSV, by place"), also("crosstable")),
        Download("/players.csv", said("Players"), said("CSV, by pairing number"), also(people)),
        Download("/calendar.ics", said("Calendar of the rounds"), said("iCalendar, for your phone")),
    ]
    if of_teams:
        what = said("CSV, the players of each board")
        files.insert(4, Download("/boards.csv", said("Tables by board"), what, also("boards")))
    if team_scores:
        files.insert(4, _scores_of_teams(language, also("team-scores")))
    if coming:
        files.append(_next_round(language, also("coming")))
    if prizes:
        files.insert(-1, _prizes(language))
    if rounds:
        files.append(Download("/games.pgn", said("All games"), said("PGN, with the moves of live boards")))
    for round in range(rounds, 0, -1):
        name = said("Pairings of round {n}", n=language.number(round))
        games = (*also(f"pairings/{round}"), ("PGN", f"/pairings/{round}.pgn"))
        files.append(Download(f"/pairings/{round}.csv", name, said("CSV, with results"), games))
    return tuple(files)


def _prizes(language: Language) -> Download:
    said = language.gettext
    return Download("/prizes.xlsx", said("Prizes"), said("XLSX, who gets what"), (("CSV", "/prizes.csv"),))


def _scores_of_teams(language: Language, also: tuple[tuple[str, str], ...]) -> Download:
    said = language.gettext
    return Download(
        "/team-scores.csv", said("Team scores"), said("CSV, clubs or federations by their best players"), also
    )


def _next_round(language: Language, also: tuple[tuple[str, str], ...]) -> Download:
    said = language.gettext
    what = said("CSV, each line marked as provisional")
    return Download("/coming.csv", said("Next round, provisional"), what, (*also, ("PDF", "/coming.pdf")))


def addresses(language: Language) -> tuple[tuple[str, str], ...]:
    """The JSON twins, with what each one gives."""
    said = language.gettext
    return (
        ("/overview.json", said("name, dates, regulations, how far it has come")),
        ("/pairings.json", said("the newest round; /pairings/3.json is round 3")),
        ("/coming.json", said("the next round as it would be now, provisional, and the chances, where they are shown")),
        ("/standings.json", said("the table; /standings/3.json after round 3, ?known=then as the hall saw it")),
        ("/crosstable.json", said("everybody against everybody; ?by=number in order of pairing numbers")),
        ("/boards.json", said("the players of teams by board; /boards/3.json after round 3")),
        ("/team-scores.json", said("clubs or federations by their best players, where they have a table")),
        ("/news.json", said("news and information of the organiser, as they were written (Markdown)")),
        ("/norms.json", said("who can still make a title norm, where it is shown what comes next")),
        ("/playoff.json", said("the stages of a play-off, what comes next, and its outcome")),
        ("/players.json", said("everybody registered")),
        ("/find.json?q=anna", said("those whose names have these words, in any alphabet")),
        ("/mine.json?players=1-2", said("where these players are now: board, opponent, result, points, place")),
        ("/players/1.json", said("a player’s rounds, tie-breaks with their working, rating change")),
        ("/teams/1.json", said("a team’s players and what each did on which board")),
        ("/matches/1/1.json", said("a match of teams: round 1, match 1, board by board")),
        ("/compare.json?a=1&b=2", said("two players side by side")),
        ("/results.json", said("what was entered last, with its journal position")),
        ("/prizes.json", said("who gets what, if prizes are announced")),
    )


def not_here(what: str, language: Language) -> str:
    """The reason an address shows nothing; `what` is the name of the page."""
    said = language.gettext
    return {
        "tournament": said("There is no tournament at this address."),
        "person": said("Nobody is shown at this address."),
        "organiser": said("There is no organiser at this address."),
        "pairings": said("This round has not been published yet."),
        "standings": said("This round has not been published yet."),
        "coming": said("What comes next is not shown here."),
        "boards": said("Only an event of teams has tables by board, after each round that is published."),
        "team-scores": said("No scores of teams are kept here."),
        "player": said("There is no player with this number."),
        "team": said("There is no team with this number."),
        "match": said("There is no such match of teams, or its round has not been published yet."),
        "manual": said("The manual has no page on this system."),
        "compare": said("Choose two different players of this tournament."),
        "prizes": said("No prizes have been announced."),
        "playoff": said("This tournament is no play-off."),
        "festival": said("There is no festival at this address."),
        "entry": said("There is no entry at this address."),
        "moment": said(
            "“at” is a journal position such as 120, a time such as 2026-11-21T14:05+02:00 (UTC where it names no "
            "offset), or an hour of today such as 14:05."
        ),
        "archive": said("Many readers are looking into the past just now. Try again in a few seconds."),
    }.get(what, said("There is no such page."))


def no_room_here(what: str, lang: str = "en") -> str:
    """The reason somebody has to come again; in English it fits into the close frame of a websocket (123 octets)."""
    said = language(lang).gettext
    return {
        "hall": said("As many follow as this server can serve. Try again in half a minute."),
        "sockets": said("Your address has as many connections here as it may. Try again in half a minute."),
        "topics": said("Your address follows as much as it may. Try again in half a minute."),
        "channels": said("As much of this tournament is followed as may be. Try again in half a minute."),
    }[what]


def too_many_from_here(language: Language) -> str:
    return language.gettext("Too many attempts from here. Wait a minute and try again.")
