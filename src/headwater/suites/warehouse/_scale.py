"""Defines the valid scale factors for the simulated company."""

from __future__ import annotations

MIN_SCALE = 0.4
"""The minimum scale. The project's plausibility tests fail on a smaller company."""
DEFAULT_SCALE = 0.4
