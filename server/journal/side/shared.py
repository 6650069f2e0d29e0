"""What processes over PostgreSQL share: the password, key and ended sessions of the desk, and pictures of screens."""

from server.journal.side.rows import SideTables

CREATE_ACCESS = "CREATE TABLE IF NOT EXISTS access (one INTEGER PRIMARY KEY, kept TEXT NOT NULL)"


class AccessRows(SideTables):
    def kept(self) -> str:
        """Empty before the first one."""
        rows = self._run("SELECT kept FROM access WHERE one = ?", (1,))
        return str(rows[0][0]) if rows else ""

    def first(self, text: str) -> str:
        """Keeps this text where there is none; returns the one that is kept."""
        self._run("INSERT INTO access (one, kept) VALUES (?, ?) ON CONFLICT (one) DO NOTHING", (1, text))
        return self.kept()

    def changed(self, before: str, after: str) -> bool:
        """False where another process was quicker: the text is no longer the one of before."""
        return bool(self._run("UPDATE access SET kept = ? WHERE one = 1 AND kept = ? RETURNING one", (after, before)))


CREATE_SCREEN_PICTURES = (
    "CREATE TABLE IF NOT EXISTS screen_pictures (fingerprint TEXT PRIMARY KEY, data BYTEA NOT NULL)"
)


class ScreenPictureRows(SideTables):
    def keep(self, fingerprint: str, data: bytes) -> None:
        kept = "INSERT INTO screen_pictures (fingerprint, data) VALUES (?, ?) ON CONFLICT (fingerprint) DO NOTHING"
        self._run(kept, (fingerprint, data))

    def read(self, fingerprint: str) -> bytes | None:
        rows = self._run("SELECT data FROM screen_pictures WHERE fingerprint = ?", (fingerprint,))
        return next((bytes(data) for (data,) in rows if isinstance(data, bytes | memoryview)), None)
