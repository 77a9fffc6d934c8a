"""Records of what is graded and what is reported; no I/O."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GradedTable:
    """One graded table of an instance.

    Attributes:
        name: The name in the gold file.
        columns: Positions in the gold table; empty means all.
        ignore_order: Whether rows may come in any order.
        exempt: Names of columns that the strict grader leaves out nevertheless.
    """

    name: str
    columns: tuple[int, ...] = ()
    ignore_order: bool = True
    exempt: tuple[str, ...] = ()


@dataclass(frozen=True)
class GoldEntry:
    """How one instance is graded.

    Attributes:
        gold: The name of the gold database, in the instance's folder.
        tables: The graded tables; None means every table of the gold database.
    """

    instance_id: str
    gold: str
    tables: tuple[GradedTable, ...] | None


@dataclass(frozen=True)
class ColumnDifference:
    """A gold column that the prediction lacks, or has with other values.

    Attributes:
        column: Its name in the gold table.
        compared_with: The predicted column that it was compared with; None if there was none.
        examples: Up to three differences, each one line.
    """

    column: str
    compared_with: str | None
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class TableScore:
    """Whether one table matches.

    Attributes:
        reason: Why it does not, in one line; empty if it does.
        columns: The differences by column, if the tables could be compared.
        rows: Example rows that only one side has, each one line.
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
    """Both grades of one instance.

    Attributes:
        problem: Why it could not be graded as submitted, or has no usable gold; in one line.
        scoreable: Whether the gold can tell right from wrong: it exists, and has all graded tables.
        notes: Remarks for a reader, although the instance was graded.
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
        """Return whether the official evaluation finds the result right."""
        return not self.problem and bool(self.official) and all(table.passed for table in self.official)

    @property
    def strict_passed(self) -> bool:
        """Return whether the strict grader finds the result right."""
        return not self.problem and bool(self.strict) and all(table.passed for table in self.strict)


@dataclass(frozen=True)
class Denominators:
    """The numbers of instances by which published scores were divided, which differ between publications.

    Attributes:
        submitted: The divisor of the official program: submitted instances that the gold file knows.
        all: Every instance of the gold file.
        scoreable: Instances whose gold exists and has all graded tables.
    """

    submitted: int
    all: int
    scoreable: int


@dataclass(frozen=True)
class SubmissionScore:
    """A scored submission.

    Attributes:
        unknown: Ids in the submission that the gold file does not know.
    """

    instances: tuple[InstanceScore, ...]
    unknown: tuple[str, ...] = ()

    @property
    def denominators(self) -> Denominators:
        """The possible divisors."""
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
