"""What is read of the published tasks and of predictions; no I/O."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """Something in a file that is not as its format demands, although the rest can be read.

    Attributes:
        where: The file, and the row or line.
        what: What is wrong there, and what is made of it.
    """

    where: str
    what: str

    def __str__(self) -> str:
        """What users see."""
        return f"{self.where}: {self.what}"


@dataclass(frozen=True)
class Question:
    """One published task.

    Attributes:
        dataset: Slug of the notebook's main data set, which need not be the one that answers.
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
    """The tasks of a file.

    Attributes:
        questions: Each id once, in the order of the file.
        rows: How many rows could be read, with those whose id comes again: the official denominator.
    """

    questions: tuple[Question, ...]
    rows: int
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True)
class Prediction:
    """An answer to one task.

    Attributes:
        files: The files that the agent declares to have used; None if it declares none.
    """

    instance_id: int
    prediction: str
    files: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Predictions:
    """The answers of a file.

    Attributes:
        predictions: By id; of an id that is there twice the last one.
        lines: How many lines could be read.
    """

    predictions: dict[int, Prediction]
    lines: int
    faults: tuple[Fault, ...] = ()
