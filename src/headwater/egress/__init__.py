"""Provides network egress for tasks that request it, with a proxy that allows only named hosts and logs connections."""

from headwater.egress._open import join, open_egress, variables

__all__ = ["join", "open_egress", "variables"]
