"""The options of a build of the suite."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """The options of a build.

    Attributes:
        repaired: Whether the variant with repaired faults is built as well.
        real_date: Whether dbt sees the machine's date.
        references: Whether reference solutions are built, which shows what grading has to know and which counterfeits
            each instance has.
    """

    repaired: bool = False
    real_date: bool = False
    references: bool = True
