"""What the checks of a task know of its instance."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

from headwater.suites.spider2.records import Data
from headwater.suites.spider2.scoring import GoldEntry


class Learned(BaseModel):
    """What the build learned of an instance when it built the reference solution.

    Attributes:
        varying: By table, columns that the reference fills otherwise where the rows of raw tables come in another
            order, as running totals over rows of one day: no value of theirs is right or wrong.
        unsettled: Tables of which more than columns depends on that order.
        contract: By table, the columns that its YAML declares, in order, as far as the reference has them.
        ordered: Tables of which the reference has these columns in this order.
        tests: Tests of tables that count, as the instance ships them, which pass on what the reference built.
        work: Rows that pass through the engine's operators when the reference's models run; 0 if not known.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    varying: Mapping[str, tuple[str, ...]] = {}
    unsettled: tuple[str, ...] = ()
    contract: Mapping[str, tuple[str, ...]] = {}
    ordered: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    work: int = 0


class GradedInstance(BaseModel):
    """What the checks of a task know of its instance.

    Attributes:
        entry: Which tables and columns count.
        database: The file that the project writes.
        truth: ``gold``, a gold database; ``reference``, what the reference solution leaves; empty if there is neither.
        data: Where the raw database comes from, for every result to say so.
        raw: Tables of the raw database that no model builds.
        learned: None if no reference solution was built.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    entry: GoldEntry
    database: str
    truth: str
    data: Data
    raw: tuple[str, ...] = ()
    learned: Learned | None = None

    @property
    def tables(self) -> tuple[str, ...]:
        """Names of the tables that count; empty if all of the gold database do."""
        return tuple(table.name for table in self.entry.tables or ())
