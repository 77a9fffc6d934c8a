"""Reads a dbt project and combines what its files declare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from headwater.dbt._build import NodeBuilder
from headwater.dbt._files import ABSENT, Files, ProjectFile, Stamp, boundary_of
from headwater.dbt._nodes import Nodes
from headwater.dbt._problems import Location, Problem, ProblemKind
from headwater.dbt._resources import (
    Declaration,
    Exposure,
    Macro,
    Metric,
    Node,
    NodeKind,
    Package,
    Reference,
    SemanticModel,
    Test,
)
from headwater.dbt._scan import PackageFiles, Scanner, find_files
from headwater.dbt._settings import (
    PROJECT_FILE,
    PackageSettings,
    declared_packages,
    read_settings,
    read_target,
)
from headwater.dbt.jinja import Target
from headwater.errors import NotFoundError


@dataclass(slots=True)
class Changes:
    """The result of a refresh.

    Attributes:
        files: The names of files that were added, changed or removed.
        rebuilt: Whether anything other than the SQL of known nodes and macros has changed.
        macros: Whether macros have changed.
    """

    files: set[str] = field(default_factory=set)
    rebuilt: bool = False
    macros: bool = False


class DbtProject:
    """A dbt project, as its files were at the last `refresh`.

    Args:
        folder: The folder that contains ``dbt_project.yml``.
        variables: Variables that override those of ``dbt_project.yml``, as ``dbt --vars`` does.
        adapter: The adapter, such as ``duckdb`` or ``snowflake``. The default is read from ``profiles.yml`` in the
            project's folder.

    Attributes:
        nodes: The enabled models, seeds, snapshots and sources, keyed by unique id.
        singular_tests: The SQL files in ``tests/``. They are nodes, because they are rendered like models.
        problems: The problems in files and YAML. Problems in a template are found when it is rendered.
        declared_only: The YAML declarations of nodes without a file, with the section that declares them.
    """

    def __init__(self, folder: Path, variables: Mapping[str, Any] | None = None, adapter: str | None = None) -> None:
        folder = folder.absolute()
        if not (folder / PROJECT_FILE).is_file():
            raise NotFoundError(f"no {PROJECT_FILE} there", where=folder, fix="name the folder of a dbt project")
        self.folder = folder
        self._files = Files(folder, boundary_of(folder.resolve()))
        self._scanner = Scanner(self._files)
        self._given_variables = dict(variables or {})
        self._given_adapter = adapter
        self._stamps: dict[str, Stamp] = {}
        self._sql: set[str] = set()
        self._packages: list[PackageFiles] = []
        self._macros: dict[str, dict[str, Macro]] = {}
        self._variables: dict[str, dict[str, Any]] = {}
        self._nodes = Nodes()
        self._needs_build = False
        self._target = Target()
        self._target_known = False
        self.declared_packages: list[Package] = []
        self._problems: list[Problem] = []
        self._build_problems: list[Problem] = []

    def moved(self, folder: Path) -> Self:
        """Return the same project with its files in another folder. Known files are not read again."""
        found = copy(self)
        found.folder = folder
        found._files = Files(folder, folder)
        found._scanner = Scanner(found._files)
        return found

    def _ensure_built(self) -> None:
        """Combine the declarations in all files on first use, because merely detecting changes takes much less time."""
        if self._needs_build:
            self._needs_build = False
            self._build()

    @property
    def _built(self) -> Nodes:
        self._ensure_built()
        return self._nodes

    @property
    def target(self) -> Target:
        """The target for which templates are rendered."""
        self._ensure_built()
        return self._target

    @property
    def target_known(self) -> bool:
        """Return whether the project or the caller specifies the type of the warehouse."""
        self._ensure_built()
        return self._target_known

    @property
    def name(self) -> str:
        """The name of the root package."""
        return self._packages[0].settings.name

    @property
    def settings(self) -> PackageSettings:
        """The settings of the root package."""
        return self._packages[0].settings

    @property
    def nodes(self) -> Mapping[str, Node]:
        """The enabled models, seeds, snapshots and sources, keyed by unique id."""
        return self._built.nodes

    @property
    def singular_tests(self) -> Mapping[str, Node]:
        """The enabled singular tests, keyed by unique id."""
        return self._built.singular_tests

    @property
    def tests(self) -> Sequence[Test]:
        """The generic, singular and unit tests."""
        return self._built.tests

    @property
    def exposures(self) -> Sequence[Exposure]:
        """The exposures."""
        return self._built.exposures

    @property
    def semantic_models(self) -> Sequence[SemanticModel]:
        """The semantic models."""
        return self._built.semantic_models

    @property
    def metrics(self) -> Sequence[Metric]:
        """The metrics."""
        return self._built.metrics

    @property
    def declared_only(self) -> Sequence[tuple[NodeKind, Declaration]]:
        """The YAML declarations of nodes without a file."""
        return self._built.declared_only

    @property
    def problems(self) -> list[Problem]:
        """The problems in files and YAML, sorted by location."""
        built = self._built.problems
        found = {*self._problems, *self._build_problems, *built, *self._files.problems}
        return sorted(found, key=lambda problem: (problem.place, problem.message))

    def refresh(self) -> Changes:
        """Read everything that has changed since the last refresh."""
        if self._packages and self._files.has_same_entries():
            changed = self._files.other_stamps(self._stamps)
            # The SQL in models and tests declares nothing, so everything else stays as it is.
            if changed.keys() <= self._sql:
                self._stamps |= changed
                return Changes(files=set(changed))
        return self._look()

    def _look(self) -> Changes:
        """Search for files again, because there may be new ones."""
        self._files.begin()
        packages = self._find_packages()
        stamps = {file.name: file.stamp for package in packages for file in package.all()}
        for name in self._extra_files(packages):
            stamps[name] = self._files.stamp(name) or ABSENT
        before = self._stamps
        changed = {name for name in stamps.keys() | before.keys() if stamps.get(name) != before.get(name)}
        changes = Changes(files=changed)
        if not changed and self._packages:
            return changes
        self._stamps = stamps
        self._packages = packages
        self._sql = {file.name for package in packages for file in (*package.models, *package.tests)}
        changes.macros = any(file.name in changed for package in packages for file in package.macros)
        changes.rebuilt = not changed <= self._sql & before.keys()
        self._needs_build = self._needs_build or changes.rebuilt
        return changes

    def _find_packages(self) -> list[PackageFiles]:
        self._problems = []
        root = read_settings(self._files, "", self._problems)
        folders = self._package_folders(root)
        settings = [root, *(read_settings(self._files, folder, self._problems) for folder in folders)]
        unique = {one.name: one for one in reversed(settings)}
        return [find_files(self._files, one) for one in settings if unique[one.name] is one]

    def _package_folders(self, root: PackageSettings) -> list[str]:
        """Return the folders of installed packages and of local packages that are not installed."""
        declared = list(declared_packages(self._files, self._problems))
        installed = {}
        for holder in dict.fromkeys((root.packages_folder, "dbt_packages", "dbt_modules")):
            place = Path(self._files.absolute(holder))
            self._files.watch(str(place))
            if self._files.inside(holder) and place.is_dir():
                for folder in sorted(place.iterdir()):
                    name = f"{holder}/{folder.name}"
                    self._files.watch(str(folder))
                    if (folder / PROJECT_FILE).is_file() and self._files.inside(name):
                        installed[folder.name] = name
        self.declared_packages = []
        for package, local in declared:
            if local:
                self._files.watch(self._files.absolute(local))
            found = package.name in installed or package.name.replace("-", "_") in installed
            if not found and local and self._files.inside(local) and self._files.stamp(f"{local}/{PROJECT_FILE}"):
                installed[package.name] = local
                found = True
            self.declared_packages.append(Package(package.name, package.version, found, package.place))
            if not found:
                message = f"package {package.name} is not installed (`dbt deps`); its models and macros are missing"
                self._problems.append(Problem(ProblemKind.PACKAGE, package.place, message))
        return list(installed.values())

    def _extra_files(self, packages: list[PackageFiles]) -> Iterator[str]:
        yield from ("packages.yml", "dependencies.yml", "profiles.yml")
        for package in packages:
            folder = package.settings.folder
            yield f"{folder}/{PROJECT_FILE}" if folder else PROJECT_FILE

    def _build(self) -> None:
        self._build_problems = []
        profile = read_target(self._files, self.settings, self._build_problems)
        self._target_known = bool(profile or self._given_adapter)
        self._target = Target(type=self._given_adapter) if self._given_adapter else profile or Target()
        self._macros = {}
        for package in self._packages:
            found: dict[str, Macro] = {}
            for file in package.macros:
                for macro in self._scanner.macros(file, package.settings.name):
                    if macro.name in found:
                        message = f"macro {macro.name} is also at {found[macro.name].place}"
                        self._build_problems.append(Problem(ProblemKind.DUPLICATE, macro.place, message))
                    found[macro.name] = macro
            self._macros[package.settings.name] = found
        self._variables = {package.settings.name: self._variables_of(package.settings) for package in self._packages}
        builder = NodeBuilder(self, self._scanner, self._packages)
        self._nodes = builder.built  # declarations may refer to nodes that files define
        builder.add_all()

    def _variables_of(self, package: PackageSettings) -> dict[str, Any]:
        """Return a package's variables.

        They come, in descending order of precedence, from the caller, from the root project's section for the package,
        from the root's other variables, and from the package itself.
        """
        root = self.settings
        names = {one.settings.name for one in self._packages}
        merged: dict[str, Any] = {}
        for variables in (package.variables, root.variables):
            merged |= {name: value for name, value in variables.items() if name not in names or package is root}
            own = variables.get(package.name)
            merged |= own if isinstance(own, dict) else {}
        return merged | self._given_variables

    # the interface for rendering

    def resolve(self, reference: Reference, package: str) -> Node | None:
        """Return the node that ``ref`` or ``source`` names within a package, or None if it does not exist."""
        return self._built.resolve(reference, package, self.name)

    def macro(self, name: str, package: str) -> Macro | None:
        """Return a package's macro by name, or None if the package does not define it."""
        self._ensure_built()
        return self._macros.get(package, {}).get(name)

    def macros(self) -> Iterator[Macro]:
        """Yield every macro of all packages."""
        self._ensure_built()
        for found in self._macros.values():
            yield from found.values()

    def packages(self) -> Sequence[str]:
        """Return the names of all packages, the root first."""
        return [package.settings.name for package in self._packages]

    def dispatch_order(self, namespace: str) -> Sequence[str]:
        """Return the packages in which ``adapter.dispatch`` searches for a namespace's macros, in order."""
        return self.settings.dispatch.get(namespace, (self.name, namespace))

    def text(self, place: Location) -> str:
        """Return the content of a file."""
        return self._files.text(place.file, self._stamps.get(place.file))

    def stamp_of(self, file: str) -> Any:
        """Return the modification time and the size of a file at the last refresh."""
        return self._stamps.get(file)

    @property
    def stamps(self) -> Mapping[str, Any]:
        """The modification time and the size of each file at the last refresh."""
        return self._stamps

    def variables(self, package: str) -> Mapping[str, Any]:
        """Return the variables that are visible to a package's files."""
        self._ensure_built()
        return self._variables.get(package, {})

    def template(self, node: Node) -> tuple[str, str | None]:
        """Return a node's template and, if the node is a snapshot, the name of its block."""
        if node.language == "yaml":
            return f"select * from {{{{ {node.config['relation']} }}}}", None
        return self.text(node.place), node.name if node.kind is NodeKind.SNAPSHOT else None

    def file_list(self) -> Iterator[ProjectFile]:
        """Yield every file in the project and its packages."""
        for package in self._packages:
            yield from package.all()


def read_project(
    folder: Path | str, variables: Mapping[str, Any] | None = None, adapter: str | None = None
) -> DbtProject:
    """Read the dbt project in a folder.

    Raises:
        NotFoundError: The folder has no ``dbt_project.yml``.
    """
    project = DbtProject(Path(folder), variables, adapter)
    project.refresh()
    return project
