"""How large a company can be: times 6,000 accounts."""

from __future__ import annotations

MIN_RAW_SCALE = 0.01
"""Below, some of what happens in a company would not."""
MIN_SCALE = 0.4
"""Below, a company is too small for what tests take for plausible."""
MAX_SCALE = 2_000.0
"""Above, ids have no room."""
DEFAULT_SCALE = 0.4
