"""Plugins: pairing systems, tie-breaks, downloads and readers of files that other packages bring by entry points.

A plugin is code that runs as Tablo itself does. One that cannot be loaded, or fails at its work, is named on the page
of health and by `tablo plugins list`; everything else goes on.
"""

import logging
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar, cast

from domain.records import dataclass

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from domain.pairing import System

PLUGIN_API = 1
"""What a plugin's module says in `TABLO_PLUGIN_API`: the shape of what it may bring."""

log = logging.getLogger("tablo.plugins")


class PluginKind(StrEnum):
    """The groups of entry points, below `tablo.`."""

    PAIRING = "pairing"
    TIEBREAK = "tiebreaks"
    DOWNLOAD = "downloads"
    READER = "readers"


class PluginTrouble(StrEnum):
    NOT_LOADED = "not-loaded"
    OTHER_API = "other-api"
    NOT_WHOLE = "not-whole"
    BAD_NAME = "bad-name"
    NAME_TAKEN = "name-taken"
    FAILED = "failed"
    """It is in use, and its last piece of work went wrong."""


@dataclass(slots=True)
class Plugin:
    kind: PluginKind
    name: str
    """Of its entry point, which is that of what it brings."""
    package: str
    """The package and its version."""
    trouble: PluginTrouble | None = None
    details: str = ""
    in_use: bool = field(default=False, kw_only=True)


PLUGINS: list[Plugin] = []
"""Those of this process, in the order of their kinds and names."""
PACKAGE_ENDINGS = ("dist-info", "egg-info")
"""Of the folders that say what a package is."""
OUR_GROUPS = b"[tablo."
PLUGIN_NAME = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
TIEBREAK_CODE = re.compile("[A-Z][A-Z0-9]{1,9}")

FromPlugin = TypeVar("FromPlugin")


class UnfitPlugin(Exception):
    """What an entry point leads to is nothing that can be taken."""

    def __init__(self, trouble: PluginTrouble, details: str = "") -> None:
        self.trouble, self.details = trouble, details


def install() -> None:
    """Take what is installed beside Tablo, once a process, before anything asks which systems there are."""
    if PLUGINS or not any(_may_bring(place) for place in sys.path):
        return
    from importlib.metadata import entry_points  # most have no plugin, and a command starts a sixth earlier without it

    brought = entry_points()
    for kind in PluginKind:
        points = sorted(brought.select(group=f"tablo.{kind}"), key=lambda one: one.name)
        PLUGINS.extend(_taken(kind, point) for point in points)


def _may_bring(place: str) -> bool:
    """Whether a package in this folder brings something; of an archive that is not known."""
    try:
        packages = [name for name in os.listdir(place or os.curdir) if name.lower().endswith(PACKAGE_ENDINGS)]
    except NotADirectoryError:
        return True
    except OSError:
        return False
    return any(_brings(os.path.join(place, name, "entry_points.txt")) for name in packages)


def _brings(points: str) -> bool:
    try:
        with open(points, "rb") as said:
            return OUR_GROUPS in said.read()
    except OSError:
        return False


def _taken(kind: PluginKind, point: "EntryPoint") -> Plugin:
    package = f"{point.dist.name} {point.dist.version}" if point.dist else ""
    plugin = Plugin(kind, point.name, package)
    try:
        TAKING[kind](plugin, _loaded(point))
        plugin.in_use = True
    except UnfitPlugin as unfit:
        _note(plugin, unfit.trouble, unfit.details)
    except (Exception, SystemExit) as error:  # noqa: BLE001 the edge of a plugin: Tablo starts without it
        _note(plugin, PluginTrouble.NOT_LOADED, repr(error))
    return plugin


def _loaded(point: "EntryPoint") -> object:
    brought = point.load()
    api = getattr(sys.modules[point.module], "TABLO_PLUGIN_API", None)
    if api != PLUGIN_API:
        raise UnfitPlugin(PluginTrouble.OTHER_API, str(api))
    return brought


def _note(plugin: Plugin, trouble: PluginTrouble, details: str) -> None:
    plugin.trouble, plugin.details = trouble, details[:300]
    facts = {"plugin": plugin.name, "kind": plugin.kind, "package": plugin.package, "trouble": trouble, "why": details}
    log.warning("a plugin is in trouble", extra={"facts": facts})


def _checked(plugin: Plugin, name: object, taken: Iterable[str], pattern: re.Pattern[str] = PLUGIN_NAME) -> None:
    if name != plugin.name or not pattern.fullmatch(plugin.name):
        raise UnfitPlugin(PluginTrouble.BAD_NAME, str(name))
    if plugin.name in taken:
        raise UnfitPlugin(PluginTrouble.NAME_TAKEN, plugin.name)


def _whole(brought: object, members: Iterable[str]) -> None:
    if missing := [one for one in members if not hasattr(brought, one)]:
        raise UnfitPlugin(PluginTrouble.NOT_WHOLE, ", ".join(missing))


