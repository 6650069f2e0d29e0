"""The differences, on purpose, between the pages of version 0.1 and today's for the same journal.

A row reads today's text back into that of 0.1; a page that differs by anything else fails, and so does a row that
no page needs.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

TOURNAMENT = r"/t/\w+"
RESULTS = rf"{TOURNAMENT}(/results)?"
DESK = r"/desk/.*"
HISTORY = r"/desk/t/\w+/history"
STANDINGS = rf"{TOURNAMENT}/(standings.*|players)"
TABLE = rf"{TOURNAMENT}/standings(/\d)?(\?.*)?"
PLAYER = rf"{TOURNAMENT}/players/\d+"


class Said(NamedTuple):
    """Text of today that 0.1 said otherwise."""

    pages: str
    """A pattern for their addresses."""
    today: str
    """A pattern; lines of a page are pieces of text between two tags."""
    then: str | Callable[[re.Match[str]], str]
    why: str


class Key(NamedTuple):
    """A key of today's JSON that 0.1 did not have."""

    pages: str
    key: str
    """The last name is the new key, `[]` is each of a list."""
    why: str


class Value(NamedTuple):
    """A value of today's JSON that was another in 0.1."""

    pages: str
    key: str
    today: object
    then: object
    why: str


class Order(NamedTuple):
    """Pages that say the same in another order."""

    pages: str
    why: str


def in_decimals(found: re.Match[str]) -> str:
    """Points as they were written where places are explained: `2.5`."""
    return re.sub(r"(\d*)½", lambda one: f"{one[1] or 0}.5", found[0])


def in_two_lists(found: re.Match[str]) -> str:
    """Players to choose from, with their numbers, before each of the two words."""
    listed = "".join(f"{number} {name}\n" for number, name in enumerate(found[1].splitlines(), 1))
    return f"Why not\n{listed}against\n{listed}Ask\n"


HOME_OF_THE_CLUB = (
    "Round|7|of 7|Players|9|Games finished|4|of 4|Leaders|All standings|1|Cid|5½|2|Hal|5|3|Gus|4|4|Ada|4|5|Eva|4|6|Bob|"
    "3½|6|Fay|3½|8|Dan|3|Latest results|More|7.4|Bob|1 – 0|Ike|7.3|Dan|0 – 1|Eva|7.2|Gus|½ – ½|Ada|7.1|Fay|0 – 1|Cid|"
    "6.4|Ike|0 – 1|Fay|6.3|Bob|0 – 1|Gus|6.2|Ada|0 – 1|Hal|6.1|Cid|½ – ½|Dan|"
).replace("|", "\n")
"""Of version 0.1, when the club had finished."""

