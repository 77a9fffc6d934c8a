"""Lists the tables of a database in a separate process, because reading a damaged file can crash the process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from headwater.suites.spider2.build._archives import DatabaseError

_LIMIT_SEC = 120.0


def tables_of(path: Path) -> tuple[str, ...]:
    """Return the tables and views in a database's schema ``main``.

    Raises:
        DatabaseError: The database cannot be opened.
    """
    try:
        completed = subprocess.run(
            [sys.executable, "-m", __name__, path], capture_output=True, text=True, check=False, timeout=2 * _LIMIT_SEC
        )
    except subprocess.TimeoutExpired:
        raise DatabaseError(f"{path.name}: could not be opened in {2 * _LIMIT_SEC:.0f} s") from None
    if completed.returncode != 0:
        error = completed.stderr.strip().rpartition("\n")[2][:300]
        raise DatabaseError(f"{path.name} is corrupt: {error or f'reading it ended with {completed.returncode}'}")
    return tuple(json.loads(completed.stdout))


def _main(path: Path) -> int:
    from headwater.suites.spider2.scoring._database import DatabaseProblemError, attached, table_names

    try:
        with attached(path, "looked_at", _LIMIT_SEC) as connection:
            sys.stdout.write(json.dumps(table_names(connection)))
    except DatabaseProblemError as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_main(Path(sys.argv[1])))
