"""Who is behind an account, and how and in which browsers they log in: erased when the account is closed."""

from collections.abc import Sequence

from domain.records import dataclass
from server.journal.side.rows import SideTables

CREATE_ACCOUNTS = (
    "CREATE TABLE IF NOT EXISTS accounts (id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, "
    "password_hash TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS account_sessions (id TEXT PRIMARY KEY, account TEXT NOT NULL, begun_at TEXT NOT NULL, "
    "browser TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS passkeys (id TEXT PRIMARY KEY, account TEXT NOT NULL, name TEXT NOT NULL, "
    "public_key TEXT NOT NULL, counter BIGINT NOT NULL, made_at TEXT NOT NULL, used_at TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS identities (issuer TEXT NOT NULL, subject TEXT NOT NULL, account TEXT NOT NULL, "
    "PRIMARY KEY (issuer, subject))",
    "CREATE TABLE IF NOT EXISTS confirmed_addresses (account TEXT PRIMARY KEY, email TEXT NOT NULL, at TEXT NOT NULL)",
)
OF_ACCOUNTS = ("account_sessions", "passkeys", "identities", "confirmed_addresses")
"""Tables whose rows go with the account."""


@dataclass(frozen=True, slots=True)
class KeptAccount:
    """The person behind an account."""

    id: str
    name: str
    email: str
    """In small letters: one account an address."""
    password_hash: str


@dataclass(frozen=True, slots=True)
class KeptSession:
    """A browser in which somebody is logged in."""

    id: str
    begun_at: str
    """ISO time in UTC."""
    browser: str


class AccountRows(SideTables):
    def open(self, account: KeptAccount) -> bool:
        """False where somebody else has an account with this address."""
        kept = "INSERT INTO accounts VALUES (?, ?, ?, ?) ON CONFLICT (email) DO NOTHING RETURNING id"
        return bool(self._run(kept, (account.id, account.name, account.email, account.password_hash)))

    def find(self, id: str) -> KeptAccount | None:
        return self._found("id = ?", id)

    def with_email(self, email: str) -> KeptAccount | None:
        return self._found("email = ?", email.lower())

    def names(self, ids: Sequence[str]) -> dict[str, str]:
        """The names of those of these accounts that are not erased."""
        if not ids:
            return {}
        places = ", ".join("?" * len(ids))
        rows = self._run(f"SELECT id, name FROM accounts WHERE id IN ({places})", ids)  # noqa: S608
        return {str(id): str(name) for id, name in rows}

    def set_password(self, id: str, password_hash: str) -> None:
        self._run("UPDATE accounts SET password_hash = ? WHERE id = ?", (password_hash, id))
        self._erased()

    def change_email(self, id: str, email: str) -> bool:
        """False where somebody else has it."""
        changed = (
            "UPDATE accounts SET email = ? WHERE id = ? "
            "AND NOT EXISTS (SELECT 1 FROM accounts AS others WHERE others.email = ? AND others.id <> ?) RETURNING id"
        )
        done = bool(self._run(changed, (email, id, email, id)))
        self._erased()
        return done

    def confirm_email(self, id: str, email: str, at: str) -> bool:
        """It is theirs, as they have read a message that went there. False where somebody else has it."""
        if not self.change_email(id, email):
            return False
        self._run(
            "INSERT INTO confirmed_addresses VALUES (?, ?, ?) ON CONFLICT (account) DO UPDATE "
            "SET email = excluded.email, at = excluded.at",
            (id, email, at),
        )
        return True

    def confirmed_at(self, account: KeptAccount) -> str:
        """ISO time in UTC; empty for an address that nobody has confirmed."""
        asked = "SELECT at FROM confirmed_addresses WHERE account = ? AND email = ?"
        return next((str(at) for (at,) in self._run(asked, (account.id, account.email))), "")

    def erase(self, id: str) -> None:
        """The person and every way in; the account's id stays in the journal and means nobody."""
        for table in OF_ACCOUNTS:
            self._run(f"DELETE FROM {table} WHERE account = ?", (id,))  # noqa: S608 ours alone
        self._run("DELETE FROM accounts WHERE id = ?", (id,))
        self._erased()

    def begin_session(self, account: str, session: KeptSession) -> None:
        kept = "INSERT INTO account_sessions VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"
        self._run(kept, (session.id, account, session.begun_at, session.browser))

    def sessions(self, account: str) -> list[KeptSession]:
        """The newest first."""
        asked = "SELECT id, begun_at, browser FROM account_sessions WHERE account = ? ORDER BY begun_at DESC, id"
        return [KeptSession(*map(str, row)) for row in self._run(asked, (account,))]

    def end_sessions(self, account: str, ids: Sequence[str]) -> None:
        for id in ids:
            self._run("DELETE FROM account_sessions WHERE account = ? AND id = ?", (account, id))

    def _found(self, which: str, value: str) -> KeptAccount | None:
        rows = self._run(f"SELECT id, name, email, password_hash FROM accounts WHERE {which}", (value,))  # noqa: S608
        return KeptAccount(*map(str, rows[0])) if rows else None


