"""Interprets names to find which entity a table lists, which entity a column refers to, and how similar these are.

Names are split into words. ``billingAddressID``, ``BILLING_ADDRESS_ID`` and ``billing_address_id`` all consist of the
words *billing* and *address* and the mark *id*. The table ``stg_shop__customers`` lists the entity *customer*.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from headwater.context.catalog.keys._vocabulary import LAYERS, MARKS

_GLUED_MARKS = ("number", "uuid", "guid", "code", "key", "num", "id", "nr", "no", "sk", "cd", "pk", "fk")
_IRREGULAR = {
    "people": "person",
    "persons": "person",
    "children": "child",
    "men": "man",
    "women": "woman",
    "staff": "staff",
    "data": "data",
    "media": "media",
    "indices": "index",
    "matrices": "matrix",
    "criteria": "criterion",
    "analyses": "analysis",
    "series": "series",
    "species": "species",
    "movies": "movie",
    "cookies": "cookie",
    "calories": "calorie",
    "statuses": "status",
    "buses": "bus",
    "lenses": "lens",
    "aliases": "alias",
    "houses": "house",
    "courses": "course",
    "cases": "case",
    "bases": "base",
    "phases": "phase",
    "purchases": "purchase",
    "warehouses": "warehouse",
    "licenses": "license",
    "expenses": "expense",
    "databases": "database",
    "releases": "release",
    "leases": "lease",
    "nurses": "nurse",
    "diagnoses": "diagnosis",
    "responses": "response",
    "exercises": "exercise",
    "franchises": "franchise",
    "caches": "cache",
    "sizes": "size",
    "prizes": "prize",
}
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SEPARATOR = re.compile(r"[^a-z0-9]+")


@cache
def words(name: str) -> tuple[str, ...]:
    """Split a name at separators and capitals into lower-case words without accents."""
    folded = unicodedata.normalize("NFKD", name)
    plain = "".join(character for character in folded if not unicodedata.combining(character))
    split = _CAMEL.sub("_", plain).lower()
    if not split.isascii():  # other scripts have no camel case, so their letters stay unchanged
        return tuple(part for part in re.split(r"\W+|_", split) if part)
    return tuple(part for part in _SEPARATOR.split(split) if part)


@cache
def singular(word: str) -> str:
    """Return the singular of an English noun.

    Words in other languages may come out wrong, but always in the same way, so that they still match.
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word[:-1]


@dataclass(frozen=True)
class Entity:
    """The entity that a table lists: ``("order", "item")`` for ``stg_shop__order_items``."""

    words: tuple[str, ...]

    @property
    def joined(self) -> str:
        """The words, joined without separators."""
        return "".join(self.words)


@cache
def entity_of_table(name: str) -> Entity:
    """Return the entity in a table's name, without words that name a layer or a kind of table."""
    base = name.rsplit("/", 1)[-1]
    base = re.sub(r"\.(csv|tsv|json|jsonl|ndjson|parquet|xlsx?|ods|txt|gz|db|sqlite3?)\b", "", base, flags=re.I)
    if "__" in base:
        base = base.rsplit("__", 1)[-1] or base
    parts = list(words(base))
    while len(parts) > 1 and parts[0] in LAYERS:
        parts = parts[1:]
    while len(parts) > 1 and parts[-1] in LAYERS:
        parts = parts[:-1]
    return Entity(tuple(singular(part) for part in parts))


@dataclass(frozen=True)
class Pointer:
    """The entity that a column's name refers to.

    Attributes:
        entity: The words without marks, in the singular. Empty for a column named ``id``.
        marked: Whether a mark such as ``id`` or ``key`` shows that the column identifies something.
    """

    entity: tuple[str, ...]
    marked: bool

    @property
    def joined(self) -> str:
        """The words, joined without separators."""
        return "".join(self.entity)


