"""Provides network egress for tasks that request it: a proxy that allows only named places and logs each connection."""

from headwater.egress._open import join, open_egress, variables

__all__ = ["join", "open_egress", "variables"]
