"""Who is let in by the NATS servers, and what each may say and hear."""

from collections.abc import Iterable

from server.cli.setup.files import deploy_paper
from server.cluster.bus import inbox_of


def accounts(users: Iterable[tuple[str, str, str]]) -> str:
    """One account a federation, from its users' federation, name and public key: none hears or reaches another's."""
    federations: dict[str, list[str]] = {}
    account, rights = deploy_paper("nats/account.conf"), deploy_paper("nats/gateway.conf")
    for federation, name, public in users:
        may = "" if name.startswith("worker") else rights.replace("%OWN%", public).replace("%INBOX%", inbox_of(public))
        federations.setdefault(federation, []).append(f"{{ nkey: {public}{may and f', {may}'} }}  # {name}")
    blocks = (
        account.replace("%FEDERATION%", federation).replace("%USERS%", "\n".join(lines))
        for federation, lines in federations.items()
    )
    return f"accounts: {{\n{''.join(blocks)}}}\n"
