"""The options of an event of teams in the comment line with the regulations: what no record has a place for.

Record 192 says some of them again, for a Swiss of C.04.6 alone.
"""

from collections.abc import Mapping
from dataclasses import replace

from domain.files.trf.comments import YES, one_of, yes_or_no
from domain.words.regulations import Regulations
from domain.words.teams import BoardOrder, ColourPreferences, PrimaryScore, TeamOptions, TeamStrength

ANY_NUMBER = "none"
BOARDS_RULE = "team_boards"
HIGHEST_NUMBER_OF_BOARDS = 999
HIGHEST_NUMBER_OF_MINUTES = 99_999


def team_option_rules(laws: Regulations) -> dict[str, str]:
    """The options of teams; nothing for players."""
    if not laws.of_teams:
        return {}
    options = laws.teams
    return {
        BOARDS_RULE: str(laws.match_games),
        "primary": options.primary.value,
        "preferences": options.preferences.value,
        "primary_alone": yes_or_no(options.primary_alone),
        "strength": options.strength.value,
        "board_order": options.board_order.value,
        "most_reserves": _number(options.most_reserves),
        "lineup_minutes": _number(options.lineup_minutes),
        "open_lineups": yes_or_no(options.open_lineups),
    }


def said_options(said: Mapping[str, str], found: TeamOptions) -> TeamOptions:
    """`found` in the records of the file, with what the comment line says."""
    return replace(
        found,
        primary=one_of(PrimaryScore, said.get("primary"), found.primary),
        preferences=one_of(ColourPreferences, said.get("preferences"), found.preferences),
        primary_alone=_yes(said, "primary_alone", found.primary_alone),
        strength=one_of(TeamStrength, said.get("strength"), found.strength),
        board_order=one_of(BoardOrder, said.get("board_order"), found.board_order),
        most_reserves=_read(said, "most_reserves", HIGHEST_NUMBER_OF_BOARDS, found.most_reserves),
        lineup_minutes=_read(said, "lineup_minutes", HIGHEST_NUMBER_OF_MINUTES, found.lineup_minutes),
        open_lineups=_yes(said, "open_lineups", found.open_lineups),
    )


def said_boards(said: Mapping[str, str], seen: int) -> int:
    """The boards of a match; `seen` are those of the matches in the file, and never fewer."""
    return max(seen, _read(said, BOARDS_RULE, HIGHEST_NUMBER_OF_BOARDS, seen) or seen)


def _number(value: int | None) -> str:
    return ANY_NUMBER if value is None else str(value)


def _read(said: Mapping[str, str], name: str, most: int, otherwise: int | None) -> int | None:
    text = said.get(name, "")
    if text == ANY_NUMBER:
        return None
    known = text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= most
    return int(text) if known else otherwise


def _yes(said: Mapping[str, str], name: str, otherwise: bool) -> bool:
    return said[name] == YES if name in said else otherwise
