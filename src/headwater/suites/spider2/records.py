"""What the build says of instances; pure data."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class State(StrEnum):
    """What can be done with an instance."""

    GRADED = "graded"
    REBUILT = "rebuilt data"
    NO_GOLD = "no gold"
    NO_DATA = "no data"

    @property
    def is_scoreable(self) -> bool:
        """Whether a result of it can be right or wrong; no other is ever in a denominator."""
        return self in (State.GRADED, State.REBUILT)


class Data(StrEnum):
    """Where an instance's raw database comes from."""

    START = "start database"
    REBUILT = "rebuilt"
    NONE = "none"


class _Said(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class BaseFacts(_Said):
    """What lies in the folder of a base, beside ``workspace`` and ``gold``.

    Attributes:
        database: The file that the project writes.
        physical: Tables and views of the raw database, in schema ``main``.
        has_gold: Whether there is a gold database that has what counts.
        problem: Why it has none; empty if it has, or if none was given.
        day: The day on which the gold database was built, as far as is known.
    """

    instance: str
    database: str
    data: Data
    physical: tuple[str, ...]
    has_gold: bool
    problem: str = ""
    day: date | None = None


class Row(_Said):
    """One instance, as ``headwater list spider2`` shows it.

    Attributes:
        task: Its task in the suite; empty if it has none.
        free: Whether every table that counts has its SQL in the instance.
        why: What is missing, if it cannot be graded.
        faults: What it is shipped with that was mended in the repaired variant.
        counterfeits: Names of wrong solutions that were made of its reference.
        left_out: Names of those that would make no difference in it.
        varying: Columns that count, and tables, which depend on the order of raw rows in the reference itself.
    """

    instance: str
    task: str
    state: State
    free: bool
    data: Data
    tables: int
    why: str = ""
    faults: tuple[str, ...] = ()
    counterfeits: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    varying: tuple[str, ...] = ()


class Index(_Said):
    """All that was built, as it is kept."""

    start_digest: str = ""
    gold_digest: str = ""
    repaired: bool
    rows: tuple[Row, ...]
