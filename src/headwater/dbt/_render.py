"""Renders the SQL of one node by name."""

from __future__ import annotations

from headwater.dbt._project import DbtProject
from headwater.dbt._resources import Node, NodeKind
from headwater.dbt.jinja import Rendered, Renderer
from headwater.errors import AmbiguousNameError, NotFoundError

_WITH_TEMPLATE = (NodeKind.MODEL, NodeKind.SNAPSHOT)


def render(project: DbtProject, name: str) -> Rendered:
    """Render the template of a model or snapshot, as ``dbt compile`` does.

    To render many templates, use one `Renderer`, which compiles each macro only once.

    Args:
        project: The result of `read_project`.
        name: The node's name, as in ``ref``, or its unique id.

    Raises:
        NotFoundError: The project has no such model or snapshot.
        AmbiguousNameError: Several packages have a node with this name.
    """
    node = _find(project, name)
    text, snapshot = project.template(node)
    return Renderer(project).render(text, node, snapshot)


def _find(project: DbtProject, name: str) -> Node:
    nodes = [node for node in project.nodes.values() if node.kind in _WITH_TEMPLATE]
    found = [node for node in nodes if name in (node.unique_id, node.name, node.label)]
    if not found:
        raise NotFoundError(f"has no model or snapshot {name}", where=project.folder)
    if len(found) > 1:
        choice = ", ".join(sorted(node.unique_id for node in found))
        raise AmbiguousNameError(f"{name} means one of {choice}", where=project.folder, fix="use one of these ids")
    return found[0]
