"""A refusal in one sentence, which names the place and what to do: the words of any step; each subject adds its own."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial, singledispatch
from typing import Any

from domain import refusals as r
from domain.tournament import Tournament
from domain.words.games import Result
from domain.words.players import EntrantId
from web.wording import N_, Language
from web.wording.cautions import meaning
from web.wording.chess.results import SIGNS, boards_of_rounds
from web.wording.federations import no_federation
from web.wording.fields import label

NAMED_IN_A_SENTENCE = 12

SentencePattern = str | tuple[str, str] | Callable[[Any], str]
"""A sentence to be filled in, two where the number of boards has a plural, or the one that a refusal chooses."""


@singledispatch
def sentence(refusal: r.Refusal, tournament: Tournament | None, words: Language) -> str:
    """One sentence for the person who asked; `tournament` turns players' ids into names."""
    raise TypeError(f"no sentence for {type(refusal).__name__}")


def add_plain(patterns: Mapping[type[r.Refusal], SentencePattern]) -> None:
    for kind, pattern in patterns.items():
        sentence.register(kind, partial(filled_in, pattern))


def filled_in(
    pattern: SentencePattern, refusal: r.Refusal, tournament: Tournament | None, words: Language, **instead: object
) -> str:
    """The sentence with the fields of the refusal as a reader calls them, `instead` before them."""
    data = named_fields(refusal, tournament, words) | instead
    if isinstance(pattern, tuple):
        return words.ngettext(*pattern, len(getattr(refusal, "boards", ())), **data)
    return words.gettext(pattern if isinstance(pattern, str) else pattern(refusal), **data)


def named_fields(refusal: r.Refusal, tournament: Tournament | None, words: Language) -> dict[str, object]:
    data: dict[str, object] = {f.name: getattr(refusal, f.name) for f in fields(refusal)}
    data["boards_count"] = data.get("boards")
    for name, value in data.items():
        match name, value:
            case (("player" | "existing"), int()):
                data[name] = names((EntrantId(value),), tournament, words)
            case "team", int():
                data[name] = entrant_name(EntrantId(value), tournament)
            case (("conflict" | "players"), tuple()):
                data[name] = names(value, tournament, words)
            case "names", tuple():
                data[name] = words.listing(list(value))
            case (("boards" | "places" | "dependents"), tuple()):
                data[name] = few_of(value, words)
            case "games", tuple():
                data[name] = boards_of_rounds(value, words)
            case (("seen" | "now"), Result() | None):
                data[name] = SIGNS[value] if value is not None else words.gettext("no result")
    return data


def entrant_name(id: EntrantId | None, tournament: Tournament | None) -> str:
    if id is None:
        return "–"
    known = tournament and (tournament.teams.get(id) or tournament.players.get(id))
    return known.name if known else str(id)


def names(players: tuple[EntrantId, ...], tournament: Tournament | None, words: Language) -> str:
    return words.listing([entrant_name(player, tournament) for player in players])


def few_of(numbers: tuple[int, ...], words: Language) -> str:
    return words.listing(
        [str(n) for n in numbers[:NAMED_IN_A_SENTENCE]] + (["…"] if len(numbers) > NAMED_IN_A_SENTENCE else [])
    )


SAY_WHY = N_("Say why: the reason stands in the journal.")
REASONS_ASKED: Mapping[str, str] = {
    "accept-qualification": N_("Say why the entrants stay as they are: the reason stands in the journal."),
    "starting-points": N_("Say why the player begins with other points: the reason stands in the journal."),
    "adjust-points": N_("Say why points are given or taken away: the reason stands in the journal."),
    "boards-of-a-team": N_("Say why the players of the team change after round 1: the reason stands in the journal."),
    "change-system": N_(
        "Say why the pairing system changes in the middle of the event: the reason stands in the journal."
    ),
    "withdraw-round": N_("Say why the round is withdrawn: the reason stands in the journal."),
    "alter-boards": N_("Say why the boards are altered: the reason stands in the journal."),
    "pair-by-hand": N_("Say why the round is paired by hand: the reason stands in the journal."),
    "turn-down": N_("Say why the entry is turned down: the player can read it."),
    "decline-petition": N_("Say why the petition is declined: the players can read it."),
    "rule-match": N_("Say why this player goes on: the reason stands in the journal."),
    "expel": N_("Say why the player is expelled: the reason stands in the journal."),
    "close-early": N_("Say why the tournament ends early: the reason stands in the journal."),
    "reopen": N_("Say why the tournament is reopened: the reason stands in the journal."),
}

