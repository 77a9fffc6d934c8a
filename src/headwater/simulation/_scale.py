"""Defines the valid scale factors of a company; 1.0 is 6,000 accounts."""

from __future__ import annotations

MIN_SCALE = 0.01
"""The minimum scale; a smaller company lacks some kinds of records."""
MAX_SCALE = 2_000.0
"""The maximum scale; the ids of a larger company would overflow."""
