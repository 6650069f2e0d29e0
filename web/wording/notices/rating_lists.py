"""Sentences about rating lists and their files, and about namesakes in lists of players."""

from collections.abc import Mapping

from web.wording import N_

RATING_LIST_NOTICES: Mapping[str, str] = {
    "rating-lists-for-search": N_("rating lists of federations, for the search of players"),
    "read-rating-list": N_("read FIDE's rating list (zip, text or XML); the old one stays until the new one is whole"),
    "rating-list-file": N_("players_list.zip or players_list_xml.zip of ratings.fide.com, or what is inside"),
    "month-of-rating-list": N_("the month of the list; otherwise that of the file's date"),
    "progress-of-rating-list": N_("print the progress in thousandths"),
    "publisher-of-rating-list": N_(
        "the federation of a national list, such as BUL (CSV or a spreadsheet); default FIDE"
    ),
    "columns-of-rating-list": N_("the heads of columns that are not found by themselves: name=Player,rating=Points"),
    "places-of-columns": N_("columns by their places, the first is 1: name=1,rating=3"),
    "list-without-heads": N_("the first line is a player and names no columns (with --places)"),
    "are-no-places": N_("'{text}' does not look like name=1,rating=3"),
    "is-no-publisher": N_("'{text}' is no word of three to eight capital letters such as BUL"),
    "are-no-columns": N_("'{text}' does not look like name=Player,rating=Points"),
    "cannot-be-read-here": N_("{path} cannot be read: {why}"),
    "show-rating-lists": N_("say which rating lists are here"),
    "rating-list-has": N_("{name}: {players} players; {skipped} lines could not be read."),
    "rating-list-unread-line": N_("{number}, {field}: {text} cannot be."),
    "rating-list-names": N_("Names as they were read: {names}"),
    "is-no-month": N_("'{text}' is no month such as 2026-11"),
    "rating-list-damaged": N_("The file is damaged ({why}): fetch it once more. The list that was here stays."),
    "rating-list-without-head": N_(
        "This is not FIDE's combined rating list: '{head}' is not where it should be. The list that was here stays."
    ),
    "rating-list-not-inside": N_("There is neither a .txt nor an .xml file in the zip: it is no rating list."),
    "rating-list-too-large": N_("The list unpacks to more than {gigabytes} GB, which no rating list has."),
    "rating-list-bad-line": N_(
        "Line {number}, {field}: {text} cannot be. Too many lines are so; fetch the file once more."
    ),
    "rating-list-bad-player": N_(
        "Player {number}, {field}: {text} cannot be. Too many players are so; fetch the file once more."
    ),
    "rating-list-too-short": N_(
        "The list has {players} players, and the last one had {before}: it was cut off. The list that was here stays."
    ),
    "rating-list-searched": N_("{name}, {players} players"),
    "rating-list-begun": N_("The rating list is being read: players can be found in a moment."),
    "rating-list-so-far": N_("{name} is being read: {findable} of {players} players can be found so far."),
    "rating-list-not-yet": N_(
        "Not found yet: {name} is being read, and {findable} of {players} players can be found so far. The search "
        "goes on by itself. Esc, then Enter registers somebody who is not on the list."
    ),
    "rating-list-stopped": N_("Reading the list was broken off: send it once more. The list that was here stays."),
    "rating-list-in-the-way": N_("Another list was being read: renew once more."),
    "list-address-not-allowed": N_("{url} may not be called from here. The list that was here stays."),
    "list-address-failed": N_(
        "Renewing from {url} failed ({why}), and the log says why. The list that was here stays."
    ),
    "list-address-no-list": N_(
        "{url} gave no list: look at the address and at the computer there. The list that was here stays."
    ),
    "list-address-certificate": N_(
        "The certificate of {url} cannot be trusted ({why}): look at the clock of this computer and at the address. "
        "The list that was here stays."
    ),
    "list-address-silent": N_(
        "{url} does not answer ({why}): look at the connection to the internet and at the address. "
        "The list that was here stays."
    ),
    "list-address-answered": N_(
        "{url} answered {status} instead of the file: look at the address. The list that was here stays."
    ),
    "list-address-leads-away": N_(
        "{url} leads on to {there}, which is not followed: give the last address. The list that was here stays."
    ),
    "list-address-broke-off": N_(
        "{url} broke off after {size} of {whole} bytes: renew once more. The list that was here stays."
    ),
    "list-address-too-large": N_(
        "{url} has more than {megabytes} MB, which no rating list has. The list that was here stays."
    ),
    "list-address-too-slow": N_(
        "{url} took longer than {minutes} minutes: try again with a better connection. The list that was here stays."
    ),
    "line-namesake": N_("line {line}: somebody called {name} is here already."),
    "say-what-namesakes-are": N_(
        "The same person, or another one? Say --namesakes same or --namesakes another; nothing is registered yet."
    ),
    "what-namesakes-of-list-are": N_(
        "what players of a list are whose name stands there or in the tournament already: "
        "the same person (only what is missing is added) or another one"
    ),
}
