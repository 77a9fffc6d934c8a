"""Builds an instance's cached folder, with files for trials and files that trials must not see.

::

    <home>/spider2/bases/<instance>-<digest>/
        facts.json     the description of the base
        workspace/     the project and its raw database; the only folder that a trial mounts
        gold/          the gold database

A base is named after the digest of its inputs. It is built under a temporary name and renamed once it is complete.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from headwater.sandbox import User, change_owner, remove_tree
from headwater.suites.spider2.build._archives import Archive, DatabaseError
from headwater.suites.spider2.build._checkout import Instance
from headwater.suites.spider2.build._look import tables_of
from headwater.suites.spider2.build._projects import Project, ProjectError
from headwater.suites.spider2.build._seeds import write_raw
from headwater.suites.spider2.records import BaseFacts, Data
from headwater.suites.spider2.scoring._batch import gold_problem
from headwater.suites.spider2.tasks_folders import FACTS

_FORMAT = "2"
"""Increased whenever the same inputs would produce a different base."""
_TIME = 1_735_689_600.0
"""The modification time of every file, 2025-01-01, because the time of a copy is meaningless."""


@dataclass(frozen=True)
class Archives:
    """The archives that the user provides in addition to the checkout."""

    start: Archive | None = None
    gold: Archive | None = None


@dataclass(frozen=True)
class InstanceBase:
    """A complete base on disk."""

    folder: Path
    facts: BaseFacts


def build_base(home: Path, instance: Instance, archives: Archives) -> InstanceBase:
    """Return the base of an instance, building it if it does not exist.

    Raises:
        ProjectError: The instance's project is missing or cannot be used.
        DatabaseError: The start database is damaged, or is missing and cannot be rebuilt.
    """
    project = Project(instance.folder)
    if not instance.folder.is_dir():
        raise ProjectError("the checkout contains no project for it")
    database = project.database
    files = list(project.files())
    start = archives.start.member(instance.id, database) if archives.start else None
    if start is None and not project.seed_folders:
        raise DatabaseError("--start-db contains no database for it" if archives.start else "needs --start-db")
    gold = archives.gold.member(instance.id, instance.entry.gold) if archives.gold and start else None
    parts = [_FORMAT, repr(instance.entry), start.digest if start else "seeds", gold.digest if gold else "no gold"]
    digest = hashlib.sha256("\0".join([*parts, _content(project.folder, files)]).encode()).hexdigest()
    folder = home / "spider2/bases" / f"{instance.id}-{digest[:24]}"
    if not folder.is_dir():
        building = folder.with_name(f"{folder.name}.building")
        remove_tree(building)
        workspace = building / "workspace"
        _copy(project.folder, files, workspace)
        if start is not None:
            assert archives.start is not None
            archives.start.extract(start, workspace / database)
        else:
            write_raw(project, workspace / database)
        problem = ""
        if gold is not None:
            assert archives.gold is not None
            (building / "gold").mkdir()
            try:
                archives.gold.extract(gold, building / "gold" / instance.entry.gold)
                problem = gold_problem(instance.entry, building / "gold" / instance.entry.gold)
            except DatabaseError as error:
                problem = f"gold {error}"
        elif archives.gold is not None and start is not None:
            problem = "--gold has no database of it"
        facts = BaseFacts(
            instance=instance.id,
            database=database,
            data=Data.START if start else Data.REBUILT,
            physical=tables_of(workspace / database),
            has_gold=gold is not None and not problem,
            problem=problem,
            day=gold.day if gold else None,
        )
        _finish(workspace)
        (building / FACTS).write_text(facts.model_dump_json(indent=2))
        building.rename(folder)
    return InstanceBase(folder, BaseFacts.model_validate_json((folder / FACTS).read_text()))


def _content(folder: Path, files: list[str]) -> str:
    digest = hashlib.sha256()
    for name in files:
        path = folder / name
        executable = path.stat().st_mode & 0o100
        digest.update(f"{name}\0{executable}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _copy(source: Path, files: list[str], target: Path) -> None:
    target.mkdir(parents=True)
    for name in files:
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / name, path)
        shutil.copymode(source / name, path)


def _finish(workspace: Path) -> None:
    """Make the agent's user the owner of all files, and set their modification times."""
    for path in (*workspace.rglob("*"), workspace):
        change_owner(path, User.AGENT)
        os.utime(path, (_TIME, _TIME), follow_symlinks=False)
