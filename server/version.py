"""Which Tablo this is."""

from importlib.metadata import PackageNotFoundError, version


def program_version() -> str:
    """The version that is installed."""
    try:
        return version("tablo")
    except PackageNotFoundError:
        return "(not installed)"
