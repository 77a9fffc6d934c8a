"""The harness `olap-for-swe` without building it; `test_olap_for_swe_tools` uses its tools."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from headwater.harnesses import find_harness
from headwater.harnesses.olap_for_swe import harness as module
from headwater.services import SERVICES, Placement

OLAP = find_harness("olap-for-swe")
FOLDER = Path(module.__file__).parent
PLACES = {name: Placement(7000 + number, "secret", "127.0.0.2") for number, name in enumerate(OLAP.services)}
SERVED = {key: value for name, place in PLACES.items() for key, value in SERVICES[name].variables(place).items()}


def test_the_lock_is_complete_and_has_the_versions_of_the_request() -> None:
    text = (FOLDER / "requirements.txt").read_text()
    locked = re.findall(r"^([\w.-]+)==", text, re.MULTILINE)
    assert len(locked) > 30
    assert text.count("--hash=sha256:") >= len(locked)
    request = re.findall(r"^([\w-]+==[\d.]+)", (FOLDER / "requirements.in").read_text(), re.MULTILINE)
    assert len(request) == 2
    assert [each for each in request if f"{each} " not in text] == []


def test_the_text_for_agents_has_at_most_fifteen_lines() -> None:
    assert len(OLAP.system_text.splitlines()) <= 15
    for word in ("experimental", "olap-check", "moose dev", "moose-python", "GB", "Missing: workflows"):
        assert word in OLAP.system_text
    assert "experimental" in OLAP.summary


@pytest.mark.parametrize("services", [(), ("postgres",), ("clickhouse", "kafka")])
def test_the_harness_fits_any_task(services: tuple[str, ...]) -> None:
    OLAP.require("pipelines/any", services, 4096)


@pytest.mark.parametrize(
    "path",
    [*(FOLDER / "files/bin").iterdir(), FOLDER / "files/lib/environment.sh", *(FOLDER / "proofs").glob("*.sh")],
    ids=lambda path: path.name,
)
def test_each_program_is_a_script_that_the_shell_can_read(path: Path) -> None:
    subprocess.run(["sh", "-n", path], check=True)


def settings(**changed: str) -> dict[str, str]:
    """Return Moose's settings where the services are those of SERVED."""
    command = f". {FOLDER}/files/lib/environment.sh && env"
    env = {"PATH": "/usr/bin:/bin", **SERVED, **changed}
    lines = subprocess.run(["sh", "-euc", command], env=env, check=True, capture_output=True, text=True).stdout
    pairs = dict(line.split("=", 1) for line in lines.splitlines())
    return {name.removeprefix("MOOSE_"): value for name, value in pairs.items() if name.startswith("MOOSE_")}


def test_settings_follow_the_variables_of_the_services() -> None:
    clickhouse, kafka, redis = (PLACES[name] for name in ("clickhouse", "kafka", "redis"))
    assert settings() == {
        "CLICKHOUSE_CONFIG__HOST": clickhouse.host,
        "CLICKHOUSE_CONFIG__HOST_PORT": str(clickhouse.port),
        "CLICKHOUSE_CONFIG__NATIVE_PORT": SERVED["CLICKHOUSE_NATIVE_PORT"],
        "CLICKHOUSE_CONFIG__USER": "app",
        "CLICKHOUSE_CONFIG__PASSWORD": "secret",
        "REDPANDA_CONFIG__BROKER": f"{kafka.host}:{kafka.port}",
        "REDIS_CONFIG__URL": f"redis://app:secret@{redis.host}:{redis.port}/0",
        "REDIS_CONFIG__KEY_PREFIX": "MS",
    }
    assert settings(KAFKA_BOOTSTRAP_SERVERS="elsewhere:1")["REDPANDA_CONFIG__BROKER"] == "elsewhere:1"


def test_settings_of_the_agent_are_kept() -> None:
    assert settings(MOOSE_REDIS_CONFIG__KEY_PREFIX="mine")["REDIS_CONFIG__KEY_PREFIX"] == "mine"


def test_nothing_is_sent_to_others_and_no_workflow_is_started() -> None:
    starter = tomllib.loads((FOLDER / "files/starter/moose.config.toml").read_text())
    assert OLAP.env["MOOSE_TELEMETRY__ENABLED"] == "false"
    assert OLAP.env["MOOSE_FEATURES__WORKFLOWS"] == "false"
    assert starter["features"]["workflows"] is False
    assert starter["load_infra"] is False


def test_a_download_of_templates_is_refused_with_what_to_do() -> None:
    program = (FOLDER / "files/bin/moose").read_text().replace("$files/lib", f"{FOLDER}/files/lib")
    completed = subprocess.run(
        ["sh", "-eu", "-s", "init", "app"], input=program, env=SERVED, check=False, capture_output=True, text=True
    )
    assert completed.returncode == 2
    assert "cp -r /opt/harness/olap-for-swe/files/starter" in completed.stderr
