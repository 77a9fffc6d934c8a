"""Defines the facts about an instance that the checks of its task use."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

from headwater.suites.spider2.records import Data
from headwater.suites.spider2.scoring import GoldEntry


class ReferenceFacts(BaseModel):
    """The facts that the build learned from an instance's reference solution.

    Attributes:
        varying: The columns, keyed by table, whose values in the reference depend on the order of raw rows, such as
            running totals over rows of the same day. Their values are neither right nor wrong.
        unsettled: The tables in which the order of raw rows affects more than column values.
        contract: The columns that a table's YAML declares and that the reference contains, in order.
        ordered: The tables whose declared columns the reference contains in the declared order.
        tests: The shipped tests of graded tables that pass on the reference's tables.
        work: The number of rows that pass through the engine's operators when the reference's models run. 0 if it is
            unknown.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    varying: Mapping[str, tuple[str, ...]] = {}
    unsettled: tuple[str, ...] = ()
    contract: Mapping[str, tuple[str, ...]] = {}
    ordered: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    work: int = 0


class GradedInstance(BaseModel):
    """The facts about an instance that the checks of its task use.

    Attributes:
        entry: The graded tables and columns.
        database: The database file that the project writes.
        truth: ``gold`` for a gold database, ``reference`` for the database that the reference solution writes. Empty if
            neither exists.
        data: The origin of the raw database, which is part of every result.
        raw: The tables in the raw database that no model builds.
        learned: The facts from the reference solution, or None if none was built.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    entry: GoldEntry
    database: str
    truth: str
    data: Data
    raw: tuple[str, ...] = ()
    learned: ReferenceFacts | None = None

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of the graded tables. Empty if all tables in the gold database are graded."""
        return tuple(table.name for table in self.entry.tables or ())
