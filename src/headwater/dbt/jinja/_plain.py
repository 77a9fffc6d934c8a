"""Renders templates without Jinja if they only call functions and macros with literals or refs, as most templates do.

This saves time, because compiling a Jinja template takes milliseconds. Tests compare the results with Jinja's. Blocks
under ``is_incremental()`` are left out, as in a first run.
"""

from __future__ import annotations

import ast
import re
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from headwater.dbt.jinja._sandbox import LineMap

_TAG = re.compile(r"\{[{%#]|[}%#]\}")
_EXPRESSION = re.compile(
    r"""\{\{(?P<before>-?)(?P<body>(?:[^{}'"]|'[^'\\]*'|"[^"\\]*"|\{[^{}]*\})*?)(?P<after>-?)\}\}
    | \{\#(?P<comment_before>-?).*?(?P<comment_after>-?)\#\}
    | \{%(?P<block_before>-?)\s*if\s+is_incremental\(\)\s*-?%\}
      (?:(?!\{[%\#]).)*
      \{%-?\s*endif\s*(?P<block_after>-?)%\}""",
    re.DOTALL | re.VERBOSE,
)
_CALL = re.compile(r"\s*([A-Za-z]\w*(?:\.[A-Za-z]\w*)?)\s*\(")
_TEXT = r"""(?:'([^'"\\]*)'|"([^'"\\]*)")"""
_TEXTS_CALL = re.compile(rf"\s*([A-Za-z]\w*)\s*\(\s*{_TEXT}(?:\s*,\s*{_TEXT})?\s*\)\s*")
_RELATIONS = ("ref", "source")
_WORDS = {"true": True, "false": False, "none": None, "True": True, "False": False, "None": None}


@dataclass(frozen=True, slots=True)
class TemplateCall:
    """A call whose arguments are literals or calls to ``ref`` and ``source``. ``this`` is a call without arguments.

    Attributes:
        function: The name of the function, which may be prefixed with a package's name.
    """

    function: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Piece:
    """A text or a call, with the number of its first line."""

    content: str | TemplateCall
    line: int


def read_plain(text: str) -> list[Piece] | None:
    """Return the pieces of a template, or None if only Jinja can render it."""
    if "\0" in text or text.count("{%") != 2 * text.count("is_incremental()"):
        return None
    if text.rfind("#}") < text.rfind("{#"):  # each unclosed comment would cause a search to the end of the text
        return None
    pieces: list[Piece] = []
    end, line = 0, 1
    stripping = False
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text[:-1] if text.endswith("\n") else text
    for match in _EXPRESSION.finditer(text):
        between = text[end : match.start()]
        body = match["body"]
        opening = match["before"] or match["comment_before"] or match["block_before"]
        literal = between.rstrip() if opening else between
        pieces += _text(literal, line, stripping)
        line += between.count("\n")
        if body is not None:
            call = _call(body)
            if call is None:
                return None
            pieces.append(Piece(call, line))
        stripping = bool(match["after"] or match["comment_after"] or match["block_after"])
        line += match[0].count("\n")
        end = match.end()
    pieces += _text(text[end:], line, stripping)
    if any(_TAG.search(piece.content) for piece in pieces if isinstance(piece.content, str)):
        return None  # the template has a construct that the pattern does not match
    return pieces


def join_plain(pieces: Iterable[tuple[str, int, bool]]) -> tuple[str, LineMap]:
    """Join rendered pieces (text, line, whether the text comes from the template itself) into SQL and its line map."""
    starts, lines = array("i"), array("i")
    texts = []
    offset = 0
    for text, line, own in pieces:
        starts.append(offset)
        lines.append(line if own else -line)
        texts.append(text)
        offset += len(text)
    return "".join(texts), LineMap(starts, lines)


def _text(text: str, line: int, stripping: bool) -> list[Piece]:
    if stripping:
        stripped = text.lstrip()
        line += text.count("\n", 0, len(text) - len(stripped))
        text = stripped
    return [Piece(text, line)] if text else []


def _call(body: str) -> TemplateCall | None:
    if body.strip() == "this":
        return TemplateCall("this", (), {})
    texts = _TEXTS_CALL.fullmatch(body)
    if texts is not None and body.isprintable():  # most calls match, and Python's parser takes ten times as long
        return TemplateCall(texts[1], tuple(text for text in texts.groups()[1:] if text is not None), {})
    match = _CALL.match(body)
    if match is None:
        return None
    try:
        tree = ast.parse(body.strip(), mode="eval").body
        if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name | ast.Attribute):
            return None
        args = tuple(_argument(arg) for arg in tree.args)
        kwargs = {keyword.arg or "": _argument(keyword.value) for keyword in tree.keywords}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return None if "" in kwargs else TemplateCall(match[1], args, kwargs)


def _argument(node: ast.expr) -> Any:
    """Return a literal, or a call that returns a relation, as in the arguments of generic tests."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _RELATIONS:
        kwargs = {keyword.arg or "": _literal(keyword.value) for keyword in node.keywords}
        if "" not in kwargs:
            return TemplateCall(node.func.id, tuple(map(_literal, node.args)), kwargs)
    return _literal(node)


def _literal(node: ast.expr) -> Any:
    if isinstance(node, ast.Name) and node.id in _WORDS:
        return _WORDS[node.id]
    if isinstance(node, ast.Constant) and isinstance(node.value, str | int | float | bool | None):
        if isinstance(node.value, str) and ("\\" in node.value or not node.value.isprintable()):
            raise ValueError("an escape")  # Python's escapes differ from Jinja's
        return node.value
    if isinstance(node, ast.List | ast.Tuple):
        return [_literal(item) for item in node.elts]
    if isinstance(node, ast.Dict) and all(node.keys):
        return {_literal(key): _literal(value) for key, value in zip(node.keys, node.values, strict=True) if key}
    raise ValueError("not a literal")
