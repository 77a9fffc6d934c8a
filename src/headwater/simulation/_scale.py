"""Defines the valid scale factors. A scale of 1.0 is a company with 6,000 accounts."""

from __future__ import annotations

MIN_SCALE = 0.01
"""The minimum scale. A smaller company would have no records of some kinds."""
MAX_SCALE = 2_000.0
"""The maximum scale. The ids of a larger company would overflow."""
