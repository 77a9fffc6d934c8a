"""Computes discovery accuracy by comparing the files that an agent declares with those that the question needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from headwater.suites.discovery.targets import Parts, distinct, has_folder, parts_of, same_file


@dataclass(frozen=True)
class FileScore:
    """The comparison of declared files with target files. Published definitions of discovery accuracy differ.

    Attributes:
        equal: Whether the declared files are exactly the target files (the definition in the article).
        superset: Whether all target files are declared, possibly among others (the definition in the official
            documentation).
        precision: The share of declared files that are target files.
        recall: The share of target files that are declared.
        f1: The harmonic mean of precision and recall.
    """

    equal: bool
    superset: bool
    precision: float
    recall: float
    f1: float


def score_files(declared: Sequence[str], targets: Sequence[Parts]) -> FileScore:
    """Compare declared files with target files, of which there must be at least one."""
    # Declaring a file twice must not lower the precision.
    files = distinct(map(parts_of, declared))
    hits = sum(any(same_file(path, target) for path in files) for target in targets)
    return score_counts(hits, len(files), len(targets))


def score_counts(hits: int, declared: int, targets: int) -> FileScore:
    """Return the comparison, given the numbers of common, declared and target files (at least one target)."""
    precision = hits / declared if declared else 0.0
    recall = hits / targets
    return FileScore(
        equal=hits == targets == declared,
        superset=hits == targets,
        precision=precision,
        recall=recall,
        f1=2 * precision * recall / (precision + recall) if hits else 0.0,
    )


def without_folder(declared: Sequence[str]) -> str:
    """Return the first declared path without a folder, which several datasets can contain, or an empty string."""
    return next((path for path in declared if not has_folder(parts_of(path))), "")
