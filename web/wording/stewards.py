"""The words of the desk about the people who work there."""

from collections.abc import Mapping

from domain.stewards.events import Role, Scope, Topic
from domain.stewards.state import Steward
from web.wording import N_, Language, said_by

ROLE_NAMES: Mapping[Role, str] = {
    Role.OWNER: N_("Owner"),
    Role.ORGANISER: N_("Organiser"),
    Role.CHIEF: N_("Chief arbiter"),
    Role.ARBITER: N_("Arbiter"),
    Role.ENTRY: N_("Result entry"),
    Role.CAPTAIN: N_("Captain"),
    Role.READER: N_("Read-only"),
}

IN_WORDS: Mapping[Role, str] = {
    Role.OWNER: N_("everything of the organiser, and who else owns it"),
    Role.ORGANISER: N_("everything of the organiser, and who its members are"),
    Role.CHIEF: N_("everything, and who may do what"),
    Role.ARBITER: N_("everything of the tournament, or of all of them"),
    Role.ENTRY: N_("results of a range of boards, on a phone; never overwrites anything"),
    Role.CAPTAIN: N_("hands in the lineups of one team"),
    Role.READER: N_("looks at everything of the tournament and changes nothing"),
}

MEMBERS_IN_WORDS: Mapping[Role, str] = {
    **IN_WORDS,
    Role.CHIEF: N_("everything of the tournaments, and announces new ones"),
    Role.ENTRY: N_("results, and who has come; never overwrites anything"),
}
"""What a member of an organiser may do, with all its tournaments or with one."""

SCOPE_NAMES: Mapping[Scope, str] = {
    Scope.DRAFTS: N_("Read drafts"),
    Scope.PLAYERS: N_("Players"),
    Scope.PAIRINGS: N_("Pairings"),
    Scope.RESULTS: N_("Results"),
    Scope.BOARDS: N_("Live boards"),
    Scope.EVERYTHING: N_("Everything"),
}

SCOPES_IN_WORDS: Mapping[Scope, str] = {
    Scope.DRAFTS: N_("rounds that are paired and not published yet"),
    Scope.PLAYERS: N_("registers, changes and withdraws players, grants leave"),
    Scope.PAIRINGS: N_("pairs, publishes and closes rounds, gives lineups"),
    Scope.RESULTS: N_("enters and corrects results"),
    Scope.BOARDS: N_("sends the moves of live boards and can do nothing else"),
    Scope.EVERYTHING: N_("all of that, and closes the tournament and takes entries back"),
}

TOPIC_NAMES: Mapping[Topic, str] = {
    Topic.ROUND_PUBLISHED: N_("a round is published"),
    Topic.ROUND_WITHDRAWN: N_("a round is taken back"),
    Topic.RESULT_ENTERED: N_("a result is entered"),
    Topic.CORRECTION: N_("something is corrected or undone"),
    Topic.PLAYERS_CHANGED: N_("players come, change or leave"),
    Topic.STANDINGS_FINAL: N_("the standings are final"),
    Topic.NEWS_CHANGED: N_("news are written, changed or withdrawn"),
}

scope_name = said_by(SCOPE_NAMES)
scope_in_words = said_by(SCOPES_IN_WORDS)
role = said_by(ROLE_NAMES)
role_in_words = said_by(IN_WORDS)
member_role_in_words = said_by(MEMBERS_IN_WORDS)
topic_name = said_by(TOPIC_NAMES)


def boards(steward: Steward, language: Language) -> str:
    if not steward.last_board:
        return language.gettext("all boards")
    if steward.first_board == steward.last_board:
        return language.gettext("board {board}", board=steward.first_board)
    return language.gettext("boards {first}–{last}", first=steward.first_board, last=steward.last_board)
