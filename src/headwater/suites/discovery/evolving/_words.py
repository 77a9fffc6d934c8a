"""Rewords a question by removing a hint or renaming a column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from headwater.suites.discovery.solvers import DataFile, words_of

_ALIASES = {
    "amount": "value",
    "average": "mean",
    "city": "town",
    "cost": "expense",
    "costs": "expenses",
    "customers": "clients",
    "date": "day",
    "largest": "highest",
    "mean": "average",
    "number": "count",
    "orders": "purchases",
    "people": "persons",
    "price": "charge",
    "region": "area",
    "sales": "turnover",
    "shop": "outlet",
    "shops": "outlets",
    "smallest": "lowest",
    "street": "road",
    "total": "overall",
    "type": "kind",
    "year": "twelve-month period",
}
_REMARK = re.compile(r"\s*\([^()]*\)")
_ENTRY = re.compile(r"^[\s|*-]*[`'\"]?(?P<name>\w+)[`'\"]?\s*[-:;,|\u2013\u2014]+\s*(?P<said>[^|;\n]+)", re.MULTILINE)
_MOST_WORDS = 6


class Wording(NamedTuple):
    """New words, and a description of the change."""

    question: str
    what: str


def without_hints(question: str, targets: Sequence[DataFile]) -> Iterator[Wording]:
    """Yield versions of the question without a remark in brackets or without a filter's column name."""
    for found in _REMARK.finditer(question):
        yield Wording(question.replace(found[0], "", 1), f"without the remark{found[0]}")
    for column in _columns(targets):
        # Only a test for equality makes sense without a column: "for Berlin" is clear, but "for more than 5" is not.
        named = re.compile(rf"\b(?:where|and) (?:the )?{re.escape(column)} is (?!(?:more|less|at|from|one|not)\b)")
        for found in named.finditer(question):
            joint = "and " if found[0].startswith("and") else "for "
            yield Wording(question.replace(found[0], joint, 1), f"does not name {column!r}, by which it filters")


def with_aliases(question: str, targets: Sequence[DataFile], documents: str) -> Iterator[Wording]:
    """Yield versions of the question with a synonym for a column, taken from the lake's documents or from a list."""
    described = dict(_described(documents))
    for column in _columns(targets):
        meaning = described.get(column)
        if meaning and (changed := _renamed(question, column, meaning)) != question:
            yield Wording(changed, f"{meaning!r} for {column!r}, as the documents say")
    given_away = {word for file in targets for word in file.words}
    for word in dict.fromkeys(words_of(question)):
        alias = _ALIASES.get(word)
        if alias and (word in given_away or word in ("mean", "largest", "smallest")):
            yield Wording(_renamed(question, word, alias), f"{alias!r} for {word!r}")


def _columns(targets: Sequence[DataFile]) -> list[str]:
    """Return the column names as words, longest first."""
    names = {" ".join(column.replace("_", " ").split()) for file in targets for column in file.columns}
    return sorted(names - {""}, key=lambda name: (-len(name), name))


def _described(documents: str) -> Iterator[tuple[str, str]]:
    """Yield the columns that documents describe in a few words, with their descriptions."""
    for found in _ENTRY.finditer(documents):
        meaning = found["said"].strip(" `'\".").split(",")[0].split("(")[0].strip()
        if 0 < len(meaning.split()) <= _MOST_WORDS and not re.search(r"[\d_]", meaning):
            yield " ".join(found["name"].lower().replace("_", " ").split()), f"{meaning[0].lower()}{meaning[1:]}"


def _renamed(question: str, old: str, new: str) -> str:
    # The replacement is a function, because backslashes in a replacement string would have a special meaning.
    return re.sub(rf"(?<![\w-]){re.escape(old)}(?![\w-])", lambda _: new, question, count=1)
