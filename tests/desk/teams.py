"""A desk with an event of teams."""

from tests.desk.browsers import Browser

ORDER = "BH, SB"

FOUR_TEAMS = (("Sofia", 2500), ("Varna", 2400), ("Plovdiv", 2300), ("Burgas", 2200))


def list_of_teams(teams: tuple[tuple[str, int], ...] = FOUR_TEAMS, boards: int = 2) -> str:
    """A row for each player: `Sofia 1`, `Sofia 2`, and the reserve `Sofia R`."""
    lines = ["Team;Captain;Board;Name;Rating;Fed"]
    for team, rating in teams:
        for board in [str(n) for n in range(1, boards + 1)] + ["R"]:
            captain = f"Captain {team}" if board == "1" else ""
            lines.append(f"{team};{captain};{board};{team} {board};{rating - 10 * len(lines) % 7};BUL")
    return "\n".join(lines)


async def with_teams(somebody: Browser, boards: int = 2, **options: str) -> None:
    """A tournament `league` with four teams, White for number 1."""
    await somebody.go("/desk/new")
    await somebody.send(
        "/desk/new",
        tournament_name="League",
        rounds="3",
        entrants="teams",
        team_boards=str(boards),
        **{"order": ORDER, **options},
    )
    await somebody.go("/desk/t/league/teams/import")
    await somebody.send("/desk/t/league/teams/import", list=list_of_teams(boards=boards))
    await somebody.send("/desk/t/league/teams/import")
    await somebody.go("/desk/t/league")
    await somebody.send("/desk/t/league/colour", colour="w")


async def with_first_round(somebody: Browser, **options: str) -> None:
    await with_teams(somebody, **options)
    await somebody.send("/desk/t/league/pair", confirmed="2")
    await somebody.send("/desk/t/league/rounds/1/publish")
