"""Limits the work that one rendering may do, whatever its template contains."""

from __future__ import annotations

import time

from headwater.errors import RequestError


class OverBudgetError(RequestError):
    """Raised if a template exceeds its budget."""


class RenderingBudget:
    """Counts the steps (loop iterations and calls) that one rendering takes, and the characters that it produces.

    Attributes:
        MAX_STEPS: The maximum number of steps. A large real model takes about ten thousand.
        MAX_TEXT: The maximum total number of characters in all intermediate texts.
        MAX_SECONDS: The maximum time. It is checked at every thousandth step and for every large text.
    """

    MAX_STEPS = 2_000_000
    MAX_TEXT = 50_000_000
    MAX_SECONDS = 10.0

    def __init__(self) -> None:
        self._steps = 0
        self._text = 0
        self._deadline = time.monotonic() + self.MAX_SECONDS

    def step(self, count: int = 1) -> None:
        """Count steps before they are taken.

        Raises:
            OverBudgetError: There are too many steps, or they have taken too long.
        """
        before = self._steps // 1000
        self._steps += count
        if self._steps > self.MAX_STEPS:
            raise OverBudgetError(f"takes more than {self.MAX_STEPS:,} steps")
        if self._steps // 1000 != before:
            self._check_time()

    def text(self, length: int) -> None:
        """Count the characters of a text before the text is created.

        Raises:
            OverBudgetError: There are too many characters.
        """
        self._text += length
        if self._text > self.MAX_TEXT:
            raise OverBudgetError(f"makes more than {self.MAX_TEXT:,} characters")
        if length > 100_000:
            self._check_time()

    def _check_time(self) -> None:
        if time.monotonic() > self._deadline:
            raise OverBudgetError(f"takes longer than {self.MAX_SECONDS:g} s")
