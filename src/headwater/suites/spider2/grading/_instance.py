"""Defines the facts about an instance that the checks of its task use."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

from headwater.suites.spider2.records import Data
from headwater.suites.spider2.scoring import GoldEntry


class ReferenceFacts(BaseModel):
    """The facts that the build learned from the reference solution of an instance.

    Attributes:
        varying: The columns, by table, that the reference fills otherwise when the rows of raw tables come in another
            order, such as running totals over rows of one day. None of their values is right or wrong.
        unsettled: The tables in which more than column values depends on that order.
        contract: The columns that a table's YAML declares and the reference has, in order.
        ordered: The tables of which the reference has these columns in this order.
        tests: The shipped tests of graded tables that pass on what the reference built.
        work: The rows that pass through the engine's operators when the reference's models run; 0 if not known.
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
        entry: The tables and columns that are graded.
        database: The file that the project writes.
        truth: ``gold`` for a gold database, ``reference`` for what the reference solution leaves; empty if there is
            neither.
        data: The origin of the raw database, which every result states.
        raw: Tables of the raw database that no model builds.
        learned: None if no reference solution was built.
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
        """The names of the graded tables; empty if all tables of the gold database are graded."""
        return tuple(table.name for table in self.entry.tables or ())
