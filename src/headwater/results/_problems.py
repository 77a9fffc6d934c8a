"""Problems of reading results."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ReadProblem:
    """Something that keeps trials out of a table: a record that is damaged, duplicated or missing."""

    where: str
    text: str

    def __str__(self) -> str:
        """Return one line that begins with the place."""
        return f"{self.where}: {self.text}"
