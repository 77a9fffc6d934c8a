"""Honest pipelines, which no check may reject."""

import pytest

from headwater.grading.code import (
    Source,
    connection_literals,
    debug_leftovers,
    hardcoded_credentials,
    oversized_functions,
    swallowed_errors,
    undefined_names,
    unparameterised_sql,
    unparsable,
)
from headwater.services import SERVICES

PSYCOPG = '''\
"""Loads orders. Run with POSTGRES_URL=postgresql://app:hunter2@localhost:5432/app."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING

import psycopg
from psycopg import sql

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLES = ("orders", "customers")
BATCH_SIZE = 500
DEFAULT_HOST = "localhost"
DEFAULT_PORT = 5432


def connect() -> psycopg.Connection:
    # password="secret123" used to be here
    if url := os.environ.get("POSTGRES_URL"):
        return psycopg.connect(url)
    return psycopg.connect(
        host=os.environ.get("PGHOST", DEFAULT_HOST),
        port=int(os.environ.get("PGPORT", DEFAULT_PORT)),
        user=os.environ["PGUSER"],
        password=os.environ.get("PGPASSWORD", ""),
    )


def rows(connection: psycopg.Connection, since: str) -> Iterator[tuple]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM raw.orders WHERE created_at >= %s", (since,))
        yield from cursor


def copy(connection: psycopg.Connection, ids: list[str], limit: int) -> None:
    placeholders = ", ".join(["%s"] * len(ids))
    for table in TABLES:
        connection.execute(f"DELETE FROM {table} WHERE id IN ({placeholders})", ids)
        connection.execute(f"SELECT count(*) FROM {table} WHERE n = {BATCH_SIZE} LIMIT {limit}")
        connection.execute(sql.SQL("TRUNCATE {}").format(sql.Identifier(table)))
    try:
        connection.close()
    except Exception:
        pass
'''

CLICKHOUSE = """\
import os
from urllib.parse import urlparse
import clickhouse_connect

COLUMNS = ["event_id", "token_count", "password_hash"]
password_field = "pw"
token_count = "abc"
sep_token = "<sep>"
PARAMS = {"password": "CLICKHOUSE_PASSWORD", "user": "CLICKHOUSE_USER"}

def env(name, default):
    return os.environ.get(name, default)

def get_client():
    url = urlparse(os.environ.get("CLICKHOUSE_URL") or "http://localhost:8123")
    return clickhouse_connect.get_client(
        host=url.hostname or "localhost",
        port=url.port or 8123,
        username=env("CLICKHOUSE_USER", "default"),
        password=url.password or "",
    )

def load(client, day: int, region):
    if region not in {"eu", "us"}:
        raise ValueError(f"unknown region {region}; expected e.g. http://localhost:8123")
    client.command(f"ALTER TABLE events DROP PARTITION {day}")
    client.query(f"SELECT count() FROM events WHERE region = '{region}'")
    client.query("SELECT 1 FROM events WHERE day = {day:UInt32}", parameters={"day": day})
"""

KAFKA = """\
import logging
import os
import signal
from confluent_kafka import Consumer, KafkaError

log = logging.getLogger(__name__)
DEFAULTS = {"KAFKA_BROKERS": "localhost:9092"}
try:
    GROUP = os.environ["GROUP"]
except KeyError:
    BROKERS = "localhost:9092"

class Sink:
    def __init__(self, brokers=os.environ.get("KAFKA_BROKERS", "localhost:9092")):
        self.consumer = Consumer({
            "bootstrap.servers": brokers,
            "sasl.password": os.environ.get("KAFKA_PASSWORD", ""),
            "group.id": "sink",
        })
        self.running = True

    def stop(self, *_):
        self.running = False

    def run(self):
        while self.running:
            message = self.consumer.poll(1.0)
            match message:
                case None:
                    continue
                case other if (error := other.error()):
                    if error.code() != KafkaError._PARTITION_EOF:
                        log.error("failed: %s", error)
                case other:
                    log.info([value for value in other.value()])

def on_delivery(error, message):
    pass

sink = Sink()
signal.signal(signal.SIGTERM, sink.stop)
sink.producer = lambda p: p.produce("t", on_delivery=on_delivery)
"""

