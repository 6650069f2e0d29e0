"""Files that could not be handled within their memory or their time, and what to do about it."""

from collections.abc import Mapping

from domain.refusals import FileKind, FileTooHeavy, FileTooSlow
from web.wording import N_, Language

TOO_HEAVY: Mapping[FileKind, str] = {
    FileKind.TABLE: N_(
        "{file} cannot be read: it takes more than {megabytes} MB of memory, or is damaged. Save only the rows and "
        "columns with text in them, or save the sheet as CSV, and send that."
    ),
    FileKind.LIST: N_(
        "{file} cannot be read: it takes more than {megabytes} MB of memory, or is damaged. Save the list as CSV, or "
        "fetch it once more. The list that was here stays."
    ),
    FileKind.PICTURE: N_(
        "{file} cannot be read: it takes more than {megabytes} MB of memory, or is damaged. Save the picture anew as "
        "PNG or JPEG, smaller, and send that."
    ),
    FileKind.GAMES: N_(
        "{file} cannot be read: it takes more than {megabytes} MB of memory, or is damaged. Let the program of the "
        "boards write a file for each round."
    ),
    FileKind.PAPER: N_(
        "{file} was not made: it took more than {megabytes} MB of memory, or the system ended it. Ask for it once "
        "more, or print less at once."
    ),
}
TOO_SLOW: Mapping[FileKind, str] = {
    FileKind.TABLE: N_(
        "{file} cannot be read in {seconds} seconds. Save only the rows and columns with text in them, or save the "
        "sheet as CSV, and send that."
    ),
    FileKind.LIST: N_(
        "{file} cannot be read in {seconds} seconds. Save the list as CSV. The list that was here stays."
    ),
    FileKind.PICTURE: N_(
        "{file} cannot be read in {seconds} seconds. Save the picture anew as PNG or JPEG, smaller, and send that."
    ),
    FileKind.GAMES: N_(
        "{file} cannot be read in {seconds} seconds. Let the program of the boards write a file for each round."
    ),
    FileKind.PAPER: N_("{file} was not made in {seconds} seconds. Ask for it once more, or print less at once."),
}
ANY_FILE = N_("{file} could not be made: it took too much memory or too long.")


def file_refusal(refusal: FileTooHeavy | FileTooSlow, words: Language) -> str:
    if isinstance(refusal, FileTooSlow):
        return words.gettext(TOO_SLOW.get(refusal.kind, ANY_FILE), file=refusal.file, seconds=refusal.seconds)
    return words.gettext(TOO_HEAVY.get(refusal.kind, ANY_FILE), file=refusal.file, megabytes=refusal.megabytes)
