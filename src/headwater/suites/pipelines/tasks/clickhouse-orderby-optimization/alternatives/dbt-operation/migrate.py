"""Rebuild analytics.events online in the layout of events.sql, with the dbt project in migration/.

dbt connects through the profile `clickhouse`, which reads its settings from the environment.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent


def new_layout() -> str:
    """Return the statement that creates the table in events.sql, under the name of the second table."""
    statement = re.search(r"CREATE TABLE.*?;", (HERE / "events.sql").read_text(), re.DOTALL)
    if statement is None:
        raise SystemExit("events.sql creates no table")
    return statement[0].rstrip(";").replace("analytics.events", "analytics.events_rebuild", 1)


def run_operation(name: str, arguments: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run one of the project's macros; dbt writes its logs and compiled files to a temporary folder."""
    with tempfile.TemporaryDirectory() as scratch:
        command = ["dbt", "--quiet", "--no-use-colors", "--log-path", scratch]
        command += ["run-operation", name, "--args", json.dumps(arguments)]
        command += ["--project-dir", str(HERE / "migration"), "--target-path", scratch]
        return subprocess.run(command, capture_output=True, text=True, check=False)


def main() -> int:
    done = run_operation("rebuild_events", {"layout": new_layout()})
    if done.returncode != 0:
        print(f"could not rebuild analytics.events: {' '.join(done.stdout.split())[-300:]}", file=sys.stderr)
        return 1
    print("analytics.events has the layout of events.sql")
    return 0


if __name__ == "__main__":
    sys.exit(main())
