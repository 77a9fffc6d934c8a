"""Suites, which are named families of tasks: the folders here, those of other packages, and any other folder of tasks.

A suite is an object: `Suite` defines what it has, and the rest of Headwater knows no suite by its name. Imports here
are light, because grading imports parts of suites in sandboxes that have few packages.
"""

from headwater.policy import Policy
from headwater.suites._find import find_tasks, suite_folder
from headwater.suites._registry import all_suites, grading_code_of, policy_of
from headwater.suites._suite import Cached, Pruned, Suite

__all__ = [
    "Cached",
    "Policy",
    "Pruned",
    "Suite",
    "all_suites",
    "find_tasks",
    "grading_code_of",
    "policy_of",
    "suite_folder",
]
