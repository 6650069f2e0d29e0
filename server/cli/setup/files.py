"""The files that `tablo setup` writes: what they are, what they become, and the difference."""

import difflib
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from domain.records import dataclass
from server.cli.listening import SETTINGS_FILE
from server.cli.setup.wanted import WantedServer
from server.cli.terminal import bad_input, reason_of
from server.settings import setting_of_line

USER = "tablo"
REMARK = re.compile(r"\s*(#|$)")
SECRET = re.compile(r"^(TABLO_\w*(?:PASSWORD|TOKEN|ACCEPTS|DATABASE|SMTP)=).+")
IMPORT = "import tablo.caddy"
OF_THE_GUIDE = "{$TABLO_SITE"
"""Stands in a Caddyfile that was copied by hand."""


@dataclass(frozen=True, slots=True)
class MachineFiles:
    """Where the files lie; `root` is `/` except for a machine that is being made."""

    root: Path

    def __call__(self, path: str | Path) -> Path:
        return self.root / str(path).lstrip("/")

    @property
    def settings(self) -> Path:
        return self(SETTINGS_FILE)

    @property
    def caddyfile(self) -> Path:
        return self("/etc/caddy/Caddyfile")

    @property
    def caddy_site(self) -> Path:
        return self("/etc/caddy/tablo.caddy")

    @property
    def further(self) -> Path:
        """The service of further processes, which an earlier `tablo setup` has made."""
        return self("/etc/systemd/system/tablo@.service")


@dataclass(frozen=True, slots=True)
class FileChange:
    path: Path
    after: str | None
    """None = the file goes."""
    mode: int = 0o644

    @property
    def before(self) -> str:
        return self.path.read_text(encoding="utf-8") if self.path.exists() else ""

    def difference(self) -> Iterator[str]:
        """As `diff -u` shows it, without remarks and without what nobody else may read."""
        before, after = (
            [SECRET.sub(r"\1***", line) for line in text.splitlines() if not REMARK.match(line)]
            for text in (self.before, self.after or "")
        )
        path = str(self.path)
        yield from difflib.unified_diff(before, after, path, path, n=1, lineterm="")

    def write(self) -> None:
        """Whole or not at all. Raises BadInput."""
        try:
            if self.after is None:
                self.path.unlink(missing_ok=True)
                return
            self.path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            beside = self.path.with_name(f"{self.path.name}.new")
            beside.write_text(self.after, encoding="utf-8")
            beside.chmod(self.mode)
            if self.mode == 0o640:
                with suppress(LookupError, PermissionError):  # before there is a user, and for whoever is not root
                    shutil.chown(beside, group=USER)
            beside.rename(self.path)
        except OSError as error:
            raise bad_input("{path} cannot be written: {why}", path=self.path, why=reason_of(error)) from None


def deploy_paper(name: str) -> str:
    """A file of `deploy/`, of this source or as it was installed with the program."""
    source = Path(__file__).parents[3] / "deploy" / name
    return (source if source.exists() else Path(sys.prefix) / "share" / "tablo" / name).read_text(encoding="utf-8")


def file_changes(wanted: WantedServer, places: MachineFiles, settings: Mapping[str, str]) -> list[FileChange]:
    """Those files alone that become another text."""
    planned = [
        FileChange(places.settings, with_settings(places.settings, wanted.settings(settings)), 0o640),
        *_of_caddy(wanted, places),
        FileChange(places.further, None),
    ]
    return [one for one in planned if one.before != (one.after or "")]


def with_settings(path: Path, lines: Mapping[str, str]) -> str:
    """The file with these lines; whatever else stands in it stays. A new one begins with all that can be set."""
    text = path.read_text(encoding="utf-8") if path.exists() else deploy_paper("tablo.env.example")
    active = {found[0] for line in text.splitlines() if (found := setting_of_line(line))}
    left, written = {name: value for name, value in lines.items() if value}, []
    for line in text.splitlines():
        name = (setting_of_line(line.removeprefix("#")) or ("",))[0]
        if name not in lines or (line.startswith("#") and (name in active or name not in left)):
            written.append(line)
        elif name in left:
            written.append(f"{name}={left.pop(name)}")
        else:
            written.append(f"#{line}")
    return "\n".join([*written, *(f"{name}={value}" for name, value in left.items())]) + "\n"


def _of_caddy(wanted: WantedServer, places: MachineFiles) -> Iterator[FileChange]:
    """A site of its own, and the line that reads it: sites of others on this machine stay as they are."""
    caddyfile = places.caddyfile.read_text(encoding="utf-8") if places.caddyfile.exists() else ""
    others = "" if OF_THE_GUIDE in caddyfile else caddyfile.replace(f"{IMPORT}\n", "")
    if not wanted.world:
        if places.caddy_site.exists():
            yield from (FileChange(places.caddy_site, None), FileChange(places.caddyfile, others))
        return
    site = deploy_paper("Caddyfile").replace("{$TABLO_SITE:localhost}", wanted.world)
    yield FileChange(places.caddy_site, site.replace("{$TABLO_UPSTREAMS:127.0.0.1:8080}", f"127.0.0.1:{wanted.port}"))
    if f"{IMPORT}\n" not in caddyfile:
        yield FileChange(places.caddyfile, f"{others.rstrip()}\n\n{IMPORT}\n".lstrip())
