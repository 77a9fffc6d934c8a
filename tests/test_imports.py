"""The imports of packages: only from lower packages, and never in a cycle of modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

import headwater

_PACKAGE = Path(headwater.__file__).parent
_ROWS = (
    ("", "errors", "untrusted", "memory", "csv_lines", "plurals", "policy", "processes", "sparse"),
    ("caches", "installation"),
    ("records", "locks", "extras", "plugins", "sandbox"),
    ("archives", "dbt", "simulation"),
    ("layers", "services", "gateway", "egress", "context"),
    ("harnesses", "trajectories"),
    ("grading",),
    ("tasks",),
    ("suites",),
    ("agents", "snapshots", "leaks"),
    ("trials",),
    ("jobs",),
    ("a suite",),
    ("results",),
    ("analysis",),
    ("report", "api"),
    ("cli",),
)
"""From the bottom to the top; a package imports those of lower rows. The empty name is ``headwater`` itself."""


def test_packages_import_only_packages_below() -> None:
    row = {name: number for number, names in enumerate(_ROWS) for name in names}
    pairs = {(_part(a), _part(b)) for a, targets in _graph().items() for b in targets}
    assert {name for pair in pairs for name in pair} <= row.keys()
    assert {(a, b) for a, b in pairs if a != b and row[a] <= row[b]} == set()


def test_no_modules_import_each_other() -> None:
    circle: list[str] = []
    try:
        TopologicalSorter(_graph()).prepare()
    except CycleError as error:
        circle = error.args[1]
    assert circle == []


def test_nothing_outside_a_suite_imports_it() -> None:
    found = {a for a, targets in _graph().items() for b in targets if _suite(b) and _suite(a) != _suite(b)}
    assert found == set()


def _part(module: str) -> str:
    """Return a module's package; each suite is a package, and suite commands belong to ``cli``."""
    if _suite(module):
        return "cli" if ".commands" in module else "a suite"
    return f"{module}.".split(".")[1]


def _suite(module: str) -> str:
    parts = module.split(".")
    is_of_one = parts[1:2] == ["suites"] and len(parts) > 2 and (_PACKAGE / "suites" / parts[2]).is_dir()
    return parts[2] if is_of_one else ""


@cache
def _graph() -> Mapping[str, set[str]]:
    """Return the imports of each module, including those in functions and for types alone."""
    files = {_module(path): path for path in _PACKAGE.rglob("*.py") if _is_module(path)}
    return {name: set(_imports(name, path, files)) - {name} for name, path in files.items()}


def _is_module(path: Path) -> bool:
    return all(part.isidentifier() for part in path.relative_to(_PACKAGE).with_suffix("").parts)


def _module(path: Path) -> str:
    return ".".join(path.relative_to(_PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def _imports(module: str, path: Path, files: Mapping[str, Path]) -> Iterator[str]:
    tree = ast.parse(path.read_text("utf-8"))
    for node in _run(tree) if module == _PACKAGE.name else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in files)
        elif isinstance(node, ast.ImportFrom):
            package = module if path.name == "__init__.py" else module.rpartition(".")[0]
            source = resolve_name("." * node.level + (node.module or ""), package)
            names = (f"{source}.{alias.name}" for alias in node.names)
            found = (name if name in files else source for name in names)
            yield from (name for name in found if name in files)


def _run(tree: ast.AST) -> Iterator[ast.AST]:
    """Walk the code that runs, without imports that only type checkers read."""
    remaining_nodes = [tree]
    while remaining_nodes:
        node = remaining_nodes.pop()
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield node
            remaining_nodes.extend(ast.iter_child_nodes(node))
