"""Defines the options for building the suite."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """The options for building the suite.

    Attributes:
        repaired: Whether to also build the variant with repaired faults.
        real_date: Whether dbt sees the machine's current date.
        references: Whether to build reference solutions, which provide facts for grading and each instance's
            counterfeits.
    """

    repaired: bool = False
    real_date: bool = False
    references: bool = True
