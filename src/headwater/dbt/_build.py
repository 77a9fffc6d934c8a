"""Builds a node, with its configuration, for each model, seed, snapshot and source table in a project's files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from headwater.dbt._docs import Docs
from headwater.dbt._files import ProjectFile
from headwater.dbt._nodes import Nodes
from headwater.dbt._problems import Location, ProblemKind
from headwater.dbt._properties import NodeEntry, Properties, SourceEntry
from headwater.dbt._resources import Declaration, Node, NodeKind, Test
from headwater.dbt._scan import PackageFiles, Scanner
from headwater.dbt._settings import config_of
from headwater.dbt.jinja import RenderableProject, Renderer

_SECTIONS = {"models": NodeKind.MODEL, "seeds": NodeKind.SEED, "snapshots": NodeKind.SNAPSHOT}
_RENDERED_CONFIG = ("enabled", "schema", "database", "alias", "materialized", "delimiter", "identifier")
Entries = dict[tuple[str, str], NodeEntry]


class NodeBuilder:
    """Builds the nodes of all packages.

    Args:
        packages: The packages. The root package is first, and its configuration overrides that of the others.
    """

    def __init__(self, project: RenderableProject, scanner: Scanner, packages: Sequence[PackageFiles]) -> None:
        self.built = Nodes()
        self._scanner = scanner
        self._packages = packages
        self._root = self._settings = packages[0].settings
        blocks = {
            (package.settings.name, name): text
            for package in packages
            for file in package.docs
            for name, text in scanner.docs(file).items()
        }
        self._docs = Docs(blocks, self._root.name)
        self._renderer = Renderer(project)
        self._declared: Entries = {}
        self._used: set[tuple[str, str]] = set()
        self._versions: dict[str, tuple[NodeEntry, str, Declaration]] = {}

    def add_all(self) -> None:
        """Add everything that the files of all packages declare."""
        for package in self._packages:
            self._add_package(package)

    def _add_package(self, package: PackageFiles) -> None:
        self._settings = package.settings
        read = [self._scanner.properties(file, package.settings.name) for file in package.properties]
        self._declared, self._used = self._declarations(read), set()
        self._versions = _versions(self._declared)
        for file in package.models:
            self._add_model(file)
        for file in package.seeds:
            self._add_seed(file)
        for file in package.snapshots:
            for name, line in self._scanner.snapshots(file):
                self._add(self._node(NodeKind.SNAPSHOT, name, file, line), self._entry("snapshots", name))
        for properties in read:
            for source in properties.sources:
                self._add_source(source)
        for file in package.tests:
            node = self._node(NodeKind.TEST, PurePosixPath(file.path).stem, file, 1)
            self.built.singular_tests[node.unique_id] = node
        self._add_declared_only()

    def _declarations(self, read: list[Properties]) -> Entries:
        declared: Entries = {}
        built = self.built
        for properties in read:
            built.problems += properties.problems
            built.exposures += map(self._docs.described, properties.exposures)
            built.semantic_models += map(self._docs.described, properties.semantic_models)
            built.metrics += map(self._docs.described, properties.metrics)
            built.tests += properties.unit_tests
            for entry in properties.nodes:
                key = (entry.section, entry.declaration.name)
                if key in declared:
                    message = f"{entry.declaration.name} is also declared at {declared[key].declaration.place}"
                    built.problem(ProblemKind.DUPLICATE, entry.declaration.place, message)
                else:
                    declared[key] = entry
        return declared

    def _entry(self, section: str, name: str) -> NodeEntry | None:
        self._used.add((section, name))
        return self._declared.get((section, name))

    def _node(self, kind: NodeKind, name: str, file: ProjectFile, line: int, version: str | None = None) -> Node:
        package = self._settings.name
        unique_id = f"{kind.value}.{package}.{name}" + (f".v{version}" if version else "")
        node = Node(kind, unique_id, package, name, Location(file.name, line), file.path, name, version=version)
        if file.name.endswith(".py"):
            node.language = "python"
        return node

    def _add_model(self, file: ProjectFile) -> None:
        stem = PurePosixPath(file.path).stem
        versioned = self._versions.get(stem)
        if versioned is None:
            self._add(self._node(NodeKind.MODEL, stem, file, 1), self._entry("models", stem))
            return
        entry, version, declaration = versioned
        name = entry.declaration.name
        self._used.add(("models", name))
        if entry.latest:
            self.built.latest[self._settings.name, name] = entry.latest
        node = self._node(NodeKind.MODEL, name, file, 1, version)
        node.identifier = f"{name}_v{version}"
        self._add(node, entry, declaration)

    def _add_seed(self, file: ProjectFile) -> None:
        name = PurePosixPath(file.path).stem
        node = self._node(NodeKind.SEED, name, file, 1)
        self._add(node, self._entry("seeds", name))
        node.header = self._scanner.header(file, str(node.config.get("delimiter", ","))[:1])

    def _add_source(self, entry: SourceEntry) -> None:
        package = self._settings.name
        declaration = self._docs.declaration(entry.declaration, package)
        node = Node(
            NodeKind.SOURCE,
            f"source.{package}.{entry.source}.{declaration.name}",
            package,
            declaration.name,
            declaration.place,
            f"{entry.source}/{declaration.name}",
            entry.identifier,
            schema=entry.schema,
            database=entry.database,
            source_name=entry.source,
            declaration=declaration,
        )
        self._configure(node, "sources", declaration.config)
        node.schema, node.database = self._text(node, node.schema), self._text(node, node.database)
        node.identifier = self._text(node, node.identifier)
        self.built.add(node)
        self.built.attach(entry.tests, node)

    def _add(self, node: Node, entry: NodeEntry | None, declaration: Declaration | None = None) -> None:
        tests: tuple[Test, ...] = ()
        if entry is not None:
            node.declaration = self._docs.declaration(declaration or entry.declaration, node.package)
            tests = entry.tests
        section = next(section for section, kind in _SECTIONS.items() if kind is node.kind)
        self._configure(node, section, node.declaration.config if node.declaration else {})
        config = node.config
        node.schema = str(config.get("schema") or config.get("target_schema") or "")
        node.database = str(config.get("database") or config.get("target_database") or "")
        node.identifier = str(config.get("alias") or node.identifier)
        self.built.add(node)
        if node.enabled:
            self.built.attach(tests, node)

    def _configure(self, node: Node, section: str, declared: Mapping[str, Any]) -> None:
        parts = [node.package, *PurePosixPath(node.path).with_suffix("").parts]
        config = {
            **config_of(self._settings.configs[section], parts),
            **(config_of(self._root.configs[section], parts) if self._settings is not self._root else {}),
            **declared,
        }
        for key in _RENDERED_CONFIG:
            if isinstance(config.get(key), str) and "{" in config[key]:
                config[key] = self._value(node, config[key])
        node.config = config

    def _value(self, node: Node, text: str) -> Any:
        try:
            return self._renderer.value(text, node)
        except ValueError as error:
            self.built.problem(ProblemKind.JINJA, node.place, f"{text[:80]}: {error}", node.unique_id)
            return None

    def _text(self, node: Node, text: str) -> str:
        if "{" not in text:
            return text
        value = self._value(node, text)
        return "" if value is None else str(value)

    def _add_declared_only(self) -> None:
        """Record the declarations of nodes without a file, except for snapshots that are defined entirely in YAML."""
        for (section, name), entry in self._declared.items():
            if (section, name) in self._used:
                continue
            declaration = entry.declaration
            if section == "snapshots" and entry.relation is not None:
                place = declaration.place
                node = self._node(NodeKind.SNAPSHOT, name, ProjectFile(place.file, f"{name}.yml", (0, 0)), place.line)
                node.language = "yaml"
                node.config["relation"] = entry.relation
                self._add(node, entry)
                # ``_add`` has replaced the configuration.
                node.config["relation"] = entry.relation
                continue
            if declaration.config.get("enabled", True) is False:
                continue
            kind = _SECTIONS[section]
            self.built.declared_only.append((kind, declaration))
            message = f"{kind.value} {name} is declared, but no file of this package builds it"
            self.built.problem(ProblemKind.MODEL, declaration.place, message)


def _versions(declared: Entries) -> dict[str, tuple[NodeEntry, str, Declaration]]:
    """Return the declaration and the version of each versioned model, keyed by the name of that version's file."""
    return {
        (PurePosixPath(defined_in).stem or f"{name}_v{version}"): (entry, version, declaration)
        for (section, name), entry in declared.items()
        if section == "models"
        for version, defined_in, declaration in entry.versions
    }
