"""Defines the options for building the suite."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """The options for building the suite.

    Attributes:
        repaired: Whether the variant with repaired faults is built as well.
        real_date: Whether dbt sees the current date of the machine.
        references: Whether reference solutions are built. They provide facts for grading, and the counterfeits of each
            instance.
    """

    repaired: bool = False
    real_date: bool = False
    references: bool = True
