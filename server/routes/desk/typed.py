"""Readers of what arbiters type at the desk: results, players, namesakes, days, times, the end of an invitation."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time

from domain.refusals import BadField, NamesakesAsked, Refusal
from domain.tournament import Tournament
from domain.words.choices.currencies import WITH_THOUSANDTHS
from domain.words.games import Result
from domain.words.players import EntrantId, NamesakeAnswers, NamesakeQuestion
from server.office.ratings_in_order import LONGEST_KEY_DIGITS
from server.routes.forms import Form, small

# Results as keys and signs, players as numbers and names

KEYS: dict[str, Result] = {
    "1": Result.WHITE_WINS,
    "0": Result.BLACK_WINS,
    "=": Result.DRAW,
    "+": Result.WHITE_WINS_BY_FORFEIT,
    "-": Result.BLACK_WINS_BY_FORFEIT,
    "x": Result.DOUBLE_FORFEIT,
    "a": Result.ADJOURNED,
}
"""Results by the keys of the keyboard, from White's side."""

ALSO: dict[str, Result] = {
    "1-0": Result.WHITE_WINS,
    "0-1": Result.BLACK_WINS,
    "5": Result.DRAW,
    "/": Result.DRAW,
    "½": Result.DRAW,
    "½-½": Result.DRAW,
    "1/2": Result.DRAW,
    "+-": Result.WHITE_WINS_BY_FORFEIT,
    "-+": Result.BLACK_WINS_BY_FORFEIT,
    "--": Result.DOUBLE_FORFEIT,
}


ID = re.compile(r"#(?P<id>[0-9]{1,9})")
BOARD_AND_GAME = re.compile(r"(?P<board>[0-9]{1,4})(?:\.(?P<game>[0-9]{1,2}))?")


def read_result(typed: str) -> Result:
    plain = typed.replace(" ", "").replace("–", "-").replace("−", "-").lower()
    for table in (KEYS, ALSO):
        if plain in table:
            return table[plain]
    try:
        return Result(typed)
    except ValueError:
        raise BadField("result", typed, "one-of:" + ",".join(KEYS)) from None


def read_with_armageddon(typed: str) -> tuple[Result, Result | None]:
    """A result, or a draw and behind it how the Armageddon ended: `1/2-1/2 1-0`."""
    drawn, _, after = typed.strip().rpartition(" ")
    if drawn and read_result(drawn) is Result.DRAW:
        return Result.DRAW, read_result(after)
    return read_result(typed), None


LEFT_OUT = "."


def read_match(typed: str) -> tuple[Result | None, ...]:
    """A key for each board of a match, from board 1 on: `1=0+`. Raises BadField."""
    keys = typed.replace(" ", "").replace("½", "=").replace("−", "-").lower()
    if unknown := [key for key in keys if key not in KEYS and key != LEFT_OUT]:
        raise BadField("results", unknown[0], "one-of:" + ",".join((*KEYS, LEFT_OUT)))
    return tuple(KEYS.get(key) for key in keys)


def results_shown(form: Form) -> tuple[Result | None, ...]:
    """The results of a match on the page, a comma between boards. Raises BadField."""
    return tuple(Form({"seen": word}).chosen("seen", Result) for word in form.text("seen").split(","))


def entry_of_row(form: Form) -> Form:
    """The form of a button that says all of it: board, result, the one on the page, and in an arena the round.

    `5 1-0`, `5 1-0 1/2-1/2`, `5 1-0  3`.
    """
    said = form.text("entry").split(" ")
    if len(said) < 2:
        return form
    board, result, seen, round = (*said, "", "")[:4]
    return replace(form, fields={**form.fields, "board": board, "result": result, "seen": seen, "round": round})


def typed_game(typed: str) -> tuple[int, int]:
    """Board and game of the match: `3`, or `3.2` for the second game of board 3. Raises BadField."""
    typed = typed.replace(",", ".")
    found = BOARD_AND_GAME.fullmatch(typed)
    if found is None:
        raise BadField("board", typed, "number")
    return int(found["board"]), int(found["game"] or 1)


def game_of_name(t: Tournament, round: int, typed: str) -> tuple[int, int]:
    """The board, and its first game without a result, of the one whose name has a word that begins like this.

    Raises BadField.
    """
    games = t.round(round).games if 1 <= round <= t.paired else ()
    at = [game for game in games if any(_called(t.entrants[id].name, typed) for id in (game.white, game.black))]
    if len({game.board for game in at}) != 1:
        raise BadField("board", typed, "called-several" if at else "called-nobody")
    found = next((game for game in at if game.result is None), at[0])
    return found.board, found.number


def _called(name: str, typed: str) -> bool:
    name, wanted = name.casefold(), typed.strip().casefold()
    return name.startswith(wanted) or any(word.startswith(wanted) for word in name.split())


def typed_player(t: Tournament, typed: str, numbers: Sequence[EntrantId] = ()) -> EntrantId:
    """A pairing number, the beginning of a name that only one player has, or `#` and the id as programs know it.

    `numbers` are those of another day than today, if any.
    """
    if found := ID.fullmatch(typed):
        return EntrantId(int(found["id"]))
    if typed.isascii() and typed.isdigit():
        numbers = numbers or t.numbers
        if 1 <= int(typed[:6]) <= len(numbers):
            return numbers[int(typed[:6]) - 1]
        raise BadField("player", typed, f"whole:1:{len(numbers)}")
    alike = [p.id for p in t.entrants.values() if p.name.casefold().startswith(typed.casefold())]
    if len(alike) == 1:
        return alike[0]
    raise BadField("player", typed, "unlike" if alike else "unknown")


