"""Defines the harness `base`: Python with dbt for DuckDB and clients for the engines, and the Postgres programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from headwater.harnesses._harness import PROOF, ROOT, Harness, Proof
from headwater.layers import PythonLayer
from headwater.services import SERVICES
from headwater.services.postgres import Postgres

_PYTHON = f"{ROOT}/python"
_PROOFS = Path(__file__).parent / "proofs"
_DBT = ("dbt-core", "dbt-duckdb", "duckdb")
_CLIENTS = ("pandas", "psycopg", "clickhouse-connect", "confluent-kafka", "requests", "sqlalchemy", "psql")


@dataclass(frozen=True)
class _PythonAndPostgres(PythonLayer):
    """The locked Python, and the programs of the Postgres version that Headwater runs, such as ``psql``."""

    def runtime(self) -> Mapping[str, Path]:
        postgres = SERVICES["postgres"]
        assert isinstance(postgres, Postgres)
        return {**super().runtime(), **postgres.mounts(ROOT)}


HARNESSES = (
    Harness(
        name="base",
        summary="A Python with clients of the engines, dbt for DuckDB, and the programs of Postgres.",
        layers={_PYTHON: _PythonAndPostgres("harness", "base", Path(__file__).parent)},
        path=(f"{_PYTHON}/bin", f"{ROOT}/postgres/install/bin"),
        tools=(*_DBT, *_CLIENTS),
        proofs=(
            Proof(
                name="dbt build on duckdb",
                tools=_DBT,
                folder=_PROOFS,
                command=f"sh -eu {PROOF}/dbt.sh",
                start="dbt --help",
            ),
            Proof(
                name="each client on its engine",
                tools=_CLIENTS,
                folder=_PROOFS,
                command=f"python3 {PROOF}/clients.py",
                services=("postgres", "clickhouse", "kafka"),
                start="python3 --version",
            ),
        ),
    ),
)
