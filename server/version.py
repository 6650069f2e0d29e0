"""The version of this Tablo."""

PROGRAM_VERSION = "0.2.0"
"""As in `pyproject.toml`, so that no repository and no installation has to be asked."""


def program_version() -> str:
    return PROGRAM_VERSION
