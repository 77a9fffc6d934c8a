"""Accumulates the rows of a simulation step by step."""

from __future__ import annotations

import numpy as np

from headwater.simulation._clock import Flags, Ints


class Rows:
    """Growing integer columns, which can be read by name after all rows are added."""

    def __init__(self, *names: str) -> None:
        self._parts: dict[str, list[Ints]] = {name: [] for name in names}
        self._n = 0
        self._columns: dict[str, Ints] | None = None

    def __len__(self) -> int:
        return self._n

    def add(self, n: int, **columns: Ints | Flags | int) -> Ints:
        """Append ``n`` rows, and return their positions. Arrays are copied, and scalars are repeated."""
        if set(columns) != set(self._parts):
            raise ValueError(f"columns differ: {sorted(set(columns) ^ set(self._parts))}")
        for name, values in columns.items():
            self._parts[name].append(np.broadcast_to(np.array(values, dtype=np.int64), (n,)))
        self._columns = None
        self._n += n
        return np.arange(self._n - n, self._n)

    def __getitem__(self, name: str) -> Ints:
        if self._columns is None:
            empty = [np.zeros(0, dtype=np.int64)]
            self._columns = {key: np.concatenate(parts or empty) for key, parts in self._parts.items()}
        return self._columns[name]

    def keep(self, chosen: Flags | Ints) -> Rows:
        """Return the selected rows in the given order."""
        kept_rows = Rows(*self._parts)
        columns = {name: self[name][chosen] for name in self._parts}
        kept_rows.add(len(next(iter(columns.values()))), **columns)
        return kept_rows
