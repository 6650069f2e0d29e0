"""`tablo cluster-keys`: what it writes, for whom, and that a second time nothing is lost."""

import json
from pathlib import Path

import pytest

from server.cli import main
from tests.deploy.test_readme import ROOT

SERVERS = ("--server", "nats1", "--server", "nats2:4333", "--server", "[2001:db8::1]")


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_secrets_are_the_owners_alone(tmp_path: Path) -> None:
    assert main(["cluster-keys", str(tmp_path / "keys"), *SERVERS]) == 0
    secret = {path for path in (tmp_path / "keys").rglob("*") if path.suffix in (".seed", ".key")}
    assert len(secret) == 2 + 2 + 1 + 3
    assert {path.stat().st_mode & 0o777 for path in secret} == {0o600}


def test_no_seed_is_printed_or_stands_in_a_file_for_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["cluster-keys", str(tmp_path / "keys"), *SERVERS])
    seeds = [path.read_bytes() for path in (tmp_path / "keys").rglob("*.seed")]
    others = b"".join(text for name, text in files(tmp_path / "keys").items() if not name.endswith(".seed"))
    assert [seed for seed in seeds if seed in others or seed.decode() in capsys.readouterr().out] == []


def test_a_second_time_every_key_stays_and_what_is_asked_for_comes_to_it(tmp_path: Path) -> None:
    main(["cluster-keys", str(tmp_path / "keys"), *SERVERS])
    before = files(tmp_path / "keys")
    assert main(["cluster-keys", str(tmp_path / "keys"), *SERVERS, "--federation", "bg", "--gateways", "1"]) == 0
    after = files(tmp_path / "keys")
    changed = {name for name in before if before[name] != after[name]}
    assert {name.rpartition("/")[2] for name in changed} == {"accounts.conf"}
    assert {name for name in after.keys() - before.keys() if name.endswith(".seed")} == {
        "bg/worker-1.seed", "bg/worker-2.seed", "bg/gateway-1.seed",
    }  # fmt: skip
    accounts = after["servers/nats1/accounts.conf"].decode()
    assert (accounts.count("nkey:"), accounts.count("permissions:")) == (7, 3)


def test_a_script_reads_the_address_that_processes_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["cluster-keys", str(tmp_path / "keys"), *SERVERS, "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["nats"] == "tls://nats1:4222,tls://nats2:4333,tls://[2001:db8::1]:4222"
    assert told["servers"] == ["nats1", "nats2-4333", "2001:db8::1"]
    assert {tuple(user[:2]) for user in told["users"]} == {
        ("tablo", f"{role}-{number}") for role in ("worker", "gateway") for number in (1, 2)
    }


def test_a_server_tells_others_the_name_that_its_certificate_has(tmp_path: Path) -> None:
    """By itself it tells its address, which another server then refuses, ten times a second."""
    main(["cluster-keys", str(tmp_path), *SERVERS])
    for folder, host, port in (("nats2-4333", "nats2", 4333), ("2001:db8::1", "[2001:db8::1]", 4222)):
        lines = (tmp_path / "servers" / folder / "nats.conf").read_text().split("\n")
        assert f'client_advertise: "{host}:{port}"' in lines
        assert f'\tadvertise: "{host}:{port + 2000}"' in lines


@pytest.mark.parametrize("host", ["", ":4222", "nats1:0", "nats1:70000", "na ts", 'x"y', "nats1:x"])
def test_a_host_that_is_none_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str], host: str) -> None:
    assert main(["cluster-keys", str(tmp_path / "keys"), "--server", host]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (tmp_path / "keys").exists()


@pytest.mark.parametrize("name", ["BG", "a b", "servers", "../x", ""])
def test_a_federation_that_could_be_no_account_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert main(["cluster-keys", str(tmp_path / "keys"), "--server", "nats1", "--federation", name]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_an_authority_that_is_damaged_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["cluster-keys", str(tmp_path), "--server", "nats1"])
    (tmp_path / "authority.key").write_text("nothing")
    capsys.readouterr()
    assert main(["cluster-keys", str(tmp_path), "--server", "nats1"]) == 2
    assert capsys.readouterr().err == f"tablo: {tmp_path} holds keys that cannot be read.\n"


def test_the_rights_of_a_gateway_name_nothing_of_jetstream() -> None:
    """A gateway that may ask it anything has frames sent: the answer goes where the question says."""
    text = (ROOT / "deploy/nats/gateway.conf").read_text()
    rights = [line for line in text.splitlines() if "publish:" in line or "subscribe:" in line]
    assert len(rights) == 2
    assert not any("$" in line or '">"' in line for line in rights)
