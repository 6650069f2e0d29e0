"""A server over the journal of many years: `python -m tests.benchmarks.bench_growth [TOURNAMENTS] [PLAYERS] [ROUNDS]`.

Without arguments 3,000 tournaments of 100 players and nine rounds. The journal is written first, in a temporary
folder or in `--data DIR`, which is used again the next time. The server is a process of its own, `tablo serve`:

* the first start has no summaries and reads every tournament once, while it answers already;
* the start after that is the ordinary one, of a new interpreter: seconds until it is ready, memory, the first page;
* the first page of tournaments that nobody has asked for yet, and what a list page weighs;
* memory after so many of them have been looked at, and after they have been forgotten.

With `--organisers 1000` as many clubs share the server, each with an owner and an equal part of the tournaments; the
pages of the operator and the desk of one owner are asked for, too.
"""

import argparse
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import httpx

from tests.benchmarks.archive import MAIL_OF_OWNERS, build, share_out
from tests.benchmarks.processes import processor_seconds
from tests.deploy.processes import PASSWORD, Server

LOOKED_AT = 300
LISTS = ("/", "/?page=2", "/?q=varna", "/catalogue.json", "/catalogue.json?page=2", "/desk", "/desk?page=2")
OF_OPERATOR = ("/desk/organisers", "/desk/organisers?page=2", "/desk/organisers?q=club+7", "/desk/audit")
OF_OWNER = ("/desk", "/desk?q=varna", "/desk/organisers/club-0", "/desk/organisers/club-0/audit")
READ_PATIENCE_SECONDS = 900


def main(tournaments: int, players: int, rounds: int, data: Path, organisers: int = 0) -> None:
    data.mkdir(parents=True, exist_ok=True)
    journal = data / "tablo.sqlite"
    if not journal.exists():
        began = time.perf_counter()
        entries = build(str(journal), tournaments, players, rounds)
        print(f"{entries:,} entries written in {time.perf_counter() - began:.0f} s, {megabytes(journal):.0f} MB")
        if organisers:
            share_out(str(journal), tournaments, organisers)
    shared = {"TABLO_ORGANISERS": "1"} if organisers else {}
    server = Server(data, "server", TABLO_DATA=str(data), **shared)
    first_start(server)
    server.stop()
    began = time.perf_counter()
    server.start([sys.executable, "-m", "server.cli", "serve"])
    print(
        f"ready after {time.perf_counter() - began:.2f} s ({busy(server):.2f} of processor), {resident(server):.0f} MB"
    )
    try:
        with httpx.Client(base_url=server.url, timeout=30) as client:
            look_around(server, client, tournaments)
            if organisers:
                look_as_operator_and_owner(server, client)
    finally:
        server.stop()


def first_start(server: Server) -> None:
    """Until every tournament has a summary."""
    began = time.perf_counter()
    server.start()
    ready = time.perf_counter() - began
    with httpx.Client(base_url=server.url, timeout=30) as client:
        while client.get("/catalogue.json").json()["unread"]:
            if time.perf_counter() - began > READ_PATIENCE_SECONDS:
                raise TimeoutError("the first start did not come to its end")
            time.sleep(0.2)
    seconds = time.perf_counter() - began
    print(f"first start: ready after {ready:.2f} s, all read after {seconds:.1f} s, {resident(server):.0f} MB")


def look_around(server: Server, client: httpx.Client, tournaments: int) -> None:
    began, before = time.perf_counter(), busy(server)
    client.get("/").raise_for_status()
    clock = time.perf_counter() - began
    print(f"the first page after {1000 * clock:.0f} ms more ({1000 * (busy(server) - before):.0f} of processor)")
    log_in(client)
    for path in LISTS:
        answer = client.get(path, headers={"accept-encoding": "identity"})
        print(f"  {path:24} {answer.status_code} {len(answer.content) / 1000:6.1f} kB {took(client, path)}")
    print(f"after the lists {resident(server):.0f} MB")
    chosen = random.Random(1).sample(range(tournaments), min(LOOKED_AT, tournaments))
    for page in ("standings", "pairings", ""):
        spent, before = [], busy(server)
        for number in chosen:
            began = time.perf_counter()
            client.get(f"/t/open-{number:05}/{page}".rstrip("/")).raise_for_status()
            spent.append(time.perf_counter() - began)
        told(f"{len(chosen)} tournaments, /{page}", spent, (busy(server) - before) / len(chosen))
    print(f"after those {resident(server):.0f} MB, {in_memory(client)} in memory; load {os.getloadavg()[0]:.1f}")


def look_as_operator_and_owner(server: Server, operator: httpx.Client) -> None:
    def asked(client: httpx.Client, paths: Sequence[str]) -> None:
        for path in paths:
            before = busy(server)
            answer = client.get(path, headers={"accept-encoding": "identity"})
            once = busy(server) - before
            print(f"  {path:32} {answer.status_code} {len(answer.content) / 1000:6.1f} kB, {once:.2f} s of processor")

    asked(operator, OF_OPERATOR)
    with httpx.Client(base_url=server.url, timeout=30) as owner:
        log_in(owner, "/desk/account/login", email=f"owner-0{MAIL_OF_OWNERS}")
        asked(owner, OF_OWNER)
    print(f"after the pages of organisers {resident(server):.0f} MB")


def log_in(client: httpx.Client, door: str = "/desk/login", **who: str) -> None:
    form = client.get(door).text
    token = re.search(r'name="form_token" value="([^"]+)"', form)
    if token is None:
        raise RuntimeError("the desk has no door")
    sent = {**(who or {"name": "Anna"}), "password": PASSWORD, "form_token": token[1]}
    if client.post(door, data=sent).status_code != 303:
        raise RuntimeError("the desk lets nobody in")


def told(what: str, seconds: Sequence[float], processor: float) -> None:
    median, worst = 1000 * statistics.median(seconds), 1000 * max(seconds)
    print(f"  {what:34} median {median:.0f} ms, worst {worst:.0f} ms; processor {1000 * processor:.0f} ms each")


def took(client: httpx.Client, path: str) -> str:
    spent = []
    for _ in range(9):
        began = time.perf_counter()
        client.get(path)
        spent.append(time.perf_counter() - began)
    return f"{1000 * statistics.median(spent):.1f} ms"


def in_memory(client: httpx.Client) -> str:
    lines = client.get("/metrics").text.splitlines()
    return next(line.split()[1] for line in lines if line.startswith("tablo_tournaments_in_memory "))


def busy(server: Server) -> float:
    """Seconds of processor time since its start."""
    if server.process is None:
        raise RuntimeError("not started")
    return processor_seconds(server.process.pid)


def resident(server: Server) -> float:
    """Megabytes."""
    if server.process is None:
        raise RuntimeError("not started")
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def megabytes(file: Path) -> float:
    return file.stat().st_size / 1e6


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("tournaments", nargs="?", type=int, default=3000)
    words.add_argument("players", nargs="?", type=int, default=100)
    words.add_argument("rounds", nargs="?", type=int, default=9)
    words.add_argument(
        "--organisers", type=int, nargs="?", const=1, default=0, help="who share them out among each other"
    )
    words.add_argument("--data", type=Path, help="folder of the journal, kept for the next time")
    chosen = words.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        main(chosen.tournaments, chosen.players, chosen.rounds, chosen.data or Path(temporary), chosen.organisers)
