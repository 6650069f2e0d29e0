"""Which Tablo this is."""

VERSION = "0.2.0"
"""Read by the build as well, so that no repository and no installation has to be asked."""


def program_version() -> str:
    return VERSION
