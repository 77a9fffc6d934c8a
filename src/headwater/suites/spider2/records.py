"""Defines, as pure data, the records of what the build has learned about instances."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class InstanceState(StrEnum):
    """The ways in which an instance can be used."""

    GRADED = "graded"
    REBUILT = "rebuilt data"
    NO_GOLD = "no gold"
    NO_DATA = "no data"

    @property
    def is_scoreable(self) -> bool:
        """Return whether results for such an instance can be right or wrong.

        Other instances are not part of any denominator.
        """
        return self in (InstanceState.GRADED, InstanceState.REBUILT)


class Data(StrEnum):
    """The origin of an instance's raw database."""

    START = "start database"
    REBUILT = "rebuilt"
    NONE = "none"


class _StoredRecord(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class BaseFacts(_StoredRecord):
    """The description of a base, stored in its folder next to ``workspace`` and ``gold``.

    Attributes:
        database: The file that the project writes.
        physical: The tables and views in the raw database's schema ``main``.
        has_gold: Whether a gold database with all graded tables exists.
        problem: The reason why the given gold database cannot be used. Empty if it can be used, or if none was given.
        day: The day on which the gold database was built, if it is known.
    """

    instance: str
    database: str
    data: Data
    physical: tuple[str, ...]
    has_gold: bool
    problem: str = ""
    day: date | None = None


class InstanceRow(_StoredRecord):
    """An instance, as shown by ``headwater list spider2``.

    Attributes:
        task: The instance's task in the suite. Empty if there is none.
        free: Whether the instance ships the SQL of every graded table.
        why: What is missing, if the instance cannot be graded.
        faults: The shipped faults that are fixed in the repaired variant.
        counterfeits: The names of the wrong solutions derived from the reference.
        left_out: The names of counterfeits that would not change the instance's result.
        varying: The graded columns and tables that depend on the order of raw rows even in the reference.
    """

    instance: str
    task: str
    state: InstanceState
    free: bool
    data: Data
    tables: int
    why: str = ""
    faults: tuple[str, ...] = ()
    counterfeits: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    varying: tuple[str, ...] = ()


class InstanceIndex(_StoredRecord):
    """The stored list of all instances of a build."""

    start_digest: str = ""
    gold_digest: str = ""
    repaired: bool
    rows: tuple[InstanceRow, ...]