WORDS = (
    Said(".*", r"(?<=\d) – (?=\d+ [A-Z])", "–", "Unicode's CLDR of 2026 puts thin spaces round the dash of two dates"),
    Said(
        rf"{TOURNAMENT}(/pairings(/\d)?|/results)?",
        r"^(?!W[GIFC]M$)[A-Z]{3}\n",
        "",
        "lists of a round say the federation",
    ),
    Said(
        rf"{TOURNAMENT}/players/\d+", r"^(No\. \d+ ·)\n(?=[A-Z]{3}$)", r"\1 ", "the federation has its name as a title"
    ),
    Said(rf"{TOURNAMENT}/players/\d+", r"^(No\. \d+ · [A-Z]{3})\n(?=·)", r"\1 ", "and what follows it stands apart"),
    Said(
        rf"{TOURNAMENT}/pairings.*",
        r"^All \d+\n\d+ playing\n\d+ finished\n",
        "",
        "the games that play can be seen alone",
    ),
    Said(rf"{TOURNAMENT}.*", r"^Statistics\n(?=Latest results$)", "", "the numbers of an event have a page"),
    Said(
        TOURNAMENT,
        "^direct encounter, for first place only, average rating of the opponents, drawing of lots$",
        "F10",
        "the tie-breaks of a list are named on the home page",
    ),
    Said(
        r"/t/\w+/downloads",
        r"^All games\nPGN, with the moves of live boards\n",
        "",
        "all games of an event are one file",
    ),
    Said(DESK, r"^Public page\nScreen\n(?=\?\nManual)", "", "the ways out of the desk stand in its head"),
    Said(
        DESK,
        r"^Rounds\n(?:\d+\n){1,2}All rounds\n((?:\d+\n)+)Standings\nPrizes\nPapers\nSet up\nSettings\nTimes of rounds\n"
        r"Entry fees\nLogo and colours\nNews and documents\n(?:Messengers\n)?People\nScreens\n"
        r"Live boards\nBroadcast\nExport\nHistory\n",
        r"Round\n\1Settings\nPrizes\nHistory\nFiles\n",
        "the tabs are grouped, with standings, papers, live boards, the face, screens and people",
    ),
    Said(HISTORY, r"only steps that the report to FIDE tells of", "only what FIDE is told", "plain words"),
    Said(
        HISTORY,
        r"(?<=paired by )Swiss, FIDE Dutch system of 1998 \(C\.04\.1 until 2011\)",
        "dutch-1998 1",
        "a system is named in words",
    ),
    Said(HISTORY, r"(?<=paired by )the program that wrote the file", "file", "a program is named in words"),
    Said(
        rf"{TOURNAMENT}/(standings|crosstable).*",
        r"^round (\d) in play$",
        r"after round \1",
        "a table is not after a round that is being played",
    ),
    Said(
        "/",
        r"8(?=/11$| of 11 games finished$)",
        "9",
        "a board in dispute is in play for everybody but the desk",
    ),
    Said(
        r"/t/open(/pairings(/5)?(\?by=name)?|/results)?",
        r"(?<=^Jansen, Lea\n1 – 0)$|(?<=^Jansen, Lea\n2147\n2½\n1 – 0)$|(?<=^Ivanov, Kiril\n1 – 0)$",
        "\ndisputed",
        "a dispute is no word for the public",
    ),
    Said(
        r"/t/open/players/(9|10)",
        r"(?<=^2147\n3½\n0)$|(?<=^2333\n3\n1)$",
        "\ndisputed",
        "a dispute is no word for the public",
    ),
    Said(
        TOURNAMENT,
        r"^(?=The event$)",
        "Players you follow\n",
        "they stand first on every page, named for readers alone",
    ),
    Said(
        TOURNAMENT,
        r"^Buchholz, without the lowest, Buchholz, Sonneborn-Berger, direct encounter, number of wins$",
        "BH/C1, BH, SB, DE, WIN",
        "tie-breaks are named in words",
    ),
    Said(
        rf"{TOURNAMENT}/downloads",
        r"^The whole tournament\nXLSX, a sheet for each table and each round\n",
        "",
        "everything can be taken home in one workbook",
    ),
    Said(rf"{TOURNAMENT}/downloads", r"^Prizes\nXLSX, who gets what\nCSV\n", "", "and so can prizes"),
    Said(rf"{TOURNAMENT}/downloads", r"^(XLSX|PGN)\n", "", "tables are there as workbooks, rounds as PGN too"),
    Said(
        rf"{TOURNAMENT}/downloads",
        r"^On your own page\nOpen this page.*\n",
        "",
        "so may they a page",
    ),
    Said(DESK, r"^Rating lists\n", "", "the desk has rating lists"),
    Said(RESULTS, r"^Round (\d+)\nBoard (\d+)$", r"\1.\2", "round and board are said in words"),
    Said(RESULTS, r"^round and board$", "Rd.Bd", "and so is their column"),
    Said(
        PLAYER,
        r"^(\d\n\S{1,3}\n(playing\n)?((\d{4}|bye|rests)\n)?)+(?=Rd\nColour$)",
        "",
        "the rounds stand at a glance above their list",
    ),
    Said(PLAYER, r"^On your own page\nOpen this page.*\n", "", "pages of others may show a player"),
    Said(rf"{TOURNAMENT}.*", r"^Tell me of pairings and results\n", "", "browsers can be told of news"),
    Said(
        TABLE, r"^Equal on points are separated by:$", "Equal on points are separated by", "the tie-breaks are a list"
    ),
    Said(TABLE, r"^.*\nexactly\n(.*?)( \((FIDE|F\.10) .*\))?$", r"\1\n;", "each is explained in plain words first"),
    Said(TABLE, r"^;\nEvery player’s", ". Every player’s", "and the sentence behind it stands by itself"),
    Said(rf"{TOURNAMENT}.*", r"^Find a player\nFind\n", "", "a search field stands on every page"),
    Said(
        rf"{TOURNAMENT}.*",
        r"^Home\nRounds\nStandings\nPlayers\nMore\nCrosstable\n",
        "Overview\nPairings\nStandings\nCrosstable\nPlayers\n",
        "one navigation for every glass: on a phone the first four stand below, the others behind a button",
    ),
    Said(rf"{TOURNAMENT}.*", r"^All tournaments\n", "", "and the way out of the tournament with them"),
    Said(
        "/",
        r"^Chess tournaments, live\nTournament, place or arbiter\nSearch\n",
        "Tournaments\nTournaments\n",
        "the front page has a search however few there are",
    ),
    Said("/", r"^You hold a tournament\?\n(.*\n){3}", "", "and the way in for organisers"),
    Said(
        "/t/club",
        r"(?s)^Podium\n.*(?=^Players you follow$)",
        HOME_OF_THE_CLUB,
        "an event that is over begins with its end",
    ),
    Said(TOURNAMENT, r" \(C\.04\.1 until 2011\)", "", "an edition is called by its place in the Handbook too"),
    Said(STANDINGS, r"^Fed\.$", "Fed", "one label for one field"),
    Said(DESK, r"^Health\n", "", "the desk has a page about the server's health"),
    Said(rf"{TOURNAMENT}/standings\.csv", r",(withdrawn|yes)?(?=\r$)", "", "a column says who has left"),
    Said(PLAYER, r"FIDE 2009, 32\.3\.1\)", "32.3.1; 8.1)", "an article names its edition"),
    Said(PLAYER, r"FIDE 2009, 32\.3\.2\)", "32.3.2; 9.1)", "an article names its edition"),
    Said(PLAYER, r"FIDE 2009, 32\.1\.4\)", "32.1.4; 7.1)", "an article names its edition"),
    Said(PLAYER, r"FIDE 2009, 32\.4\.1\)", "32.4.1; 10.1)", "an article names its edition"),
    Said(PLAYER, r"FIDE 2009, 31$", "article 31", "an article names its edition"),
    Said(PLAYER, r"((?<=Pts )|: points\n)[\d½]+(\n:\n[\d½]+)?", in_decimals, "points are points everywhere"),
    Said(
        rf"{TOURNAMENT}/compare.*",
        r"^points\n(decides\n)?[\d½]+\n[\d½]+$",
        in_decimals,
        "points are points everywhere",
    ),
    Said(PLAYER, r"\(F\.10 of 1998\)", "(F.10)", "an article names its edition"),
    Said(rf"{TOURNAMENT}/report\.trf", r"^240 Z .*\n", "", "a report says of all rounds to come who has left"),
    Said(rf"{TOURNAMENT}/report\.trf", r"^### .*\n", "", "a report tells what touched the integrity of the pairings"),
    Said(
        rf"{TOURNAMENT}/report\.trf", r"^(192|202|212) .*\n", "", "a report names the type, the tie-breaks, the order"
    ),
    Said(
        rf"{TOURNAMENT}/api",
        rf"^{TOURNAMENT}/(boards|playoff|coming|team-scores|news|norms|teams/1|matches/1/1|mine|find)\.json.*\n.*\n",
        "",
        "more is served",
    ),
    Said(
        rf"{TOURNAMENT}/api",
        r"(?<=such as \?at=open:57\.) A moment that is still to come shows .*$",
        "",
        "a moment to come is said to be one",
    ),
    Said(rf"{TOURNAMENT}/api", r"^(boards|playoff|bracket|home)\n,\n", "", "more is followed"),
    Said(rf"{TOURNAMENT}/api", r"^,\n(Keys and commands|OpenAPI)\n", "", "programs write too"),
    Said(DESK, r"^\?\nManual\n", "", "every page leads to the manual"),
    Said(DESK, r"^(Keys of programs|Webhooks)\n", "", "programs write too"),
    Said(HISTORY, r"changed: Deputy arbiters", "changed: deputies", "one label for one field"),
    Said(HISTORY, r"(?<=changed: )Name", "name", "one label for one field"),
    Said(HISTORY, r"(?<=; )(Sex|Year of birth|Club)", lambda found: found[0].lower(), "one label for one field"),
    Said(HISTORY, r"(?<=; )K factor", "k", "one label for one field"),
    Said(
        HISTORY,
        r"Bruno, Carl; Çelik, Deniz / Guðmundsdóttir, Íris; Hansen, Jo; Ivanov, Kiril",
        "Bruno, Carl, Çelik, Deniz; Guðmundsdóttir, Íris, Hansen, Jo, Ivanov, Kiril",
        "names with a comma are parted by semicolons, and groups of them by strokes",
    ),
    Said(HISTORY, r"^full-point bye\n", "", "a bye of a full point is named beside the sentence"),
    Said(HISTORY, r"^What was mended\n(line .*\n)+", "", "the repairs stand in full below the import"),
    Said(
        rf"{DESK}/why",
        r"^Why not\nagainst\nAsk\n((?:.+\n)+?)(?=Board by board\n)",
        in_two_lists,
        "two fields ask for players by number or name",
    ),
    Said(
        rf"{DESK}/why",
        r"^Press a board for the sentence of the engine\. .*\nWhite,\n"
        r"Black(?: · not met:\n(?:.+\n\d+\n)+|\n)(?:.+\n){9}",
        "",
        "the boards are a table with heads",
    ),
    Said(
        rf"{DESK}/why",
        r"^(?:Bracket \d+\n)?\d+\n(?:\d+\n.+\n[\d½]+\n){2}(?:[A-F]?[\d.]+\n)*(?=(?:not the engine’s\n)?Board \d+)",
        "",
        "whose rows open to the sentence",
    ),
    Said(rf"{DESK}/why", r"^Step by step$", "Bracket by bracket", "systems without brackets are explained too"),
    Said(rf"{DESK}/why", r"^Transpositions are counted .*\n", "", "the account says what it counts"),
    Said(
        rf"{DESK}/why",
        r"C\.12: paired again, to send somebody else down to the bracket below\.",
        "C.12: the bracket above was paired again, to send somebody else down.",
        "a sentence says it of the bracket under whose name it stands",
    ),
    Said(DESK, r"^Festivals\n", "", "the desk has festivals"),
    Said(DESK, r"^Language: English\n", "", "a steward's language is a setting"),
    Said(
        DESK,
        r"^Screens\n((?:Rating lists\n|Keys of programs\n)*)People\n(?=(?:Webhooks\n)?Change the password)",
        r"Screens of the hall\n\1People at the desk\n",
        "the menu calls them as the tabs do",
    ),
)

