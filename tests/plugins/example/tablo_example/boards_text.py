"""The boards of the newest round as plain lines, to be pasted into a group of a messenger."""

from projections.moment.snapshot import Snapshot
from web.downloads.plugged import PluggedDownload

TABLO_PLUGIN_API = 1


def boards(snapshot: Snapshot, language: str) -> str | None:
    t = snapshot.tournament
    if not t.published:
        return None
    round, people = t.round(t.published), snapshot.people
    lines = [f"{game.board}. {people[game.white].name} – {people[game.black].name}" for game in round.games]
    return "\n".join([f"{t.details.name} {t.published}", *lines]) + "\n"


BOARDS_TEXT = PluggedDownload("boards-text", "txt", "text/plain", "Boards for a messenger", boards)
