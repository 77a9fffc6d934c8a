"""Two databases compared, in a sandbox: both may be anybody's."""

from __future__ import annotations

import stat
import sys
import sysconfig
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple
from weakref import WeakKeyDictionary

from pydantic import TypeAdapter, ValidationError

import headwater
from headwater.errors import HeadwaterError, InfraError
from headwater.grading import Graded
from headwater.harnesses.toolchains import PYTHON
from headwater.suites.spider2.grading._instance import GradedInstance
from headwater.suites.spider2.scoring import GoldEntry, GradedTable, InstanceScore
from headwater.suites.spider2.scoring._instance import InstanceFiles
from headwater.untrusted import one_line

_ROOT = "/opt/compared"
_TABLE_SEC = 60.0
_SEC = 300.0
_held: WeakKeyDictionary[Graded, dict[str, InstanceScore]] = WeakKeyDictionary()


class _Side(NamedTuple):
    """One of the two: a folder outside, and the database in it."""

    folder: Path
    name: str


def score_left(graded: Graded, task: GradedInstance) -> InstanceScore:
    """Return both grades of the database that the agent left, made once."""
    return once(graded, "left", lambda: score(graded, task, graded.workspace.folder))


def score(
    graded: Graded, task: GradedInstance, folder: Path, exempt: Mapping[str, tuple[str, ...]] | None = None
) -> InstanceScore:
    """Return both grades of the database in a folder.

    Args:
        graded: What is graded.
        task: The instance.
        folder: Where the database is.
        exempt: Columns of tables that the strict grade leaves out.

    Raises:
        HeadwaterError: There is nothing to compare with: no result of this instance can be right or wrong.
    """
    tables = tuple(replace(one, exempt=(exempt or {}).get(one.name, ())) for one in task.entry.tables or ())
    entry = replace(task.entry, tables=tables or None)
    return _compare(graded, entry, _truth(graded, task), _Side(folder, task.database))


def raw_tables(graded: Graded, task: GradedInstance) -> InstanceScore:
    """Return whether the raw tables are as they were given, as a score of them, made once."""
    tables = tuple(GradedTable(name) for name in task.raw)
    entry = replace(task.entry, gold=task.database, tables=tables)
    given, left = _Side(graded.shipped, task.database), _Side(graded.workspace.folder, task.database)
    return once(graded, "raw", lambda: _compare(graded, entry, given, left))


def once(graded: Graded, what: str, make: Callable[[], InstanceScore]) -> InstanceScore:
    """Return what was made of a trial's state under this name, made the first time."""
    held = _held.setdefault(graded, {})
    if what not in held:
        held[what] = make()
    return held[what]


def _truth(graded: Graded, task: GradedInstance) -> _Side:
    match task.truth:
        case "gold":
            return _Side(graded.base / "gold", task.entry.gold)
        case "reference":
            return _Side(graded.reference.workspace_root, task.database)
        case _:
            raise HeadwaterError("unscoreable: there is no gold, and no reference solution to compare with")


def _compare(graded: Graded, entry: GoldEntry, truth: _Side, left: _Side) -> InstanceScore:
    """Compare two databases.

    If that breaks, it is the agent's doing, unless it breaks as well where the truth is compared with itself.
    """
    found = _run(graded, entry, truth, left)
    if isinstance(found, str):
        proof = _run(graded, entry, truth, truth)
        if isinstance(proof, str):
            raise InfraError(f"the comparison {proof}")
        problem = f"the database cannot be compared: the comparison {found}"
        return InstanceScore(entry.instance_id, submitted=True, scoreable=True, problem=problem)
    if not found.scoreable:
        raise HeadwaterError(found.problem)
    return found


def _run(graded: Graded, entry: GoldEntry, truth: _Side, left: _Side) -> InstanceScore | str:
    """Return the score, or how the program that makes it ended without one."""
    package, site = Path(headwater.__file__).parents[1], Path(sysconfig.get_path("purelib"))
    engine = next((graded.tooling.mounts[PYTHON] / "lib").glob("python*/site-packages"))
    shown = {f"{_ROOT}/src": package, f"{_ROOT}/site": site, f"{_ROOT}/engine": engine}
    for side, where in ((truth, "gold"), (left, "left")):
        # The file alone, and no link: it could lead to the other side.
        for name in (side.name, f"{side.name}.wal"):
            if _is_file(side.folder / name):
                shown[f"{_ROOT}/{where}/{name}"] = side.folder / name
    files = InstanceFiles(Path(f"{_ROOT}/gold/{truth.name}"), Path(f"{_ROOT}/left/{left.name}"), _TABLE_SEC)
    work = TypeAdapter(tuple[GoldEntry, InstanceFiles]).dump_json((entry, files)).decode()
    completed = graded.run_tool(
        [str(Path(sys.executable).resolve()), "-S", "-m", "headwater.suites.spider2.scoring", "/work/work.json"],
        files={"work.json": work},
        at="/work",
        mounts=shown,
        # The engine's folder comes first: its DuckDB is the one that wrote the databases.
        env={"PYTHONPATH": ":".join(f"{_ROOT}/{name}" for name in ("engine", "src", "site")), "LANG": "C.UTF-8"},
        timeout_sec=_SEC,
    )
    try:
        score: InstanceScore = TypeAdapter(InstanceScore).validate_json(completed.stdout)
    except ValidationError:
        return f"ended with exit code {completed.exit_code}: {one_line(completed.stderr)[-300:]}"
    return score


def _is_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False
