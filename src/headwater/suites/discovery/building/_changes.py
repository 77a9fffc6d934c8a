"""Changes the rows of a table: shuffles them, removes some, or exchanges values between them.

Every correct program must agree with the reference program after the change, regardless of how it was written. Rows
are therefore removed as a whole, and related values are exchanged together (``_values``).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from headwater.suites.discovery.building._values import exchange

_Row = TypeVar("_Row")
Cells = Callable[[_Row], Sequence[Any]]
"""Returns the cells of a row."""
Rebuild = Callable[[_Row, Sequence[Any]], _Row]
"""Returns a row with other cells."""


@dataclass(frozen=True)
class Change:
    """A change to a table's rows.

    Attributes:
        share: The share of rows to keep, from 0 to 1.
        seed: The random seed that selects the rows to keep.
        is_shuffled: Whether the remaining rows are shuffled.
        without: Rows with a cell that contains this text are removed. Empty if no rows are removed because of a text.
        exchanges: Whether rows exchange their values.
    """

    share: float = 1.0
    seed: int = 0
    is_shuffled: bool = True
    without: str = ""
    exchanges: bool = False

    def apply(self, rows: Sequence[_Row], cells: Cells[_Row], rebuild: Rebuild[_Row]) -> list[_Row]:
        """Return the remaining rows in their new order.

        Raises:
            UnsupportedError: The rows contain no values that can be exchanged.
        """
        chosen = random.Random(self.seed)  # noqa: S311 - the same in each build
        kept_rows = [row for row in rows if not self.without or self.without not in map(str, cells(row))]
        kept_rows = [row for row in kept_rows if self.share >= 1 or chosen.random() < self.share]
        if self.exchanges:
            exchanged = exchange([tuple(cells(row)) for row in kept_rows], chosen)
            kept_rows = [rebuild(row, new) for row, new in zip(kept_rows, exchanged, strict=True)]
        if self.is_shuffled:
            chosen.shuffle(kept_rows)
        return kept_rows

    def __str__(self) -> str:
        """Return a noun phrase such as "rows in another order"."""
        parts = ["rows in another order"] if self.is_shuffled else []
        parts += ["values exchanged between rows"] if self.exchanges else []
        parts += [f"{1 - self.share:.0%} of the rows left out"] if self.share < 1 else []
        parts += ["rows of the answer left out"] if self.without else []
        return " and ".join(parts)
