"""Builds tasks from a CoDA-Bench checkout for the communities whose data is unpacked in it.

CoDA-Bench does not prove its reference code, so the build tries it: it runs the code in the sandbox, with its paths
redirected to the target files. A task is *reproduced* if the output contains the gold answer. All other tasks are
*unproven*. The data is used in place, without a copy.
"""

from headwater.suites.discovery.published._build import BuildReport, build_published
from headwater.suites.discovery.published._checkout import LAKE, PublishedCheckout, PublishedQuestion, read_checkout
from headwater.suites.discovery.published._reproduce import ReproductionOutcome

__all__ = [
    "LAKE",
    "BuildReport",
    "PublishedCheckout",
    "PublishedQuestion",
    "ReproductionOutcome",
    "build_published",
    "read_checkout",
]
