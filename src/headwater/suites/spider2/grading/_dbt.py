"""Runs dbt in a copy of a workspace, and reads its results."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from headwater.grading import Completed, State
from headwater.sandbox import User, change_owner

TARGET = "target-of-a-clean-build"
RESULTS = f"{TARGET}/run_results.json"
_SEC = 500.0
_DBT = f"exec dbt --quiet --no-use-colors {{}} --target-path {TARGET}"
BUILD = _DBT.format("build --exclude-resource-type test unit_test")
_READ = f"""\
import json
results = json.load(open("{RESULTS}"))["results"]
manifest = json.load(open("{TARGET}/manifest.json"))
nodes, project = manifest["nodes"], manifest["metadata"]["project_name"]
found = {{}}
for each in results:
    node = nodes.get(each["unique_id"], {{}})
    found[each["unique_id"]] = {{
        "status": each["status"],
        "path": node.get("original_file_path", ""),
        "own": node.get("package_name") == project,
        "materialized": (node.get("config") or {{}}).get("materialized") or "",
        "parents": (node.get("depends_on") or {{}}).get("nodes", []),
        "declared": bool(node.get("patch_path")),
    }}
print(json.dumps(found))
"""
_REVERSE = """\
import duckdb, sys
connection = duckdb.connect(sys.argv[1])
tables = connection.execute(
    "select schema_name, table_name from duckdb_tables() where not internal and not temporary order by all"
).fetchall()
for schema, table in tables:
    name = '"' + schema.replace('"', '""') + '"."' + table.replace('"', '""') + '"'
    connection.execute(f"create or replace temp table held as select * from {name} order by rowid desc")
    try:
        connection.execute(f"truncate {name}")
    except duckdb.Error:
        continue  # others refer to it; its rows stay in their order
    connection.execute(f"insert into {name} from held")
"""
_BUILT = ("success", "pass", "no-op")


@dataclass(frozen=True)
class DbtNode:
    """A model, seed, snapshot or test in the results of a dbt run.

    Attributes:
        status: The status that dbt reports.
        path: The path of the node's file, relative to the node's package.
        own: Whether the node belongs to the project itself, not to a package.
        declared: Whether a YAML file describes the node.
    """

    status: str
    path: str = ""
    own: bool = True
    materialized: str = ""
    parents: tuple[str, ...] = ()
    declared: bool = False


@dataclass(frozen=True)
class DbtRunResult:
    """The result of a dbt run.

    Attributes:
        nodes: The nodes, keyed by unique id. Empty if dbt failed before it ran any node.
        output: The end of dbt's output.
    """

    nodes: Mapping[str, DbtNode]
    output: str

    @property
    def built(self) -> frozenset[str]:
        """The nodes that were built, and the tests that passed."""
        return frozenset(uid for uid, node in self.nodes.items() if node.status in _BUILT)


def build(state: State) -> DbtRunResult:
    """Build everything except tests. dbt reuses its parse from an earlier run in this state."""
    return _run(state, BUILD)


def test(state: State, tables: Iterable[str]) -> DbtRunResult:
    """Run the tests of models that have been built."""
    return _run(state, _DBT.format(f"test --select {' '.join(tables)}"))


def _run(state: State, command: str) -> DbtRunResult:
    completed = state.run(f"rm -rf {RESULTS}; {command}", timeout_sec=_SEC)
    output = " ".join(f"{completed.stdout}\n{completed.stderr}".split())[-600:]
    read = state.run(f"python3 -I -c {quoted(_READ)}", timeout_sec=60)
    try:
        found = json.loads(read.stdout)
        nodes = {str(uid): DbtNode(**{**node, "parents": tuple(node["parents"])}) for uid, node in found.items()}
    except (ValueError, TypeError, KeyError, AttributeError):  # dbt wrote no results, or the agent changed the files
        nodes = {}
    return DbtRunResult(nodes, output)


def reverse_rows(state: State, database: str) -> Completed:
    """Reverse the row order of every table in a database."""
    return state.run(f"python3 -I -c {quoted(_REVERSE)} {quoted(database)}", timeout_sec=_SEC)


def quoted(text: str) -> str:
    """Quote a text as a single word in a shell command."""
    return "'" + text.replace("'", "'\\''") + "'"


def lay(database: Path, workspace: Path, name: str) -> None:
    """Copy a database into a workspace, replacing whatever the agent left at its path."""
    for target in (workspace / name, workspace / f"{name}.wal"):
        if target.is_dir() and not target.is_symlink():
            shutil.rmtree(target)
        else:
            target.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    with database.open("rb") as source, open(os.open(workspace / name, flags, 0o644), "wb") as file:  # noqa: PTH123
        shutil.copyfileobj(source, file, 1 << 20)
        change_owner(file.fileno(), User.AGENT)
