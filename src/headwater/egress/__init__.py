"""The way out that a task asks for: a proxy that admits the named places alone, and writes down each connection."""

from headwater.egress._open import join, open_egress, variables

__all__ = ["join", "open_egress", "variables"]
