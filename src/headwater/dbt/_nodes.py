"""Stores every node, test and exposure in a project, and resolves ``ref`` and ``source``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from headwater.dbt._problems import Location, Problem, ProblemKind
from headwater.dbt._resources import (
    Declaration,
    Exposure,
    Metric,
    Node,
    NodeKind,
    Reference,
    SemanticModel,
    Test,
)


@dataclass(slots=True)
class Nodes:
    """Everything that a project declares and builds.

    Attributes:
        disabled: The nodes that their configuration disables.
        declared_only: The declarations of nodes without a file, each with the declared kind.
        latest: The version to which the plain name of each versioned model refers.
    """

    nodes: dict[str, Node] = field(default_factory=dict)
    disabled: dict[str, Node] = field(default_factory=dict)
    singular_tests: dict[str, Node] = field(default_factory=dict)
    tests: list[Test] = field(default_factory=list)
    exposures: list[Exposure] = field(default_factory=list)
    semantic_models: list[SemanticModel] = field(default_factory=list)
    metrics: list[Metric] = field(default_factory=list)
    declared_only: list[tuple[NodeKind, Declaration]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    latest: dict[tuple[str, str], str] = field(default_factory=dict)
    _by_name: dict[str, list[Node]] = field(default_factory=lambda: defaultdict(list))
    _sources: dict[tuple[str, str], list[Node]] = field(default_factory=lambda: defaultdict(list))

    def add(self, node: Node) -> None:
        """Add a node. No reference resolves to a node that is disabled or that has the same id as another node."""
        if not node.enabled:
            self.disabled[node.unique_id] = node
            return
        other = self.nodes.get(node.unique_id)
        if other is not None:
            self.problem(ProblemKind.DUPLICATE, node.place, f"{node.label} is also at {other.place}")
            return
        self.nodes[node.unique_id] = node
        if node.kind is NodeKind.SOURCE:
            self._sources[node.source_name, node.name].append(node)
        else:
            namesakes = self._by_name[node.name]
            for same in namesakes:
                if same.version == node.version and same.package == node.package:
                    self.problem(ProblemKind.DUPLICATE, node.place, f"{node.label} is also at {same.place}")
            namesakes.append(node)

    def problem(self, kind: ProblemKind, place: Location, message: str, node: str | None = None) -> None:
        """Record a problem."""
        self.problems.append(Problem(kind, place, message, node))

    def resolve(self, reference: Reference, package: str, root: str) -> Node | None:
        """Return the node that a ``ref`` or ``source`` in a package refers to, or None if it does not exist."""
        if reference.function == "source":
            found = self._sources.get((reference.args[0], reference.args[-1]), [])
        else:
            found = self._by_name.get(reference.args[-1], [])
            if len(reference.args) == 2:
                found = [node for node in found if node.package == reference.args[0]]
            found = self._of_version(found, reference.version)
        if len(found) < 2:
            return found[0] if found else None
        # As in dbt, a package's own node takes precedence over one in the root project.
        order = {root: 1, package: 0}
        return min(found, key=lambda node: order.get(node.package, 2))

    def _of_version(self, nodes: list[Node], version: str | None) -> list[Node]:
        if version is not None:
            return [node for node in nodes if node.version == version]
        return [node for node in nodes if node.version in (None, self.latest.get((node.package, node.name)))]

    def attach(self, tests: Iterable[Test], node: Node) -> None:
        """Add tests and attach them to a node."""
        self.tests += [replace(test, node=node.unique_id) for test in tests]
