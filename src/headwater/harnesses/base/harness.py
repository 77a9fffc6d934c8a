"""The harness `base`: a Python with clients of the engines and dbt for DuckDB, and the programs of Postgres."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from headwater.harnesses._harness import ROOT, Harness
from headwater.layers import PythonLayer
from headwater.services import SERVICES
from headwater.services.postgres import Postgres

_PYTHON = f"{ROOT}/python"


@dataclass(frozen=True)
class _PythonAndPostgres(PythonLayer):
    """The locked Python, and the programs of the Postgres that Headwater runs, such as ``psql``."""

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
        tools=(
            *("dbt-core", "dbt-duckdb", "duckdb", "pandas", "psycopg", "clickhouse-connect", "confluent-kafka"),
            *("requests", "sqlalchemy", "psql"),
        ),
    ),
)
