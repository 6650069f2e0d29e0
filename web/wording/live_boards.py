"""Refusals about files of live boards, in words."""

from collections.abc import Mapping

from domain import refusals as r
from web.wording import N_

LIVE_BOARD_SENTENCES: Mapping[type[r.Refusal], str] = {
    r.NoFolderOfBoards: N_("This server may read no files of live boards: start it with --boards and their folder."),
    r.OutsideTheFolderOfBoards: N_("{path} is outside {folder}: only files in that folder can be watched."),
    r.NoGamesFile: N_("{path}: there is no PGN file and no folder of this name."),
    r.NoResultOffered: N_("No board offers this result any more: look at the list again."),
}
