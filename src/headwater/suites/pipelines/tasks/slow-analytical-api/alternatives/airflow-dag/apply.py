"""Run the DAG of dags/apply_schema.py once, without a scheduler; the connection is that of the environment."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote


def connection() -> str:
    """Return ClickHouse as Airflow writes a connection."""
    login = ":".join(quote(os.environ[name], safe="") for name in ("CLICKHOUSE_USER", "CLICKHOUSE_PASSWORD"))
    return f"clickhouse://{login}@{os.environ['CLICKHOUSE_HOST']}:{os.environ['CLICKHOUSE_PORT']}/default"


def main() -> int:
    dags = Path(__file__).with_name("dags")
    env = {
        **os.environ,
        "AIRFLOW__CORE__DAGS_FOLDER": str(dags),
        "AIRFLOW_CONN_DELIVERIES": connection(),
    }
    return subprocess.run(["airflow", "dags", "test", "apply_schema"], env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
