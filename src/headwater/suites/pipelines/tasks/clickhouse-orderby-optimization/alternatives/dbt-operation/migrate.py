"""Give analytics.events the layout of events.sql while reports and chargers carry on, with the project in migration/.

dbt connects through the profile `clickhouse`, which takes everything from the environment.
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
    """Run a macro of the project; logs and compiled files of dbt go to a folder that is removed."""
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
