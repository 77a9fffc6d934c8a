"""Judges the workspace that an agent left."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterable, Mapping
from pathlib import Path
from weakref import WeakKeyDictionary

from pydantic import ValidationError

import headwater
from headwater.errors import GradingError
from headwater.grading import Graded
from headwater.suites.warehouse._bi import is_definition
from headwater.suites.warehouse._workspace import WAREHOUSE, project_texts
from headwater.suites.warehouse.judge._records import BrokenTask, JudgeInput, Judgement, Site

JUDGED_FOLDERS = ("models/", "macros/", "seeds/", "snapshots/")
_TAKEN_KINDS = (".sql", ".csv", ".py")
_PRISTINE = ("macros/generic_tests/",)
_JUDGE = "/opt/judge"
_LEFT = f"{_JUDGE}/left"
_SEC = 240.0
_MAX_TEXT = 8 << 20
_judgements: WeakKeyDictionary[Graded, Judgement] = WeakKeyDictionary()
_works: WeakKeyDictionary[Graded, JudgeInput] = WeakKeyDictionary()


def judge(graded: Graded, task: BrokenTask) -> Judgement:
    """Return the judgement of the agent's output on the task's own data. The result is cached."""
    if graded not in _judgements:
        _judgements[graded] = _judge(graded, task, graded.base)
    return _judgements[graded]


def judge_elsewhere(graded: Graded, task: BrokenTask) -> Judgement:
    """Return the judgement of the agent's output on another seed's data."""
    return _judge(graded, task, graded.base.parent / task.other)


def work_of(graded: Graded, task: BrokenTask) -> JudgeInput:
    """Return the files to judge, which are the templates and seeds that differ from the clean project.

    The result is cached.
    """
    if graded not in _works:
        texts = project_texts(graded.base / "workspace", (*JUDGED_FOLDERS, "bi/"))
        clean = {path: text for path, text in texts.items() if is_taken(path)}
        agent_files = dict.fromkeys(path for path in graded.workspace.files() if is_taken(path))
        removed = tuple(path for path in clean if path not in agent_files)
        _works[graded] = JudgeInput(task=task, texts=_changed_files(graded, clean, agent_files), removed=removed)
    return _works[graded]


def _changed_files(graded: Graded, clean: Mapping[str, str], agent_files: Iterable[str]) -> dict[str, str]:
    """Return the files that differ. If they exceed the limit, return only as many as needed to prove it."""
    changed, size = {}, 0
    for path in agent_files:
        text = graded.workspace.read_text(path)
        if clean.get(path) != text:
            changed[path] = text
            size += len(text)
            if size > _MAX_TEXT:  # empty files take no disk space, but thousands of them would use all memory
                break
    return changed


def is_taken(path: str) -> bool:
    """Return whether a file is taken from the agent's workspace."""
    if is_definition(path):
        return True
    return path.startswith(JUDGED_FOLDERS) and path.endswith(_TAKEN_KINDS) and not path.startswith(_PRISTINE)


def _judge(graded: Graded, task: BrokenTask, base: Path) -> Judgement:
    work = work_of(graded, task)
    is_own = base == graded.base
    if work.texts == task.solved and not work.removed and not (is_own and task.stored):
        return Judgement()
    if sum(map(len, work.texts.values())) > _MAX_TEXT:
        return Judgement(refusals=(f"the changed files have more than {_MAX_TEXT >> 20} MiB",))
    if odd := [path for path in work.texts if not path.isprintable()]:
        return Judgement(refusals=(f"{odd[0]!a}: the name of a file is not plain text",))
    package = Path(headwater.__file__).parents[1]
    site = Path(sysconfig.get_path("purelib"))
    mounts = {f"{_JUDGE}/src": package, f"{_JUDGE}/site": site, f"{_JUDGE}/base": base}
    databases = []
    if is_own:
        mounts[f"{_JUDGE}/given"] = graded.shipped
        databases = [f"{_JUDGE}/given/{WAREHOUSE}"]
    if is_own and task.stored:
        left = _left_warehouse(graded)
        if not left:
            return Judgement(site=Site(missing={"": f"the warehouse that was left: there is no file {WAREHOUSE}"}))
        mounts |= {f"{_LEFT}/{path.name}": path for path in left}
        databases.append(f"{_LEFT}/{WAREHOUSE}")
    completed = graded.run_tool(
        [
            str(Path(sys.executable).resolve()),
            *("-S", "-m", "headwater.suites.warehouse.judge"),
            *("/work/work.json", f"{_JUDGE}/base", *databases),
        ],
        files={"work.json": work.model_dump_json()},
        at="/work",
        mounts=mounts,
        env={"PYTHONPATH": f"{_JUDGE}/src:{_JUDGE}/site", "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8"},
        timeout_sec=_SEC,
    )
    if completed.exit_code == 124:
        return Judgement(errors=(f"the project did not render, build and test within {_SEC:g} s",))
    try:
        return Judgement.model_validate_json(completed.stdout)
    except ValidationError:
        pass
    if completed.exit_code == 0:  # the judge's answer was truncated, because names can be as long as files
        return Judgement(refusals=("what there is to say of the changed files is too long to be told",))
    if completed.exit_code in (137, 139, 134) or "MemoryError" in completed.stderr:
        return Judgement(site=Site(missing={"": "the project did not build within its memory"}))
    raise GradingError(f"the judge ended with {completed.exit_code}: {completed.stderr[-600:]}")


def _left_warehouse(graded: Graded) -> list[Path]:
    """Return the agent's warehouse and its write-ahead log. A link could lead to any file, so it does not count."""
    folder = graded.workspace.folder
    found = [folder / name for name in (WAREHOUSE, f"{WAREHOUSE}.wal")]
    found = [path for path in found if path.is_file() and not path.is_symlink()]
    return found if any(path.name == WAREHOUSE for path in found) else []