KEYS = (
    Key(r"/catalogue\.json", "found", "a long list comes in pages"),
    Key(r"/catalogue\.json", "page", "a long list comes in pages"),
    Key(r"/catalogue\.json", "pages", "a long list comes in pages"),
    Key(r"/catalogue\.json", "tournaments[].format", "there are formats besides the Swiss"),
    Key(r"/catalogue\.json", "tournaments[].matches_level", "matches of a knock-out may be level"),
    Key(rf"{TOURNAMENT}/overview\.json", "data.format", "there are formats besides the Swiss"),
    Key(rf"{TOURNAMENT}/overview\.json", "data.matches_level", "matches of a knock-out may be level"),
    Key(r"/catalogue\.json", "tournaments[].video", "the games are shown somewhere"),
    Key(r"/catalogue\.json", "tournaments[].arbiters", "further arbiters are named"),
    Key(r"/catalogue\.json", "tournaments[].next_time", "an event says when it is held again"),
    Key(r"/catalogue\.json", "tournaments[].next_publication", "rounds are published by the clock"),
    Key(rf"{TOURNAMENT}/overview\.json", "data.video", "the games are shown somewhere"),
    Key(rf"{TOURNAMENT}/overview\.json", "data.arbiters", "further arbiters are named"),
    Key(rf"{TOURNAMENT}/overview\.json", "data.next_publication", "rounds are published by the clock"),
    Key(rf"{TOURNAMENT}/overview\.json", "data.next_time", "an event says when it is held again"),
    Key(rf"{TOURNAMENT}/pairings.*\.json", "data.state", "a round has a state; `stage` stays beside it"),
    Key(rf"{TOURNAMENT}/pairings.*\.json.*", "data.boards[].game", "every row of the boards says which game it is"),
    Key(rf"{TOURNAMENT}/results\.json.*", "data.results[].game", "every row of the results says which game it is"),
    Key(rf"{TOURNAMENT}/crosstable\.json.*", "data.in_play", "a table says which round is being played"),
    Key(rf"{TOURNAMENT}/standings.*\.json.*", "data.rows[].undefined", "a tie-break may have no value"),
    *(
        Key(pages, f"{holder}{key}", why)
        for pages, holders in (
            (rf"{PLAYER}\.json", ("data.",)),
            (rf"{TOURNAMENT}/compare\.json.*", ("data.first.", "data.second.")),
        )
        for holder in holders
        for key, why in (
            ("came_from", "a player may come from an earlier stage"),
            ("later_ratings", "a long event has the ratings of several lists"),
            ("rounds[].counts", "a game may count otherwise than it was played"),
            ("rounds[].rests", "a player may rest"),
            ("chances", "everybody may be shown what comes next"),
        )
    ),
    Key(rf"{TOURNAMENT}/compare\.json.*", "data.met[].counts", "a game may count otherwise than it was played"),
    Key(rf"{TOURNAMENT}/compare\.json.*", "data.met[].rests", "a player may rest"),
)

VALUES = (
    Value(
        r"/catalogue\.json",
        "tournaments[].games_decided",
        8,
        9,
        "a board in dispute is in play for everybody but the desk",
    ),
)

ORDERS = (
    Order(rf"{TOURNAMENT}/pairings/\d\?by=name", "names stand where readers of the federation look for them"),
    Order(HISTORY, "so do those of the list to choose a player from"),
    Order(rf"{TOURNAMENT}/calendar\.ics", "icalendar writes the lines of an event in its own order"),
)


def meant(rows: tuple[Said, ...] | tuple[Key, ...] | tuple[Value, ...] | tuple[Order, ...], path: str) -> list[int]:
    """The rows about a page, by their place in the table."""
    return [number for number, row in enumerate(rows) if re.fullmatch(row.pages, path)]
