"""Builds (or finds in the cache) the clean company's raw tables and its built and tested project.

::

    <home>/warehouse/raw/<digest>.duckdb     raw tables, for a seed and a scale
    <home>/warehouse/bases/<digest>/
        manifest.json       the content of every relation and the outcome of every test
        project.pickle      the parsed project
        plan.pickle         the rendered project
        relations.duckdb    every relation as a table, including views, which builds of changed projects read
        workspace/          the workspace of agents: project, raw.duckdb, and warehouse.duckdb as dbt would leave it

A base is named after the digest of its inputs. It is built under a temporary name and renamed once it is complete.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from headwater.caches import bases_lock
from headwater.dbt.engine import (
    Built,
    DuckDBConnection,
    EngineProject,
    Known,
    Name,
    Plan,
    Runner,
    export,
    plan_of,
    write_afresh,
)
from headwater.errors import FileAccessError, InvalidFileError, NotBuiltError
from headwater.locks import exclusive, shared
from headwater.sandbox import User, change_owner, owner_of, remove_tree
from headwater.suites.warehouse._bi import with_bi
from headwater.suites.warehouse._scale import DEFAULT_SCALE
from headwater.suites.warehouse._times import set_times
from headwater.suites.warehouse._workspace import RAW, WAREHOUSE, project_texts

Notify = Callable[[str], None]
Add = Callable[[Path, threading.Event], None]
"""A function that adds files to a project's folder. It stops when the event is set."""
HERE = Path(__file__).parent
PACKAGE = HERE.parents[1]
PROJECT = HERE / "project"
DEFAULT_SEED = 1
OTHER_SEED_OFFSET = 1000
OTHER_SCALE = 0.2
_PROBLEMS_SHOWN = 10
_LEFT_BY_RUNS = ("__pycache__", "*.pyc", ".gitkeep", "target", "logs", "*.duckdb", "*.wal")


@dataclass(frozen=True)
class Size:
    """The seed and the scale of a company, which determine every byte of its data."""

    seed: int = DEFAULT_SEED
    scale: float = DEFAULT_SCALE

    @property
    def other(self) -> Size:
        """The small company with another seed. A fix must also work on its data."""
        return Size(self.seed + OTHER_SEED_OFFSET, min(self.scale, OTHER_SCALE))


class BaseManifest(BaseModel):
    """The stored description of a base."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    digest: str
    seed: int
    scale: float
    database: str
    content: str
    built: Built


class Base:
    """A complete base on disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def manifest(self) -> BaseManifest:
        """The description of the base, including its build results."""
        return BaseManifest.model_validate_json((self.folder / "manifest.json").read_text())

    @property
    def digest(self) -> str:
        """The digest of the inputs from which the base was built."""
        return self.folder.name

    @property
    def workspace(self) -> Path:
        """The agents' starting workspace."""
        return self.folder / "workspace"

    @property
    def raw(self) -> Path:
        """The database with the raw tables."""
        return self.workspace / RAW

    @property
    def relations(self) -> Path:
        """The database that stores every relation as a table."""
        return self.folder / "relations.duckdb"

    @property
    def built(self) -> Built:
        """The results of the clean build."""
        return self.manifest.built

    @cached_property
    def plan(self) -> Plan:
        """The rendered clean project."""
        plan: Plan = pickle.loads((self.folder / "plan.pickle").read_bytes())  # noqa: S301 - our own cache
        return plan

    @cached_property
    def project(self) -> EngineProject:
        """The parsed clean project."""
        project: EngineProject = pickle.loads((self.folder / "project.pickle").read_bytes())  # noqa: S301 - our own
        return project.moved(self.workspace)

    @cached_property
    def names(self) -> dict[str, Name]:
        """The names of the tables in ``relations``, keyed by unique id."""
        return {uid: step.relation for uid, step in self.plan.steps.items() if not step.is_query}

    @property
    def known(self) -> Known:
        """The clean build, in the form that builds of changed projects can reuse."""
        return Known(self.built, self.names)

    def texts(self) -> dict[str, str]:
        """Return the project's own text files, keyed by path."""
        return project_texts(self.workspace)


def built_tasks(home: Path) -> Path:
    """Return the folder of the default company's tasks.

    Raises:
        NotBuiltError: The company or its tasks are not built. The message names the command that builds them.
    """
    folder = home / "warehouse" / "tasks" / find_base(home, Size()).digest
    if not folder.is_dir():
        raise NotBuiltError("the tasks of warehouse are not built yet", fix="run: headwater build warehouse tasks")
    return folder