def _guarded(
    plugin: Plugin,
    call: Callable[..., FromPlugin],
    otherwise: Callable[[Exception], FromPlugin],
    *through: type[Exception],
) -> Callable[..., FromPlugin]:
    """The call, whose errors are noted and answered otherwise; those of `through` belong to its contract."""

    def guarded(*arguments: Any) -> FromPlugin:
        try:
            return call(*arguments)
        except through:
            raise
        except Exception as error:  # noqa: BLE001 the edge of a plugin: it is named, and Tablo goes on
            _note(plugin, PluginTrouble.FAILED, repr(error))
            return otherwise(error)

    return guarded


# Pairing systems


def _take_system(plugin: Plugin, brought: object) -> None:
    from domain.pairing import SYSTEMS
    from domain.pairing.system import System as Contract

    system = brought() if isinstance(brought, type) else brought
    methods = (name for name, member in vars(Contract).items() if callable(member) and not name.startswith("_"))
    _whole(system, (*Contract.__annotations__, *methods))
    _checked(plugin, cast("System", system).name, SYSTEMS)
    SYSTEMS[plugin.name] = cast("System", GuardedSystem(plugin, cast("System", system)))


class GuardedSystem:
    """The system of a plugin: what goes wrong in it is a refusal with its name."""

    GUARDED = ("numbers", "pair", "check", "both_colours_wrong", "explain", "why_not")

    def __init__(self, plugin: Plugin, system: "System") -> None:
        from domain.pairing import NoLegalPairing
        from domain.refusals import PluginFailed

        def fail(error: Exception) -> object:
            raise PluginFailed(plugin.name, repr(error)) from error

        self._system = system
        for name in self.GUARDED:
            setattr(self, name, _guarded(plugin, getattr(system, name), fail, NoLegalPairing))

    def __getattr__(self, name: str) -> object:
        return getattr(self._system, name)


# Tie-breaks


def _take_tiebreak(plugin: Plugin, brought: object) -> None:
    from domain.ranking.tiebreaks import HANDBOOK, Rule, TiebreakColumn
    from web.wording.chess.tiebreaks import TIEBREAK_NAMES

    if not isinstance(brought, Rule) or brought.how.column is None:
        raise UnfitPlugin(PluginTrouble.NOT_WHOLE, "Rule")
    _checked(plugin, brought.code, HANDBOOK, TIEBREAK_CODE)
    how, column = brought.how, brought.how.column

    def column_of(field_of_cards: Sequence[object], tiebreak: object) -> TiebreakColumn:
        nothing = TiebreakColumn([None] * len(field_of_cards))
        return _guarded(plugin, column, lambda _: nothing)(field_of_cards, tiebreak)

    guarded = replace(
        how,
        column=cast("Any", column_of),
        rounds=_guarded(plugin, how.rounds, lambda _: []) if how.rounds else None,
        facts=_guarded(plugin, how.facts, lambda _: {}) if how.facts else None,
    )
    cast(dict[str, Rule], HANDBOOK)[plugin.name] = replace(brought, how=guarded)
    TIEBREAK_NAMES[plugin.name] = brought.name


# Downloads


def _take_download(plugin: Plugin, brought: object) -> None:
    from web.downloads.documents import DOCUMENTS, Document, Downloaded
    from web.downloads.plugged import PLUGGED, PluggedDownload

    if not isinstance(brought, PluggedDownload):
        raise UnfitPlugin(PluginTrouble.NOT_WHOLE, "PluggedDownload")
    _checked(plugin, brought.name, DOCUMENTS)
    if any(brought.path in one.paths for one in DOCUMENTS.values()):
        raise UnfitPlugin(PluginTrouble.NAME_TAKEN, brought.path)
    nothing: Downloaded = None
    write = _guarded(plugin, brought.write, lambda _: nothing)
    PLUGGED[plugin.name] = brought
    cast(dict[str, Document], DOCUMENTS)[plugin.name] = Document(
        lambda frame, snapshot, asked, words: write(snapshot, words.code),
        brought.media_type,
        (brought.path,),
        f"-{brought.name}.{brought.ending}",
        slow=True,
    )


# Readers of files


def _take_reader(plugin: Plugin, brought: object) -> None:
    from domain.files.lists.rows import NotAList
    from domain.files.readers import PLUGGED_READERS, FileReader

    if not isinstance(brought, FileReader) or not (brought.rows or brought.report):
        raise UnfitPlugin(PluginTrouble.NOT_WHOLE, "FileReader")
    _checked(plugin, brought.name, PLUGGED_READERS)

    def no_list(error: Exception) -> Sequence[Sequence[str]]:
        raise NotAList(1, 0) from error

    PLUGGED_READERS[plugin.name] = replace(
        brought,
        is_of=_guarded(plugin, brought.is_of, lambda _: False),
        rows=_guarded(plugin, brought.rows, no_list) if brought.rows else None,
        report=_guarded(plugin, brought.report, lambda _: "") if brought.report else None,
    )


TAKING: dict[PluginKind, Callable[[Plugin, object], None]] = {
    PluginKind.PAIRING: _take_system,
    PluginKind.TIEBREAK: _take_tiebreak,
    PluginKind.DOWNLOAD: _take_download,
    PluginKind.READER: _take_reader,
}
