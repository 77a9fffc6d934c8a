"""Simulate defects in data transfers: rows that are cut off, sent twice or left out."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd

Defect = Callable[[pd.DataFrame, np.random.Generator], pd.DataFrame]


def cut(table: pd.DataFrame, random: np.random.Generator) -> pd.DataFrame:
    """Return the first rows, up to the point at which the transfer broke off."""
    return table.head(int(len(table) * random.uniform(0.8, 0.92)))


def resent(table: pd.DataFrame, random: np.random.Generator) -> pd.DataFrame:
    """Return the rows with one block repeated and the next block missing."""
    size = max(2, int(len(table) * random.uniform(0.08, 0.16)))
    start = int(random.integers(0, max(1, len(table) - 2 * size)))
    block = table.iloc[start : start + size]
    return pd.concat([table.iloc[: start + size], block, table.iloc[start + 2 * size :]])


def gap(table: pd.DataFrame, random: np.random.Generator) -> pd.DataFrame:
    """Return the rows without a block in the middle."""
    size = max(2, int(len(table) * random.uniform(0.08, 0.16)))
    start = int(random.integers(len(table) // 4, len(table) // 2))
    return pd.concat([table.iloc[:start], table.iloc[start + size :]])


DEFECTS: tuple[Defect, ...] = (cut, resent, gap)


def defective(table: pd.DataFrame, random: np.random.Generator) -> pd.DataFrame:
    """Return the rows with a randomly chosen defect."""
    return DEFECTS[int(random.integers(0, len(DEFECTS)))](table, random)
