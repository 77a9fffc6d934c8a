"""What is graded and what is reported; no I/O."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GradedTable:
    """One table of an instance that counts.

    Attributes:
        name: As the gold file has it.
        columns: Positions in the gold table; empty means all.
        ignore_order: Whether rows may come in any order.
        exempt: Names of columns that the strict grader leaves out all the same.
    """

    name: str
    columns: tuple[int, ...] = ()
    ignore_order: bool = True
    exempt: tuple[str, ...] = ()


@dataclass(frozen=True)
class GoldEntry:
    """How one instance is graded.

    Attributes:
        gold: Name of the gold database, in the instance's folder.
        tables: What counts; None means every table of the gold database.
    """

    instance_id: str
    gold: str
    tables: tuple[GradedTable, ...] | None


@dataclass(frozen=True)
class ColumnDifference:
    """A gold column that the prediction does not have, or not with these values.

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
        columns: What differs by column, where the tables could be compared.
        rows: Example rows that only one side has, each one line.
        notes: What a reader should know of a match, such as a column that was matched by its values.
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
        scoreable: Whether the gold can tell right from wrong: it is there, and has what counts.
        notes: What a reader should know although it was graded.
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
        """1 in the official evaluation."""
        return not self.problem and bool(self.official) and all(table.passed for table in self.official)

    @property
    def strict_passed(self) -> bool:
        """Right by the strict grader."""
        return not self.problem and bool(self.strict) and all(table.passed for table in self.strict)


@dataclass(frozen=True)
class Denominators:
    """The numbers of instances by which published scores were divided, which differ between publications.

    Attributes:
        submitted: What the official program divides by: submitted instances which the gold file knows.
        all: Every instance of the gold file.
        scoreable: Those whose gold is there and has what counts.
    """

    submitted: int
    all: int
    scoreable: int


@dataclass(frozen=True)
class BatchScore:
    """A scored submission.

    Attributes:
        unknown: Ids in the submission which the gold file does not know.
    """

    instances: tuple[InstanceScore, ...]
    unknown: tuple[str, ...] = ()

    @property
    def denominators(self) -> Denominators:
        """By what to divide."""
        return Denominators(
            submitted=sum(one.submitted for one in self.instances),
            all=len(self.instances),
            scoreable=sum(one.scoreable for one in self.instances),
        )

    @property
    def official_passed(self) -> int:
        """How many the official evaluation counts."""
        return sum(one.official_passed for one in self.instances)

    @property
    def strict_passed(self) -> int:
        """How many are right."""
        return sum(one.strict_passed for one in self.instances)
