"""What is wrong with results, in words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """Something that keeps trials out of a table: a record that is damaged, doubled, or not there yet."""

    where: str
    text: str

    def __str__(self) -> str:
        """One line, the place first."""
        return f"{self.where}: {self.text}"
