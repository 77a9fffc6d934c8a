"""Defines drafts, and the interface for their writers."""

from __future__ import annotations

from typing import Protocol

from pydantic import BaseModel, ConfigDict

from headwater.errors import UnsupportedError
from headwater.suites.discovery.anchors import Anchor


class UnwritableError(UnsupportedError):
    """Raised if a writer cannot put a step of the slice into words."""


class Draft(BaseModel):
    """A question that nobody has accepted yet.

    Attributes:
        question: The question in the words of a colleague.
        guidelines: The required form of the answer.
        answer: The anchor's number in this form.
        writer: The name of its writer.
    """

    model_config = ConfigDict(frozen=True)

    anchor: Anchor
    question: str
    guidelines: str
    answer: str
    writer: str


class Writer(Protocol):
    """Writes questions, by fixed rules or with a model."""

    @property
    def name(self) -> str:
        """The name by which users select the writer."""
        ...

    def write(self, anchor: Anchor) -> Draft:
        """Draft a question whose answer is the anchor's number.

        Raises:
            UnwritableError: The writer cannot put the slice into words.
        """
        ...
