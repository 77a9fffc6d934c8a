"""Defines the records for published tasks and predictions, without I/O."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class FormatFault:
    """A malformed part of an otherwise readable file.

    Attributes:
        where: The file, and the row or line.
        what: What is malformed, and how it is handled.
    """

    where: str
    what: str

    def __str__(self) -> str:
        """Return the message for users."""
        return f"{self.where}: {self.what}"


@dataclass(frozen=True)
class Question:
    """A published task.

    Attributes:
        dataset: The slug of the notebook's main dataset, which need not contain the answer.
        reference_code: A Python program that computes the answer.
    """

    instance_id: int
    question: str
    answer: str
    answer_guidelines: str
    reference_code: str
    dataset: str
    notebook: str
    release_community: str


@dataclass(frozen=True)
class Questions:
    """The tasks in a file.

    Attributes:
        questions: The tasks in file order, without repeated ids.
        rows: The number of readable rows, including repeated ids. It is the official denominator.
    """

    questions: tuple[Question, ...]
    rows: int
    faults: tuple[FormatFault, ...] = ()


@dataclass(frozen=True)
class Prediction:
    """An answer to a task.

    Attributes:
        files: The files that the agent claims to have used. None if it declares none.
    """

    instance_id: int
    prediction: str
    files: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Predictions:
    """The answers in a file.

    Attributes:
        predictions: The answers, keyed by id. The last one counts if an id appears twice.
        lines: The number of readable lines.
    """

    predictions: dict[int, Prediction]
    lines: int
    faults: tuple[FormatFault, ...] = ()
