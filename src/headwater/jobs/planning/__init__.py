"""Estimates from measured trials how long a job will take on a cluster, what it will cost, and what limits it."""

from headwater.jobs.planning._figures import MedianRange
from headwater.jobs.planning._measure import measure
from headwater.jobs.planning._measured import Combination, Measured, Measurement
from headwater.jobs.planning._plan import RUNS, JobPlan, Limit, plan_job
from headwater.jobs.planning._scenario import Scenario

__all__ = [
    "RUNS",
    "Combination",
    "JobPlan",
    "Limit",
    "Measured",
    "Measurement",
    "MedianRange",
    "Scenario",
    "measure",
    "plan_job",
]
