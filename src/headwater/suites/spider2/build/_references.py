"""Reference solutions that the checkout itself has: what one instance lacks, its sibling ships solved.

Instances of one family are parts of one project, and some are a package that another instance vendors. The model that
an instance has to write is then another's, word for word. This is why agents must not see siblings, and it gives
instances an oracle, where nothing is known of their gold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from headwater.suites.spider2.build._checkout import Instance
from headwater.suites.spider2.build._projects import PACKAGES, Project

_ENDLESS = 200


@dataclass(frozen=True)
class Reference:
    """Models that complete an instance.

    Attributes:
        files: By path in its project, each as another instance has it.
        ships_answer: Whether every table that counts has its SQL in the instance already.
    """

    files: dict[str, str]
    ships_answer: bool


def find_reference(
    instance: Instance, examples: Path, names: Sequence[str], physical: frozenset[str]
) -> Reference | None:
    """Return the models of siblings that the tables that count need; None if one is nowhere.

    Args:
        instance: Which is to be completed.
        examples: The folder of all projects.
        names: All instances.
        physical: Tables of its database in lower case: what is one of them need not be built.
    """
    own = Project(instance.folder)
    wanted = [name for name in instance.tables if name.lower() not in own.models]
    ships = not wanted
    siblings = list(_siblings(instance, examples, names))
    pending = [*wanted, *_unresolved(own, own.models.values(), physical)]
    files: dict[str, str] = {}
    found: set[str] = set()
    while pending and len(files) < _ENDLESS:
        name = pending.pop()
        if name.lower() in found:
            continue
        found.add(name.lower())
        hit = next(((one, path) for one in siblings if (path := one.models.get(name.lower()))), None)
        if hit is None:
            if name in wanted:
                return None
            continue  # an upstream model that nobody has: shipped models that need it fail as shipped
        project, path = hit
        files[path] = (project.folder / path).read_text(encoding="utf-8", errors="replace")
        pending += _unresolved(project, [path], physical, own)
    return Reference(files, ships)


def _unresolved(
    project: Project, paths: Iterable[str], physical: frozenset[str], own: Project | None = None
) -> Iterator[str]:
    """Yield what files of a project refer to and what neither the instance nor its database has."""
    known = (own or project).known
    for path in paths:
        for ref in project.refs(path):
            if ref.lower() not in known and ref.lower() not in physical:
                yield ref


def _siblings(instance: Instance, examples: Path, names: Sequence[str]) -> Iterator[Project]:
    """Yield the other instances of the family, then the packages of its name that any instance vendors."""
    others = [name for name in names if name != instance.id]
    for name in others:
        if name.rstrip("0123456789") == instance.family:
            yield Project(examples / name)
    for name in others:
        package = examples / name / PACKAGES / instance.family
        if package.is_dir():
            yield Project(package)
