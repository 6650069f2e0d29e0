"""The answers that programs got, and when each key was last used; dropped when they are old."""

from domain.records import dataclass
from server.journal.side.rows import SideTables

CREATE_PROGRAM_TABLES = (
    "CREATE TABLE IF NOT EXISTS program_answers (command TEXT PRIMARY KEY, digest TEXT NOT NULL, "
    "status BIGINT NOT NULL, body TEXT NOT NULL, at TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS program_keys_used (key TEXT PRIMARY KEY, at TEXT NOT NULL)",
)


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    digest: str
    status: int
    body: str


class ProgramStore(SideTables):
    def answer(self, command: str) -> KeptAnswer | None:
        """The answer that this command got; None: it is new, or its answer is dropped."""
        rows = self._run("SELECT digest, status, body FROM program_answers WHERE command = ?", (command,))
        return next((KeptAnswer(str(digest), int(str(status)), str(body)) for digest, status, body in rows), None)

    def keep(self, command: str, answer: KeptAnswer, at: str, oldest: str) -> None:
        """The first answer stays. Those from before `oldest` are dropped; both are times in ISO form, UTC."""
        self._run("DELETE FROM program_answers WHERE at < ?", (oldest,))
        self._run(
            "INSERT INTO program_answers (command, digest, status, body, at) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (command) DO NOTHING",
            (command, answer.digest, answer.status, answer.body, at),
        )

    def used(self, key: str, at: str) -> None:
        self._run(
            "INSERT INTO program_keys_used (key, at) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET at = excluded.at",
            (key, at),
        )

    def last_uses(self) -> dict[str, str]:
        """Key to the time it was last used."""
        return {str(key): str(at) for key, at in self._run("SELECT key, at FROM program_keys_used", ())}
