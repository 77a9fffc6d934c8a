"""What the checks of a task know of its instance."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from headwater.suites.spider2.records import Data
from headwater.suites.spider2.scoring import GoldEntry


class GradedInstance(BaseModel):
    """What the checks of a task know of its instance.

    Attributes:
        entry: Which tables and columns count.
        database: The file that the project writes.
        truth: ``gold``, a gold database; ``reference``, what the reference solution leaves; empty if there is neither.
        data: Where the raw database comes from, for every result to say so.
        raw: Tables of the raw database that no model builds.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    entry: GoldEntry
    database: str
    truth: str
    data: Data
    raw: tuple[str, ...] = ()

    @property
    def tables(self) -> tuple[str, ...]:
        """Names of the tables that count; empty if all of the gold database do."""
        return tuple(table.name for table in self.entry.tables or ())
