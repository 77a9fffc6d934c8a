"""Defines the options for building the suite."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """The options for building the suite.

    Attributes:
        repaired: Whether to build the variant with repaired faults as well.
        real_date: Whether dbt sees the machine's current date.
        references: Whether to build reference solutions, which provide facts for grading and the counterfeits of each
            instance.
    """

    repaired: bool = False
    real_date: bool = False
    references: bool = True
