"""Compares two databases in a sandbox, because neither of them is trusted."""

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
from headwater.errors import BrokenTaskError, GradingError
from headwater.grading import Completed, Graded
from headwater.harnesses.toolchains import PYTHON
from headwater.suites.spider2.grading._dbt import RESULTS
from headwater.suites.spider2.grading._instance import GradedInstance
from headwater.suites.spider2.scoring import GoldEntry, GradedTable, InstanceScore
from headwater.suites.spider2.scoring._instance import InstanceFiles
from headwater.suites.spider2.scoring._looking import Inspection, InspectionRequest
from headwater.untrusted import one_line

ROOT = "/opt/compared"
_TABLE_SEC = 60.0
_SEC = 300.0
_MODEL_SEC = 30.0
_scores: WeakKeyDictionary[Graded, dict[str, InstanceScore]] = WeakKeyDictionary()


class _Side(NamedTuple):
    """One of the two databases, identified by its folder outside the sandbox and its file name."""

    folder: Path
    name: str


def score_left(graded: Graded, task: GradedInstance) -> InstanceScore:
    """Return both graders' scores for the database that the agent left. They are computed once."""
    return cached_score(graded, "left", lambda: score(graded, task, graded.workspace.folder))


def score(graded: Graded, task: GradedInstance, folder: Path) -> InstanceScore:
    """Return both graders' scores for the database in a folder. The strict grader ignores unsettled columns.

    Raises:
        BrokenTaskError: There is no database to compare with, so results for this instance can be neither right nor
            wrong.
    """
    exempt = task.learned.varying if task.learned else {}
    tables = tuple(replace(one, exempt=exempt.get(one.name, ())) for one in task.entry.tables or ())
    entry = replace(task.entry, tables=tables or None)
    return _compare(graded, entry, _truth(graded, task), _Side(folder, task.database))


def raw_tables(graded: Graded, task: GradedInstance) -> InstanceScore:
    """Return a score for the raw tables, which shows whether they are unchanged. It is computed once."""
    tables = tuple(GradedTable(name) for name in task.raw)
    entry = replace(task.entry, gold=task.database, tables=tables)
    given_side, agent_side = _Side(graded.shipped, task.database), _Side(graded.workspace.folder, task.database)
    return cached_score(graded, "raw", lambda: _compare(graded, entry, given_side, agent_side))


def cached_score(graded: Graded, what: str, make: Callable[[], InstanceScore]) -> InstanceScore:
    """Return the score with this name for a trial's state, computing it on first use."""
    scores = _scores.setdefault(graded, {})
    if what not in scores:
        scores[what] = make()
    return scores[what]


def _truth(graded: Graded, task: GradedInstance) -> _Side:
    match task.truth:
        case "gold":
            return _Side(graded.base / "gold", task.entry.gold)
        case "reference":
            return _Side(graded.reference.workspace_root, task.database)
        case _:
            raise BrokenTaskError("unscoreable: there is no gold, and no reference solution to compare with")


def _compare(graded: Graded, entry: GoldEntry, truth: _Side, agent_side: _Side) -> InstanceScore:
    """Compare two databases.

    A failed comparison is the agent's fault, unless comparing the truth with itself fails as well.
    """
    found = _run(graded, entry, truth, agent_side)
    if isinstance(found, str):
        proof = _run(graded, entry, truth, truth)
        if isinstance(proof, str):
            raise GradingError(f"the comparison {proof}")
        problem = f"the database cannot be compared: the comparison {found}"
        return InstanceScore(entry.instance_id, submitted=True, scoreable=True, problem=problem)
    if not found.scoreable:
        raise BrokenTaskError(found.problem)
    return found


def _run(graded: Graded, entry: GoldEntry, truth: _Side, agent_side: _Side) -> InstanceScore | str:
    """Return the score or, if the program ended without a score, a description of how it ended."""
    # Only the file itself is mounted, never a link, because a link could lead to the other side.
    mounts = {
        **shown_database(truth.folder, truth.name, "gold"),
        **shown_database(agent_side.folder, agent_side.name, "left"),
    }
    files = InstanceFiles(Path(f"{ROOT}/gold/{truth.name}"), Path(f"{ROOT}/left/{agent_side.name}"), _TABLE_SEC)
    work = TypeAdapter(tuple[GoldEntry, InstanceFiles]).dump_json((entry, files)).decode()
    completed = run_engine(graded, "headwater.suites.spider2.scoring", work, mounts)
    try:
        score: InstanceScore = TypeAdapter(InstanceScore).validate_json(completed.stdout)
    except ValidationError:
        return how_it_ended(completed)
    return score


def run_engine(graded: Graded, program: str, work: str, extra_mounts: Mapping[str, Path]) -> Completed:
    """Run one of Headwater's modules in a sandbox, with the version of DuckDB that wrote the databases.

    Args:
        graded: The state to grade.
        program: The name of the module. Its argument is a file.
        work: The content of this file.
        extra_mounts: Further files and folders that are mounted in the sandbox.
    """
    package, site = Path(headwater.__file__).parents[1], Path(sysconfig.get_path("purelib"))
    engine = next((graded.tooling.mounts[PYTHON] / "lib").glob("python*/site-packages"))
    return graded.run_tool(
        [str(Path(sys.executable).resolve()), "-S", "-m", program, "/work/work.json"],
        files={"work.json": work},
        at="/work",
        mounts={f"{ROOT}/src": package, f"{ROOT}/site": site, f"{ROOT}/engine": engine, **extra_mounts},
        # The engine's folder comes first, because its DuckDB is the one that wrote the databases.
        env={"PYTHONPATH": ":".join(f"{ROOT}/{name}" for name in ("engine", "src", "site")), "LANG": "C.UTF-8"},
        timeout_sec=_SEC,
    )


def how_it_ended(completed: Completed) -> str:
    """Describe how an incomplete run of a program ended."""
    return f"ended with exit code {completed.exit_code}: {one_line(completed.stderr)[-300:]}"


def shown_database(folder: Path, name: str, where: str) -> dict[str, Path]:
    """Return the mounts that give a program access to a database. Only regular files are included."""
    names = [each for each in (name, f"{name}.wal") if _is_file(folder / each)]
    return {f"{ROOT}/{where}/{each}": folder / each for each in names}


def look_at(graded: Graded, folder: Path, database: str, tables: tuple[str, ...]) -> Inspection:
    """Examine the last dbt build in a folder: the cost of its models, and the columns of its tables.

    The result is empty if the program fails or times out.
    """
    results = folder / RESULTS
    if results.parent.is_symlink() or not _is_file(results):
        return Inspection()
    mounts = {**shown_database(folder, database, "left"), f"{ROOT}/results.json": results}
    where = Path(f"{ROOT}/left/{database}")
    looking = InspectionRequest(where, where.stem, Path(f"{ROOT}/results.json"), tables, _MODEL_SEC)
    work = TypeAdapter(InspectionRequest).dump_json(looking).decode()
    completed = run_engine(graded, "headwater.suites.spider2.scoring._looking", work, mounts)
    try:
        found: Inspection = TypeAdapter(Inspection).validate_json(completed.stdout)
    except ValidationError:
        return Inspection()
    return found


def _is_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False