# The answers about namesakes: `another`, or which of the others it is

ANOTHER_PERSON = "another"


def answered_in_form(form: Form) -> NamesakeAnswers:
    return _answers([(0, form.text("namesake"))])


def answered_in_list(form: Form, questions: Iterable[NamesakeQuestion]) -> NamesakeAnswers:
    return _answers([(one.index, form.text(f"namesake-{one.index}")) for one in questions])


def answered_in_places(form: Form, count: int) -> NamesakeAnswers:
    return _answers([(index, form.text(f"namesake-{index}")) for index in range(count)])


def chosen_entries(form: Form) -> dict[int, int]:
    chosen = {name.removeprefix("listed-"): form.text(name) for name in form.fields if name.startswith("listed-")}
    return {small(line): listed_key(key) for line, key in chosen.items() if line.isdigit() and key.isdigit()}


def listed_key(typed: str) -> int:
    """The key of a listed player, which may be longer than a FIDE number; 0 for anything else."""
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= LONGEST_KEY_DIGITS else 0


def questions_of(refusal: Refusal | None) -> tuple[NamesakeQuestion, ...]:
    return refusal.questions if isinstance(refusal, NamesakesAsked) else ()


def _answers(typed: list[tuple[int, str]]) -> NamesakeAnswers:
    same = {index: small(answer) for index, answer in typed if answer.isdigit()}
    return NamesakeAnswers(same, frozenset(index for index, answer in typed if answer == ANOTHER_PERSON))


# Days and times as people write them, `21.11.2026 15:00`, or as a picker sends them, `2026-11-21T15:00`.

TYPED_DAY = re.compile(r"(?P<day>[0-9]{1,2})[./](?P<month>[0-9]{1,2})[./](?P<year>[0-9]{4})")
TYPED_TIME = re.compile(r"(?P<hour>[0-9]{1,2})[:.](?P<minute>[0-9]{2})")


def typed_day(field: str, typed: str) -> str:
    """An ISO date; empty for nothing typed. Raises BadField."""
    try:
        return _day(typed).isoformat() if typed else ""
    except ValueError:
        raise BadField(field, typed, "date") from None


def day_or_words(typed: str) -> str:
    """An ISO date where a day was typed, otherwise what was typed."""
    try:
        return _day(typed).isoformat()
    except ValueError:
        return typed


def typed_time(field: str, typed: str) -> str:
    """`15:00`; empty for nothing typed. Raises BadField."""
    try:
        return _time(typed).isoformat("minutes") if typed else ""
    except ValueError:
        raise BadField(field, typed, "clock-time") from None


def typed_moment(field: str, typed: str) -> str:
    """An ISO date and time without seconds. Raises BadField."""
    try:
        return _moment(typed).replace(tzinfo=None).isoformat(timespec="minutes")
    except ValueError:
        raise BadField(field, typed, "moment") from None


def _moment(typed: str) -> datetime:
    day, _, clock = typed.partition(" ")
    if TYPED_DAY.fullmatch(day):
        return datetime.combine(_day(day), _time(clock.strip()))
    return datetime.fromisoformat(typed)


def _day(typed: str) -> date:
    found = TYPED_DAY.fullmatch(typed.strip())
    if found is None:
        return date.fromisoformat(typed.strip())
    return date(int(found["year"]), int(found["month"]), int(found["day"]))


def _time(typed: str) -> time:
    found = TYPED_TIME.fullmatch(typed)
    return time(int(found["hour"]), int(found["minute"])) if found else time.fromisoformat(typed)


# The end of an invitation: a wall clock in forms, an instant in the journal.


def typed_until(typed: str) -> str:
    """The server's wall clock, as the form shows it, to an instant. Raises BadField."""
    if not typed:
        return ""
    try:
        return datetime.fromisoformat(typed).astimezone(UTC).isoformat()
    except (ValueError, OverflowError, OSError):
        raise BadField("until", typed, "date") from None


def local_until(until: str) -> datetime | None:
    return datetime.fromisoformat(until).astimezone() if until else None


# Money

AMOUNT = re.compile(r"(?P<whole>[0-9]{1,13})(?:[.,](?P<decimals>[0-9]{1,3}))?")


def read_cents(field: str, amount: str, currency: str = "") -> int:
    """`1 500`, `99.50` or `99,50`; empty = nothing. `1,500` is refused: nobody knows which of the two it means, except
    of dinars and others that are written with three decimals. Raises BadField.
    """
    plain, code = amount.replace("\u00a0", "").replace(" ", ""), currency.strip().upper()
    found = AMOUNT.fullmatch(plain or "0")
    decimals = (found["decimals"] or "") if found else ""
    if found is None or (len(decimals) > 2 and code not in WITH_THOUSANDTHS):
        raise BadField(field, amount, "amount")
    if decimals[2:].strip("0"):
        raise BadField(field, amount, f"hundredths:{code}")
    return 100 * int(found["whole"]) + int(decimals[:2].ljust(2, "0"))
