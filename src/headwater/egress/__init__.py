"""Network egress for tasks that ask for it: a proxy that admits only the named places and logs each connection."""

from headwater.egress._open import join, open_egress, variables

__all__ = ["join", "open_egress", "variables"]
