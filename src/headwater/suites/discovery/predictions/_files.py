"""Compares the files that an agent declares with those that the question needs."""

from __future__ import annotations

from collections.abc import Sequence

from headwater.suites.discovery.scoring import FileScore, score_counts
from headwater.suites.discovery.targets import Parts, distinct, has_folder, parts_of, same_file


def score_files(declared: Sequence[str], targets: Sequence[Parts]) -> FileScore:
    """Compare declared files with target files, of which there must be at least one."""
    # Declaring a file twice must not lower the precision.
    files = distinct(map(parts_of, declared))
    hits = sum(any(same_file(path, target) for path in files) for target in targets)
    return score_counts(hits, len(files), len(targets))


def without_folder(declared: Sequence[str]) -> str:
    """Return the first declared path without a folder, which several datasets can contain, or an empty string."""
    return next((path for path in declared if not has_folder(parts_of(path))), "")