def base_folder(home: Path, size: Size) -> Path:
    """Return the folder of the base for this code, seed and scale. Its name is the same on every machine."""
    code = [PACKAGE / "simulation", PACKAGE / "dbt", HERE / "base.py", HERE / "_bi.py"]
    parts = [_digest_of([*code, PROJECT]), str(size.seed)]
    digest = hashlib.sha256("\0".join([*parts, f"{size.scale:g}", _duckdb_version()]).encode())
    return home / "warehouse" / "bases" / digest.hexdigest()[:32]


def find_base(home: Path, size: Size) -> Base:
    """Return an existing base.

    Raises:
        NotBuiltError: The base is not built. The message names the command that builds it.
        FileAccessError: The base belongs to another user.
    """
    folder = base_folder(home, size)
    if not folder.is_dir():
        raise NotBuiltError("the warehouse is not built yet", fix=_command(size))
    return _of_this_user(Base(folder), size)


def find_bases(home: Path, size: Size) -> tuple[Base, Base]:
    """Return the existing base, and the base for the company with another seed.

    Raises:
        NotBuiltError: A base is not built. The message names the command that builds both.
    """
    if not base_folder(home, size.other).is_dir():
        raise NotBuiltError("the build of the warehouse is incomplete", fix=_command(size))
    return find_base(home, size), Base(base_folder(home, size.other))


def build_base(
    home: Path,
    size: Size,
    notify: Notify,
    add: Add = lambda _folder, _cancel: None,
    *,
    must_pass: bool = True,
) -> Base:
    """Return the base, building it if it does not exist.

    Args:
        home: The root folder of the caches.
        size: The size of the company.
        notify: Called with a message at each step.
        add: Called with a copy of the project during the build. The files that it adds become part of the agents'
            workspace.
        must_pass: Whether every test must pass. See `fill_base`.

    Raises:
        InvalidFileError: The project is not clean: it does not render, build or pass its tests.
        FileAccessError: The existing base belongs to another user.
    """
    folder = base_folder(home, size)
    with shared(bases_lock(home)), exclusive(home / "locks" / f"warehouse-{folder.name}"):
        if not folder.is_dir():
            raw = _raw(home, size, notify)
            building = folder.with_name(f"{folder.name}.building")
            remove_tree(building)
            building.mkdir(parents=True)
            with adding(add, PROJECT, building / "spare", building / "workspace"):
                fill_base(building, raw, PROJECT, size, notify, must_pass=must_pass)
            building.rename(folder)
    return _of_this_user(Base(folder), size)


@contextmanager
def adding(add: Add, project: Path, spare: Path, workspace: Path) -> Iterator[None]:
    """Run ``add`` on a copy of the project in a second thread during the block.

    When both have finished, the files that ``add`` created are moved to the agents' workspace.
    """
    copy_project(project, spare)
    _give_to_agent(spare)
    cancel = threading.Event()
    with ThreadPoolExecutor(1) as thread:
        added = thread.submit(add, spare, cancel)
        try:
            yield
        except BaseException:
            cancel.set()
            raise
        added.result()
    _give_to_agent(workspace)
    for path in spare.iterdir():
        if not (workspace / path.name).exists():
            path.rename(workspace / path.name)
    remove_tree(spare)
    set_times(workspace)


def copy_project(project: Path, folder: Path) -> None:
    """Copy a project, except for the output of earlier runs."""
    shutil.copytree(project, folder, ignore=shutil.ignore_patterns(*_LEFT_BY_RUNS))


