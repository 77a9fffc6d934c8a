"""Defines the models for search documents and results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class DocumentKind(StrEnum):
    """The kind of object that a document describes."""

    TABLE = "table"
    COLUMN = "column"
    MODEL = "model"
    METRIC = "metric"
    PAGE = "page"
    VALUE = "value"


@dataclass(frozen=True)
class SearchDocument:
    """An object that search can find.

    Attributes:
        id: The unique id, such as ``shop:main.orders``, ``shop:main.orders.amount``, ``model.shop.orders``,
            ``orders.revenue``.
        name: The display name.
        path: The container of the object: table, source, package or folder.
        about: The description of the object.
        body: More text, with a low weight.
        place: What to open to see the object, under the keys ``table``, ``column``, ``value``, ``page``, ``file`` and
            ``measure``.
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
        score: The score relative to that of the best result, which is 1.
        why: The matching fields, and the matching words as written in the document, such as ``name: order items``.
    """

    kind: DocumentKind
    id: str
    name: str
    about: str
    score: float
    why: tuple[str, ...]
    place: Mapping[str, str]
