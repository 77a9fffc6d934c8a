"""Finds reference solutions in the checkout, because another instance may ship models missing from one.

Instances in the same family (siblings) are parts of the same project, and some instances are packages that other
instances vendor. The model that an instance requests can therefore be a verbatim copy of another instance's model. For
this reason, agents must not see siblings, and even an instance without a known gold database can have an oracle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from headwater.suites.spider2.build._checkout import Instance
from headwater.suites.spider2.build._projects import PACKAGES, Project

_ENDLESS = 200


@dataclass(frozen=True)
class ReferenceModels:
    """The models that complete an instance's project.

    Attributes:
        files: The text of each model from a sibling, keyed by its path in the sibling's project.
        ships_answer: Whether the instance already ships the SQL of every graded table.
    """

    files: dict[str, str]
    ships_answer: bool


def find_reference(
    instance: Instance, examples: Path, names: Sequence[str], physical: frozenset[str]
) -> ReferenceModels | None:
    """Return the sibling models that the graded tables need, or None if no sibling has a model for one of these tables.

    Args:
        instance: The instance to complete.
        examples: The folder of all projects.
        names: The names of all instances.
        physical: The lower-case names of the tables that the instance's database already contains, which need not be
            built.
    """
    own = Project(instance.folder)
    tables_to_build = [name for name in instance.tables if name.lower() not in own.models]
    ships = not tables_to_build
    siblings = list(_siblings(instance, examples, names))
    pending = [*tables_to_build, *_unresolved(own, own.models.values(), physical)]
    files: dict[str, str] = {}
    found: set[str] = set()
    while pending and len(files) < _ENDLESS:
        name = pending.pop()
        if name.lower() in found:
            continue
        found.add(name.lower())
        hit = next(((one, path) for one in siblings if (path := one.models.get(name.lower()))), None)
        if hit is None:
            if name in tables_to_build:
                return None
            continue  # no sibling has this upstream model, so shipped models that need it fail as before
        project, path = hit
        files[path] = (project.folder / path).read_text(encoding="utf-8", errors="replace")
        pending += _unresolved(project, [path], physical, own)
    return ReferenceModels(files, ships)


def _unresolved(
    project: Project, paths: Iterable[str], physical: frozenset[str], own: Project | None = None
) -> Iterator[str]:
    """Yield the names that a project's files use but that neither the instance nor its database defines."""
    known = (own or project).known
    for path in paths:
        for ref in project.refs(path):
            if ref.lower() not in known and ref.lower() not in physical:
                yield ref


def _siblings(instance: Instance, examples: Path, names: Sequence[str]) -> Iterator[Project]:
    """Yield the other instances in the family, then the packages with this name that other instances vendor."""
    others = [name for name in names if name != instance.id]
    for name in others:
        if name.rstrip("0123456789") == instance.family:
            yield Project(examples / name)
    for name in others:
        package = examples / name / PACKAGES / instance.family
        if package.is_dir():
            yield Project(package)
