"""The project built again, in a copy and from the raw database as it was given."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from weakref import WeakKeyDictionary

from headwater.grading import Graded, State
from headwater.harnesses.toolchains import PYTHON
from headwater.sandbox import User, own
from headwater.suites.spider2.grading._compare import score
from headwater.suites.spider2.grading._instance import GradedInstance
from headwater.suites.spider2.scoring import InstanceScore
from headwater.trials import write_atomically

_TARGET = "target-of-a-clean-build"
_SEC = 500.0
_BUILD = (
    f"rm -rf {_TARGET}; exec dbt --quiet --no-use-colors build --exclude-resource-type test unit_test "
    f"--target-path {_TARGET}"
)
_READ = f"""\
import json
results = json.load(open("{_TARGET}/run_results.json"))["results"]
print(json.dumps({{each["unique_id"]: each["status"] for each in results}}))
"""
_BY_DBT = ("target", "logs", _TARGET)
_TEXTS = (".sql", ".yml", ".yaml", ".csv", ".py")
_BUILT = ("success", "pass", "no-op")
_held: WeakKeyDictionary[Graded, dict[str, Rebuilt]] = WeakKeyDictionary()


@dataclass(frozen=True)
class Rebuilt:
    """What building came to.

    Attributes:
        statuses: Of each model, seed and snapshot by its unique id; empty if dbt did not come to build any.
        said: The end of what dbt said.
        folder: The copy, as it was left.
        score: Both grades of the database in it.
    """

    statuses: Mapping[str, str]
    said: str
    folder: Path
    score: InstanceScore

    @property
    def built(self) -> frozenset[str]:
        """What was built."""
        return _built(self.statuses)


def rebuild_left(graded: Graded, task: GradedInstance) -> Rebuilt:
    """Build what the agent left, made once."""
    held = _held.setdefault(graded, {})
    if "left" not in held:
        with graded.copy() as copy:
            _lay(graded.shipped / task.database, copy.workspace_root)
            statuses, said = _build(copy)
            root = copy.workspace_root
            held["left"] = Rebuilt(statuses, said, root, score(graded, task, root))
    return held["left"]


def built_at_start(graded: Graded) -> frozenset[str]:
    """Return what is built of that which the agent was given; kept beside the base, for all trials of the task."""
    kept = graded.base / "built-at-start" / f"{_digest(graded, graded.shipped)}.json"
    if not kept.is_file():
        built = _built(_build(graded.starting)[0])
        kept.parent.mkdir(exist_ok=True)
        write_atomically(kept, json.dumps(sorted(built)))
    return frozenset(json.loads(kept.read_text()))


def varying_columns(graded: Graded, task: GradedInstance) -> Mapping[str, tuple[str, ...]]:
    """Return the columns that the reference solution itself fills otherwise when it is built again, by table.

    A running total over rows of one day depends on the order in which the engine takes them: no value of such a column
    is right or wrong. They are kept beside the base, for all trials of the task.
    """
    kept = graded.base / "varying-columns" / f"{_digest(graded, graded.reference.workspace_root)}.json"
    if not kept.is_file():
        with graded.reference_copy() as copy:
            _lay(graded.shipped / task.database, copy.workspace_root)
            _build(copy)
            tables = score(graded, task, copy.workspace_root).strict
        found = {table.table: [column.column for column in table.columns] for table in tables if not table.passed}
        kept.parent.mkdir(exist_ok=True)
        write_atomically(kept, json.dumps(found))
    return {table: tuple(columns) for table, columns in json.loads(kept.read_text()).items()}


def _built(statuses: Mapping[str, str]) -> frozenset[str]:
    return frozenset(uid for uid, status in statuses.items() if status in _BUILT)


def _digest(graded: Graded, workspace: Path) -> str:
    """Digest of what decides on what a workspace builds: files, software and date."""
    config, python = graded.config, graded.tooling.mounts[PYTHON].name
    digest = hashlib.sha256(f"{config.base}\0{config.clock}\0{python}\0{_BUILD}".encode())
    for path in sorted(workspace.rglob("*")):
        name = path.relative_to(workspace)
        if path.suffix in _TEXTS and name.parts[0] not in _BY_DBT and path.is_file():
            digest.update(f"\0{name}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:32]


def _build(state: State) -> tuple[Mapping[str, str], str]:
    completed = state.run(_BUILD, timeout_sec=_SEC)
    said = " ".join(f"{completed.stdout}\n{completed.stderr}".split())[-600:]
    read = state.run(f"python3 -I -c {_quoted(_READ)}", timeout_sec=60)
    try:
        found = json.loads(read.stdout)
    except ValueError:
        return {}, said
    if not isinstance(found, dict):
        return {}, said
    return {str(uid): str(status) for uid, status in found.items()}, said


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _lay(database: Path, workspace: Path) -> None:
    """Put the raw database in the place of the agent's, whatever the agent has made of that."""
    for target in (workspace / database.name, workspace / f"{database.name}.wal"):
        if target.is_dir() and not target.is_symlink():
            shutil.rmtree(target)
        else:
            target.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    with database.open("rb") as source, open(os.open(workspace / database.name, flags, 0o644), "wb") as file:  # noqa: PTH123
        shutil.copyfileobj(source, file, 1 << 20)
        own(file.fileno(), User.AGENT)
