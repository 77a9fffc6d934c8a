"""Postgres and ClickHouse with TLS and generated certificates; the functions run in their cell.

The servers in the wheels are built without TLS. Debian's Postgres supports it, and a proxy terminates TLS for
ClickHouse, as usual.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.live import Running, new_services

from headwater.sandbox import User, change_owner

DEBIAN = Path("/usr/lib/postgresql/15")
HAS_POSTGRES = (DEBIAN / "bin/postgres").is_file()
HTTPS_PORT = 8443
_NEW_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")


def make_certificates(folder: Path) -> None:
    """Make certificates of two authorities, and a server certificate for ``localhost`` signed by the first."""
    folder.mkdir()
    for name in ("ca", "other"):
        _openssl(
            folder, "req", "-x509", *_NEW_KEY, "-keyout", f"{name}.key", "-out", f"{name}.crt", "-subj", f"/CN={name}"
        )
    signed = ("-CA", "ca.crt", "-CAkey", "ca.key", "-addext", "subjectAltName=DNS:localhost")
    subject = ("-subj", "/CN=localhost", "-addext", "basicConstraints=CA:FALSE")
    _openssl(folder, "req", "-x509", *_NEW_KEY, *signed, *subject, "-keyout", "server.key", "-out", "server.crt")


def _openssl(folder: Path, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


@contextmanager
def secured(folder: Path) -> Iterator[Running]:
    """Start ClickHouse, and Postgres if installed, with one table each, and put the certificates in ``folder``."""
    certificates = folder / "certificates"
    make_certificates(certificates)
    names = ["clickhouse", *(["postgres"] if HAS_POSTGRES else [])]
    os.environ["HEADWATER_POSTGRES"] = str(DEBIAN)  # this affects only this cell
    with new_services(folder, names) as running, _front(running, certificates):
        running.stack.clickhouse.execute("create table default.orders engine = Memory as select 1 as id")
        if HAS_POSTGRES:
            _secure_postgres(running, certificates)
        yield running


@contextmanager
def _front(running: Running, certificates: Path) -> Iterator[None]:
    program = [sys.executable, str(Path(__file__).with_name("tls_front.py"))]
    keys = [str(certificates / "server.crt"), str(certificates / "server.key")]
    ports = [str(HTTPS_PORT), running.stack.variables["CLICKHOUSE_PORT"]]
    with running.stack.network:
        front = subprocess.Popen([*program, *keys, *ports], stdout=subprocess.PIPE)
    with front:
        assert front.stdout is not None
        assert front.stdout.readline() == b"listening\n"
        try:
            yield
        finally:
            front.kill()


def _secure_postgres(running: Running, certificates: Path) -> None:
    for name in ("server.crt", "server.key"):
        placed = running.folder / "postgres" / name
        shutil.copy(certificates / name, placed)
        placed.chmod(0o600)
        change_owner(placed, User.SERVICE)
    running.stack.postgres.app.execute("create table orders as select i as id from generate_series(1, 7) i")
    use_tls(running, True)


def use_tls(running: Running, on: bool) -> None:
    """Turn TLS on or off for new Postgres connections."""
    running.stack.postgres.execute(f"alter system set ssl = {'on' if on else 'off'}")
    running.stack.postgres.execute("select pg_reload_conf()")