@cache
def pointer_of(column: str) -> Pointer:
    """Return the entity that a column's name refers to."""
    parts = list(words(column))
    marked = False
    while len(parts) > 1 and parts[-1] in MARKS:
        parts, marked = parts[:-1], True
    while len(parts) > 1 and parts[0] in MARKS:
        parts, marked = parts[1:], True
    if parts and parts[-1] in MARKS and len(parts) == 1:
        return Pointer((), True)
    if not marked and parts:
        last = parts[-1]
        mark = next((end for end in _GLUED_MARKS if last.endswith(end) and len(last) >= len(end) + 3), None)
        if mark is not None:  # custid, orderkey, deptno; `paid` is also split, but matches no table
            parts, marked = [*parts[:-1], last[: -len(mark)]], True
    return Pointer(tuple(singular(part) for part in parts), marked)


def common_prefix(columns: Sequence[str]) -> str:
    """Return the first word that nearly all columns of a table share (``l`` in ``l_orderkey``), or an empty string."""
    if len(columns) < 3:
        return ""
    firsts = [words(column)[0] if len(words(column)) > 1 else "" for column in columns]
    best = max(set(firsts), key=lambda first: (firsts.count(first), first))
    return best if best and firsts.count(best) >= 0.9 * len(columns) else ""


def without_prefix(column: str, prefix: str) -> str:
    """Remove a table's common prefix from a column's name."""
    parts = words(column)
    return "_".join(parts[1:]) if prefix and len(parts) > 1 and parts[0] == prefix else column


@cache
def likeness(pointer: Pointer, entity: Entity) -> float:
    """Return the likelihood, from 0 to 1, that a pointer means an entity.

    The likelihood is 1 if the words are equal, 0.95 if a role precedes them (``billing_address`` for ``address``), and
    0.8 if the table's name has more words (``address`` for ``customer_address``) or one name abbreviates the other.
    """
    pointer_words, entity_words = pointer.entity, entity.words
    if not pointer_words or not entity_words:
        return 0.0
    if pointer_words == entity_words or pointer.joined == entity.joined:
        return 1.0
    if len(pointer_words) > len(entity_words) and pointer_words[-len(entity_words) :] == entity_words:
        return 0.95
    if len(entity.joined) >= 4 and pointer.joined.endswith(entity.joined):
        return 0.92
    if len(entity_words) > len(pointer_words) and entity_words[-len(pointer_words) :] == pointer_words:
        return 0.8
    if len(entity_words) > len(pointer_words) and entity_words[: len(pointer_words)] == pointer_words:
        return 0.72
    return _abbreviation(pointer_words, entity_words)


def _abbreviation(own_words: tuple[str, ...], target_words: tuple[str, ...]) -> float:
    if len(own_words) == 1 and len(target_words) > 1 and own_words[0] == "".join(word[0] for word in target_words):
        return 0.8  # po for purchase_order
    tail = own_words[-len(target_words) :]
    if len(tail) == len(target_words) and all(
        _shortens(short, long) for short, long in zip(tail, target_words, strict=True)
    ):
        return 0.85 if len(own_words) == len(target_words) else 0.8
    is_short = len(own_words) == 1 or own_words[-1] != target_words[-1]
    if len(target_words) > 1 and is_short and len(own_words[-1]) >= 4 and _shortens(own_words[-1], target_words[-1]):
        return 0.7  # addr and ship_addr for customer_address
    initials = "".join(word[0] for word in target_words[:-1])
    rest = own_words[-1].removeprefix(initials)
    if initials and own_words[-1] != rest and len(rest) >= 3 and target_words[-1].startswith(rest):
        return 0.8  # cdemo and bill_cdemo for customer_demographics
    if (
        len(own_words) == 1
        and len(target_words) == 2
        and own_words[0].startswith(target_words[0][:3])
        and _shortens(own_words[0], "".join(target_words))
    ):
        return 0.75  # prodcat for product_category
    return 0.0


def _shortens(short: str, long: str) -> bool:
    """Return whether one word equals, begins or abbreviates the other, as ``acct`` abbreviates ``account``."""
    if short == long:
        return True
    if len(short) < 3 or len(long) < len(short):
        return _shortens(long, short) if 3 <= len(long) < len(short) else False
    if long.startswith(short):
        return True
    letters = iter(long)
    ordered = short[0] == long[0] and all(letter in letters for letter in short)
    return ordered and sum(letter in "aeiou" for letter in short) <= 1
