"""Builds tasks from a checkout of CoDA-Bench, for the communities that are unpacked there.

CoDA-Bench does not prove its reference code, so the build tries it: the code runs in the sandbox, with its paths
redirected to the target files, and a task is *reproduced* if the output contains the gold answer. All other tasks are
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