def _give_to_agent(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        change_owner(path, User.AGENT)


def _of_this_user(base: Base, size: Size) -> Base:
    """Return the base if its workspace belongs to the user that runs agents, who must be able to modify the files."""
    owner, expected = base.workspace.stat().st_uid, owner_of(User.AGENT)
    if owner != expected:
        raise FileAccessError(
            f"belongs to user {owner}, but agents run as user {expected}",
            where=base.folder,
            fix=f"set HEADWATER_HOME to another folder, or remove this one, and {_command(size)}",
        )
    return base


def raw_file(home: Path, size: Size) -> Path:
    """Return the path of the raw tables for this code, seed and scale. The file may not exist yet."""
    code = _digest_of([PACKAGE / "simulation", PACKAGE / "dbt" / "engine" / "_fresh.py"])
    digest = hashlib.sha256(f"{code}\0{size.seed}\0{size.scale:g}\0{_duckdb_version()}".encode())
    return home / "warehouse" / "raw" / f"{digest.hexdigest()[:32]}.duckdb"


def _raw(home: Path, size: Size, notify: Notify) -> Path:
    from headwater.simulation import write_raw

    path = raw_file(home, size)
    with exclusive(home / "locks" / f"warehouse-{path.name}"):  # bases for two projects can share one company
        if not path.is_file():
            building = path.with_suffix(".building")
            building.parent.mkdir(parents=True, exist_ok=True)
            building.unlink(missing_ok=True)
            notify(f"simulating the company: seed {size.seed}, scale {size.scale:g}")
            write_raw(building, scale=size.scale, seed=size.seed, notify=notify)
            write_afresh(building)  # also rewritten, so that a file with injected rows looks the same
            building.rename(path)
    return path


def fill_base(folder: Path, raw: Path, project: Path, size: Size, notify: Notify, *, must_pass: bool = True) -> None:
    """Build a base in a folder from a project and raw tables.

    Args:
        folder: The folder of the base, which has no workspace yet.
        raw: The raw tables.
        project: The clean project.
        size: The size of the company that the raw tables describe.
        notify: Called with a message at each step.
        must_pass: Whether every test must pass. In a small company, plausibility tests can fail although the project is
            clean, so their failures are no evidence about later changes to the project.

    Raises:
        InvalidFileError: The project is not clean.
    """
    notify("rendering the project")
    workspace = folder / "workspace"
    copy_project(project, workspace)
    read = EngineProject.read(workspace)
    plan = with_bi(plan_of(read), project_texts(workspace, ("bi",)))
    _require("is not right", [*plan.errors, *plan.refusals])
    (folder / "project.pickle").write_bytes(pickle.dumps(read))
    _link(raw, workspace / RAW)
    database = plan.database
    relations = folder / "relations.duckdb"
    connection = DuckDBConnection(database, raw, file=relations)
    try:
        built = Runner(plan, connection, notify=notify).run()
    finally:
        connection.close()
    _require("does not build", [f"{uid}: {built.steps[uid].message}" for uid in built.broken])
    if must_pass:
        unclean = built.failing
        _require("is not clean", [f"{uid}: {built.tests[uid].failures} {built.tests[uid].message}" for uid in unclean])
    notify("writing the warehouse")
    export(plan, built, raw, relations, workspace / WAREHOUSE)
    content = hashlib.sha256(
        repr([(uid, step.content.key) for uid, step in sorted(built.steps.items()) if step.content]).encode()
    ).hexdigest()
    name = folder.name.removesuffix(".building")
    manifest = BaseManifest(
        digest=name, seed=size.seed, scale=size.scale, database=database, content=content, built=built
    )
    (folder / "manifest.json").write_text(manifest.model_dump_json())
    (folder / "plan.pickle").write_bytes(pickle.dumps(plan))


def _require(what: str, problems: list[str]) -> None:
    if problems:
        more = f"\n  … and {len(problems) - _PROBLEMS_SHOWN} more" if len(problems) > _PROBLEMS_SHOWN else ""
        raise InvalidFileError(
            f"the project {what}:\n  " + "\n  ".join(problems[:_PROBLEMS_SHOWN]) + more, where=PROJECT
        )


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:  # the target is on a different file system
        shutil.copyfile(source, target)


def _command(size: Size) -> str:
    return f"run: headwater build warehouse{_options(size)}"


def _options(size: Size) -> str:
    scale = "" if size.scale == DEFAULT_SCALE else f" --scale {size.scale:g}"
    return scale + ("" if size.seed == DEFAULT_SEED else f" --seed {size.seed}")


def _digest_of(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            name = file.relative_to(PACKAGE)
            if file.is_file() and not any(fnmatch(part, pattern) for part in name.parts for pattern in _LEFT_BY_RUNS):
                content = hashlib.sha256(file.read_bytes()).hexdigest()
                digest.update(f"{name.as_posix()}\0{content}\n".encode())
    return digest.hexdigest()


def _duckdb_version() -> str:
    from importlib.metadata import version

    return version("duckdb")
