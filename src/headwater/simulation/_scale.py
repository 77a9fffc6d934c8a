"""The scale of a company: its accounts as a multiple of 6,000."""

from __future__ import annotations

MIN_SCALE = 0.01
"""A smaller company lacks some of what its systems record."""
MAX_SCALE = 2_000.0
"""The ids of a larger company do not fit."""
