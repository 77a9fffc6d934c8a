"""Reads a task folder strictly, because a misspelt name would otherwise be ignored in a trial."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar

from headwater.errors import InvalidTaskError, NotFoundError
from headwater.records import PromptVariant, ServiceName, TaskConfig
from headwater.services import SERVICES
from headwater.tasks._files import files_below, is_ignored, parse_python, read_text, require_text, show
from headwater.tasks._solutions import (
    ALTERNATIVES,
    COUNTERFEITS,
    Alternative,
    Counterfeit,
    read_alternatives,
    read_counterfeits,
)
from headwater.tasks._toml import read_toml
from headwater.tasks._verify import VERIFY

INSTRUCTIONS = {
    PromptVariant.BASELINE: "instruction.md",
    PromptVariant.INFORMED: "instruction.informed.md",
}
"""The files of the prompt variants that a task contains."""
CONFIG = "task.toml"
CHECKS = "checks.py"
WORKSPACE = "workspace"
SEED = "seed"
SOLUTION = "solution"
WORKLOAD = "workload"

_FOLDERS = (WORKSPACE, SEED, SOLUTION, COUNTERFEITS, ALTERNATIVES, WORKLOAD)
_REQUIRED_FOLDERS = (WORKSPACE, SOLUTION)
_KNOWN = (CONFIG, *INSTRUCTIONS.values(), CHECKS, *_FOLDERS)
_Solution = TypeVar("_Solution", Counterfeit, Alternative)
_SEED_NAME = re.compile(r"\d\d_(?P<rest>.+)\.(?P<suffix>sql|py)")


@dataclass(frozen=True)
class Task:
    """A complete task folder, as read from disk."""

    folder: Path
    config: TaskConfig
    counterfeits: tuple[Counterfeit, ...]
    alternatives: tuple[Alternative, ...] = ()

    @property
    def ref(self) -> str:
        """The name of the task on the command line: ``suite/id``."""
        return self.config.ref

    @property
    def workspace(self) -> Path:
        """The folder whose content is in ``/workspace`` when the agent starts."""
        return self.folder / WORKSPACE

    @property
    def checks(self) -> Path:
        """The Python file with the task's own checks."""
        return self.folder / CHECKS

    @property
    def helpers(self) -> tuple[Path, ...]:
        """The modules next to ``checks.py`` that the checks may import: ``_*.py``."""
        return tuple(sorted(self.folder.glob("_*.py")))

    @property
    def solution(self) -> Path:
        """The folder of the reference solution, which ``solve.sh`` applies."""
        return self.folder / SOLUTION

    @property
    def workload(self) -> Path:
        """The folder of the program that simulates live traffic, if ``task.toml`` declares one."""
        return self.folder / WORKLOAD

    @property
    def seeds(self) -> tuple[Path, ...]:
        """The files that fill the services, in the order in which they run."""
        return tuple(files_below(self.folder / SEED))

    def instruction(self, variant: PromptVariant) -> str:
        """Return the prompt of a variant."""
        if variant is PromptVariant.VERIFY:
            return f"{self.instruction(PromptVariant.BASELINE).rstrip()}\n\n{VERIFY}"
        return read_text(self.folder / INSTRUCTIONS[variant])

    def counterfeit(self, name: str) -> Counterfeit:
        """Return the counterfeit with the given name.

        Raises:
            NotFoundError: The task has no counterfeit with this name.
        """
        return _find(name, self.counterfeits, self.ref, "counterfeit")

    def alternative(self, name: str) -> Alternative:
        """Return the alternative solution with the given name.

        Raises:
            NotFoundError: The task has no alternative with this name.
        """
        return _find(name, self.alternatives, self.ref, "alternative")


def read_task(folder: Path) -> Task:
    """Read a task folder, and check that it is complete and contains nothing unknown.

    Raises:
        UserError: The folder violates the format. The message names the file, the field and the fix in one line.
    """
    if not folder.is_dir():
        raise NotFoundError("no such task folder", where=show(folder))
    # `Path(".").name` is empty, and a relative path depends on the working directory.
    folder = folder.absolute()
    config = read_config(folder)
    if config.id != folder.name:
        raise InvalidTaskError(
            f"{config.id!r} must equal the folder's name {folder.name!r}", where=f"{show(folder / CONFIG)}: id"
        )
    if len(set(config.services)) < len(config.services):
        raise InvalidTaskError("one is listed twice", where=f"{show(folder / CONFIG)}: services", fix="list each once")
    _refuse_unknown(folder)
    for name in _REQUIRED_FOLDERS:
        if not (folder / name).is_dir():
            raise InvalidTaskError("missing folder", where=show(folder / name), fix="create it")
    _require_workload(folder, config)
    for _ in files_below(folder):
        pass  # refuses symbolic links anywhere in the folder
    for name in INSTRUCTIONS.values():
        require_text(folder / name)
    require_text(folder / SOLUTION / "solve.sh")
    for path in (folder / CHECKS, *folder.glob("_*.py")):
        parse_python(path)
    _require_seeds(folder / SEED, config)
    return Task(folder, config, read_counterfeits(folder), read_alternatives(folder))


