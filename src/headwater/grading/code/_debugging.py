"""Finds debugging code and unfinished work: breakpoints, markers, stubs and stray files."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from headwater.grading.code import _shell, _sql
from headwater.grading.code._python import FunctionNode, dotted, functions, last_name, parse, string, tree_of
from headwater.grading.code._source import Finding, Hit, Language, Source, language_of, report

_DEBUGGERS = {"pdb", "ipdb", "pudb"}
_STRAY = re.compile(r".+\.(bak|orig|tmp|swp)|nohup\.out", re.IGNORECASE)
# A marker begins a comment or has typical punctuation, because other uses, such as "status TODO", are data.
_MARKER = re.compile(r"^\W{0,9}(TODO|FIXME|XXX|HACK)\b(?!-)|\b(TODO|FIXME|XXX|HACK)(?::|\(\w)")
_NOTHING_ON_PURPOSE = re.compile(r"noop|no_op|null|ignore|dummy|nothing|skip|silent|stub|fake", re.IGNORECASE)


def debug_leftovers(sources: Sequence[Source]) -> list[Finding]:
    """Finds breakpoints, imported debuggers, stray files, TODO comments and functions without a body.

    A marker is reported only in a real comment of Python, shell or SQL. A function without a body is not reported where
    an empty body is legitimate: in abstract classes, protocols, overloads, base classes that a source subclasses,
    overriding methods, decorated functions (a click group), or callbacks.

    Args:
        sources: Files in the workspace, all of which are searched for base classes.

    Returns:
        Findings of kinds `breakpoint`, `stray-file`, `todo-comment` and `stub`.
    """
    bases = frozenset(
        last_name(base)
        for source in sources
        if language_of(source.path, source.text) is Language.PYTHON
        for node in ast.walk(tree_of(source.text))
        if isinstance(node, ast.ClassDef)
        for base in node.bases
    )

    def detect(path: str, text: str) -> list[Hit]:
        return [*_stray(path), *_breakpoints(path, text), *_markers(path, text), *_stubs(path, text, bases)]

    return report(sources, detect)


def _stray(path: str) -> Iterator[Hit]:
    name = PurePosixPath(path).name
    if _STRAY.fullmatch(name):
        yield Hit(1, "stray-file", path, f"The stray file {name} was left behind.")


def _breakpoints(path: str, text: str) -> Iterator[Hit]:
    if language_of(path, text) is not Language.PYTHON:
        return
    for node in ast.walk(tree_of(text)):
        match node:
            case ast.Call(func=ast.Name(id="breakpoint")):
                yield Hit(node.lineno, "breakpoint", "breakpoint()", "A breakpoint() was left in the code.")
            case ast.Call(func=ast.Attribute(attr="set_trace")) if dotted(node.func).split(".")[0] in _DEBUGGERS:
                yield Hit(
                    node.lineno,
                    "breakpoint",
                    dotted(node.func),
                    f"{dotted(node.func)}() was left in the code.",
                )
            case ast.Import(names=names):
                for item in names:
                    if item.name.partition(".")[0] in _DEBUGGERS:
                        yield Hit(node.lineno, "breakpoint", item.name, f"The debugger {item.name} is imported.")
            case ast.ImportFrom(module=str(module)) if module.partition(".")[0] in _DEBUGGERS:
                yield Hit(node.lineno, "breakpoint", module, f"The debugger {module} is imported.")


def _markers(path: str, text: str) -> Iterator[Hit]:
    for line, comment in _comments(path, text):
        if marker := _MARKER.search(comment):
            name = marker[1] or marker[2]
            yield Hit(line, "todo-comment", comment, f"A comment says {name}: the work is not done.")


def _comments(path: str, text: str) -> list[tuple[int, str]]:
    match language_of(path, text):
        case Language.PYTHON:
            return _python_comments(text)
        case Language.SHELL:
            return _shell.read(text).comments
        case Language.SQL:
            return list(_sql.read(text).comments)
        case _:
            return []


def _python_comments(text: str) -> list[tuple[int, str]]:
    if not isinstance(parse(text), ast.Module):
        return []
    comments: list[tuple[int, str]] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                comments.append((token.start[0], token.string))
    except (tokenize.TokenError, SyntaxError):
        return comments  # the tokenizer is stricter than the parser at the end of a file
    return comments


@dataclass(frozen=True)
class _Function:
    node: FunctionNode
    owner: ast.ClassDef | None


def _stubs(path: str, text: str, bases: frozenset[str]) -> Iterator[Hit]:
    if language_of(path, text) is not Language.PYTHON or path.endswith(".pyi"):
        return
    tree = tree_of(text)
    owners = {id(member): node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for member in node.body}
    values = _used_as_values(tree)
    for node in functions(tree):
        function = _Function(node, owners.get(id(node)))
        body = [statement for statement in node.body if not _is_docstring(statement)]
        if len(body) != 1 or _may_be_empty(function, bases):
            continue
        name = node.name
        if _raises_not_implemented(body[0]):
            yield Hit(node.lineno, "stub", name, f"The function {name} only raises NotImplementedError.")
        elif _is_empty(body[0]) and not (_overrides(function) or values[name] or _NOTHING_ON_PURPOSE.search(name)):
            yield Hit(node.lineno, "stub", name, f"The function {name} has no body.")


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and string(statement.value) is not None


def _is_empty(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant) and statement.value.value is Ellipsis
    return isinstance(statement, ast.Pass)


def _raises_not_implemented(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Raise) or statement.exc is None:
        return False
    raised = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
    return last_name(raised) == "NotImplementedError"


def _may_be_empty(function: _Function, bases: frozenset[str]) -> bool:
    """Return whether a function may have an empty body.

    It may if it is decorated (for example as abstract or as an overload) or meant to be overridden.
    """
    plain = {"staticmethod", "classmethod"}
    if any(last_name(decorator) not in plain for decorator in function.node.decorator_list):
        return True
    owner = function.owner
    if owner is None:
        return False
    parents = {last_name(base.value if isinstance(base, ast.Subscript) else base) for base in owner.bases}
    if {"ABC", "Protocol"} & parents or any(keyword.arg == "metaclass" for keyword in owner.keywords):
        return True
    return owner.name in bases or "Base" in owner.name or "Abstract" in owner.name


def _overrides(function: _Function) -> bool:
    """Return whether a function may override a parent's method, such as an HTTP handler's `log_message`."""
    owner = function.owner
    return owner is not None and (bool(owner.bases) or function.node.name.startswith("__"))


def _used_as_values(tree: ast.Module) -> Counter[str]:
    """Count how often each name is passed as a value. A callback may have an empty body on purpose."""
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return Counter(
        last_name(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load) and id(node) not in called
    )
