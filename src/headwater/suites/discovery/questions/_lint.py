"""Finds faults in drafts before a person reads them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from headwater.suites.discovery.questions._records import Draft
from headwater.suites.discovery.scoring import strict_difference

_SHORTEST = 4
"""The minimum length of a name that reveals a file. Shorter names are words such as "day"."""
_SQL = frozenset({"execute", "query", "read_sql", "read_sql_query", "sql"})
_CHOICE = re.compile(r"\b(?:or|either|alternatively)\b", re.IGNORECASE)
_DECIMALS = re.compile(r"(\d+) decimal")
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w]|\.\d)")
_CONSTANT_OF_SQL = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?|'((?:[^']|'')*)'")
_QUOTED = re.compile('["`\u2018\u201c]([^"`\u2019\u201d]+)["`\u2019\u201d]')


def lint(draft: Draft) -> list[str]:
    """Return the faults of a draft, one line each. A draft without faults may be shown to a person."""
    words = f"{draft.question} {draft.guidelines}"
    return [*names_files(words, draft.anchor.files), *_form(draft), *_filters(draft)]


def names_files(text: str, files: Sequence[str]) -> Iterator[str]:
    """Yield the names of files and datasets that appear in a text.

    Args:
        text: The words of a question.
        files: The files that must not be named, as ``<dataset>/<path>``.
    """
    words = _plain(text)
    for file in files:
        dataset, _, path = file.partition("/")
        for name in dict.fromkeys((dataset, PurePosixPath(path).name, PurePosixPath(path).stem)):
            plain = _plain(name)
            if len(re.sub(r"[\d ]", "", plain)) >= _SHORTEST and f" {plain} " in f" {words} ":
                yield f"names {name!r}, which gives {file} away"


def _form(draft: Draft) -> Iterator[str]:
    """Yield the reasons why the guidelines do not determine a unique answer in a unique form."""
    if not draft.guidelines.strip():
        yield "has no guidelines"
    if _CHOICE.search(draft.guidelines):
        yield "has guidelines that leave a choice"
    decimals = len(draft.answer.rstrip("%").partition(".")[2])
    requested = _DECIMALS.findall(draft.guidelines)
    if decimals and not requested:
        yield "does not say to how many decimals the answer is rounded"
    elif requested and any(int(each) != decimals for each in requested):
        yield f"has an answer of {decimals} decimals, and guidelines that ask for {', '.join(requested)}"
    if all(strict_difference(each, draft.answer, draft.guidelines) for each in _exact(draft)):
        yield f"has the answer {draft.answer}, and its slice gives {draft.anchor.value}"
    if draft.question.count("?") > 1:
        yield "asks more than one question"


def _exact(draft: Draft) -> tuple[str, ...]:
    """Return the anchor's number in full precision, in the units in which a notebook can show it."""
    value = draft.anchor.value
    return (f"{100 * value}%", f"{value}%") if draft.answer.endswith("%") else (str(value),)


def _filters(draft: Draft) -> Iterator[str]:
    """Yield filters that the words omit, and values in the words that do not occur in any step of the slice."""
    question = _plain(draft.question)
    for constant in _constants_of_filters(draft):
        if f" {_plain(constant)} " not in f" {question} ":
            yield f"does not say {constant!r}, by which the slice filters"
    constants = {str(constant) for constant in _constants(ast.parse(draft.anchor.slice))}
    known = {_plain(constant) for constant in constants} | set(re.findall(r"\d+", " ".join(draft.anchor.files)))
    rest = draft.question
    # A short constant can be part of a longer one.
    for constant in sorted(constants - {""}, key=len, reverse=True):
        rest = re.sub(rf"(?<![\w.]){re.escape(constant)}(?!\w)", " ", rest)
    for mentioned in (*_NUMBER.findall(rest), *_QUOTED.findall(draft.question)):
        if _plain(mentioned) not in known:
            yield f"says {mentioned!r}, which no step of the slice has"


def _constants_of_filters(draft: Draft) -> Iterator[str]:
    """Yield the constants in filters, and the labels of the group or row that the number comes from."""
    for operation in draft.anchor.operations:
        if operation.name in _SQL:
            yield from _constants_of_sql(operation.text)
        elif operation.name == "filter":
            yield from map(str, _constants(_parsed(operation.text)))
    for each in ast.walk(ast.parse(draft.anchor.expression)):
        match each:
            case ast.Subscript(value=ast.Attribute(attr="loc"), slice=label):
                yield from map(str, _constants(label))
            case _:
                pass


def _constants_of_sql(text: str) -> Iterator[str]:
    start = text.lower().find(" where ")
    for found in _CONSTANT_OF_SQL.finditer(text, start) if start >= 0 else ():
        yield found[0] if found[1] is None else found[1]


def _parsed(text: str) -> ast.AST:
    """Parse a condition. A list slice such as ``1:3`` is not an expression on its own."""
    try:
        return ast.parse(text, mode="eval")
    except SyntaxError:
        return ast.parse(f"x[{text}]", mode="eval") if "…" not in text else ast.Constant(text)


def _constants(node: ast.AST) -> Iterator[str | int | float]:
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str | int | float):
            yield each.value


def _plain(text: str) -> str:
    """Return words in lower case with single spaces, so that ``port_calls`` and "port calls" are equal."""
    return " ".join(re.findall(r"[\w.]+", text.lower().replace("_", " "))).replace(". ", " ").rstrip(".")
