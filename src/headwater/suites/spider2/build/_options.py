"""How the suite is built."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """How to build.

    Attributes:
        repaired: Whether the variant with mended faults is built, too.
        real_date: Whether dbt sees the machine's date.
        references: Whether reference solutions are built, to learn what grading has to know, and which counterfeits
            there are.
    """

    repaired: bool = False
    real_date: bool = False
    references: bool = True
