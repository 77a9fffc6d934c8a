"""Prepare the database with psql as soon as it is ready, and report the service as up: see docs/start.md."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).parent
PSQL = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", "-"]
NO_CONNECTION = 2  # psql's exit code for a failed or lost connection
NOT_READY, MISCONFIGURED = 75, 78
NEVER = ("password authentication failed", "does not exist", "no pg_hba.conf entry")
PAUSES_SEC = (0.6, 0.8, 1.0, 1.5)


def script() -> str:
    """Return all the work of a start as a script for psql."""
    return "\n".join(["SELECT pg_advisory_lock(7420113) \\g /dev/null", *steps(), "\\i invoicing/report.sql", ""])


def steps() -> Iterator[str]:
    """Yield the script for each migration."""
    for path in sorted((HERE / "migrations").glob("*.sql")):
        yield f"\\set version {int(path.name.partition('_')[0])}"
        yield f"\\set name '{path.stem}'"
        yield f"\\set file 'migrations/{path.name}'"
        yield f"\\set checksum '{sha256(path.read_bytes()).hexdigest()}'"
        yield "\\i invoicing/step.sql"


def attempt() -> tuple[int, str]:
    """Run the script once; return psql's exit code and the first line of its error."""
    environment = {**os.environ, "PGCONNECT_TIMEOUT": "5"}
    done = subprocess.run(PSQL, input=script(), env=environment, cwd=HERE, text=True, stderr=subprocess.PIPE)
    return done.returncode, " ".join(done.stderr.split())


def main() -> int:
    deadline = time.monotonic() + int(os.environ.get("START_DEADLINE_SEC", "60"))
    count = 0
    while True:
        code, said = attempt()
        if code == 0:
            print("invoicing is up")
            return 0
        if code != NO_CONNECTION or any(text in said for text in NEVER):
            print(f"cannot start: {said}", file=sys.stderr)
            return MISCONFIGURED
        pause = PAUSES_SEC[min(count, len(PAUSES_SEC) - 1)]
        if time.monotonic() + pause > deadline:
            print(f"giving up: {said}", file=sys.stderr)
            return NOT_READY
        print(f"trying again in {pause} s: {said}", file=sys.stderr)
        time.sleep(pause)
        count += 1


if __name__ == "__main__":
    sys.exit(main())
