"""Run the DAG of dags/ once, without a scheduler, and say what it did. Connections are those of the environment."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

DAGS = Path(__file__).with_name("dags")


def connections() -> dict[str, str]:
    """Return the connections as Airflow reads them from the environment."""
    clickhouse = {
        "conn_type": "clickhouse",
        "host": os.environ["CLICKHOUSE_HOST"],
        "port": int(os.environ["CLICKHOUSE_PORT"]),
        "login": os.environ["CLICKHOUSE_USER"],
        "password": os.environ["CLICKHOUSE_PASSWORD"],
    }
    kafka = {"conn_type": "kafka", "extra": {"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]}}
    return {
        "AIRFLOW_CONN_METRICS_CLICKHOUSE": json.dumps(clickhouse),
        "AIRFLOW_CONN_METRICS_KAFKA": json.dumps(kafka),
    }


def run_dag(outcome: Path) -> int:
    """Run it; its tasks write to a file what they did, or why they could not."""
    env = {
        **os.environ,
        **connections(),
        "AIRFLOW__CORE__DAGS_FOLDER": str(DAGS),
        "METRICS_OUTCOME": str(outcome),
    }
    command = ["airflow", "dags", "test", "metrics_to_clickhouse"]
    return subprocess.run(command, env=env, capture_output=True, check=False).returncode


def main() -> int:
    """Run once."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "outcome.json")
        code = run_dag(path)
        outcome = json.loads(path.read_text()) if path.exists() else {"error": f"the DAG ended with {code}"}
    if code != 0 or "error" in outcome:
        print(outcome.get("error", f"the DAG ended with {code}"), file=sys.stderr)
        return 1
    print(f"read={outcome['read']} rejected={outcome['rejected']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
