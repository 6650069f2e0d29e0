"""deploy/compose.yaml and deploy/Containerfile: read and compared with what the program and Caddy expect."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from server.cli import main, parser
from server.settings import DEFAULT_PORT, from_environment
from tests.deploy.test_unit import names_the_program_reads

ROOT = Path(__file__).parent.parent.parent
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
CONTAINERFILE = (ROOT / "deploy" / "Containerfile").read_text()
CADDYFILE = (ROOT / "deploy" / "Caddyfile").read_text()
GUIDE = (ROOT / "deploy" / "README.md").read_text()
EXAMPLE = (ROOT / "deploy" / "tablo.env.example").read_text()
WORKERS, GATEWAYS = ("worker1", "worker2"), ("gateway1", "gateway2")
PROGRAM = (*WORKERS, *GATEWAYS)
NATS = ("nats1", "nats2", "nats3")


def instruction(word: str) -> list[str]:
    return re.findall(rf"^{word} (.+)$", CONTAINERFILE, re.MULTILINE)


def container_environment() -> dict[str, str]:
    return dict(pair.split("=", 1) for line in instruction("ENV") for pair in line.split())


@pytest.mark.parametrize("name", PROGRAM)
def test_a_process_is_told_only_what_it_reads(name: str) -> None:
    told = set(SERVICES[name]["environment"]) | set(container_environment())
    assert {word for word in told if word.startswith("TABLO_")} <= names_the_program_reads()


@pytest.mark.parametrize("name", PROGRAM)
def test_the_program_understands_its_command(name: str) -> None:
    command = SERVICES[name]["command"]
    assert callable(parser(command).parse_args(command).run)


@pytest.mark.parametrize("name", GATEWAYS)
def test_a_gateway_knows_neither_the_database_nor_the_password(name: str) -> None:
    assert not {"TABLO_DATABASE", "TABLO_PASSWORD"} & set(SERVICES[name]["environment"])


@pytest.mark.parametrize("name", PROGRAM)
def test_every_process_has_a_key_of_its_own_from_the_folder_of_keys(name: str, tmp_path: Path) -> None:
    """And every file that compose gives away is one that the command of the guide makes."""
    given = [volume for volume in SERVICES[name]["volumes"] if volume.startswith("./cluster")]
    seed = f"{name[:-1]}-{name[-1]}.seed"
    assert given == [f"./cluster/tablo/{seed}:/run/nats.seed:ro", "./cluster/authority.pem:/run/nats.pem:ro"]
    environment = SERVICES[name]["environment"]
    assert (environment["TABLO_NATS_NKEY"], environment["TABLO_NATS_CA"]) == ("/run/nats.seed", "/run/nats.pem")


def test_the_command_of_the_guide_makes_every_key_that_compose_gives_away(tmp_path: Path) -> None:
    [words] = re.findall(r"localhost/tablo (cluster-keys .*)$", GUIDE, re.MULTILINE)
    assert main([word.replace("/cluster", str(tmp_path)) for word in words.split()]) == 0
    volumes = [volume for one in SERVICES.values() for volume in one["volumes"] if volume.startswith("./cluster")]
    assert [one for one in volumes if not (tmp_path / one.split(":")[0].removeprefix("./cluster/")).exists()] == []
    told = SERVICES["worker1"]["environment"]["TABLO_NATS"]
    assert told == ",".join(f"tls://{name}:4222" for name in NATS)
    assert {path.name for path in (tmp_path / "servers").iterdir()} == set(NATS)


def test_a_process_keeps_its_name_over_a_restart() -> None:
    """The page of health would miss the one before for an hour."""
    assert [SERVICES[name]["hostname"] for name in PROGRAM] == list(PROGRAM)


def test_the_servers_of_nats_run_as_whoever_made_the_keys() -> None:
    """They are readable by their owner alone."""
    [user] = re.findall(r"useradd --uid (\d+)", CONTAINERFILE)
    assert {SERVICES[name]["user"] for name in NATS} == {f"{user}:{user}"}


def test_the_container_listens_where_it_says() -> None:
    settings = from_environment(container_environment())
    assert [str(settings.port)] == instruction("EXPOSE")
    assert settings.port == DEFAULT_PORT
    assert settings.host == "0.0.0.0"


def test_caddy_is_told_of_every_gateway_at_its_port() -> None:
    told = SERVICES["caddy"]["environment"]["TABLO_UPSTREAMS"].split()
    assert told == [f"{name}:{DEFAULT_PORT}" for name in GATEWAYS]


def test_caddy_is_given_every_name_its_file_asks_for() -> None:
    asked = set(re.findall(r"\{\$(\w+)", CADDYFILE))
    assert asked - {"TABLO_TLS"} == set(SERVICES["caddy"]["environment"]), "one machine fetches its certificate itself"


def test_the_gateways_believe_caddy_about_who_is_asking() -> None:
    """Otherwise ten wrong passwords of one visitor would shut out everybody."""
    for name in GATEWAYS:
        assert SERVICES[name]["environment"]["FORWARDED_ALLOW_IPS"] == "*"
        assert "ports" not in SERVICES[name]


def test_all_volumes_are_declared_and_used() -> None:
    used = {volume.partition(":")[0] for one in SERVICES.values() for volume in one["volumes"]}
    assert {name for name in used if not name.startswith(".")} == set(COMPOSE["volumes"])


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_no_container_becomes_more_than_it_was_nor_takes_the_machine(name: str) -> None:
    one = SERVICES[name]
    assert (one["read_only"], one["cap_drop"], one["security_opt"]) == (True, ["ALL"], ["no-new-privileges:true"])
    assert one["mem_limit"]
    assert one["pids_limit"]


def test_what_the_containers_may_take_fits_on_a_machine_of_eight_gigabytes() -> None:
    size = {"m": 1, "g": 1024}
    limits = [one["mem_limit"] for one in SERVICES.values()]
    assert sum(int(limit[:-1]) * size[limit[-1]] for limit in limits) <= 7 * 1024


def test_a_worker_writes_to_its_volume_and_a_gateway_to_memory() -> None:
    """The rest of a container cannot be written."""
    [data] = instruction("VOLUME")
    assert container_environment()["TABLO_DATA"] == data
    for name in PROGRAM:
        kept = [volume for volume in SERVICES[name]["volumes"] if not volume.startswith(".")]
        assert kept == ([f"{name}:{data}"] if name in WORKERS else [])
        assert [one.partition(":")[0] for one in SERVICES[name]["tmpfs"]] == ["/tmp"]


def test_every_service_comes_back_with_the_machine() -> None:
    """podman-restart starts those that say `always`, and no others."""
    assert {one["restart"] for one in SERVICES.values()} == {"always"}


def test_only_caddy_is_reached_from_outside() -> None:
    assert [name for name, one in SERVICES.items() if "ports" in one] == ["caddy"]


def test_everything_that_must_be_set_stands_in_the_example() -> None:
    text = (ROOT / "deploy" / "compose.yaml").read_text()
    asked = set(re.findall(r"\$\{(\w+)", text))
    assert asked <= set(re.findall(r"^#?(\w+)=", EXAMPLE, re.MULTILINE))


def test_a_process_gets_longer_to_stop_than_it_needs() -> None:
    assert all(SERVICES[name]["stop_grace_period"] == "10s" for name in PROGRAM)


def test_everything_the_container_copies_is_there() -> None:
    for line in instruction("COPY"):
        if line.startswith("--from"):
            continue
        *sources, _ = line.split()
        assert all((ROOT / source).exists() for source in sources)


def test_the_container_does_not_run_as_root() -> None:
    assert instruction("USER") == ["tablo"]


def test_the_container_ends_by_the_signal_that_the_server_understands() -> None:
    assert instruction("STOPSIGNAL") == ["SIGTERM"]


def test_the_container_is_asked_for_its_health_at_the_address_that_is_there() -> None:
    assert f"http://127.0.0.1:{DEFAULT_PORT}/readyz" in CONTAINERFILE