def read_config(folder: Path) -> TaskConfig:
    """Read only ``task.toml``, which is much faster than reading the whole folder.

    Raises:
        InvalidTaskError: The file violates the format. The message names the file, the field and the fix in one line.
    """
    config = read_toml(folder / CONFIG, TaskConfig)
    for place, name in enumerate(config.services):
        if name not in SERVICES:
            known = ", ".join(SERVICES)
            raise InvalidTaskError(
                f"{name!r} is not one of {known}", where=f"{show(folder / CONFIG)}: services.{place}"
            )
    return config


def seeded_engine(seed: Path) -> ServiceName | None:
    """Return the engine named in a seed's file name, or None if it names none."""
    name = _SEED_NAME.fullmatch(seed.name)
    matches = [each for each in SERVICES if name and name["rest"].startswith(each)]
    return max(matches, key=len, default=None)


def read_tasks(folder: Path) -> tuple[Task, ...]:
    """Read every task folder directly in a folder, sorted by id.

    Every folder counts as a task, so that a folder without a ``task.toml`` causes an error. Names that start with a dot
    or an underscore are skipped.

    Raises:
        UserError: The folder does not exist, or a task in it cannot be read.
    """
    if not folder.is_dir():
        raise NotFoundError("no such folder of tasks", where=show(folder))
    return tuple(
        read_task(each) for each in sorted(folder.iterdir()) if each.is_dir() and not each.name.startswith((".", "_"))
    )


def _refuse_unknown(folder: Path) -> None:
    for path in sorted(folder.iterdir()):
        is_helper = path.name.startswith("_") and path.suffix == ".py"
        if path.name in _FOLDERS and not path.is_dir():
            raise InvalidTaskError("is a file", where=show(path), fix="make it a folder")
        if path.name in _KNOWN or is_helper or is_ignored(path):
            continue
        near = get_close_matches(path.name, _KNOWN, n=1)
        fix = f"did you mean {near[0]}?" if near else f"a task has only {', '.join(_KNOWN)} and _*.py"
        raise InvalidTaskError("unknown file in a task folder", where=show(path), fix=fix)


def _require_workload(folder: Path, config: TaskConfig) -> None:
    if config.workload is None and (folder / WORKLOAD).exists():
        raise InvalidTaskError(
            f"[workload] is missing, so {WORKLOAD}/ would never run", where=show(folder / CONFIG), fix="add its command"
        )
    if config.workload is not None and not (folder / WORKLOAD).is_dir():
        raise InvalidTaskError("missing folder", where=show(folder / WORKLOAD), fix="create it, or remove [workload]")


def _require_seeds(folder: Path, config: TaskConfig) -> None:
    """Check that each seed file is directly in ``seed/``, is of a known kind, and belongs to a service of the task."""
    for path in files_below(folder):
        name = _SEED_NAME.fullmatch(path.name)
        engine = seeded_engine(path)
        known = name and (name["suffix"] == "py" or (engine is not None and SERVICES[engine].run_sql is not None))
        if path.parent != folder or not known:
            raise InvalidTaskError(
                "unknown seed file", where=show(path), fix=f"name it {', '.join(_sql_seeds())} or seed/NN_*.py"
            )
        if engine and engine not in config.services:
            raise InvalidTaskError(
                f"seeds {engine}, which is not in services of {CONFIG}", where=show(path), fix="add it there"
            )
        if path.suffix == ".py" and not _defines_seed(parse_python(path)):
            raise InvalidTaskError("has no seed function", where=show(path), fix="define `def seed(services) -> None`")


def _sql_seeds() -> list[str]:
    return [f"seed/NN_{name}*.sql" for name, engine in SERVICES.items() if engine.run_sql is not None]


def _defines_seed(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.FunctionDef) and node.name == "seed" and len(node.args.args) == 1 for node in tree.body
    )


def _find(name: str, solutions: Sequence[_Solution], task: str, kind: str) -> _Solution:
    for each in solutions:
        if each.name == name:
            return each
    names = ", ".join(each.name for each in solutions) or "none"
    raise NotFoundError(f"no {kind} {name!r}", where=task, fix=f"there are: {names}")
