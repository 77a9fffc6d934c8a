"""Defines options and output shared by the lineage commands of ``headwater context``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from headwater.cli._tree import TreeNode, tree_lines

if TYPE_CHECKING:
    from headwater.context.lineage import ColumnName, ColumnTrace, Edge, NamedTest, RelationTrace, Unresolved
    from headwater.context.live import LiveProject

CommandT = TypeVar("CommandT", bound=Callable[..., Any])


def trace_options(function: CommandT) -> CommandT:
    """Add ``--rows``, ``--depth``, ``--limit`` and ``--json``."""
    options = (
        click.option("--json", "as_json", is_flag=True, help="Print JSON."),
        click.option(
            "--limit",
            type=click.IntRange(1),
            metavar="N",
            default=200,
            show_default=True,
            help="Maximum number of edges.",
        ),
        click.option(
            "--depth", type=click.IntRange(1), metavar="N", help="Maximum number of steps to follow.  [default: all]"
        ),
        click.option("--rows", is_flag=True, help="Also follow filters, join keys and group keys."),
    )
    for option in options:
        function = option(function)
    return function


def show_trace(
    live: LiveProject, name: str, *, up: bool, rows: bool, depth: int | None, limit: int, as_json: bool
) -> None:
    """Print everything upstream or downstream of a column or relation."""
    index = live.lineage()
    if index.is_relation(name):
        find = index.upstream_relations if up else index.downstream_relations
        relations = find(name, depth=depth, limit=limit)
        print_json(relations) if as_json else print_relations(relations)
        return
    follow = index.upstream if up else index.downstream
    trace = follow(name, rows=rows, depth=depth, limit=limit)
    print_json(trace) if as_json else print_trace(trace, up=up)


def print_json(answer: object) -> None:
    """Print the result of a lineage query as JSON."""
    from headwater.context.lineage import to_json

    click.echo(json.dumps(to_json(answer), indent=2))


def print_edges(edges: Iterable[Edge], *, up: bool) -> None:
    """Print edges, one per line, with their expressions below."""
    for edge in edges:
        column, other = (edge.source, edge.target) if up else (edge.target, edge.source)
        arrow = "→" if up else "←"
        echo(f"  {_label(column)}  {arrow} {other}  ({edge.kind})")
        for step in edge.steps:
            echo(f"      {step.place}  {step.text}")


def print_trace(trace: ColumnTrace, *, up: bool) -> None:
    """Print the columns upstream or downstream of a column as a tree."""
    children: dict[str, list[TreeNode]] = {}
    for edge in trace.edges:
        near, far = (edge.target, edge.source) if up else (edge.source, edge.target)
        details = tuple(f"{step.place}  {step.text}" for step in edge.steps)
        children.setdefault(str(near), []).append(TreeNode(str(far), f"{_label(far)}  ({edge.kind})", details))
    reached = {node.name for nodes in children.values() for node in nodes}
    start = str(trace.start)
    for root in (start, *(name for name in children if name not in reached and name != start)):
        _print_tree(TreeNode(root, root), children)
    if trace.total_columns > len(trace.columns):
        echo(f"… {trace.total_columns} columns in all; --limit shows more", err=True)
    print_unresolved(trace.unresolved)


def print_relations(trace: RelationTrace) -> None:
    """Print the relations upstream or downstream of a relation as a tree."""
    children: dict[str, list[TreeNode]] = {}
    for relation in trace.relations:
        place = f"  {relation.place}" if relation.place else ""
        node = TreeNode(relation.name, f"{relation.name}  [{relation.kind}]{place}")
        for parent in relation.parents:
            children.setdefault(parent, []).append(node)
    _print_tree(TreeNode(trace.start.name, trace.start.name), children)
    if trace.total > len(trace.relations):
        echo(f"… {trace.total} in all; --limit shows more", err=True)


def _print_tree(root: TreeNode, children: Mapping[str, Sequence[TreeNode]]) -> None:
    for line in tree_lines(root, children):
        echo(line)


def print_tests(tests: Iterable[NamedTest]) -> None:
    """Print tests, one per line."""
    for test in tests:
        echo(f"  {test.name}  ({test.kind}, {test.place})" + (f"  reads {', '.join(test.reads)}" if test.reads else ""))


def print_unresolved(unresolved: Iterable[Unresolved]) -> None:
    """Print untraced expressions to standard error."""
    for one in unresolved:
        echo(f"not traced: {one.place}: {one.relation}: {one.reason}", err=True)


def _label(name: ColumnName) -> str:
    return f"{name}  [{name.kind}]" if name.kind != "model" else str(name)


def echo(text: str, *, err: bool = False) -> None:
    """Print a line of untrusted text, with spaces instead of control characters."""
    click.echo("".join(character if character.isprintable() else " " for character in text), err=err)
