"""The scale of the companies that the suite's project is built on."""

from __future__ import annotations

MIN_SCALE = 0.4
"""The project's tests of plausible values fail on a smaller company."""
DEFAULT_SCALE = 0.4