UNDO: Mapping[str, str] = {
    "unknown": N_("There is no entry {version} in the journal: reload the page."),
    "undone": N_("Entry {version} is undone already."),
    "permanent": N_("Entry {version} cannot be undone: what it says is final."),
    "payment": N_(
        "Entry {version} cannot be undone: cancel the payment instead, under Fees, on the page of the player."
    ),
    "money": N_("Entry {version} cannot be undone: a fee was paid for it. Withdraw the player instead."),
    "ground-gone": N_("Entry {version} cannot come back: the round or the player it speaks of is not there any more."),
    "rests-on-undone": N_("Entry {version} cannot come back before entries {dependents}, on which it rests."),
    "depended-on": N_("Entry {version} cannot be undone alone: entries {dependents} depend on it. Undo those first."),
}

CANNOT_BE = N_("{field} cannot be “{value}”.")
RULE_NAMES: Mapping[str, str] = {
    "required": N_("{field} is missing: please fill it in."),
    "longest": N_("{field} is too long: at most {0} characters."),
    "printable": N_("{field} contains characters that cannot be printed: please type it again."),
    "lichess-round": N_("{field} ends in the eight letters and digits of the round, unlike “{value}”."),
    "bot-token": N_("{field} is missing, or is no token that this service gives."),
    "chat": N_("{field} is the name of a channel such as @chess_club, or the number of a group, not “{value}”."),
    "room": N_("{field} begins with an exclamation mark, unlike “{value}”."),
    "gateway-places": N_("{field}: the address or the body must have the places {0}."),
    "json": N_("{field}: that is no JSON object."),
    "phone": N_("{field}: “{value}” is no phone number such as +359888123456."),
    "nobody-to-tell": N_("{field}: type a number, or choose the players who gave theirs."),
    "lichess-name": N_("{field}: “{value}” is no name of an account there: 2 to 30 letters, digits, - and _."),
    "lichess-token": N_("{field} is missing, or has other signs than letters and digits."),
    "whole": N_("{field} must be a whole number from {0} to {1}, not “{value}”."),
    "day-and-amount": N_("{field}: “{value}” is not complete; write a day and an amount, such as 2026-12-02; 40."),
    "category-of-fees": N_("{field}: “{value}” is no category that has a fee; write it as it stands there."),
    "change-twice": N_("{field}: there are two changes on {value} for the same players."),
    "category-and-amount": N_("{field}: “{value}” has no amount; write a category and an amount, such as U18; 10."),
    "no-such-payment": N_("{field}: there is no payment {value}. Look at the list again."),
    "lines": N_("{field}: at most {0} lines can be kept, not {value}."),
    "at-least": N_("{field} must be at least {0}, not “{value}”."),
    "number": N_("{field} must be a whole number, not “{value}”."),
    "called-nobody": N_(
        "{field}: nobody at a board of this round is called “{value}”. Type the number of the board, or the beginning "
        "of a name."
    ),
    "called-several": N_(
        "{field}: several boards have somebody called “{value}”. Type more of the name, or the number of the board."
    ),
    "three-letters": N_("{field} must be three letters such as {0}, not “{value}”."),
    "future": N_("{field} is over already: choose a later time."),
    "round-to-come": N_("{field}: round {value} is published already, or there is none."),
    "clock-time": N_("{field} must be a time such as 19:30, not “{value}”."),
    "time-zone": N_("{field} must be a name of the time zone database such as Europe/Sofia, not “{value}”."),
    "groups": N_("{field}: {value} players cannot be put into groups of {0} to {1}."),
    "not-before": N_("{field} cannot be before {0}."),
    "each-once": N_("{field}: each of them has to be there once ({value})."),
    "at-most": N_("{field}: at most {0}, not {value}."),
    "date": N_("{field} must be a date such as 2026-11-21, not “{value}”."),
    "pdf": N_("{field}: “{value}” is no PDF."),
    "pdf-too-large": N_("{field}: “{value}” is larger than {0} MB."),
    "no-such-bulletin": N_("{field}: number {value} is not there, or was withdrawn."),
    "email": N_("{field} must be an address such as anna@example.org, not “{value}”."),
    "web-address": N_("{field}: “{value}” is no address of the web, such as https://example.org/file."),
    "https": N_("{field}: “{value}” does not begin with https://."),
    "host-name": N_(
        "{field}: “{value}” names no server that can be found. "
        "Each part of its name has 1 to 63 letters, digits or hyphens."
    ),
    "not-called": N_("{field}: “{value}” may not be called from here: type the address of another server."),
    "webhook-url": N_("{field} must be https://..., or http://... in the network of the hall, not “{value}”."),
    "moment": N_("{field} must be a date and a time such as 21.11.2026 15:00, not “{value}”."),
    "round-without-start": N_(
        "{field}: round {value} has no date or no time. Fill it in, or leave out all rounds after it."
    ),
    "one-of": N_("{field} cannot be “{value}”: choose one of {0}."),
    "board-and-name": N_("{field}: “{value}” is no number of a board with a name behind a colon, such as 3: Petrov."),
    "handicap-line": N_("{field}: “{value}” is no line such as 200: 13/17, or 400: 4:30+2/8."),
    "handicap-times": N_("{field}: in “{value}” somebody has no time at all."),
    "stronger-has-more": N_(
        "{field}: in “{value}” the stronger player has more time. Theirs stands before the stroke."
    ),
    "equal-at-nought": N_("{field}: in “{value}” nobody is the stronger, so both have the same time."),
    "boards": N_("{field}: “{value}” is no number of a board, nor are they several such as 12-14."),
    "no-later-period": N_(
        "{field}: no later rating period begins with “{value}”; the settings say whether there are any."
    ),
    "kept-board": N_("{field}: board {value} is kept by a player and cannot be left out."),
    "rounds-in-order": N_("{field}: the rounds {value} stand in the wrong order."),
    "at-least-two-players": N_("{field}: a group needs at least two players."),
    "loss-draw-win-ascending": N_("{field}: a draw cannot give less than a loss or more than a win ({value})."),
    "two-draws-not-above-win-and-loss": N_("{field}: two draws cannot give more than a win and a loss ({value})."),
    "half-points": N_("{field} must be whole or half points such as 1 or 0.5, not “{value}”."),
    "adjustment": N_("{field}: write what is given or taken away, such as 0.5 or -1, at most {0} points."),
    "further-games": N_("{field}: “{value}” is no step; write rapid 2, blitz 2, armageddon 1."),
    "a-round-a-day": N_("{field}: two rounds begin on {value}, and the regulations have one a day."),
    "system-accelerates": N_(
        "{field}: the pairing system chosen knows no virtual points. Choose FIDE Dutch 2026, or no acceleration."
    ),
    "system-for-teams": N_("{field}: “{value}” pairs teams, and this is a tournament of players."),
    "match-points-are-accelerated": N_("{field}: Baku needs teams that are paired by match points (C.04.7)."),
    "starts-by-rating": N_("{field}: starting points go by rating, and teams have none. Choose another system."),
    "start-follows-rating": N_("{field} follow the rating until round 1 is published: correct the rating."),
    "floor-below-bar": N_("{field} must be a rating below the bar, or 0 for the lowest of the players, not “{value}”."),
    "band-too-narrow": N_(
        "{field}: with “{value}” players at the bar begin with more than {0} points. Widen it, or give a floor."
    ),
    "win-is-two-draws": N_("{field}: Baku needs a win worth two draws and a loss worth nothing (C.04.7)."),
    "bye-not-above-win": N_("{field}: the bye cannot give more than a win."),
    "tie-breaks": N_("{field}: “{value}” is not a tie-break known here."),
    "tie-breaks-at-most": N_("{field}: a list has at most {0} tie-breaks, not {value}."),
    "name-first": N_("{field}: “{value}” is the name of a whole list, and a name stands first."),
    "for-players": N_("{field}: “{value}” is for players, and this is a tournament of teams."),
    "for-teams": N_("{field}: “{value}” is for teams, and this is a tournament of players."),
    "unlike": N_("{field} is ambiguous: “{value}” begins more than one name. Type more of it, or the pairing number."),
    "nobody-clear": N_("{field}: about each of them there is something to ask. Accept them one by one."),
    "no-mail": N_("{field}: this server sends no mail. Its operator sets TABLO_SMTP and TABLO_PUBLIC_URL."),
    "nobody-ticked": N_("{field}: nobody is ticked. Tick in the list whom it concerns."),
    "no-gap": N_("{field} {value} is empty and one below it is not: players move up, the last boards stay empty."),
    "board-or-reserve": N_("{field}: “{value}” is neither the number of a board nor R for a reserve."),
    "a-board": N_("{field}: “{value}” is not a pair of two players; every board needs White and Black."),
    "panel": N_("{field}: {0} different arbiters rule, none of whom watches the game, not “{value}”."),
    "empty": N_("{field} is empty: choose a file or paste a list."),
    "varma-for-players": N_("{field}: Varma tables are for a round robin of players. Choose a free lot."),
    "another-name": N_("{field}: both teams are called “{value}”. Give them different names."),
    "two-scales": N_("{field}: “{value}” stands beside an Ingo number. Leave one of the two out, or give the rating."),
    "old-scale": N_("{field}: “{value}” is no number of that scale; it would be no possible rating (A.1)."),
    "year": N_("{field} must contain a year, not “{value}”."),
    "title": N_("{field} must be a FIDE title such as GM or WFM, not “{value}”."),
    "m-or-w": N_("{field} must be m or w, not “{value}”."),
    "nothing-ticked": N_("Nothing is ticked: tick what is to be taken over."),
    "publisher": N_("{field} is FIDE or three letters such as BUL, not “{value}”."),
    "no-list-counts": N_(
        "{field}: no list would count in one kind of tournament. Choose one, or take the order that is preset."
    ),
    "publisher-twice": N_("{field}: the list of {value} has an address already, and a federation has one list."),
    "month": N_("{field} must look like 2026-11, not “{value}”."),
    "underway": N_("A list is being read already: wait until it is done."),
    "too-large": N_("{field} “{value}” is larger than {0} MB, which no list of players is."),
    "one-group": N_("{field}: {value} is of another group than those before, which article 33.2 forbids here."),
    "for-whom": N_("{field}: “{value}” says who may win it; choose for whom it is, such as rated below, too."),
    "category": N_("{field}: “{value}” is no category; write U2000, U18, S65, W, UNR, club:X, fed:BUL or board:1."),
    "board-of-teams": N_("{field}: “{value}” is a prize for a board, which only an event of teams has."),
    "board": N_("{field}: “{value}” names a board that no match has; the last one is {0}, R are the reserves."),
    "sum": N_("{field} must be from {0} to {1}, not {value}."),
    "single-games": N_("{field}: there is one only after a single game of two players, not in matches or brackets."),
    "armageddon-below-win": N_("{field}: {value} is too much; with the draw it may give no more than a win, {0}."),
    "value-of-a-thing": N_("{field}: “{value}” has the value of a thing, but not the thing. Say what it is."),
    "tax-share": N_("{field}: {value} % cannot be. Write a number from 0.01 to 100."),
    "amount": N_("{field}: “{value}” is no amount of money; write 100 or 99.50."),
    "hundredths": N_("{field}: {value} is too fine: sums of {0} go in steps of 0.010."),
    "whole-money": N_("{field}: {value} is no sum of {0}, which has no decimals."),
    "iban": N_("{field}: “{value}” is no account number: something is missing, or a sign is wrong. Copy it again."),
    "bic": N_("{field}: “{value}” is no code of a bank, which has 8 or 11 letters and digits."),
    "pay-page-places": N_("{field}: only the words amount, currency and reference may stand in braces, not “{value}”."),
    "no-statement": N_(
        "{field}: no line of a statement was found. Send the file as the bank gives it, or paste its lines."
    ),
    "unknown": N_("{field}: there is nobody called “{value}” here."),
    "colour": N_("{field} must be six figures such as #14523d, not “{value}”."),
    "no-file": N_("{field}: no file was chosen. Choose a PNG or JPEG picture."),
    "drawing": N_("{field}: an SVG is a program and is not taken. Save it as PNG and send that."),
    "picture": N_("{field}: this file is no picture that can be read. Send a PNG or JPEG."),
    "too-many-pixels": N_("{field}: {value} pixels are too many. Make it at most {0} pixels wide and high."),
    "picture-too-large": N_("{field}: this picture has far too many pixels. Make it at most {0} pixels wide and high."),
    "too-few-pixels": N_("{field}: {value} pixels are too few. It needs {0} across and down."),
    "file-too-large": N_("{field}: the file is larger than {0} MB. Make the picture smaller."),
    "practice-has-players": N_(
        "{field}: a practice has made-up players, and this form has none. Press “Practise” in the list of tournaments."
    ),
    "players-only": N_("{field}: teams play here themselves, their table is the standings."),
    "not-here": N_("{field}: “{value}” is not here any more. Choose one from the list."),
}
"""The right form of a field, by the first word of `BadField.rule`."""


@sentence.register
def _(refusal: r.BadField, tournament: Tournament | None, words: Language) -> str:
    kind, _, rest = refusal.rule.partition(":")
    bounds = rest.replace(",", ", ").split(":")
    named = label(refusal.field, words)
    if kind == "no-federation":
        return no_federation(named, refusal.value[:60], rest.split(":") if rest else (), words)
    pattern = words.gettext(RULE_NAMES.get(kind, CANNOT_BE))
    shown = refusal.value if len(refusal.value) <= 60 else refusal.value[:59] + "…"
    return pattern.format(*bounds, field=named, value=shown)


STEP_REFUSALS: Mapping[type[r.Refusal], SentencePattern] = {
    r.ReasonMissing: lambda refusal: REASONS_ASKED.get(refusal.what, SAY_WHY),
    r.CannotUndo: lambda refusal: UNDO[refusal.why],
}
add_plain(STEP_REFUSALS)


@sentence.register
def _(refusal: r.NeedsConfirmation, tournament: Tournament | None, words: Language) -> str:
    pattern = N_("{means} To go on, send it again with confirmed={level}.")
    return words.gettext(pattern, means=meaning(refusal, words, tournament)[0], level=refusal.level)
