"""Repairs faults in the instances as shipped, without solving any part of the task.

A third of the projects do not parse as shipped. The published benchmark includes these faults, and the repaired variant
shows how agents perform without them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import yaml

from headwater.suites.spider2.build._projects import Project

_SOURCE = "tables_of_the_database"
_DECLARED = f"models/{_SOURCE}.yml"
_REFS_BLOCK = re.compile(r"(?m)^([ \t]*)refs:[ \t]*\n(?:\1[ \t]+.*\n|[ \t]*\n)*")
_BARE_TEMPLATE = re.compile(r"(?m)^([ \t]*(?:- )?[\w.+-]+:[ \t]+)(\{\{[^\n\"]*\}\})[ \t]*$")


@dataclass(frozen=True)
class Repair:
    """The faults of a project, and the files that repair them.

    Attributes:
        faults: One line for each fault.
        files: The repaired files, keyed by path. Empty if nothing can be repaired.
    """

    faults: tuple[str, ...]
    files: dict[str, str]


def find_repair(project: Project, tables: Iterable[str]) -> Repair:
    """Find the faults whose repair follows from the project and the tables in its database.

    A missing model that others refer to is a fault only if the database contains a table with its name. Otherwise, the
    task may ask for this model.
    """
    faults: list[str] = []
    files: dict[str, str] = {}
    for path, fault, text in _yaml_faults(project):
        faults.append(fault)
        files[path] = text
    physical = {name.lower(): name for name in tables}
    dangling = [name for name in project.dangling if name.lower() in physical]
    if dangling:
        faults.append(f"ref() of tables that nothing builds: {', '.join(dangling)}")
        for path in _referring(project, dangling):
            text = (project.folder / path).read_text(encoding="utf-8", errors="replace")
            files[path] = _as_sources(text, dangling)
        files[_DECLARED] = _declaration(physical[name.lower()] for name in dangling)
    return Repair(tuple(faults), files)


def _yaml_faults(project: Project) -> Iterator[tuple[str, str, str]]:
    """Yield the path, the fault and the repaired text of each YAML file that a small change makes valid."""
    for path in sorted((project.folder / "models").rglob("*.y*ml")):
        text = path.read_text(encoding="utf-8", errors="replace")
        name = path.relative_to(project.folder).as_posix()
        if fault := _yaml_fault(text):
            repaired_text = _BARE_TEMPLATE.sub(r'\1"\2"', _REFS_BLOCK.sub("", text + "\n"))
            if not _yaml_fault(repaired_text):
                yield name, f"{name}:{fault}", repaired_text


def _yaml_fault(text: str) -> str:
    """Return where and why dbt fails to read a text, or an empty string if dbt can read it.

    Headwater's own reader accepts keys that dbt rejects.
    """
    try:
        yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - a safe loader, in C
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return f"{mark.line + 1 if mark else 1} is no YAML: {error.problem}"
    except (yaml.YAMLError, ValueError) as error:
        return f"1 is no YAML: {str(error).partition(chr(10))[0]}"
    return ""


def _referring(project: Project, names: Iterable[str]) -> list[str]:
    lowered = {name.lower() for name in names}
    paths = ["dbt_project.yml", *project.models.values()]
    return [path for path in paths if lowered & {ref.lower() for ref in project.refs(path)}]


def _as_sources(text: str, names: Iterable[str]) -> str:
    for name in names:
        text = re.sub(rf"""\bref\(\s*(['"]){re.escape(name)}\1\s*\)""", rf"source(\1{_SOURCE}\1, \1{name}\1)", text)
    return text


def _declaration(tables: Iterable[str]) -> str:
    lines = "".join(f"      - name: {name}\n" for name in tables)
    return f"version: 2\nsources:\n  - name: {_SOURCE}\n    schema: main\n    tables:\n{lines}"
