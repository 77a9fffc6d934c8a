"""Finds names that are used but not defined."""

from __future__ import annotations

import ast
import builtins
import symtable
from collections.abc import Iterator, Sequence

from headwater.grading.code._python import dotted, parse
from headwater.grading.code._source import Finding, Hit, Language, Source, language_of, report, words

KIND = "undefined-name"

# Notebooks and Databricks provide the last four names without an import.
_KNOWN = frozenset(dir(builtins)) | words(
    "__file__ __name__ __doc__ __package__ __spec__ __loader__ __builtins__ __annotations__ __path__ "
    "__cached__ __module__ __qualname__ __class__ __dict__ __conditional_annotations__ "
    "__firstlineno__ __classdict__ _ WindowsError PythonFinalizationError reveal_type frozendict "
    "get_ipython display spark dbutils"
)
# A module that uses one of these can define names that do not appear in its text.
_DYNAMIC = frozenset({"exec", "globals", "vars", "locals", "NameError", "builtins", "__import__"})


def undefined_names(sources: Sequence[Source]) -> list[Finding]:
    """Finds Python names that no scope defines, according to the compiler's symbol table.

    A name that is defined anywhere in its scope counts as defined, in any order. Files with star imports, and those
    that access their namespace (`exec`, `globals()`, `except NameError`), are skipped.

    Args:
        sources: Files in the workspace.

    Returns:
        Findings of kind `undefined-name`, one per name in a file, at its first use.
    """
    return report(sources, _detect)


def _detect(path: str, text: str) -> list[Hit]:
    tree = parse(text) if language_of(path, text) is Language.PYTHON else None
    if not isinstance(tree, ast.Module) or _is_dynamic(tree):
        return []
    try:
        table = symtable.symtable(text.removeprefix("\ufeff"), "module", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    missing = _missing(table)
    first: dict[str, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in missing:
            first[node.id] = min(node.lineno, first.get(node.id, node.lineno))
    return [
        Hit(line, KIND, name, f"The name '{name}' is used and never defined.")
        for name, line in sorted(first.items(), key=lambda item: item[1])
    ]


def _is_dynamic(tree: ast.Module) -> bool:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in _DYNAMIC:
            return True
        if isinstance(node, ast.ImportFrom) and any(item.name == "*" for item in node.names):
            return True
        if isinstance(node, ast.Import) and any(item.name == "builtins" for item in node.names):
            return True
        if isinstance(node, ast.Attribute) and dotted(node) in {"sys.modules", "sys._getframe"}:
            return True
    return False


def _missing(table: symtable.SymbolTable) -> set[str]:
    used: set[str] = set()
    defined: set[str] = set(_KNOWN)
    for scope in _scopes(table):
        is_module = scope.get_type() == "module"
        for symbol in scope.get_symbols():
            binds = symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace() or symbol.is_annotated()
            if binds and (is_module or symbol.is_declared_global()):
                defined.add(symbol.get_name())
            # If a function is called `top`, as its module scopes are, `symtable` reports all of its names as both
            # global and local.
            elif symbol.is_global() and not symbol.is_local() and symbol.is_referenced():
                used.add(symbol.get_name())
    return used - defined


def _scopes(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    waiting = [table]
    while waiting:
        scope = waiting.pop()
        yield scope
        waiting.extend(scope.get_children())
