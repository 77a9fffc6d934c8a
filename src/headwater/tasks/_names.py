"""Finds the names that checks require, because an agent cannot use a name that it has never seen."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum


class NameKind(Enum):
    """The kind of a name, which determines how a text is searched for it."""

    TABLE = "table"
    PATH = "path"
    FILE = "file"


@dataclass(frozen=True)
class NeededName:
    """A name in the checks' code.

    Attributes:
        line: The line at which the string that contains the name starts.
    """

    name: str
    kind: NameKind
    line: int

    def is_in(self, text: str) -> bool:
        """Return whether the text contains the name as a whole word."""
        # A path may follow a host, a table may follow a database, and SQL folds the case of tables.
        before = "" if self.kind is NameKind.PATH else r"(?<![\w-])"
        flags = re.IGNORECASE if self.kind is NameKind.TABLE else re.NOFLAG
        return re.search(rf"{before}{re.escape(self.name)}(?![\w-])", text, flags) is not None


# This stands for a computed part of an f-string. A name with such a part is unknown and therefore omitted.
_COMPUTED = "{}"

_IDENTIFIER = r'"?[a-zA-Z_]\w*"?'
_TABLE = re.compile(rf"{_IDENTIFIER}\.{_IDENTIFIER}(?![\w{{])")
_DOTTED = re.compile(r"[a-z_]\w*(\.[a-z_]\w*)+", re.IGNORECASE)
_FILE = re.compile(r"[\w./-]*\w\.(py|sql|json|csv|md|sh|yaml|yml|toml)")
_PATH = re.compile(r"/api(/[a-zA-Z_][\w-]*(?![\w{-]))*")

_STATEMENT = re.compile(
    r"(?:[\s(]|--[^\n]*\n)*"
    r"(?:select|from|with|insert|update|delete|describe|desc|explain|show|exists|create|alter|drop|truncate"
    r"|optimize|merge|copy|analyze)\b",
    re.IGNORECASE,
)
_BEFORE_TABLE = re.compile(
    r"\b(?:from|join|into|update|table|view|describe|desc|truncate|analyze|merge|copy|using)\s+"
    r"(?:(?:only|table|if|not|exists|lateral|final)\s+)*",
    re.IGNORECASE,
)
_CREATED_TABLE = re.compile(
    rf"\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?({_IDENTIFIER}\.{_IDENTIFIER})", re.IGNORECASE
)
_NEXT_TABLE = re.compile(rf"(?:\s+(?:as\s+)?{_IDENTIFIER})?\s*,\s*(?={_IDENTIFIER})", re.IGNORECASE)
# The alias is matched by a lookahead, because it may be the keyword before the next table.
_ALIAS = re.compile(
    rf"\b(?:from|join|update)\s+(?:only\s+)?(?P<table>{_IDENTIFIER}(?:\.{_IDENTIFIER})?)"
    r"(?=(?:\s+(?:as\s+)?(?P<alias>\w+))?)",
    re.IGNORECASE,
)
_OF_THE_ENGINE = re.compile(r"(system|information_schema|pg_\w*)\.|pg_", re.IGNORECASE)


def needed_names(code: Sequence[ast.AST]) -> tuple[NeededName, ...]:
    """Return the tables, HTTP paths and file names in the code's string literals, each at its first occurrence.

    Only literals that look like SQL, an HTTP path, a file name or a dotted name are searched, because messages and
    docstrings do not prescribe names. Tables that the code itself creates are omitted as well.
    """
    strings = sorted(_strings(code), key=lambda each: each[1])
    created_names = {name.replace('"', "") for text, _ in strings for name in _CREATED_TABLE.findall(text)}
    found: dict[str, NeededName] = {}
    for text, line in strings:
        for name, kind in _names(text):
            if name not in created_names:
                found.setdefault(name, NeededName(name, kind, line))
    for name, line in _table_arguments(code):
        if not _OF_THE_ENGINE.match(name):
            found.setdefault(name, NeededName(name, NameKind.TABLE, line))
    return tuple(sorted(found.values(), key=lambda each: (each.line, each.name)))


def _strings(code: Sequence[ast.AST]) -> Iterator[tuple[str, int]]:
    """Yield every string except those that are statements by themselves, such as docstrings."""
    pending = list(code)
    while pending:
        node = pending.pop()
        match node:
            case ast.Expr(value=ast.Constant()):
                continue
            case ast.Dict(keys=keys, values=values) if any(_is_kafka_option(key) for key in keys):
                pending += values
            case ast.Constant(value=str(text)):
                yield text, node.lineno
            case ast.JoinedStr(values=parts):
                yield "".join(_literal(part) for part in parts), node.lineno
                pending += [part.value for part in parts if isinstance(part, ast.FormattedValue)]
            case _:
                pending += ast.iter_child_nodes(node)


def _is_kafka_option(key: ast.expr | None) -> bool:
    """Return whether a key marks its mapping as settings of a Kafka client, whose other keys have dots as well."""
    return isinstance(key, ast.Constant) and key.value == "bootstrap.servers"


def _literal(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else _COMPUTED


def _table_arguments(code: Sequence[ast.AST]) -> Iterator[tuple[str, int]]:
    """Yield the arguments of calls to ``has_table`` and ``columns``. These always name tables."""
    for node in (node for each in code for node in ast.walk(each)):
        match node:
            case ast.Call(func=ast.Attribute(attr="has_table" | "columns"), args=[ast.Constant(value=str(name)), *_]):
                yield name, node.lineno


def _names(text: str) -> Iterator[tuple[str, NameKind]]:
    if path := _PATH.match(text):
        yield path[0], NameKind.PATH
    elif _FILE.fullmatch(text):
        yield text.removeprefix("/workspace/").removeprefix("./"), NameKind.FILE
    elif _DOTTED.fullmatch(text):
        if not _OF_THE_ENGINE.match(text):
            yield text, NameKind.TABLE
    elif _STATEMENT.match(text):
        for table in _tables(text):
            yield table, NameKind.TABLE


def _tables(sql: str) -> Iterator[str]:
    """Yield the qualified tables in a statement. An ``alias.column`` after ``IS DISTINCT FROM`` is not a table."""
    aliases = set(re.findall(r"(\w+)\s+as\s+(?:materialized\s+)?\(", sql, re.IGNORECASE))
    for each in _ALIAS.finditer(sql):
        table = each["table"].replace('"', "")
        aliases.add(each["alias"])
        if "." not in table:
            aliases.add(table)
    for keyword in _BEFORE_TABLE.finditer(sql):
        for table in _table_list(sql, keyword.end()):
            name = table.replace('"', "")
            if not _OF_THE_ENGINE.match(name) and name.partition(".")[0] not in aliases:
                yield name


def _table_list(sql: str, position: int) -> Iterator[str]:
    """Yield the tables at a position. There are several if they are separated by commas."""
    while table := _TABLE.match(sql, position):
        yield table[0]
        following = _NEXT_TABLE.match(sql, table.end())
        if following is None:
            return
        position = following.end()
