"""`tablo upgrade`: another program in the place of this one, and back again.

What runs here has been replaced before it ends: everything that it needs is read in at the start, and the installed
program is asked as another process.
"""

import argparse
import os
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from server.cli.listening import SETTINGS_FILE
from server.cli.setup.files import MachineFiles
from server.cli.setup.services import READY_SECONDS, answers, run_program, systemd_runs, wait_until_ready
from server.cli.setup.wanted import present_server
from server.cli.terminal import NO, OK, BadInput, Parser, bad_input, positive, say, trouble_said
from server.cli.upgrade.journals import ServiceJournal
from server.cli.upgrade.programs import InstalledProgram, check_program_file, installed_program
from server.settings import DEFAULT_PORT, BadSetting, of_settings_file

KEPT = Path("/var/lib/tablo-upgrade")
"""Root's alone: what lies here becomes the program."""


class Previous(msgspec.Struct):
    """The program before this one, and the journal that it left."""

    version: str
    program: str
    journal: str = ""
    heads: dict[str, str] = {}


def add(parser: Parser) -> None:
    parser.option("file", "the newer program: a .deb or a .whl", type=Path, metavar="FILE", nargs="?")
    parser.flag("--back", "the program before this one again")
    parser.option(
        "--settings", "the settings of the service (default {file})", {"file": SETTINGS_FILE},
        type=Path, metavar="FILE", default=SETTINGS_FILE,
    )  # fmt: skip
    parser.option("--kept", "where the previous program is kept", type=Path, metavar="DIR", default=KEPT)
    parser.option(
        "--wait", "seconds until the server must be ready (default {seconds})", {"seconds": READY_SECONDS},
        type=positive, metavar="SECONDS", default=READY_SECONDS,
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    if os.geteuid():
        raise bad_input("Only root may change the program: sudo tablo upgrade")
    if (arguments.file is None) != arguments.back:
        raise bad_input("Say the file of the newer program, or --back")
    upgrade = Upgrade(arguments)
    return upgrade.back() if arguments.back else upgrade.forward(arguments.file)


class Upgrade:
    def __init__(self, arguments: argparse.Namespace) -> None:
        """Raises BadInput."""
        self._program: InstalledProgram = installed_program()
        self._kept: Path = arguments.kept
        settings = _settings(arguments.settings)
        self._journal = ServiceJournal(settings, arguments.settings)
        self._service = Service(settings, arguments.wait)

    def forward(self, file: Path) -> int:
        newer = check_program_file(file, self._program)
        say("From {older} to {newer}.", older=self._program.version(), newer=newer)
        self._service.stop()
        older = self._keep()
        try:
            self._change(older, lambda: self._program.install(file))
        except BadInput as problem:
            say("{problem}. Back to {version}.", problem=str(problem).rstrip("."), version=older.version)
            self._return_to(older)
            return NO
        self._keep_for_back(older)
        say(
            "Version {version} is installed. `tablo upgrade --back` returns to {older}.",
            version=newer,
            older=older.version,
        )
        self._service.say_start()
        return OK

    def back(self) -> int:
        older = self._previous()
        newer = self._program.version()
        say("From {newer} back to {older}.", newer=newer, older=older.version)
        self._service.stop()
        kept = self._keep()
        self._program.put_back(Path(older.program))
        if not self._readable(older, kept):
            self._return_to(kept)
            return NO
        try:
            self._change(kept, lambda: None)
        except BadInput as problem:
            say("{problem}. Back to {version}.", problem=str(problem).rstrip("."), version=newer)
            self._return_to(kept)
            return NO
        self._keep_for_back(kept)
        say(
            "Version {version} is installed. `tablo upgrade --back` returns to {older}.",
            version=older.version,
            older=newer,
        )
        self._service.say_start()
        return OK

    def _readable(self, older: Previous, kept: Previous) -> bool:
        """The journal stays if the older program reads it, else its copy, if nothing was entered since."""
        old = older.version
        if not self._journal.is_there or self._journal.is_read():
            say("The journal stays as it is: {version} reads it.", version=old)
            return True
        if kept.heads == older.heads and older.journal:
            self._journal.put_back(Path(older.journal))
            say("{version} cannot read the journal. Nothing was entered since: the copy is its journal.", version=old)
            return True
        say("{version} cannot read what was entered since. {newer} stays.", version=old, newer=kept.version)
        say("The journal as it was before: {file}", file=older.journal)
        return False

    def _change(self, kept: Previous, install: Callable[[], None]) -> None:
        """Raises BadInput where the program does not come, does not read the whole journal, or does not get ready."""
        install()
        if self._journal.is_there and self._journal.heads() != kept.heads:
            raise bad_input("The newer program reads another journal than the older one")
        self._service.start()

    def _return_to(self, kept: Previous) -> None:
        """As it was. The journal's copy is needed only if the other program has begun a format of its own."""
        self._service.stop()
        self._program.put_back(Path(kept.program))
        if kept.journal and not self._journal.is_read():
            self._journal.put_back(Path(kept.journal))
        self._service.start()
        shutil.rmtree(self._kept / "now")

    def _keep(self) -> Previous:
        """This program and its journal, checked. The service does not run meanwhile, so that nothing is missing."""
        folder = self._kept / "now"
        if folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(mode=0o700, parents=True)
        version = self._program.version()
        say("Keeping version {version} and a copy of its journal.", version=version)
        try:
            kept = Previous(version, str(self._program.keep(folder)))
            if self._journal.is_there:
                kept.journal = str(self._journal.copy(version))
                kept.heads = self._journal.heads()
        except (BadInput, OSError) as problem:
            self._service.start()
            raise BadInput(str(problem)) from None
        return kept

    def _keep_for_back(self, kept: Previous) -> None:
        folder = self._kept / "previous"
        if folder.exists():
            shutil.rmtree(folder)
        (self._kept / "now").rename(folder)
        kept.program = str(folder / Path(kept.program).name)
        (folder / "kept.json").write_bytes(msgspec.json.encode(kept))

    def _previous(self) -> Previous:
        try:
            return msgspec.json.decode((self._kept / "previous" / "kept.json").read_bytes(), type=Previous)
        except FileNotFoundError:
            raise bad_input("No previous program is kept in {folder}", folder=self._kept) from None


class Service:
    """The service, if systemd runs it."""

    def __init__(self, settings: Mapping[str, str], patience_seconds: int) -> None:
        self._patience_seconds = patience_seconds
        files = MachineFiles(Path("/"))
        self._systemd = systemd_runs(files.root)
        server = present_server(settings)
        self._port = server.port if server else DEFAULT_PORT
        self._was_running = False

    def stop(self) -> None:
        """Raises BadInput where a server runs that nobody here can stop."""
        if self._systemd:
            with suppress(BadInput):
                run_program("systemctl", "is-active", "--quiet", "tablo")
                self._was_running = True
            run_program("systemctl", "stop", "tablo", "tablo@*")
        elif answers(self._port):
            raise bad_input("The server runs without systemd: stop it first")

    def start(self) -> None:
        """What ran before runs again and is ready. Raises BadInput."""
        if not self._was_running:
            return
        run_program("systemctl", "daemon-reload")
        run_program("systemctl", "restart", "tablo")
        if not wait_until_ready(self._port, self._patience_seconds):
            raise bad_input("The server is not ready. Its log says why: journalctl -u tablo -n 40 -o cat")

    def say_start(self) -> None:
        if not self._was_running:
            say("The server did not run before, and was not started.")


def _settings(path: Path) -> dict[str, str]:
    try:
        return of_settings_file(path) if path.exists() else {}
    except BadSetting as problem:
        raise BadInput(trouble_said(problem)) from None
