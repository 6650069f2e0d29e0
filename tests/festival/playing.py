"""Tournaments of a festival played to their end through their office, without forms."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from domain import events as e
from domain.decisions.players.numbering import set_initial_colour
from domain.decisions.rounds.closing import close_tournament
from domain.decisions.rounds.pairing import close_round, pair_round, publish_round
from domain.decisions.rounds.results import record_result
from domain.round import Game
from domain.words.games import Colour, Result
from server.notifying.mail import mail_server
from server.services import Services
from tests.desk.browsers import Browser

SWISS = {"group_format": "swiss", "final_format": "swiss", "super_format": "swiss"}
CUP = "/desk/festivals/cup"


def services_of_test(somebody: Browser) -> Services:
    services: Services = somebody.client._transport.app.state.services  # type: ignore[attr-defined]
    return services


def use_mail_server(somebody: Browser, url: str) -> None:
    """As if the server had been started with it."""
    services = services_of_test(somebody)
    settings = replace(services.settings, mail=mail_server(url))
    somebody.client._transport.app.state.services = replace(services, settings=settings)  # type: ignore[attr-defined]


async def do(services: Services, slug: str, decide: Callable[..., list[e.Event]], *more: Any, **named: Any) -> None:
    office = await services.office.open(slug)
    await office.command(f"{slug}-{office.position}", "Anna", lambda t: decide(t, *more, **named))


async def play_to_the_end(services: Services, slug: str, rounds: int = 3, close: bool = True) -> None:
    """The smaller number wins every game."""
    await do(services, slug, set_initial_colour, Colour.WHITE)
    for round in range(1, rounds + 1):
        await do(services, slug, pair_round)
        await do(services, slug, publish_round, round)
        for game in (await services.office.open(slug)).tournament.round(round).games:
            await do(services, slug, record_result, round, game.board, favourite_wins(game), None)
        await do(services, slug, close_round, round)
    if close:
        await do(services, slug, close_tournament)


def favourite_wins(game: Game) -> Result:
    return Result.WHITE_WINS if game.white < game.black else Result.BLACK_WINS


async def cup_with_entries(anna: Browser, players: int = 8) -> None:
    """The festival `cup` with one section, in which everybody has entered."""
    await anna.go("/desk/festivals")
    await anna.send("/desk/festivals", name="Cup", city="Sofia")
    await anna.send(f"{CUP}/announce", title="Entries", rounds="3", format="swiss")
    root = "/desk/t/cup-entries"
    lines = "\n".join(f"Player {chr(65 + n)};{2400 - 50 * n}" for n in range(players))
    await anna.go(f"{root}/players/import")
    await anna.send(f"{root}/players/import", list=f"Name;Rating\n{lines}")
    await anna.send(f"{root}/players/import")
    await anna.go(CUP)


async def groups_of_four(anna: Browser, **more: str) -> None:
    """Groups A and B of four, and the final of the best two of each."""
    rounds = {"group_rounds": "3", "final_rounds": "3"}
    await anna.send(f"{CUP}/groups", pool="cup-entries", least="4", most="4", **{**SWISS, **rounds, **more})
