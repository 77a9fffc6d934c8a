"""Finds SQL that is built from runtime values instead of being parameterised."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from headwater.grading.code._calls import Calls
from headwater.grading.code._python import (
    FunctionNode,
    Template,
    dotted,
    functions,
    keyword,
    last_name,
    own_nodes,
    source_of,
    template,
    tree_of,
)
from headwater.grading.code._source import Finding, Hit, Language, Source, language_of, report, words

KIND = "unparameterised-sql"

_EXECUTES = words(
    "execute executemany executescript execute_iter query query_df query_np query_arrow command fetch "
    "fetchrow fetchval fetch_all fetch_one read_sql read_sql_query run_query run_sql execute_sql "
    "execute_query sql"
)
_SQL = re.compile(r"\b(?:select|insert|update|delete|alter|merge|replace|optimize)\b", re.IGNORECASE)
_DEFINES = re.compile(r"\s*(?:create|drop|alter|optimize|rename|exchange|grant|revoke|comment)\b", re.IGNORECASE)
_QUERIES = re.compile(r"\b(?:select|update|delete|insert|where)\b|;\s*\S", re.IGNORECASE)
# These methods keep the content of a string. Any other call may have checked or escaped it.
_KEEPS = {"strip", "lower", "upper", "title", "get", "lstrip", "rstrip", "pop", "getlist"}
_VALUE_POSITION = re.compile(r"(?:=|<|>|\bin\s{0,9}\(|\bvalues\s{0,9}\(|\blike)\s{0,9}\Z", re.IGNORECASE)
_LIST_POSITION = re.compile(r"\b(?:values|in)\s{0,9}\(?\s{0,9}\Z", re.IGNORECASE)
# A value of these types cannot carry SQL.
_HARMLESS_TYPES = {"int", "float", "bool", "Decimal", "date", "datetime", "UUID", "timedelta"}
_CHECKS = {"match", "fullmatch", "isdigit", "isalnum", "isidentifier", "isdecimal", "isnumeric", "issubset"}


def unparameterised_sql(sources: Sequence[Source]) -> list[Finding]:
    """Finds queries into which a function interpolates a value that is known only at run time.

    An f-string, `%`, `+` or `.format` is reported if it reaches an `execute`-like call and has a function parameter,
    request data or a loop variable where SQL expects a value: after `=`, `in (`, `values (`, or inside quotes.
    Constants, results of calls, identifiers (after `from`, `into`, `table`), values annotated as numbers or dates,
    values that the function tests against a list or a pattern, and parameters that each call gives a constant or
    matched text are not reported. Single statements that define something, without a query, take no parameters, and are
    not reported either.

    Args:
        sources: Files in the workspace.

    Returns:
        Findings of kind `unparameterised-sql`.
    """
    return report(sources, partial(_detect, Calls(sources)))


def _detect(calls: Calls, path: str, text: str) -> list[Hit]:
    if language_of(path, text) is not Language.PYTHON:
        return []
    return [hit for function in functions(tree_of(text)) for hit in _function(function, calls)]


@dataclass
class _NameValues:
    """The values that the names in a function can have."""

    runtime: set[str] = field(default_factory=set)
    checked: set[str] = field(default_factory=set)
    queries: dict[str, list[ast.expr]] = field(default_factory=dict)

    def is_runtime(self, node: ast.expr) -> bool:
        """Return whether an expression is an external value that is neither changed nor checked."""
        while True:
            match node:
                case ast.Call(func=ast.Attribute(attr=name, value=inner)) if name in _KEEPS:
                    node = inner
                case ast.Call(func=ast.Name(id="str"), args=[inner]):
                    node = inner
                case ast.Subscript(value=inner) | ast.Attribute(value=inner):
                    if dotted(node).startswith(("request.args", "request.form", "request.json")):
                        return True
                    node = inner
                case ast.Name(id=name):
                    return name in self.runtime and name not in self.checked and not name.isupper()
                case _:
                    return False


def _function(function: FunctionNode, calls: Calls) -> Iterator[Hit]:
    flow = _flow(function, calls)
    for node in own_nodes(function):
        if not isinstance(node, ast.Call) or last_name(node.func) not in _EXECUTES:
            continue
        query = node.args[0] if node.args else keyword(node, "query", "sql", "cmd", "operation", "statement")
        for candidate in _candidates(query, flow):
            value = _unsafe_value(candidate, flow)
            if value is not None:
                excerpt = source_of(value)[:60]
                message = f"The query is put together with the runtime value {excerpt} instead of a parameter."
                yield Hit(candidate.lineno, KIND, source_of(candidate), message)


def _candidates(query: ast.expr | None, flow: _NameValues) -> list[ast.expr]:
    """Return the expressions that can be the executed query: the argument itself, or the values of its name."""
    if isinstance(query, ast.Call) and last_name(query.func) == "text" and query.args:
        query = query.args[0]
    if isinstance(query, ast.Name):
        return flow.queries.get(query.id, [])
    return [] if query is None else [query]


def _unsafe_value(query: ast.expr, flow: _NameValues) -> ast.expr | None:
    query_template = template(query)
    if query_template is None or not _SQL.search(query_template.text) or _only_defines(query_template.text):
        return None
    before = ""
    for part in query_template.parts:
        if isinstance(part, str):
            before += part
            continue
        if _is_value_position(before) and flow.is_runtime(part):
            return part
        if _LIST_POSITION.search(before[-80:]) and (value := _joined_value(part, flow)) is not None:
            return value
        before += "x"
    return None


def _only_defines(text: str) -> bool:
    return _DEFINES.match(text) is not None and not _QUERIES.search(text)


def _is_value_position(before: str) -> bool:
    return before.count("'") % 2 == 1 or _VALUE_POSITION.search(before[-80:]) is not None


def _joined_value(node: ast.expr, flow: _NameValues) -> ast.expr | None:
    """Return the row value that a join quotes by hand, as in `", ".join(f"('{row[0]}')" for row in rows)`."""
    if isinstance(node, ast.Name):
        templates = flow.queries.get(node.id, [])
        node = templates[0] if len(templates) == 1 else node
    match node:
        case ast.Call(func=ast.Attribute(attr="join"), args=[ast.GeneratorExp() | ast.ListComp() as rows]):
            inner = template(rows.elt)
            names = {name for part in rows.generators for name in _targets(part.target)}
            return None if inner is None else _quoted(inner, names)
    return None


def _quoted(query_template: Template, names: set[str]) -> ast.expr | None:
    flow = _NameValues(runtime=names)
    before = ""
    for part in query_template.parts:
        if isinstance(part, str):
            before += part
        elif before.count("'") % 2 == 1 and flow.is_runtime(part):
            return part
    return None


def _flow(function: FunctionNode, calls: Calls) -> _NameValues:
    flow = _NameValues(runtime=_parameters(function) - calls.harmless_parameters(function))
    for node in own_nodes(function):
        match node:
            case ast.For(target=target, iter=iterable) | ast.AsyncFor(target=target, iter=iterable):
                if _is_open(iterable):
                    flow.runtime |= _targets(target)
            case ast.If(test=test) | ast.Assert(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                flow.checked |= _checked_names(test)
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                flow.queries.setdefault(name, []).append(value)
    _follow(flow)
    return flow


def _follow(flow: _NameValues) -> None:
    """Mark names as runtime values if all of their values are, or else as checked. This follows short chains."""
    for name, values in list(flow.queries.items()) * 2:
        if all(flow.is_runtime(value) for value in values):
            flow.runtime.add(name)
        elif name in flow.runtime:
            flow.checked.add(name)  # the name also has a value that is not external


def _parameters(function: FunctionNode) -> set[str]:
    arguments = function.args
    all_arguments = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return {
        argument.arg
        for argument in all_arguments
        if argument.arg not in {"self", "cls"} and not _is_harmless(argument.annotation)
    }


def _is_harmless(annotation: ast.expr | None) -> bool:
    if annotation is None:
        return False
    text = annotation.value if isinstance(annotation, ast.Constant) else source_of(annotation)
    names = set(re.findall(r"\w+", str(text))) - {
        "None",
        "Optional",
        "datetime",
        "dt",
        "uuid",
        "decimal",
        "list",
        "Sequence",
    }
    return names <= _HARMLESS_TYPES


def _is_open(iterable: ast.expr) -> bool:
    """Return whether a loop's values come from outside, rather than from a list in the code or a counter."""
    if isinstance(iterable, ast.Call):
        name = last_name(iterable.func)
        if name in {"enumerate", "zip", "sorted", "reversed"}:
            return any(_is_open(argument) for argument in iterable.args)
        if name in {"items", "keys", "values"} and isinstance(iterable.func, ast.Attribute):
            return _is_open(iterable.func.value)
        return name != "range"
    if isinstance(iterable, ast.Name | ast.Attribute):
        return not last_name(iterable).isupper()
    return not isinstance(iterable, ast.Tuple | ast.List | ast.Set | ast.Dict | ast.Constant)


def _targets(target: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}


def _checked_names(test: ast.expr) -> set[str]:
    """Return the names that a test compares with a list or matches with a pattern."""
    names: set[str] = set()
    for node in ast.walk(test):
        match node:
            case ast.Compare(left=left, ops=ops) if any(isinstance(op, ast.In | ast.NotIn) for op in ops):
                names |= _targets(left)
            case ast.Call(func=ast.Attribute(attr=name)) if name in _CHECKS:
                names |= _targets(node)
    return names
