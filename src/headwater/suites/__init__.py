"""Suites: named families of tasks. Folders here are suites, other packages bring more, and so is any folder of tasks.

A suite is an object: `Suite` says what it has, and the rest of Headwater knows no suite by its name. What is imported
here is light, because grading imports parts of suites in sandboxes that have few packages.
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
