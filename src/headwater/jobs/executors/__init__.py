"""Implements executors, which run a job's trials.

The driver of a job decides what runs next and writes the job's folder. An executor runs the submitted trials. ``local``
runs trials in threads of this process, and ``ray`` runs them on a cluster's nodes. Other packages register executors in
the entry-point group ``headwater.executors``. An example is in docs/executors.md, and
``headwater.jobs.executors.contract`` has tests for them.
"""

from headwater.jobs.executors._protocol import Executor, Pool
from headwater.jobs.executors._registry import executor_names, find_executor
from headwater.jobs.executors._request import TrialRequest, Worker
from headwater.jobs.executors.local import LocalExecutor
from headwater.jobs.executors.ray import RayExecutor

__all__ = [
    "Executor",
    "LocalExecutor",
    "Pool",
    "RayExecutor",
    "TrialRequest",
    "Worker",
    "executor_names",
    "find_executor",
]
