"""The label of every field, said once: forms, refusals and the history all take it from here."""

import re
from collections.abc import Mapping

from web.wording import N_, Language

LABELS: Mapping[str, str] = {
    "name": N_("Name"),
    "tournament_name": N_("Name of the tournament"),
    "rating": N_("Rating"),
    "fide_id": N_("FIDE ID"),
    "birth_year": N_("Year of birth"),
    "club": N_("Club"),
    "national_rating": N_("National rating"),
    "k": N_("K factor"),
    "title": N_("Title"),
    "sex": N_("Sex"),
    "federation": N_("Federation"),
    "city": N_("City"),
    "chief_arbiter": N_("Chief arbiter"),
    "deputies": N_("Deputy arbiters"),
    "time_control": N_("Time control"),
    "clock": N_("Clock in seconds"),
    "rank_method": N_("Source of the starting ranks"),
    "start": N_("First day"),
    "end": N_("Last day"),
    "rating_lists": N_("Rating list of each round"),
    "schedule": N_("Start of rounds"),
    "rounds": N_("Number of rounds"),
    "system": N_("Pairing system"),
    "format": N_("Format"),
    "cycles": N_("Games of each pair (cycles)"),
    "numbers_by": N_("Numbers in the table"),
    "numbers": N_("Numbers in the table"),
    "one_by_one": N_("Rounds drawn one after the other"),
    "drawn": N_("Rounds are drawn and published"),
    "leavers": N_("Games of somebody who leaves"),
    "round_robin": N_("Round robin"),
    "scheveningen": N_("Teams of the match"),
    "first_team": N_("First team"),
    "second_team": N_("Second team"),
    "scoring": N_("Points"),
    "points": N_("Points"),
    "order": N_("Tie-breaks"),
    "ruleset": N_("Unplayed rounds"),
    "corrections": N_("Late corrections"),
    "group_rule": N_("Mixed groups of tie-breaks (article 33.2)"),
    "numbering": N_("Order of equals"),
    "from_round": N_("From round"),
    "round": N_("Round"),
    "board": N_("Board"),
    "result": N_("Result"),
    "kind": N_("Kind of bye"),
    "colour": N_("Colour"),
    "seed": N_("Seed of the lot"),
    "group": N_("Players who must not meet"),
    "one": N_("Player"),
    "other": N_("Another player"),
    "by_arbiter": N_("Order of equals"),
    "outside": N_("Points of the play-off"),
    "groups": N_("Players who must not meet"),
    "choice": N_("Choice"),
    "boards": N_("Boards"),
    "bye": N_("Bye"),
    "player": N_("Player"),
    "players": N_("Players"),
    "file": N_("File"),
    "list": N_("List"),
    "reason": N_("Reason"),
    "entered_at": N_("Time of entry"),
    "seen": N_("Result shown on the page"),
    "prizes": N_("Prizes"),
    "sharing": N_("Way of sharing"),
    "currency": N_("Currency"),
    "birth_date": N_("Date of birth"),
    "email": N_("E-mail"),
    "phone": N_("Phone"),
    "first_board": N_("First board"),
    "last_board": N_("Last board"),
    "until": N_("Valid until"),
    "role": N_("Role"),
    "tournament": N_("Tournament"),
    "match_games": N_("Games of a match"),
    "entrants": N_("Who is paired"),
    "win": N_("Win"),
    "draw": N_("Draw"),
    "loss": N_("Loss"),
    "pairing_bye": N_("Bye of an odd field"),
    "absence": N_("Absence"),
    "absence_means_withdrawal": N_("Absence means withdrawal"),
    "fide_mode": N_("FIDE mode"),
    "acceleration": N_("Acceleration"),
    "chess960": N_("Chess960"),
    "shared_places": N_("Shared places"),
    "playoff": N_("Play-off"),
    "pairing_form": N_("Pairings of four and of eight"),
    "fewest_moves": N_("Fewest moves"),
    "late": N_("Straight to Armageddon"),
    "places": N_("Places decided"),
    "half_moves": N_("Half-moves"),
    "arbiter": N_("Arbiter"),
    "panel": N_("Panel of arbiters"),
    "ruling": N_("Ruling"),
    "organiser": N_("Organiser"),
    "ended": N_("End of the last game"),
    "sections": N_("Sections"),
    "pool": N_("Entries"),
    "group_title": N_("Title of the groups"),
    "final_title": N_("Title of the final"),
    "super_title": N_("Title of the super-final"),
    "least": N_("Players of a group, at least"),
    "most": N_("Players of a group, at most"),
    "seeding": N_("Groups are made"),
    "carry": N_("They bring along"),
    "qualifying_places": N_("Places that go on"),
    "least_games": N_("Games they must have played"),
    "sources": N_("From"),
    "into": N_("Into"),
    "source": N_("From"),
    "team": N_("Team"),
    "captain": N_("Captain"),
    "squad": N_("Squad"),
    "reserves": N_("Reserves"),
    "content": N_("Kind of content"),
    "text": N_("Text"),
    "seconds": N_("Seconds each, at least"),
    "parts": N_("Split over so many televisions"),
    "minutes": N_("New pairings alone for minutes"),
    "theme": N_("Background"),
    "language": N_("Language"),
    "counts": N_("Counts"),
    "confirmed": N_("Confirmation"),
}
"""By the name of the field in forms, commands and events."""

COLUMN_HEADS: Mapping[str, str] = {
    "birth_year": N_("Born"),
    "federation": N_("Fed."),
}
"""Where a column is narrower than its label."""

LINE_OF_FIELD = re.compile(r"(?P<field>\w+), line (?P<line>\d+)")
OF_A_PLAYER = re.compile(r"player (?P<number>\d+), (?P<field>\w+)")


def label(name: str, words: Language) -> str:
    """The label of a field; a line of a field and a field of a player say which."""
    if found := LINE_OF_FIELD.fullmatch(name):
        return words.gettext("{field}, line {line}", field=label(found["field"], words), line=found["line"])
    if found := OF_A_PLAYER.fullmatch(name):
        data = {"number": found["number"], "field": label(found["field"], words)}
        return words.gettext("Player {number}, {field}", **data)
    return words.gettext(LABELS[name]) if name in LABELS else name.replace("_", " ").capitalize()


def head(name: str, words: Language) -> str:
    """The label of a field over a column of a table."""
    return words.gettext(COLUMN_HEADS[name]) if name in COLUMN_HEADS else label(name, words)