COLUMNS_OF_PASSKEY = "id,account,name,public_key,counter,made_at,used_at"


@dataclass(frozen=True, slots=True)
class KeptPasskey:
    """A passkey of an account: its public half, which opens nothing by itself. Times are in ISO form, UTC."""

    id: str
    """In base64url, as browsers name it."""
    account: str
    name: str
    """The name that its owner gave it."""
    public_key: str
    """In base64url."""
    counter: int
    """The uses that it has told of; 0 for one that does not count."""
    made_at: str
    used_at: str = ""
    """Somebody came in by it last; empty = nobody has yet."""


class PasskeyRows(SideTables):
    def add(self, one: KeptPasskey) -> bool:
        """False where it is there already."""
        kept = (
            f"INSERT INTO passkeys ({COLUMNS_OF_PASSKEY}) VALUES (?, ?, ?, ?, ?, ?, ?) "  # noqa: S608
            "ON CONFLICT (id) DO NOTHING RETURNING id"
        )
        values = (one.id, one.account, one.name, one.public_key, one.counter, one.made_at, one.used_at)
        return bool(self._run(kept, values))

    def find(self, id: str) -> KeptPasskey | None:
        return next(iter(self._found("id = ?", id)), None)

    def of_account(self, account: str) -> list[KeptPasskey]:
        return self._found("account = ? ORDER BY made_at, id", account)

    def used(self, id: str, counter: int, asked_at: str, now: str) -> bool:
        """False where it was used since somebody was asked for it: an answer counts once, whoever sends it again."""
        noted = "UPDATE passkeys SET counter = ?, used_at = ? WHERE id = ? AND used_at < ? RETURNING id"
        return bool(self._run(noted, (counter, now, id, asked_at)))

    def rename(self, account: str, id: str, name: str) -> None:
        self._run("UPDATE passkeys SET name = ? WHERE account = ? AND id = ?", (name, account, id))

    def remove(self, account: str, id: str) -> None:
        self._run("DELETE FROM passkeys WHERE account = ? AND id = ?", (account, id))
        self._erased()

    def _found(self, which: str, value: str) -> list[KeptPasskey]:
        rows = self._run(f"SELECT {COLUMNS_OF_PASSKEY} FROM passkeys WHERE {which}", (value,))  # noqa: S608
        return list(map(_passkey, rows))


def _passkey(row: Sequence[object]) -> KeptPasskey:
    id, account, name, public_key, counter, made_at, used_at = map(str, row)
    return KeptPasskey(id, account, name, public_key, int(counter), made_at, used_at)


class IdentityRows(SideTables):
    """Who somebody is at a provider of OpenID Connect."""

    def add(self, issuer: str, subject: str, account: str) -> bool:
        """False where it is an account's already."""
        kept = "INSERT INTO identities VALUES (?, ?, ?) ON CONFLICT (issuer, subject) DO NOTHING RETURNING account"
        return bool(self._run(kept, (issuer, subject, account)))

    def account(self, issuer: str, subject: str) -> str:
        """Empty = nobody's."""
        asked = "SELECT account FROM identities WHERE issuer = ? AND subject = ?"
        return next((str(account) for (account,) in self._run(asked, (issuer, subject))), "")

    def of_account(self, account: str) -> list[str]:
        """The providers that know somebody."""
        asked = "SELECT issuer FROM identities WHERE account = ? ORDER BY issuer, subject"
        return [str(issuer) for (issuer,) in self._run(asked, (account,))]

    def remove(self, account: str) -> None:
        self._run("DELETE FROM identities WHERE account = ?", (account,))
        self._erased()
