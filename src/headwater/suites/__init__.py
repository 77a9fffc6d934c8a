"""Defines suites: named families of tasks in the folders of this package, in other packages, or in any folder of tasks.

A suite is an instance of `Suite`, and the rest of Headwater refers to no suite by name. Imports here are light, because
grading imports parts of suites in sandboxes that have few packages.
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
