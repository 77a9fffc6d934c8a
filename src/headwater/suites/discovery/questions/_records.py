"""Defines drafts, and the interface of their writers."""

from __future__ import annotations

from typing import Protocol

from pydantic import BaseModel, ConfigDict

from headwater.errors import UnsupportedError
from headwater.suites.discovery.anchors import Anchor


class UnwritableError(UnsupportedError):
    """A slice has a step for which a writer has no words."""


class Draft(BaseModel):
    """A question that nobody has accepted yet.

    Attributes:
        question: The question in the words of a colleague.
        guidelines: The form of the answer.
        answer: The number of the anchor in this form.
        writer: The name of its writer.
    """

    model_config = ConfigDict(frozen=True)

    anchor: Anchor
    question: str
    guidelines: str
    answer: str
    writer: str


class Writer(Protocol):
    """Writes questions: by rules, or with a model."""

    @property
    def name(self) -> str:
        """The name by which users choose it."""
        ...

    def write(self, anchor: Anchor) -> Draft:
        """Draft a question whose answer is the number of an anchor.

        Raises:
            UnwritableError: The writer has no words for the slice.
        """
        ...
