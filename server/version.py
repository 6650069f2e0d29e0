"""Which Tablo this is."""

VERSION = "0.2.0"
"""As in `pyproject.toml`, so that no repository and no installation has to be asked."""


def program_version() -> str:
    return VERSION
