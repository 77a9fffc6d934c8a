"""Run the DAG in dags/apply_schema.py once, without a scheduler; the connection comes from the environment."""

import json
import os
import subprocess
import sys
from pathlib import Path


def connection() -> str:
    """Return the ClickHouse connection for Airflow, with a timeout long enough to materialize a large projection."""
    return json.dumps(
        {
            "conn_type": "clickhouse",
            "host": os.environ["CLICKHOUSE_HOST"],
            "port": int(os.environ["CLICKHOUSE_PORT"]),
            "login": os.environ["CLICKHOUSE_USER"],
            "password": os.environ["CLICKHOUSE_PASSWORD"],
            "extra": {"send_receive_timeout": 900},
        }
    )


def main() -> int:
    env = {
        **os.environ,
        "AIRFLOW__CORE__DAGS_FOLDER": str(Path(__file__).with_name("dags")),
        "AIRFLOW_CONN_DELIVERIES": connection(),
    }
    return subprocess.run(["airflow", "dags", "test", "apply_schema"], env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
