"""The options of a build of the suite."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """The options of a build.

    Attributes:
        repaired: Whether the variant with repaired faults is built as well.
        real_date: Whether dbt sees the machine's date.
        references: Whether reference solutions are built, which gives facts for grading and the counterfeits of each
            instance.
    """

    repaired: bool = False
    real_date: bool = False
    references: bool = True
