"""Defines the scale of the companies for which the suite builds its project."""

from __future__ import annotations

MIN_SCALE = 0.4
"""The project's tests of plausible values fail on a smaller company."""
DEFAULT_SCALE = 0.4
