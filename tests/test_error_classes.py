"""Error classes, checked by syntax: which exist and are raised, and that no code parses their messages."""

from __future__ import annotations

import ast
import builtins
import inspect
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import headwater
from headwater import errors

_PACKAGE = Path(headwater.__file__).parent
_TREE = {name for name, _ in inspect.getmembers(errors, inspect.isclass)}
_BRANCHES = {"HeadwaterError", "UserError", "InfraError"}
_BUILT_IN = {name for name, each in vars(builtins).items() if BaseException in getattr(each, "__mro__", ())}
_FOUND_BY_AGENTS = {"tasks", "bin", "files", "proofs"}
_TAKES_APART = {"split", "rsplit", "partition", "rpartition", "splitlines"}


def test_no_error_is_raised_without_its_cause() -> None:
    """The branches of the tree say who has to act, and its leaves say what is wrong."""
    found = [
        f"{path}:{node.lineno}"
        for path, tree in _modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _name(node.func) in _BRANCHES
    ]
    assert found == []


def test_a_class_outside_of_the_tree_is_below_a_cause_or_stays_in_its_package() -> None:
    """Callers know only the error tree, so every other class is a signal that must not leave its package."""
    classes = _classes()
    signals = {name for name in classes if not _ancestors(name) & _TREE}
    assert {name for name in classes.keys() - signals if set(classes[name][1]) & (_BRANCHES - {"InfraError"})} == set()
    imported = {
        (str(path), alias.name)
        for path, tree in _modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in signals and path.parts[0] != classes[alias.name][0].parts[0]
    }
    assert imported == set()
    assert len(signals) > 5, "the test looks for them"


def test_a_name_of_an_error_means_one_thing() -> None:
    names = Counter(node.name for _, node in _class_statements() if node.name in _classes())
    assert [name for name, count in names.items() if count > 1 or name in _TREE] == []


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("try: f()\nexcept UserError as error: print(str(error).partition(': '))", True),
        ("try: f()\nexcept (OSError, UserError) as error: where = f'{error}'.split(': ')[0]", True),
        ("def f(error: InfraError): return str(error).splitlines()", True),
        ("try: f()\nexcept OSError as error: print(str(error).partition(': '))", False),
        ("try: f()\nexcept UserError as error: print(error.where)", False),
    ],
)
def test_code_that_splits_a_message_is_found(code: str, wrong: bool) -> None:
    assert bool(list(_taken_apart(ast.parse(code), _TREE))) == wrong


def test_no_code_splits_the_message_of_an_error() -> None:
    """Errors have fields for their details."""
    names = _TREE | {name for name in _classes() if _ancestors(name) & _TREE}
    found = [f"{path}:{line}" for path, tree in _modules().items() for line in _taken_apart(tree, names)]
    assert found == []


def _taken_apart(tree: ast.AST, names: set[str]) -> Iterator[int]:
    """Yield the lines that split an error's text."""
    for node in ast.walk(tree):
        variables: set[str] = set()
        if isinstance(node, ast.ExceptHandler) and node.type is not None and node.name is not None:
            kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            variables = {node.name} if {_name(kind) for kind in kinds} & names else set()
        elif isinstance(node, ast.FunctionDef):
            variables = {each.arg for each in node.args.args if each.annotation and _name(each.annotation) in names}
        if variables:
            yield from (each.lineno for each in ast.walk(node) if _is_split(each, variables))


def _is_split(node: ast.AST, variables: set[str]) -> bool:
    """Return whether a call splits an error's text, as in ``str(error).split(…)``."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _TAKES_APART):
        return False
    match node.func.value:
        case ast.Call(func=ast.Name(id="str"), args=[ast.Name(id=name)]):
            return name in variables
        case ast.JoinedStr(values=values):
            inner = [each.value for each in values if isinstance(each, ast.FormattedValue)]
            return any(isinstance(each, ast.Name) and each.id in variables for each in inner)
        case _:
            return False


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


@cache
def _classes() -> Mapping[str, tuple[Path, tuple[str, ...]]]:
    """Return the exceptions outside of the tree by name, each with its module and base class names."""
    every = {node.name: (path, tuple(map(_name, node.bases))) for path, node in _class_statements()}
    found: dict[str, tuple[Path, tuple[str, ...]]] = {}
    before = -1
    while before != len(found):
        before = len(found)
        known = _BUILT_IN | _TREE | found.keys()
        found |= {name: each for name, each in every.items() if set(each[1]) & known}
    return found


def _ancestors(name: str) -> set[str]:
    bases = set(_classes()[name][1]) if name in _classes() else set()
    return bases.union(*map(_ancestors, bases))


def _class_statements() -> Iterator[tuple[Path, ast.ClassDef]]:
    for path, tree in _modules().items():
        yield from ((path, node) for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


@cache
def _modules() -> Mapping[Path, ast.Module]:
    """Return all modules except the error tree's and the files for agents, which are not Headwater's code."""
    paths = [path.relative_to(_PACKAGE) for path in sorted(_PACKAGE.rglob("*.py"))]
    own_paths = [path for path in paths if not _FOUND_BY_AGENTS & set(path.parts[1:-1]) and path != Path("errors.py")]
    return {path: ast.parse((_PACKAGE / path).read_text("utf-8")) for path in own_paths}
