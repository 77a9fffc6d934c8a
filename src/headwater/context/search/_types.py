"""Models of search documents and results; they are pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class DocumentKind(StrEnum):
    """The kind of thing that a document describes."""

    TABLE = "table"
    COLUMN = "column"
    MODEL = "model"
    METRIC = "metric"
    PAGE = "page"
    VALUE = "value"


@dataclass(frozen=True)
class SearchDocument:
    """Something that search can find.

    Attributes:
        id: Unique: ``shop:main.orders``, ``shop:main.orders.amount``, ``model.shop.orders``, ``orders.revenue``.
        name: Its name for people.
        path: Its container: table, source, package or folder.
        about: Its description.
        body: More text, with a low weight.
        place: Where to continue: ``table``, ``column``, ``value``, ``page``, ``file``, ``measure``.
    """

    kind: DocumentKind
    id: str
    name: str
    path: str = ""
    about: str = ""
    body: str = ""
    place: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class SearchHit:
    """A search result.

    Attributes:
        score: Relative to the best result, which has 1.
        why: The matching fields, with the words as written there: ``name: order items``.
    """

    kind: DocumentKind
    id: str
    name: str
    about: str
    score: float
    why: tuple[str, ...]
    place: Mapping[str, str]
