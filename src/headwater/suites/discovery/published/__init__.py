"""From a checkout of CoDA-Bench to tasks, over the communities that are unpacked there.

Its reference code was never published with a proof. So it is tried: with paths that lead to the target files it runs in
the sandbox, and a task is *reproduced* if what it prints has the gold answer. All others are *unproven*. Data stay
where they are.
"""

from headwater.suites.discovery.published._build import Report, build_published
from headwater.suites.discovery.published._checkout import LAKE, Asked, Checkout, read_checkout
from headwater.suites.discovery.published._reproduce import Outcome

__all__ = ["LAKE", "Asked", "Checkout", "Outcome", "Report", "build_published", "read_checkout"]
