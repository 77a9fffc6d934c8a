"""Represents what is known about a program's values without running it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

UNKNOWN = "*"
_MOST = 64
"""The maximum number of texts per value. If there are more, the value counts as unknown."""
_LONGEST = 4096
_MOST_VALUES = 1000


@dataclass(frozen=True)
class Value:
    """An abstract value.

    Attributes:
        texts: The possible texts. Empty if they are unknown. `UNKNOWN` stands for an unknown part.
        files: The files from whose content it derives.
        parts: The elements of a list by index, or the values of a dictionary by key, if they are known.
    """

    texts: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()
    parts: Mapping[Any, Value] | None = None
    derived: frozenset[str] = field(init=False)
    """The files from which the value or one of its elements derives."""
    size: int = field(init=False)
    """The number of values including elements. The elements of a value that is too large are discarded."""

    def __post_init__(self) -> None:
        parts = list(self.parts.values()) if self.parts else []
        object.__setattr__(self, "derived", self.files.union(*(each.derived for each in parts)))
        object.__setattr__(self, "size", 1 + sum(each.size for each in parts))
        if self.size > _MOST_VALUES:
            object.__setattr__(self, "files", self.derived)
            object.__setattr__(self, "parts", None)
            object.__setattr__(self, "size", 1)

    def without_texts(self) -> Value:
        """Return an unknown value that derives from the same files."""
        return Value(files=self.files)

    def elements(self) -> list[Value]:
        """Return the values that a loop over this value yields: one per element, or a single one for all elements."""
        if self.parts is not None:
            return [each.tainted(self.files) for each in self.parts.values()]
        return [self]

    def tainted(self, files: frozenset[str]) -> Value:
        """Return the same value, derived from these files as well."""
        return Value(self.texts, self.files | files, self.parts) if files - self.files else self


NOTHING = Value()


def text_value(*texts: str) -> Value:
    """Return a value that stands for any one of these texts."""
    return Value(frozenset(texts))


def joined(values: Iterable[Value]) -> Value:
    """Return a value that stands for any one of these values."""
    every = list(values)
    if len(every) == 1:
        return every[0]
    return Value(_bounded(frozenset().union(*(each.texts for each in every))), files_of(every), _common_parts(every))


def files_of(values: Iterable[Value]) -> frozenset[str]:
    """Return the files from which any of these values or their elements derive."""
    return frozenset().union(*(each.derived for each in values))


def combined(values: Iterable[Value], make: Callable[[tuple[str, ...]], str | None]) -> Value:
    """Apply a function to each combination of texts. A value without texts and a result of None become `UNKNOWN`."""
    every = list(values)
    choices = [sorted(each.texts) or [UNKNOWN] for each in every]
    size = 1
    for each in choices:
        size *= len(each)
    if size > _MOST or not any(each.texts for each in every):
        return Value(files=files_of(every))
    made = (make(choice) or UNKNOWN if sum(map(len, choice)) <= _LONGEST else UNKNOWN for choice in product(*choices))
    return Value(frozenset(text for text in made if len(text) <= _LONGEST), files_of(every))


def _bounded(texts: frozenset[str]) -> frozenset[str]:
    return texts if len(texts) <= _MOST else frozenset()


def _common_parts(values: list[Value]) -> Mapping[Any, Value] | None:
    known = [each.parts for each in values if each.parts is not None]
    if not known:
        return None
    keys = {key: None for parts in known for key in parts}
    return {key: joined([parts[key] for parts in known if key in parts]) for key in keys}
