"""Nothing is entered into a tournament that was thrown away, whoever asks; it can be brought back."""

from pathlib import Path

import pytest

from domain.decisions.players.registering import NewPlayer, anonymise, register_many
from domain.decisions.setup import announcing
from domain.decisions.setup.announcing import amend_regulations
from domain.refusals import WasThrownAway
from domain.tournament import Tournament, replay
from domain.words.players import player_id
from domain.words.regulations import Regulations
from tests.api.programs import Program, make_key
from tests.crosstable import entered
from tests.desk.browsers import browser, server, with_players
from tests.server.offices import announced, office
from tests.stewards.desk import invite

SAYS = "This tournament was thrown away, and nothing is entered into it."
AT = "/desk/t/open"


def thrown_away() -> Tournament:
    t = entered(2, Regulations())
    return replay(announcing.throw_away(t), t)


def test_it_is_brought_back_and_people_in_it_can_be_forgotten() -> None:
    t = thrown_away()
    for events in (announcing.bring_back(t), anonymise(t, player_id(1)), announcing.throw_away(t)):
        assert announcing.not_thrown_away(t, events) == events


def test_everything_else_is_refused() -> None:
    t = thrown_away()
    for events in (register_many(t, [NewPlayer("Clara")]), announcing.archive(t), announcing.hide(t)):
        with pytest.raises(WasThrownAway):
            announcing.not_thrown_away(t, events)


@pytest.mark.parametrize("by", ["Anna", "Player A", "Tablo"])
async def test_whoever_asks_is_refused(tmp_path: Path, by: str) -> None:
    """Arbiters, players who report, live boards, series and play-offs all come through the same office."""
    async with office(tmp_path) as running:
        tournament = await announced(running)
        await tournament.command("away", "Anna", announcing.throw_away)
        written = tournament.position
        with pytest.raises(WasThrownAway):
            await tournament.command("more", by, lambda t: amend_regulations(t, Regulations(rounds=3)))
        assert tournament.position == written
        await tournament.command("back", "Anna", announcing.bring_back)
        await tournament.command("then", by, lambda t: amend_regulations(t, Regulations(rounds=3)))
        assert tournament.tournament.regulations.rounds == 3


async def test_desk_phone_program_and_entry_form_say_so(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as phone:
        await with_players(await anna.log_in(), 4)
        await anna.go(f"{AT}/entries")
        await anna.send(f"{AT}/entries", most_entrants="7")
        await phone.go(await invite(anna, "Boris"))
        await phone.go(f"{AT}/check-in")
        program = Program(phone.client, await make_key(anna))
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/throw-away", reason="twice")
        await anna.go(f"{AT}/players")
        await anna.send(f"{AT}/players", name="Zoe")
        assert anna.refusal.startswith(SAYS)
        await phone.send(f"{AT}/check-in", check_in="1")
        assert SAYS in phone.text
        for query in ("", "?preview=1"):
            answer = await program.post(f"/players{query}", {"name": "Zoe"})
            assert (answer.status_code, answer.json()["code"]) == (409, "was-thrown-away")
            assert answer.json()["detail"].startswith(SAYS)
        assert (await phone.go("/entry/open")).status_code == 404
        assert (await program.post("/bring-back", {"reason": "no"})).status_code == 200
        assert (await program.post("/players", {"name": "Zoe"})).status_code == 200
