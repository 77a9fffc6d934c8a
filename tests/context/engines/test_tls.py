"""Connections with TLS are encrypted, certificates are checked, and no password is shown."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from tests.commands import PROGRAM
from tests.context.engines.secured import DEBIAN, HAS_POSTGRES, secured, use_tls
from tests.live import Live, Running

from headwater.context.engines import open_reader

pytestmark = pytest.mark.minutes
PASSWORD = "pipeline"
POSTGRES = f"postgres://app:{PASSWORD}@"
CLICKHOUSE = f"app:{PASSWORD}@"


has_postgres = pytest.mark.skipif(not HAS_POSTGRES, reason=f"{DEBIAN} is not on this machine")


def each(cases: Mapping[str, object]) -> list[object]:
    """Return the names of cases as parameters; those of Postgres are skipped if it is not available."""
    return [pytest.param(name, marks=[has_postgres] if name.startswith("postgres") else []) for name in cases]


@pytest.fixture(scope="module")
def servers() -> Iterator[Live[Running]]:
    live: Live[Running] = Live(secured)
    yield live
    live.close()


def typed(running: Running, name: str, *args: str, env: Mapping[str, str] | None = None) -> tuple[int, str]:
    """Run `headwater context …` in a folder of this name next to the certificates, and return its code and output."""
    folder = running.folder / name
    folder.mkdir(exist_ok=True)
    with running.stack.network:
        done = subprocess.run(
            [str(PROGRAM), "context", *args],
            cwd=folder,
            env={**os.environ, **(env or {})},
            capture_output=True,
            text=True,
            check=False,
            timeout=100,
        )
    stored_text = "".join(path.read_bytes().decode(errors="replace") for path in folder.rglob("*") if path.is_file())
    assert PASSWORD not in done.stdout + done.stderr + stored_text
    return done.returncode, done.stdout + done.stderr


def scanned(running: Running, name: str, url: str, more: Mapping[str, str]) -> list[tuple[int, str]]:
    """Scan and then query, with a password that only the environment contains."""
    env = {"PGPASSWORD": PASSWORD, "CLICKHOUSE_PASSWORD": PASSWORD, **more}
    query = ("query-sql", "select count(*) as n from orders")
    return [typed(running, name, "scan", f"db={url}", env=more), typed(running, name, *query, env=env)]


def encrypted(running: Running, url: str) -> bool:
    """Return what Postgres reports about the TLS state of a reader's connection."""
    with running.stack.network:
        reader = open_reader("db", url, Path("/"))
        [(message,)] = reader.ask("select ssl from pg_stat_ssl where pid = pg_backend_pid()", 10)
    return bool(message)


REACHED = {
    "postgres": f"{POSTGRES}127.0.0.1/app?sslmode=require",
    "postgres, its name": f"{POSTGRES}localhost/app?sslmode=verify-full&sslrootcert=../certificates/ca.crt",
    "postgres, its authority": f"{POSTGRES}127.0.0.1/app?sslmode=verify-ca&sslrootcert=../certificates/ca.crt",
    "clickhouse by scheme": f"clickhouses://{CLICKHOUSE}localhost/default?ca_cert=../certificates/ca.crt",
    "clickhouse over https": f"clickhouse+https://{CLICKHOUSE}localhost?ca_cert=../certificates/ca.crt",
    "clickhouse by parameter": f"clickhouse://{CLICKHOUSE}localhost?secure=true&ca_cert=../certificates/ca.crt",
    "clickhouse by port": f"clickhouse://{CLICKHOUSE}localhost:8443?ca_cert=../certificates/ca.crt",
    "clickhouse, whoever it is": f"clickhouses://{CLICKHOUSE}127.0.0.1?verify=false",
}


@pytest.mark.parametrize("case", each(REACHED))
def test_a_server_is_scanned_and_queried(servers: Live[Running], case: str) -> None:
    scan, query = servers(scanned, case, REACHED[case], {})
    assert "db: 1 table" in scan[1]
    assert (scan[0], query[0]) == (0, 0), query[1]
    assert query[1].split() == ["n", "7" if "postgres" in case else "1"]


def test_the_machines_authorities_are_trusted(servers: Live[Running]) -> None:
    trusted = {"SSL_CERT_FILE": str(servers.folder / "certificates/ca.crt")}
    scan, query = servers(scanned, "clickhouse, trusted", f"clickhouses://{CLICKHOUSE}localhost", trusted)
    assert (scan[0], query[0]) == (0, 0)


@has_postgres
def test_postgres_reports_an_encrypted_connection(servers: Live[Running]) -> None:
    assert servers(encrypted, f"{POSTGRES}127.0.0.1/app?sslmode=require")
    assert not servers(encrypted, f"{POSTGRES}127.0.0.1/app?sslmode=disable")


REFUSED = {
    "postgres of another authority": (
        f"{POSTGRES}localhost/app?sslmode=verify-full&sslrootcert=../certificates/other.crt",
        "certificate verify failed",
    ),
    "postgres of another name": (
        f"{POSTGRES}127.0.0.1/app?sslmode=verify-full&sslrootcert=../certificates/ca.crt",
        "does not match host name",
    ),
    "postgres without an authority": (
        f"{POSTGRES}localhost/app?sslmode=verify-full&sslrootcert=gone.crt",
        'root certificate file "gone.crt" does not exist',
    ),
    "clickhouse that nobody trusts": (f"clickhouses://{CLICKHOUSE}localhost", "its certificate is not accepted: "),
    "clickhouse of another authority": (
        f"clickhouses://{CLICKHOUSE}localhost?ca_cert=../certificates/other.crt",
        "its certificate is not accepted: ",
    ),
    "clickhouse of another name": (
        f"clickhouses://{CLICKHOUSE}127.0.0.1?ca_cert=../certificates/ca.crt",
        "certificate is not valid for '127.0.0.1'",
    ),
    "clickhouse, TLS to a port without": (f"clickhouses://{CLICKHOUSE}localhost:8123?verify=false", "TLS fails"),
    "clickhouse, no TLS to a port with": (
        f"clickhouse://{CLICKHOUSE}localhost:8443?secure=false",
        "a port with TLS, usually 8443, is named by clickhouses://",
    ),
    "clickhouse, a wrong password": (
        "clickhouses://app:pipelines@localhost?ca_cert=../certificates/ca.crt",
        "password is incorrect",
    ),
}


@pytest.mark.parametrize("case", each(REFUSED))
def test_a_server_with_the_wrong_certificate_is_one_line(servers: Live[Running], case: str) -> None:
    url, message = REFUSED[case]
    code, text = servers(typed, case, "scan", f"db={url}")
    assert (code, len(text.strip().splitlines())) == (2, 1), text
    assert message in text


def unsecured(running: Running) -> tuple[int, str]:
    """Scan with required TLS against a server on which TLS was turned off."""
    use_tls(running, False)
    try:
        return typed(running, "unsecured", "scan", f"db={POSTGRES}127.0.0.1/app?sslmode=require")
    finally:
        use_tls(running, True)


@has_postgres
def test_a_server_without_tls_is_not_queried_in_plain_text(servers: Live[Running]) -> None:
    code, text = servers(unsecured)
    assert (code, len(text.strip().splitlines())) == (2, 1), text
    assert "does not support SSL, but SSL was required" in text
