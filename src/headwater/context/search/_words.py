"""Splits text in any script into words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby
from typing import Any

import snowballstemmer

_STEMMERS = {"LATIN": "english", "CYRILLIC": "russian", "GREEK": "greek", "ARABIC": "arabic", "ARMENIAN": "armenian",
             "DEVANAGARI": "hindi", "TAMIL": "tamil"}  # fmt: skip
# Scripts without spaces between words, whose text is split into pairs of characters.
_UNSPACED = re.compile(
    "([\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
    "\U00020000-\U0003ffff]+)"
)
_ASCII_PARTS = re.compile(r"[A-Za-z]+|[0-9]+")
_CAPITALS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_ACCENTS = re.compile("[\u0300-\u036f]")
_LAYERS = re.compile(r"^((stg|stage|staging|src|raw|base|int|intermediate|dim|fct|fact|mart|rpt|agg|vw|v|tbl)_)+", re.I)
_MAX_WORD = 64


def words(text: str, *, is_query: bool = False) -> list[str]:
    """Return the words of a text in order, with case and accents folded, and stemmed. ``orderItems`` yields two words.

    Args:
        text: Text in any script.
        is_query: Whether the text is a query. In scripts without spaces, a query yields only pairs of characters and no
            single characters.
    """
    return list(_words(text, is_query))


def bare(name: str) -> str:
    """Return a relation's name without its layer, such as ``orders`` for ``fct_orders`` and ``shop__orders``."""
    return _LAYERS.sub("", name.rpartition("__")[2]) or name


def joined(name: str) -> str:
    """Return a name without separators, as users may type it: ``orderitems`` for ``order_items``."""
    return "".join(_parts(_folded(name)))[:_MAX_WORD]


def _words(text: str, is_query: bool) -> Iterator[str]:
    plain = unicodedata.normalize("NFKC", text)
    for number, stretch in enumerate(_UNSPACED.split(plain)):
        if number % 2:
            yield from _pairs(_folded(stretch), is_query)
            continue
        for spaced in _CAPITALS.sub(" ", stretch).split():
            for part in _parts(_folded(spaced)):
                yield _stem(part[:_MAX_WORD])


def _parts(text: str) -> list[str]:
    """Return the runs of letters with their combining marks, and the runs of digits."""
    if text.isascii():
        return _ASCII_PARTS.findall(text)
    return ["".join(run) for kind, run in groupby(text, _class) if kind]


def _class(character: str) -> str:
    category = unicodedata.category(character)[0]
    return {"L": "letter", "M": "letter", "N": "digit"}.get(category, "")


def _pairs(stretch: str, is_query: bool) -> Iterator[str]:
    """Yield pairs of adjacent characters. Documents also get single characters, so that these can be found."""
    if not is_query or len(stretch) == 1:
        yield from stretch
    yield from (stretch[at : at + 2] for at in range(len(stretch) - 1))


def _folded(text: str) -> str:
    """Fold case and accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFKC", _ACCENTS.sub("", decomposed))


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    if len(word) < 3 or word.isdecimal():
        return word
    script = unicodedata.name(word[0], "").partition(" ")[0]
    language = _STEMMERS.get(script)
    return str(_stemmer(language).stemWord(word)) if language else word


@cache
def _stemmer(language: str) -> Any:
    return snowballstemmer.stemmer(language)
