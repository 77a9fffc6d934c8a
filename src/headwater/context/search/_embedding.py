"""Implements optional semantic search, which stores a vector per document and finds the vectors nearest to a query."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from math import sqrt
from operator import mul
from typing import Protocol


class Embedder(Protocol):
    """Computes embedding vectors for texts.

    Attributes:
        name: The name of the model. If it changes, all vectors are computed again.
    """

    name: str

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return one vector for each text, all of the same length."""
        ...


def pack(vector: Sequence[float]) -> bytes:
    """Return a vector as bytes, normalized to length 1."""
    length = sqrt(sum(map(mul, vector, vector))) or 1.0
    return array("f", [value / length for value in vector]).tobytes()


def nearest(query: Sequence[float], vectors: Mapping[int, bytes], most: int) -> list[int]:
    """Return the documents whose vectors are nearest to the query's vector, nearest first."""
    query_vector = array("f", pack(query))
    scores = {key: sum(map(mul, query_vector, array("f", packed))) for key, packed in vectors.items()}
    return sorted(scores, key=lambda key: (-scores[key], key))[:most]
