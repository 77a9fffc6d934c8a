"""Rebuilds the project in a copy of the workspace, from the original raw database."""

from __future__ import annotations

import hashlib
import json
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from weakref import WeakKeyDictionary

from headwater.grading import Graded, State
from headwater.harnesses.toolchains import PYTHON
from headwater.suites.spider2.grading._compare import look_at, score
from headwater.suites.spider2.grading._dbt import BUILD, TARGET, DbtRunResult, build, lay, test
from headwater.suites.spider2.grading._instance import GradedInstance
from headwater.suites.spider2.scoring import InstanceScore
from headwater.suites.spider2.scoring._looking import Inspection
from headwater.trials import write_atomically

REORDERED = "reordered"
"""The folder, next to a base's workspace, that contains the raw database with its rows in the opposite order."""
_BY_DBT = ("target", "logs", TARGET)
_TEXTS = (".sql", ".yml", ".yaml", ".csv", ".py")


@dataclass(frozen=True)
class Rebuilt:
    """The result of rebuilding the project.

    Attributes:
        folder: The copy after the build.
        score: Both graders' scores for the database in the folder.
    """

    build_run: DbtRunResult
    folder: Path
    score: InstanceScore


@dataclass
class _Copy:
    """A copy of the agent output. All builds share it, so that dbt parses the project only once.

    Attributes:
        holding: The context manager that keeps the copy open.
        done: The results of builds, keyed by the name of the raw database.
    """

    holding: AbstractContextManager[State]
    state: State
    done: dict[str, Rebuilt] = field(default_factory=dict)
    tests: DbtRunResult | None = None
    found: Inspection | None = None


_copies: WeakKeyDictionary[Graded, _Copy] = WeakKeyDictionary()


def rebuild_left(graded: Graded, task: GradedInstance) -> Rebuilt:
    """Build the agent's project. The result is cached."""
    return _built(graded, task, "given", graded.shipped / task.database)


def rebuild_reordered(graded: Graded, task: GradedInstance) -> Rebuilt:
    """Build the agent's project from the raw database with its rows reversed. The result is cached."""
    return _built(graded, task, REORDERED, graded.base / REORDERED / task.database)


def build_twice(graded: Graded, task: GradedInstance) -> Rebuilt:
    """Build the agent's project, then build it again on the resulting database. The result is cached."""
    return _built(graded, task, "twice", graded.shipped / task.database)


def run_tests(graded: Graded, task: GradedInstance) -> DbtRunResult:
    """Run the tests on graded tables after the last build. The result is cached."""
    look_at_left(graded, task)  # this call must come first, because the tests overwrite the results that it reads
    copy = _copies[graded]
    if copy.tests is None:
        copy.tests = test(copy.state, task.tables)
    return copy.tests


def look_at_left(graded: Graded, task: GradedInstance) -> Inspection:
    """Examine the tables and models from the last build. The result is cached."""
    folder = rebuild_left(graded, task).folder
    copy = _copies[graded]
    if copy.found is None:
        copy.found = look_at(graded, folder, task.database, task.tables)
    return copy.found


def _built(graded: Graded, task: GradedInstance, what: str, database: Path) -> Rebuilt:
    if graded not in _copies:
        holding = graded.copy()
        state = holding.__enter__()
        state.run(f"rm -rf {TARGET}")
        _copies[graded] = _Copy(holding, state)
    copy = _copies[graded]
    if what not in copy.done:
        root = copy.state.workspace_root
        lay(database, root, task.database)
        build_run = build(copy.state)
        if what == "twice":
            build_run = build(copy.state)
        copy.done[what] = Rebuilt(build_run, root, score(graded, task, root))
    return copy.done[what]


def built_at_start(graded: Graded) -> frozenset[str]:
    """Return the nodes that can be built in the agent's starting state. The result is stored for all trials."""
    built_file = graded.base / "built-at-start" / f"{_digest(graded, graded.shipped)}.json"
    if not built_file.is_file():
        built = build(graded.starting).built
        built_file.parent.mkdir(exist_ok=True)
        write_atomically(built_file, json.dumps(sorted(built)))
    return frozenset(json.loads(built_file.read_text()))


def _digest(graded: Graded, workspace: Path) -> str:
    """Return the digest of everything that determines the result of a build: files, software and date."""
    config, python = graded.config, graded.tooling.mounts[PYTHON].name
    digest = hashlib.sha256(f"{config.base}\0{config.clock}\0{python}\0{BUILD}".encode())
    for path in sorted(workspace.rglob("*")):
        name = path.relative_to(workspace)
        if path.suffix in _TEXTS and name.parts[0] not in _BY_DBT and path.is_file():
            digest.update(f"\0{name}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:32]
