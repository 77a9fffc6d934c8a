"""Defines a break: a change to a clean project, to its raw data or to both, that makes results wrong."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, pattern=r"^[^\n]+$")]
ProjectFile = Annotated[
    str,
    StringConstraints(
        pattern=r"^((models|macros|seeds|snapshots)/[^.].*\.(sql|csv)|bi/\w+/(dataset|metric|chart|dashboard)s/\w+\.yml)$"
    ),
]


class Operator(StrEnum):
    """The kinds of real incidents on which breaks are modelled."""

    JOIN_TYPE = "join-type"
    JOIN_KEY = "join-key"
    FAN_OUT = "fan-out"
    FILTER_DROPPED = "filter-dropped"
    FILTER_MOVED = "filter-moved"
    WRONG_GRAIN = "wrong-grain"
    AGGREGATION = "aggregation"
    WINDOW_FRAME = "window-frame"
    TIE_BREAK = "tie-break"
    TIME_ZONE = "time-zone"
    BOUNDARY = "boundary"
    FISCAL_BOUNDARY = "fiscal-boundary"
    CURRENCY = "currency"
    NULL_HANDLING = "null-handling"
    DEDUP = "dedup"
    INCREMENTAL = "incremental-predicate"
    SNAPSHOT = "snapshot"
    UNION_MISMATCH = "union-mismatch"
    ENUM_DRIFT = "enum-drift"
    MACRO_DEFAULT = "macro-default"
    UNIT = "unit"
    SIGN = "sign"
    WRONG_COLUMN = "wrong-column"
    LATE_DATA = "late-data"
    DUPLICATED_DATA = "duplicated-data"
    TRUNCATED_DATA = "truncated-data"
    SCHEMA_DRIFT = "schema-drift"


class FaultScope(StrEnum):
    """How much code one must read to find the fault, if the fault spans more than one location in one model."""

    FILES = "several-files"
    MACRO = "macro"
    DATA = "data"
    STATE = "state"
    CONFIGURATION = "configuration"
    BI = "bi"


class _BreakModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Edit(_BreakModel):
    """A text replacement in a file.

    Attributes:
        find: A text that occurs exactly once in the file.
    """

    file: ProjectFile
    find: Annotated[str, Field(min_length=1)]
    replace: str


class StoredPast(_BreakModel):
    """Code that was deployed for some time, and the stored rows that it built.

    Attributes:
        edits: The edits that turn the clean project into the past one.
        rows: For each stored relation, by name, an SQL condition on the rows that the past code built.
    """

    edits: tuple[Edit, ...] = Field(min_length=1)
    rows: dict[str, Line] = Field(min_length=1)


class TableRepair(_BreakModel):
    """What an answer does to stored tables.

    Attributes:
        sql: SQL statements to run in the warehouse. They read the raw tables in the database ``raw``.
        refresh: The names of models to build from scratch (``dbt run --full-refresh``) afterwards, with the answer's
            code.
    """

    sql: tuple[Annotated[str, Field(min_length=1)], ...] = ()
    refresh: tuple[str, ...] = ()


class Mask(_BreakModel):
    """A plausible wrong answer to a break, given as edits to the broken project that hide the symptom.

    If the break has a past, the answer may also repair stored tables, or do nothing else.
    """

    name: Slug
    why: Line
    edits: tuple[Edit, ...] = ()
    repair: TableRepair | None = None


class AlternativeFix(_BreakModel):
    """A right answer that fixes a break in another location or form, given as edits to the broken project."""

    name: Slug
    why: Line
    edits: tuple[Edit, ...] = ()
    repair: TableRepair | None = None


class Break(_BreakModel):
    """A break.

    Attributes:
        id: The file name, or a name chosen by the operator that found the break.
        domain: The folder name, or the model's domain.
        why: The kind of real incident on which the break is modelled. Agents never see this.
        edits: The edits that turn the clean project into the broken one.
        inject: SQL statements to run on the raw tables, in order.
        fix: The edits that make the clean project right on the injected data, if it is not already right.
        past: Code that was wrong for some time, and the stored rows that it left.
        repair: What the solution does to these rows. By default, it builds the tables from scratch.
        masks: Wrong answers written for this break, in addition to those generated for every break.
        alternatives: Right answers other than the solution.
        scope: How much code one must read to find the cause. A break with a scope must not introduce an unusual SQL
            form (see `odd_forms`).
        symptom: An analyst's description of the symptom, if the failed tests' descriptions (see `SymptomReport`) do not
            fit.
        business: A description of the symptom by a person who sees only the report.
        period: A sentence on when the figures are wrong, which follows the failed tests' descriptions.
    """

    id: Slug
    domain: Slug
    operator: Operator
    title: Line
    why: str
    edits: tuple[Edit, ...] = ()
    inject: tuple[str, ...] = ()
    fix: tuple[Edit, ...] = ()
    past: StoredPast | None = None
    repair: TableRepair | None = None
    masks: tuple[Mask, ...] = ()
    alternatives: tuple[AlternativeFix, ...] = ()
    scope: FaultScope | None = None
    symptom: Line | None = None
    business: Line | None = None
    period: Line | None = None
    written: bool = False

    @property
    def solving_repair(self) -> TableRepair | None:
        """What the solution does to stored tables, or None if the break has no past."""
        if self.past is None:
            return None
        return self.repair or TableRepair(refresh=tuple(self.past.rows))
