"""Builds starting states: copies the workspace, starts empty services, runs the seeds, and stops services cleanly."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import traceback
from collections.abc import Callable
from pathlib import Path

from headwater.errors import BrokenTaskError, HeadwaterError, NotBuiltError, QueryError
from headwater.sandbox import Emit, Layers, User, change_owner, open_sandbox
from headwater.services import SERVICES, Stack, create_data
from headwater.snapshots._normalize import files_of, normalize, set_times
from headwater.snapshots._store import BASE
from headwater.tasks import Task, digest_task, seeded_engine

_FORMAT = "8"
"""The version of the format. Increase it when this module, the setup of services or the mounts change the state."""

_IGNORED = shutil.ignore_patterns(".gitkeep", "__pycache__", "*.pyc")


def start_digest(task: Task) -> str:
    """Return the digest of everything that determines the starting state of a task on this machine."""
    engines = [SERVICES[name].version for name in task.config.services]
    owner = "separate users" if os.geteuid() == 0 else f"user {os.geteuid()}"
    parts = [_FORMAT, owner, digest_task(task).start, task.config.base or "", *engines]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def build_start(emit: Emit, task: Task, folder: Path, home: Path | None = None) -> None:
    """Fill ``folder`` with the starting state. This function runs in a cell.

    Args:
        emit: Called with the name of each seed.
        task: The task.
        folder: An empty folder.
        home: The cache folder, which contains the base of the task if there is one. The base's workspace stays a lower
            layer and is not copied.

    Raises:
        UserError: A seed failed. The message names the file and quotes the server's error.
    """
    base = _base_of(task, home)
    sandbox = open_sandbox([folder, task.folder, *([base] if base else [])])
    workspace = folder / "workspace"
    if base is None:
        seen_folder = workspace
        shutil.copytree(task.workspace, workspace, ignore=_IGNORED)
    else:
        seen_folder = sandbox.mount(Layers((base,), workspace))
        for inner in sorted(path for path in seen_folder.rglob("*") if path.is_dir()):
            os.utime(inner)  # copies the folder up into the layer, to which `normalize` writes
        shutil.copytree(task.workspace, seen_folder, ignore=_IGNORED, dirs_exist_ok=True)
        (folder / BASE).symlink_to(os.path.relpath(base, folder))
    data = create_data(sandbox, task.config.services, folder, folder / "logs")
    with Stack(sandbox, data, folder / "logs", new=data) as stack:
        stack.workspace, stack.base = seen_folder, base.parent if base else None
        for seed in task.seeds:
            emit(f"seeding {task.ref}: {seed.name}")
            run_seed(seed, stack)
        for name in data:
            SERVICES[name].state.settle(stack.service(name))
    if base is None:
        set_times(workspace)
    else:
        normalize(base, workspace, files_of(seen_folder))
    for path in (workspace, *workspace.rglob("*")):
        if path.is_dir() or path.is_file():  # skips whiteouts, which mark files that the layer deletes from its base
            change_owner(path, User.AGENT)
    sandbox.close()


def _base_of(task: Task, home: Path | None) -> Path | None:
    if task.config.base is None:
        return None
    assert home is not None, "a task with a base is built with the home that has it"
    base = home / task.config.base / "workspace"
    if not base.is_dir():
        raise NotBuiltError(
            f"its base {task.config.base} is not in {home}", where=task.ref, fix="build it and its tasks again"
        )
    return base


def run_seed(seed: Path, stack: Stack) -> None:
    """Run a seed file, which is SQL for the engine in its name, or Python with a function ``seed(services)``.

    Raises:
        BrokenTaskError: The seed failed. The message names the file and, for Python, the line.
    """
    try:
        if seed.suffix == ".py":
            _load_seed(seed)(stack)
        else:
            name = seeded_engine(seed)
            run_sql = SERVICES[name].run_sql if name else None
            assert name is not None, "a task with another seed of SQL is not read"
            assert run_sql is not None, "nor is one of an engine without SQL"
            run_sql(stack.service(name), seed.read_text())
    except QueryError as error:
        raise BrokenTaskError(str(error), where=seed) from None
    except HeadwaterError:
        raise
    except Exception as error:
        raise BrokenTaskError(f"{type(error).__name__}: {_flat(error)}", where=f"{seed}{_line(seed, error)}") from error


def _line(seed: Path, error: Exception) -> str:
    """Return ``:n`` for the line of the seed that raised the error, or an empty string."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(seed)]
    return f":{lines[-1]}" if lines else ""


def _flat(error: Exception) -> str:
    return " ".join(str(error).split())


def _load_seed(seed: Path) -> Callable[[Stack], None]:
    spec = importlib.util.spec_from_file_location(f"seed_{seed.stem}", seed)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    function: Callable[[Stack], None] = module.seed
    return function
