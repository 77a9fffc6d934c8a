"""Defines problems that occur while reading results."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ReadProblem:
    """A problem that keeps trials out of a table: a damaged, duplicated or missing record."""

    where: str
    text: str

    def __str__(self) -> str:
        """Return one line that begins with the location."""
        return f"{self.where}: {self.text}"
