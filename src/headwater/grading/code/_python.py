"""Parses untrusted Python into a syntax tree, and provides queries on the tree that several checks share."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from string import Formatter

# This leaves room below the recursion limit, because checks may walk trees recursively.
_MAX_DEPTH = 200

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
ENV_NAME = re.compile(r"[A-Z][A-Z0-9_]{2,}")


@dataclass(frozen=True)
class Unreadable:
    """The reason why there is no tree, in a few words that can follow the file's name."""

    line: int
    reason: str


@dataclass(frozen=True)
class Template:
    """A string that is built at run time from constant parts and expressions."""

    parts: tuple[str | ast.expr, ...]

    @property
    def text(self) -> str:
        """The string with `{}` for every expression."""
        return "".join(part if isinstance(part, str) else "{}" for part in self.parts)


@lru_cache(maxsize=32)
def parse(text: str) -> ast.Module | Unreadable:
    """Parse a module. Return a tree of bounded depth, or the reason why there is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes are a matter for linters
            tree = ast.parse(text.removeprefix("\ufeff"))
    except SyntaxError as error:
        return Unreadable(error.lineno or 1, f"is not valid Python: {error.msg}")
    except ValueError:
        return Unreadable(1, "is not valid Python: it has null bytes or is not text")
    except (RecursionError, MemoryError):
        return Unreadable(1, "is nested too deeply to be read")
    if _too_deep(tree):
        return Unreadable(1, "is nested too deeply to be read")
    return tree


def _too_deep(tree: ast.AST) -> bool:
    level: list[ast.AST] = [tree]
    for _ in range(_MAX_DEPTH):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return False
    return True


def tree_of(text: str) -> ast.Module:
    """Return the tree, or an empty tree if the file does not parse, which `unparsable` reports."""
    tree = parse(text)
    return tree if isinstance(tree, ast.Module) else ast.Module(body=[], type_ignores=[])


def dotted(node: ast.AST) -> str:
    """Return the dotted name of an expression, such as `os.environ.get`, or an empty string if it is not a name."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    names.append(node.id if isinstance(node, ast.Name) else "")
    return ".".join(reversed(names))


def last_name(node: ast.AST) -> str:
    """Return the last part of a dotted name, for example `get` for `os.environ.get`."""
    return dotted(node).rpartition(".")[2]


def source_of(node: ast.AST) -> str:
    """Return the source code of an expression, or an empty string if unparsing it would recurse too deeply."""
    try:
        return ast.unparse(node)
    except RecursionError:
        return ""


def string(node: ast.AST | None) -> str | None:
    """Return the value of a string literal."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def keyword(call: ast.Call, *names: str) -> ast.expr | None:
    """Return the first keyword argument of a call whose name is one of these."""
    return next((keyword.value for keyword in call.keywords if keyword.arg in names), None)


def functions(tree: ast.AST) -> Iterator[FunctionNode]:
    """Return every function in the module, including nested ones."""
    return (node for node in ast.walk(tree) if isinstance(node, FunctionNode))


def own_nodes(function: FunctionNode) -> Iterator[ast.AST]:
    """Yield the nodes of a function without those of nested functions and classes."""
    waiting: list[ast.AST] = list(reversed(function.body))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, FunctionNode | ast.ClassDef | ast.Lambda):
            waiting.extend(reversed(list(ast.iter_child_nodes(node))))


def prose(tree: ast.AST) -> set[int]:
    """Return the ids of strings that are statements by themselves, such as docstrings."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and string(node.value) is not None}


def literals(tree: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Yield every string in code except prose. Interpolations of f-strings are shown as `{}`."""
    skipped = prose(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            skipped.update(id(part) for part in node.values)
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            yield node, Template(_joined(node)).text
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node, node.value


def template(node: ast.expr) -> Template | None:
    """Return the template of an f-string, `%`, `+` or `.format` that builds a string, or None for other expressions."""
    if isinstance(node, ast.JoinedStr):
        return Template(_joined(node))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return Template(_added(node))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and (text := string(node.left)) is not None:
        return Template(_percent(text, node.right))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        text = string(node.func.value)
        return None if text is None else Template(_formatted(text, node))
    return None


def _joined(node: ast.JoinedStr) -> tuple[str | ast.expr, ...]:
    parts: list[str | ast.expr] = []
    for part in node.values:
        text = string(part)
        parts.append(text if text is not None else part.value if isinstance(part, ast.FormattedValue) else part)
    return tuple(parts)


def _added(node: ast.BinOp) -> tuple[str | ast.expr, ...]:
    parts: list[str | ast.expr] = []
    waiting: list[ast.expr] = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Add):
            waiting += [part.right, part.left]
        elif (inner := template(part)) is not None:
            parts.extend(inner.parts)
        else:
            text = string(part)
            parts.append(part if text is None else text)
    return tuple(parts)


def _percent(text: str, right: ast.expr) -> tuple[str | ast.expr, ...]:
    positional = list(right.elts) if isinstance(right, ast.Tuple) else [right]
    values_by_name: dict[str, ast.expr] = {}
    if isinstance(right, ast.Dict):
        pairs = zip(right.keys, right.values, strict=True)
        values_by_name = {name: value for key, value in pairs if (name := string(key)) is not None}
    parts: list[str | ast.expr] = []
    end = 0
    for match in re.finditer(r"%(?:\((\w{1,80})\))?([sdrif%])", text):
        parts.append(text[end : match.start()])
        end = match.end()
        if match[2] in "s r":
            value = values_by_name.get(match[1]) if match[1] else positional.pop(0) if positional else None
            parts.append(value if value is not None else "?")
        elif match[2] != "%":
            parts.append("0")  # a number cannot carry SQL
            if not match[1] and positional:
                positional.pop(0)
    return (*parts, text[end:])


def _formatted(text: str, call: ast.Call) -> tuple[str | ast.expr, ...]:
    try:
        fields = list(Formatter().parse(text))
    except ValueError:
        return (text,)
    values_by_name = {keyword.arg: keyword.value for keyword in call.keywords}
    parts: list[str | ast.expr] = []
    automatic = 0
    for before, field, _, _ in fields:
        parts.append(before)
        if field is None:
            continue
        name = re.split(r"[.\[]", field, maxsplit=1)[0]
        if name == "":
            name, automatic = str(automatic), automatic + 1
        if name.isdecimal() and len(name) < 4:
            parts.append(call.args[int(name)] if int(name) < len(call.args) else "?")
        else:
            parts.append(values_by_name.get(name, "?"))
    return tuple(parts)


def is_lookup(node: ast.AST) -> bool:
    """Return whether the call reads a setting, so that its literals are defaults.

    Such calls are `os.environ.get("X", …)`, `os.getenv`, `config.get("x", …)`, and any helper in the agent's code that
    is passed the name of an environment variable.
    """
    if not isinstance(node, ast.Call):
        return False
    name = last_name(node.func)
    if name in {"getenv", "setdefault"} or (name in {"get", "pop"} and len(node.args) > 1):
        return True
    return any(ENV_NAME.fullmatch(string(argument) or "") for argument in node.args[:2])
