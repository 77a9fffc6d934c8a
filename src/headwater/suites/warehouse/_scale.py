"""Defines the valid scales of the companies for which the suite builds its project."""

from __future__ import annotations

MIN_SCALE = 0.4
"""The minimum scale; the project's plausibility tests fail on a smaller company."""
DEFAULT_SCALE = 0.4
