"""What is searched and what is found. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """What a document is about."""

    TABLE = "table"
    COLUMN = "column"
    MODEL = "model"
    METRIC = "metric"
    PAGE = "page"
    VALUE = "value"


@dataclass(frozen=True)
class Document:
    """Something that can be found.

    Attributes:
        id: Unique: ``shop:main.orders``, ``shop:main.orders.amount``, ``model.shop.orders``, ``orders.revenue``.
        name: What it is called, for people to read.
        path: What it is in: its table, source, package, folder.
        about: Its description.
        body: More text, which counts little.
        place: Where to go on: ``table``, ``column``, ``value``, ``page``, ``file``, ``measure``.
    """

    kind: Kind
    id: str
    name: str
    path: str = ""
    about: str = ""
    body: str = ""
    place: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Hit:
    """Something that was found.

    Attributes:
        score: Relative to the best, which has 1.
        why: The fields that match, with the words as they are there: ``name: order items``.
    """

    kind: Kind
    id: str
    name: str
    about: str
    score: float
    why: tuple[str, ...]
    place: Mapping[str, str]