SERVERS = """\
import json
import os
from abc import ABC, abstractmethod
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Protocol, overload

import click
from flask import Flask, request

app = Flask(__name__)
app.config["SECRET_KEY"] = os.environ.get("SECRET_KEY")


class Store(Protocol):
    def read(self) -> str: ...


class Base(ABC):
    @abstractmethod
    def go(self):
        raise NotImplementedError


class Source:
    def rows(self):
        raise NotImplementedError


class Files(Source):
    def rows(self):
        return []


@overload
def first(x: int) -> int: ...
@overload
def first(x: str) -> str: ...
def first(x):
    return x


@click.group()
def cli():
    pass


class Handler(BaseHTTPRequestHandler):
    def log_message(self, format, *args):
        pass

    def do_GET(self):
        self.wfile.write(json.dumps({"status": "TODO", "token": "next"}).encode())


@app.get("/metrics")
def metrics():
    limit = int(request.args.get("limit", 10))
    return app.db.execute("SELECT * FROM m WHERE r = %s LIMIT %s", (request.args.get("r"), limit))


if __name__ == "__main__":
    # rows with status TODO are skipped
    ThreadingHTTPServer(("0.0.0.0", 3000), Handler).serve_forever()
    app.run(host="0.0.0.0", port=9000)
"""

SHELL = """\
#!/usr/bin/env bash
set -euo pipefail
# PGPASSWORD=secret123 is not set here
export PGHOST="${PGHOST:-localhost}" PGPORT="${PGPORT:-5432}"
export PGPASSWORD="${PGPASSWORD:?set it}"
export TOKEN=$(cat /run/secrets/token)
[ -z "$KAFKA_HOST" ] && export KAFKA_HOST=localhost
until pg_isready -h "$PGHOST"; do sleep 1; done
psql -v ON_ERROR_STOP=1 <<'SQL'
INSERT INTO t VALUES ('it''s', 'TODO');
SQL
count=$(curl -sf "$CLICKHOUSE_URL" || true)
clickhouse-client --host "$CH_HOST" --password "$CH_PASSWORD" -q 'select 1'
kill "$pid" 2>/dev/null || true
echo "usage: POSTGRES_URL=postgresql://app:pw@localhost:5432/app $0"
set +e
python load.py
code=$?
set -e
exit "$code"
"""

COMPOSE = """\
services:
  db:
    image: postgres:16
    command: |
      password: not a key
      \techo "tabs are fine here"
    environment:
      POSTGRES_PASSWORD: ${POSTGRES_PASSWORD}   # set in .env
      CLICKHOUSE_PASSWORD: "${CLICKHOUSE_PASSWORD:?}"
    ports: ["5432:5432"]
    secrets:
      - pg_password
    healthcheck: {test: "pg_isready: now", interval: 5s}
"""

SQL = """\
-- TODOs live elsewhere; don't worry about (this
CREATE TABLE t (id int, note text DEFAULT 'it''s ) fine'); /* ( ' */
CREATE FUNCTION f() RETURNS int AS $body$ SELECT '(' $body$ LANGUAGE sql;
INSERT INTO t VALUES (1, 'c\\'est');
\\copy t FROM 'x.csv'
SELECT * FROM {{ ref('orders') }} WHERE password IS NOT NULL;
"""

FILES = {
    "src/load.py": PSYCOPG,
    "clickhouse.py": CLICKHOUSE,
    "sink.py": KAFKA,
    "server.py": SERVERS,
    "run.sh": SHELL,
    "docker-compose.yml": COMPOSE,
    "schema.sql": SQL,
    "README.md": "TODO: set `PGPASSWORD=hunter2`, postgresql://app:hunter2@localhost:5432/app\n",
    ".env.example": "PGPASSWORD=\nAPI_KEY=changeme\nCLICKHOUSE_PASSWORD=clickhouse\n",
    "config.toml": '[db]\npassword_env = "PGPASSWORD"\npassword = "${PGPASSWORD}"\n',
    "profiles.yml": "password: \"{{ env_var('PGPASSWORD') }}\"\nnote: 'a: b: c'\n",
    "events.json": '{"id": 1}\n{"id": 2}\n',
    "tests/test_load.py": 'def test_x(connect):\n    connect(password="wrong", host="db", port=5432)\n',
    "data.csv": "id,password\n1,hunter2\n",
}

CHECKS = {
    "credentials": hardcoded_credentials,
    "connections": lambda sources: connection_literals(sources, list(SERVICES)),
    "unparsable": unparsable,
    "names": undefined_names,
    "errors": lambda sources: swallowed_errors(sources, list(SERVICES)),
    "leftovers": debug_leftovers,
    "size": oversized_functions,
    "queries": unparameterised_sql,
}


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("path", FILES)
def test_honest_work_has_no_findings(path: str, check: str) -> None:
    assert CHECKS[check]([Source(path, FILES[path], None)]) == []
