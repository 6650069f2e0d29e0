"""The words of the desk about the people who work there."""

from collections.abc import Callable, Mapping
from datetime import datetime

from domain.refusals import MovedOn, Refusal
from domain.stewards import permissions as s
from domain.stewards.decisions import NameTaken
from domain.stewards.events import Role, Scope, Topic
from domain.stewards.programs import NoSuchKey, NoSuchWebhook
from domain.stewards.state import NoSuchSteward, Steward
from web.wording import N_, Language

ROLE_NAMES: Mapping[Role, str] = {
    Role.CHIEF: N_("Chief arbiter"),
    Role.ARBITER: N_("Arbiter"),
    Role.ENTRY: N_("Result entry"),
    Role.CAPTAIN: N_("Captain"),
    Role.READER: N_("Read-only"),
}

IN_WORDS: Mapping[Role, str] = {
    Role.CHIEF: N_("everything, and who may do what"),
    Role.ARBITER: N_("everything of the tournament, or of all of them"),
    Role.ENTRY: N_("results of a range of boards, on a phone; never overwrites anything"),
    Role.CAPTAIN: N_("hands in the lineups of one team"),
    Role.READER: N_("looks at everything of the tournament and changes nothing"),
}


SCOPE_NAMES: Mapping[Scope, str] = {
    Scope.DRAFTS: N_("Read drafts"),
    Scope.PLAYERS: N_("Players"),
    Scope.PAIRINGS: N_("Pairings"),
    Scope.RESULTS: N_("Results"),
    Scope.EVERYTHING: N_("Everything"),
}

SCOPES_IN_WORDS: Mapping[Scope, str] = {
    Scope.DRAFTS: N_("rounds that are paired and not published yet"),
    Scope.PLAYERS: N_("registers, changes and withdraws players, grants leave"),
    Scope.PAIRINGS: N_("pairs, publishes and closes rounds, gives lineups"),
    Scope.RESULTS: N_("enters and corrects results"),
    Scope.EVERYTHING: N_("all of that, and closes the tournament and takes entries back"),
}


TOPIC_NAMES: Mapping[Topic, str] = {
    Topic.ROUND_PUBLISHED: N_("a round is published"),
    Topic.ROUND_WITHDRAWN: N_("a round is taken back"),
    Topic.RESULT_ENTERED: N_("a result is entered"),
    Topic.CORRECTION: N_("something is corrected or undone"),
    Topic.PLAYERS_CHANGED: N_("players come, change or leave"),
    Topic.STANDINGS_FINAL: N_("the standings are final"),
}


def topic_name(topic: str, language: Language) -> str:
    return language.gettext(TOPIC_NAMES[Topic(topic)])


def scope_name(scope: Scope, language: Language) -> str:
    return language.gettext(SCOPE_NAMES[scope])


def scope_in_words(scope: Scope, language: Language) -> str:
    return language.gettext(SCOPES_IN_WORDS[scope])


def role(role: Role, language: Language) -> str:
    return language.gettext(ROLE_NAMES[role])


def role_in_words(role: Role, language: Language) -> str:
    return language.gettext(IN_WORDS[role])


def boards(steward: Steward, language: Language) -> str:
    if not steward.last_board:
        return language.gettext("all boards")
    if steward.first_board == steward.last_board:
        return language.gettext("board {board}", board=steward.first_board)
    return language.gettext("boards {first}–{last}", first=steward.first_board, last=steward.last_board)


def steward_refusal(refusal: Refusal, language: Language) -> str:
    """One sentence; empty for a refusal that is not about people or programs."""
    said = language.gettext
    match refusal:
        case NameTaken(name=name):
            return said("{name} is here already: choose a name that tells the two apart.", name=name)
        case NoSuchSteward():
            return said("Nobody was invited like that: reload the page.")
        case s.InvitationEnded(name=name, until=""):
            return said("The invitation of {name} has been withdrawn. Ask the chief arbiter.", name=name)
        case s.InvitationEnded(name=name, until=until):
            over = language.moment(datetime.fromisoformat(until).astimezone())
            return said("The invitation of {name} ended on {over}. Ask the chief arbiter.", name=name, over=over)
        case s.ScopeMissing(scope=scope):
            return said("This key was not made for that: it takes “{scope}”.", scope=scope.value)
        case MovedOn(expected=expected, version=version):
            pattern = N_("The tournament stands at {version} by now, and {expected} was expected: read it again.")
            return said(pattern, expected=expected, version=version)
        case NoSuchKey():
            return said("There is no such key here: reload the page.")
        case NoSuchWebhook():
            return said("There is no such webhook here: reload the page.")
        case s.RoleTooSmall(role=has):
            return said("Your role, {role}, does not include this: ask the chief arbiter.", role=role(has, language))
        case s.NotYourTournament():
            return said("That does not belong to the tournament you were invited for.")
        case s.NotYourBoard(board=board, first=first, last=last):
            return said("Board {board} is not yours: you enter {first} to {last}.", board=board, first=first, last=last)
        case s.NotYourTeam():
            return said("Only an arbiter does that: a captain gives the lineups of their own team.")
        case s.OnlyAnArbiter(board=board):
            return said("Board {board}: only an arbiter clears or adjourns a game. Call one.", board=board)
        case _:
            return ""


OF_STEWARDS: Mapping[str, Callable[..., str]] = {
    "role": role,
    "role_in_words": role_in_words,
    "boards_of": boards,
    "scope_name": scope_name,
    "scope_in_words": scope_in_words,
    "topic_name": topic_name,
}
"""By the names of their filters."""
