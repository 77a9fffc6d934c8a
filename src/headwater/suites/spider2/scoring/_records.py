"""Defines the records of what is graded and what is reported, without I/O."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GradedTable:
    """One of an instance's graded tables.

    Attributes:
        name: The name in the gold file.
        columns: The positions of the graded columns in the gold table. Empty means all columns.
        ignore_order: Whether rows may come in any order.
        exempt: The names of graded columns that the strict grader ignores.
    """

    name: str
    columns: tuple[int, ...] = ()
    ignore_order: bool = True
    exempt: tuple[str, ...] = ()


@dataclass(frozen=True)
class GoldEntry:
    """The description of how an instance is graded.

    Attributes:
        gold: The name of the gold database, in the instance's folder.
        tables: The graded tables, or None for every table in the gold database.
    """

    instance_id: str
    gold: str
    tables: tuple[GradedTable, ...] | None


@dataclass(frozen=True)
class ColumnDifference:
    """A gold column that is missing from the prediction, or whose values differ there.

    Attributes:
        column: The name of the column in the gold table.
        compared_with: The predicted column with which it was compared, or None if there was no such column.
        examples: Up to three differences, one line each.
    """

    column: str
    compared_with: str | None
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class TableScore:
    """The result for one table.

    Attributes:
        reason: One line that explains why the table does not match. Empty if it matches.
        columns: The differences per column, if the tables could be compared.
        rows: Examples of rows that only one side contains, one line each.
        notes: Remarks on a match, such as a column that was matched by its values.
    """

    table: str
    passed: bool
    reason: str = ""
    columns: tuple[ColumnDifference, ...] = ()
    rows: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class InstanceScore:
    """The scores that both graders give one instance.

    Attributes:
        problem: One line that explains why the submission could not be graded, or why the gold is unusable.
        scoreable: Whether the gold is usable: it exists and contains all graded tables.
        notes: Remarks for readers about a graded instance.
    """

    instance_id: str
    submitted: bool
    scoreable: bool
    official: tuple[TableScore, ...] = ()
    strict: tuple[TableScore, ...] = ()
    problem: str = ""
    notes: tuple[str, ...] = ()

    @property
    def official_passed(self) -> bool:
        """Return whether the result passes the official evaluation."""
        return not self.problem and bool(self.official) and all(table.passed for table in self.official)

    @property
    def strict_passed(self) -> bool:
        """Return whether the result passes the strict grader."""
        return not self.problem and bool(self.strict) and all(table.passed for table in self.strict)


@dataclass(frozen=True)
class Denominators:
    """The different instance counts by which publications divide their scores.

    Attributes:
        submitted: The official program's divisor: the number of submitted instances that are in the gold file.
        all: The number of instances in the gold file.
        scoreable: The number of instances whose gold exists and contains all graded tables.
    """

    submitted: int
    all: int
    scoreable: int


@dataclass(frozen=True)
class SubmissionScore:
    """The score for an entire submission.

    Attributes:
        unknown: The ids in the submission that are not in the gold file.
    """

    instances: tuple[InstanceScore, ...]
    unknown: tuple[str, ...] = ()

    @property
    def denominators(self) -> Denominators:
        """The instance counts by which the pass counts can be divided."""
        return Denominators(
            submitted=sum(one.submitted for one in self.instances),
            all=len(self.instances),
            scoreable=sum(one.scoreable for one in self.instances),
        )

    @property
    def official_passed(self) -> int:
        """The number of instances that pass the official evaluation."""
        return sum(one.official_passed for one in self.instances)

    @property
    def strict_passed(self) -> int:
        """The number of instances that pass the strict grader."""
        return sum(one.strict_passed for one in self.instances)
