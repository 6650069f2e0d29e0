"""A house in which every kind of tournament is held: Swiss, round robin, teams, knock-out, and a festival of them."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from domain.decisions import playoffs
from domain.decisions.rounds.results import record_result
from domain.events import ChancesShown, Event, Prize, PrizesAnnounced
from domain.formats.playoff.rules import position_of
from domain.tournament import replay
from domain.words.choices.chances import ChancesFor, OpenGames
from domain.words.games import Result
from domain.words.options import PlayoffOptions
from domain.words.regulations import Format, Regulations
from server.journal import AsyncJournal, open_journal
from server.settings import Settings
from tests.api.programs import Program, make_key
from tests.crosstable import history
from tests.desk.browsers import Browser, browser, server
from tests.formats.knockouts import all_results, knockout, next_round
from tests.formats.test_playoff_journals import held as announced_playoff
from tests.held import with_held_example
from tests.live_boards.files import game
from tests.norms.test_norms_in_reach import GRANDMASTERS, met
from tests.public.served import write
from tests.team_events import MATCH, team_events

SWISS = """
    Anna  2400 GM +w4 +b2 ?w3
    Boris 2300    +b3 -w1 =w4
    Clara 2200    -w2 +b4 ?b1
    David 0       -b1 -w3 =b2
"""
EVERYBODY = """
    Anna  2400 +w2 =b3
    Boris 2300 -b1 .
    Clara 2200 .   =w1
"""


@asynccontextmanager
async def house(folder: Path, chances: bool = False) -> AsyncIterator[tuple[Browser, Program]]:
    """Anna at the desk, and a program with her key; a board of the open has sent its game.

    With `chances` they are worked out, and those of the league are there.
    """
    await hold(folder)
    boards = folder / "boards"
    boards.mkdir()
    (boards / "games.pgn").write_text(game(Round="1.1", White="?", Black="?"))
    process = server(folder, boards=boards, chances=chances)
    async with process as transport, browser(transport) as anna, browser(transport) as other:
        await anna.log_in()
        await anna.go("/desk/festivals")
        await anna.send("/desk/festivals", name="Days", city="Sofia")
        await anna.go("/desk/festivals/days")
        await anna.send("/desk/festivals/days/add", tournament="open", title="A")
        await anna.go("/desk/festivals/days/ranking")
        await anna.send("/desk/festivals/days/ranking", merit="score")
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/team-scores", teams_by="federation")
        await anna.go("/desk/t/open/live-boards")
        await anna.send("/desk/t/open/live-boards", path="games.pgn")
        async with asyncio.timeout(240):
            while chances and (await anna.client.get("/t/league/coming.csv")).status_code != 200:  # noqa: ASYNC110
                await asyncio.sleep(0.05)  # another process answers in between
        yield anna, Program(other.client, await make_key(anna))


async def hold(folder: Path) -> None:
    """Every kind of tournament, in the journal of this folder."""
    url = Settings(data=folder).journal_url
    with_held_example(url, "demo")
    journal = AsyncJournal(open_journal(url))
    for slug, events in TOURNAMENTS.items():
        await write(journal, slug, events)
    await journal.close()


def _decider() -> list[Event]:
    """A play-off of two, its first games seated and one of them drawn."""
    t = announced_playoff(2, PlayoffOptions())
    t = replay(playoffs.draw_and_seat(t, "a seed"), t)
    game = position_of(t).next.waiting[0]
    return replay(record_result(t, game.round, game.board, Result.DRAW, None), t).history


PRIZES = PrizesAnnounced((Prize("First", 100_00), Prize("Best woman", 50_00, "W"), Prize("Cup", 0, "", 2)))
TOURNAMENTS: Mapping[str, list[Event]] = {
    "open": [*history(SWISS), PRIZES],
    "club": history(EVERYBODY, regulations=Regulations(rounds=3, format=Format.ROUND_ROBIN)),
    "league": [
        *team_events(4, ["1-2 1=+0  4-3 ?1=-"], boards=4, regulations=Regulations(rounds=3, scoring=MATCH)),
        ChancesShown(ChancesFor.PUBLIC, 1, OpenGames.DRAWN),
    ],
    "cup": all_results(next_round(knockout(4))).history,
    "decider": _decider(),
    "norms": [*met("+++++===?", GRANDMASTERS).history, ChancesShown(ChancesFor.PUBLIC, 1, OpenGames.DRAWN)],
}
