"""Computes discovery accuracy from the numbers of used files and of files that the question needs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class FileScore:
    """The comparison of used or declared files with target files. Published definitions of discovery accuracy differ.

    Attributes:
        equal: Whether the files are exactly the target files (the definition in the article).
        superset: Whether all target files are among them, possibly among others (the definition in the official
            documentation).
        precision: The share of files that are target files.
        recall: The share of target files that are among them.
        f1: The harmonic mean of precision and recall.
    """

    equal: bool
    superset: bool
    precision: float
    recall: float
    f1: float


def score_counts(hits: int, files: int, targets: int) -> FileScore:
    """Return the comparison, given the numbers of common files, of files and of target files (at least one target)."""
    precision = hits / files if files else 0.0
    recall = hits / targets
    return FileScore(
        equal=hits == targets == files,
        superset=hits == targets,
        precision=precision,
        recall=recall,
        f1=2 * precision * recall / (precision + recall) if hits else 0.0,
    )
