"""Pairs rows from two tables whose numbers are close, after equal rows have been removed.

Closeness is not transitive, so the choice of partners matters. If pairing in sorted order leaves rows unpaired, a
maximum matching decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from headwater.suites.spider2.scoring._values import ABSOLUTE, RELATIVE

_EDGES = 5_000_000
"""The maximum number of edges per group.

With more edges, nearly all rows are alike, and pairing in sorted order works as well.
"""

Matrix = NDArray[np.float64]
Index = NDArray[np.int64]


@dataclass(frozen=True)
class ComparedRows:
    """The rows on one side of a comparison.

    Attributes:
        groups: A group number for each row. Rows are in the same group if all of their non-numeric values are equal.
        numbers: The numeric values of each row. A NaN means NaN or, where ``nulls`` is set, NULL.
        nulls: The positions at which a number is NULL.
    """

    groups: Index
    numbers: Matrix
    nulls: NDArray[np.bool_]


def unpaired(gold: ComparedRows, prediction: ComparedRows, enough: int) -> tuple[Index, Index]:
    """Return the positions of the rows on each side that have no close partner on the other side.

    Args:
        gold: One side.
        prediction: The other side.
        enough: The number of rows after which to stop, if the tables are known to differ and only examples are needed.
    """
    gold_order, prediction_order = _sorted(gold), _sorted(prediction)
    unpaired_parts: tuple[list[Index], list[Index]] = ([], [])
    for one, other in _open_groups(gold, gold_order, prediction, prediction_order):
        paired_one, paired_other = _match(gold, one, prediction, other)
        unpaired_parts[0].append(np.setdiff1d(one, paired_one))
        unpaired_parts[1].append(np.setdiff1d(other, paired_other))
        if sum(map(len, unpaired_parts[0])) + sum(map(len, unpaired_parts[1])) >= enough:
            break
    empty = np.empty(0, dtype=np.int64)
    return np.concatenate([*unpaired_parts[0], empty]), np.concatenate([*unpaired_parts[1], empty])


def _open_groups(
    gold: ComparedRows, gold_order: Index, prediction: ComparedRows, prediction_order: Index
) -> Iterator[tuple[Index, Index]]:
    """Yield, as the rows on each side, the groups that cannot be paired completely in sorted order."""
    groups = np.union1d(gold.groups, prediction.groups)
    starts = [
        np.searchsorted(rows.groups[order], groups, "left")
        for rows, order in ((gold, gold_order), (prediction, prediction_order))
    ]
    ends = [
        np.searchsorted(rows.groups[order], groups, "right")
        for rows, order in ((gold, gold_order), (prediction, prediction_order))
    ]
    sizes = [end - start for start, end in zip(starts, ends, strict=True)]
    even = sizes[0] == sizes[1]
    settled = np.zeros(len(groups), dtype=np.bool_)
    # Groups that are equal in size on both sides are paired by position, all in one step.
    one, other = (
        order[np.repeat(even, size)] for order, size in zip((gold_order, prediction_order), sizes, strict=True)
    )
    open_groups = np.unique(gold.groups[one][~_close(gold, one, prediction, other)])
    settled[even] = ~np.isin(groups[even], open_groups)
    for place in np.flatnonzero(~settled):
        yield gold_order[starts[0][place] : ends[0][place]], prediction_order[starts[1][place] : ends[1][place]]


def _sorted(rows: ComparedRows) -> Index:
    """Sort rows by group and then by their numbers to five digits, so that noise does not change the order."""
    keys = [_coarse(rows.numbers[:, column]) for column in range(rows.numbers.shape[1])]
    # `lexsort` sorts by its last key first.
    return np.lexsort([*reversed(keys), rows.groups]).astype(np.int64)


def _coarse(values: Matrix) -> Matrix:
    with np.errstate(divide="ignore", invalid="ignore"):
        magnitude = np.where(values == 0, 1.0, 10.0 ** np.floor(np.log10(np.abs(values))))
        rounded: Matrix = np.round(values / magnitude, 5) * magnitude
    return np.where(np.isfinite(rounded), rounded, values)


def _close(gold: ComparedRows, one: Index, prediction: ComparedRows, other: Index) -> NDArray[np.bool_]:
    """Return a mask of the row pairs that are close."""
    a, b = gold.numbers[one], prediction.numbers[other]
    with np.errstate(invalid="ignore", over="ignore"):
        within = np.abs(a - b) <= np.maximum(RELATIVE * np.maximum(np.abs(a), np.abs(b)), ABSOLUTE)
    # The difference of two infinities is NaN, so infinities are compared for equality.
    equal = (within & np.isfinite(a) & np.isfinite(b)) | (a == b) | (np.isnan(a) & np.isnan(b))
    equal &= gold.nulls[one] == prediction.nulls[other]
    result: NDArray[np.bool_] = equal.all(axis=1) & (gold.groups[one] == prediction.groups[other])
    return result


def _match(gold: ComparedRows, one: Index, prediction: ComparedRows, other: Index) -> tuple[Index, Index]:
    """Return the rows in a group that have a partner in a maximum matching."""
    if not len(one) or not len(other):
        return one[:0], other[:0]
    if not gold.numbers.shape[1]:
        count = min(len(one), len(other))
        return one[:count], other[:count]
    edges = _candidates(gold, one, prediction, other)
    if edges is None:
        count = min(len(one), len(other))
        close = _close(gold, one[:count], prediction, other[:count])
        return one[:count][close], other[:count][close]
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    rows, columns = edges
    graph = csr_array((np.ones(len(rows), dtype=np.int8), (rows, columns)), shape=(len(one), len(other)))
    partner = maximum_bipartite_matching(graph, perm_type="column")
    return one[partner >= 0], other[partner[partner >= 0]]


def _candidates(gold: ComparedRows, one: Index, prediction: ComparedRows, other: Index) -> tuple[Index, Index] | None:
    """Return the close pairs, or None if there are too many.

    The search uses the column with the most distinct values.
    """
    spread = [len(np.unique(prediction.numbers[other, column])) for column in range(prediction.numbers.shape[1])]
    column = int(np.argmax(spread))
    order = np.argsort(prediction.numbers[other, column], kind="stable")
    values, gold_values = prediction.numbers[other[order], column], gold.numbers[one, column]
    slack = 2 * np.maximum(RELATIVE * np.abs(gold_values), ABSOLUTE)
    with np.errstate(invalid="ignore"):
        finite = np.isfinite(gold_values)
        first = np.searchsorted(values, np.where(finite, gold_values - slack, gold_values), side="left")
        last = np.searchsorted(values, np.where(finite, gold_values + slack, gold_values), side="right")
    counts = last - first
    if counts.sum() > _EDGES:
        return None
    rows = np.repeat(np.arange(len(one)), counts)
    starts = np.repeat(first - np.concatenate(([0], np.cumsum(counts)[:-1])), counts)
    columns = order[np.arange(len(rows)) + starts]
    close = _close(gold, one[rows], prediction, other[columns])
    return rows[close], columns[close]
