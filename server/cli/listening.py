"""Settings of a command that listens at an address: what was typed, the environment, a file; and the port itself."""

import argparse
import socket
from dataclasses import replace
from os import environ
from pathlib import Path

from server.cli.terminal import BadInput, Parser, bad_input, reason_of, trouble_said
from server.settings import (
    BACKLOG_CONNECTIONS,
    BadSetting,
    Settings,
    database,
    from_environment,
    of_settings_file,
    with_password_file,
)
from server.settings import port as port_number
from server.settings import public_url as checked_public_url
from web.wording import N_

SETTINGS_FILE = Path("/etc/tablo/tablo.env")
"""What the service is told, written by `tablo setup`."""


def settings_from(arguments: argparse.Namespace) -> Settings:
    """The environment, overruled by the file of settings, and both by what was typed. Raises BadInput."""
    given = vars(arguments)
    try:
        told = of_settings_file(given["settings"]) if given.get("settings") else {}
        settings = from_environment({**environ, **told})
        typed = {name: given[name] for name in ("data", "host", "database", "boards", "nats") if given.get(name)}
        settings = replace(settings, **typed)
        database(settings.database)
        if given.get("port") is not None:
            settings = replace(settings, port=port_number(given["port"]))
        if given.get("public_url") is not None:
            settings = replace(settings, public_url=checked_public_url(given["public_url"]))
        if given.get("read_only"):
            settings = replace(settings, read_only=True)
        if given.get("organisers"):
            settings = replace(settings, organisers=True)
        if given.get("password_file"):
            settings = with_password_file(settings, given["password_file"])
    except BadSetting as problem:
        raise BadInput(trouble_said(problem)) from None
    return settings


ON_THIS_COMPUTER = N_("address to listen on (TABLO_HOST, default 127.0.0.1; 0.0.0.0 = the whole network)")


def add_listening(parser: Parser, host: str = ON_THIS_COMPUTER) -> None:
    """`host` is the help of the option that says the address."""
    parser.option("--host", host)
    parser.option("--port", "port to listen on (TABLO_PORT, default 8080; 0 = any free one)")
    parser.option(
        "--public-url",
        "address by which phones reach this server, for QR codes and links in messages (TABLO_PUBLIC_URL)",
        metavar="URL",
    )


def add_nats(parser: Parser) -> None:
    parser.option(
        "--nats",
        "be one of several processes, which meet at these NATS servers (TABLO_NATS; three with commas between them)",
        metavar="URL",
    )


def listen(settings: Settings) -> socket.socket:
    """The port, taken before anything is printed. Raises BadInput."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((settings.host, settings.port))
        listening.listen(BACKLOG_CONNECTIONS)
    except OSError as error:
        listening.close()
        facts = {"host": settings.host, "port": settings.port, "why": reason_of(error)}
        raise bad_input("cannot listen on {host} port {port}: {why}", **facts) from None
    listening.set_inheritable(True)
    return listening
