"""Compiled templates, kept from one start to the next beside Python's own compiled files.

Jinja works out at once what a template says of a fixed value (`"club"|label`), so that compiled templates hold words:
they belong to one language and to the words of that day.
"""

import os
import sys
from contextlib import suppress
from hashlib import sha1
from importlib.util import cache_from_source
from pathlib import Path
from pickle import UnpicklingError
from threading import get_ident

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from web.wording import place_of

WEB_ROOM = Path(__file__).parent


def compiled_templates(code: str) -> BytecodeCache | None:
    """The compiled templates of a language; None where Python itself is not to write compiled files."""
    return None if sys.dont_write_bytecode else CompiledTemplates(code, folder_of_compiled())


def folder_of_compiled() -> Path:
    return Path(cache_from_source(__file__)).parent / "templates"


class CompiledTemplates(BytecodeCache):
    """A file for each template and language. A file that cannot be read or written never stops a page."""

    def __init__(self, code: str, folder: Path) -> None:
        self._code, self._folder = code, folder
        self._words = digest_of_words(code)

    def get_source_checksum(self, source: str) -> str:
        return super().get_source_checksum(self._words + source)

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError, EOFError, UnpicklingError), self._file(bucket).open("rb") as file:
            bucket.load_bytecode(file)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Another process reads the file of before or the whole new one."""
        file = self._file(bucket)
        fresh = file.with_suffix(f".{os.getpid()}-{get_ident()}")
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            fresh.write_bytes(bucket.bytecode_to_string())
            fresh.replace(file)

    def _file(self, bucket: Bucket) -> Path:
        return self._folder / f"{self._code}-{bucket.key}.compiled"


def digest_of_words(code: str) -> str:
    """One digest of everything that a compiled template depends on besides its source."""
    digest = sha1(jinja2.__version__.encode())
    for file in (WEB_ROOM / "rendering.py", *sorted((WEB_ROOM / "wording").rglob("*.py")), place_of(code)):
        with suppress(FileNotFoundError):
            digest.update(file.read_bytes())
    return digest.hexdigest()
